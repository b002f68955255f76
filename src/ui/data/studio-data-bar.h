/* studio-data-bar.h: a part of a whole, as a bar.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A level bar of one colour, whatever its value. @name: for assistive technology. */
GtkWidget *studio_data_bar_new (const char *name);

G_END_DECLS
