/* sum_to.c: sum to a shape, the reverse of broadcasting.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"

typedef struct
{
  RensaInts shape;
} SumTo;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (SumTo, shape, .required = TRUE, .initial_text = "(-1, 10)", .title = N_ ("Shape"),
                   .hint = N_ ("Shape of the result; must broadcast to the shape of the input")),
};

static const RensaSample samples[] = {
  { "shape=(1, 3)", "[[1, 2, 3], [4, 5, 6]]", "[[5, 7, 9]]" },
  { "shape=(2, 1)", "[[1, 2, 3], [4, 5, 6]]", "[[6], [15]]" },
  { "shape=()", "[[1, 2, 3], [4, 5, 6]]", "21" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const SumTo *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaShape shape = rensa_ints_to_shape (&self->shape);

  if (!rensa_expect_floating (inference, 0, error))
    return FALSE;
  if (!rensa_shape_broadcasts_to (&shape, &x->shape))
    {
      g_autofree char *from = rensa_shape_to_string (&x->shape);
      g_autofree char *to = rensa_shape_to_string (&shape);

      return rensa_inference_fail_words (inference, error, N_ ("a shape that broadcasts to the shape of x"), "%s to %s",
                                         to, from);
    }

  rensa_inference_set_output_shape (inference, 0, x->dtype, &shape);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaShape *shape = &rensa_call_get_output_type (call, 0)->shape;

  rensa_call_take_output (call, 0, rensa_reduce_to (rensa_call_get_input (call, 0), shape, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_broadcast_to (gy, &x.shape, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_sum_to_class = {
  .name = "sum_to",
  .group = &rensa_math_group,
  .title = N_ ("Sum to Shape"),
  .summary = N_ ("Sums over broadcast axes to reduce an array to a given shape"),
  .formula = "y = Σ x",
  .label = "SumTo",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (SumTo, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.sum_to({x}, {shape})" }, { "torch", "{x}.sum_to_size({shape})" },
               { "onnx", "n = ndim (x) - count (shape); k = n == 0 ? x : ReduceSum (x, range (0, n), keepdims=0); "
                         "a = unlike (slice (shape (x), n, ndim (x)), shape (out)); "
                         "count (a) == 0 ? k : ReduceSum (k, a, keepdims=1)" }),
};

/**
 * rensa_sum_to:
 *
 * Sums over the axes along which an array of shape @shape would be broadcast to the shape of
 * @x; returns @x itself if it already has that shape. RENSA_ERROR_TYPE_CHECK if @shape does not
 *   broadcast.
 */
RENSA_API RensaVariable *
rensa_sum_to (RensaVariable *x, const RensaShape *shape, GError **error)
{
  if (rensa_variable_has_shape (x, shape))
    return rensa_variable_ref (x);

  const SumTo self = { .shape = rensa_ints_from_shape (shape) };

  return rensa_apply1 (&rensa_sum_to_class, &self, x, error);
}
