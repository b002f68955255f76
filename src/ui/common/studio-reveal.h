/* studio-reveal.h: scrolls to a child of a view.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Scrolls the view that contains @child, such as a row of a list, until @child is visible, as soon
 * as both have been allocated. */
void studio_reveal (GtkWidget *child);

G_END_DECLS
