/* rensa-store-open-private.h: opens a store's database and ensures that it is valid and has the
 * current schema.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-sql-private.h"

G_BEGIN_DECLS

/* Creates the folder and the database if they are missing, sets a damaged one aside (reported in
 * @notice), and migrates an old one. */
sqlite3 *rensa_store_open_database (const char *folder, gboolean is_temporary, char **notice, GError **error);
/* Opens a second connection, for reading. */
sqlite3 *rensa_store_open_reader (const char *folder, GError **error);
/* Appends a sentence; NULL means none so far. */
void rensa_store_add_sentence (char **notice, const char *sentence);

/* Returns the reason why the store in @folder can be read but not written, or NULL if it can be written. */
char *rensa_store_find_obstacle (const char *folder);
gboolean rensa_store_copy_database (const char *from, const char *to, GError **error);

G_END_DECLS
