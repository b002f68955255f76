/* pad.c: padding of arrays.
 * SPDX-License-Identifier: MIT */

#include "pad.py.inc"
#include "rensa-attr-arrays-private.h"
#include "rensa-axes-private.h"
#include "rensa-fault.h"
#include "rensa-functions.h"
#include "rensa-padding-private.h"
#include "rensa-primitives.h"

typedef struct
{
  RensaArray *pad_width;
  int mode;
  RensaArray *constant_values;
} Pad;

static const char *const modes[] = { "constant", "edge",    "linear_ramp", "maximum", "mean",  "median",
                                     "minimum",  "reflect", "symmetric",   "wrap",    "empty", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_ARRAY (Pad, pad_width, .required = TRUE, .min = 0, .max = G_MAXINT32, .title = N_ ("Widths"),
                    .hint = N_ ("Number of elements: one number, (before, after), or one such pair per axis")),
  RENSA_ATTR_CHOICE (Pad, mode, .choices = modes, .required = TRUE, .title = N_ ("Mode"),
                     .hint = N_ ("How values are chosen; the names are those of NumPy")),
  RENSA_ATTR_ARRAY (Pad, constant_values, .initial = 0, .title = N_ ("Constants"),
                    .hint = N_ ("For mode constant: one number, (before, after), or one such pair per axis")),
};

static const RensaSample samples[] = {
  { "pad_width=1, mode='constant'", "[[1, 2], [3, 4]]", "[[0, 0, 0, 0], [0, 1, 2, 0], [0, 3, 4, 0], [0, 0, 0, 0]]" },
  { "pad_width=((1, 0), (0, 2)), mode='constant', constant_values=((1.5, 9), (9, 3))", "[[1, 2]]",
    "[[1.5, 1.5, 3, 3], [1, 2, 3, 3]]" },
  { "pad_width=(2, 1), mode='edge'", "[[1, 2]]",
    "[[1, 1, 1, 2, 2], [1, 1, 1, 2, 2], [1, 1, 1, 2, 2], [1, 1, 1, 2, 2]]" },
  { "pad_width=(2, 3), mode='reflect'", "[1, 2, 3]", "[3, 2, 1, 2, 3, 2, 1, 2]" },
  { "pad_width=(7, 6), mode='reflect'", "[1, 2, 3]", "[2, 3, 2, 1, 2, 3, 2, 1, 2, 3, 2, 1, 2, 3, 2, 1]" },
  { "pad_width=(4, 3), mode='symmetric'", "[1, 2, 4]", "[4, 4, 2, 1, 1, 2, 4, 4, 2, 1]" },
  { "pad_width=(4, 5), mode='wrap'", "[1, 2, 4]", "[4, 1, 2, 4, 1, 2, 4, 1, 2, 4, 1, 2]" },
  { "pad_width=((2, 0), (0, 2)), mode='mean'", "[[1, 2], [3, 6]]",
    "[[2, 4, 3, 3], [2, 4, 3, 3], [1, 2, 1.5, 1.5], [3, 6, 4.5, 4.5]]" },
  { "pad_width=(2, 4), mode='linear_ramp'", "[4, 8]", "[0, 2, 4, 8, 6, 4, 2, 0]" },
};

/* Reads the padding of each axis. */
static gboolean
read_paddings (RensaArray *pad_width, int mode, RensaArray *constants, const RensaShape *x,
               RensaPadding paddings[RENSA_MAX_NDIM], GError **error)
{
  const RensaShape pairs = RENSA_SHAPE (x->ndim, 2);
  g_autofree gint64 *widths = rensa_attr_array_get_integers (pad_width, &pairs, error);
  g_autofree double *values =
      widths != NULL && constants != NULL ? rensa_attr_array_get_doubles (constants, &pairs, error) : NULL;

  if (widths == NULL || (constants != NULL && values == NULL))
    return FALSE;

  for (int axis = 0; axis < x->ndim; axis++)
    {
      paddings[axis] = (RensaPadding){ .mode = (RensaPaddingMode) mode, .axis = axis };
      for (int side = 0; side < 2; side++)
        {
          paddings[axis].width[side] = widths[2 * axis + side];
          if (mode == RENSA_PADDING_CONSTANT && values != NULL)
            paddings[axis].constants[side] = values[2 * axis + side];
        }
    }

  return TRUE;
}

/* Returns the region in which axis @axis is padded: preceding axes include their padding, following
 * axes do not. */
static RensaArray *
get_part (RensaArray *array, const RensaPadding *paddings, int axis, const RensaShape *x)
{
  RensaArray *part = rensa_array_ref (array);

  for (int i = axis + 1; i < x->ndim; i++)
    {
      RensaArray *whole = part;

      part = rensa_array_view_range (whole, i, paddings[i].width[0], x->dims[i]);
      rensa_array_unref (whole);
    }

  return part;
}

