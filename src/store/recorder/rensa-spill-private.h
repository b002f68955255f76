/* rensa-spill-private.h: what could not be written, in a file beside the database.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-waiting-private.h"

G_BEGIN_DECLS

/* A new name for such a file in @folder: "waiting-UUID.db". */
char *rensa_spill_make_path (const char *folder);
/* Puts what the sources still have, and the edits (RensaEdit both), into the file @path, in whole or not at all. */
gboolean rensa_spill_write (const char *path, GPtrArray *sources, GPtrArray *edits, GError **error);
/* Takes all such files of @folder into @db and removes them. Those that are damaged are set aside, with a sentence in
 * @notice. */
gboolean rensa_spill_take_in (sqlite3 *db, const char *folder, char **notice, GError **error);

G_END_DECLS
