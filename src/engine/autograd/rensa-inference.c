/* rensa-inference.c: type checks and shape inference without data.
 * SPDX-License-Identifier: MIT */

#include <stdarg.h>
#include <string.h>

#include "rensa-autograd-faults.h"
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

const char *
rensa_inference_get_name (RensaInference *inference)
{
  return inference->class->name;
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

/* Uses Chainer's format, for debugging; @fault describes the problem in words. */
static gboolean
fail (RensaInference *inference, RensaFault *fault, const char *expect, const char *actual, GError **error)
{
  g_autofree char *check = g_strdup_printf ("%s: Expect: %s, Actual: %s", inference->class->name, expect, actual);
  GError *failure = g_error_new_literal (RENSA_ERROR, RENSA_ERROR_TYPE_CHECK, check);

  fault->who = inference->class->name;
  fault->check = check;
  rensa_error_attach (failure, fault);
  g_propagate_error (error, failure);
  return FALSE;
}

gboolean
rensa_inference_fail_text (RensaInference *inference, GError **error, const char *expect, const char *actual_format,
                           ...)
{
  RensaFault fault = { .code = &rensa_fault_unfit };
  g_autofree char *actual = NULL;
  va_list args;

  va_start (args, actual_format);
  actual = g_strdup_vprintf (actual_format, args);
  va_end (args);
  return fail (inference, &fault, expect, actual, error);
}

gboolean
rensa_inference_fail_words (RensaInference *inference, GError **error, const char *expect, const char *actual_format,
                            ...)
{
  RensaFault fault = { .code = &rensa_fault_condition, .expected = expect };
  g_autofree char *actual = NULL;
  va_list args;

  va_start (args, actual_format);
  actual = g_strdup_vprintf (actual_format, args);
  va_end (args);
  fault.found = actual;
  return fail (inference, &fault, expect, actual, error);
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

/* Returns the code for a required number of axes. */
static const RensaFaultCode *
get_axes_code (const char *op, gint64 wanted)
{
  if (strcmp (op, "==") == 0)
    return wanted == 4 ? &rensa_fault_pictures : &rensa_fault_axes;
  if (strcmp (op, ">=") == 0)
    return &rensa_fault_least_axes;
  return strcmp (op, ">") == 0 ? &rensa_fault_more_axes : &rensa_fault_unfit;
}

/* Determines the kind of problem from the compared C expressions. */
static const RensaFaultCode *
find_code (const char *left, const char *op, const char *right, gint64 right_value)
{
  if (g_str_has_suffix (left, "ndim"))
    return get_axes_code (op, right_value);
  if (strstr (left, "shape.dims[") != NULL && strcmp (op, "==") == 0 && strstr (right, "shape.dims[") != NULL)
    return &rensa_fault_extents;
  return &rensa_fault_unfit;
}

gboolean
rensa_inference_fail (RensaInference *inference, const char *left, const char *op, const char *right, gint64 left_value,
                      gint64 right_value, GError **error)
{
  RensaFault fault = { .code = find_code (left, op, right, right_value) };
  const RensaCountUnit *unit = fault.code != &rensa_fault_extents ? &rensa_count_axes : NULL;
  g_autofree char *actual =
      g_strdup_printf ("%" G_GINT64_FORMAT " %s %" G_GINT64_FORMAT, left_value, opposite_of (op), right_value);
  g_autoptr (GString) expect = g_string_new (NULL);

  /* Sizes that must be equal are listed in the order of the expression. */
  fault.n_expected = (RensaCount){ unit, fault.code == &rensa_fault_extents ? left_value : right_value };
  fault.n_found = (RensaCount){ unit, fault.code == &rensa_fault_extents ? right_value : left_value };

  /* Convert from C notation to Chainer's. */
  g_string_printf (expect, "%s %s %s", left, op, right);
  g_string_replace (expect, "->", ".", 0);
  g_string_replace (expect, ".shape.dims[", ".shape[", 0);
  g_string_replace (expect, ".shape.ndim", ".ndim", 0);
  return fail (inference, &fault, expect->str, actual, error);
}

gboolean
rensa_expect_multiple (RensaInference *inference, gint64 n, gint64 divisor, const char *expect, GError **error)
{
  RensaFault fault;
  g_autofree char *actual = NULL;

  if (n % divisor == 0)
    return TRUE;

  fault = (RensaFault){ .code = &rensa_fault_multiple, .n_expected = { .n = divisor }, .n_found = { .n = n } };
  actual = g_strdup_printf ("%" G_GINT64_FORMAT " %% %" G_GINT64_FORMAT " != 0", n, divisor);
  return fail (inference, &fault, expect, actual, error);
}

/* Returns "x", or "xs[1]" for the second array of the list "xs*". */
static char *
input_name (RensaInference *inference, int i)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  int starts[RENSA_MAX_INPUT_SPECS + 1];
  const int n = rensa_inputs_parse (inference->class->inputs, specs);
  int k = n - 1;

  if (!rensa_function_divide_inputs (inference->class, inference->attrs, inference->n_inputs, starts))
    return g_strdup_printf ("in_types[%d]", i);
  while (k > 0 && starts[k] > i)
    k--;
  return specs[k].list ? g_strdup_printf ("%s[%d]", specs[k].name, i - starts[k]) : g_strdup (specs[k].name);
}

/* Slow path that only builds the error: the check runs on every call of a function and almost never fails. */
static gboolean
fail_kind (RensaInference *inference, int i, const char *shown, const RensaFaultCode *code, GError **error)
{
  g_autofree char *name = input_name (inference, i);
  g_autofree char *expect = g_strdup_printf ("%s.dtype.kind == %s", name, shown);
  g_autofree char *actual = g_strdup_printf ("%c != %s", rensa_dtype_get_kind (inference->inputs[i]->dtype), shown);

  return fail (inference, &(RensaFault){ .code = code }, expect, actual, error);
}

gboolean
rensa_expect_floating (RensaInference *inference, int i, GError **error)
{
  return rensa_dtype_get_kind (inference->inputs[i]->dtype) == 'f'
         || fail_kind (inference, i, "f", &rensa_fault_floating, error);
}

gboolean
rensa_expect_integer (RensaInference *inference, int i, GError **error)
{
  const char kind = rensa_dtype_get_kind (inference->inputs[i]->dtype);

  return kind == 'i' || kind == 'u' || fail_kind (inference, i, "i", &rensa_fault_integers, error);
}

/* Reports that property @what of two inputs differs. */
static gboolean
fail_differing (RensaInference *inference, int i, int j, const char *what, RensaFault *fault, GError **error)
{
  g_autofree char *first = input_name (inference, i);
  g_autofree char *second = input_name (inference, j);
  g_autofree char *expect = g_strdup_printf ("%s.%s == %s.%s", first, what, second, what);
  g_autofree char *actual = g_strdup_printf ("%s != %s", fault->expected, fault->found);

  return fail (inference, fault, expect, actual, error);
}

gboolean
rensa_expect_same_dtype (RensaInference *inference, int i, int j, GError **error)
{
  const RensaDtype a = inference->inputs[i]->dtype;
  const RensaDtype b = inference->inputs[j]->dtype;

  return a == b
         || fail_differing (inference, i, j, "dtype",
                            &(RensaFault){ .code = &rensa_fault_dtypes,
                                           .expected = rensa_dtype_get_name (a),
                                           .found = rensa_dtype_get_name (b) },
                            error);
}

gboolean
rensa_expect_same_shape (RensaInference *inference, int i, int j, GError **error)
{
  const RensaShape *a = &inference->inputs[i]->shape;
  const RensaShape *b = &inference->inputs[j]->shape;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  if (rensa_shape_equal (a, b))
    return TRUE;

  first = rensa_shape_to_string (a);
  second = rensa_shape_to_string (b);
  return fail_differing (inference, i, j, "shape",
                         &(RensaFault){ .code = &rensa_fault_shapes, .expected = first, .found = second }, error);
}

int
rensa_inputs_parse (const char *const *inputs, RensaInputSpec specs[RENSA_MAX_INPUT_SPECS])
{
  int n = 0;

  for (; inputs[n] != NULL; n++)
    {
      const char *text = inputs[n];
      const gsize length = strcspn (text, "?*:");

      specs[n] = (RensaInputSpec){
        .optional = strchr (text, '?') != NULL,
        .list = strchr (text, '*') != NULL,
        .integer = strstr (text, ":int") != NULL,
        .constant = strstr (text, ":int") != NULL || strstr (text, ":const") != NULL || strstr (text, ":batch") != NULL,
        .batch = strstr (text, ":batch") != NULL,
        .leaf = strstr (text, ":leaf") != NULL,
        .sequence = strstr (text, ":sequence") != NULL,
      };
      g_strlcpy (specs[n].name, text, MIN (length + 1, sizeof specs[n].name));
    }
  return n;
}

gboolean
rensa_inputs_take_sequences (const char *const *inputs)
{
  for (int i = 0; inputs[i] != NULL; i++)
    if (strstr (inputs[i], ":sequence") != NULL)
      return TRUE;
  return FALSE;
}

gboolean
rensa_function_can_be_node (const RensaFunctionClass *class)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  const int n = rensa_inputs_parse (class->inputs, specs);

  for (int i = 0; i < n - 1; i++)
    if (specs[i].list && !specs[i].sequence)
      return FALSE;
  return TRUE;
}

