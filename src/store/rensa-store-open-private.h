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

G_END_DECLS
