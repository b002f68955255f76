/* rensa-repetition.c: repetition of blocks of elements.
 * SPDX-License-Identifier: MIT */

#include "rensa-repetition-private.h"

#include "rensa-functions.h"
#include "rensa-primitives.h"

RensaArray *
rensa_repeat_blocks (RensaArray *x, gint64 n_blocks, gint64 length, gint64 times, GError **error)
{
  const RensaShape repeated = RENSA_SHAPE (n_blocks, times, length);
  g_autoptr (RensaArray) blocks = rensa_array_reshape (x, &RENSA_SHAPE (n_blocks, 1, length), error);
  g_autoptr (RensaArray) y = NULL;

  if (blocks == NULL)
    return NULL;

  y = rensa_array_new (rensa_array_get_dtype (x), &repeated, error);
  return rensa_array_assign (y, blocks, error) ? g_steal_pointer (&y) : NULL;
}

RensaVariable *
rensa_sum_blocks (RensaVariable *gy, gint64 n_blocks, gint64 length, gint64 times, GError **error)
{
  const RensaInts copies = { .n = RENSA_INTS_SCALAR, .values = { 1 } };
  g_autoptr (RensaVariable) blocks = rensa_reshape (gy, &RENSA_SHAPE (n_blocks, times, length), error);

  return rensa_sum (blocks, &copies, FALSE, error);
}

gint64
rensa_shape_count_axes (const RensaShape *shape, int first, int last)
{
  gint64 count = 1;

  for (int i = first; i < last; i++)
    count *= shape->dims[i];

  return count;
}
