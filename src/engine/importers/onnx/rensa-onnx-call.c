/* rensa-onnx-call.c: builds nodes for ONNX operators.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-private.h"

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"

/* Returns TRUE if nothing has failed so far. */
static gboolean
is_well (RensaOnnxNode *node, RensaSketchValue *const *values, int n)
{
  if (node->error == NULL && n > 0 && values[0] == NULL)
    rensa_onnx_fail (node, N_ ("input %u is missing"), 0);
  return node->error == NULL;
}

static int
call_attrs (RensaOnnxNode *node, RensaSketchValue *const *values, int n, RensaAttrs *function,
            RensaSketchValue **outputs)
{
  if (function == NULL)
    return -1;
  return rensa_sketch_call (node->import->sketch, node->name, function, values, n, outputs, RENSA_ONNX_MAX_OUTPUTS,
                            &node->error);
}

G_GNUC_PRINTF (5, 0)
static int
call_text (RensaOnnxNode *node, RensaSketchValue *const *values, int n, RensaSketchValue **outputs, const char *format,
           va_list args)
{
  g_autofree char *text = NULL;
  g_autoptr (RensaAttrs) function = NULL;

  if (!is_well (node, values, n))
    return -1;
  text = g_strdup_vprintf (format, args);
  function = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, text, &node->error);
  return call_attrs (node, values, n, function, outputs);
}

int
rensa_onnx_call_many (RensaOnnxNode *node, RensaSketchValue *const *values, int n, RensaSketchValue **outputs,
                      const char *format, ...)
{
  va_list args;
  int n_outputs;

  va_start (args, format);
  n_outputs = call_text (node, values, n, outputs, format, args);
  va_end (args);
  return n_outputs;
}

#define CALL(node, values, n, format)                           \
  RensaSketchValue *outputs[RENSA_ONNX_MAX_OUTPUTS] = { NULL }; \
  va_list args;                                                 \
                                                                \
  va_start (args, format);                                      \
  call_text (node, values, n, outputs, format, args);           \
  va_end (args);                                                \
  return node->error == NULL ? outputs[0] : NULL

RensaSketchValue *
rensa_onnx_call (RensaOnnxNode *node, RensaSketchValue *const *values, int n, const char *format, ...)
{
  CALL (node, values, n, format);
}

RensaSketchValue *
rensa_onnx_call1 (RensaOnnxNode *node, RensaSketchValue *x, const char *format, ...)
{
  CALL (node, &x, 1, format);
}

RensaSketchValue *
rensa_onnx_call2 (RensaOnnxNode *node, RensaSketchValue *a, RensaSketchValue *b, const char *format, ...)
{
  RensaSketchValue *const values[] = { a, b };

  CALL (node, values, 2, format);
}

RensaSketchValue *
rensa_onnx_get_item (RensaOnnxNode *node, RensaSketchValue *x, const char *slices)
{
  RensaSketchValue *outputs[RENSA_ONNX_MAX_OUTPUTS] = { NULL };
  g_autoptr (RensaAttrs) function = NULL;
  g_autofree char *text = NULL;

  if (!is_well (node, &x, 1))
    return NULL;
  text = g_strdup_printf ("get_item(slices=(%s))", slices);
  function = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, text, &node->error);
  call_attrs (node, &x, 1, function, outputs);
  return node->error == NULL ? outputs[0] : NULL;
}

/* Links */

G_GNUC_PRINTF (7, 0)
static int
call_link (RensaOnnxNode *node, RensaSketchValue *const *inputs, int n_inputs, const RensaOnnxWeight *weights,
           guint n_weights, RensaSketchValue **outputs, const char *format, va_list args)
{
  g_autofree char *text = NULL;
  g_autoptr (RensaAttrs) link = NULL;
  g_autofree RensaSketchWeight *arrays = g_new (RensaSketchWeight, n_weights + 1);
  guint n = 0;

  if (node->error != NULL)
    return -1;
  for (guint i = 0; i < n_weights; i++)
    if (weights[i].value != NULL)
      arrays[n++] = (RensaSketchWeight){ weights[i].path, rensa_sketch_value_get_array (weights[i].value) };
  text = g_strdup_vprintf (format, args);
  link = rensa_attrs_new_from_text (RENSA_COMPONENT_LINK, text, &node->error);
  if (link == NULL)
    return -1;
  return rensa_sketch_call_link (node->import->sketch, node->name, link, arrays, n, inputs, n_inputs, outputs,
                                 RENSA_ONNX_MAX_OUTPUTS, &node->error);
}

