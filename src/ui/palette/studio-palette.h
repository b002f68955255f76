/* studio-palette.h: palette of components.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-shape.h"

G_BEGIN_DECLS

/* Links and functions by group, with a search, the favorites and recently used components at the
 * top, and a switch to show only what fits at the position for new nodes. Rows can be dragged: they
 * carry a StudioDraggedComponent. Signal "activated" (const char *name), when a row is
 * double-clicked or Enter is pressed on it. */
#define STUDIO_TYPE_PALETTE (studio_palette_get_type ())
G_DECLARE_FINAL_TYPE (StudioPalette, studio_palette, STUDIO, PALETTE, AdwBin)

GtkWidget *studio_palette_new (void);
/* TRUE if nodes are added to a training step, FALSE for a model. */
void studio_palette_set_is_step (StudioPalette *palette, gboolean is_step);
/* New nodes are inserted after the node @name (nullable), which outputs @type (nullable: unknown).
 * @dtype: data type of the parameters. */
void studio_palette_set_place (StudioPalette *palette, const char *name, const RensaType *type, RensaDtype dtype);

G_END_DECLS
