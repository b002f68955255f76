/* tile.c: repetition of a whole array.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"
#include "rensa-repetition-private.h"

typedef struct
{
  RensaInts reps;
} Tile;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (Tile, reps, .required = TRUE, .min = 0, .max = G_MAXINT32, .title = N_ ("Repetitions"),
                   .hint = N_ ("Repetitions of the array along each axis; fewer numbers apply to the last axes")),
};

static const RensaSample samples[] = {
  { "reps=2", "[[1, 2], [3, 4]]", "[[1, 2, 1, 2], [3, 4, 3, 4]]" },
  { "reps=(2, 3)", "[1, 2]", "[[1, 2, 1, 2, 1, 2], [1, 2, 1, 2, 1, 2]]" },
  { "reps=(2, 1)", "[[[1], [2]]]", "[[[1], [2], [1], [2]]]" },
};

/* The shape of x and the repetitions, extended to the number of axes of the result. */
typedef struct
{
  RensaShape shape;
  gint64 reps[RENSA_MAX_NDIM];
} Plan;

static Plan
make_plan (const Tile *self, const RensaShape *x)
{
  const RensaShape reps = rensa_ints_to_shape (&self->reps);
  const int ndim = MAX (reps.ndim, x->ndim);
  Plan plan = { .shape = { .ndim = ndim } };

  for (int i = 0; i < ndim; i++)
    {
      plan.shape.dims[i] = i < ndim - x->ndim ? 1 : x->dims[i - (ndim - x->ndim)];
      plan.reps[i] = i < ndim - reps.ndim ? 1 : reps.dims[i - (ndim - reps.ndim)];
    }

  return plan;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Tile *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const Plan plan = make_plan (self, &x->shape);
  RensaShape shape = plan.shape;

  for (int i = 0; i < shape.ndim; i++)
    if (__builtin_mul_overflow (shape.dims[i], plan.reps[i], &shape.dims[i]))
      shape.dims[i] = G_MAXINT64;
  if (!rensa_shape_check (&shape, x->dtype, NULL))
    return rensa_inference_fail_words (inference, error, N_ ("a result that fits in memory"), "too many elements");

  rensa_inference_set_output_shape (inference, 0, x->dtype, &shape);
  return TRUE;
}

/* Repeats axis by axis, the last one first, so that the repeated elements are contiguous. */
static gboolean
forward (RensaCall *call, GError **error)
{
  RensaArray *x = rensa_call_get_input (call, 0);
  const Plan plan = make_plan (rensa_call_get_attrs (call), rensa_array_get_shape (x));
  const RensaShape *shape = &rensa_call_get_output_type (call, 0)->shape;
  g_autoptr (RensaArray) y = rensa_array_ref (x);

  for (int i = shape->ndim - 1; y != NULL && i >= 0; i--)
    {
      const gint64 n_blocks = rensa_shape_count_axes (&plan.shape, 0, i);
      const gint64 length = plan.shape.dims[i] * rensa_shape_count_axes (shape, i + 1, shape->ndim);
      g_autoptr (RensaArray) before = g_steal_pointer (&y);

      y = plan.reps[i] == 1 ? g_steal_pointer (&before)
                            : rensa_repeat_blocks (before, n_blocks, length, plan.reps[i], error);
    }

  rensa_call_take_output (call, 0, rensa_array_reshape (y, shape, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  const RensaType y = rensa_backward_get_output_type (backward, 0);
  const Plan plan = make_plan (rensa_backward_get_attrs (backward), &x.shape);
  g_autoptr (RensaVariable) grad = rensa_variable_ref (rensa_backward_get_grad_output (backward, 0));

  for (int i = 0; grad != NULL && i < y.shape.ndim; i++)
    {
      const gint64 n_blocks = rensa_shape_count_axes (&plan.shape, 0, i);
      const gint64 length = plan.shape.dims[i] * rensa_shape_count_axes (&y.shape, i + 1, y.shape.ndim);
      g_autoptr (RensaVariable) before = g_steal_pointer (&grad);

      grad = plan.reps[i] == 1 ? g_steal_pointer (&before)
                               : rensa_sum_blocks (before, n_blocks, length, plan.reps[i], error);
    }

  rensa_backward_take_grad_input (backward, 0, rensa_reshape (grad, &x.shape, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_tile_class = {
  .name = "tile",
  .group = &rensa_array_group,
  .title = N_ ("Tile"),
  .summary = N_ ("Repeats the whole array along each axis"),
  .formula = "y[i, j] = x[i mod n, j mod m]",
  .label = "Tile",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (Tile, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.tile({x}, {reps})" }, { "torch", "torch.tile({x}, {reps:sequence})" },
               { "onnx", "Tile (ndim (out) == ndim (x) ? x : Reshape (x, [spread (1, ndim (out) - ndim (x)), shape "
                         "(x)]), [spread (1, ndim (out) - count (reps)), reps])" }),
};

/**
 * rensa_tile:
 * @reps: number of repetitions along each axis; if fewer than the axes of @x, they apply to the
 *   last axes; if more, new axes are added in front
 *
 * Repeats @x as a whole. RENSA_ERROR_TYPE_CHECK if the result has too many elements.
 */
RENSA_API RensaVariable *
rensa_tile (RensaVariable *x, const RensaInts *reps, GError **error)
{
  const Tile self = { .reps = *reps };

  return rensa_apply1 (&rensa_tile_class, &self, x, error);
}
