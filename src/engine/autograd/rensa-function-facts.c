/* rensa-function-facts.c: metadata of a function, including its curve, which is sampled by calls.
 * SPDX-License-Identifier: MIT */

#include "rensa-function-facts.h"

#include <math.h>

#include "rensa-modes.h"

/* TRUE for groups whose one-input functions map each element to a value; others move elements or
 * draw random ones. */
static gboolean
is_of_elements (const RensaGroup *group)
{
  return group == &rensa_activation_group || group == &rensa_math_group || group == &rensa_operator_group;
}

static gboolean
may_be_elementwise (const RensaFunctionClass *class)
{
  RensaInputSpec inputs[RENSA_MAX_INPUT_SPECS];

  return is_of_elements (class->group) && class->n_outputs == 1 && rensa_inputs_parse (class->inputs, inputs) == 1
         && !inputs[0].list;
}

/* Returns NULL if the function does not take a vector, needs attributes, or returns anything but
 * such a vector. */
static RensaVariable *
call (const RensaFunctionClass *class, const float *x)
{
  const RensaShape shape = RENSA_SHAPE (RENSA_CURVE_POINTS);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (class));
  g_autoptr (RensaArray) array = rensa_array_new_from_host (RENSA_FLOAT32, &shape, x, NULL);
  g_autoptr (RensaVariable) input = rensa_variable_new_constant (array);
  g_autoptr (RensaVariable) output = NULL;
  RensaType type;

  if (!rensa_attrs_check_complete (attrs, NULL))
    return NULL;

  output = rensa_apply1 (class, rensa_attrs_get_values (attrs), input, NULL);
  if (output == NULL)
    return NULL;

  type = rensa_variable_get_type (output);
  return type.dtype == RENSA_FLOAT32 && rensa_shape_equal (&type.shape, &shape) ? g_steal_pointer (&output) : NULL;
}

gboolean
rensa_function_get_curve (const RensaFunctionClass *class, float values[RENSA_CURVE_POINTS])
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autoptr (RensaVariable) output = NULL;

  if (!may_be_elementwise (class))
    return FALSE;

  for (int i = 0; i < RENSA_CURVE_POINTS; i++)
    values[i] = RENSA_CURVE_EXTENT * (2.0f * (float) i / (RENSA_CURVE_POINTS - 1) - 1.0f);
  rensa_modes_get ()->enable_backprop = FALSE;
  output = call (class, values);
  return output != NULL && rensa_array_to_host (rensa_variable_get_array (output), values, NULL);
}

static struct json_object *
curve_to_json (const float *values)
{
  struct json_object *json = json_object_new_array ();

  for (int i = 0; i < RENSA_CURVE_POINTS; i++)
    json_object_array_add (json, isfinite (values[i]) ? rensa_json_new_double (roundf (values[i] * 1e4f) / 1e4) : NULL);
  return json;
}

struct json_object *
rensa_function_to_json (const RensaFunctionClass *class)
{
  struct json_object *json = rensa_component_to_json (RENSA_COMPONENT (class));
  struct json_object *inputs = json_object_new_array ();
  const gboolean is_differentiable = class->backward != NULL || class->apply != NULL;
  float curve[RENSA_CURVE_POINTS];

  for (int i = 0; class->inputs[i] != NULL; i++)
    json_object_array_add (inputs, json_object_new_string (class->inputs[i]));
  json_object_object_add (json, "inputs", inputs);
  if (class->n_outputs > 0)
    json_object_object_add (json, "outputs", json_object_new_int (class->n_outputs));
  json_object_object_add (json, "differentiable", json_object_new_boolean (is_differentiable));
  json_object_object_add (json, "twice", json_object_new_boolean (is_differentiable && !class->first_order_only));
  if (rensa_function_get_curve (class, curve))
    json_object_object_add (json, "curve", curve_to_json (curve));
  return json;
}
