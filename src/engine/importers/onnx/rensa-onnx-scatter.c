/* rensa-onnx-scatter.c: ONNX operators that scatter elements to constant indices.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-private.h"

#include "rensa-language.h"

/* Targets of updates: @n index tuples of @depth numbers, one for each of the first axes of an array. */
typedef struct
{
  const gint64 *numbers;
  gsize n;
  gsize depth;
} Places;

/* Negative indices count from the end of an axis. Returns FALSE with an error. */
static gboolean
check_places (RensaOnnxNode *node, const RensaShape *shape, const Places *places)
{
  for (gsize i = 0; i < places->n * places->depth && node->error == NULL; i++)
    {
      const gint64 extent = shape->dims[i % places->depth];

      if (places->numbers[i] < -extent || places->numbers[i] >= extent)
        rensa_onnx_fail (node, N_ ("indices must be below %lld, but one is %lld"), (long long) extent,
                         (long long) places->numbers[i]);
    }
  return node->error == NULL;
}

static gboolean
repeats (const RensaShape *shape, const Places *places)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (gsize i = 0; i < places->n; i++)
    {
      gint64 place = 0;

      for (gsize axis = 0; axis < places->depth; axis++)
        {
          const gint64 number = places->numbers[i * places->depth + axis];

          place = place * shape->dims[axis] + number + (number < 0 ? shape->dims[axis] : 0);
        }
      if (!g_hash_table_add (seen, g_memdup2 (&place, sizeof place)))
        return TRUE;
    }
  return FALSE;
}

/* "[0, 2], [1, 1], ": index in NumPy's notation. */
static const char *
write_slices (RensaOnnxNode *node, const Places *places)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize axis = 0; axis < places->depth; axis++)
    {
      g_string_append_c (text, '[');
      for (gsize i = axis; i < places->n * places->depth; i += places->depth)
        g_string_append_printf (text, "%" G_GINT64_FORMAT ", ", places->numbers[i]);
      g_string_append (text, "], ");
    }
  return rensa_onnx_format (node, "%s", text->str);
}

/* The underlying function adds. Replacement scatters into zeros, and selects the result where
 * scattered ones mark a target. */
static RensaSketchValue *
scatter (RensaOnnxNode *node, RensaSketchValue *x, RensaSketchValue *updates, const Places *places)
{
  const RensaDtype dtype = rensa_onnx_type (node, x).dtype;
  const RensaShape shape = rensa_onnx_type (node, x).shape;
  const char *reduction = rensa_onnx_get_text (node, "reduction", "none");
  const char *call;
  RensaSketchValue *parts[3];

  if (!g_str_equal (reduction, "none") && !g_str_equal (reduction, "add"))
    rensa_onnx_refuse_attribute (node, "reduction", reduction);
  if (node->error != NULL || !check_places (node, &shape, places))
    return NULL;
  call = rensa_onnx_format (node, "scatter_add(slices=(%s))", write_slices (node, places));
  parts[0] = rensa_onnx_as_floating (node, x);
  updates = rensa_onnx_as_floating (node, updates);
  if (g_str_equal (reduction, "add"))
    return rensa_onnx_cast (node, rensa_onnx_call2 (node, parts[0], updates, "%s", call), dtype);
  if (repeats (&shape, places))
    rensa_onnx_fail (node, N_ ("indices must be distinct"));
  parts[1] = rensa_onnx_call1 (node, parts[0], "elementwise(formula='0', inputs='x')");
  parts[2] = rensa_onnx_call2 (node, parts[1], rensa_onnx_call1 (node, updates, "elementwise(formula='1', inputs='x')"),
                               "%s", call);
  parts[1] = rensa_onnx_call2 (node, parts[1], updates, "%s", call);
  return rensa_onnx_formula (node, parts, 3, dtype, "c > 0 ? b : a");
}

/* The last axis of the indices indexes the first axes of x. */
static void
scatter_nd (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  RensaSketchValue *indices = rensa_onnx_input (node, 1);
  const RensaShape whole = rensa_onnx_type (node, x).shape;
  const RensaShape picked = rensa_onnx_type (node, indices).shape;
  gint64 shape[RENSA_MAX_NDIM + 1];
  gsize n = 0;
  const gint64 *numbers = rensa_onnx_numbers (node, indices, &n);
  Places places = { numbers };
  gsize ndim = 0;

  if (node->error == NULL && (picked.ndim == 0 || picked.dims[picked.ndim - 1] > whole.ndim || n == 0))
    rensa_onnx_fail (node, N_ ("the indices must have at most %d axes"), whole.ndim);
  if (node->error != NULL)
    return;
  places.depth = (gsize) picked.dims[picked.ndim - 1];
  places.n = n / places.depth;
  shape[ndim++] = (gint64) places.n;
  for (int i = (int) places.depth; i < whole.ndim; i++)
    shape[ndim++] = whole.dims[i];
  node->outputs[0] = scatter (node, x, rensa_onnx_reshape (node, rensa_onnx_input (node, 2), shape, ndim), &places);
}

/* Index tuple of element @i of the indices: its own position except along @axis. */
static void
find_place (const RensaShape *picked, int axis, gint64 index, gsize i, gint64 *place)
{
  for (int k = picked->ndim - 1; k >= 0; k--)
    {
      place[k] = k == axis ? index : (gint64) (i % (gsize) picked->dims[k]);
      i /= (gsize) picked->dims[k];
    }
}

static void
scatter_elements (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  RensaSketchValue *indices = rensa_onnx_input (node, 1);
  const RensaShape picked = rensa_onnx_type (node, indices).shape;
  const int axis = rensa_onnx_axis (node, x, rensa_onnx_get_int (node, "axis", 0));
  gsize n = 0;
  const gint64 *numbers = rensa_onnx_numbers (node, indices, &n);
  const gsize depth = (gsize) picked.ndim;
  g_autofree gint64 *places = NULL;

  if (node->error == NULL && (picked.ndim != rensa_onnx_ndim (node, x) || n == 0))
    rensa_onnx_fail (node, N_ ("the indices must have the same number of axes as the input, fewer than %d"),
                     RENSA_MAX_NDIM);
  if (node->error != NULL)
    return;
  places = g_new (gint64, n * depth);
  for (gsize i = 0; i < n; i++)
    find_place (&picked, axis, numbers[i], i, places + i * depth);
  node->outputs[0] =
      scatter (node, x, rensa_onnx_reshape (node, rensa_onnx_input (node, 2), (gint64[]){ (gint64) n }, 1),
               &(Places){ places, n, depth });
}

const RensaOnnxOperator rensa_onnx_scatter_operators[] = {
  { "Scatter", scatter_elements, NULL },
  { "ScatterElements", scatter_elements, NULL },
  { "ScatterND", scatter_nd, NULL },
  { NULL, NULL, NULL },
};
