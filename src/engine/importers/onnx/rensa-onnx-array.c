/* rensa-onnx-array.c: operators of ONNX that move elements.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-private.h"

#include <math.h>

#include "rensa-language.h"

/* Entry @i of a target shape: what it is for both sizes of a batch, as a length or -1 where the length follows from the others. */
static gint64
choose_length (RensaOnnxNode *node, RensaSketchValue *x, const gint64 *const shapes[RENSA_SKETCH_PROBES], gsize i)
{
  const gboolean copies = shapes[0][i] == 0 && rensa_onnx_get_int (node, "allowzero", 0) == 0;
  gint64 lengths[RENSA_SKETCH_PROBES];

  for (int probe = 0; probe < RENSA_SKETCH_PROBES; probe++)
    {
      const RensaType type = rensa_variable_get_type (x->probes[probe]);

      if (copies && i >= (gsize) type.shape.ndim)
        rensa_onnx_fail (node, N_ ("a length was expected where there is no axis to copy it from"));
      lengths[probe] = !copies ? shapes[probe][i] : node->error == NULL ? type.shape.dims[i] : 0;
    }
  return lengths[0] == lengths[1] ? lengths[0] : -1;
}

/* What -1 stands for in @shape, of as many elements as @x has; 0 where that cannot be said. */
static gint64
work_out (RensaSketchValue *x, int probe, const gint64 *shape, gsize n)
{
  const RensaType type = rensa_variable_get_type (x->probes[probe]);
  gint64 rest = rensa_shape_count (&type.shape);

  for (gsize i = 0; i < n; i++)
    if (shape[i] > 0 && rest % shape[i] == 0)
      rest /= shape[i];
    else if (shape[i] != -1)
      return 0;
  return rest;
}

/* A first length that is the size of a batch follows from the others, if the one that did so before is known. */
static void
open_first (RensaSketchValue *x, gint64 *shape, gsize n)
{
  const RensaType first = rensa_variable_get_type (x->probes[0]);
  const RensaType second = rensa_variable_get_type (x->probes[1]);
  gint64 open = -1;

  if (!rensa_sketch_value_varies (x) || n == 0 || first.shape.ndim == 0 || shape[0] != first.shape.dims[0]
      || first.shape.dims[0] == second.shape.dims[0])
    return;
  for (gsize i = 0; i < n; i++)
    if (shape[i] == -1)
      open = (gint64) i;
  if (open >= 0)
    shape[open] = work_out (x, 0, shape, n);
  if (open < 0 || shape[open] > 0)
    shape[0] = -1;
}

static void
reshape (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  RensaSketchValue *target = rensa_onnx_input (node, 1);
  const gint64 *shapes[RENSA_SKETCH_PROBES];
  gint64 shape[RENSA_MAX_NDIM];
  gsize n = 0;

  for (int probe = 0; probe < RENSA_SKETCH_PROBES; probe++)
    shapes[probe] = rensa_onnx_probe_numbers (node, target, probe, &n);
  if (n > RENSA_MAX_NDIM)
    rensa_onnx_fail (node, N_ ("at most %d axes were expected, but there are %zu"), RENSA_MAX_NDIM, n);
  for (gsize i = 0; i < n && node->error == NULL; i++)
    shape[i] = choose_length (node, x, shapes, i);
  if (node->error != NULL)
    return;
  open_first (x, shape, n);
  node->outputs[0] = rensa_onnx_reshape (node, x, shape, n);
}

/* A matrix; the axes before @axis are its rows. */
static void
flatten (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  const RensaShape shape = rensa_onnx_type (node, x).shape;
  const gint64 given = rensa_onnx_get_int (node, "axis", 1);
  const int axis = given == shape.ndim ? shape.ndim : rensa_onnx_axis (node, x, given);
  gint64 n = 1;

  for (int i = axis; i < shape.ndim; i++)
    n *= shape.dims[i];
  node->outputs[0] = rensa_onnx_reshape (node, x, (gint64[]){ axis > 0 ? -1 : 1, axis > 0 ? n : -1 }, 2);
}

static int
compare_axes (gconstpointer a, gconstpointer b)
{
  return (int) (*(const gint64 *) a - *(const gint64 *) b);
}

static void
squeeze (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  gsize n = 0;
  const gint64 *axes = rensa_onnx_ints_of (node, "axes", 1, &n);

  node->outputs[0] = axes != NULL ? rensa_onnx_call1 (node, x, "squeeze(axis=%s)", rensa_onnx_tuple (node, axes, n))
                                  : rensa_onnx_call1 (node, x, "squeeze");
}