int
rensa_onnx_call_link (RensaOnnxNode *node, RensaSketchValue *const *inputs, int n_inputs,
                      const RensaOnnxWeight *weights, guint n_weights, RensaSketchValue **outputs, const char *format,
                      ...)
{
  va_list args;
  int n;

  va_start (args, format);
  n = call_link (node, inputs, n_inputs, weights, n_weights, outputs, format, args);
  va_end (args);
  return n;
}

RensaSketchValue *
rensa_onnx_link1 (RensaOnnxNode *node, RensaSketchValue *x, const RensaOnnxWeight *weights, guint n_weights,
                  const char *format, ...)
{
  RensaSketchValue *outputs[RENSA_ONNX_MAX_OUTPUTS] = { NULL };
  va_list args;

  va_start (args, format);
  call_link (node, &x, 1, weights, n_weights, outputs, format, args);
  va_end (args);
  return node->error == NULL ? outputs[0] : NULL;
}

/* Constants */

RensaSketchValue *
rensa_onnx_take_arrays (RensaOnnxNode *node, RensaArray *const arrays[RENSA_SKETCH_PROBES])
{
  RensaSketchValue *value = NULL;

  if (node->error == NULL && arrays[0] != NULL && arrays[1] != NULL)
    value = rensa_sketch_add_numbers (node->import->sketch, node->name, arrays);
  if (arrays[1] != arrays[0] && arrays[1] != NULL)
    rensa_array_unref (arrays[1]);
  if (arrays[0] != NULL)
    rensa_array_unref (arrays[0]);
  return value;
}

RensaSketchValue *
rensa_onnx_make_floats (RensaOnnxNode *node, RensaDtype dtype, const RensaShape *shape, const double *numbers)
{
  g_autoptr (RensaArray) wide = NULL;
  RensaArray *array;

  if (node->error != NULL)
    return NULL;
  wide = rensa_array_new_from_host (RENSA_FLOAT64, shape, numbers, &node->error);
  array = wide != NULL ? rensa_array_cast (wide, dtype, &node->error) : NULL;
  return rensa_onnx_take_arrays (node, (RensaArray *[]){ array, array });
}

/* Maximum length of a range stored as a constant. */
#define MOST_NUMBERS (1 << 24)

RensaSketchValue *
rensa_onnx_make_range (RensaOnnxNode *node, int ndim, int axis, gint64 n)
{
  RensaShape shape = { .ndim = ndim };
  g_autofree double *numbers = NULL;

  if (n < 1 || n > MOST_NUMBERS)
    rensa_onnx_fail (node, N_ ("expected a range of at most %d numbers"), MOST_NUMBERS);
  if (node->error != NULL)
    return NULL;
  numbers = g_new (double, (gsize) n);
  for (gint64 i = 0; i < n; i++)
    numbers[i] = (double) i;
  for (int i = 0; i < ndim; i++)
    shape.dims[i] = i == axis ? n : 1;
  return rensa_onnx_make_floats (node, RENSA_FLOAT64, &shape, numbers);
}

/* Calls shared by many operators */

RensaSketchValue *
rensa_onnx_cast (RensaOnnxNode *node, RensaSketchValue *x, RensaDtype dtype)
{
  if (node->error != NULL || x == NULL || rensa_onnx_type (node, x).dtype == dtype)
    return x;
  return rensa_onnx_call1 (node, x, "cast(typ='%s')", rensa_dtype_get_name (dtype));
}

