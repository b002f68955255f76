/* rensa-registry.c: the components there are.
 * SPDX-License-Identifier: MIT */

#include "rensa-attrs-private.h"
#include "rensa-error.h"

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

const RensaComponent *
rensa_registry_find (RensaComponentKind kind, const char *name, GError **error)
{
  guint n;
  const RensaComponent *const *components = rensa_registry_list (kind, &n);
  g_autofree char *given = NULL;
  g_autofree char *suggestion = NULL;

  for (guint i = 0; i < n; i++)
    if (strcmp (components[i]->name, name) == 0)
      return components[i];
  if (error == NULL)
    return NULL;

  given = rensa_excerpt_name (name);
  suggestion = rensa_suggest (name, get_component_name, components, n);
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "There is no %s %s%s", rensa_component_kind_get_name (kind),
               given, suggestion[0] != '\0' ? suggestion : ".");
  return NULL;
}
