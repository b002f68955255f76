/* rensa-inference.c: type checks and shapes without data.
 * SPDX-License-Identifier: MIT */

#include <stdarg.h>
#include <string.h>

#include "rensa-error.h"
#include "rensa-node-private.h"

gconstpointer
rensa_inference_get_attrs (RensaInference *inference)
{
  return inference->attrs;
}

int
rensa_inference_get_n_inputs (RensaInference *inference)
{
  return inference->n_inputs;
}

const RensaType *
rensa_inference_get_input (RensaInference *inference, int i)
{
  return i < inference->n_inputs ? inference->inputs[i] : NULL;
}

static void
grow (RensaInference *inference, int capacity)
{
  RensaType *outputs = g_new (RensaType, capacity);

  memcpy (outputs, inference->outputs, inference->n_outputs * sizeof (RensaType));
  if (inference->on_heap)
    g_free (inference->outputs);
  inference->outputs = outputs;
  inference->capacity = capacity;
  inference->on_heap = TRUE;
}

void
rensa_inference_set_output (RensaInference *inference, int i, const RensaType *type)
{
  if (i >= inference->capacity)
    grow (inference, MAX (i + 1, 2 * inference->capacity));
  inference->outputs[i] = *type;
  inference->n_outputs = MAX (inference->n_outputs, i + 1);
}

void
rensa_inference_set_output_shape (RensaInference *inference, int i, RensaDtype dtype, const RensaShape *shape)
{
  const RensaType type = { .dtype = dtype, .shape = *shape };

  rensa_inference_set_output (inference, i, &type);
}

void
rensa_inference_clear (RensaInference *inference)
{
  if (inference->on_heap)
    g_free (inference->outputs);
}

gboolean
rensa_inference_fail_text (RensaInference *inference, GError **error, const char *expect, const char *actual_format,
                           ...)
{
  g_autofree char *actual = NULL;
  va_list args;

  va_start (args, actual_format);
  actual = g_strdup_vprintf (actual_format, args);
  va_end (args);
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_TYPE_CHECK, "%s: Expect: %s, Actual: %s", inference->class->name, expect,
               actual);
  return FALSE;
}

static const char *
opposite_of (const char *op)
{
  static const struct
  {
    const char *op;
    const char *opposite;
  } opposites[] = { { "==", "!=" }, { "!=", "==" }, { "<", ">=" }, { ">=", "<" }, { ">", "<=" }, { "<=", ">" } };

  for (guint i = 0; i < G_N_ELEMENTS (opposites); i++)
    {
      if (g_str_equal (op, opposites[i].op))
        return opposites[i].opposite;
    }
  g_return_val_if_reached (op);
}

gboolean
rensa_inference_fail (RensaInference *inference, const char *left, const char *op, const char *right, gint64 left_value,
                      gint64 right_value, GError **error)
{
  g_autoptr (GString) expect = g_string_new (NULL);

  /* From C's notation to that of the field. */
  g_string_printf (expect, "%s %s %s", left, op, right);
  g_string_replace (expect, "->", ".", 0);
  g_string_replace (expect, ".shape.dims[", ".shape[", 0);
  g_string_replace (expect, ".shape.ndim", ".ndim", 0);
  return rensa_inference_fail_text (inference, error, expect->str, "%" G_GINT64_FORMAT " %s %" G_GINT64_FORMAT,
                                    left_value, opposite_of (op), right_value);
}

/* "x" for the only array of a list input "xs*", "x[1]" for its second. */
static char *
input_name (RensaInference *inference, int i)
{
  RensaInputSpec specs[8];
  const int n = rensa_function_get_input_specs (inference->class, specs);

  if (i < n && !specs[i].list)
    return g_strdup (specs[i].name);
  return g_strdup_printf ("%s[%d]", specs[n - 1].name, i - (n - 1));
}

static gboolean
expect_kind (RensaInference *inference, int i, const char *kinds, const char *shown, GError **error)
{
  const char kind = rensa_dtype_get_kind (inference->inputs[i]->dtype);
  g_autofree char *name = NULL;
  g_autofree char *expect = NULL;

  if (strchr (kinds, kind) != NULL)
    return TRUE;

  name = input_name (inference, i);
  expect = g_strdup_printf ("%s.dtype.kind == %s", name, shown);
  return rensa_inference_fail_text (inference, error, expect, "%c != %s", kind, shown);
}

gboolean
rensa_expect_floating (RensaInference *inference, int i, GError **error)
{
  return expect_kind (inference, i, "f", "f", error);
}

