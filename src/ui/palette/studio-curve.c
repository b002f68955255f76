/* studio-curve.c: the shape of a function, found by calling it.
 * SPDX-License-Identifier: MIT */

#include "studio-curve.h"
#include "rensa-function.h"
#include "rensa-modes.h"

/* Groups whose functions of one input give a value for each element; others move elements or draw them at random. */
static const char *const elementwise_groups[] = { RENSA_GROUP_ACTIVATION, RENSA_GROUP_MATH, RENSA_GROUP_OPERATOR,
                                                  NULL };

static gboolean
may_be_elementwise (const RensaComponent *component)
{
  const RensaFunctionClass *class = (const RensaFunctionClass *) component;
  RensaInputSpec inputs[8];

  if (component->group == NULL || !g_strv_contains (elementwise_groups, component->group)
      || rensa_registry_find (RENSA_COMPONENT_FUNCTION, component->name, NULL) != component)
    return FALSE;

  return class->n_outputs == 1 && rensa_function_get_input_specs (class, inputs) == 1 && !inputs[0].list;
}

/* NULL where the function does not take a vector, needs attributes, or gives something else than a vector of that kind. */
static RensaVariable *
call (const RensaComponent *component, const float *x)
{
  const RensaShape shape = RENSA_SHAPE (STUDIO_CURVE_POINTS);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (component);
  g_autoptr (RensaArray) array = rensa_array_new_from_host (RENSA_FLOAT32, &shape, x, NULL);
  g_autoptr (RensaVariable) input = rensa_variable_new_constant (array);
  g_autoptr (RensaVariable) output = NULL;
  RensaType type;

  if (!rensa_attrs_check_complete (attrs, NULL))
    return NULL;

  output = rensa_apply1 ((const RensaFunctionClass *) component, rensa_attrs_get_values (attrs), input, NULL);
  if (output == NULL)
    return NULL;

  type = rensa_variable_get_type (output);
  return type.dtype == RENSA_FLOAT32 && rensa_shape_equal (&type.shape, &shape) ? g_steal_pointer (&output) : NULL;
}

static float *
compute (const RensaComponent *component)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autofree float *values = g_new (float, STUDIO_CURVE_POINTS);
  g_autoptr (RensaVariable) output = NULL;

  if (!may_be_elementwise (component))
    return NULL;

  for (int i = 0; i < STUDIO_CURVE_POINTS; i++)
    values[i] = STUDIO_CURVE_EXTENT * (2.0f * (float) i / (STUDIO_CURVE_POINTS - 1) - 1.0f);
  rensa_modes_get ()->enable_backprop = FALSE;
  output = call (component, values);
  if (output == NULL || !rensa_array_to_host (rensa_variable_get_array (output), values, NULL))
    return NULL;

  return g_steal_pointer (&values);
}

const float *
studio_curve_get (const RensaComponent *component)
{
  static GHashTable *curves;
  gpointer curve;

  if (curves == NULL)
    curves = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  if (!g_hash_table_lookup_extended (curves, component, NULL, &curve))
    {
      curve = compute (component);
      g_hash_table_insert (curves, (gpointer) component, curve);
    }
  return curve;
}