/* Numbers of declared inputs by kind. */
typedef struct
{
  int n_lists;
  int n_single; /* inputs that are not lists */
  int least;    /* required ones among n_single */
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
  RensaFault fault;
  g_autofree char *expect = NULL;
  g_autofree char *actual = NULL;

  if (!too_few && (declared->n_lists > 0 || inference->n_inputs <= declared->n_single))
    return TRUE;
  fault = (RensaFault){ .code = is_exact  ? &rensa_fault_inputs
                                : too_few ? &rensa_fault_least_inputs
                                          : &rensa_fault_unfit,
                        .n_expected = { &rensa_count_inputs, bound },
                        .n_found = { .n = inference->n_inputs } };
  expect = g_strdup_printf ("in_types.size %s %d", op, bound);
  actual = g_strdup_printf ("%d %s %d", inference->n_inputs, opposite_of (op), bound);
  return fail (inference, &fault, expect, actual, error);
}

/* Lists must not contain NULL; other inputs may be omitted only if optional. */
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

/* Checks types that do not come from arrays; those of arrays were checked on creation. */
static gboolean
check_extents (const RensaType *const *types, int n, GError **error)
{
  for (int i = 0; i < n; i++)
    if (types[i] != NULL && !rensa_shape_check (&types[i]->shape, types[i]->dtype, error))
      return FALSE;
  return TRUE;
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

  if (check_extents (inputs, n_inputs, error) && rensa_inference_run (&inference, error))
    {
      n = inference.n_outputs;
      memcpy (outputs, inference.outputs, MIN (n, max_outputs) * sizeof (RensaType));
    }
  rensa_inference_clear (&inference);
  return n;
}
