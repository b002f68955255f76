/* studio-data-bar.h: bar for a fraction.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A level bar in a single color, regardless of its value. @name: for assistive technology. */
GtkWidget *studio_data_bar_new (const char *name);

G_END_DECLS
