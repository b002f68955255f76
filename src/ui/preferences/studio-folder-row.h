/* studio-folder-row.h: a row that sets a folder.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define STUDIO_TYPE_FOLDER_ROW (studio_folder_row_get_type ())
G_DECLARE_FINAL_TYPE (StudioFolderRow, studio_folder_row, STUDIO, FOLDER_ROW, AdwActionRow)

/* @key: a preference; @usual: the folder where nothing is set; @used: the folder in use until the program ends;
 * @later: a sentence that says when another folder is used. */
void studio_folder_row_bind (StudioFolderRow *row, GSettings *settings, const char *key, const char *usual,
                             const char *used, const char *later);
/* As after the person has chosen @path. RENSA_ERROR_IO where nothing can be written there; the setting then stays. */
gboolean studio_folder_row_choose (StudioFolderRow *row, const char *path, GError **error);

G_END_DECLS
