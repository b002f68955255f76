/* rensa-trained-apart.c: checks that a model processes each example of a batch independently.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-primitives.h"
#include "rensa-trained-private.h"

/* Maximum difference caused by another summation order, relative for answers above 1. */
#define NEARLY 1e-3
/* Number of examples processed both together and one by one. */
#define N_TOGETHER 16

/* Returns the answers to @n examples from @first on, as numbers; NULL with an error. */
static double *
ask (const RensaTrained *trained, guint n_inputs, gint64 first, gint64 n, gint64 *count, GError **error)
{
  g_autoptr (RensaArray) y = rensa_trained_ask (trained, n_inputs, first, n, error);
  g_autoptr (RensaArray) wide = y != NULL ? rensa_array_cast (y, RENSA_FLOAT64, error) : NULL;
  g_autofree double *values = NULL;

  if (wide == NULL)
    return NULL;
  *count = rensa_array_get_count (wide);
  values = g_new (double, MAX (*count, 1));
  return rensa_array_to_host (wide, values, error) ? g_steal_pointer (&values) : NULL;
}

static gboolean
are_near (const double *found, const double *expected, gint64 n)
{
  for (gint64 i = 0; i < n; i++)
    if (found[i] != expected[i] && !(isnan (found[i]) && isnan (expected[i]))
        && !(fabs (found[i] - expected[i]) <= NEARLY * (1 + fabs (expected[i]))))
      return FALSE;
  return TRUE;
}

gboolean
rensa_trained_expect_apart (const RensaTrained *trained, guint n_inputs, GError **error)
{
  g_autoptr (RensaDataset) examples = rensa_trained_find_examples (trained);
  const gint64 n = MIN (rensa_dataset_get_length (examples), N_TOGETHER);
  gint64 count = 0;
  g_autofree double *together = ask (trained, n_inputs, 0, n, &count, error);

  for (gint64 i = 0; together != NULL && i < n; i++)
    {
      gint64 count_alone = 0;
      g_autofree double *alone = ask (trained, n_inputs, i, 1, &count_alone, error);

      if (alone == NULL)
        return FALSE;
      if (count == n * count_alone && are_near (together + i * count_alone, alone, count_alone))
        continue;
      rensa_set_words (
          error, RENSA_ERROR_INVALID,
          N_ ("The exported model would process one example at a time, but the prediction for example %lld changes "
              "when other examples are in the batch"),
          (long long) i);
      return FALSE;
    }
  return together != NULL;
}
