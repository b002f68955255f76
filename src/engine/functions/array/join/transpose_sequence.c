/* transpose_sequence.c: transposition of sequences to steps and back.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-functions.h"
#include "rensa-memory.h"
#include "rensa-parts-private.h"
#include "rensa-primitives.h"

static const RensaSample samples[] = {
  { "", "[1, 2, 3]; [4, 5, 6]; [7]", "[1, 4, 7]; [2, 5]; [3, 6]" },
  { "", "[[1, 2], [3, 4]]; [[5, 6]]", "[[1, 2], [5, 6]]; [[3, 4]]" },
  { "", "[[1, 2], [3, 4], [5, 6]]; [[7, 8], [9, 10], [11, 12]]",
    "[[1, 2], [7, 8]]; [[3, 4], [9, 10]]; [[5, 6], [11, 12]]" },
};

/* Checks that no sequence is longer than the one before it. */
static gboolean
expect_falling_lengths (RensaInference *inference, GError **error)
{
  for (int i = 1; i < rensa_inference_get_n_inputs (inference); i++)
    {
      const gint64 before = rensa_inference_get_input (inference, i - 1)->shape.dims[0];
      const gint64 length = rensa_inference_get_input (inference, i)->shape.dims[0];
      g_autofree char *expect = NULL;

      if (length <= before)
        continue;
      expect = g_strdup_printf ("xs[%d].shape[0] >= xs[%d].shape[0]", i - 1, i);
      return rensa_inference_fail_text (inference, error, expect, "%" G_GINT64_FORMAT " < %" G_GINT64_FORMAT, before,
                                        length);
    }

  return TRUE;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaJoining one_after_another = { .axis = 0 };
  const RensaType *xs;
  RensaType y;
  gint64 n_long = rensa_inference_get_n_inputs (inference);

  if (!rensa_expect_any_input (inference, error))
    return FALSE;
  xs = rensa_inference_get_input (inference, 0);
  if (!RENSA_EXPECT (inference, xs->shape.ndim, >, 0, error)
      || !RENSA_EXPECT (inference, xs->shape.dims[0], >, 0, error)
      || !RENSA_EXPECT (inference, xs->shape.dims[0], <=, RENSA_MAX_PARTS, error)
      || !rensa_infer_joined (inference, &one_after_another, error) || !expect_falling_lengths (inference, error))
    return FALSE;

  y = *xs;
  for (int t = 0; t < xs->shape.dims[0]; t++)
    {
      while (rensa_inference_get_input (inference, (int) n_long - 1)->shape.dims[0] <= t)
        n_long--;
      y.shape.dims[0] = n_long;
      rensa_inference_set_output (inference, t, &y);
    }
  return TRUE;
}

/* Returns, for each row of the joined steps, its row number in the joined sequences. */
static RensaArray *
number_rows (RensaCall *call, RensaArray *const *xs, gint64 n_rows, GError **error)
{
  const int n = rensa_call_get_n_inputs (call);
  g_autofree gint64 *starts = g_new (gint64, n);
  g_autofree gint64 *rows = rensa_memory_try_new (gint64, (guint64) n_rows, "transpose_sequence", error);
  gint64 row = 0;

  if (rows == NULL)
    return NULL;
  for (int i = 0; i < n; i++)
    starts[i] = i > 0 ? starts[i - 1] + rensa_array_get_dim (xs[i - 1], 0) : 0;
  for (int t = 0; t < rensa_call_get_n_outputs (call); t++)
    for (gint64 i = 0; i < rensa_call_get_output_type (call, t)->shape.dims[0]; i++)
      rows[row++] = starts[i] + t;

  return rensa_array_new_from_host (RENSA_INT64, &RENSA_SHAPE (n_rows), rows, error);
}

/* Reorders joined sequences of equal length into step order. */
static RensaArray *
turn_rows (RensaArray *joined, gint64 n, GError **error)
{
  RensaShape shape = *rensa_array_get_shape (joined);
  int axes[RENSA_MAX_NDIM] = { 1, 0 };

  memmove (shape.dims + 2, shape.dims + 1, (shape.ndim - 1) * sizeof *shape.dims);
  shape.dims[1] = shape.dims[0] / n;
  shape.dims[0] = n;
  shape.ndim++;
  for (int axis = 2; axis < shape.ndim; axis++)
    axes[axis] = axis;

  g_autoptr (RensaArray) sequences = rensa_array_reshape (joined, &shape, error);
  g_autoptr (RensaArray) turned = sequences != NULL ? rensa_array_view_transpose (sequences, axes) : NULL;
  g_autoptr (RensaArray) steps = turned != NULL ? rensa_array_contiguous (turned, error) : NULL;

  return steps != NULL ? rensa_array_reshape (steps, rensa_array_get_shape (joined), error) : NULL;
}

