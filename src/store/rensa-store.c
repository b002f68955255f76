/* rensa-store.c: runs, kept in SQLite.
 * SPDX-License-Identifier: MIT */

#include "rensa-store-private.h"

#include "rensa-changes-private.h"
#include "rensa-fault.h"
#include "rensa-recorder-private.h"
#include "rensa-run-folder-private.h"
#include "rensa-store-open-private.h"
#include "rensa-language.h"

#include <math.h>

G_DEFINE_FINAL_TYPE (RensaStore, rensa_store, G_TYPE_OBJECT)

enum
{
  PROP_SIZE = 1,
};

/* Opening and closing */

static gboolean
purge (sqlite3 *db, gpointer data, GError **error)
{
  RensaStore *self = data;
  GHashTableIter iter;
  gpointer run;

  g_hash_table_iter_init (&iter, self->deleted);
  while (g_hash_table_iter_next (&iter, &run, NULL))
    if (!rensa_changes_purge_run (db, self->folder, rensa_run_get_uuid (run), error))
      return FALSE;

  return TRUE;
}

static void
rensa_store_dispose (GObject *object)
{
  RensaStore *self = RENSA_STORE (object);

  rensa_store_stop_counting (self);
  if (self->writer != NULL)
    {
      if (g_hash_table_size (self->deleted) > 0)
        rensa_writer_call (self->writer, purge, self, NULL);
      rensa_writer_stop (self->writer);
    }
  g_clear_pointer (&self->writer, rensa_writer_unref);
  g_clear_pointer (&self->reader, sqlite3_close);
  if (self->is_temporary)
    rensa_folder_remove (self->folder);
  self->is_temporary = FALSE;
  G_OBJECT_CLASS (rensa_store_parent_class)->dispose (object);
}

static void
rensa_store_finalize (GObject *object)
{
  RensaStore *self = RENSA_STORE (object);

  g_hash_table_unref (self->deleted);
  g_hash_table_unref (self->by_uuid);
  g_object_unref (self->runs);
  g_free (self->folder);
  g_free (self->source);
  g_free (self->notice);
  G_OBJECT_CLASS (rensa_store_parent_class)->finalize (object);
}

static void
rensa_store_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  g_value_set_int64 (value, RENSA_STORE (object)->size);
}

