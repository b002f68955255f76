/* rensa-registry.c: the registry of components.
 * SPDX-License-Identifier: MIT */

#include "rensa-attrs-private.h"

#include "rensa-registry-faults.h"

static GPtrArray *registry[RENSA_N_COMPONENT_KINDS];

void
rensa_registry_add (RensaComponentKind kind, const RensaComponent *const *table, guint n)
{
  if (registry[kind] == NULL)
    registry[kind] = g_ptr_array_new ();

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (registry[kind], (gpointer) table[i]);
}

const RensaComponent *const *
rensa_registry_list (RensaComponentKind kind, guint *n)
{
  *n = registry[kind] != NULL ? registry[kind]->len : 0;
  return registry[kind] != NULL ? (const RensaComponent *const *) registry[kind]->pdata : NULL;
}

static const char *
get_component_name (gconstpointer components, guint i)
{
  return ((const RensaComponent *const *) components)[i]->name;
}

static gboolean
is_called (const RensaComponent *component, const char *name)
{
  return strcmp (component->name, name) == 0
         || (component->old_names != NULL && g_strv_contains (component->old_names, name));
}

const RensaComponent *
rensa_registry_find (RensaComponentKind kind, const char *name, GError **error)
{
  guint n;
  const RensaComponent *const *components = rensa_registry_list (kind, &n);
  g_autofree char *given = NULL;

  for (guint i = 0; i < n; i++)
    if (is_called (components[i], name))
      return components[i];
  if (error == NULL)
    return NULL;

  given = rensa_excerpt_name (name);
  rensa_set_fault (error, RENSA_ERROR_NOT_FOUND,
                   &(RensaFault){ .code = &rensa_fault_no_component,
                                  .expected = rensa_component_kind_get_name (kind),
                                  .found = given,
                                  .suggestion = rensa_find_nearest (name, get_component_name, components, n) });
  return NULL;
}

const RensaComponent *
rensa_registry_find_node (const char *type)
{
  static const RensaComponentKind kinds[] = { RENSA_COMPONENT_LINK, RENSA_COMPONENT_FUNCTION, RENSA_COMPONENT_INPUT };
  const RensaComponent *component = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (kinds) && component == NULL; i++)
    component = rensa_registry_find (kinds[i], type, NULL);
  return component;
}
