/* studio-folder-row.h: row to choose a folder.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define STUDIO_TYPE_FOLDER_ROW (studio_folder_row_get_type ())
G_DECLARE_FINAL_TYPE (StudioFolderRow, studio_folder_row, STUDIO, FOLDER_ROW, AdwActionRow)

/* @key: a preference; @usual: the default folder; @used: the folder in use until the program exits;
 * @later: a sentence that explains when another folder takes effect. */
void studio_folder_row_bind (StudioFolderRow *row, GSettings *settings, const char *key, const char *usual,
                             const char *used, const char *later);
/* Acts as if the user had chosen @path. Fails with RENSA_ERROR_IO and keeps the setting if the
 * folder is not writable. */
gboolean studio_folder_row_choose (StudioFolderRow *row, const char *path, GError **error);

G_END_DECLS
