/* studio-palette-groups.h: groups and order of the palette.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-component.h"

G_BEGIN_DECLS

/* @is_open: TRUE if the group is initially expanded. */
typedef struct
{
  const char *title;
  gboolean is_open;
  GPtrArray *components; /* of const RensaComponent * */
} StudioPaletteGroup;

/* Returns TRUE if @component is allowed in a training step (@is_step) or in a model. A step gets
 * the values of an example from Fields, a model gets its arguments from Inputs, and only a step
 * calls models. */
gboolean studio_palette_groups_allow (const RensaComponent *component, gboolean is_step);

/* Returns all possible node types by group in the order of rensa_groups, links before functions. */
GArray *studio_palette_groups_new (void);

G_END_DECLS
