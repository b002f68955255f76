/* studio-text.h: scale of the user's text size.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Returns the ratio of the text size of @widget to the default size; 1 if it is smaller. Fixed
 * sizes that are designed for default text are multiplied by it. */
double studio_text_get_scale (GtkWidget *widget);

G_END_DECLS
