/* studio-file-chooser.h: result of a file chooser, and a fix for closing it while its folder
 * changes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * studio_file_chooser_show:
 * @chooser: borrowed
 * @response: called as (chooser, response, @owner), unless @owner has been disposed of
 *
 * Shows a modal file chooser.
 */
void studio_file_chooser_show (GtkFileChooserNative *chooser, GCallback response, gpointer owner);

/* Returns the file of a GtkFileChooserNative's response, which may have no local path; NULL if
 * nothing was chosen, which is possible even if the response is to accept. */
GFile *studio_file_chooser_dup_file (GtkNativeDialog *dialog, int response);

/* Allows closing a file chooser in @window at any time. GTK 4.8 continues to watch the folder
 * for a moment, and its browse_files_model_row_changed_cb () then reads from the freed chooser:
 * the program crashes if a file changes at that time. As a side effect, a file that is renamed
 * in the chooser is not updated. */
void studio_file_chooser_forget_changes (GtkWindow *window);

G_END_DECLS
