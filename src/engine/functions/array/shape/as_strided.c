/* as_strided.c: strided views of the elements of an array.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"

typedef struct
{
  RensaInts shape;
  RensaInts strides;
  gint64 storage_offset;
} AsStrided;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (AsStrided, shape, .required = TRUE, .initial_text = "(10,)", .min = 0, .max = G_MAXINT32,
                   .title = N_ ("Shape"), .hint = N_ ("Size of the result along each axis")),
  RENSA_ATTR_INTS (AsStrided, strides, .required = TRUE, .min = -G_MAXINT32, .max = G_MAXINT32, .title = N_ ("Strides"),
                   .hint = N_ ("Number of input elements between neighbors along each axis")),
  RENSA_ATTR_INT (AsStrided, storage_offset, .allow_none = TRUE, .none = TRUE, .min = 0, .max = 1e15,
                  .title = N_ ("Offset"), .hint = N_ ("Index of the first input element; None means 0")),
};

static const RensaSample samples[] = {
  { "shape=(3, 2), strides=(1, 1)", "[1, 2, 3, 4]", "[[1, 2], [2, 3], [3, 4]]" },
  { "shape=(2, 2), strides=(1, 3), storage_offset=1", "[[1, 2, 3], [4, 5, 6]]", "[[2, 5], [3, 6]]" },
  { "shape=(3, 2), strides=(-1, 0), storage_offset=3", "[1, 2, 3, 4]", "[[4, 4], [3, 3], [2, 2]]" },
};

static gint64
get_offset (const AsStrided *self)
{
  return self->storage_offset == RENSA_INT_NONE ? 0 : self->storage_offset;
}

/* Returns a view of @array, which is C-contiguous, with these strides. */
static RensaArray *
view (const AsStrided *self, RensaArray *array)
{
  const gint64 size = (gint64) rensa_dtype_get_size (rensa_array_get_dtype (array));
  const RensaShape shape = rensa_ints_to_shape (&self->shape);
  const RensaShape steps = rensa_ints_to_shape (&self->strides);
  gint64 strides[RENSA_MAX_NDIM];

  for (int i = 0; i < shape.ndim; i++)
    strides[i] = steps.dims[i] * size;

  return rensa_array_view_strided (array, &shape, strides, get_offset (self) * size);
}

/* Gradient of as_strided: zeros with every element of gy added at its source. */
typedef struct
{
  AsStrided look;
  RensaInts x_shape;
} AsStridedGrad;

static gboolean
grad_infer (RensaInference *inference, GError **error)
{
  const AsStridedGrad *self = rensa_inference_get_attrs (inference);
  const RensaShape shape = rensa_ints_to_shape (&self->x_shape);

  rensa_inference_set_output_shape (inference, 0, rensa_inference_get_input (inference, 0)->dtype, &shape);
  return TRUE;
}

/* TRUE if the axes of @mask reach each element only once: each axis steps over the full reach of
 * the finer ones. */
static gboolean
are_apart (const RensaShape *shape, const gint64 *strides, guint mask)
{
  for (int i = 0; i < shape->ndim; i++)
    {
      gint64 reach = 0;

      if (!(mask >> i & 1) || shape->dims[i] == 1)
        continue;
      for (int j = 0; j < shape->ndim; j++)
        if (j != i && mask >> j & 1 && ABS (strides[j]) <= ABS (strides[i]))
          reach += (shape->dims[j] - 1) * ABS (strides[j]);
      if (reach >= ABS (strides[i]))
        return FALSE;
    }

  return TRUE;
}

/* Finds axes along which no two elements of the view coincide, longest axes first. */
static guint
find_axes_apart (const RensaShape *shape, const gint64 *strides)
{
  guint seen = 0;
  guint apart = 0;

  for (int n = 0; n < shape->ndim; n++)
    {
      int longest = -1;

      for (int i = 0; i < shape->ndim; i++)
        if (!(seen >> i & 1) && (longest < 0 || shape->dims[i] > shape->dims[longest]))
          longest = i;
      seen |= 1u << longest;
      if (are_apart (shape, strides, apart | 1u << longest))
        apart |= 1u << longest;
    }

  return apart;
}

/* Computes target += source, position by position along the axes that are not in @apart, so that no
 * element is added to twice in one step. */
static gboolean
add_in_steps (RensaArray *target, RensaArray *source, guint apart, GError **error)
{
  const RensaShape *shape = rensa_array_get_shape (target);
  RensaSlice slices[RENSA_MAX_NDIM];
  gint64 n_steps = 1;

  for (int i = 0; i < shape->ndim; i++)
    n_steps *= apart >> i & 1 ? 1 : shape->dims[i];

  for (gint64 step = 0; step < n_steps; step++)
    {
      gint64 rest = step;

      for (int i = 0; i < shape->ndim; i++)
        {
          const gboolean whole = apart >> i & 1;

          slices[i] = (RensaSlice){ whole ? RENSA_SLICE_RANGE : RENSA_SLICE_INDEX, 0, RENSA_SLICE_NONE, 1 };
          if (whole)
            continue;
          slices[i].start = rest % shape->dims[i];
          rest /= shape->dims[i];
        }

      g_autoptr (RensaArray) to = rensa_array_view_slice (target, slices, shape->ndim, error);
      g_autoptr (RensaArray) from = to != NULL ? rensa_array_view_slice (source, slices, shape->ndim, error) : NULL;

      if (!rensa_array_accumulate (to, from, error))
        return FALSE;
    }

  return TRUE;
}

/* Finds the axes of stride 0, along which all elements are the same one. */
static guint
find_repeated (const RensaShape *steps)
{
  guint mask = 0;

  for (int i = 0; i < steps->ndim; i++)
    if (steps->dims[i] == 0)
      mask |= 1u << i;

  return mask;
}