gboolean
rensa_expect_integer (RensaInference *inference, int i, GError **error)
{
  return expect_kind (inference, i, "iu", "i", error);
}

gboolean
rensa_expect_same_dtype (RensaInference *inference, int i, int j, GError **error)
{
  const RensaType *a = inference->inputs[i];
  const RensaType *b = inference->inputs[j];
  g_autofree char *a_name = NULL;
  g_autofree char *b_name = NULL;
  g_autofree char *expect = NULL;

  if (a->dtype == b->dtype)
    return TRUE;

  a_name = input_name (inference, i);
  b_name = input_name (inference, j);
  expect = g_strdup_printf ("%s.dtype == %s.dtype", a_name, b_name);
  return rensa_inference_fail_text (inference, error, expect, "%s != %s", rensa_dtype_get_name (a->dtype),
                                    rensa_dtype_get_name (b->dtype));
}

gboolean
rensa_expect_same_shape (RensaInference *inference, int i, int j, GError **error)
{
  const RensaType *a = inference->inputs[i];
  const RensaType *b = inference->inputs[j];
  g_autofree char *a_name = NULL;
  g_autofree char *b_name = NULL;
  g_autofree char *a_shape = NULL;
  g_autofree char *b_shape = NULL;
  g_autofree char *expect = NULL;

  if (rensa_shape_equal (&a->shape, &b->shape))
    return TRUE;

  a_name = input_name (inference, i);
  b_name = input_name (inference, j);
  a_shape = rensa_shape_to_string (&a->shape);
  b_shape = rensa_shape_to_string (&b->shape);
  expect = g_strdup_printf ("%s.shape == %s.shape", a_name, b_name);
  return rensa_inference_fail_text (inference, error, expect, "%s != %s", a_shape, b_shape);
}

int
rensa_function_get_input_specs (const RensaFunctionClass *class, RensaInputSpec specs[8])
{
  int n = 0;

  for (; class->inputs[n] != NULL; n++)
    {
      const char *text = class->inputs[n];
      const gsize length = strcspn (text, "?*:");

      specs[n] = (RensaInputSpec){
        .optional = strchr (text, '?') != NULL,
        .list = strchr (text, '*') != NULL,
        .integer = strstr (text, ":int") != NULL,
      };
      g_strlcpy (specs[n].name, text, MIN (length + 1, sizeof specs[n].name));
    }
  return n;
}

/* The last declared input may be a list, and optional ones at the end may be left out. */
static gboolean
check_count (RensaInference *inference, GError **error)
{
  const char *const *inputs = inference->class->inputs;
  int most = 0;
  int least = 0;
  gboolean list = FALSE;

  for (; inputs[most] != NULL; most++)
    {
      if (strchr (inputs[most], '?') == NULL)
        least = most + 1;
      if (strchr (inputs[most], '*') != NULL)
        list = TRUE;
    }
  if (list)
    least--;
  if (inference->n_inputs < least || (inference->n_inputs > most && !list))
    {
      const gboolean too_few = inference->n_inputs < least;
      const char *op = least == most && !list ? "==" : too_few ? ">=" : "<=";
      g_autofree char *expect = g_strdup_printf ("in_types.size %s %d", op, too_few ? least : most);

      return rensa_inference_fail_text (inference, error, expect, "%d %s %d", inference->n_inputs, opposite_of (op),
                                        too_few ? least : most);
    }
  for (int i = 0; i < inference->n_inputs; i++)
    {
      if (inference->inputs[i] == NULL && (i >= most || strchr (inputs[i], '?') == NULL))
        return rensa_inference_fail_text (inference, error, "every required input", "input %d is missing", i);
    }
  return TRUE;
}

gboolean
rensa_inference_run (RensaInference *inference, GError **error)
{
  return check_count (inference, error) && inference->class->infer (inference, error);
}

int
rensa_function_infer (const RensaFunctionClass *class, gconstpointer attrs, const RensaType *const *inputs,
                      int n_inputs, RensaType *outputs, int max_outputs, GError **error)
{
  RensaType few[4];
  RensaInference inference = {
    .class = class,
    .attrs = attrs,
    .n_inputs = n_inputs,
    .inputs = inputs,
    .outputs = few,
    .capacity = G_N_ELEMENTS (few),
  };
  int n = -1;

  if (rensa_inference_run (&inference, error))
    {
      n = inference.n_outputs;
      memcpy (outputs, inference.outputs, MIN (n, max_outputs) * sizeof (RensaType));
    }
  rensa_inference_clear (&inference);
  return n;
}
