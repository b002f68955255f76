/* rensa-log.h: the reported values of a run, entry by entry.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Entries of named numbers, in order. Their JSON text is stored with them, so that writing a long
 * log costs no more than copying it. With a folder, memory only holds the last entries, regardless
 * of their total number. */
typedef struct _RensaLog RensaLog;

RensaLog *rensa_log_new (void);
void rensa_log_free (RensaLog *log);

/* Sets the folder that stores all but the last entries, in unnamed files that are removed with the
 * log. Reading them back may fail: such an entry has no values. */
void rensa_log_set_folder (RensaLog *log, const char *folder);
/* Returns the size in bytes of entries and text in memory. */
gsize rensa_log_get_n_held (RensaLog *log);

/* Begins a new entry, to be filled afterwards. */
void rensa_log_begin_entry (RensaLog *log);
void rensa_log_add (RensaLog *log, const char *key, double value);
void rensa_log_add_integer (RensaLog *log, const char *key, gint64 value);

guint rensa_log_get_n_entries (RensaLog *log);
guint rensa_log_get_n_values (RensaLog *log, guint entry);
/* Interned. */
const char *rensa_log_get_key (RensaLog *log, guint entry, guint i);
/* Returns FALSE if the entry has no such key. *@is_integer (may be NULL): TRUE if it was added as
 * an integer. */
gboolean rensa_log_lookup (RensaLog *log, guint entry, const char *key, double *value, gboolean *is_integer);

/* Returns a list of objects as written by Python's json.dump (indent=4); values that are not finite
 * are NaN, Infinity and -Infinity. */
char *rensa_log_to_json (RensaLog *log, GError **error);
/* Saves the same to a file, which is replaced as a whole. */
gboolean rensa_log_save (RensaLog *log, const char *path, GError **error);
/* Returns it in one line, as written by json.dumps (). */
char *rensa_log_to_json_line (RensaLog *log, GError **error);
/* Reads either format; ignores values that are not numbers. RENSA_ERROR_FORMAT, with @place before
 * the sentence, for text that is not a list of objects. */
RensaLog *rensa_log_new_from_json (const char *text, const char *place, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaLog, rensa_log_free)

G_END_DECLS
