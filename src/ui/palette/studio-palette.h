/* studio-palette.h: what a model can be made of.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-shape.h"

G_BEGIN_DECLS

/* The links and functions, by group, with a search, the favourites and what was used last before them, and a switch that shows only
 * what fits where new nodes go. Rows can be dragged: they carry a StudioDraggedComponent. Signal
 * "activated" (const char *name), when a row is clicked twice or Enter is pressed on it. */
#define STUDIO_TYPE_PALETTE (studio_palette_get_type ())
G_DECLARE_FINAL_TYPE (StudioPalette, studio_palette, STUDIO, PALETTE, AdwBin)

GtkWidget *studio_palette_new (void);
/* Whether nodes go into a training step, instead of a model. */
void studio_palette_set_is_step (StudioPalette *palette, gboolean is_step);
/* Where new nodes go: after the node @name (nullable), which gives @type (nullable: not known). @dtype: of parameters. */
void studio_palette_set_place (StudioPalette *palette, const char *name, const RensaType *type, RensaDtype dtype);

G_END_DECLS