static void
unsqueeze (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  const int ndim = rensa_onnx_ndim (node, x);
  gsize n = 0;
  const gint64 *given = rensa_onnx_ints_of (node, "axes", 1, &n);
  gint64 axes[RENSA_MAX_NDIM];

  if (n + (gsize) ndim > RENSA_MAX_NDIM)
    rensa_onnx_fail (node, N_ ("at most %d axes were expected, but there are %zu"), RENSA_MAX_NDIM, n + (gsize) ndim);
  if (node->error != NULL)
    return;
  for (gsize i = 0; i < n; i++)
    axes[i] = given[i] < 0 ? given[i] + ndim + (gint64) n : given[i];
  qsort (axes, n, sizeof *axes, compare_axes);
  for (gsize i = 0; i < n; i++)
    x = rensa_onnx_call1 (node, x, "expand_dims(axis=%" G_GINT64_FORMAT ")", axes[i]);
  node->outputs[0] = x;
}

static void
transpose (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  gsize n = 0;
  const gint64 *axes = rensa_onnx_get_ints (node, "perm", &n);

  node->outputs[0] = axes != NULL ? rensa_onnx_transpose (node, x, axes, n) : rensa_onnx_call1 (node, x, "transpose");
}

static void
concat (RensaOnnxNode *node)
{
  RensaSketchValue *first = rensa_onnx_input (node, 0);
  const int axis = rensa_onnx_axis (node, first, rensa_onnx_get_int (node, "axis", 0));

  for (guint i = 0; i < node->n_inputs; i++)
    rensa_onnx_input (node, i);
  node->outputs[0] =
      node->n_inputs == 1 ? first : rensa_onnx_call (node, node->inputs, (int) node->n_inputs, "concat(axis=%d)", axis);
}

/* As long as they are, or of the same length but for the last. */
static const gint64 *
get_parts (RensaOnnxNode *node, gint64 length, gint64 parts[RENSA_ONNX_MAX_OUTPUTS])
{
  gsize n = 0;
  const gint64 *given = rensa_onnx_ints_of (node, "split", 1, &n);
  const gint64 each = (length + node->n_outputs - 1) / node->n_outputs;

  if (given != NULL && n != node->n_outputs)
    rensa_onnx_fail (node, N_ ("%u parts were expected, but there are %zu"), node->n_outputs, n);
  if (given != NULL)
    return given;
  for (guint i = 0; i < node->n_outputs; i++)
    parts[i] = MIN (each, length - (gint64) i * each);
  return parts;
}

static void
split (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  const int axis = rensa_onnx_axis (node, x, rensa_onnx_get_int (node, "axis", 0));
  gint64 equal[RENSA_ONNX_MAX_OUTPUTS] = { 0 };
  gint64 ends[RENSA_ONNX_MAX_OUTPUTS] = { 0 };
  const gint64 *parts = get_parts (node, rensa_onnx_type (node, x).shape.dims[axis], equal);
  gint64 end = 0;

  if (node->error != NULL)
    return;
  for (guint i = 0; i < node->n_outputs; i++)
    {
      if (parts[i] < 0 || parts[i] > G_MAXINT32)
        rensa_onnx_fail (node, N_ ("a length was expected, but it is %lld"), (long long) parts[i]);
      end += node->error == NULL ? parts[i] : 0;
      ends[i] = end;
    }
  if (node->error == NULL && end != rensa_onnx_type (node, x).shape.dims[axis])
    rensa_onnx_fail (node, N_ ("parts of %lld were expected together, but they are of %lld"),
                     (long long) rensa_onnx_type (node, x).shape.dims[axis], (long long) end);
  if (node->n_outputs == 1)
    node->outputs[0] = x;
  else
    rensa_onnx_call_many (node, &x, 1, node->outputs, "split_axis(indices_or_sections=%s, axis=%d)",
                          rensa_onnx_tuple (node, ends, node->n_outputs - 1), axis);
}

static void
expand (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  const RensaType type = rensa_onnx_type (node, x);
  gsize n = 0;
  const gint64 *given = rensa_onnx_numbers (node, rensa_onnx_input (node, 1), &n);
  RensaShape target = { 0 };
  RensaShape shape;

  if (n > RENSA_MAX_NDIM)
    rensa_onnx_fail (node, N_ ("at most %d axes were expected, but there are %zu"), RENSA_MAX_NDIM, n);
  if (node->error != NULL)
    return;
  target.ndim = (int) n;
  for (gsize i = 0; i < n; i++)
    target.dims[i] = given[i];
  if (rensa_shape_broadcast (&type.shape, &target, &shape, &node->error))
    node->outputs[0] = rensa_shape_equal (&shape, &type.shape)
                           ? x
                           : rensa_onnx_call1 (node, x, "broadcast_to(shape=%s)",
                                               rensa_onnx_tuple (node, shape.dims, (gsize) shape.ndim));
}

static void
tile (RensaOnnxNode *node)
{
  gsize n = 0;
  const gint64 *repeats = rensa_onnx_numbers (node, rensa_onnx_input (node, 1), &n);

  node->outputs[0] =
      rensa_onnx_call1 (node, rensa_onnx_input (node, 0), "tile(reps=%s)", rensa_onnx_tuple (node, repeats, n));
}

