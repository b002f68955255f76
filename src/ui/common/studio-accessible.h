/* studio-accessible.h: names for those who do not see the screen.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The list of rows in @view gets @name, and the row of titles "Columns"; GTK 4.8 leaves both without a name. */
void studio_accessible_name_table (GtkColumnView *view, const char *name);

G_END_DECLS
