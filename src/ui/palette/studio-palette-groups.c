/* studio-palette-groups.c: the order of the palette.
 * SPDX-License-Identifier: MIT */

#include "studio-palette-groups.h"
#include "rensa-function.h"
#include "studio-component-names.h"

#include <glib/gi18n.h>

/* Input is a node without being a component. */
static const RensaComponent input = {
  .name = "Input",
  .group = "input",
  .title = N_ ("Input"),
  .summary = N_ ("What the data give to the model"),
};

#define GROUP_OF_CONTAINERS "link"
/* A Classifier is made of the model by training. */
#define GROUP_OF_MODELS "model"

static const struct
{
  const char *group;
  gboolean is_open;
} function_groups[] = {
  { RENSA_GROUP_ACTIVATION, TRUE }, { RENSA_GROUP_POOLING, TRUE },       { RENSA_GROUP_CONNECTION, TRUE },
  { RENSA_GROUP_NOISE, TRUE },      { RENSA_GROUP_NORMALIZATION, TRUE }, { RENSA_GROUP_ARRAY, TRUE },
  { RENSA_GROUP_MATH, TRUE },       { RENSA_GROUP_RNN, TRUE },           { RENSA_GROUP_OPERATOR, FALSE },
  { RENSA_GROUP_LOSS, FALSE },      { RENSA_GROUP_EVALUATION, FALSE },   { RENSA_GROUP_UTIL, FALSE },
};

static void
clear_group (gpointer group)
{
  g_ptr_array_unref (((StudioPaletteGroup *) group)->components);
}

static GPtrArray *
add_group (GArray *groups, const char *title, gboolean is_open)
{
  const StudioPaletteGroup group = { title, is_open, g_ptr_array_new () };

  g_array_append_val (groups, group);
  return group.components;
}

static void
add_links (GArray *groups)
{
  GPtrArray *plain = add_group (groups, _ ("Links"), TRUE);
  GPtrArray *structure = add_group (groups, _ ("Structure"), TRUE);
  const RensaComponent *const *links;
  guint n;

  g_ptr_array_add (structure, (gpointer) &input);
  links = rensa_registry_list (RENSA_COMPONENT_LINK, &n);
  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (links[i]->group, GROUP_OF_CONTAINERS) == 0)
      g_ptr_array_add (structure, (gpointer) links[i]);
    else if (g_strcmp0 (links[i]->group, GROUP_OF_MODELS) != 0)
      g_ptr_array_add (plain, (gpointer) links[i]);
}

static GPtrArray *
find_group (GArray *groups, const char *title)
{
  for (guint i = 0; i < groups->len; i++)
    if (strcmp (g_array_index (groups, StudioPaletteGroup, i).title, title) == 0)
      return g_array_index (groups, StudioPaletteGroup, i).components;
  return add_group (groups, title, TRUE);
}

static void
add_functions (GArray *groups)
{
  const RensaComponent *const *functions;
  guint n;

  for (guint i = 0; i < G_N_ELEMENTS (function_groups); i++)
    add_group (groups, studio_component_group_get_title (function_groups[i].group), function_groups[i].is_open);

  functions = rensa_registry_list (RENSA_COMPONENT_FUNCTION, &n);
  for (guint i = 0; i < n; i++)
    if (functions[i]->group != NULL && rensa_function_can_be_node ((const RensaFunctionClass *) functions[i]))
      g_ptr_array_add (find_group (groups, studio_component_group_get_title (functions[i]->group)),
                       (gpointer) functions[i]);
}

GArray *
studio_palette_groups_new (void)
{
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (StudioPaletteGroup));

  g_array_set_clear_func (groups, clear_group);
  add_links (groups);
  add_functions (groups);
  for (guint i = groups->len; i-- > 0;)
    if (g_array_index (groups, StudioPaletteGroup, i).components->len == 0)
      g_array_remove_index (groups, i);
  return groups;
}
