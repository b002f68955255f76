/* studio-reveal.h: rows of lists that are longer than what is seen of them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Scrolls the list of @row until that is seen, as soon as both have a place. */
void studio_reveal_row (GtkListBoxRow *row);

G_END_DECLS
