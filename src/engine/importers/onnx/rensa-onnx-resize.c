/* rensa-onnx-resize.c: ONNX operators that resize axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-private.h"

#include <math.h>
#include <string.h>

#include "rensa-language.h"
#include "rensa-primitives.h"

/* Maximum number of elements of a resize matrix. */
#define MOST_ELEMENTS (1 << 26)

/* One axis. @scale: from the file, or derived from the lengths. */
typedef struct
{
  gint64 n_in;
  gint64 n_out;
  double scale;
} Axis;

/* Maps index @i of the result to a coordinate of the input. */
static double
find_place (const char *mode, const Axis *axis, double i)
{
  const double n_out = axis->scale * (double) axis->n_in;

  if (g_str_equal (mode, "half_pixel"))
    return (i + 0.5) / axis->scale - 0.5;
  if (g_str_equal (mode, "pytorch_half_pixel"))
    return axis->n_out > 1 ? (i + 0.5) / axis->scale - 0.5 : 0;
  if (g_str_equal (mode, "half_pixel_symmetric"))
    return (double) axis->n_in / 2 * (1 - (double) axis->n_out / n_out) + (i + 0.5) / axis->scale - 0.5;
  if (g_str_equal (mode, "tf_half_pixel_for_nn"))
    return (i + 0.5) / axis->scale;
  if (g_str_equal (mode, "align_corners"))
    return axis->n_out > 1 ? i * (double) (axis->n_in - 1) / (n_out - 1) : 0;
  return i / axis->scale;
}

static gint64
round_place (const char *mode, double place)
{
  if (g_str_equal (mode, "floor"))
    return (gint64) floor (place);
  if (g_str_equal (mode, "ceil"))
    return (gint64) ceil (place);
  return (gint64) (g_str_equal (mode, "round_prefer_ceil") ? floor (place + 0.5) : ceil (place - 0.5));
}

