/* studio-palette.h: what a model can be made of.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-component.h"

G_BEGIN_DECLS

/* The links and functions, by group, with a search. Rows can be dragged: they carry STUDIO_CANVAS_DRAG_PREFIX and the
 * component's name. Signal "activated" (const char *name), when a row is clicked twice or Enter is pressed on it. */
#define STUDIO_TYPE_PALETTE (studio_palette_get_type ())
G_DECLARE_FINAL_TYPE (StudioPalette, studio_palette, STUDIO, PALETTE, AdwBin)

GtkWidget *studio_palette_new (void);

G_END_DECLS