RensaSketchValue *
rensa_onnx_as_floating (RensaOnnxNode *node, RensaSketchValue *x)
{
  return rensa_dtype_is_floating (rensa_onnx_type (node, x).dtype) ? x : rensa_onnx_cast (node, x, RENSA_FLOAT64);
}

RensaSketchValue *
rensa_onnx_formula (RensaOnnxNode *node, RensaSketchValue *const *values, int n, RensaDtype dtype, const char *formula)
{
  static const char *const names[] = { "a", "a, b", "a, b, c" };
  RensaSketchValue *floats[3];

  for (int i = 0; i < n; i++)
    floats[i] = rensa_onnx_as_floating (node, values[i]);
  return rensa_onnx_cast (
      node, rensa_onnx_call (node, floats, n, "elementwise(formula='%s', inputs='%s')", formula, names[n - 1]), dtype);
}

RensaSketchValue *
rensa_onnx_reshape (RensaOnnxNode *node, RensaSketchValue *x, const gint64 *shape, gsize n)
{
  if (n > RENSA_MAX_NDIM)
    rensa_onnx_fail (node, N_ ("expected at most %d axes, found %zu"), RENSA_MAX_NDIM, n);
  return rensa_onnx_call1 (node, x, "reshape(shape=%s)", rensa_onnx_tuple (node, shape, n));
}

RensaSketchValue *
rensa_onnx_reshape_like (RensaOnnxNode *node, RensaSketchValue *x, RensaSketchValue *like)
{
  gint64 shape[RENSA_MAX_NDIM];
  int n_open = 0;

  if (node->error != NULL || x == NULL || like == NULL)
    return NULL;
  const RensaType first = rensa_variable_get_type (like->probes[0]);
  const RensaType second = rensa_variable_get_type (like->probes[1]);

  for (int i = 0; i < first.shape.ndim; i++)
    {
      const gboolean varies = first.shape.dims[i] != second.shape.dims[i];

      shape[i] = varies ? -1 : first.shape.dims[i];
      n_open += varies;
    }
  if (n_open > 1)
    rensa_onnx_fail (node, N_ ("two extents of a shape depend on the batch size"));
  return rensa_onnx_reshape (node, x, shape, first.shape.ndim);
}

RensaSketchValue *
rensa_onnx_transpose (RensaOnnxNode *node, RensaSketchValue *x, const gint64 *axes, gsize n)
{
  gboolean moves = FALSE;

  for (gsize i = 0; i < n; i++)
    moves = moves || axes[i] != (gint64) i;
  return moves ? rensa_onnx_call1 (node, x, "transpose(axes=%s)", rensa_onnx_tuple (node, axes, n)) : x;
}

RensaSketchValue *
rensa_onnx_pad (RensaOnnxNode *node, RensaSketchValue *x, const gint64 *pads, const char *mode, double value)
{
  const int ndim = rensa_onnx_ndim (node, x);
  g_autoptr (GString) width = g_string_new (NULL);
  g_autoptr (GString) slices = g_string_new (NULL);
  gboolean grows = FALSE;
  gboolean shrinks = FALSE;

  for (int i = 0; i < ndim; i++)
    {
      const gint64 before = pads[i];
      const gint64 behind = pads[ndim + i];

      grows = grows || before > 0 || behind > 0;
      shrinks = shrinks || before < 0 || behind < 0;
      g_string_append_printf (width, "(%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT "), ", MAX (before, 0),
                              MAX (behind, 0));
      g_string_append_printf (slices, "slice(%s, %s), ",
                              rensa_onnx_format (node, "%" G_GINT64_FORMAT, MAX (-before, 0)),
                              behind < 0 ? rensa_onnx_format (node, "%" G_GINT64_FORMAT, behind) : "None");
    }
  if (shrinks)
    x = rensa_onnx_get_item (node, x, slices->str);
  if (!grows)
    return x;
  return rensa_onnx_call1 (node, x, "pad(pad_width=(%s), mode='%s'%s%s)", width->str, mode,
                           g_str_equal (mode, "constant") ? ", constant_values=" : "",
                           g_str_equal (mode, "constant") ? rensa_onnx_float (node, value) : "");
}