/* Interpolation weight of a neighbor at @distance. */
static double
weigh (double distance, gboolean is_cubic, double a)
{
  const double x = fabs (distance);

  if (!is_cubic)
    return MAX (1 - x, 0);
  if (x <= 1)
    return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

/* Fills a matrix row: the weight of each input element for output index @i. With @antialias, the
 * kernel is widened by the downscaling factor. */
static void
fill_row (RensaOnnxNode *node, const Axis *axis, gint64 i, double *row)
{
  const char *mode = rensa_onnx_get_text (node, "mode", "nearest");
  const char *places = rensa_onnx_get_text (node, "coordinate_transformation_mode",
                                            node->import->opset < 11 ? "asymmetric" : "half_pixel");
  const gboolean is_cubic = g_str_equal (mode, "cubic");
  const gboolean excludes = rensa_onnx_get_int (node, "exclude_outside", 0) != 0;
  const double a = rensa_onnx_get_float (node, "cubic_coeff_a", -0.75);
  const double stretch = rensa_onnx_get_int (node, "antialias", 0) != 0 ? MIN (axis->scale, 1) : 1;
  const double place = find_place (places, axis, (double) i);
  const double reach = (is_cubic ? 2 : 1) / stretch;
  double total = 0;

  if (g_str_equal (mode, "nearest"))
    {
      const char *rounding =
          rensa_onnx_get_text (node, "nearest_mode", node->import->opset < 11 ? "floor" : "round_prefer_floor");

      row[CLAMP (round_place (rounding, place), 0, axis->n_in - 1)] = 1;
      return;
    }
  for (gint64 j = (gint64) floor (place - reach); j <= (gint64) ceil (place + reach); j++)
    {
      const double weight = weigh (((double) j - place) * stretch, is_cubic, a);

      if (excludes && (j < 0 || j >= axis->n_in))
        continue;
      row[CLAMP (j, 0, axis->n_in - 1)] += weight;
      total += weight;
    }
  for (gint64 j = 0; j < axis->n_in && total != 0; j++)
    row[j] /= total;
}

/* Resizes axis @i of @x by a matrix product. */
static RensaSketchValue *
apply_matrix (RensaOnnxNode *node, RensaSketchValue *x, int i, const Axis *axis)
{
  const RensaType type = rensa_onnx_type (node, x);
  const int last = type.shape.ndim - 1;
  g_autofree double *matrix = NULL;
  RensaSketchValue *weights;

  if (axis->n_in < 1 || axis->n_out < 1 || axis->n_out > MOST_ELEMENTS / axis->n_in)
    rensa_onnx_fail (node, N_ ("an axis of %lld elements cannot be resized to %lld"), (long long) axis->n_in,
                     (long long) axis->n_out);
  if (node->error != NULL)
    return NULL;
  matrix = g_new0 (double, (gsize) (axis->n_in * axis->n_out));
  for (gint64 row = 0; row < axis->n_out; row++)
    fill_row (node, axis, row, matrix + row * axis->n_in);
  weights = rensa_onnx_make_floats (node, type.dtype, &RENSA_SHAPE (axis->n_out, axis->n_in), matrix);
  if (i == last - 1)
    return rensa_onnx_call2 (node, weights, x, "matmul");
  if (i != last)
    x = rensa_onnx_call1 (node, x, "swapaxes(axis1=%d, axis2=%d)", i, last);
  x = rensa_onnx_call2 (node, x, weights, "matmul(transb=True)");
  return i != last ? rensa_onnx_call1 (node, x, "swapaxes(axis1=%d, axis2=%d)", i, last) : x;
}

/* Returns TRUE if each element is repeated an integer number of times. */
static gboolean
repeats (RensaOnnxNode *node, const Axis *axis)
{
  const char *places = rensa_onnx_get_text (node, "coordinate_transformation_mode",
                                            node->import->opset < 11 ? "asymmetric" : "half_pixel");
  const char *rounding =
      rensa_onnx_get_text (node, "nearest_mode", node->import->opset < 11 ? "floor" : "round_prefer_floor");

  return g_str_equal (rensa_onnx_get_text (node, "mode", "nearest"), "nearest") && axis->n_in > 0
         && axis->n_out % axis->n_in == 0 && axis->scale == (double) (axis->n_out / axis->n_in)
         && ((g_str_equal (places, "asymmetric") && g_str_equal (rounding, "floor"))
             || (g_str_has_prefix (places, "half_pixel") && g_str_has_prefix (rounding, "round_prefer")));
}

/* Returns TRUE if interpolate () suffices, as in PyTorch: two axes of images, linear, aligned at
 * pixel centers or corners. */
static gboolean
is_plain_linear (RensaOnnxNode *node, const Axis *axes, int ndim)
{
  const char *places = rensa_onnx_get_text (node, "coordinate_transformation_mode",
                                            node->import->opset < 11 ? "asymmetric" : "half_pixel");

  if (ndim != 4 || node->import->opset < 11 || axes[0].n_in != axes[0].n_out || axes[1].n_in != axes[1].n_out
      || !g_str_equal (rensa_onnx_get_text (node, "mode", "nearest"), "linear")
      || rensa_onnx_get_int (node, "antialias", 0) != 0)
    return FALSE;
  for (int i = 2; i < 4; i++)
    if (axes[i].scale * (double) axes[i].n_in != (double) axes[i].n_out || axes[i].n_out < 2)
      return FALSE;
  return g_str_equal (places, "half_pixel") || g_str_equal (places, "pytorch_half_pixel")
         || g_str_equal (places, "align_corners");
}

static RensaSketchValue *
interpolate (RensaOnnxNode *node, RensaSketchValue *x, const Axis *axes)
{
  const gboolean aligns =
      g_str_equal (rensa_onnx_get_text (node, "coordinate_transformation_mode", "half_pixel"), "align_corners");

  return rensa_onnx_call1 (
      node, x, "interpolate(size=(%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT "), mode='bilinear', align_corners=%s)",
      axes[2].n_out, axes[3].n_out, aligns ? "True" : "False");
}

#define LENGTHS 3

/* Reads one number per axis of x for a batch size, on which only lengths may depend; returns FALSE if
 * input @i is omitted or empty. */
static gboolean
get_numbers (RensaOnnxNode *node, guint i, int probe, gsize n, double *numbers)
{
  RensaSketchValue *value = rensa_onnx_find_input (node, i);
  const RensaType type = rensa_onnx_type (node, value);
  g_autoptr (RensaArray) wide = NULL;
  RensaArray *array;

  if (value == NULL || rensa_shape_count (&type.shape) == 0)
    return FALSE;
  array = value->kind != RENSA_SKETCH_VALUE && (i == LENGTHS || !rensa_sketch_value_varies (value))
              ? rensa_variable_get_array (value->probes[probe])
              : NULL;
  if (array == NULL || rensa_array_get_count (array) != (gint64) n)
    rensa_onnx_fail (node, N_ ("an input must consist of %zu constant numbers"), n);
  wide = node->error == NULL ? rensa_array_cast (array, RENSA_FLOAT64, &node->error) : NULL;
  return wide != NULL && rensa_array_to_host (wide, numbers, &node->error);
}

/* Lengths that depend on the batch size must be those that the axes of x have. */
static void
check_lengths (RensaOnnxNode *node, RensaSketchValue *x, const gint64 *order, gsize n, const double *lengths)
{
  const RensaShape first = rensa_variable_get_type (x->probes[0]).shape;
  const RensaShape second = rensa_variable_get_type (x->probes[1]).shape;
  double others[2 * RENSA_MAX_NDIM] = { 0 };

  if (!get_numbers (node, LENGTHS, 1, n, others))
    return;
  for (gsize i = 0; i < n; i++)
    if (others[i] != lengths[i]
        && (lengths[i] != (double) first.dims[order[i]] || others[i] != (double) second.dims[order[i]]))
      rensa_onnx_fail (node, N_ ("an axis of unknown length cannot be resized"));
}

