/* calls.c: calls of functions with the inputs of their samples, and variations of those.
 * SPDX-License-Identifier: MIT */

#include "calls.h"

#include <math.h>
#include <string.h>

#include "conformance.h"
#include "rensa-primitives.h"
#include "rensa-random.h"

static RensaArray *
array_from_doubles (const double *values, const RensaShape *shape, RensaDtype dtype)
{
  g_autoptr (RensaArray) wide = rensa_array_new_from_host (RENSA_FLOAT64, shape, values, NULL);
  RensaArray *array = rensa_array_cast (wide, dtype, NULL);

  g_assert_nonnull (array);
  return array;
}

static void
append_numbers (GArray *numbers, struct json_object *json)
{
  const double number = json_object_get_double (json);

  if (!json_object_is_type (json, json_type_array))
    g_array_append_val (numbers, number);
  for (int i = 0; json_object_is_type (json, json_type_array) && i < get_length (json); i++)
    append_numbers (numbers, get_item (json, i));
}

RensaArray *
array_from_text (const char *text, RensaDtype dtype)
{
  struct json_object *json = json_tokener_parse (text);
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (double));
  RensaShape shape = { 0 };

  g_assert_nonnull (json);
  append_numbers (numbers, json);
  for (struct json_object *at = json; json_object_is_type (at, json_type_array); at = get_item (at, 0))
    shape.dims[shape.ndim++] = get_length (at);
  json_object_put (json);
  g_assert_cmpint (rensa_shape_count (&shape), ==, numbers->len);
  return array_from_doubles ((const double *) (gpointer) numbers->data, &shape, dtype);
}

RensaInputSpec
call_get_input_spec (const Call *call, int i)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  int starts[RENSA_MAX_INPUT_SPECS + 1];
  int k = rensa_function_get_input_specs (call->class, specs) - 1;

  g_assert_true (rensa_function_divide_inputs (call->class, call_get_values (call), call->n_inputs, starts));
  while (k > 0 && starts[k] > i)
    k--;
  return specs[k];
}

gconstpointer
call_get_values (const Call *call)
{
  return rensa_attrs_get_values (call->attrs);
}

void
call_init (Call *call, const RensaFunctionClass *class, guint i)
{
  const RensaSample *sample = &class->samples[i];
  g_auto (GStrv) texts = g_strsplit (sample->inputs, ";", -1);
  g_autoptr (GError) error = NULL;

  *call = (Call){ .class = class, .attrs = rensa_attrs_new (RENSA_COMPONENT (class)) };
  rensa_attrs_parse (call->attrs, sample->attrs, &error);
  g_assert_no_error (error);
  call->n_inputs = (int) g_strv_length (texts);
  g_assert_cmpint (call->n_inputs, <=, MAX_INPUTS);
  for (int k = 0; k < call->n_inputs; k++)
    {
      const char *text = g_strstrip (texts[k]);
      const gboolean integer = call_get_input_spec (call, k).integer && strchr (text, '.') == NULL;

      if (text[0] != '\0')
        call->inputs[k] = array_from_text (text, integer ? RENSA_INT32 : RENSA_FLOAT64);
    }
}

void
call_init_with (Call *call, const Call *like, RensaArray *const *inputs, int n_inputs)
{
  *call = (Call){ .class = like->class, .attrs = rensa_attrs_ref (like->attrs), .n_inputs = n_inputs };
  for (int i = 0; i < n_inputs; i++)
    call->inputs[i] = inputs[i];
}

void
call_clear (Call *call)
{
  g_clear_pointer (&call->attrs, rensa_attrs_unref);
  for (int i = 0; i < MAX_INPUTS; i++)
    g_clear_pointer (&call->inputs[i], rensa_array_unref);
}

static gboolean
is_floating (RensaArray *array)
{
  return array != NULL && rensa_dtype_is_floating (rensa_array_get_dtype (array));
}

/* Probabilities of classes stay what they are. */
void
call_move_away (Call *call)
{
  for (int i = 0; i < call->n_inputs; i++)
    {
      RensaRandom random = rensa_random_init (3, (guint64) i);
      RensaArray *array = call->inputs[i];
      g_autofree double *values = NULL;

      if (!is_floating (array) || call_get_input_spec (call, i).integer)
        continue;
      values = to_doubles (array);
      for (gint64 k = 0; k < rensa_array_get_count (array); k++)
        values[k] += 0.05 + 0.1 * rensa_random_double (&random);
      call->inputs[i] = array_from_doubles (values, rensa_array_get_shape (array), RENSA_FLOAT64);
      rensa_array_unref (array);
    }
}

