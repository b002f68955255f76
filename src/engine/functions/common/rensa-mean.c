/* rensa-mean.c: means over selected elements.
 * SPDX-License-Identifier: MIT */

#include "rensa-mean-private.h"

#include "k.h"
#include "rensa-functions-kernels.h"

/* kernel: over_at_least_one (total, divisor) -> y */
KERNEL real
over_at_least_one (real total, real divisor)
{
  return total / k_max (divisor, 1);
}
/* end kernel */

RensaArray *
rensa_array_widen (RensaArray *array, GError **error)
{
  return array != NULL
             ? rensa_array_cast (array, rensa_dtype_promote (RENSA_FLOAT32, rensa_array_get_dtype (array)), error)
             : NULL;
}

RensaArray *
rensa_sum_all (RensaArray *array, GError **error)
{
  return array != NULL ? rensa_reduce (RENSA_REDUCE_SUM, array, (1u << rensa_array_get_ndim (array)) - 1, FALSE, error)
                       : NULL;
}

RensaArray *
rensa_sum_over (RensaArray *array, RensaArray *divisor, RensaDtype dtype, GError **error)
{
  g_autoptr (RensaArray) total = rensa_sum_all (array, error);
  g_autoptr (RensaArray) y = rensa_map2 (RENSA_KERNEL_OVER_AT_LEAST_ONE, total, divisor, NULL, error);

  return y != NULL ? rensa_array_cast (y, dtype, error) : NULL;
}
