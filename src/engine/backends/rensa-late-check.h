/* rensa-late-check.h: what is wrong with values on a device, found without waiting for it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/* Whole numbers from @least to @most, and @other (G_MININT64: none). */
typedef struct
{
  gint64 least;
  gint64 most;
  gint64 other;
} RensaRange;

typedef struct _RensaLateCheck RensaLateCheck;

/**
 * RensaLateCheck:
 * @explain: sets the error that says what is wrong with @values
 * @name: of the function that looks at them
 * @values: for @explain
 * @range: likewise; where they should lie
 *
 * A look at the values of an array.
 */
struct _RensaLateCheck
{
  void (*explain) (const RensaLateCheck *check, GError **error);
  const char *name;
  RensaArray *values;
  RensaRange range;
};

/* Whether this thread looks at the values of @array at once: it is on the host, or the mode is debug. */
gboolean rensa_late_check_is_due (RensaArray *array);

/* @verdict is one floating element, NaN where something is wrong.  FALSE, with the error of @check, where that is so and the values
 * are on the host, or in debug mode.  Otherwise the device goes on, and rensa_late_checks_read () says it.  NULL gives FALSE. */
gboolean rensa_late_check (RensaArray *verdict, const RensaLateCheck *check, GError **error);

/* The number that the next check of this thread gets. */
guint64 rensa_late_checks_get_next (void);
/* Of those that wait, the checks from number @first on were made by the link @path or, unless NULL, by @step in it, and
 * rensa_late_checks_read () says so, unless a call inside it has said its own. */
void rensa_late_checks_set_link (guint64 first, const char *path, const char *step);

/* Waits for the devices of all checks of this thread since the last call, reads one number for all of them, and says what was
 * wrong first.  Stands where results are read anyway: after an iteration, a batch of validation, an answer of a model.  Where *@error is set already
 * the checks are let go, unread. */
gboolean rensa_late_checks_read (GError **error);
/* The same for the checks up to the last call of this function; those since then are for the next call, of this or of the other one. So the
 * devices go on while somebody waits. */
gboolean rensa_late_checks_read_last (GError **error);

G_END_DECLS
