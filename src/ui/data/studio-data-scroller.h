/* studio-data-scroller.h: a scrolled part of a page that is scrolled itself.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The wheel over @scroller, a GtkScrolledWindow, moves the page around it, unless the person has clicked into it or has
 * its focus there by keys. */
void studio_data_scroller_let_wheel_pass (GtkWidget *scroller);

G_END_DECLS
