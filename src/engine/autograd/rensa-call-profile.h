/* rensa-call-profile.h: what calls cost, one by one and by their names.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define RENSA_MAX_COSTS 2

/**
 * RensaCost:
 * @title: of its column in a report, "ElapsedTime"
 * @units: (NULL-terminated): names of units, each @step times as large as the one before
 * @read: how much was spent up to now, in the first unit
 *
 * Something that calls spend.
 */
typedef struct
{
  const char *title;
  const char *const *units;
  double step;
  double (*read) (void);
} RensaCost;

/* @depth: how many other calls it was made within */
typedef struct
{
  const char *name;
  double costs[RENSA_MAX_COSTS];
  int depth;
} RensaProfiledCall;

/* All calls of one name. */
typedef struct
{
  const char *name;
  double costs[RENSA_MAX_COSTS];
  guint n_calls;
} RensaProfileSum;

typedef struct _RensaCallProfile RensaCallProfile;

/* @what: the title of the column of names, "FunctionName"; @costs: at most RENSA_MAX_COSTS.  Both live as long as the profile. */
RensaCallProfile *rensa_call_profile_new (const char *what, const RensaCost *costs, guint n_costs);
/* One of time alone, in nanoseconds. */
RensaCallProfile *rensa_call_profile_new_timer (const char *what);
void rensa_call_profile_free (RensaCallProfile *profile);

/* Around a call, which may have others within it.  @name lives as long as the profile. */
void rensa_call_profile_begin (RensaCallProfile *profile);
void rensa_call_profile_end (RensaCallProfile *profile, const char *name);
/* Enters a call that was measured elsewhere. */
void rensa_call_profile_add (RensaCallProfile *profile, const RensaProfiledCall *call);

/* Borrowed: all calls, in the order in which they ended. */
const RensaProfiledCall *rensa_call_profile_get_history (RensaCallProfile *profile, guint *n);
/* Borrowed: in the order in which the names came; a call counts its inner calls, too. */
const RensaProfileSum *rensa_call_profile_get_summary (RensaCallProfile *profile, guint *n);
/* Borrowed; NULL where there was no such call. */
const RensaProfileSum *rensa_call_profile_find (RensaCallProfile *profile, const char *name);
/* Of cost @i, of all calls that were not made within others. */
double rensa_call_profile_get_total (RensaCallProfile *profile, guint i);

/**
 * rensa_call_profile_report:
 * @unit: a name of a unit, "auto" for the one that suits the largest figure of a column, or "auto_foreach" for one that suits each figure
 *
 * A table as Chainer's print_report () writes it: a heading, and one line for each name.  NULL with RENSA_ERROR_INVALID for another unit.
 */
char *rensa_call_profile_report (RensaCallProfile *profile, const char *unit, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaCallProfile, rensa_call_profile_free)

G_END_DECLS
