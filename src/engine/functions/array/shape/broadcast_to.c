/* broadcast_to.c: broadcasting to a shape.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"

typedef struct
{
  RensaInts shape;
} BroadcastTo;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (BroadcastTo, shape, .required = TRUE, .initial_text = "(-1, 10)", .title = N_ ("Shape"),
                   .hint = N_ ("Size of the result along each axis")),
};

static const RensaSample samples[] = {
  { "shape=(2, 3)", "[1, 2, 3]", "[[1, 2, 3], [1, 2, 3]]" },
  { "shape=(2, 2)", "[[4], [5]]", "[[4, 4], [5, 5]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const BroadcastTo *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaShape shape = rensa_ints_to_shape (&self->shape);

  if (x->shape.ndim > shape.ndim)
    return rensa_inference_fail_text (inference, error, "x.ndim <= len(shape)", "%d > %d", x->shape.ndim, shape.ndim);
  if (!rensa_shape_broadcasts_to (&x->shape, &shape))
    {
      g_autofree char *from = rensa_shape_to_string (&x->shape);
      g_autofree char *to = rensa_shape_to_string (&shape);

      return rensa_inference_fail_text (inference, error, "x.shape broadcasts to shape", "%s to %s", from, to);
    }
  if (!rensa_shape_check (&shape, x->dtype, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x->dtype, &shape);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaShape *shape = &rensa_call_get_output_type (call, 0)->shape;

  rensa_call_take_output (call, 0, rensa_array_view_broadcast (rensa_call_get_input (call, 0), shape));
  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);

  rensa_backward_take_grad_input (backward, 0,
                                  rensa_sum_to (rensa_backward_get_grad_output (backward, 0), &x.shape, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_broadcast_to_class = {
  .name = "broadcast_to",
  .group = &rensa_array_group,
  .title = N_ ("Broadcast"),
  .summary = N_ ("Repeats an array along axes of size 1 and new leading axes"),
  .formula = "y[…, i, j] = x[i, 0]",
  .label = "BroadcastTo",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (BroadcastTo, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.broadcast_to({x}, {shape})" }, { "torch", "torch.broadcast_to({x}, {shape})" },
               { "onnx", "Expand (x, shape (out))" }),
};

/**
 * rensa_broadcast_to:
 *
 * Returns a view of @x broadcast to @shape by NumPy's rules; @x itself if it already has that
 * shape. RENSA_ERROR_TYPE_CHECK if the shape of @x does not broadcast to it.
 */
RENSA_API RensaVariable *
rensa_broadcast_to (RensaVariable *x, const RensaShape *shape, GError **error)
{
  if (rensa_variable_has_shape (x, shape))
    return rensa_variable_ref (x);

  const BroadcastTo self = { .shape = rensa_ints_from_shape (shape) };

  return rensa_apply1 (&rensa_broadcast_to_class, &self, x, error);
}
