/* studio-accessible.h: names for assistive technology.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Names the list of rows in @view @name, and the row of titles "Columns"; GTK 4.8 leaves both
 * without a name. */
void studio_accessible_name_table (GtkColumnView *view, const char *name);

G_END_DECLS