static gboolean
grad_forward (RensaCall *call, GError **error)
{
  const AsStridedGrad *self = rensa_call_get_attrs (call);
  const RensaType *type = rensa_call_get_output_type (call, 0);
  const RensaDtype wide = rensa_dtype_widen (type->dtype);
  const RensaShape steps = rensa_ints_to_shape (&self->look.strides);
  AsStrided look = self->look;
  g_autoptr (RensaArray) gy = rensa_array_cast (rensa_call_get_input (call, 0), wide, error);
  g_autoptr (RensaArray) gx = rensa_array_zeros (wide, &type->shape, error);
  g_autoptr (RensaArray) sum =
      gy != NULL ? rensa_reduce (RENSA_REDUCE_SUM, gy, find_repeated (&steps), TRUE, error) : NULL;
  g_autoptr (RensaArray) target = NULL;

  if (sum == NULL || gx == NULL)
    return FALSE;

  look.shape = rensa_ints_from_shape (rensa_array_get_shape (sum));
  target = view (&look, gx);
  if (rensa_array_get_count (target) > 0
      && !add_in_steps (target, sum, find_axes_apart (rensa_array_get_shape (sum), steps.dims), error))
    return FALSE;

  rensa_call_take_output (call, 0, rensa_array_cast (gx, type->dtype, error));
  return rensa_call_succeeded (call);
}

static gboolean
grad_backward (RensaBackward *backward, GError **error)
{
  const AsStridedGrad *self = rensa_backward_get_attrs (backward);
  const AsStrided *look = &self->look;
  RensaVariable *ggx = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0,
                                  rensa_as_strided (ggx, &look->shape, &look->strides, look->storage_offset, error));
  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass as_strided_grad_class = {
  .name = "as_strided_grad",
  .label = "AsStridedGrad",
  .inputs = RENSA_INPUTS ("gy"),
  .n_outputs = 1,
  .attrs_size = sizeof (AsStridedGrad),
  .infer = grad_infer,
  .forward = grad_forward,
  .backward = grad_backward,
};

/* Checks the first and the last element of the view; the bounds of the attributes rule out overflow. */
static gboolean
expect_inside (RensaInference *inference, const RensaShape *shape, const RensaShape *steps, gint64 offset, gint64 size,
               GError **error)
{
  gint64 first = offset;
  gint64 last = offset;

  for (int i = 0; i < shape->ndim; i++)
    {
      const gint64 reach = MAX (shape->dims[i] - 1, 0) * steps->dims[i];

      if (__builtin_add_overflow (reach < 0 ? first : last, reach, reach < 0 ? &first : &last))
        return rensa_inference_fail_words (inference, error, N_ ("only elements of x"),
                                           "a stride leads far beyond them");
    }

  if (rensa_shape_count (shape) > 0 && (first < 0 || last >= size))
    return rensa_inference_fail_words (inference, error, N_ ("only elements of x"),
                                       "from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT, first,
                                       last, size);
  return TRUE;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const AsStrided *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaShape shape = rensa_ints_to_shape (&self->shape);
  const RensaShape steps = rensa_ints_to_shape (&self->strides);

  if (shape.ndim != steps.ndim)
    return rensa_inference_fail_text (inference, error, "len(shape) == len(strides)", "%d != %d", shape.ndim,
                                      steps.ndim);
  if (!rensa_shape_check (&shape, x->dtype, NULL))
    return rensa_inference_fail_words (inference, error, N_ ("a result that fits in memory"), "too many elements");
  if (!expect_inside (inference, &shape, &steps, get_offset (self), rensa_shape_count (&x->shape), error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x->dtype, &shape);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  g_autoptr (RensaArray) x = rensa_array_contiguous (rensa_call_get_input (call, 0), error);

  rensa_call_take_output (call, 0, x != NULL ? view (rensa_call_get_attrs (call), x) : NULL);
  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const AsStrided *self = rensa_backward_get_attrs (backward);
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  const AsStridedGrad grad = { .look = *self, .x_shape = rensa_ints_from_shape (&x.shape) };
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_apply1 (&as_strided_grad_class, &grad, gy, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_as_strided_class = {
  .name = "as_strided",
  .group = &rensa_array_group,
  .title = N_ ("Strided View"),
  .summary = N_ ("Views the elements of an array with a different shape and strides"),
  .formula = "y[i, j] = x[offset + i strides₀ + j strides₁]",
  .label = "AsStrided",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (AsStrided, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.as_strided({x}, {shape}, {strides}, storage_offset={storage_offset})" },
               { "torch", "torch.as_strided({x}, {shape}, {strides}, {storage_offset})" }),
};

/**
 * rensa_as_strided:
 * @shape: shape of the result
 * @strides: stride of each axis, in elements
 * @storage_offset: index of the first element; %RENSA_INT_NONE for 0
 *
 * Returns a view of the elements of @x, counted in C order; if @x is not C-contiguous, a copy is
 * made first, so that, unlike in Chainer, the result does not depend on how @x was created. If the
 * view repeats an element, its gradients are summed; the gradient is itself differentiable.
 * RENSA_ERROR_TYPE_CHECK if the view would reach outside of @x.
 */
RENSA_API RensaVariable *
rensa_as_strided (RensaVariable *x, const RensaInts *shape, const RensaInts *strides, gint64 storage_offset,
                  GError **error)
{
  const AsStrided self = { .shape = *shape, .strides = *strides, .storage_offset = storage_offset };

  return rensa_apply1 (&rensa_as_strided_class, &self, x, error);
}
