/* cast.c: another dtype.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-primitives.h"

typedef struct
{
  RensaDtype typ;
} Cast;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_DTYPE (Cast, typ, .required = TRUE, .title = N_ ("Data Type"), .hint = N_ ("Data type of the result")),
};

static const RensaSample samples[] = {
  { "typ=float16", "[1, 2049, 65504]", "[1, 2048, 65504]" },
  { "typ=float32", "[[16777217]]", "[[16777216]]" },
  { "typ=float64", "[0.5, -2]", "[0.5, -2]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Cast *self = rensa_inference_get_attrs (inference);

  rensa_inference_set_output_shape (inference, 0, self->typ, &rensa_inference_get_input (inference, 0)->shape);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Cast *self = rensa_call_get_attrs (call);

  rensa_call_take_output (call, 0, rensa_array_cast (rensa_call_get_input (call, 0), self->typ, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);

  rensa_backward_take_grad_input (backward, 0,
                                  rensa_cast (rensa_backward_get_grad_output (backward, 0), x.dtype, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_cast_class = {
  .name = "cast",
  .group = &rensa_array_group,
  .title = N_ ("Cast"),
  .summary = N_ ("Converts values to another data type"),
  .formula = "y = x",
  .label = "Cast",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (Cast, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.cast({x}, {typ})" }, { "torch", "{x}.to({typ})" }, { "onnx", "Cast (x, to=typ)" }),
};

/**
 * rensa_cast:
 *
 * Converts @x to @dtype; returns @x itself if it already has that dtype. Gradients pass between
 * floating dtypes.
 */
RENSA_API RensaVariable *
rensa_cast (RensaVariable *x, RensaDtype dtype, GError **error)
{
  const Cast self = { .typ = dtype };
  RensaArray *array = x != NULL ? rensa_variable_get_array (x) : NULL;

  if (array != NULL && rensa_array_get_dtype (array) == dtype)
    return rensa_variable_ref (x);

  return rensa_apply1 (&rensa_cast_class, &self, x, error);
}
