/* rensa-table-cache-private.h: large tables that were read before.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-table-reading-private.h"

G_BEGIN_DECLS

/* A table that was read is written as numbers into the file ".NAME.rensa-table" beside it or, where nothing can be written
 * there, into the folder of the user's caches.  It is good for the same table (its size, its time of change, its first and last
 * bytes) read in the same way by the same version. */

/* Reads what rensa_reading_read () would, where there is a good file; nothing of the reading has changed where there is none,
 * and a file that is spoiled is none.  FALSE also where that was cancelled. */
gboolean rensa_table_cache_load (RensaReading *reading, const RensaDataPlaces *places);

/* Writes it for next time; that nobody can is no mistake.  @mark: what rensa_table_cache_make_mark () gave before the table was read. */
void rensa_table_cache_save (const RensaReading *reading, const char *mark, const RensaDataPlaces *places);

/* What the table is and how it is to be read, as hexadecimal digits; NULL where the table cannot be read. */
char *rensa_table_cache_make_mark (const RensaReading *reading);

G_END_DECLS
