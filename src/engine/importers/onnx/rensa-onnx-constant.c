/* rensa-onnx-constant.c: ONNX operators that create constants or return shapes.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-private.h"

#include <math.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"

static void
constant (RensaOnnxNode *node)
{
  const Onnx__TensorProto *tensor = rensa_onnx_get_tensor (node, "value");
  const Onnx__AttributeProto *floats = rensa_onnx_find_attribute (node, "value_floats");
  const double number = rensa_onnx_get_float (node, "value_float", 0);
  const gint64 whole = rensa_onnx_get_int (node, "value_int", 0);
  gsize n = 0;
  const gint64 *ints = rensa_onnx_get_ints (node, "value_ints", &n);
  RensaArray *array = NULL;

  if (node->error != NULL)
    return;
  if (tensor != NULL)
    array = rensa_onnx_read_tensor (tensor, node->import->folder, &node->error);
  else if (rensa_onnx_has (node, "value_float"))
    array = rensa_array_new_scalar (RENSA_FLOAT32, number, &node->error);
  else if (rensa_onnx_has (node, "value_int"))
    array = rensa_array_new_from_host (RENSA_INT64, &RENSA_SHAPE_SCALAR, &whole, &node->error);
  else if (ints != NULL)
    array = rensa_array_new_from_host (RENSA_INT64, &RENSA_SHAPE ((gint64) n), ints, &node->error);
  else if (floats != NULL && floats->n_floats > 0)
    array = rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE ((gint64) floats->n_floats), floats->floats,
                                       &node->error);
  else
    rensa_onnx_fail (node, N_ ("expected numbers in it"));
  node->outputs[0] = rensa_onnx_take_arrays (node, (RensaArray *[]){ array, array });
}

/* Calls @make for each batch size; stores one array if the results are the same. */
static void
make_both (RensaOnnxNode *node, gboolean varies, RensaArray *(*make) (RensaOnnxNode *node, int probe))
{
  RensaArray *arrays[RENSA_SKETCH_PROBES] = { NULL };

  if (node->error != NULL)
    return;
  arrays[0] = make (node, 0);
  arrays[1] = varies && node->error == NULL ? make (node, 1) : arrays[0];
  node->outputs[0] = rensa_onnx_take_arrays (node, arrays);
}

/* Lengths of the axes from start (inclusive) to end (exclusive). */
static RensaArray *
make_shape (RensaOnnxNode *node, int probe)
{
  const RensaType type = rensa_variable_get_type (node->inputs[0]->probes[probe]);
  const gint64 ndim = type.shape.ndim;
  gint64 start = rensa_onnx_get_int (node, "start", 0);
  gint64 end = rensa_onnx_get_int (node, "end", ndim);

  start = CLAMP (start < 0 ? start + ndim : start, 0, ndim);
  end = CLAMP (end < 0 ? end + ndim : end, start, ndim);
  return rensa_array_new_from_host (RENSA_INT64, &RENSA_SHAPE (end - start), type.shape.dims + start, &node->error);
}

static void
shape (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);

  make_both (node, x != NULL && rensa_sketch_value_varies (x), make_shape);
}

static RensaArray *
make_size (RensaOnnxNode *node, int probe)
{
  const RensaType type = rensa_variable_get_type (node->inputs[0]->probes[probe]);
  const gint64 size = rensa_shape_count (&type.shape);

  return rensa_array_new_from_host (RENSA_INT64, &RENSA_SHAPE_SCALAR, &size, &node->error);
}

static void
size (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);

  make_both (node, x != NULL && rensa_sketch_value_varies (x), make_size);
}

static RensaArray *
make_filled (RensaOnnxNode *node, int probe)
{
  const Onnx__TensorProto *tensor = rensa_onnx_get_tensor (node, "value");
  g_autoptr (RensaArray) value = NULL;
  RensaShape target = { 0 };
  gsize n = 0;
  const gint64 *given = rensa_onnx_probe_numbers (node, node->inputs[0], probe, &n);

  if (n > RENSA_MAX_NDIM)
    rensa_onnx_fail (node, N_ ("expected at most %d axes, found %zu"), RENSA_MAX_NDIM, n);
  if (node->error != NULL)
    return NULL;
  target.ndim = (int) n;
  for (gsize i = 0; i < n; i++)
    target.dims[i] = given[i];
  value = tensor != NULL ? rensa_onnx_read_tensor (tensor, node->import->folder, &node->error)
                         : rensa_array_new_scalar (RENSA_FLOAT32, 0, &node->error);
  if (value == NULL || !rensa_shape_check (&target, RENSA_FLOAT64, &node->error)
      || !rensa_memory_check ((guint64) rensa_shape_count (&target) * sizeof (double), node->name, &node->error))
    return NULL;
  return rensa_array_full (rensa_array_get_dtype (value), &target, rensa_array_get_scalar (value), &node->error);
}

static void
constant_of_shape (RensaOnnxNode *node)
{
  RensaSketchValue *target = rensa_onnx_input (node, 0);

  make_both (node, target != NULL && rensa_sketch_value_varies (target), make_filled);
}

