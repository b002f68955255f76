/* cpu-index.c: runs index kernels.
 * SPDX-License-Identifier: MIT */

#include "cpu-private.h"

static void
get_view (RensaArray *array, RensaKernelView *view)
{
  const gint64 size = (gint64) rensa_dtype_get_size (array->dtype);

  view->data = array->data;
  view->ndim = array->shape.ndim;
  for (int axis = 0; axis < view->ndim; axis++)
    {
      view->shape[axis] = array->shape.dims[axis];
      view->strides[axis] = array->strides[axis] / size;
    }
}

gboolean
rensa_cpu_index_map (const RensaKernel *kernel, RensaArray *const *inputs, RensaArray *const *outputs,
                     const double *params, GError **error)
{
  const RensaCpuLoops *loops = rensa_cpu_get_loops (kernel);
  const RensaIndexLoop loop = outputs[0]->dtype == RENSA_FLOAT32 ? loops->index_float : loops->index_double;
  const RensaShape *shape = &outputs[0]->shape;
  const gint64 count = outputs[0]->count;
  /* Index kernels are not vectorized. */
  const int n_threads = rensa_cpu_get_threads ((double) count * kernel->cost * 10);
  RensaKernelView views[RENSA_KERNEL_MAX_ARGS];
  gpointer results[RENSA_KERNEL_MAX_ARGS];

  for (int i = 0; i < kernel->n_inputs; i++)
    get_view (inputs[i], &views[i]);
  for (int i = 0; i < kernel->n_outputs; i++)
    results[i] = outputs[i]->data;

#pragma omp parallel num_threads(n_threads) if (n_threads > 1)
  {
    gint64 first, n;

    rensa_cpu_get_share (count, 64, &first, &n);
    loop (first, n, shape->ndim, shape->dims, views, results, params);
  }

  return TRUE;
}
