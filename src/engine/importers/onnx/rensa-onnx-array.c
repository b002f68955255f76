/* rensa-onnx-array.c: ONNX operators that rearrange elements.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-private.h"

#include <math.h>

#include "rensa-language.h"

/* Requested shape of a reshape, for both batch sizes. */
typedef struct
{
  gsize n;
  RensaShape x[RENSA_SKETCH_PROBES];
  gint64 lengths[RENSA_SKETCH_PROBES][RENSA_MAX_NDIM];
} Target;

/* Returns TRUE if axis @i of x depends on the batch size and @length is its length. */
static gboolean
is_open (const Target *target, gsize i, gint64 length)
{
  return i < (gsize) target->x[0].ndim && i < (gsize) target->x[1].ndim && target->x[0].dims[i] != target->x[1].dims[i]
         && target->x[0].dims[i] == length;
}

/* Reads the target shape, copying lengths of x as the file specifies. A length equal to that of
 * x's batch axis is also taken to be the batch size. */
static void
read_target (RensaOnnxNode *node, RensaSketchValue *x, RensaSketchValue *shape, Target *target)
{
  const gboolean copies = rensa_onnx_get_int (node, "allowzero", 0) == 0;

  for (int probe = 0; probe < RENSA_SKETCH_PROBES && x != NULL; probe++)
    target->x[probe] = rensa_variable_get_type (x->probes[probe]).shape;
  for (int probe = 0; probe < RENSA_SKETCH_PROBES; probe++)
    {
      const gint64 *given = rensa_onnx_probe_numbers (node, shape, probe, &target->n);

      if (node->error == NULL && target->n > RENSA_MAX_NDIM)
        rensa_onnx_fail (node, N_ ("expected at most %d axes, found %zu"), RENSA_MAX_NDIM, target->n);
      if (node->error != NULL)
        return;
      for (gsize i = 0; i < target->n; i++)
        {
          const gboolean is_copy = copies && given[i] == 0;
          const gboolean is_batch = !rensa_sketch_value_varies (shape) && is_open (target, i, given[i]);

          if (is_copy && i >= (gsize) target->x[probe].ndim)
            rensa_onnx_fail (node, N_ ("expected a length, because there is no axis to copy it from"));
          else
            target->lengths[probe][i] = is_copy || is_batch ? target->x[probe].dims[i] : given[i];
        }
    }
}

/* Product of all lengths except @skipped; 0 if one is unknown. */
static gint64
multiply_others (const Target *target, int probe, gsize skipped)
{
  gint64 product = 1;

  for (gsize i = 0; i < target->n; i++)
    if (i != skipped
        && (target->lengths[probe][i] < 0 || __builtin_mul_overflow (product, target->lengths[probe][i], &product)))
      return 0;
  return product;
}

/* Resolves -1 if possible. */
static void
work_out (Target *target, int probe)
{
  const gint64 n = rensa_shape_count (&target->x[probe]);

  for (gsize i = 0; i < target->n; i++)
    if (target->lengths[probe][i] == -1)
      {
        const gint64 others = multiply_others (target, probe, i);

        if (others > 0 && n % others == 0)
          target->lengths[probe][i] = n / others;
      }
}

/* Finds the length that depends on the batch size, if the file has only one size: the length
 * equal to it, otherwise the only candidate. */
static void
guess_open (Target *target, const gint64 *batch)
{
  const gint64 n = rensa_shape_count (&target->x[1]);
  gsize n_found = 0;
  gsize found = 0;

  if (multiply_others (target, 1, target->n) == n)
    return;
  for (gsize i = 0; i < target->n; i++)
    {
      const gint64 others = multiply_others (target, 1, i);
      const gboolean stays = i < (gsize) target->x[0].ndim && target->x[0].dims[i] == target->x[1].dims[i]
                             && target->x[0].dims[i] == target->lengths[0][i];

      if (stays || others == 0 || n % others != 0)
        continue;
      found = i;
      n_found++;
      if (target->lengths[0][i] == batch[0] && n / others == batch[1])
        {
          n_found = 1;
          break;
        }
    }
  if (n_found == 1)
    target->lengths[1][found] = n / multiply_others (target, 1, found);
}

