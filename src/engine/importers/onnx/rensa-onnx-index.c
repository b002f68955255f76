/* rensa-onnx-index.c: ONNX indexing operators.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-private.h"

#include "rensa-language.h"

/* Appends @n full slices in NumPy's index notation. */
static void
append_whole (GString *text, int n)
{
  for (int i = 0; i < n; i++)
    g_string_append (text, "slice(None), ");
}

/* Python and ONNX both clip slices at the ends of an axis, and no axis is longer than an int32 allows. */
static gint64
clamp (gint64 place)
{
  return CLAMP (place, -G_MAXINT32, G_MAXINT32);
}

static void
slice (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  const RensaShape shape = rensa_onnx_type (node, x).shape;
  gsize n = 0;
  gsize n_ends = 0;
  gsize n_axes = 0;
  gsize n_steps = 0;
  const gint64 *starts = rensa_onnx_ints_of (node, "starts", 1, &n);
  const gint64 *ends = rensa_onnx_ints_of (node, "ends", 2, &n_ends);
  const gint64 *axes = rensa_onnx_ints_of (node, "axes", 3, &n_axes);
  const gint64 *steps = rensa_onnx_ints_of (node, "steps", 4, &n_steps);
  const char *parts[RENSA_MAX_NDIM] = { NULL };
  g_autoptr (GString) text = g_string_new (NULL);

  if (starts == NULL || ends == NULL || n > (gsize) shape.ndim || n_ends != n || (axes != NULL && n_axes != n)
      || (steps != NULL && n_steps != n))
    rensa_onnx_fail (node, N_ ("the numbers of starts, ends, axes, and steps must be equal"));
  for (gsize i = 0; i < n && node->error == NULL; i++)
    {
      const int axis = rensa_onnx_axis (node, x, axes != NULL ? axes[i] : (gint64) i);

      parts[axis] =
          rensa_onnx_format (node, "slice(%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT "), ",
                             clamp (starts[i]), clamp (ends[i]), steps != NULL ? clamp (steps[i]) : 1);
    }
  for (int axis = 0; axis < shape.ndim; axis++)
    g_string_append (text, parts[axis] != NULL ? parts[axis] : "slice(None), ");
  node->outputs[0] = rensa_onnx_get_item (node, x, text->str);
}

/* For constant @indices: a single one, or a list, reshaped afterwards. */
static RensaSketchValue *
gather_known (RensaOnnxNode *node, RensaSketchValue *x, RensaSketchValue *indices, int axis)
{
  const RensaShape picked = rensa_onnx_type (node, indices).shape;
  const RensaShape whole = rensa_onnx_type (node, x).shape;
  gsize n = 0;
  const gint64 *numbers = rensa_onnx_numbers (node, indices, &n);
  g_autoptr (GString) text = g_string_new (NULL);
  gint64 shape[2 * RENSA_MAX_NDIM];
  int ndim = 0;

  append_whole (text, axis);
  if (node->error != NULL)
    return NULL;
  if (picked.ndim == 0)
    {
      g_string_append_printf (text, "%" G_GINT64_FORMAT, numbers[0]);
      return rensa_onnx_get_item (node, x, rensa_onnx_format (node, "%s,", text->str));
    }
  g_string_append_c (text, '[');
  for (gsize i = 0; i < n; i++)
    g_string_append_printf (text, "%" G_GINT64_FORMAT ", ", numbers[i]);
  g_string_append (text, "],");
  x = rensa_onnx_get_item (node, x, text->str);
  if (picked.ndim == 1)
    return x;
  for (int i = 0; i < axis; i++)
    shape[ndim++] = i == 0 ? -1 : whole.dims[i];
  for (int i = 0; i < picked.ndim; i++)
    shape[ndim++] = picked.dims[i];
  for (int i = axis + 1; i < whole.ndim; i++)
    shape[ndim++] = whole.dims[i];
  return rensa_onnx_reshape (node, x, shape, (gsize) ndim);
}

/* Lookup in a trained embedding table. */
static RensaSketchValue *
look_up (RensaOnnxNode *node, RensaSketchValue *table, RensaSketchValue *indices)
{
  const RensaShape shape = rensa_onnx_type (node, table).shape;
  const RensaOnnxWeight weight = { "W", table };

  return rensa_onnx_link1 (node, indices, &weight, 1,
                           "EmbedID(in_size=%" G_GINT64_FORMAT ", out_size=%" G_GINT64_FORMAT ")", shape.dims[0],
                           shape.dims[1]);
}