/* Returns the rows of all sequences in step order. */
static RensaArray *
order_rows (RensaCall *call, RensaArray *const *xs, GError **error)
{
  const int n = rensa_call_get_n_inputs (call);
  const RensaJoining one_after_another = { .axis = 0 };
  g_autoptr (RensaArray) joined = rensa_join_arrays (xs, n, &one_after_another, error);
  g_autoptr (RensaArray) rows = NULL;

  if (joined == NULL)
    return NULL;
  if (rensa_array_get_dim (xs[n - 1], 0) == rensa_array_get_dim (xs[0], 0)
      && rensa_array_get_ndim (joined) < RENSA_MAX_NDIM)
    return turn_rows (joined, n, error);
  rows = number_rows (call, xs, rensa_array_get_dim (joined, 0), error);
  return rensa_take_rows (joined, rows, G_MININT64, FALSE, error);
}

/* The outputs (steps) are views of one array. */
static gboolean
forward (RensaCall *call, GError **error)
{
  const int n = rensa_call_get_n_inputs (call);
  g_autofree RensaArray **xs = g_new (RensaArray *, n);
  g_autoptr (RensaArray) steps = NULL;
  gint64 start = 0;

  for (int i = 0; i < n; i++)
    xs[i] = rensa_call_get_input (call, i);

  steps = order_rows (call, xs, error);
  for (int t = 0; steps != NULL && t < rensa_call_get_n_outputs (call); t++)
    {
      const gint64 length = rensa_call_get_output_type (call, t)->shape.dims[0];

      rensa_call_take_output (call, t, rensa_array_view_range (steps, 0, start, length));
      start += length;
    }

  return rensa_call_succeeded (call);
}

/* Steps become sequences in the same way, except that empty sequences are not restored. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  const int n_steps = rensa_backward_get_n_outputs (backward);
  const int n = (int) rensa_backward_get_output_type (backward, 0).shape.dims[0];
  g_autofree RensaVariable **steps = g_new (RensaVariable *, n_steps);
  g_autofree RensaVariable **grads = g_new0 (RensaVariable *, n);

  for (int t = 0; t < n_steps; t++)
    steps[t] = rensa_backward_get_grad_output_or_zeros (backward, t, error);

  if (rensa_transpose_sequence (steps, n_steps, grads, n, error) != n)
    return FALSE;

  for (int i = 0; i < n; i++)
    rensa_backward_take_grad_input (backward, i, grads[i]);
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_transpose_sequence_class = {
  .name = "transpose_sequence",
  .group = &rensa_array_group,
  .title = N_ ("Transpose Sequences"),
  .summary = N_ ("Converts sequences, longest first, to one batch per time step, or back"),
  .formula = "yₜ[i] = xᵢ[t]",
  .label = "TransposeSequence",
  .inputs = RENSA_INPUTS ("xs*:sequence"),
  .n_outputs = 0,
  .outputs = RENSA_OUTPUTS ("ys*"),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.transpose_sequence({xs})" },
               { "onnx", "each (t, range (0, count (outs)), Concat (each (x, slice (xs, 0, dim (at (outs, t), 0)), "
                         "Slice (x, [t], [t + 1], [0])), axis=0))" }),
};

/**
 * rensa_transpose_sequence:
 * @xs: @n variables of one dtype, whose shapes differ only along the first axis, none longer than
 *   the one before it
 * @outputs: receives one variable per element of the first sequence, owned by the caller
 * @max_outputs: capacity of @outputs
 *
 * Output t holds element t of all sequences that have one. Applying it twice restores the
 * sequences. Returns the number of outputs; -1 with an error, RENSA_ERROR_TYPE_CHECK if the
 * sequences do not fit together, are not sorted, or the first one is empty.
 */
RENSA_API int
rensa_transpose_sequence (RensaVariable *const *xs, int n, RensaVariable **outputs, int max_outputs, GError **error)
{
  for (int i = 0; i < n; i++)
    if (xs[i] == NULL)
      return -1;

  return rensa_function_apply (&rensa_transpose_sequence_class, NULL, xs, n, outputs, max_outputs, error);
}
