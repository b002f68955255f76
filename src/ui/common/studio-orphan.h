/* studio-orphan.h: closes dialogs whose window no longer exists.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Closes @window as soon as it opens, if it is a GtkMessageDialog without a parent window. The
 * studio has no such dialogs itself. GTK 4.8 opens one, which grabs all input, to report that a
 * folder cannot be shown, if a file chooser was closed before its folder had been read. */
void studio_orphan_close (GtkWindow *window);

G_END_DECLS