/* Gathers rows of any array; @axis is temporarily moved to the front. */
static RensaSketchValue *
gather_rows (RensaOnnxNode *node, RensaSketchValue *x, RensaSketchValue *indices, int axis)
{
  const RensaType type = rensa_onnx_type (node, x);
  const int n_picked = rensa_onnx_ndim (node, indices);
  gint64 shape[2 * RENSA_MAX_NDIM];
  gint64 order[2 * RENSA_MAX_NDIM];
  int ndim = 0;
  gint64 n_columns = 1;
  RensaSketchValue *rows = rensa_onnx_as_floating (node, x);

  if (axis > 0)
    rows = rensa_onnx_call1 (node, rows, "moveaxis(source=%d, destination=0)", axis);
  for (int i = 0; i < n_picked; i++)
    shape[ndim++] = rensa_onnx_type (node, indices).shape.dims[i];
  for (int i = 0; i < type.shape.ndim; i++)
    if (i != axis)
      n_columns *= shape[ndim++] = type.shape.dims[i];
  if (n_picked > 0 && axis == 0)
    shape[0] = -1;
  rows = rensa_onnx_reshape (node, rows, (gint64[]){ type.shape.dims[axis], n_columns }, 2);
  if (n_picked == 0)
    indices = rensa_onnx_reshape (node, indices, (gint64[]){ 1 }, 1);
  rows = rensa_onnx_reshape (node, rensa_onnx_call2 (node, indices, rows, "embed_id"), shape, (gsize) ndim);
  /* Move the axes of the indices to the position of @axis. */
  for (int i = 0; i < ndim; i++)
    order[i] = i < axis ? i + n_picked : i < axis + n_picked ? i - axis : i;
  return rensa_onnx_cast (node, rensa_onnx_transpose (node, rows, order, (gsize) ndim), type.dtype);
}

static void
gather (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  RensaSketchValue *indices = rensa_onnx_input (node, 1);
  const int axis = rensa_onnx_axis (node, x, rensa_onnx_get_int (node, "axis", 0));

  if (node->error != NULL)
    return;
  if (indices->kind != RENSA_SKETCH_VALUE)
    node->outputs[0] = gather_known (node, x, indices, axis);
  else if (x->kind == RENSA_SKETCH_WEIGHT && axis == 0 && rensa_onnx_ndim (node, x) == 2
           && rensa_onnx_ndim (node, indices) > 0)
    node->outputs[0] = look_up (node, x, indices);
  else
    node->outputs[0] = gather_rows (node, x, indices, axis);
}

/* Selects one element of each row of a matrix. */
static RensaSketchValue *
select_items (RensaOnnxNode *node, RensaSketchValue *x, RensaSketchValue *indices)
{
  indices = rensa_onnx_call1 (node, indices, "reshape(shape=(-1,))");
  return rensa_onnx_call1 (node, rensa_onnx_call2 (node, x, indices, "select_item"), "expand_dims(axis=1)");
}

/* Cuts @x to the lengths of the indices along all axes but @axis. */
static RensaSketchValue *
cut_to_indices (RensaOnnxNode *node, RensaSketchValue *x, RensaSketchValue *indices, int axis)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const int ndim = rensa_onnx_ndim (node, x);

  for (int i = 0; i < ndim; i++)
    {
      gboolean is_whole = TRUE;

      for (int probe = 0; probe < RENSA_SKETCH_PROBES; probe++)
        is_whole = is_whole
                   && rensa_variable_get_type (x->probes[probe]).shape.dims[i]
                          == rensa_variable_get_type (indices->probes[probe]).shape.dims[i];
      if (i == axis || is_whole)
        append_whole (text, 1);
      else
        g_string_append_printf (text, "slice(0, %" G_GINT64_FORMAT "), ", rensa_onnx_length (node, indices, i));
    }
  return rensa_onnx_get_item (node, x, text->str);
}

/* Gathers elements along @axis: a sum over a new last axis of the elements whose position equals
 * the index. */
static RensaSketchValue *
pick_by_comparing (RensaOnnxNode *node, RensaSketchValue *x, RensaSketchValue *indices, int axis)
{
  const RensaType type = rensa_onnx_type (node, x);
  const int last = type.shape.ndim;
  const gint64 n = rensa_onnx_length (node, x, axis);
  RensaSketchValue *parts[3];
  RensaDtype dtype;

  parts[0] = cut_to_indices (node, rensa_onnx_as_floating (node, x), indices, axis);
  parts[0] = rensa_onnx_call1 (node, rensa_onnx_call1 (node, parts[0], "expand_dims(axis=%d)", last),
                               "swapaxes(axis1=%d, axis2=%d)", axis, last);
  dtype = rensa_onnx_type (node, parts[0]).dtype;
  parts[1] = rensa_onnx_cast (node, rensa_onnx_call1 (node, indices, "expand_dims(axis=%d)", last), dtype);
  parts[2] = rensa_onnx_cast (node, rensa_onnx_make_range (node, last + 1, last, n), dtype);
  x = rensa_onnx_formula (node, parts, 3, dtype,
                          rensa_onnx_format (node, "(b < 0 ? b + %" G_GINT64_FORMAT " : b) == c ? a : 0", n));
  return rensa_onnx_cast (node, rensa_onnx_call1 (node, x, "sum(axis=%d)", last), type.dtype);
}

