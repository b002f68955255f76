/* repeat.c: repetition of each element.
 * SPDX-License-Identifier: MIT */

#include "rensa-attr-arrays-private.h"
#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-index-private.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"
#include "rensa-repetition-private.h"
#include "repeat.py.inc"

RensaArray *
rensa_repeat_blocks (RensaArray *x, gint64 n_blocks, gint64 length, gint64 times, GError **error)
{
  const RensaShape repeated = RENSA_SHAPE (n_blocks, times, length);
  g_autoptr (RensaArray) blocks = rensa_array_reshape (x, &RENSA_SHAPE (n_blocks, 1, length), error);
  g_autoptr (RensaArray) y = NULL;

  if (blocks == NULL)
    return NULL;

  y = rensa_array_new (rensa_array_get_dtype (x), &repeated, error);
  return rensa_array_assign (y, blocks, error) ? g_steal_pointer (&y) : NULL;
}

RensaVariable *
rensa_sum_blocks (RensaVariable *gy, gint64 n_blocks, gint64 length, gint64 times, GError **error)
{
  const RensaInts copies = { .n = RENSA_INTS_SCALAR, .values = { 1 } };
  g_autoptr (RensaVariable) blocks = rensa_reshape (gy, &RENSA_SHAPE (n_blocks, times, length), error);

  return rensa_sum (blocks, &copies, FALSE, error);
}

gint64
rensa_shape_count_axes (const RensaShape *shape, int first, int last)
{
  gint64 count = 1;

  for (int i = first; i < last; i++)
    count *= shape->dims[i];

  return count;
}

typedef struct
{
  RensaArray *repeats;
  gint64 axis;
} Repeat;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_ARRAY (Repeat, repeats, .required = TRUE, .min = 0, .max = G_MAXINT32, .title = N_ ("Repetitions"),
                    .hint = N_ ("Repetitions of each element: one number, or one per element of the axis")),
  RENSA_ATTR_INT (Repeat, axis, .allow_none = TRUE, .none = TRUE, .title = N_ ("Axis"),
                  .hint = N_ ("Axis along which to repeat elements; None flattens the input first")),
};

static const RensaSample samples[] = {
  { "repeats=2", "[[1, 2], [3, 4]]", "[1, 1, 2, 2, 3, 3, 4, 4]" },
  { "repeats=2, axis=0", "[[1, 2], [3, 4]]", "[[1, 2], [1, 2], [3, 4], [3, 4]]" },
  { "repeats=3, axis=-1", "[[1, 2], [3, 4]]", "[[1, 1, 1, 2, 2, 2], [3, 3, 3, 4, 4, 4]]" },
  { "repeats=(1, 0, 2), axis=1", "[[1, 2, 3], [4, 5, 6]]", "[[1, 3, 3], [4, 6, 6]]" },
};

/* Shape of x, flattened if the axis is None. */
static RensaShape
get_rows (const Repeat *self, const RensaShape *x, int *axis)
{
  if (self->axis == RENSA_INT_NONE)
    {
      *axis = 0;
      return RENSA_SHAPE (rensa_shape_count (x));
    }

  *axis = rensa_axis_from_start (self->axis, x->ndim);
  return *x;
}

/* TRUE if a single count applies to all elements. */
static gboolean
is_uniform (const Repeat *self)
{
  return rensa_array_get_count (self->repeats) == 1;
}

static gint64
get_times (const Repeat *self)
{
  return (gint64) rensa_array_get_scalar (self->repeats);
}

/* Returns the repetition counts of @n elements. */
static gint64 *
get_counts (const Repeat *self, gint64 n, GError **error)
{
  return rensa_attr_array_get_integers (self->repeats, &RENSA_SHAPE (n), error);
}

/* Returns the extent of the result along the axis; -1 with an error. */
static gint64
count_copies (const Repeat *self, gint64 n, GError **error)
{
  g_autofree gint64 *counts = NULL;
  gint64 total = 0;

  if (is_uniform (self))
    return __builtin_mul_overflow (n, get_times (self), &total) ? G_MAXINT64 : total;

  counts = get_counts (self, n, error);
  for (gint64 i = 0; counts != NULL && i < n; i++)
    if (__builtin_add_overflow (total, counts[i], &total))
      return G_MAXINT64;

  return counts != NULL ? total : -1;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Repeat *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaShape shape;
  gint64 total;
  int axis = 0;

  if (!rensa_attr_array_is_integer (self->repeats))
    return rensa_inference_fail_text (inference, error, "repeats are integers", "floating numbers");
  if (self->axis != RENSA_INT_NONE && !rensa_expect_axis (inference, self->axis, &axis, error))
    return FALSE;

  shape = get_rows (self, &x->shape, &axis);
  if (!is_uniform (self) && !rensa_attr_array_fits (self->repeats, &RENSA_SHAPE (shape.dims[axis])))
    return rensa_inference_fail_text (inference, error, "len(repeats) == x.shape[axis]",
                                      "%" G_GINT64_FORMAT " != %" G_GINT64_FORMAT,
                                      rensa_array_get_count (self->repeats), shape.dims[axis]);
  total = count_copies (self, shape.dims[axis], error);
  if (total < 0)
    return FALSE;

  shape.dims[axis] = total;
  if (!rensa_shape_check (&shape, x->dtype, NULL))
    return rensa_inference_fail_words (inference, error, N_ ("a result that fits in memory"), "too many elements");

  rensa_inference_set_output_shape (inference, 0, x->dtype, &shape);
  return TRUE;
}

