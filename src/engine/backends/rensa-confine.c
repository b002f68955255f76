/* rensa-confine.c: range checks of integers used as memory indices.
 * SPDX-License-Identifier: MIT */

#include "rensa-confine.h"

#include "k.h"
#include "rensa-backends-kernels.h"
#include "rensa-primitives-private.h"

/* kernel: confine (number; least, most, other) -> (inside, verdict) */
KERNEL void
confine (real number, real least, real most, real other, real *inside, real *verdict)
{
  const int fits = (number >= least && number <= most) || number == other;

  *inside = fits ? number : least;
  *verdict = fits ? 0 : K_NAN;
}
/* end kernel */

/* Computes the confined numbers, like @numbers, and the verdicts. */
static gboolean
judge_each (RensaArray *numbers, const RensaRange *range, RensaArray *results[2], GError **error)
{
  const double params[] = { (double) range->least, (double) range->most, (double) range->other };
  g_autoptr (RensaArray) inside = rensa_new_beside (numbers, numbers->dtype, &numbers->shape, error);
  g_autoptr (RensaArray) verdicts =
      inside != NULL ? rensa_new_beside (numbers, RENSA_FLOAT64, &numbers->shape, error) : NULL;
  RensaArray *const outputs[] = { inside, verdicts };

  /* float64 represents all valid memory indices exactly. */
  if (verdicts == NULL
      || (numbers->count > 0
          && !RENSA_RUN (numbers, map, RENSA_KERNEL_CONFINE, RENSA_FLOAT64, &numbers, outputs, params, error)))
    return FALSE;

  results[0] = g_steal_pointer (&inside);
  results[1] = g_steal_pointer (&verdicts);
  return TRUE;
}

RensaArray *
rensa_confine (RensaArray *numbers, const RensaLateCheck *check, GError **error)
{
  RensaLateCheck mine = *check;
  RensaArray *results[2] = { NULL, NULL };

  if (numbers == NULL || !judge_each (numbers, &check->range, results, error))
    return NULL;

  g_autoptr (RensaArray) inside = results[0];
  g_autoptr (RensaArray) verdicts = results[1];
  g_autoptr (RensaArray) verdict =
      rensa_reduce (RENSA_REDUCE_SUM, verdicts, (1u << rensa_array_get_ndim (verdicts)) - 1, FALSE, error);
  /* If the range is empty, there is no valid replacement. */
  const gboolean is_empty = check->range.most < check->range.least;

  mine.values = numbers;
  if (!rensa_late_check (verdict, &mine, error) || (is_empty && !rensa_late_checks_read (error)))
    return NULL;
  return rensa_array_ref (is_empty || rensa_late_check_is_due (numbers) ? numbers : inside);
}

gint64
rensa_find_outside (RensaArray *numbers, const RensaRange *range, double *number, GError **error)
{
  g_autoptr (RensaArray) flat = rensa_array_reshape (numbers, &RENSA_SHAPE (-1), error);
  RensaArray *results[2] = { NULL, NULL };

  if (flat == NULL || !judge_each (flat, range, results, error))
    return -1;

  g_autoptr (RensaArray) inside G_GNUC_UNUSED = results[0];
  g_autoptr (RensaArray) verdicts = results[1];
  /* The first NaN counts as the maximum. */
  g_autoptr (RensaArray) place = rensa_reduce (RENSA_REDUCE_ARGMAX, verdicts, 1, FALSE, error);
  g_autoptr (RensaArray) found =
      place != NULL ? rensa_array_view_range (flat, 0, (gint64) rensa_array_get_scalar (place), 1) : NULL;

  if (found == NULL)
    return -1;

  *number = rensa_array_get_scalar (found);
  return (gint64) rensa_array_get_scalar (place);
}

void
rensa_explain_outside (const RensaLateCheck *check, GError **error)
{
  double number;

  if (rensa_find_outside (check->values, &check->range, &number, error) >= 0)
    rensa_refuse_index (check->name, check->range.least, check->range.most, (gint64) number, error);
}
