/* rensa-spill-private.h: spill file next to the database for data that could not be written.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-waiting-private.h"

G_BEGIN_DECLS

/* Returns a new name for a spill file in @folder: "waiting-UUID.db". */
char *rensa_spill_make_path (const char *folder);
/* Writes the remaining data of @sources, and @edits (both RensaEdit), to the file @path; writes
 * all of it or nothing. */
gboolean rensa_spill_write (const char *path, GPtrArray *sources, GPtrArray *edits, GError **error);
/* Imports all spill files of @folder into @db and removes them. Damaged files are set aside, with a
 * message in
 * @notice. */
gboolean rensa_spill_take_in (sqlite3 *db, const char *folder, char **notice, GError **error);

G_END_DECLS
