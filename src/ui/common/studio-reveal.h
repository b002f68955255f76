/* studio-reveal.h: what lies in a view that shows a part of it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Scrolls the view that @child lies in, a row of a list say, until that is seen, as soon as both have a place. */
void studio_reveal (GtkWidget *child);

G_END_DECLS
