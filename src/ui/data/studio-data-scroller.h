/* studio-data-scroller.h: scrolled area inside a scrolled page.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The wheel over @scroller, a GtkScrolledWindow, scrolls the enclosing page, unless the user has
 * clicked into @scroller or moved the focus there by keyboard. */
void studio_data_scroller_let_wheel_pass (GtkWidget *scroller);

G_END_DECLS
