/* rensa-late-check.h: checks of values on a device without waiting for it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/* Integers from @least to @most, and @other (G_MININT64: none). */
typedef struct
{
  gint64 least;
  gint64 most;
  gint64 other;
} RensaRange;

typedef struct _RensaLateCheck RensaLateCheck;

/**
 * RensaLateCheck:
 * @explain: sets an error that describes the problem with @values
 * @name: name of the function that checks them
 * @values: for @explain
 * @range: for @explain; the valid range
 *
 * A check of the values of an array.
 */
struct _RensaLateCheck
{
  void (*explain) (const RensaLateCheck *check, GError **error);
  const char *name;
  RensaArray *values;
  RensaRange range;
};

/* TRUE if this thread checks the values of @array immediately: it is on the host, or debug mode is on. */
gboolean rensa_late_check_is_due (RensaArray *array);

/* @verdict has one floating-point element, NaN if something is wrong. If it is NaN and the values
 *   are on the host, or in debug mode, returns FALSE with the error of @check. Otherwise the device
 *   continues, and rensa_late_checks_read () reports the error. Returns FALSE for NULL. */
gboolean rensa_late_check (RensaArray *verdict, const RensaLateCheck *check, GError **error);

/* Returns the number that this thread's next check will get. */
guint64 rensa_late_checks_get_next (void);
/* Records that the pending checks from number @first on were made by the link @path or, unless
 * NULL, by @step in it, for the message of rensa_late_checks_read (); a location recorded by a
 * nested call is kept. */
void rensa_late_checks_set_link (guint64 first, const char *path, const char *step);

/* Waits for the devices of all checks of this thread since the last call, reads one number for all
 * of them, and reports the first error. Called where results are read anyway: after an iteration, a
 * validation batch or a prediction. If *@error is set already, the checks are discarded unread. */
gboolean rensa_late_checks_read (GError **error);
/* The same for the checks up to the last call of this function; later checks are left for the next
 * call of either function. So the devices can continue during the wait. */
gboolean rensa_late_checks_read_last (GError **error);

/**
 * rensa_count_not_finite:
 * @arrays: NULL entries are skipped
 * @count: (out): number of NaN or infinite elements
 *
 * Examines all arrays, and waits for one number per device.
 */
gboolean rensa_count_not_finite (RensaArray *const *arrays, guint n, double *count, GError **error);

G_END_DECLS
