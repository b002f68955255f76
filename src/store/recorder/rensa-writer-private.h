/* rensa-writer-private.h: the thread that writes to the database.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-changes-private.h"
#include "rensa-waiting-private.h"

G_BEGIN_DECLS

/* Data reaches the database within a second, in one transaction. Data that cannot be written is
 * kept and retried. */
typedef struct _RensaWriter RensaWriter;

typedef void (*RensaNewsFunc) (GPtrArray *news, gpointer data);

/* Takes ownership of @db; @revision is the last one that the caller has read. @func is called in
 * the caller's main context, with many news items at once. */
RensaWriter *rensa_writer_new (sqlite3 *db, const char *folder, gint64 revision, RensaNewsFunc func, gpointer data);
RensaWriter *rensa_writer_ref (RensaWriter *writer);
void rensa_writer_unref (RensaWriter *writer);
/* Writes all pending data, to a spill file if the database cannot be written; ends the thread and
 * closes the database. No news is delivered afterwards. */
void rensa_writer_stop (RensaWriter *writer);

/* Writes the edit within a second. Returns a serial number. */
guint64 rensa_writer_post (RensaWriter *writer, RensaEdit edit);
/* Runs @func after all posted edits, and waits for it. @func may be NULL. Not retried. */
gboolean rensa_writer_call (RensaWriter *writer, RensaWriteFunc func, gpointer data, GError **error);
/* Waits until everything posted is on disk: in the database, or in a spill file next to it if the
 * database cannot be written. */
gboolean rensa_writer_secure (RensaWriter *writer, GError **error);
/* Delivers the news immediately to the main thread, which calls this. */
void rensa_writer_deliver (RensaWriter *writer);
/* Writes without waiting for the next second. */
void rensa_writer_hurry (RensaWriter *writer);
/* Writes the data that @source collects, until its settle function returns TRUE. */
void rensa_writer_add_source (RensaWriter *writer, RensaEdit source);

/* Takes ownership of @news. Can be called from any thread. */
void rensa_writer_tell (RensaWriter *writer, RensaNews *news);
/* Same for many; related news items arrive together. */
void rensa_writer_tell_all (RensaWriter *writer, GPtrArray *news);

/* Marks the database in @folder as damaged, so that it is set aside when it is next opened. */
void rensa_store_mark_damaged (const char *folder);
char *rensa_store_get_damage_mark (const char *folder);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaWriter, rensa_writer_unref)

G_END_DECLS
