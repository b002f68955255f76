/* studio-file-chooser.h: file choosers that are closed while their folder changes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Lets a file chooser in @window be closed at any time. GTK 4.8 goes on watching the folder for a moment, and its
 * browse_files_model_row_changed_cb () then reads from the chooser that is gone: the program crashes where a file changes just then.
 * What that callback is for, to show a file that was renamed in the chooser, is given up. */
void studio_file_chooser_forget_changes (GtkWindow *window);

G_END_DECLS