/* Gradient of pad for the linear modes. */
typedef struct
{
  RensaArray *pad_width;
  int mode;
  RensaInts shape; /* shape of x */
} PadGrad;

static const RensaAttrSpec grad_attrs[] = {
  RENSA_ATTR_ARRAY (PadGrad, pad_width, .required = TRUE, .title = N_ ("Widths")),
};

static gboolean
grad_infer (RensaInference *inference, GError **error)
{
  const PadGrad *self = rensa_inference_get_attrs (inference);
  const RensaShape shape = rensa_ints_to_shape (&self->shape);

  rensa_inference_set_output_shape (inference, 0, rensa_inference_get_input (inference, 0)->dtype, &shape);
  return TRUE;
}

/* A constant has no share in the gradient: gy is cropped. Otherwise the padding is folded back in
 * reverse order. */
static gboolean
grad_forward (RensaCall *call, GError **error)
{
  const PadGrad *self = rensa_call_get_attrs (call);
  const RensaType *type = rensa_call_get_output_type (call, 0);
  const RensaDtype wide = rensa_dtype_widen (type->dtype);
  RensaArray *gy = rensa_call_get_input (call, 0);
  RensaPadding paddings[RENSA_MAX_NDIM];
  g_autoptr (RensaArray) folded = NULL;
  g_autoptr (RensaArray) gx = NULL;

  if (rensa_padding_needs_elements ((RensaPaddingMode) self->mode))
    {
      folded = rensa_array_new (wide, rensa_array_get_shape (gy), error);
      if (!rensa_array_assign (folded, gy, error))
        return FALSE;
    }
  else
    folded = rensa_array_ref (gy);

  if (!read_paddings (self->pad_width, self->mode, NULL, &type->shape, paddings, error))
    return FALSE;
  for (int axis = type->shape.ndim - 1; axis >= 0; axis--)
    {
      g_autoptr (RensaArray) part = get_part (folded, paddings, axis, &type->shape);

      if (!rensa_padding_fold (&paddings[axis], part, error))
        return FALSE;
    }

  gx = get_part (folded, paddings, -1, &type->shape);
  rensa_call_take_output (call, 0, rensa_array_cast (gx, type->dtype, error));
  return rensa_call_succeeded (call);
}

static RensaVariable *
pad (RensaVariable *x, RensaArray *pad_width, int mode, RensaArray *constants, GError **error)
{
  const Pad self = { .pad_width = pad_width, .mode = mode, .constant_values = constants };

  return rensa_apply1 (&rensa_pad_class, &self, x, error);
}

