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

gconstpointer
rensa_inference_get_rule (RensaInference *inference)
{
  return inference->class->rule;
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

/* "x"; "xs[1]" for the second array of the list "xs*". */
static char *
input_name (RensaInference *inference, int i)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  int starts[RENSA_MAX_INPUT_SPECS + 1];
  const int n = rensa_function_get_input_specs (inference->class, specs);
  int k = n - 1;

  if (!rensa_function_divide_inputs (inference->class, inference->attrs, inference->n_inputs, starts))
    return g_strdup_printf ("in_types[%d]", i);
  while (k > 0 && starts[k] > i)
    k--;
  return specs[k].list ? g_strdup_printf ("%s[%d]", specs[k].name, i - starts[k]) : g_strdup (specs[k].name);
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
rensa_function_get_input_specs (const RensaFunctionClass *class, RensaInputSpec specs[RENSA_MAX_INPUT_SPECS])
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
        .constant = strchr (text, ':') != NULL,
      };
      g_strlcpy (specs[n].name, text, MIN (length + 1, sizeof specs[n].name));
    }
  return n;
}

gboolean
rensa_function_can_be_node (const RensaFunctionClass *class)
{
  for (int i = 0; class->inputs[i] != NULL; i++)
    if (strchr (class->inputs[i], '*') != NULL)
      return class->inputs[i + 1] == NULL;
  return TRUE;
}

/* How the declared inputs are made up. */
typedef struct
{
  int n_lists;
  int n_single; /* inputs that are no lists */
  int least;    /* of those, what cannot be left out at the end */
} Declared;

static Declared
count_declared (const char *const *inputs)
{
  Declared declared = { 0 };

  for (int i = 0; inputs[i] != NULL; i++)
    {
      if (strchr (inputs[i], '*') != NULL)
        {
          declared.n_lists++;
          declared.least = declared.n_single;
          continue;
        }
      declared.n_single++;
      if (strchr (inputs[i], '?') == NULL)
        declared.least = declared.n_single;
    }
  return declared;
}

gboolean
rensa_function_divide_inputs (const RensaFunctionClass *class, gconstpointer attrs, int n_inputs,
                              int starts[RENSA_MAX_INPUT_SPECS + 1])
{
  const Declared declared = count_declared (class->inputs);
  int counts[RENSA_MAX_INPUT_SPECS] = { MAX (n_inputs - declared.n_single, 0) };
  int list = 0;
  int at = 0;
  int n = 0;

  if (n_inputs < declared.least
      || (class->count_lists != NULL && !class->count_lists (attrs, n_inputs - declared.n_single, counts)))
    return FALSE;
  for (; class->inputs[n] != NULL; n++)
    {
      starts[n] = MIN (at, n_inputs);
      at += strchr (class->inputs[n], '*') != NULL ? counts[list++] : 1;
    }
  starts[n] = n_inputs;
  return at >= n_inputs;
}

static gboolean
check_count (RensaInference *inference, const Declared *declared, GError **error)
{
  const gboolean too_few = inference->n_inputs < declared->least;
  const gboolean is_exact = declared->least == declared->n_single && declared->n_lists == 0;
  const int bound = too_few ? declared->least : declared->n_single;
  const char *op = is_exact ? "==" : too_few ? ">=" : "<=";
  g_autofree char *expect = NULL;

  if (!too_few && (declared->n_lists > 0 || inference->n_inputs <= declared->n_single))
    return TRUE;
  expect = g_strdup_printf ("in_types.size %s %d", op, bound);
  return rensa_inference_fail_text (inference, error, expect, "%d %s %d", inference->n_inputs, opposite_of (op), bound);
}

/* Lists hold no holes, and of the others only the optional ones may be missing. */
static gboolean
check_inputs (RensaInference *inference, GError **error)
{
  const char *const *inputs = inference->class->inputs;
  const Declared declared = count_declared (inputs);
  int starts[RENSA_MAX_INPUT_SPECS + 1];

  if (!check_count (inference, &declared, error))
    return FALSE;
  if (!rensa_function_divide_inputs (inference->class, inference->attrs, inference->n_inputs, starts))
    return rensa_inference_fail_text (inference, error, "lists of inputs that belong together", "%d inputs",
                                      inference->n_inputs);
  for (int k = 0; inputs[k] != NULL; k++)
    {
      for (int i = starts[k]; strchr (inputs[k], '?') == NULL && i < starts[k + 1]; i++)
        if (inference->inputs[i] == NULL)
          return rensa_inference_fail_text (inference, error, "every required input", "input %d is missing", i);
    }
  return TRUE;
}

gboolean
rensa_inference_run (RensaInference *inference, GError **error)
{
  return check_inputs (inference, error) && inference->class->infer (inference, error);
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
