/* studio-text.h: how large the person has texts.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* How many times as large as usual the text of @widget is; 1 where it is smaller. What has a size of its own that is made
 * for usual texts grows by it. */
double studio_text_get_scale (GtkWidget *widget);

G_END_DECLS
