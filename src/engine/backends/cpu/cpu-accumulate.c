/* cpu-accumulate.c: in-place addition.
 * SPDX-License-Identifier: MIT */

#include "cpu-walk.h"

#include "k.h"
#include "rensa-backends-kernels.h"

/* kernel: accumulate (x, y) -> sum */
KERNEL real
accumulate (real x, real y)
{
  return x + y;
}
/* end kernel */

static void
add_integers (gint64 n, char *const *data, const gint64 *strides, gpointer closure)
{
  /* Unsigned, so that overflow wraps as in NumPy. */
  for (gint64 i = 0; i < n; i++)
    *(guint64 *) (data[1] + i * strides[1]) += *(const guint64 *) (data[0] + i * strides[0]);
}

gboolean
rensa_cpu_accumulate (RensaArray *target, RensaArray *source, GError **error)
{
  if (target->dtype == RENSA_INT64)
    {
      RensaWalk walk;

      rensa_walk_init (&walk, &target->shape, (RensaArray *[]){ source, target }, 2);
      rensa_walk_all (&walk, 1, add_integers, NULL);
      return TRUE;
    }

  return rensa_cpu_map (RENSA_KERNEL_ACCUMULATE, target->dtype, (RensaArray *[]){ target, source }, &target, NULL,
                        error);
}