/* Lists the source index of each element of the result. */
static RensaArray *
list_sources (const Repeat *self, gint64 n, GError **error)
{
  g_autofree gint64 *counts = get_counts (self, n, error);
  g_autofree gint64 *sources = NULL;
  const gint64 total = counts != NULL ? count_copies (self, n, error) : -1;
  gint64 k = 0;

  if (total < 0)
    return NULL;
  sources = rensa_memory_try_new (gint64, (guint64) total, "repeat", error);
  if (sources == NULL)
    return NULL;
  for (gint64 i = 0; i < n; i++)
    for (gint64 copy = 0; copy < counts[i]; copy++)
      sources[k++] = i;

  return rensa_array_new_from_host (RENSA_INT64, &RENSA_SHAPE (total), sources, error);
}

static RensaArray *
repeat_each (const Repeat *self, RensaArray *rows, int axis, GError **error)
{
  g_autoptr (RensaArray) sources = list_sources (self, rensa_array_get_dim (rows, axis), error);

  return rensa_take_along (rows, axis, sources, FALSE, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Repeat *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  const RensaShape *shape = &rensa_call_get_output_type (call, 0)->shape;
  g_autoptr (RensaArray) rows = NULL;
  g_autoptr (RensaArray) y = NULL;
  int axis;
  const RensaShape rows_shape = get_rows (self, rensa_array_get_shape (x), &axis);

  rows = rensa_array_reshape (x, &rows_shape, error);
  if (rows == NULL)
    return FALSE;

  if (is_uniform (self))
    y = rensa_repeat_blocks (rows, rensa_shape_count_axes (&rows_shape, 0, axis + 1),
                             rensa_shape_count_axes (&rows_shape, axis + 1, rows_shape.ndim), get_times (self), error);
  else
    y = repeat_each (self, rows, axis, error);

  rensa_call_take_output (call, 0, rensa_array_reshape (y, shape, error));
  return rensa_call_succeeded (call);
}

/* Sums the gradients of the copies of each element: gy is added at the source positions. */
static RensaVariable *
sum_each (const Repeat *self, RensaVariable *gy, const RensaShape *rows, int axis, GError **error)
{
  g_autoptr (RensaArray) sources = list_sources (self, rows->dims[axis], error);
  RensaIndex index = { .n = axis + 1, .is_tuple = TRUE };

  for (int i = 0; i < axis; i++)
    index.slices[i] = (RensaSlice){ RENSA_SLICE_RANGE, RENSA_SLICE_NONE, RENSA_SLICE_NONE, RENSA_SLICE_NONE };
  index.arrays[axis] = sources;

  return sources != NULL ? rensa_get_item_grad (gy, &index, rows, error) : NULL;
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Repeat *self = rensa_backward_get_attrs (backward);
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  g_autoptr (RensaVariable) sum = NULL;
  int axis;
  const RensaShape rows = get_rows (self, &x.shape, &axis);

  if (is_uniform (self))
    sum = rensa_sum_blocks (gy, rensa_shape_count_axes (&rows, 0, axis + 1),
                            rensa_shape_count_axes (&rows, axis + 1, rows.ndim), get_times (self), error);
  else
    sum = sum_each (self, gy, &rows, axis, error);

  rensa_backward_take_grad_input (backward, 0, rensa_reshape (sum, &x.shape, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_repeat_class = {
  .name = "repeat",
  .group = &rensa_array_group,
  .title = N_ ("Repeat"),
  .summary = N_ ("Repeats each element along an axis, or of the flattened array"),
  .formula = "y[i] = x[i div repeats]",
  .label = "Repeat",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (Repeat, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.repeat({x}, {repeats}, axis={axis})" },
               { "torch", "repeat({x}, {repeats}, axis={axis})" }, { "torch_class", torch_class },
               { "onnx", "given (axis) ? Gather (x, int64 (repeated (repeats, dim (x, axis))), axis=axis) : Gather "
                         "(Reshape (x, [-1]), int64 (repeated (repeats, size (x))), axis=0)" }),
};

/**
 * rensa_repeat:
 * @repeats: @n counts: one for all elements, or one for each element along the axis
 * @axis: counts from the end if negative; %RENSA_INT_NONE for the flattened array
 *
 * Repeats each element of @x according to @repeats. RENSA_ERROR_TYPE_CHECK if the number of counts
 * does not match the number of elements, or @axis is out of range.
 */
RENSA_API RensaVariable *
rensa_repeat (RensaVariable *x, const gint64 *repeats, int n, gint64 axis, GError **error)
{
  g_autoptr (RensaArray) array = NULL;

  if (x == NULL)
    return NULL;
  array = rensa_attr_array_new (RENSA_INT64, &RENSA_SHAPE (n), repeats, error);
  if (array == NULL)
    return NULL;

  const Repeat self = { .repeats = array, .axis = axis };

  return rensa_apply1 (&rensa_repeat_class, &self, x, error);
}
