/* rensa-call-profile.h: costs of calls, individually and by name.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define RENSA_MAX_COSTS 2

/**
 * RensaCost:
 * @title: title of its column in a report, "ElapsedTime"
 * @units: (NULL-terminated): names of units, each @step times as large as the one before
 * @read: returns the total up to now, in the first unit
 *
 * A resource used by calls.
 */
typedef struct
{
  const char *title;
  const char *const *units;
  double step;
  double (*read) (void);
} RensaCost;

/* @depth: number of enclosing calls */
typedef struct
{
  const char *name;
  double costs[RENSA_MAX_COSTS];
  int depth;
} RensaProfiledCall;

/* Totals of all calls with one name. */
typedef struct
{
  const char *name;
  double costs[RENSA_MAX_COSTS];
  guint n_calls;
} RensaProfileSum;

typedef struct _RensaCallProfile RensaCallProfile;

/* @what: title of the column of names, "FunctionName"; @costs: at most RENSA_MAX_COSTS. Both must
 *   outlive the profile. */
RensaCallProfile *rensa_call_profile_new (const char *what, const RensaCost *costs, guint n_costs);
/* Creates a profile of time only, in nanoseconds. */
RensaCallProfile *rensa_call_profile_new_timer (const char *what);
void rensa_call_profile_free (RensaCallProfile *profile);

/* Called before and after a call; calls may be nested. @name must outlive the profile. */
void rensa_call_profile_begin (RensaCallProfile *profile);
void rensa_call_profile_end (RensaCallProfile *profile, const char *name);
/* Adds a call that was measured elsewhere. */
void rensa_call_profile_add (RensaCallProfile *profile, const RensaProfiledCall *call);

/* Returns all calls, borrowed, in the order in which they ended. */
const RensaProfiledCall *rensa_call_profile_get_history (RensaCallProfile *profile, guint *n);
/* Returns the totals by name, borrowed, in the order in which the names first occurred; a call
 * includes its nested calls. */
const RensaProfileSum *rensa_call_profile_get_summary (RensaCallProfile *profile, guint *n);
/* Borrowed; NULL if there was no such call. */
const RensaProfileSum *rensa_call_profile_find (RensaCallProfile *profile, const char *name);
/* Returns the total of cost @i over all outermost calls. */
double rensa_call_profile_get_total (RensaCallProfile *profile, guint i);

/**
 * rensa_call_profile_report:
 * @unit: name of a unit, "auto" for the one that suits the largest value of a column, or
 *   "auto_foreach" for one that suits each value
 *
 * Returns a table in the format of Chainer's print_report (): a heading, and one line for each
 * name. NULL with RENSA_ERROR_INVALID for another unit.
 */
char *rensa_call_profile_report (RensaCallProfile *profile, const char *unit, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaCallProfile, rensa_call_profile_free)

G_END_DECLS
