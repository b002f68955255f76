/* rensa-table-cache-private.h: cache of large tables.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-table-reading-private.h"

G_BEGIN_DECLS

/* A table that was read is cached in binary form in the file ".NAME.rensa-table" next to it or, if
 * that is not writable, in the user's cache folder. The cache is valid for the same table (size,
 * modification time, first and last bytes) read in the same way by the same version. */

/* Loads the result of rensa_reading_read () from a valid cache; if there is none, or if it is
 * damaged, the reading is unchanged. Also FALSE after cancellation. */
gboolean rensa_table_cache_load (RensaReading *reading, const RensaDataPlaces *places);

/* Writes the cache; failures are ignored. @mark: result of rensa_table_cache_make_mark () before
 * the table was read. */
void rensa_table_cache_save (const RensaReading *reading, const char *mark, const RensaDataPlaces *places);

/* Identifies the table and the way to read it, as hexadecimal digits; NULL if the table cannot be read. */
char *rensa_table_cache_make_mark (const RensaReading *reading);

G_END_DECLS
