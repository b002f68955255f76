/* studio-toast.h: error messages in a toast.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows @error as a whole sentence in a toast of the window that contains @widget. */
void studio_toast_error (GtkWidget *widget, const GError *error);

G_END_DECLS
