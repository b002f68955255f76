/* rensa-schema-private.h: the tables of the store.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-sql-private.h"

G_BEGIN_DECLS

/* PRAGMA user_version of the schema that this program writes. */
extern const int rensa_schema_version;

/* Migrates the database from any version to the current one, step by step, in one transaction. */
gboolean rensa_schema_migrate (sqlite3 *db, GError **error);
/* Adds the tables and columns of the current version that are missing in @db, empty. @missing:
 * (out): their names; NULL if none was missing. */
gboolean rensa_schema_mend (sqlite3 *db, char **missing, GError **error);

G_END_DECLS
