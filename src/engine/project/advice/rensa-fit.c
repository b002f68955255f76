/* rensa-fit.c: components that can follow a node of a model.
 * SPDX-License-Identifier: MIT */

#include "rensa-fit.h"
#include "rensa-edit-parts.h"
#include "rensa-link.h"
#include "rensa-meta-device.h"
#include "rensa-modes.h"
#include "rensa-node-types.h"
#include "rensa-wire-call.h"

/* Omits optional inputs; a list gets a single value. */
static int
put_inputs (const char *const *inputs, RensaVariable *value, RensaVariable **values)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  const int n = rensa_inputs_parse (inputs, specs);
  int n_needed = 0;

  for (int i = 0; i < n; i++)
    {
      values[i] = specs[i].optional ? NULL : value;
      n_needed = specs[i].optional ? n_needed : i + 1;
    }
  return n_needed;
}

static int
call_link (RensaAttrs *attrs, RensaVariable *value, RensaVariable **outputs)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaLink) link = rensa_link_new (attrs, &error);
  RensaVariable *inputs[RENSA_MAX_INPUT_SPECS];
  const int n = link != NULL
                    ? put_inputs (((const RensaLinkClass *) rensa_attrs_get_component (attrs))->inputs, value, inputs)
                    : 0;

  return n > 0 ? rensa_link_call_wired (link, inputs, n, outputs, RENSA_MAX_OUTPUTS, &error) : -1;
}

static int
call_function (RensaAttrs *attrs, RensaVariable *value, RensaVariable **outputs)
{
  g_autoptr (GError) error = NULL;
  RensaVariable *inputs[RENSA_MAX_INPUT_SPECS];
  const int n = put_inputs (((const RensaFunctionClass *) rensa_attrs_get_component (attrs))->inputs, value, inputs);

  return n > 0 ? rensa_function_call_wired (attrs, inputs, n, outputs, RENSA_MAX_OUTPUTS, &error) : -1;
}

/* Initial attributes of a new node of @component. */
static RensaAttrs *
guess_attrs (const RensaComponent *component)
{
  g_autoptr (RensaJson) guessed = rensa_component_guess_attrs (component);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (component);

  if (guessed == NULL)
    return g_steal_pointer (&attrs);

  json_object_object_foreach (guessed, name, value)
  {
    if (!rensa_attrs_set_json (attrs, name, value, NULL))
      return NULL;
  }
  return g_steal_pointer (&attrs);
}

static gboolean
call (RensaAttrs *attrs, gboolean is_link, RensaVariable *value)
{
  RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };
  const int n = (is_link ? call_link : call_function) (attrs, value, outputs);

  rensa_variables_clear (outputs, MAX (n, 0));
  return n > 0;
}

/* Sets the channels of links that cannot infer them from their input (batch normalization, whose
 * axes are arbitrary). */
static gboolean
tell_channels (RensaAttrs *attrs, RensaVariable *value)
{
  const char *learns = ((const RensaLinkClass *) rensa_attrs_get_component (attrs))->learns;
  const RensaShape shape = rensa_variable_get_type (value).shape;
  g_autoptr (RensaJson) channels = shape.ndim > 1 ? json_object_new_int64 (shape.dims[1]) : NULL;

  return learns != NULL && channels != NULL && rensa_attrs_set_json (attrs, learns, channels, NULL);
}

static gboolean
takes (const RensaComponent *component, RensaVariable *value)
{
  const gboolean is_link = rensa_registry_find (RENSA_COMPONENT_LINK, component->name, NULL) == component;
  g_autoptr (RensaAttrs) attrs = guess_attrs (component);

  /* Attributes without a default, such as the subscripts of einsum, must first be set by the
   * user. */
  if (attrs == NULL || !rensa_attrs_check_complete (attrs, NULL))
    return FALSE;
  return call (attrs, is_link, value) || (is_link && tell_channels (attrs, value) && call (attrs, is_link, value));
}

gboolean
rensa_component_fits (const RensaComponent *component, const RensaType *type, RensaDtype dtype)
{
  g_auto (RensaDeviceScope) device = rensa_device_enter (&rensa_meta_device);
  g_auto (RensaModesScope) modes = rensa_modes_enter ();
  g_autoptr (RensaArray) array = NULL;
  g_autoptr (RensaVariable) value = NULL;

  if (rensa_type_is_input (component->name))
    return FALSE;
  /* Depends on its contents. */
  if (rensa_is_nesting_type (component->name))
    return TRUE;

  rensa_modes_get ()->enable_backprop = FALSE;
  rensa_modes_get ()->dtype = dtype;
  array = rensa_array_new_of_type (type, NULL);
  value = array != NULL ? rensa_variable_new_constant (array) : NULL;
  return value != NULL && takes (component, value);
}
