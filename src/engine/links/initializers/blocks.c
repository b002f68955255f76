/* blocks.c: several weight matrices stacked vertically.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault.h"
#include "rensa-initializers.h"

typedef struct
{
  gint64 n;
  RensaAttrs *init;
} Blocks;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Blocks, n, .initial = 1, .min = 1, .max = G_MAXINT, .title = N_ ("Blocks"),
                  .hint = N_ ("Number of blocks, each with the same number of rows")),
  RENSA_ATTR_INITIALIZER (Blocks, init, "LeCunNormal", N_ ("Initial Weights")),
};

static gboolean
fill (gconstpointer values, RensaArray *array, RensaRandom *random, GError **error)
{
  const Blocks *self = values;
  const gint64 n_rows = rensa_array_get_ndim (array) > 0 ? rensa_array_get_dim (array, 0) : 1;

  if (rensa_array_get_count (array) == 0)
    return TRUE;
  if (rensa_array_get_ndim (array) == 0 || n_rows % self->n != 0)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("the number of rows (%lld) is not a multiple of the number of blocks (%lld)"),
                       (long long) n_rows, (long long) self->n);
      return FALSE;
    }
  for (gint64 i = 0; i < self->n; i++)
    {
      g_autoptr (RensaArray) block = rensa_array_view_range (array, 0, i * (n_rows / self->n), n_rows / self->n);

      if (!rensa_initializer_fill_part (self->init, "LeCunNormal", block, random, error))
        return FALSE;
    }
  return TRUE;
}

const RensaInitializerClass rensa_blocks_class = {
  .name = "Blocks",
  .title = N_ ("Blocks"),
  .summary = N_ ("Initializes equal blocks of rows separately, for weights that combine several"),
  .words = N_ ("gates;stacked;lstm"),
  .formula = "W = [W₁; …; Wₙ], Wₖ ~ init",
  RENSA_ATTRS (Blocks, attrs),
  .fill = fill,
};
