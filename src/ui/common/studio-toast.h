/* studio-toast.h: what went wrong, told in passing.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows @error as a whole sentence in a toast of the window that @widget is in. */
void studio_toast_error (GtkWidget *widget, const GError *error);

G_END_DECLS
