/* studio-palette-groups.h: the order of the palette.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-component.h"

G_BEGIN_DECLS

/* @is_open: whether its rows are shown before anybody opens it. */
typedef struct
{
  const char *title;
  gboolean is_open;
  GPtrArray *components; /* of const RensaComponent * */
} StudioPaletteGroup;

/* Whether a node of a training step, or of a model, can be that: values of an example come into a step by Fields, what a model is given by
 * Inputs, and a step alone calls models. */
gboolean studio_palette_groups_allow (const RensaComponent *component, gboolean is_step);

/* All that a node can be, by group in the order of rensa_groups, links before functions. */
GArray *studio_palette_groups_new (void);

G_END_DECLS
