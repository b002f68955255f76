/* cuda-softmax.c: softmax along one axis.
 * SPDX-License-Identifier: MIT */

#include "cuda-private.h"

#include "k.h"
#include "rensa-backends-kernels.h"

/* kernel: softmax_term (x, most) -> term */
KERNEL real
softmax_term (real x, real most)
{
  return k_exp (x - most);
}
/* end kernel */

/* kernel: softmax_share (term, total) -> y */
KERNEL real
softmax_share (real term, real total)
{
  return term / total;
}
/* end kernel */

/* kernel: log_softmax_share (x, most, total) -> y */
KERNEL real
log_softmax_share (real x, real most, real total)
{
  return x - (most + k_log (total));
}
/* end kernel */

/* The terms stand in @y before the result. */
gboolean
rensa_cuda_softmax (RensaArray *x, int axis, gboolean log, RensaArray *y, GError **error)
{
  const guint mask = 1u << axis;
  const RensaShape shape = rensa_shape_reduce (&x->shape, mask, TRUE);
  g_autoptr (RensaArray) most = rensa_new_beside (x, x->dtype, &shape, error);
  g_autoptr (RensaArray) total = most != NULL ? rensa_new_beside (x, x->dtype, &shape, error) : NULL;

  if (total == NULL || !rensa_cuda_reduce (RENSA_REDUCE_MAX, x, mask, most, error)
      || !rensa_cuda_map (RENSA_KERNEL_SOFTMAX_TERM, y->dtype, (RensaArray *[]){ x, most }, &y, NULL, error)
      || !rensa_cuda_reduce (RENSA_REDUCE_SUM, y, mask, total, error))
    return FALSE;

  return log ? rensa_cuda_map (RENSA_KERNEL_LOG_SOFTMAX_SHARE, y->dtype, (RensaArray *[]){ x, most, total }, &y, NULL,
                               error)
             : rensa_cuda_map (RENSA_KERNEL_SOFTMAX_SHARE, y->dtype, (RensaArray *[]){ y, total }, &y, NULL, error);
}
