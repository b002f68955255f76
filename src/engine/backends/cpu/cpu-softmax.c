/* cpu-softmax.c: softmax along one axis.
 * SPDX-License-Identifier: MIT */

#include "cpu-softmax-loops.h"
#include "cpu-walk.h"

typedef struct
{
  RensaSoftmaxLoop loop;
  gint64 n;
  gint64 x_stride;
  gint64 y_stride;
  gboolean log;
} Softmax;

/* Approximate cost of exp () and the two passes for one element. */
#define COST 15

static void
run_rows (gint64 n, char *const *data, const gint64 *strides, gpointer closure)
{
  const Softmax *softmax = closure;

  softmax->loop (n, softmax->n, data[0], (gint64[]){ strides[0], softmax->x_stride }, data[1],
                 (gint64[]){ strides[1], softmax->y_stride }, softmax->log);
}

gboolean
rensa_cpu_softmax (RensaArray *x, int axis, gboolean log, RensaArray *y, GError **error)
{
  const RensaCpuSoftmaxLoops *loops = RENSA_CPU_LOOPS (rensa_cpu_softmax_loops);
  Softmax softmax = {
    .loop = x->dtype == RENSA_FLOAT32 ? loops->softmax_float : loops->softmax_double,
    .n = x->shape.dims[axis],
    .x_stride = x->strides[axis],
    .y_stride = y->strides[axis],
    .log = log,
  };
  RensaWalk rows;

  rensa_walk_start (&rows, 2);
  for (int other = 0; other < x->shape.ndim; other++)
    if (other != axis)
      rensa_walk_add_axis (&rows, x->shape.dims[other], (gint64[]){ x->strides[other], y->strides[other] }, TRUE);
  rensa_walk_finish (&rows);
  rows.data[0] = x->data;
  rows.data[1] = y->data;

  rensa_walk_all_in (&rows, MAX (1, RENSA_CPU_CHUNK / softmax.n), (double) softmax.n * COST, run_rows, &softmax);
  return TRUE;
}