/* Reads the scales from the attribute or the input, otherwise the lengths. */
static void
read_axes (RensaOnnxNode *node, RensaSketchValue *x, const gint64 *order, gsize n, Axis *axes)
{
  const gboolean is_old = node->import->opset < 11;
  double numbers[RENSA_MAX_NDIM] = { 0 };
  double lengths[2 * RENSA_MAX_NDIM] = { 0 };
  const gboolean has_scales = get_numbers (node, is_old ? 1 : 2, 0, n, numbers);
  const gboolean has_lengths = !has_scales && get_numbers (node, LENGTHS, 0, n, lengths);
  const gboolean is_varied = rensa_sketch_value_varies (x);

  if (!has_scales && !has_lengths)
    rensa_onnx_fail (node, N_ ("expected scales or sizes"));
  if (has_lengths)
    check_lengths (node, x, order, n, lengths);
  for (gsize i = 0; i < n && node->error == NULL; i++)
    {
      Axis *axis = &axes[order[i]];
      const double length = has_scales ? floor ((double) axis->n_in * numbers[i]) : lengths[i];

      if (!(length >= 0 && length <= G_MAXINT32))
        rensa_onnx_fail (node, N_ ("expected a length, found %lld"), (long long) CLAMP (length, -1, 1e18));
      axis->n_out = has_scales && numbers[i] == 1 ? axis->n_in : node->error == NULL ? (gint64) length : 0;
      axis->scale = has_scales ? numbers[i] : length / (double) MAX (axis->n_in, 1);
      if (is_varied && axis->n_out != axis->n_in
          && rensa_variable_get_type (x->probes[0]).shape.dims[order[i]]
                 != rensa_variable_get_type (x->probes[1]).shape.dims[order[i]])
        rensa_onnx_fail (node, N_ ("an axis of unknown length cannot be resized"));
    }
}

/* Checks that all enumerated attribute values are supported. */
static void
check_words (RensaOnnxNode *node)
{
  static const char *const words[][9] = {
    { "mode", "nearest", "linear", "cubic" },
    { "coordinate_transformation_mode", "half_pixel", "pytorch_half_pixel", "half_pixel_symmetric", "align_corners",
      "asymmetric", "tf_half_pixel_for_nn" },
    { "nearest_mode", "round_prefer_floor", "round_prefer_ceil", "floor", "ceil" },
    { "keep_aspect_ratio_policy", "stretch" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      const char *word = rensa_onnx_get_text (node, words[i][0], words[i][1]);

      if (!g_strv_contains (&words[i][1], word))
        rensa_onnx_refuse_attribute (node, words[i][0], word);
    }
}

static void
resize (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  const RensaType type = rensa_onnx_type (node, x);
  gsize n = (gsize) type.shape.ndim;
  gint64 order[RENSA_MAX_NDIM];
  Axis axes[RENSA_MAX_NDIM] = { 0 };
  gsize n_given = 0;
  const gint64 *given = rensa_onnx_get_ints (node, "axes", &n_given);

  check_words (node);
  if (n_given > n)
    rensa_onnx_fail (node, N_ ("expected at most %d axes, found %zu"), (int) n, n_given);
  for (int i = 0; i < type.shape.ndim; i++)
    axes[i] = (Axis){ type.shape.dims[i], type.shape.dims[i], 1 };
  n = given != NULL ? n_given : n;
  for (gsize i = 0; i < n && node->error == NULL; i++)
    order[i] = given != NULL ? rensa_onnx_axis (node, x, given[i]) : (gint64) i;
  if (node->error != NULL)
    return;
  read_axes (node, x, order, n, axes);
  x = rensa_onnx_as_floating (node, x);
  if (node->error == NULL && is_plain_linear (node, axes, type.shape.ndim))
    x = interpolate (node, x, axes);
  else
    for (int i = 0; i < type.shape.ndim && node->error == NULL; i++)
      if (axes[i].n_out != axes[i].n_in)
        x = repeats (node, &axes[i]) ? rensa_onnx_call1 (node, x, "repeat(repeats=%" G_GINT64_FORMAT ", axis=%d)",
                                                         axes[i].n_out / axes[i].n_in, i)
                                     : apply_matrix (node, x, i, &axes[i]);
  node->outputs[0] = rensa_onnx_cast (node, x, type.dtype);
}

const RensaOnnxOperator rensa_onnx_resize_operators[] = {
  { "Resize", resize, NULL },
  { "Upsample", resize, NULL },
  { NULL, NULL, NULL },
};
