/* concat.c: concatenation along an axis.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-parts-private.h"

typedef struct
{
  gint64 axis;
} Concat;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Concat, axis, .initial = 1, .title = N_ ("Axis"),
                  .hint = N_ ("Axis along which the arrays are joined")),
};

static const RensaSample samples[] = {
  { "", "[[1], [2]]; [[3, 4], [5, 6]]", "[[1, 3, 4], [2, 5, 6]]" },
  { "axis=0", "[1, 2]; [3]; [4, 5]", "[1, 2, 3, 4, 5]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Concat *self = rensa_inference_get_attrs (inference);
  RensaJoining joining = { 0 };

  return rensa_expect_any_input (inference, error) && rensa_expect_axis (inference, self->axis, &joining.axis, error)
         && rensa_infer_joined (inference, &joining, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Concat *self = rensa_call_get_attrs (call);
  const int ndim = rensa_array_get_ndim (rensa_call_get_input (call, 0));
  const RensaJoining joining = { .axis = rensa_axis_from_start (self->axis, ndim) };

  return rensa_forward_joined (call, &joining, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Concat *self = rensa_backward_get_attrs (backward);
  const int ndim = rensa_backward_get_input_type (backward, 0).shape.ndim;
  const RensaJoining joining = { .axis = rensa_axis_from_start (self->axis, ndim) };

  return rensa_backward_joined (backward, &joining, error);
}

const RensaFunctionClass rensa_concat_class = {
  .name = "concat",
  .group = &rensa_array_group,
  .title = N_ ("Concatenate"),
  .summary = N_ ("Joins arrays along one axis"),
  .words = N_ ("concatenate;join;merge;cat"),
  .formula = "y = [x₀, x₁, …]",
  .label = "Concat",
  .inputs = RENSA_INPUTS ("xs*"),
  .n_outputs = 1,
  RENSA_ATTRS (Concat, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.concat({xs}, axis={axis})" }, { "torch", "torch.cat({xs}, dim={axis:always})" },
               { "onnx", "Concat (xs, axis=axis)" }),
};

/**
 * rensa_concat:
 * @xs: @n variables of one dtype, whose shapes differ only along @axis
 * @axis: counts from the end if negative
 *
 * Concatenates the arrays along @axis. RENSA_ERROR_TYPE_CHECK if they do not fit or @n is 0.
 */
RENSA_API RensaVariable *
rensa_concat (RensaVariable *const *xs, int n, int axis, GError **error)
{
  const Concat self = { .axis = axis };

  return rensa_apply_list (&rensa_concat_class, &self, xs, n, error);
}