static void
rensa_store_class_init (RensaStoreClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = rensa_store_get_property;
  object_class->dispose = rensa_store_dispose;
  object_class->finalize = rensa_store_finalize;
  g_object_class_install_property (
      object_class, PROP_SIZE,
      g_param_spec_int64 ("size", NULL, NULL, -1, G_MAXINT64, -1, G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY));
  g_signal_new ("trouble", RENSA_TYPE_STORE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
rensa_store_init (RensaStore *self)
{
  self->runs = rensa_run_list_new ();
  self->by_uuid = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_object_unref);
  self->deleted = g_hash_table_new (NULL, NULL);
  self->size = -1;
}

RensaRun *
rensa_store_keep (RensaStore *self, RensaRunRecord *record)
{
  RensaRun *run = rensa_run_new (record);

  g_hash_table_insert (self->by_uuid, run->record.uuid, run);
  return run;
}

void
rensa_store_number (RensaStore *self, RensaRun *run, gint64 number)
{
  const gint64 sound = CLAMP (number, 0, G_MAXINT64 - 1);

  self->last_number = MAX (self->last_number, sound);
  rensa_run_set_number (run, sound);
}

static void
tell_left_out (RensaStore *self, guint n)
{
  g_autofree char *sentence =
      n == 1
          ? g_strdup_printf ("%s: one row is left out, because its uuid is none, or that of another run.", self->folder)
          : g_strdup_printf ("%s: %u rows are left out, because their uuids are none, or those of other runs.",
                             self->folder, n);

  if (n > 0)
    rensa_store_add_sentence (&self->notice, sentence);
}

/* Returns NULL for a row that is not a valid run. */
static RensaRun *
load_run (RensaStore *self, sqlite3_stmt *stmt)
{
  g_auto (RensaRunRecord) record = { 0 };
  RensaRun *run;

  if (!rensa_run_record_read (&record, stmt) || g_hash_table_contains (self->by_uuid, record.uuid))
    return NULL;

  /* The writer updates the row for other programs when it next writes. */
  if ((record.state == RENSA_RUN_RUNNING || record.state == RENSA_RUN_PAUSED)
      && !rensa_run_folder_is_locked (self->source != NULL ? self->source : self->folder, record.uuid))
    {
      record.state = RENSA_RUN_INTERRUPTED;
      record.ended = MAX (record.updated, record.started);
    }
  run = rensa_store_keep (self, &record);
  run->is_foreign = self->source != NULL;
  rensa_store_number (self, run, sqlite3_column_int64 (stmt, RENSA_N_RUN_FIELDS + 1));
  return run;
}

static gboolean
load_runs (RensaStore *self, sqlite3 *db, gint64 *revision, GError **error)
{
  g_autofree char *columns = rensa_run_record_list_columns (0);
  g_autofree char *sql = g_strdup_printf ("SELECT %s, revision, id FROM runs", columns);
  g_autoptr (sqlite3_stmt) stmt = rensa_sql_prepare (db, error, sql, "");
  g_autoptr (GPtrArray) runs = g_ptr_array_new ();
  guint n_left_out = 0;
  int step = -1;

  *revision = 0;
  while (stmt != NULL && (step = rensa_sql_step (stmt, error)) == 1)
    {
      RensaRun *run = load_run (self, stmt);

      *revision = MAX (*revision, sqlite3_column_int64 (stmt, RENSA_N_RUN_FIELDS));
      n_left_out += run == NULL;
      if (run != NULL && run->record.deleted == 0)
        g_ptr_array_add (runs, run);
    }

  tell_left_out (self, n_left_out);
  rensa_run_list_change (self->runs, runs, NULL);
  return step == 0;
}

/* @source: (nullable): the folder of which @folder is a copy */
static RensaStore *
open_store (const char *folder, gboolean is_temporary, const char *source, GError **error)
{
  g_autoptr (RensaStore) self = g_object_new (RENSA_TYPE_STORE, NULL);
  g_autoptr (sqlite3) db = NULL;
  gint64 revision;

  self->folder = g_strdup (folder);
  self->source = g_strdup (source);
  self->is_temporary = is_temporary;
  db = rensa_store_open_database (folder, is_temporary, &self->notice, error);
  if (db == NULL || !load_runs (self, db, &revision, error))
    return NULL;
  self->reader = rensa_store_open_reader (folder, error);
  if (self->reader == NULL)
    return NULL;

  self->writer = rensa_writer_new (g_steal_pointer (&db), folder, revision, rensa_store_take_news, self);
  return g_steal_pointer (&self);
}

static char *
make_temporary_folder (GError **error)
{
  g_autoptr (GError) problem = NULL;
  char *path = g_dir_make_tmp ("rensa-XXXXXX", &problem);

  if (path == NULL)
    rensa_set_words (error, RENSA_ERROR_IO, N_ ("%s: a temporary folder cannot be created: %s."), g_get_tmp_dir (),
                     problem->message);
  return path;
}

/* Opens a copy, because SQLite needs to write next to the file that it reads, and an older schema
 * needs migration. */
static RensaStore *
open_copy (const char *source, const char *obstacle, GError **error)
{
  g_autofree char *folder = make_temporary_folder (error);
  g_autofree char *sentence =
      g_strdup_printf ("%s can only be read (%s): its runs are shown, and what is trained or edited now goes when the "
                       "studio closes.",
                       source, obstacle);
  RensaStore *self = NULL;

  if (folder != NULL && rensa_store_copy_database (source, folder, error))
    self = open_store (folder, TRUE, source, error);
  if (self != NULL)
    rensa_store_add_sentence (&self->notice, sentence);
  else if (folder != NULL)
    rensa_folder_remove (folder);
  return self;
}

RensaStore *
rensa_store_open (const char *folder, GError **error)
{
  const char *chosen = folder != NULL ? folder : g_getenv ("RENSA_RUNS");
  g_autofree char *usual = g_build_filename (g_get_user_data_dir (), "rensa", "runs", NULL);
  g_autofree char *path = g_canonicalize_filename (chosen != NULL && *chosen != '\0' ? chosen : usual, NULL);
  g_autofree char *obstacle = rensa_store_find_obstacle (path);

  return obstacle != NULL ? open_copy (path, obstacle, error) : open_store (path, FALSE, NULL, error);
}

RensaStore *
rensa_store_open_temporary (GError **error)
{
  g_autofree char *path = make_temporary_folder (error);

  return path != NULL ? open_store (path, TRUE, NULL, error) : NULL;
}

const char *
rensa_store_get_folder (RensaStore *self)
{
  return self->folder;
}

const char *
rensa_store_get_notice (RensaStore *self)
{
  return self->notice;
}

gboolean
rensa_store_is_temporary (RensaStore *self)
{
  return self->is_temporary;
}

gboolean
rensa_store_is_read_only (RensaStore *self)
{
  return self->source != NULL;
}

gboolean
rensa_store_check_writable (RensaStore *self, RensaRun *run, GError **error)
{
  if (rensa_run_is_active (run))
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: this run is still training; stop it first."),
                     run->record.name);
  else if (run->is_foreign)
    rensa_set_words (error, RENSA_ERROR_IO, N_ ("%s: this run is stored in %s, which is read-only."), run->record.name,
                     self->source);
  else
    return TRUE;

  return FALSE;
}

/* The list */

GListModel *
rensa_store_get_runs (RensaStore *self)
{
  return G_LIST_MODEL (self->runs);
}

RensaRun *
rensa_store_find_run (RensaStore *self, const char *uuid)
{
  RensaRun *run = uuid != NULL ? g_hash_table_lookup (self->by_uuid, uuid) : NULL;

  return run != NULL && run->record.deleted == 0 ? run : NULL;
}

