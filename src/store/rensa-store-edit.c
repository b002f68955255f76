/* rensa-store-edit.c: changes by the user and news from the writer.
 * SPDX-License-Identifier: MIT */

#include "rensa-store-private.h"

#include "rensa-error.h"

typedef struct
{
  guint field;
  RensaRunRecord run;
} Edit;

static void
edit_free (gpointer data)
{
  Edit *edit = data;

  rensa_run_record_clear (&edit->run);
  g_free (edit);
}

static gboolean
write_edit (sqlite3 *db, gpointer data, GError **error)
{
  const Edit *edit = data;

  return rensa_run_record_update (&edit->run, db, edit->field, edit->field + 1, error);
}

static gboolean
spill_edit (sqlite3 *db, gpointer data, GError **error)
{
  const Edit *edit = data;
  g_autoptr (sqlite3_stmt) stmt = rensa_sql_prepare (db, error, "INSERT INTO edits VALUES (?1, ?2, ?3)", "tt",
                                                     edit->run.uuid, rensa_run_fields[edit->field].column);

  if (stmt == NULL)
    return FALSE;

  rensa_run_record_bind (&edit->run, stmt, edit->field, edit->field + 1, 3);
  return rensa_sql_step_once (stmt, error);
}

/* Takes ownership of the given @field of @values. */
static void
change (RensaStore *self, RensaRun *run, guint field, const RensaRunRecord *values)
{
  Edit *edit;

  if (rensa_run_record_is_equal (&run->record, values, field))
    return;

  edit = g_new0 (Edit, 1);
  edit->field = field;
  edit->run.uuid = g_strdup (run->record.uuid);
  rensa_run_record_copy (&edit->run, values, field, field + 1);
  rensa_run_assign (run, values, field, field + 1);
  run->edits[field] = rensa_writer_post (
      self->writer, (RensaEdit){ .write = write_edit, .spill = spill_edit, .data = edit, .destroy = edit_free });
}

void
rensa_store_set_name (RensaStore *self, RensaRun *run, const char *name)
{
  change (self, run, RENSA_FIELD_NAME, &(RensaRunRecord){ .name = (char *) (name != NULL ? name : "") });
}

void
rensa_store_set_note (RensaStore *self, RensaRun *run, const char *note)
{
  change (self, run, RENSA_FIELD_NOTE, &(RensaRunRecord){ .note = (char *) (note != NULL ? note : "") });
}

void
rensa_store_set_tags (RensaStore *self, RensaRun *run, const char *tags)
{
  change (self, run, RENSA_FIELD_TAGS, &(RensaRunRecord){ .tags = (char *) (tags != NULL ? tags : "") });
}

void
rensa_store_set_starred (RensaStore *self, RensaRun *run, gboolean starred)
{
  change (self, run, RENSA_FIELD_STARRED, &(RensaRunRecord){ .starred = starred });
}

/* Keeps the last proof of each target. */
void
rensa_store_set_proof (RensaStore *self, RensaRun *run, const char *target, gint64 iteration, gboolean agrees)
{
  g_auto (GStrv) words = g_strsplit (run->record.proofs, " ", -1);
  g_autofree char *key = g_strconcat (target, "@", NULL);
  g_autoptr (GString) proofs = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    if (words[i][0] != '\0' && !g_str_has_prefix (words[i] + (words[i][0] == '!' ? 1 : 0), key))
      g_string_append_printf (proofs, "%s ", words[i]);
  g_string_append_printf (proofs, "%s%s%" G_GINT64_FORMAT, agrees ? "" : "!", key, iteration);
  change (self, run, RENSA_FIELD_PROOFS, &(RensaRunRecord){ .proofs = proofs->str });
}