void
call_cast (const Call *call, RensaDtype dtype, Call *cast)
{
  RensaArray *inputs[MAX_INPUTS];

  for (int i = 0; i < call->n_inputs; i++)
    {
      RensaArray *input = call->inputs[i];
      g_autoptr (RensaArray) half = rensa_array_cast (input, RENSA_FLOAT16, NULL);

      inputs[i] = is_floating (input) ? rensa_array_cast (half, dtype, NULL)
                  : input != NULL     ? rensa_array_ref (input)
                                      : NULL;
    }
  call_init_with (cast, call, inputs, call->n_inputs);
}

/* The place in @old of the element at place @k of @shape, whose extents are larger or smaller. */
static gint64
wrap (gint64 k, const RensaShape *shape, const RensaShape *old)
{
  gint64 place = 0;
  gint64 stride = 1;

  for (int axis = shape->ndim - 1; axis >= 0; axis--)
    {
      place += k % shape->dims[axis] % old->dims[axis] * stride;
      k /= shape->dims[axis];
      stride *= old->dims[axis];
    }
  return place;
}

static RensaArray *
resize (RensaArray *array, gint64 from, gint64 to)
{
  const RensaShape *old = rensa_array_get_shape (array);
  g_autofree double *values = to_doubles (array);
  g_autofree double *wrapped = NULL;
  RensaShape shape = *old;
  gint64 count;

  for (int axis = 0; axis < shape.ndim; axis++)
    shape.dims[axis] = old->dims[axis] == from ? to : old->dims[axis];
  count = rensa_shape_count (&shape);
  wrapped = g_new (double, MAX (count, 1));
  for (gint64 k = 0; k < count; k++)
    wrapped[k] = values[wrap (k, &shape, old)];
  return array_from_doubles (wrapped, &shape, rensa_array_get_dtype (array));
}

void
call_resize (const Call *call, gint64 from, gint64 to, Call *resized)
{
  RensaArray *inputs[MAX_INPUTS];

  for (int i = 0; i < call->n_inputs; i++)
    inputs[i] = call->inputs[i] != NULL ? resize (call->inputs[i], from, to) : NULL;
  call_init_with (resized, call, inputs, call->n_inputs);
}

static gint
compare_extents (gconstpointer a, gconstpointer b)
{
  const gint64 x = *(const gint64 *) a;
  const gint64 y = *(const gint64 *) b;

  return x < y ? -1 : x > y;
}

int
call_get_extents (const Call *call, gint64 extents[MAX_INPUTS * RENSA_MAX_NDIM])
{
  int n = 0;
  int n_kept = 0;

  for (int i = 0; i < call->n_inputs; i++)
    {
      for (int axis = 0; call->inputs[i] != NULL && axis < rensa_array_get_ndim (call->inputs[i]); axis++)
        extents[n++] = rensa_array_get_dim (call->inputs[i], axis);
    }
  qsort (extents, (gsize) n, sizeof *extents, compare_extents);
  for (int i = 0; i < n; i++)
    {
      if (n_kept == 0 || extents[i] != extents[n_kept - 1])
        extents[n_kept++] = extents[i];
    }
  return n_kept;
}

int
call_infer (const Call *call, RensaType types[MAX_OUTPUTS], GError **error)
{
  RensaType input_types[MAX_INPUTS];
  const RensaType *pointers[MAX_INPUTS];

  for (int i = 0; i < call->n_inputs; i++)
    {
      pointers[i] = NULL;
      if (call->inputs[i] == NULL)
        continue;
      input_types[i] = rensa_array_get_type (call->inputs[i]);
      pointers[i] = &input_types[i];
    }
  return rensa_function_infer (call->class, call_get_values (call), pointers, call->n_inputs, types, MAX_OUTPUTS,
                               error);
}

static void
assert_type (RensaArray *array, const RensaType *want)
{
  const RensaType got = rensa_array_get_type (array);
  g_autofree char *got_shape = rensa_shape_to_string (&got.shape);
  g_autofree char *want_shape = rensa_shape_to_string (&want->shape);

  g_assert_cmpstr (rensa_dtype_get_name (got.dtype), ==, rensa_dtype_get_name (want->dtype));
  g_assert_cmpstr (got_shape, ==, want_shape);
}

RensaArray *
make_weights (const RensaType *type)
{
  const gint64 count = rensa_shape_count (&type->shape);
  g_autofree double *values = g_new (double, MAX (count, 1));

  for (gint64 k = 0; k < count; k++)
    values[k] = (double) (k * 37 % 11) / 8 - 0.5;
  return array_from_doubles (values, &type->shape, type->dtype);
}

