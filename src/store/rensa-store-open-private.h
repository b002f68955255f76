/* rensa-store-open-private.h: a store's database, sound and of the present schema.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-sql-private.h"

G_BEGIN_DECLS

/* Makes the folder and the database where they are missing, sets a damaged one aside (@notice then says so), and brings
 * an old one up to date. */
sqlite3 *rensa_store_open_database (const char *folder, gboolean is_temporary, char **notice, GError **error);
/* A second connection, to read. */
sqlite3 *rensa_store_open_reader (const char *folder, GError **error);
/* One sentence more; NULL is none so far. */
void rensa_store_add_sentence (char **notice, const char *sentence);

/* Why the store in @folder can be read but not written; NULL where that is not so. */
char *rensa_store_find_obstacle (const char *folder);
gboolean rensa_store_copy_database (const char *from, const char *to, GError **error);

G_END_DECLS
