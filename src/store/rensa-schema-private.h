/* rensa-schema-private.h: the tables of the store.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-sql-private.h"

G_BEGIN_DECLS

/* PRAGMA user_version of what this program writes. */
extern const int rensa_schema_version;

/* Brings the database from whatever version it has to the present one, step by step, all or nothing. */
gboolean rensa_schema_migrate (sqlite3 *db, GError **error);
/* Adds the tables and columns that the present version has and @db has not, empty. @missing: (out): which; NULL where
 * nothing was. */
gboolean rensa_schema_mend (sqlite3 *db, char **missing, GError **error);

G_END_DECLS
