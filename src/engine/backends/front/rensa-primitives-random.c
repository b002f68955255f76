/* rensa-primitives-random.c: random fills.
 * SPDX-License-Identifier: MIT */

#include "rensa-primitives-private.h"

typedef gboolean (*FillEntry) (RensaArray *array, RensaRandom random, double a, double b, GError **error);

/* Numbers are assigned to elements in C order, so other arrays are filled through a C-ordered one. */
static gboolean
fill (FillEntry entry, RensaArray *array, RensaRandom random, double a, double b, GError **error)
{
  const RensaDtype dtype = array->dtype == RENSA_FLOAT64 ? RENSA_FLOAT64 : RENSA_FLOAT32;

  if (array->count == 0 || rensa_is_virtual (array))
    return TRUE;
  if (array->dtype == dtype && rensa_array_is_c_contiguous (array))
    return entry (array, random, a, b, error);

  g_autoptr (RensaArray) filled = rensa_new_beside (array, dtype, &array->shape, error);
  return filled != NULL && entry (filled, random, a, b, error) && rensa_array_assign (array, filled, error);
}

gboolean
rensa_fill_uniform (RensaArray *array, RensaRandom *random, double low, double high, GError **error)
{
  if (array == NULL || !rensa_require_floating ("fill_uniform", array, error))
    return FALSE;

  const guint64 n_words = (guint64) array->count * (array->dtype == RENSA_FLOAT64 ? 2 : 1);
  return fill (RENSA_ENTRY (array, fill_uniform), array, rensa_random_take (random, n_words), low, high, error);
}

gboolean
rensa_fill_normal (RensaArray *array, RensaRandom *random, double loc, double scale, GError **error)
{
  if (array == NULL || !rensa_require_floating ("fill_normal", array, error))
    return FALSE;

  return fill (RENSA_ENTRY (array, fill_normal), array, rensa_random_take (random, 2 * (guint64) array->count), loc,
               scale, error);
}

gboolean
rensa_fill_bernoulli (RensaArray *array, RensaRandom *random, double keep, double value, GError **error)
{
  if (array == NULL)
    return FALSE;

  return fill (RENSA_ENTRY (array, fill_bernoulli), array, rensa_random_take (random, (guint64) array->count), keep,
               value, error);
}
