/* rensa-writer-private.h: the thread that writes into the database.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-news-private.h"
#include "rensa-waiting-private.h"

G_BEGIN_DECLS

/* What happens reaches the database within a second, in one transaction. What cannot be written is kept and tried
 * again. */
typedef struct _RensaWriter RensaWriter;

typedef void (*RensaNewsFunc) (GPtrArray *news, gpointer data);

/* Takes @db over; @revision is the last one that the caller has read. @func is called in the caller's main context, for
 * many news at once. */
RensaWriter *rensa_writer_new (sqlite3 *db, const char *folder, gint64 revision, RensaNewsFunc func, gpointer data);
RensaWriter *rensa_writer_ref (RensaWriter *writer);
void rensa_writer_unref (RensaWriter *writer);
/* Writes what there is, into a file that waits where the database cannot be written; ends the thread and closes the
 * database. No news come any more. */
void rensa_writer_stop (RensaWriter *writer);

/* Within a second. Returns a serial number. */
guint64 rensa_writer_post (RensaWriter *writer, RensaEdit edit);
/* After all that was posted; waits. @func may be NULL. Not tried again. */
gboolean rensa_writer_call (RensaWriter *writer, RensaWriteFunc func, gpointer data, GError **error);
/* Waits until all that was posted is on the disk: in the database, or where that cannot be written in a file beside it. */
gboolean rensa_writer_secure (RensaWriter *writer, GError **error);
/* Gives the news to the main thread now, which calls this. */
void rensa_writer_deliver (RensaWriter *writer);
/* Without waiting for the second to pass. */
void rensa_writer_hurry (RensaWriter *writer);
/* Writes what @source collects from now on, until it settles for good. */
void rensa_writer_add_source (RensaWriter *writer, RensaEdit source);

/* Takes it over. For any thread. */
void rensa_writer_tell (RensaWriter *writer, RensaNews *news);
/* The same for many; what belongs together arrives together. */
void rensa_writer_tell_all (RensaWriter *writer, GPtrArray *news);

/* Notes in @folder that its database is damaged, so that it is set aside when it is opened again. */
void rensa_store_mark_damaged (const char *folder);
char *rensa_store_get_damage_mark (const char *folder);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaWriter, rensa_writer_unref)

G_END_DECLS
