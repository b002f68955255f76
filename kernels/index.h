/* index.h: iteration over the indices of an index kernel's outputs. Part of loops.h.
 * SPDX-License-Identifier: MIT */

#pragma once

/* Computes the index of C-ordered element @n. */
static inline __attribute__ ((unused)) void
k_first_index (k_index *at, k_index n, int ndim, const k_index *shape)
{
  for (int axis = ndim - 1; axis >= 0; axis--)
    {
      at[axis] = n % shape[axis];
      n /= shape[axis];
    }
}

static inline __attribute__ ((unused)) void
k_next_index (k_index *at, int ndim, const k_index *shape)
{
  for (int axis = ndim - 1; axis >= 0; axis--)
    {
      if (++at[axis] < shape[axis])
        return;
      at[axis] = 0;
    }
}
