/* rensa-bleu.c: similarity of translations to their references.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "rensa-decode.h"

#define LONGEST 4

/* Counts the occurrences of each n-gram of @tokens: GBytes to counts. */
static GHashTable *
count_grams (const GArray *tokens, guint n)
{
  GHashTable *counts = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);

  for (guint i = 0; i + n <= tokens->len; i++)
    {
      GBytes *gram = g_bytes_new (&g_array_index (tokens, gint32, i), n * sizeof (gint32));
      const guint count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, gram));

      g_hash_table_replace (counts, gram, GUINT_TO_POINTER (count + 1));
    }
  return counts;
}

/* Counts the n-grams of @candidate that are also in @reference, each at most as often as there. */
static guint
count_common (const GArray *candidate, const GArray *reference, guint n)
{
  g_autoptr (GHashTable) own = count_grams (candidate, n);
  g_autoptr (GHashTable) wanted = count_grams (reference, n);
  GHashTableIter iter;
  gpointer gram;
  gpointer count;
  guint n_common = 0;

  g_hash_table_iter_init (&iter, own);
  while (g_hash_table_iter_next (&iter, &gram, &count))
    n_common += MIN (GPOINTER_TO_UINT (count), GPOINTER_TO_UINT (g_hash_table_lookup (wanted, gram)));
  return n_common;
}

static double
sum_lengths (const GPtrArray *sequences)
{
  double sum = 0;

  for (guint i = 0; i < sequences->len; i++)
    sum += ((const GArray *) sequences->pdata[i])->len;
  return sum;
}

double
rensa_bleu (const GPtrArray *candidates, const GPtrArray *references)
{
  const double length = sum_lengths (candidates);
  const double wanted = sum_lengths (references);
  double sum = 0;
  int n_means = 0;

  for (guint n = 1; n <= LONGEST; n++)
    {
      double n_grams = 0;
      double n_common = 0;

      for (guint i = 0; i < candidates->len; i++)
        {
          const GArray *candidate = candidates->pdata[i];

          n_grams += candidate->len >= n ? candidate->len - n + 1 : 0;
          n_common += count_common (candidate, references->pdata[i], n);
        }
      if (n_grams == 0)
        continue;
      sum += log (n_common / n_grams);
      n_means++;
    }
  if (n_means == 0)
    return 0;
  return exp (sum / n_means) * (length < wanted ? exp (1 - wanted / length) : 1);
}
