/* studio-palette-row.h: rows of the palette.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-component.h"

G_BEGIN_DECLS

/* Either the heading of a group, which opens and closes it, or a component with a star for what a person likes. */
#define STUDIO_TYPE_PALETTE_ROW (studio_palette_row_get_type ())
G_DECLARE_FINAL_TYPE (StudioPaletteRow, studio_palette_row, STUDIO, PALETTE_ROW, GtkListBoxRow)

GtkWidget *studio_palette_row_new_heading (const char *title, gboolean is_open);
GtkWidget *studio_palette_row_new (const RensaComponent *component, StudioPaletteRow *heading);

/* How many rows a heading stands above. */
void studio_palette_row_set_count (StudioPaletteRow *row, guint n);
guint studio_palette_row_get_count (StudioPaletteRow *row);
/* NULL for a heading. */
StudioPaletteRow *studio_palette_row_get_heading (StudioPaletteRow *row);
/* Shows whether the component is a favourite. */
/* After a change of what components are called. */
void studio_palette_row_update_name (StudioPaletteRow *row);
void studio_palette_row_update_star (StudioPaletteRow *row);
/* NULL for a heading. */
const RensaComponent *studio_palette_row_get_component (StudioPaletteRow *row);
/* Of a heading, or of the heading of a component. */
gboolean studio_palette_row_is_open (StudioPaletteRow *row);
void studio_palette_row_set_open (StudioPaletteRow *row, gboolean is_open);

G_END_DECLS
