/* pad_sequence.c: sequences of different lengths padded into one array.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-parts-private.h"
#include "rensa-primitives.h"

typedef struct
{
  gint64 length;
  double padding;
} PadSequence;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (PadSequence, length, .allow_none = TRUE, .none = TRUE, .min = 0, .max = G_MAXINT32,
                  .title = N_ ("Length"), .hint = N_ ("Length of the result; None uses the longest sequence")),
  RENSA_ATTR_FLOAT (PadSequence, padding, .initial = 0, .title = N_ ("Padding"),
                    .hint = N_ ("Value used to pad shorter sequences")),
};

static const RensaSample samples[] = {
  { "", "[1, 2, 3]; [4]; [5, 6]", "[[1, 2, 3], [4, 0, 0], [5, 6, 0]]" },
  { "length=3, padding=-1", "[[1, 2]]; [[3, 4], [5, 6]]",
    "[[[1, 2], [-1, -1], [-1, -1]], [[3, 4], [5, 6], [-1, -1]]]" },
};

static gint64
find_longest (RensaInference *inference)
{
  gint64 longest = 0;

  for (int i = 0; i < rensa_inference_get_n_inputs (inference); i++)
    longest = MAX (longest, rensa_inference_get_input (inference, i)->shape.dims[0]);

  return longest;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const PadSequence *self = rensa_inference_get_attrs (inference);
  const RensaJoining one_after_another = { .axis = 0 };
  const RensaType *xs;
  RensaShape shape;
  gint64 length;

  if (!rensa_expect_any_input (inference, error))
    return FALSE;
  xs = rensa_inference_get_input (inference, 0);
  if (!RENSA_EXPECT (inference, xs->shape.ndim, >, 0, error)
      || !RENSA_EXPECT (inference, xs->shape.ndim, <, RENSA_MAX_NDIM, error)
      || !rensa_infer_joined (inference, &one_after_another, error))
    return FALSE;

  length = self->length;
  if (length == RENSA_INT_NONE)
    length = find_longest (inference);
  else if (!RENSA_EXPECT (inference, length, >=, find_longest (inference), error))
    return FALSE;

  shape = (RensaShape){ .ndim = 2, .dims = { rensa_inference_get_n_inputs (inference), length } };
  for (int i = 1; i < xs->shape.ndim; i++)
    shape.dims[shape.ndim++] = xs->shape.dims[i];
  rensa_inference_set_output_shape (inference, 0, xs->dtype, &shape);
  return TRUE;
}

/* Stores sequence @i, followed by the padding. */
static gboolean
put_sequence (RensaArray *y, int i, RensaArray *x, double padding, GError **error)
{
  const gint64 n = rensa_array_get_dim (x, 0);
  g_autoptr (RensaArray) kept = rensa_array_view_range (y, 0, i, 1);
  g_autoptr (RensaArray) row = rensa_array_view_squeeze (kept, 1);
  g_autoptr (RensaArray) head = rensa_array_view_range (row, 0, 0, n);
  g_autoptr (RensaArray) tail = rensa_array_view_range (row, 0, n, rensa_array_get_dim (row, 0) - n);

  return rensa_array_assign (head, x, error) && rensa_array_fill (tail, padding, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const PadSequence *self = rensa_call_get_attrs (call);
  const RensaType *type = rensa_call_get_output_type (call, 0);
  g_autoptr (RensaArray) y = rensa_array_new (type->dtype, &type->shape, error);

  for (int i = 0; y != NULL && i < rensa_call_get_n_inputs (call); i++)
    if (!put_sequence (y, i, rensa_call_get_input (call, i), self->padding, error))
      return FALSE;

  rensa_call_take_output (call, 0, g_steal_pointer (&y));
  return rensa_call_succeeded (call);
}

/* A single function splits the sequences, so that the gradient of each is no larger than the sequence. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  const int n = rensa_backward_get_n_inputs (backward);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  g_autofree RensaVariable **rows = g_new0 (RensaVariable *, n);
  const gboolean done = rensa_separate (gy, 0, rows, n, error) == n;

  for (int i = 0; i < n; i++)
    {
      const gint64 length = rensa_backward_get_input_type (backward, i).shape.dims[0];
      const RensaIndex head = { .n = 1, .slices = { { RENSA_SLICE_RANGE, 0, length, 1 } } };

      rensa_backward_take_grad_input (backward, i, done ? rensa_get_item (rows[i], &head, error) : NULL);
      g_clear_pointer (&rows[i], rensa_variable_unref);
    }

  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_pad_sequence_class = {
  .name = "pad_sequence",
  .group = &rensa_array_group,
  .title = N_ ("Pad Sequences"),
  .summary = N_ ("Combines sequences of different lengths into one padded array"),
  .formula = "y[i, t] = xᵢ[t] where t < len(xᵢ), else padding",
  .label = "PadSequence",
  .inputs = RENSA_INPUTS ("xs*:sequence"),
  .n_outputs = 1,
  RENSA_ATTRS (PadSequence, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.pad_sequence({xs}, length={length}, padding={padding})" },
               { "torch", "torch.nn.utils.rnn.pad_sequence({xs}, batch_first=True, padding_value={padding})" },
               { "onnx", "Concat (each (x, xs, Unsqueeze (Pad (x, [spread (0, ndim (x)), dim (out, 1) - dim (x, 0), "
                         "spread (0, ndim (x) - 1)], padding), [0])), axis=0)" }),
};

/**
 * rensa_pad_sequence:
 * @xs: @n variables of one dtype, whose shapes differ only along the first axis
 * @length: extent of the result along its second axis, or %RENSA_INT_NONE for the longest length in
 *   @xs
 * @padding: value of the padding
 *
 * Returns an array of shape (n, length, …) with one sequence per row. RENSA_ERROR_TYPE_CHECK if the
 * sequences do not fit together, one is longer than @length, or @n is 0.
 */
RENSA_API RensaVariable *
rensa_pad_sequence (RensaVariable *const *xs, int n, gint64 length, double padding, GError **error)
{
  const PadSequence self = { .length = length, .padding = padding };

  return rensa_apply_list (&rensa_pad_sequence_class, &self, xs, n, error);
}
