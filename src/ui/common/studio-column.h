/* studio-column.h: titles of columns.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Puts the title above the figures of a column whose cells are flush right; GTK 4.8 has it at the left. @column is in a
 * view, where no other has its title. */
void studio_column_align_title (GtkColumnViewColumn *column);

/* The first click on the title puts the largest values first. @column is in a view, where no other has its title. */
void studio_column_let_fall (GtkColumnViewColumn *column);

/* What a column in a view needs to show its title whole, whatever its width is set to; 0 where the view has no header. */
int studio_column_measure_title (GtkColumnViewColumn *column);

G_END_DECLS