static void
gather_elements (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  RensaSketchValue *indices = rensa_onnx_input (node, 1);
  const RensaShape picked = rensa_onnx_type (node, indices).shape;
  const int axis = rensa_onnx_axis (node, x, rensa_onnx_get_int (node, "axis", 0));

  if (node->error == NULL && (picked.ndim != rensa_onnx_ndim (node, x) || picked.ndim == RENSA_MAX_NDIM))
    rensa_onnx_fail (node, N_ ("the indices must have the same number of axes as the input, fewer than %d"),
                     RENSA_MAX_NDIM);
  if (node->error != NULL)
    return;
  if (axis == 1 && picked.ndim == 2 && picked.dims[1] == 1 && rensa_dtype_is_floating (rensa_onnx_type (node, x).dtype))
    node->outputs[0] = select_items (node, x, indices);
  else
    node->outputs[0] = pick_by_comparing (node, x, indices, axis);
}

/* Constant indices; their last axis indexes the first axes of x. */
static void
gather_nd (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  RensaSketchValue *indices = rensa_onnx_input (node, 1);
  const RensaShape picked = rensa_onnx_type (node, indices).shape;
  const RensaShape whole = rensa_onnx_type (node, x).shape;
  gsize n = 0;
  const gint64 *numbers = rensa_onnx_numbers (node, indices, &n);
  g_autoptr (GString) text = g_string_new (NULL);
  gint64 shape[2 * RENSA_MAX_NDIM];
  int ndim = 0;

  if (rensa_onnx_get_int (node, "batch_dims", 0) != 0)
    rensa_onnx_refuse_attribute (node, "batch_dims", "> 0");
  if (node->error == NULL && (picked.ndim == 0 || picked.dims[picked.ndim - 1] > whole.ndim || n == 0))
    rensa_onnx_fail (node, N_ ("the indices must have at most %d axes"), whole.ndim);
  if (node->error != NULL)
    return;

  const gsize depth = (gsize) picked.dims[picked.ndim - 1];

  for (gsize axis = 0; axis < depth; axis++)
    {
      g_string_append_c (text, '[');
      for (gsize i = axis; i < n; i += depth)
        g_string_append_printf (text, "%" G_GINT64_FORMAT ", ", numbers[i]);
      g_string_append (text, "], ");
    }
  for (int i = 0; i < picked.ndim - 1; i++)
    shape[ndim++] = picked.dims[i];
  for (int i = (int) depth; i < whole.ndim; i++)
    shape[ndim++] = whole.dims[i];
  x = rensa_onnx_get_item (node, x, text->str);
  node->outputs[0] = picked.ndim == 2 ? x : rensa_onnx_reshape (node, x, shape, (gsize) ndim);
}

/* Compares each position of a new axis with the index. */
static void
one_hot (RensaOnnxNode *node)
{
  RensaSketchValue *indices = rensa_onnx_input (node, 0);
  const double depth = rensa_onnx_number (node, rensa_onnx_input (node, 1));
  RensaSketchValue *values = rensa_onnx_input (node, 2);
  const RensaDtype dtype = rensa_onnx_type (node, values).dtype;
  const int ndim = rensa_onnx_ndim (node, indices) + 1;
  const gint64 given = rensa_onnx_get_int (node, "axis", -1);
  const gint64 axis = given < 0 ? given + ndim : given;
  RensaSketchValue *parts[3];

  if (!(depth >= 1 && depth <= G_MAXINT32) || axis < 0 || axis >= ndim || ndim > RENSA_MAX_NDIM)
    rensa_onnx_fail (node, N_ ("the depth must be at least 1 and the axis below %d"), ndim);
  if (node->error != NULL)
    return;
  parts[0] =
      rensa_onnx_cast (node, rensa_onnx_call1 (node, indices, "expand_dims(axis=%d)", (int) axis), RENSA_FLOAT64);
  parts[1] = rensa_onnx_make_range (node, ndim, (int) axis, (gint64) depth);
  parts[2] = rensa_onnx_formula (node, parts, 2, RENSA_BOOL,
                                 rensa_onnx_format (node, "(a < 0 ? a + %d : a) == b", (int) depth));
  values = rensa_onnx_as_floating (node, values);
  node->outputs[0] =
      rensa_onnx_cast (node,
                       rensa_onnx_call (node,
                                        (RensaSketchValue *[]){ parts[2], rensa_onnx_get_item (node, values, "1,"),
                                                                rensa_onnx_get_item (node, values, "0,") },
                                        3, "where"),
                       dtype);
}

const RensaOnnxOperator rensa_onnx_index_operators[] = {
  { "Gather", gather, NULL },      { "GatherElements", gather_elements, NULL },
  { "GatherND", gather_nd, NULL }, { "OneHot", one_hot, NULL },
  { "Slice", slice, NULL },        { NULL, NULL, NULL },
};
