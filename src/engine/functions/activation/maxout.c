/* maxout.c: maximum of each group of channels.
 * SPDX-License-Identifier: MIT */

#include "maxout.py.inc"
#include "rensa-axes-private.h"
#include "rensa-composed-forward-private.h"
#include "rensa-functions.h"

typedef struct
{
  gint64 pool_size;
  gint64 axis;
} Maxout;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Maxout, pool_size, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, .title = N_ ("Group Size"),
                  .hint = N_ ("Number of neighboring elements reduced to one value")),
  RENSA_ATTR_INT (Maxout, axis, .initial = 1, .title = N_ ("Axis"),
                  .hint = N_ ("Axis along which elements are "
                              "grouped")),
};

static const RensaSample samples[] = {
  { "pool_size=2", "[[1, 5, 4, 3], [0, -1, -3, -2]]", "[[5, 4], [0, -2]]" },
  { "pool_size=2, axis=0", "[[1, 5], [4, 3]]", "[[4, 5]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Maxout *self = rensa_inference_get_attrs (inference);
  RensaType y = *rensa_inference_get_input (inference, 0);
  int axis;

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_axis (inference, self->axis, &axis, error)
      || !RENSA_EXPECT (inference, self->pool_size, >=, 1, error))
    return FALSE;
  if (y.shape.ndim == RENSA_MAX_NDIM)
    return rensa_inference_fail_text (inference, error, "x.ndim < 8", "%d", y.shape.ndim);
  if (!rensa_expect_multiple (inference, y.shape.dims[axis], self->pool_size, "x.shape[axis] % pool_size == 0", error))
    return FALSE;

  y.shape.dims[axis] /= self->pool_size;
  rensa_inference_set_output (inference, 0, &y);
  return TRUE;
}

static gboolean
compose (gconstpointer values, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  const Maxout *self = values;
  const RensaShape x = rensa_variable_get_type (inputs[0]).shape;
  const int axis = rensa_axis_from_start (self->axis, x.ndim);
  RensaShape grouped = { .ndim = x.ndim + 1 };
  g_autoptr (RensaVariable) groups = NULL;

  for (int i = 0; i < x.ndim; i++)
    grouped.dims[i <= axis ? i : i + 1] = x.dims[i];
  grouped.dims[axis] /= self->pool_size;
  grouped.dims[axis + 1] = self->pool_size;
  groups = rensa_reshape (inputs[0], &grouped, error);
  outputs[0] = rensa_max (groups, &(RensaInts){ .n = 1, .values = { axis + 1 } }, FALSE, error);
  return outputs[0] != NULL;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaComposition composition = { .compose = compose,
                                         .attrs = rensa_call_get_attrs (call),
                                         .attrs_size = sizeof (Maxout) };

  return rensa_forward_composed (call, &composition, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaComposition composition = { .compose = compose,
                                         .attrs = rensa_backward_get_attrs (backward),
                                         .attrs_size = sizeof (Maxout) };

  return rensa_backward_composed (backward, &composition, error);
}

const RensaFunctionClass rensa_maxout_class = {
  .name = "maxout",
  .group = &rensa_activation_group,
  .title = N_ ("Maxout"),
  .summary = N_ ("Maximum of each group of neighboring channels"),
  .formula = "y[i] = max x[pool_size i + j] over j",
  .label = "Maxout",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (Maxout, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.maxout({x}, {pool_size}, axis={axis})" },
               { "torch", "maxout({x}, {pool_size}, axis={axis})" }, { "torch_class", torch_class },
               { "onnx", "a = axis (axis, ndim (x)); "
                         "ReduceMax (Reshape (x, [slice (shape (out), 0, a + 1), pool_size, slice (shape (out), a + "
                         "1, ndim (x))]), axes=[a + 1], keepdims=0)" }),
};

/**
 * rensa_maxout:
 * @pool_size: number of adjacent values along @axis in a group
 * @axis: may be negative
 *
 * The maximum of each @pool_size adjacent values along @axis. RENSA_ERROR_TYPE_CHECK if the extent
 * is not a multiple of it.
 *
 * Goodfellow et al., "Maxout Networks", ICML 2013.
 */
RENSA_API RensaVariable *
rensa_maxout (RensaVariable *x, gint64 pool_size, gint64 axis, GError **error)
{
  const Maxout self = { .pool_size = pool_size, .axis = axis };

  return rensa_apply1 (&rensa_maxout_class, &self, x, error);
}
