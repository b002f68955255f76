/* separate.c: slices of an array along one axis.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-parts-private.h"

typedef struct
{
  gint64 axis;
} Separate;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Separate, axis, .initial = 0, .title = N_ ("Axis"),
                  .hint = N_ ("Axis to separate; each of its elements becomes an output")),
};

static const RensaSample samples[] = {
  { "", "[[1, 2], [3, 4], [5, 6]]", "[1, 2]; [3, 4]; [5, 6]" },
  { "axis=-1", "[[1, 2], [3, 4], [5, 6]]", "[1, 3, 5]; [2, 4, 6]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Separate *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaShape shape;
  int axis;

  if (!rensa_expect_axis (inference, self->axis, &axis, error))
    return FALSE;
  if (!RENSA_EXPECT (inference, x->shape.dims[axis], >, 0, error)
      || !RENSA_EXPECT (inference, x->shape.dims[axis], <=, RENSA_MAX_PARTS, error))
    return FALSE;

  shape = rensa_shape_reduce (&x->shape, 1u << axis, FALSE);
  for (int i = 0; i < x->shape.dims[axis]; i++)
    rensa_inference_set_output_shape (inference, i, x->dtype, &shape);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Separate *self = rensa_call_get_attrs (call);
  const int ndim = rensa_array_get_ndim (rensa_call_get_input (call, 0));

  return rensa_forward_divided (call, rensa_axis_from_start (self->axis, ndim), TRUE);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Separate *self = rensa_backward_get_attrs (backward);
  const int ndim = rensa_backward_get_input_type (backward, 0).shape.ndim;

  return rensa_backward_divided (backward, rensa_axis_from_start (self->axis, ndim), TRUE, error);
}

const RensaFunctionClass rensa_separate_class = {
  .name = "separate",
  .group = &rensa_array_group,
  .title = N_ ("Separate"),
  .summary = N_ ("Splits an array along an axis and removes that axis"),
  .formula = "yₖ[i, …] = x[k, i, …]",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 0,
  RENSA_ATTRS (Separate, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.separate({x}, axis={axis})" }, { "torch", "torch.unbind({x}, dim={axis})" },
               { "onnx", "each (s, Split (x, axis=axis, outputs=count (outs)), Squeeze (s, [axis]))" }),
};

/**
 * rensa_separate:
 * @axis: counts from the end if negative
 * @outputs: receives the slices, owned by the caller
 * @max_outputs: capacity of @outputs
 *
 * Stores every slice of @x along @axis as a view without that axis. Returns the number of slices;
 * -1 with an error, RENSA_ERROR_TYPE_CHECK if the axis is out of range or empty.
 */
RENSA_API int
rensa_separate (RensaVariable *x, int axis, RensaVariable **outputs, int max_outputs, GError **error)
{
  const Separate self = { .axis = axis };

  if (x == NULL)
    return -1;

  return rensa_function_apply (&rensa_separate_class, &self, &x, 1, outputs, max_outputs, error);
}