/* Returns the single number of a constant input for one batch size. */
static double
get_bound (RensaOnnxNode *node, guint i, int probe)
{
  RensaSketchValue *value = rensa_onnx_input (node, i);

  if (node->error != NULL)
    return 0;
  if (value->kind != RENSA_SKETCH_VALUE && rensa_variable_get_array (value->probes[probe]) != NULL
      && rensa_array_get_count (rensa_variable_get_array (value->probes[probe])) == 1)
    return rensa_array_get_scalar (rensa_variable_get_array (value->probes[probe]));
  rensa_onnx_fail (node, N_ ("an input must be a single constant number"));
  return 0;
}

#define LONGEST_RANGE (1 << 24)

static RensaArray *
make_range (RensaOnnxNode *node, int probe)
{
  const double start = get_bound (node, 0, probe);
  const double limit = get_bound (node, 1, probe);
  const double step = get_bound (node, 2, probe);
  const double n = step != 0 ? MAX (ceil ((limit - start) / step), 0) : NAN;
  const RensaDtype dtype = rensa_onnx_type (node, node->inputs[0]).dtype;
  g_autofree double *numbers = NULL;
  g_autoptr (RensaArray) wide = NULL;

  if (!(n <= LONGEST_RANGE))
    rensa_onnx_fail (node, N_ ("expected a range of at most %d numbers"), LONGEST_RANGE);
  if (node->error != NULL)
    return NULL;
  numbers = g_new (double, (gsize) n + 1);
  for (gint64 i = 0; i < (gint64) n; i++)
    numbers[i] = start + (double) i * step;
  wide = rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE ((gint64) n), numbers, &node->error);
  return wide != NULL ? rensa_array_cast (wide, dtype, &node->error) : NULL;
}

static void
range (RensaOnnxNode *node)
{
  gboolean varies = FALSE;

  for (guint i = 0; i < 3; i++)
    {
      RensaSketchValue *value = rensa_onnx_input (node, i);

      varies = varies || (value != NULL && rensa_sketch_value_varies (value));
    }
  make_both (node, varies, make_range);
}

/* Indices of the nonzero elements of a constant, one row per axis. */
static RensaArray *
make_places (RensaOnnxNode *node, int probe)
{
  const RensaType type = rensa_variable_get_type (node->inputs[0]->probes[probe]);
  g_autoptr (RensaArray) flags = NULL;
  g_autofree guint8 *values = NULL;
  g_autofree gint64 *places = NULL;
  gint64 n = 0;
  gint64 at = 0;

  flags = rensa_array_cast (rensa_variable_get_array (node->inputs[0]->probes[probe]), RENSA_BOOL, &node->error);
  values = flags != NULL ? g_malloc0 ((gsize) rensa_array_get_count (flags) + 1) : NULL;
  if (values == NULL || !rensa_array_to_host (flags, values, &node->error))
    return NULL;
  for (gint64 i = 0; i < rensa_array_get_count (flags); i++)
    n += values[i] != 0;
  places = g_new0 (gint64, (gsize) (n * type.shape.ndim) + 1);
  for (gint64 i = 0; i < rensa_array_get_count (flags); i++)
    if (values[i] != 0)
      {
        gint64 rest = i;

        for (int axis = type.shape.ndim - 1; axis >= 0; axis--)
          {
            places[axis * n + at] = rest % type.shape.dims[axis];
            rest /= type.shape.dims[axis];
          }
        at++;
      }
  return rensa_array_new_from_host (RENSA_INT64, &RENSA_SHAPE (type.shape.ndim, n), places, &node->error);
}

static void
non_zero (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  gsize n;

  rensa_onnx_probe_numbers (node, x, 0, &n);
  make_both (node, x != NULL && rensa_sketch_value_varies (x), make_places);
}

/* Ones on a diagonal. */
static RensaArray *
make_eye (RensaOnnxNode *node, int probe)
{
  const RensaType type = rensa_variable_get_type (node->inputs[0]->probes[probe]);
  const gint64 k = rensa_onnx_get_int (node, "k", 0);
  const gint64 n = rensa_shape_count (&type.shape);
  RensaDtype dtype = type.dtype;
  g_autofree double *numbers = NULL;
  g_autoptr (RensaArray) wide = NULL;

  if (type.shape.ndim != 2)
    rensa_onnx_fail (node, N_ ("expected a matrix"));
  if (node->error == NULL && rensa_onnx_has (node, "dtype"))
    rensa_onnx_dtype ((gint32) rensa_onnx_get_int (node, "dtype", 0), "dtype", &dtype, &node->error);
  numbers = node->error == NULL ? rensa_memory_try_new (double, n, node->name, &node->error) : NULL;
  if (numbers == NULL)
    return NULL;
  for (gint64 i = 0; i < n; i++)
    numbers[i] = i % type.shape.dims[1] - i / type.shape.dims[1] == k;
  wide = rensa_array_new_from_host (RENSA_FLOAT64, &type.shape, numbers, &node->error);
  return wide != NULL ? rensa_array_cast (wide, dtype, &node->error) : NULL;
}

static void
eye_like (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);

  make_both (node, x != NULL && rensa_sketch_value_varies (x), make_eye);
}

const RensaOnnxOperator rensa_onnx_constant_operators[] = {
  { "Constant", constant, NULL }, { "ConstantOfShape", constant_of_shape, NULL },
  { "EyeLike", eye_like, NULL },  { "NonZero", non_zero, NULL },
  { "Range", range, NULL },       { "Shape", shape, NULL },
  { "Size", size, NULL },         { NULL, NULL, NULL },
};
