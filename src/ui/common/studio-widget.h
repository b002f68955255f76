/* studio-widget.h: helpers for any widget.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Names the list of rows in @view @name, and the row of titles "Columns"; GTK 4.8 leaves both
 * without a name. */
void studio_accessible_name_table (GtkColumnView *view, const char *name);

/* Scrolls the view that contains @child, such as a row of a list, until @child is visible, as soon
 * as both have been allocated. */
void studio_reveal (GtkWidget *child);

/* Returns the ratio of the text size of @widget to the default size; 1 if it is smaller. Fixed
 * sizes that are designed for default text are multiplied by it. */
double studio_text_get_scale (GtkWidget *widget);

/* Shows @error as a whole sentence in a toast of the window that contains @widget. */
void studio_toast_error (GtkWidget *widget, const GError *error);

/* Returns a factory with these handlers of its signals, which are called as (factory, item, data).
 * @unbind: (nullable) */
GtkListItemFactory *studio_factory_new (GCallback setup, GCallback bind, GCallback unbind, gpointer data);

/* Closes @window as soon as it opens, if it is a GtkMessageDialog without a parent window. The
 * studio has no such dialogs itself. GTK 4.8 opens one, which grabs all input, to report that a
 * folder cannot be shown, if a file chooser was closed before its folder had been read. */
void studio_orphan_close (GtkWindow *window);

/* GTK 4.8 keeps the child that had the cursor when it is removed, and the next key that moves or
 * uses the cursor reads freed memory. This disables these keys in @box; Tab still moves from child
 * to child. */
void studio_flow_box_forgo_cursor (GtkFlowBox *box);

G_END_DECLS
