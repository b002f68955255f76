/* spatial_transformer_grid.c: sampling grid of an affine map.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-axes-private.h"
#include "rensa-fault.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"
#include "spatial_transformer_grid.py.inc"

typedef struct
{
  RensaInts output_shape;
} SpatialTransformerGrid;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (SpatialTransformerGrid, output_shape, .required = TRUE, .min = 1, .max = G_MAXINT32, .unit = "px",
                   .title = N_ ("Output Shape"), .hint = N_ ("Height and width of the grid")),
};

static const RensaSample samples[] = {
  { "output_shape=(2, 3)", "[[[1, 0, 0.5], [0, 2, 0]]]",
    "[[[[-0.5, 0.5, 1.5], [-0.5, 0.5, 1.5]], [[-2, -2, -2], [2, 2, 2]]]]" },
  { "output_shape=(1, 2)", "[[[1, 10, 100], [0.5, -1, 0]], [[0, 1, 0], [1, 0, 0]]]",
    "[[[[89, 91]], [[0.5, 1.5]]], [[[-1, -1]], [[-1, 1]]]]" },
};

/* index kernel: grid_coordinate (; int height, int width) -> y */
/* For pixel at[1] in C order: x, y or 1, selected by at[0]. */
KERNEL real
grid_coordinate (const k_index *at, k_index height, k_index width)
{
  const k_index extent = at[0] == 0 ? width : height;
  const k_index place = at[0] == 0 ? at[1] % width : at[1] / width;

  if (at[0] == 2)
    return 1;
  return extent > 1 ? 2 * (real) place / (real) (extent - 1) - 1 : (real) -1;
}
/* end kernel */

static gboolean
get_extents (const SpatialTransformerGrid *self, gint64 extents[2], GError **error)
{
  const RensaInts *ints = &self->output_shape;

  if (ints->n != 2 || ints->values[0] < 1 || ints->values[1] < 1)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: output_shape must be two integers of at least 1"),
                       "spatial_transformer_grid");
      return FALSE;
    }

  extents[0] = ints->values[0];
  extents[1] = ints->values[1];
  return TRUE;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaType *theta = rensa_inference_get_input (inference, 0);
  gint64 extents[2];

  if (!rensa_expect_floating (inference, 0, error) || !RENSA_EXPECT (inference, theta->shape.ndim, ==, 3, error)
      || !RENSA_EXPECT (inference, theta->shape.dims[1], ==, 2, error)
      || !RENSA_EXPECT (inference, theta->shape.dims[2], ==, 3, error)
      || !get_extents (rensa_inference_get_attrs (inference), extents, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, theta->dtype,
                                    &RENSA_SHAPE (theta->shape.dims[0], 2, extents[0], extents[1]));
  return TRUE;
}

/* Returns the columns (x, y, 1) of all pixels of the output, whose shape is @y. */
static RensaArray *
new_coordinates (const RensaType *y, GError **error)
{
  const gint64 *dims = y->shape.dims;
  const double params[] = { (double) dims[2], (double) dims[3] };

  return rensa_index_map1 (RENSA_KERNEL_GRID_COORDINATE, y->dtype, &RENSA_SHAPE (3, dims[2] * dims[3]), NULL, params,
                           error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaType *type = rensa_call_get_output_type (call, 0);
  g_autoptr (RensaArray) coordinates = new_coordinates (type, error);
  g_autoptr (RensaArray) y = rensa_matmul_arrays (rensa_call_get_input (call, 0), coordinates, FALSE, FALSE, error);

  rensa_call_take_output (call, 0, rensa_array_reshape (y, &type->shape, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaType y = rensa_backward_get_output_type (backward, 0);
  const RensaShape joined = RENSA_SHAPE (y.shape.dims[0], 2, y.shape.dims[2] * y.shape.dims[3]);
  g_autoptr (RensaArray) array = new_coordinates (&y, error);
  g_autoptr (RensaVariable) coordinates = rensa_variable_new_constant (array);
  g_autoptr (RensaVariable) gy = rensa_reshape (rensa_backward_get_grad_output (backward, 0), &joined, error);

  rensa_backward_take_grad_input (backward, 0, rensa_matmul (gy, coordinates, FALSE, TRUE, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_spatial_transformer_grid_class = {
  .name = "spatial_transformer_grid",
  .group = &rensa_array_group,
  .title = N_ ("Spatial Transformer Grid"),
  .summary = N_ ("Computes sampling positions in an image from affine transformations"),
  .formula = "y[n, :, i, j] = θ[n] (-1 + 2j / (W' - 1), -1 + 2i / (H' - 1), 1)",
  .reference = "Jaderberg et al., \"Spatial Transformer Networks\", NIPS 2015",
  .label = "SpatialTransformerGrid",
  .inputs = RENSA_INPUTS ("theta"),
  .n_outputs = 1,
  RENSA_ATTRS (SpatialTransformerGrid, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.spatial_transformer_grid({theta}, {output_shape})" },
               { "torch", "spatial_transformer_grid({theta}, {output_shape})" }, { "torch_class", torch_class },
               { "onnx",
                 "h = at (output_shape, 0); w = at (output_shape, 1); "
                 "b = [each (i, range (0, h), each (j, range (0, w), 2.0 * j / max (w - 1, 1) - 1)), each "
                 "(i, range (0, h), each (j, range (0, w), 2.0 * i / max (h - 1, 1) - 1)), spread (1.0, h * "
                 "w)]; Reshape (MatMul (theta, Reshape (numbers (b, dtype (theta)), [3, -1])), [0, 2, h, w])" }),
};

/**
 * rensa_spatial_transformer_grid:
 * @theta: affine maps, shape (N, 2, 3)
 * @output_shape: H' and W', at least 1 each
 *
 * Computes a grid for rensa_spatial_transformer_sampler (): y[n, :, i, j] = θ[n] (x, y, 1) of shape
 * (N, 2, H', W'), where x runs from -1 to 1 along the width and y along the height; for an extent
 * of 1 it is -1. Unlike in Chainer, gradients are differentiable. RENSA_ERROR_TYPE_CHECK if theta
 * does not fit, RENSA_ERROR_INVALID if @output_shape does not.
 *
 * Jaderberg et al., "Spatial Transformer Networks", NIPS 2015.
 */
RENSA_API RensaVariable *
rensa_spatial_transformer_grid (RensaVariable *theta, const RensaShape *output_shape, GError **error)
{
  const SpatialTransformerGrid self = { .output_shape = rensa_ints_from_shape (output_shape) };

  return rensa_apply1 (&rensa_spatial_transformer_grid_class, &self, theta, error);
}
