/* studio-component-start.c: how a component begins that was just chosen.
 * SPDX-License-Identifier: MIT */

#include "studio-component-start.h"

/* Tries what most attributes take, then what their ranges say. */
static char *
get_value (const RensaComponent *component, const RensaAttrSpec *spec)
{
  const char *const guesses[] = { "1", "0", "float32", "''" };
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (component);

  if (spec->choices != NULL)
    return g_strdup (spec->choices[0]);
  if (spec->type == RENSA_ATTR_TYPE_STRING)
    return g_strdup ("''");
  for (guint i = 0; i < G_N_ELEMENTS (guesses); i++)
    if (rensa_attrs_set_text (attrs, spec->name, guesses[i], NULL))
      return g_strdup (guesses[i]);
  return rensa_format_double (spec->min);
}

char *
studio_component_start (const RensaComponent *component)
{
  g_autoptr (GString) text = g_string_new (component->name);
  const char *separator = "(";

  for (guint i = 0; i < component->n_attrs; i++)
    if (component->attrs[i].required)
      {
        g_autofree char *value = get_value (component, &component->attrs[i]);

        g_string_append_printf (text, "%s%s=%s", separator, component->attrs[i].name, value);
        separator = ", ";
      }
  if (separator[0] == ',')
    g_string_append_c (text, ')');
  return g_string_free (g_steal_pointer (&text), FALSE);
}
