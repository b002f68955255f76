/* diagonal.c: diagonal of matrices.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"
#include "rensa-views-private.h"

typedef struct
{
  gint64 offset;
  gint64 axis1;
  gint64 axis2;
} Diagonal;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Diagonal, offset, .initial = 0, .title = N_ ("Offset"),
                  .hint = N_ ("Index of the diagonal: positive above the main diagonal, negative below")),
  RENSA_ATTR_INT (Diagonal, axis1, .initial = 0, .title = N_ ("Rows"), .hint = N_ ("Axis of the rows")),
  RENSA_ATTR_INT (Diagonal, axis2, .initial = 1, .title = N_ ("Columns"), .hint = N_ ("Axis of the columns")),
};

static const RensaSample samples[] = {
  { "", "[[1, 2, 3], [4, 5, 6]]", "[1, 5]" },
  { "offset=1", "[[1, 2, 3], [4, 5, 6]]", "[2, 6]" },
  { "offset=-1, axis1=-2, axis2=-1", "[[[1, 2], [3, 4], [5, 6]]]", "[[3, 6]]" },
};

/* Start and length of the diagonal of x, which becomes the last axis. */
typedef struct
{
  int rows;
  int columns;
  gint64 row;
  gint64 column;
  RensaShape shape;
} Line;

static Line
find_line (const Diagonal *self, const RensaShape *x)
{
  Line line = {
    .rows = rensa_axis_from_start (self->axis1, x->ndim),
    .columns = rensa_axis_from_start (self->axis2, x->ndim),
  };
  const gint64 n_rows = x->dims[line.rows];
  const gint64 n_columns = x->dims[line.columns];

  line.row = self->offset < 0 ? MIN (n_rows, -MAX (self->offset, -G_MAXINT64)) : 0;
  line.column = CLAMP (self->offset, 0, n_columns);
  line.shape = rensa_shape_reduce (x, 1u << line.rows | 1u << line.columns, FALSE);
  line.shape.dims[line.shape.ndim++] = MIN (n_rows - line.row, n_columns - line.column);
  return line;
}

/* One step along the diagonal is one step along both axes. */
static RensaArray *
view_line (RensaArray *x, const Diagonal *self)
{
  const Line line = find_line (self, rensa_array_get_shape (x));
  const gint64 *of_x = rensa_array_get_strides (x);
  gint64 strides[RENSA_MAX_NDIM];
  int order[RENSA_MAX_NDIM];
  const int n = rensa_order_without (1u << line.rows | 1u << line.columns, rensa_array_get_ndim (x), order);

  for (int i = 0; i < n; i++)
    strides[i] = of_x[order[i]];
  strides[n] = of_x[line.rows] + of_x[line.columns];

  return rensa_array_view_strided (x, &line.shape, strides,
                                   line.row * of_x[line.rows] + line.column * of_x[line.columns]);
}

/* Gradient of diagonal: zeros with gy on the diagonal. */
typedef struct
{
  Diagonal diagonal;
  RensaInts shape; /* shape of x */
} DiagonalGrad;

static gboolean
grad_infer (RensaInference *inference, GError **error)
{
  const DiagonalGrad *self = rensa_inference_get_attrs (inference);
  const RensaShape shape = rensa_ints_to_shape (&self->shape);

  rensa_inference_set_output_shape (inference, 0, rensa_inference_get_input (inference, 0)->dtype, &shape);
  return TRUE;
}

static gboolean
grad_forward (RensaCall *call, GError **error)
{
  const DiagonalGrad *self = rensa_call_get_attrs (call);
  const RensaType *type = rensa_call_get_output_type (call, 0);
  g_autoptr (RensaArray) gx = rensa_array_zeros (type->dtype, &type->shape, error);
  g_autoptr (RensaArray) line = gx != NULL ? view_line (gx, &self->diagonal) : NULL;

  if (!rensa_array_assign (line, rensa_call_get_input (call, 0), error))
    return FALSE;

  rensa_call_take_output (call, 0, g_steal_pointer (&gx));
  return rensa_call_succeeded (call);
}

static gboolean
grad_backward (RensaBackward *backward, GError **error)
{
  const DiagonalGrad *self = rensa_backward_get_attrs (backward);
  const Diagonal *diagonal = &self->diagonal;
  RensaVariable *ggx = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (
      backward, 0, rensa_diagonal (ggx, diagonal->offset, (int) diagonal->axis1, (int) diagonal->axis2, error));
  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass diagonal_grad_class = {
  .name = "diagonal_grad",
  .label = "DiagonalInverse",
  .inputs = RENSA_INPUTS ("gy"),
  .n_outputs = 1,
  .attrs_size = sizeof (DiagonalGrad),
  .infer = grad_infer,
  .forward = grad_forward,
  .backward = grad_backward,
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Diagonal *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  int axis1;
  int axis2;
  Line line;

  if (!RENSA_EXPECT (inference, x->shape.ndim, >=, 2, error)
      || !rensa_expect_axis (inference, self->axis1, &axis1, error)
      || !rensa_expect_axis (inference, self->axis2, &axis2, error)
      || !RENSA_EXPECT (inference, axis1, !=, axis2, error))
    return FALSE;

  line = find_line (self, &x->shape);
  rensa_inference_set_output_shape (inference, 0, x->dtype, &line.shape);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_take_output (call, 0, view_line (rensa_call_get_input (call, 0), rensa_call_get_attrs (call)));
  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Diagonal *self = rensa_backward_get_attrs (backward);
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  const DiagonalGrad grad = { .diagonal = *self, .shape = rensa_ints_from_shape (&x.shape) };
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_apply1 (&diagonal_grad_class, &grad, gy, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_diagonal_class = {
  .name = "diagonal",
  .group = &rensa_array_group,
  .title = N_ ("Diagonal"),
  .summary = N_ ("Diagonal of the matrices formed by two axes"),
  .formula = "y[…, i] = x[…, i, i + offset]",
  .label = "Diagonal",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (Diagonal, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.diagonal({x}, offset={offset}, axis1={axis1}, axis2={axis2})" },
               { "torch", "torch.diagonal({x}, offset={offset}, dim1={axis1}, dim2={axis2})" },
               { "onnx", "n = ndim (x); a = axis (axis1, n); b = axis (axis2, n); o = others ([a, b], n); "
                         "m = dim (x, b); "
                         "Gather (Reshape (Transpose (x, perm=[o, a, b]), [slice (shape (out), 0, n - 2), dim (x, "
                         "a) * m]), int64 (each (i, range (0, dim (out, -1)), (i + max (-offset, 0)) * m + i + max "
                         "(offset, 0))), axis=n - 2)" }),
};

/**
 * rensa_diagonal:
 * @offset: above the main diagonal if positive, below if negative
 * @axis1: the axis of the rows
 * @axis2: the axis of the columns
 *
 * Returns a view of a diagonal of the matrices that two axes of @x form, as the last axis; it is
 * empty if @offset is outside the matrices. RENSA_ERROR_TYPE_CHECK if the axes are out of range or
 * the same.
 */
RENSA_API RensaVariable *
rensa_diagonal (RensaVariable *x, gint64 offset, int axis1, int axis2, GError **error)
{
  const Diagonal self = { .offset = offset, .axis1 = axis1, .axis2 = axis2 };

  return rensa_apply1 (&rensa_diagonal_class, &self, x, error);
}
