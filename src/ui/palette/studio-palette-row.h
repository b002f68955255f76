/* studio-palette-row.h: rows of the palette.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-component.h"

G_BEGIN_DECLS

/* Either the heading of a group, which expands and collapses it, or a component with a star to mark
 * favorites. */
#define STUDIO_TYPE_PALETTE_ROW (studio_palette_row_get_type ())
G_DECLARE_FINAL_TYPE (StudioPaletteRow, studio_palette_row, STUDIO, PALETTE_ROW, GtkListBoxRow)

GtkWidget *studio_palette_row_new_heading (const char *title, gboolean is_open);
GtkWidget *studio_palette_row_new (const RensaComponent *component, StudioPaletteRow *heading);

/* Number of rows below a heading. */
void studio_palette_row_set_count (StudioPaletteRow *row, guint n);
guint studio_palette_row_get_count (StudioPaletteRow *row);
/* NULL for a heading. */
StudioPaletteRow *studio_palette_row_get_heading (StudioPaletteRow *row);
/* studio_palette_row_update_star () shows whether the component is a favorite. */
/* Call after the display names of components have changed. */
void studio_palette_row_update_name (StudioPaletteRow *row);
void studio_palette_row_update_star (StudioPaletteRow *row);
/* NULL for a heading. */
const RensaComponent *studio_palette_row_get_component (StudioPaletteRow *row);
/* Applies to a heading, or to the heading of a component. */
gboolean studio_palette_row_is_open (StudioPaletteRow *row);
void studio_palette_row_set_open (StudioPaletteRow *row, gboolean is_open);

G_END_DECLS
