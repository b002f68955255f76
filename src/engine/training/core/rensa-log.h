/* rensa-log.h: what a run has reported, entry by entry.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Entries, each of which holds numbers by name in their order. Their JSON text is kept beside them, so that writing
 * a long log costs what copying costs. With a folder, memory holds only the last entries, however many there are. */
typedef struct _RensaLog RensaLog;

RensaLog *rensa_log_new (void);
void rensa_log_free (RensaLog *log);

/* Where all but the last entries are kept, in files without names that go with the log. Reading them back may fail: such an entry
 * has no values. */
void rensa_log_set_folder (RensaLog *log, const char *folder);
/* The bytes of entries and text in memory. */
gsize rensa_log_get_n_held (RensaLog *log);

/* A new entry, which is then filled. */
void rensa_log_begin_entry (RensaLog *log);
void rensa_log_add (RensaLog *log, const char *key, double value);
void rensa_log_add_integer (RensaLog *log, const char *key, gint64 value);

guint rensa_log_get_n_entries (RensaLog *log);
guint rensa_log_get_n_values (RensaLog *log, guint entry);
/* Interned. */
const char *rensa_log_get_key (RensaLog *log, guint entry, guint i);
/* FALSE where the entry has no such key.  *@is_integer (may be NULL) tells how it was added. */
gboolean rensa_log_lookup (RensaLog *log, guint entry, const char *key, double *value, gboolean *is_integer);

/* A list of objects as Python's json.dump (indent=4) writes it; values that are not finite are NaN, Infinity and
 * -Infinity. */
char *rensa_log_to_json (RensaLog *log, GError **error);
/* The same as a file, which is replaced as a whole. */
gboolean rensa_log_save (RensaLog *log, const char *path, GError **error);
/* In one line, as json.dumps () writes it. */
char *rensa_log_to_json_line (RensaLog *log, GError **error);
/* Reads either; what is no number is passed over.  RENSA_ERROR_FORMAT, with @place before the sentence, for text that
 * is no list of objects. */
RensaLog *rensa_log_new_from_json (const char *text, const char *place, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaLog, rensa_log_free)

G_END_DECLS
