/* studio-column.h: column titles.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Right-aligns the title of a column whose cells are right-aligned; GTK 4.8 has it at the left.
 * @column must be in a view, and no other column there may have the same title. */
void studio_column_align_title (GtkColumnViewColumn *column);

/* Makes the first click on the title sort the largest values first. @column must be in a view, and
 * no other column there may have the same title. */
void studio_column_let_fall (GtkColumnViewColumn *column);

/* Returns the width that a column in a view needs to show its full title, regardless of its set
 * width; 0 if the view has no header. */
int studio_column_measure_title (GtkColumnViewColumn *column);

G_END_DECLS
