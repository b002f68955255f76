/* rensa-tape-run.c: computes a recorded operation on the host.
 * SPDX-License-Identifier: MIT */

#include "rensa-tape-private.h"

static gboolean
run_elementwise (const RensaBackend *host, const RensaTapeOp *op, RensaArray *const *x, RensaArray *const *y,
                 GError **error)
{
  switch (op->kind)
    {
    case RENSA_TAPE_FILL:
      return host->fill (y[0], op->value, error);
    case RENSA_TAPE_ASSIGN:
      return host->assign (y[0], x[0], error);
    case RENSA_TAPE_ACCUMULATE:
      return host->accumulate (y[0], x[0], error);
    case RENSA_TAPE_MAP:
      return host->map (op->kernel, op->dtype, x, y, op->params, error);
    case RENSA_TAPE_PROGRAM:
      return host->run_program (op->program, x, y, error);
    default:
      return host->index_map (op->kernel, x, y, op->params, error);
    }
}

static gboolean
run_rows (const RensaBackend *host, const RensaTapeOp *op, RensaArray *const *x, RensaArray *const *y, GError **error)
{
  switch (op->kind)
    {
    case RENSA_TAPE_REDUCE:
      return host->reduce (op->reduction, x[0], op->mask, y[0], error);
    case RENSA_TAPE_SCAN:
      return host->scan (op->scan, x[0], x[1], op->axis, y[0], error);
    case RENSA_TAPE_MATMUL:
      return host->matmul (x[0], x[1], op->transa, op->transb, x[2], op->accumulates, y[0], error);
    case RENSA_TAPE_TAKE_ROWS:
      return host->take_rows (x[0], op->axis, x[1], op->ignore, op->wraps, y[0], error);
    case RENSA_TAPE_SOFTMAX:
      return host->softmax (x[0], op->axis, op->is_log, y[0], error);
    default:
      return host->normalize_rows (x[0], x[1], x[2], op->value, op->is_centred, y[0], y[1], y[2], error);
    }
}

static gboolean
run_windows (const RensaBackend *host, const RensaTapeOp *op, RensaArray *const *x, RensaArray *const *y,
             GError **error)
{
  switch (op->kind)
    {
    case RENSA_TAPE_CONVOLVE:
      return host->convolve (x[0], x[1], x[2], &op->window, y[0], error);
    case RENSA_TAPE_CONVOLVE_BACKWARD_X:
      return host->convolve_backward_x (x[0], x[1], &op->window, y[0], error);
    case RENSA_TAPE_POOL_MAX:
      return host->pool_max (x[0], &op->window, y[0], y[1], error);
    default:
      return host->pool_sum (x[0], &op->window, op->value, y[0], error);
    }
}

gboolean
rensa_tape_op_run (const RensaTapeOp *op, RensaArray *const *inputs, RensaArray *const *outputs, GError **error)
{
  const RensaBackend *host = rensa_device_get_host ()->klass->backend;

  if (op->kind <= RENSA_TAPE_INDEX_MAP)
    return run_elementwise (host, op, inputs, outputs, error);
  if (op->kind >= RENSA_TAPE_CONVOLVE && op->kind <= RENSA_TAPE_POOL_SUM)
    return run_windows (host, op, inputs, outputs, error);
  return run_rows (host, op, inputs, outputs, error);
}