void
rensa_store_show (RensaStore *self, RensaRun *run)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new ();

  g_ptr_array_add (runs, run);
  rensa_run_list_change (self->runs, runs, NULL);
}

void
rensa_store_hide (RensaStore *self, RensaRun *run)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new ();

  g_ptr_array_add (runs, run);
  rensa_run_list_change (self->runs, NULL, runs);
}

char *
rensa_store_get_run_folder (RensaStore *self, RensaRun *run)
{
  return rensa_run_folder_get_path (run->is_foreign ? self->source : self->folder, run->record.uuid);
}

gboolean
rensa_store_flush (RensaStore *self, GError **error)
{
  return rensa_writer_call (self->writer, NULL, NULL, error);
}

gboolean
rensa_store_secure (RensaStore *self, GError **error)
{
  return rensa_writer_secure (self->writer, error);
}

/* Recorders */

/* Texts shown to the user are valid UTF-8, even if a file name is not. */
static char *
text_or_nothing (const char *text)
{
  return text != NULL ? g_utf8_make_valid (text, -1) : g_strdup ("");
}

static RensaRunRecord
make_record (const RensaRunStart *start)
{
  return (RensaRunRecord){
    .name = text_or_nothing (start->name),
    .note = g_strdup (""),
    .tags = g_strdup (""),
    .proofs = g_strdup (""),
    .uuid = g_uuid_string_random (),
    .state = RENSA_RUN_RUNNING,
    .started = g_get_real_time (),
    .dataset = text_or_nothing (start->dataset),
    .optimizer = text_or_nothing (start->optimizer),
    .device = text_or_nothing (start->device),
    .seed = start->seed,
    .n_links = start->n_links,
    .n_params = start->n_params,
    .parent = g_strdup (start->parent),
    .engine = g_strdup (RENSA_VERSION),
    .best_metric = NAN,
    .last_metric = NAN,
    .best_loss = NAN,
    .last_loss = NAN,
  };
}

static RensaRecorder *
make_recorder (RensaStore *self, RensaRun *run, int lock_fd)
{
  g_autofree char *folder = rensa_store_get_run_folder (self, run);

  return rensa_recorder_new (self->writer, run, folder, lock_fd);
}

RensaRecorder *
rensa_store_begin (RensaStore *self, const RensaRunStart *start, GError **error)
{
  g_auto (RensaRunRecord) record = make_record (start);
  const int lock_fd = rensa_run_folder_lock (self->folder, record.uuid, error);
  RensaRecorder *recorder;
  RensaRun *run;

  if (lock_fd < 0)
    return NULL;

  run = rensa_store_keep (self, &record);
  rensa_store_number (self, run, self->last_number + 1);
  recorder = make_recorder (self, run, lock_fd);
  recorder->document = text_or_nothing (start->document);
  run->n_recorders++;
  rensa_store_show (self, run);
  rensa_writer_add_source (self->writer, rensa_recorder_get_source (recorder));
  rensa_writer_hurry (self->writer);
  return recorder;
}

/* Data still pending from an earlier recorder of the run is processed first. */
static gboolean
is_free (RensaStore *self, RensaRun *run, GError **error)
{
  if (!rensa_store_flush (self, error))
    return FALSE;

  rensa_writer_deliver (self->writer);
  if (rensa_run_is_active (run))
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: this run is still training."), run->record.name);
  else if (run->record.deleted != 0)
    rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s: this run has been deleted."), run->record.name);
  else
    return rensa_store_check_writable (self, run, error);

  return FALSE;
}

RensaRecorder *
rensa_store_continue (RensaStore *self, RensaRun *run, gint64 iteration, GError **error)
{
  RensaRecorder *recorder;
  RensaRunRecord *record;
  int lock_fd;

  if (!is_free (self, run, error))
    return NULL;
  lock_fd = rensa_run_folder_lock (self->folder, run->record.uuid, error);
  if (lock_fd < 0)
    return NULL;

  recorder = make_recorder (self, run, lock_fd);
  record = &recorder->record;
  record->iteration = iteration;
  record->state = RENSA_RUN_RUNNING;
  record->ended = 0;
  record->updated = MAX (g_get_real_time (), record->updated + 1);
  g_clear_pointer (&record->message, g_free);
  g_clear_pointer (&record->message_record, g_free);
  g_clear_pointer (&record->verdict, g_free);
  g_clear_pointer (&record->verdict_record, g_free);
  g_clear_pointer (&record->advice, g_free);
  g_free (record->engine);
  record->engine = g_strdup (RENSA_VERSION);
  if (!rensa_writer_call (self->writer, rensa_recorder_rewind, recorder, error))
    {
      rensa_recorder_unref (recorder);
      return NULL;
    }

  run->n_recorders++;
  rensa_run_assign (run, record, RENSA_N_EDITED_FIELDS, RENSA_N_RUN_FIELDS);
  rensa_writer_add_source (self->writer, rensa_recorder_get_source (recorder));
  return recorder;
}