static gboolean
grad_backward (RensaBackward *backward, GError **error)
{
  const PadGrad *self = rensa_backward_get_attrs (backward);
  RensaVariable *ggx = rensa_backward_get_grad_output (backward, 0);
  g_autoptr (RensaArray) zero = rensa_attr_array_new (RENSA_FLOAT64, &RENSA_SHAPE_SCALAR, (double[]){ 0 }, error);

  rensa_backward_take_grad_input (backward, 0,
                                  zero != NULL ? pad (ggx, self->pad_width, self->mode, zero, error) : NULL);
  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass pad_grad_class = {
  .name = "pad_grad",
  .label = "PadGrad",
  .inputs = RENSA_INPUTS ("gy"),
  .n_outputs = 1,
  RENSA_ATTRS (PadGrad, grad_attrs),
  .infer = grad_infer,
  .forward = grad_forward,
  .backward = grad_backward,
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Pad *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaPadding paddings[RENSA_MAX_NDIM];
  RensaShape shape = x->shape;

  if (!rensa_expect_floating (inference, 0, error))
    return FALSE;
  if (!rensa_attr_array_is_integer (self->pad_width))
    return rensa_inference_fail_text (inference, error, "pad_width holds integers", "floating numbers");
  if (!rensa_attr_array_fits (self->pad_width, &RENSA_SHAPE (shape.ndim, 2))
      || (self->constant_values != NULL
          && !rensa_attr_array_fits (self->constant_values, &RENSA_SHAPE (shape.ndim, 2))))
    return rensa_inference_fail_text (inference, error, "pad_width and constant_values broadcast to (x.ndim, 2)",
                                      "x.ndim == %d", shape.ndim);
  if (!read_paddings (self->pad_width, self->mode, self->constant_values, &shape, paddings, error))
    return FALSE;

  for (int axis = 0; axis < shape.ndim; axis++)
    {
      const gint64 *width = paddings[axis].width;

      if (shape.dims[axis] == 0 && width[0] + width[1] > 0
          && rensa_padding_needs_elements ((RensaPaddingMode) self->mode))
        return rensa_inference_fail_words (inference, error, N_ ("an element to pad with"),
                                           "x.shape[%d] == 0, mode '%s'", axis, modes[self->mode]);
      shape.dims[axis] += width[0] + width[1];
    }
  if (!rensa_shape_check (&shape, x->dtype, NULL))
    return rensa_inference_fail_words (inference, error, N_ ("a result that fits in memory"), "too many elements");

  rensa_inference_set_output_shape (inference, 0, x->dtype, &shape);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Pad *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  const RensaShape *shape = rensa_array_get_shape (x);
  const RensaType *type = rensa_call_get_output_type (call, 0);
  RensaPadding paddings[RENSA_MAX_NDIM];
  g_autoptr (RensaArray) y = rensa_array_new (type->dtype, &type->shape, error);
  g_autoptr (RensaArray) inner = NULL;

  if (y == NULL || !read_paddings (self->pad_width, self->mode, self->constant_values, shape, paddings, error))
    return FALSE;

  inner = get_part (y, paddings, -1, shape);
  if (!rensa_array_assign (inner, x, error))
    return FALSE;
  for (int axis = 0; axis < shape->ndim; axis++)
    {
      g_autoptr (RensaArray) part = get_part (y, paddings, axis, shape);

      if (!rensa_padding_fill (&paddings[axis], part, error))
        return FALSE;
    }

  rensa_call_take_output (call, 0, g_steal_pointer (&y));
  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Pad *self = rensa_backward_get_attrs (backward);
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  const PadGrad grad = {
    .pad_width = self->pad_width,
    .mode = self->mode,
    .shape = rensa_ints_from_shape (&x.shape),
  };

  if (!rensa_padding_is_linear ((RensaPaddingMode) self->mode))
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: the mode “%s” has no gradient"), "pad", modes[self->mode]);
      return FALSE;
    }

  rensa_backward_take_grad_input (
      backward, 0, rensa_apply1 (&pad_grad_class, &grad, rensa_backward_get_grad_output (backward, 0), error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_pad_class = {
  .name = "pad",
  .group = &rensa_array_group,
  .title = N_ ("Pad"),
  .summary = N_ ("Pads an array"),
  .formula = "y[i + before] = x[i]",
  .label = "Pad",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (Pad, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.pad({x}, {pad_width}, {mode}, constant_values={constant_values})" },
               { "torch", "pad_around({x}, {pad_width}, {mode}, constant_values={constant_values})" },
               { "torch_class", torch_class },
               { "onnx", "mode == 'constant' ? count (constant_values) == 1 ? Pad (x, pads (pad_width, ndim (x)), "
                         "at (constant_values, 0)) : refuse ('constant_values') : mode == 'edge' ? Pad (x, pads "
                         "(pad_width, ndim (x)), mode='edge') : mode == 'reflect' ? prod (pads (pad_width, ndim "
                         "(x)) < [shape (x), shape (x)]) ? Pad (x, pads (pad_width, ndim (x)), mode='reflect') : "
                         "refuse ('pad_width') : refuse ('mode')" }),
};

/**
 * rensa_pad:
 * @pad_width: 2 @n numbers: number of elements before and after each of the @n axes of @x
 * @mode: name as in numpy.pad(): "constant", "edge", "linear_ramp" (to 0), "maximum", "mean",
 *   "median", "minimum", "reflect", "symmetric", "wrap", or "empty", which is zeros here
 * @constant: value of the padding in mode "constant"
 *
 * Pads @x in any mode of numpy.pad() with its default settings; axes are padded one after the
 * other, so that corners belong to the last one. The gradient is exact: elements that the padding
 * repeats count several times; Chainer only crops, which is correct only for constants. Modes that
 * choose an element (maximum, median, minimum) have no gradient: RENSA_ERROR_INVALID.
 * RENSA_ERROR_TYPE_CHECK if @n is not the number of axes, or an axis has no elements to derive the
 * padding from.
 */
RENSA_API RensaVariable *
rensa_pad (RensaVariable *x, const gint64 *pad_width, int n, const char *mode, double constant, GError **error)
{
  g_autoptr (RensaArray) widths = NULL;
  g_autoptr (RensaArray) constants = NULL;
  int i = 0;

  while (modes[i] != NULL && !g_str_equal (modes[i], mode))
    i++;
  if (x == NULL)
    return NULL;
  if (modes[i] == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: unknown mode “%s”"), "pad", mode);
      return NULL;
    }

  widths = rensa_attr_array_new (RENSA_INT64, &RENSA_SHAPE (n, 2), pad_width, error);
  constants = widths != NULL ? rensa_attr_array_new (RENSA_FLOAT64, &RENSA_SHAPE_SCALAR, &constant, error) : NULL;
  return constants != NULL ? pad (x, widths, i, constants, error) : NULL;
}
