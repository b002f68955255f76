/* studio-palette-groups.c: groups and order of the palette.
 * SPDX-License-Identifier: MIT */

#include "studio-palette-groups.h"
#include "rensa-function.h"
#include "rensa-node-types.h"

#include <glib/gi18n.h>

static GPtrArray *
find_group (GArray *groups, const char *title, gboolean is_open)
{
  const StudioPaletteGroup group = { title, is_open, g_ptr_array_new () };

  for (guint i = 0; i < groups->len; i++)
    if (strcmp (g_array_index (groups, StudioPaletteGroup, i).title, title) == 0)
      {
        g_ptr_array_unref (group.components);
        return g_array_index (groups, StudioPaletteGroup, i).components;
      }
  g_array_append_val (groups, group);
  return group.components;
}

static void
clear_group (gpointer group)
{
  g_ptr_array_unref (((StudioPaletteGroup *) group)->components);
}

static gboolean
can_be_node (RensaComponentKind kind, const RensaComponent *component)
{
  if (component->group == NULL || component->group->title == NULL)
    return FALSE;
  return kind != RENSA_COMPONENT_FUNCTION || rensa_function_can_be_node ((const RensaFunctionClass *) component);
}

static void
add_components (GArray *groups, RensaComponentKind kind)
{
  guint n;
  const RensaComponent *const *components = rensa_registry_list (kind, &n);

  for (guint i = 0; i < n; i++)
    if (can_be_node (kind, components[i]))
      g_ptr_array_add (find_group (groups, _ (components[i]->group->title), components[i]->group->is_open),
                       (gpointer) components[i]);
}

gboolean
studio_palette_groups_allow (const RensaComponent *component, gboolean is_step)
{
  if (component == &rensa_input_component)
    return !is_step;
  return is_step || (component != &rensa_field_component && component != &rensa_model_call_component);
}

GArray *
studio_palette_groups_new (void)
{
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (StudioPaletteGroup));

  g_array_set_clear_func (groups, clear_group);
  for (guint i = 0; rensa_groups[i] != NULL; i++)
    if (rensa_groups[i]->title != NULL)
      find_group (groups, _ (rensa_groups[i]->title), rensa_groups[i]->is_open);
  add_components (groups, RENSA_COMPONENT_INPUT);
  add_components (groups, RENSA_COMPONENT_LINK);
  add_components (groups, RENSA_COMPONENT_FUNCTION);
  for (guint i = groups->len; i-- > 0;)
    if (g_array_index (groups, StudioPaletteGroup, i).components->len == 0)
      g_array_remove_index (groups, i);
  return groups;
}