/* Which axes the widths are for, where not for all. */
static const gint64 *
spread_pads (RensaOnnxNode *node, RensaSketchValue *x, const gint64 *given, gsize n, gint64 pads[2 * RENSA_MAX_NDIM])
{
  const int ndim = rensa_onnx_ndim (node, x);
  RensaSketchValue *value = rensa_onnx_find_input (node, 3);
  gsize n_axes = (gsize) ndim;
  const gint64 *axes = value != NULL ? rensa_onnx_numbers (node, value, &n_axes) : NULL;

  if (given == NULL || n != 2 * n_axes)
    rensa_onnx_fail (node, N_ ("two widths for each axis were expected"));
  for (gsize i = 0; i < n_axes && node->error == NULL; i++)
    {
      const int axis = axes != NULL ? rensa_onnx_axis (node, x, axes[i]) : (int) i;

      pads[axis] = given[i];
      pads[ndim + axis] = given[n_axes + i];
    }
  return pads;
}

static void
pad (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  const RensaDtype dtype = rensa_onnx_type (node, x).dtype;
  const char *mode = rensa_onnx_get_text (node, "mode", "constant");
  RensaSketchValue *filler = rensa_onnx_find_input (node, 2);
  const double value = filler != NULL ? rensa_onnx_number (node, filler) : rensa_onnx_get_float (node, "value", 0);
  gint64 pads[2 * RENSA_MAX_NDIM] = { 0 };
  gsize n = 0;
  const gint64 *given = rensa_onnx_ints_of (node, "pads", 1, &n);

  spread_pads (node, x, given, n, pads);
  if (node->error == NULL)
    node->outputs[0] =
        rensa_onnx_cast (node, rensa_onnx_pad (node, rensa_onnx_as_floating (node, x), pads, mode, value), dtype);
}

/* Channels and blocks in this order, or columns of a block first. */
static void
depth_to_space (RensaOnnxNode *node)
{
  const char *mode = rensa_onnx_get_text (node, "mode", "DCR");
  const gint64 size = rensa_onnx_get_int (node, "blocksize", 1);

  if (g_str_equal (mode, "CRD"))
    node->outputs[0] =
        rensa_onnx_call1 (node, rensa_onnx_input (node, 0), "pixel_shuffle(upscale_factor=%" G_GINT64_FORMAT ")", size);
  else
    node->outputs[0] = rensa_onnx_call1 (node, rensa_onnx_input (node, 0), "depth2space(r=%" G_GINT64_FORMAT ")", size);
}

static void
space_to_depth (RensaOnnxNode *node)
{
  const gboolean is_crd = g_str_equal (rensa_onnx_get_text (node, "mode", "DCR"), "CRD");

  node->outputs[0] = rensa_onnx_call1 (node, rensa_onnx_input (node, 0), "%s=%" G_GINT64_FORMAT ")",
                                       is_crd ? "pixel_unshuffle(downscale_factor" : "space2depth(r",
                                       rensa_onnx_get_int (node, "blocksize", 1));
}

/* What stands above or below a diagonal of the last two axes. */
static void
trilu (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  const RensaType type = rensa_onnx_type (node, x);
  RensaSketchValue *diagonal = rensa_onnx_find_input (node, 1);
  const double k = diagonal != NULL ? rensa_onnx_number (node, diagonal) : 0;
  const gboolean is_upper = rensa_onnx_get_int (node, "upper", 1) != 0;
  g_autofree double *mask = NULL;

  if (type.shape.ndim < 2)
    rensa_onnx_fail (node, N_ ("at least two axes were expected"));
  if (node->error != NULL)
    return;

  const gint64 n_rows = type.shape.dims[type.shape.ndim - 2];
  const gint64 n_columns = type.shape.dims[type.shape.ndim - 1];

  mask = g_try_new (double, (gsize) (n_rows * n_columns) + 1);
  if (mask == NULL)
    rensa_onnx_fail (node, N_ ("its mask does not fit into memory"));
  for (gint64 i = 0; mask != NULL && i < n_rows * n_columns; i++)
    {
      const double offset = (double) (i % n_columns - i / n_columns) - k;

      mask[i] = is_upper ? offset >= 0 : offset <= 0;
    }
  if (node->error == NULL)
    node->outputs[0] = rensa_onnx_formula (
        node,
        (RensaSketchValue *[]){
            x, rensa_onnx_make_floats (node, rensa_onnx_type (node, rensa_onnx_as_floating (node, x)).dtype,
                                       &RENSA_SHAPE (n_rows, n_columns), mask) },
        2, type.dtype, "b != 0 ? a : 0");
}

const RensaOnnxOperator rensa_onnx_array_operators[] = {
  { "Concat", concat, NULL },
  { "DepthToSpace", depth_to_space, NULL },
  { "Expand", expand, NULL },
  { "Flatten", flatten, NULL },
  { "Pad", pad, NULL },
  { "Reshape", reshape, NULL },
  { "SpaceToDepth", space_to_depth, NULL },
  { "Split", split, NULL },
  { "Squeeze", squeeze, NULL },
  { "Tile", tile, NULL },
  { "Transpose", transpose, NULL },
  { "Trilu", trilu, NULL },
  { "Unsqueeze", unsqueeze, NULL },
  { NULL, NULL, NULL },
};
