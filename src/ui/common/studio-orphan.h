/* studio-orphan.h: dialogs whose window is gone.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Closes @window as soon as it opens, if it is a GtkMessageDialog that belongs to no window. The studio has no such dialogs
 * itself. GTK 4.8 opens one, which keeps all input, to tell that a folder cannot be shown, where a file chooser was closed
 * before its folder had been read. */
void studio_orphan_close (GtkWindow *window);

G_END_DECLS