gboolean
rensa_store_delete (RensaStore *self, RensaRun *run, GError **error)
{
  if (!rensa_store_check_writable (self, run, error))
    return FALSE;
  if (run->record.deleted != 0)
    return TRUE;

  change (self, run, RENSA_FIELD_DELETED, &(RensaRunRecord){ .deleted = g_get_real_time () });
  g_hash_table_add (self->deleted, run);
  rensa_store_hide (self, run);
  return TRUE;
}

void
rensa_store_undelete (RensaStore *self, RensaRun *run)
{
  if (run->record.deleted == 0)
    return;

  change (self, run, RENSA_FIELD_DELETED, &(RensaRunRecord){ .deleted = 0 });
  g_hash_table_remove (self->deleted, run);
  rensa_store_show (self, run);
}

/* News from the writer */

typedef struct
{
  RensaStore *store;
  GPtrArray *added;
  GPtrArray *removed;
} Batch;

/* A run may be added and removed within one batch. */
static void
note_change (Batch *batch, RensaRun *run, gboolean is_shown)
{
  GPtrArray *undone = is_shown ? batch->removed : batch->added;

  if (!g_ptr_array_remove (undone, run))
    g_ptr_array_add (is_shown ? batch->added : batch->removed, run);
}

static void
take_row (Batch *batch, RensaRun *run, RensaNews *news)
{
  const gboolean was_shown = run != NULL && run->record.deleted == 0;

  if (run == NULL)
    run = rensa_store_keep (batch->store, &news->run);
  else
    {
      for (guint i = 0; i < RENSA_N_EDITED_FIELDS; i++)
        if (run->edits[i] <= news->serial)
          rensa_run_assign (run, &news->run, i, i + 1);
      if (run->n_recorders == 0)
        rensa_run_assign (run, &news->run, RENSA_N_EDITED_FIELDS, RENSA_N_RUN_FIELDS);
    }

  rensa_store_number (batch->store, run, news->number);
  if (was_shown != (run->record.deleted == 0))
    note_change (batch, run, !was_shown);
}

static void
take_gone (Batch *batch, RensaRun *run)
{
  if (run->record.deleted == 0)
    note_change (batch, run, FALSE);
  rensa_run_assign (run, &(RensaRunRecord){ .deleted = g_get_real_time () }, RENSA_FIELD_DELETED,
                    RENSA_FIELD_DELETED + 1);
  g_hash_table_remove (batch->store->deleted, run);
}

static void
take_one (Batch *batch, RensaNews *news)
{
  RensaStore *self = batch->store;
  RensaRun *run = news->run.uuid != NULL ? g_hash_table_lookup (self->by_uuid, news->run.uuid) : NULL;

  switch (news->kind)
    {
    case RENSA_NEWS_ROW:
      take_row (batch, run, news);
      break;
    case RENSA_NEWS_RELEASED:
      run->n_recorders--;
      G_GNUC_FALLTHROUGH;
    case RENSA_NEWS_PROGRESS:
      rensa_run_assign (run, &news->run, RENSA_N_EDITED_FIELDS, RENSA_N_RUN_FIELDS);
      break;
    case RENSA_NEWS_GONE:
      if (run != NULL)
        take_gone (batch, run);
      break;
    case RENSA_NEWS_SIZE:
      if (run != NULL || news->run.uuid == NULL)
        rensa_store_take_size (self, run, news->size);
      break;
    case RENSA_NEWS_TROUBLE:
      g_signal_emit_by_name (self, "trouble", news->run.message);
      break;
    }
}

/* Emits one change of the list, regardless of the number of news items. */
void
rensa_store_take_news (GPtrArray *news, gpointer data)
{
  g_autoptr (RensaStore) self = g_object_ref (data);
  g_autoptr (GPtrArray) added = g_ptr_array_new ();
  g_autoptr (GPtrArray) removed = g_ptr_array_new ();
  Batch batch = { self, added, removed };

  for (guint i = 0; i < news->len; i++)
    take_one (&batch, news->pdata[i]);

  if (added->len > 0 || removed->len > 0)
    rensa_run_list_change (self->runs, added, removed);
}