static void
reshape (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  RensaSketchValue *shape = rensa_onnx_input (node, 1);
  Target target = { 0 };
  gint64 lengths[RENSA_MAX_NDIM];

  read_target (node, x, shape, &target);
  if (node->error != NULL)
    return;
  for (int probe = 0; probe < RENSA_SKETCH_PROBES; probe++)
    work_out (&target, probe);
  guess_open (&target, node->import->batch);
  for (gsize i = 0; i < target.n; i++)
    lengths[i] = target.lengths[0][i] == target.lengths[1][i] ? target.lengths[0][i] : -1;
  node->outputs[0] = rensa_onnx_reshape (node, x, lengths, target.n);
}

/* Reshapes to a matrix; the axes before @axis become the rows. */
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
    rensa_onnx_fail (node, N_ ("expected at most %d axes, found %zu"), RENSA_MAX_NDIM, n + (gsize) ndim);
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

/* Lengths of the parts of @axis: as given, or equal except for the last. */
static const gint64 *
get_parts (RensaOnnxNode *node, RensaSketchValue *x, int axis, gint64 parts[RENSA_ONNX_MAX_OUTPUTS])
{
  const gint64 length = rensa_onnx_type (node, x).shape.dims[axis];
  gsize n = 0;
  const gint64 *given = rensa_onnx_ints_of (node, "split", 1, &n);
  const gint64 each = (length + node->n_outputs - 1) / node->n_outputs;

  if (given != NULL && n != node->n_outputs)
    rensa_onnx_fail (node, N_ ("expected %u parts, found %zu"), node->n_outputs, n);
  if (given != NULL)
    return given;
  if (node->n_outputs > 1)
    rensa_onnx_length (node, x, axis);
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
  const gint64 *parts = get_parts (node, x, axis, equal);
  gint64 end = 0;

  if (node->error != NULL)
    return;
  for (guint i = 0; i < node->n_outputs; i++)
    {
      if (parts[i] < 0 || parts[i] > G_MAXINT32)
        rensa_onnx_fail (node, N_ ("expected a length, found %lld"), (long long) parts[i]);
      end += node->error == NULL ? parts[i] : 0;
      ends[i] = end;
    }
  if (node->error == NULL && end != rensa_onnx_type (node, x).shape.dims[axis])
    rensa_onnx_fail (node, N_ ("expected parts with a total length of %lld, found %lld"),
                     (long long) rensa_onnx_type (node, x).shape.dims[axis], (long long) end);
  if (node->n_outputs == 1)
    node->outputs[0] = x;
  else
    rensa_onnx_call_many (node, &x, 1, node->outputs, "split_axis(indices_or_sections=%s, axis=%d)",
                          rensa_onnx_tuple (node, ends, node->n_outputs - 1), axis);
}

/* Computes the shape of @x broadcast to the shape in input 1. Returns FALSE on error. */
static gboolean
find_expanded (RensaOnnxNode *node, RensaSketchValue *x, int probe, RensaShape *shape)
{
  const RensaType type = rensa_variable_get_type (x->probes[probe]);
  gsize n = 0;
  const gint64 *given = rensa_onnx_probe_numbers (node, rensa_onnx_input (node, 1), probe, &n);
  RensaShape target = { 0 };

  if (n > RENSA_MAX_NDIM)
    rensa_onnx_fail (node, N_ ("expected at most %d axes, found %zu"), RENSA_MAX_NDIM, n);
  if (node->error != NULL)
    return FALSE;
  target.ndim = (int) n;
  for (gsize i = 0; i < n; i++)
    {
      const int axis = (int) i + type.shape.ndim - (int) n;
      const RensaType first = rensa_variable_get_type (x->probes[0]);

      target.dims[i] = axis >= 0 && given[i] == first.shape.dims[axis] ? type.shape.dims[axis] : given[i];
    }
  return rensa_shape_broadcast (&type.shape, &target, shape, &node->error);
}

