/* rensa-schema-private.h: the tables of the store.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-sql-private.h"

G_BEGIN_DECLS

/* PRAGMA user_version of what this program writes. */
extern const int rensa_schema_version;

/* Brings the database from whatever version it has to the present one, step by step, all or nothing. */
gboolean rensa_schema_migrate (sqlite3 *db, GError **error);

G_END_DECLS