/* Gradients of all floating inputs, from all outputs that have a graph. */
static gboolean
compute_grads (const Call *call, RensaVariable *const *inputs, RensaVariable *const *outputs, Results *results,
               GError **error)
{
  RensaVariable *targets[MAX_INPUTS];
  RensaVariable *roots[MAX_OUTPUTS];
  RensaVariable *gys[MAX_OUTPUTS];
  RensaVariable *gxs[MAX_INPUTS] = { NULL };
  int n_targets = 0;
  int n_roots = 0;
  gboolean ok;

  for (int i = 0; i < call->n_inputs; i++)
    {
      if (inputs[i] != NULL && rensa_variable_get_requires_grad (inputs[i]))
        targets[n_targets++] = inputs[i];
    }
  for (int i = 0; i < results->n_outputs; i++)
    {
      const RensaType type = rensa_variable_get_type (outputs[i]);
      g_autoptr (RensaArray) weights = NULL;

      if (!rensa_variable_get_requires_grad (outputs[i]))
        continue;
      weights = make_weights (&type);
      gys[n_roots] = rensa_variable_new_constant (weights);
      roots[n_roots++] = outputs[i];
    }

  ok = n_roots == 0 || rensa_grad (roots, n_roots, targets, n_targets, gys, call->double_backprop, gxs, error);
  for (int i = 0; i < n_targets; i++)
    {
      if (gxs[i] == NULL)
        continue;
      results->grads[i] = rensa_array_ref (rensa_variable_get_array (gxs[i]));
      rensa_variable_unref (gxs[i]);
    }
  for (int i = 0; i < n_roots; i++)
    rensa_variable_unref (gys[i]);
  results->n_grads = n_targets;
  return ok;
}

gboolean
call_apply (const Call *call, Results *results, GError **error)
{
  RensaVariable *inputs[MAX_INPUTS];
  RensaVariable *outputs[MAX_OUTPUTS];
  RensaType types[MAX_OUTPUTS];
  const int n_inferred = call_infer (call, types, error);
  gboolean ok;

  *results = (Results){ 0 };
  if (n_inferred < 0)
    return FALSE;

  for (int i = 0; i < call->n_inputs; i++)
    inputs[i] = call->inputs[i] != NULL ? rensa_variable_new (call->inputs[i]) : NULL;
  *rensa_random_get_default () = rensa_random_init (1, 0);
  results->n_outputs =
      rensa_function_apply (call->class, call_get_values (call), inputs, call->n_inputs, outputs, MAX_OUTPUTS, error);
  ok = results->n_outputs >= 0;
  if (ok)
    g_assert_cmpint (results->n_outputs, ==, n_inferred);
  for (int i = 0; i < results->n_outputs; i++)
    {
      assert_type (rensa_variable_get_array (outputs[i]), &types[i]);
      results->outputs[i] = rensa_array_ref (rensa_variable_get_array (outputs[i]));
    }

  ok = ok && compute_grads (call, inputs, outputs, results, error);
  for (int i = 0; i < results->n_outputs; i++)
    rensa_variable_unref (outputs[i]);
  for (int i = 0; i < call->n_inputs; i++)
    g_clear_pointer (&inputs[i], rensa_variable_unref);
  return ok;
}

void
results_clear (Results *results)
{
  for (int i = 0; i < MAX_OUTPUTS; i++)
    g_clear_pointer (&results->outputs[i], rensa_array_unref);
  for (int i = 0; i < MAX_INPUTS; i++)
    g_clear_pointer (&results->grads[i], rensa_array_unref);
}

static void
assert_arrays_equal (const char *what, int i, RensaArray *got, RensaArray *want, double rtol, double atol)
{
  g_autofree double *got_values = NULL;
  g_autofree double *want_values = NULL;

  g_assert_true ((got == NULL) == (want == NULL));
  if (got == NULL)
    return;

  g_assert_true (rensa_shape_equal (rensa_array_get_shape (got), rensa_array_get_shape (want)));
  got_values = to_doubles (got);
  want_values = to_doubles (want);
  for (gint64 k = 0; k < rensa_array_get_count (want); k++)
    {
      if (got_values[k] == want_values[k] || (isnan (got_values[k]) && isnan (want_values[k]))
          || fabs (got_values[k] - want_values[k]) <= atol + rtol * fabs (want_values[k]))
        continue;
      g_test_message ("element %" G_GINT64_FORMAT " of %s %d is %.17g, expected %.17g", k, what, i, got_values[k],
                      want_values[k]);
      g_test_fail ();
      return;
    }
}

void
assert_results_equal (const Results *got, const Results *want, double rtol, double atol)
{
  g_assert_cmpint (got->n_outputs, ==, want->n_outputs);
  g_assert_cmpint (got->n_grads, ==, want->n_grads);
  for (int i = 0; i < want->n_outputs; i++)
    assert_arrays_equal ("output", i, got->outputs[i], want->outputs[i], rtol, atol);
  for (int i = 0; i < want->n_grads; i++)
    assert_arrays_equal ("gradient", i, got->grads[i], want->grads[i], rtol, atol);
}
