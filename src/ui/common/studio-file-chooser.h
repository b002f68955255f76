/* studio-file-chooser.h: what was chosen, and choosers that are closed while their folder changes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Of an answer of GtkFileChooserNative: the file, which may have no path here; NULL where nothing was chosen, which can also be so when
 * the answer is to accept. */
GFile *studio_file_chooser_dup_file (GtkNativeDialog *dialog, int response);

/* Lets a file chooser in @window be closed at any time. GTK 4.8 goes on watching the folder for a moment, and its
 * browse_files_model_row_changed_cb () then reads from the chooser that is gone: the program crashes where a file changes just then.
 * What that callback is for, to show a file that was renamed in the chooser, is given up. */
void studio_file_chooser_forget_changes (GtkWindow *window);

G_END_DECLS