/* Broadcasts a constant along the batch axis. */
static RensaSketchValue *
expand_constant (RensaOnnxNode *node, RensaSketchValue *x, const RensaShape shapes[RENSA_SKETCH_PROBES])
{
  RensaArray *arrays[RENSA_SKETCH_PROBES] = { NULL };
  RensaSketchValue *repeated;

  for (int probe = 0; probe < RENSA_SKETCH_PROBES && node->error == NULL; probe++)
    {
      RensaSketchValue *one = rensa_sketch_add_constant (node->import->sketch, node->name, RENSA_SKETCH_CONSTANT,
                                                         rensa_variable_get_array (x->probes[probe]));

      one = rensa_onnx_call1 (node, one, "broadcast_to(shape=%s)",
                              rensa_onnx_tuple (node, shapes[probe].dims, (gsize) shapes[probe].ndim));
      arrays[probe] = one != NULL ? rensa_array_ref (rensa_sketch_value_get_array (one)) : NULL;
    }
  repeated = rensa_onnx_take_arrays (node, arrays);
  if (repeated != NULL)
    repeated->kind = x->kind;
  return repeated;
}

static void
expand (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  RensaSketchValue *target = rensa_onnx_input (node, 1);
  const RensaType type = rensa_onnx_type (node, x);
  RensaShape shapes[RENSA_SKETCH_PROBES];

  if (node->error != NULL)
    return;
  for (int probe = 0; probe < RENSA_SKETCH_PROBES; probe++)
    if (!find_expanded (node, x, probe, &shapes[probe]))
      return;
  const RensaType other = rensa_variable_get_type (x->probes[1]);

  if (rensa_shape_equal (&shapes[0], &type.shape) && rensa_shape_equal (&shapes[1], &other.shape))
    node->outputs[0] = x;
  else if (x->kind != RENSA_SKETCH_VALUE && rensa_sketch_value_varies (target))
    node->outputs[0] = expand_constant (node, x, shapes);
  else if (rensa_shape_equal (&shapes[0], &shapes[1]))
    node->outputs[0] = rensa_onnx_call1 (node, x, "broadcast_to(shape=%s)",
                                         rensa_onnx_tuple (node, shapes[0].dims, (gsize) shapes[0].ndim));
  else
    rensa_onnx_fail (node, N_ ("repeating an array by the batch size is not supported"));
}

static void
tile (RensaOnnxNode *node)
{
  gsize n = 0;
  const gint64 *repeats = rensa_onnx_numbers (node, rensa_onnx_input (node, 1), &n);

  node->outputs[0] =
      rensa_onnx_call1 (node, rensa_onnx_input (node, 0), "tile(reps=%s)", rensa_onnx_tuple (node, repeats, n));
}

/* Distributes the widths over the axes that they apply to; all axes by default. */
static const gint64 *
spread_pads (RensaOnnxNode *node, RensaSketchValue *x, const gint64 *given, gsize n, gint64 pads[2 * RENSA_MAX_NDIM])
{
  const int ndim = rensa_onnx_ndim (node, x);
  RensaSketchValue *value = rensa_onnx_find_input (node, 3);
  gsize n_axes = (gsize) ndim;
  const gint64 *axes = value != NULL ? rensa_onnx_numbers (node, value, &n_axes) : NULL;

  if (given == NULL || n != 2 * n_axes)
    rensa_onnx_fail (node, N_ ("expected two widths for each axis"));
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

/* DCR: depth, column, row order; CRD: column, row, depth order. */
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

/* Keeps the part above or below a diagonal of the last two axes. */
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
    rensa_onnx_fail (node, N_ ("expected at least two axes"));
  if (node->error != NULL)
    return;

  const gint64 n_rows = type.shape.dims[type.shape.ndim - 2];
  const gint64 n_columns = type.shape.dims[type.shape.ndim - 1];

  mask = g_try_new (double, (gsize) (n_rows * n_columns) + 1);
  if (mask == NULL)
    rensa_onnx_fail (node, N_ ("the mask does not fit into memory"));
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
