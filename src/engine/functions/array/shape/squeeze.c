/* squeeze.c: removal of axes of extent 1.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-views-private.h"

typedef struct
{
  RensaInts axis;
} Squeeze;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (Squeeze, axis, .allow_none = TRUE, .none = TRUE, .title = N_ ("Axes"),
                   .hint = N_ ("Axes of extent 1 to remove; None removes all of them")),
};

static const RensaSample samples[] = {
  { "", "[[[1], [2]]]", "[1, 2]" },
  { "axis=0", "[[[1], [2]]]", "[[1], [2]]" },
  { "axis=(0, -1)", "[[[1], [2]]]", "[1, 2]" },
};

static guint
find_axes_of_one (const RensaShape *shape)
{
  guint mask = 0;

  for (int i = 0; i < shape->ndim; i++)
    if (shape->dims[i] == 1)
      mask |= 1u << i;

  return mask;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Squeeze *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const guint ones = find_axes_of_one (&x->shape);
  guint mask = ones;
  RensaShape shape;

  if (self->axis.n != RENSA_INTS_NONE && !rensa_expect_axes (inference, &self->axis, &mask, error))
    return FALSE;
  if ((mask & ~ones) != 0)
    {
      const int axis = __builtin_ctz (mask & ~ones);

      return rensa_inference_fail_text (inference, error, "x.shape[axis] == 1", "%" G_GINT64_FORMAT " != 1 for axis %d",
                                        x->shape.dims[axis], axis);
    }

  shape = rensa_shape_reduce (&x->shape, mask, FALSE);
  rensa_inference_set_output_shape (inference, 0, x->dtype, &shape);
  return TRUE;
}

const RensaFunctionClass rensa_squeeze_class = {
  .name = "squeeze",
  .group = &rensa_array_group,
  .title = N_ ("Squeeze"),
  .summary = N_ ("Removes axes of extent 1"),
  .formula = "y[i, j] = x[i, 0, j]",
  .label = "Squeeze",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (Squeeze, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = rensa_forward_reshape,
  .backward = rensa_backward_reshape,
  RENSA_FORMS ({ "chainer", "F.squeeze({x}, axis={axis})" }, { "torch", "torch.squeeze({x}, dim={axis:given})" },
               { "torch_more", "torch.squeeze({x})" },
               { "onnx", "given (axis) ? Squeeze (x, axes (axis, ndim (x))) : Reshape (x, shape (out))" }),
};

/**
 * rensa_squeeze:
 * @axis: (nullable): the axes to drop; NULL for all of extent 1
 *
 * Returns a view of @x without these axes. RENSA_ERROR_TYPE_CHECK if one is out of range, occurs
 * twice or has an extent other than 1.
 */
RENSA_API RensaVariable *
rensa_squeeze (RensaVariable *x, const RensaInts *axis, GError **error)
{
  const Squeeze self = { .axis = rensa_ints_or_none (axis) };

  return rensa_apply1 (&rensa_squeeze_class, &self, x, error);
}
