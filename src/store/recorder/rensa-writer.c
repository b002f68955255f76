/* rensa-writer.c: the thread that writes to the database.
 *
 * This folder uses pthread locks, because the thread sanitizer supports them but not GMutex.
 * SPDX-License-Identifier: MIT */

#include "rensa-writer-private.h"

#include "rensa-changes-private.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-run-folder-private.h"
#include "rensa-spill-private.h"

#include <glib/gstdio.h>
#include <pthread.h>

/* A value waits for the pause and the following commit; this limits their sum. */
#define COMMIT_WITHIN (9 * G_USEC_PER_SEC / 10)
#define LONGEST_PAUSE (7 * G_USEC_PER_SEC / 10)
#define SHORTEST_PAUSE (G_USEC_PER_SEC / 10)
#define PURGE_EVERY ((gint64) 60 * 60 * G_USEC_PER_SEC)
#define KEEP_DELETED ((gint64) 24 * 60 * 60 * G_USEC_PER_SEC)

typedef struct
{
  RensaWriteFunc func;
  gpointer data;
  GError **error;
  gboolean is_to_spill; /* if the database cannot be written */
  gboolean succeeded;
  gboolean is_done;
} Call;

struct _RensaWriter
{
  int ref_count;
  char *folder;
  GThread *thread;
  GMainContext *context;
  RensaNewsFunc func;
  gpointer func_data;

  pthread_mutex_t lock;
  pthread_cond_t wake;
  pthread_cond_t answer;
  GPtrArray *posted;
  guint64 n_posted;
  GPtrArray *arriving;
  GPtrArray *calls;
  gboolean hurry;
  gboolean is_stopping;
  GPtrArray *news;
  GSource *source;

  /* The thread's own. */
  sqlite3 *db;
  GPtrArray *edits; /* not yet in the database */
  GPtrArray *sources;
  guint64 n_taken;
  guint64 n_saved;
  char *trouble;
  char *spill; /* path of the spill file, which may not exist */
  gboolean is_behind;
  gboolean has_taken_in;
  RensaChanges changes;
  gint64 next_commit;
  gint64 next_purge;
};

static void
edit_free (gpointer data)
{
  RensaEdit *edit = data;

  edit->destroy (edit->data);
  g_free (edit);
}

char *
rensa_store_get_damage_mark (const char *folder)
{
  return g_build_filename (folder, "damaged", NULL);
}

void
rensa_store_mark_damaged (const char *folder)
{
  g_autofree char *path = rensa_store_get_damage_mark (folder);

  g_file_set_contents (path, "", 0, NULL);
}

/* News */

void
rensa_writer_deliver (RensaWriter *self)
{
  g_autoptr (GPtrArray) news = NULL;

  pthread_mutex_lock (&self->lock);
  news = g_steal_pointer (&self->news);
  self->news = g_ptr_array_new_with_free_func (rensa_news_free);
  if (self->source != NULL)
    g_source_destroy (self->source);
  g_clear_pointer (&self->source, g_source_unref);
  pthread_mutex_unlock (&self->lock);

  self->func (news, self->func_data);
}

static gboolean
deliver (gpointer data)
{
  rensa_writer_deliver (data);
  return G_SOURCE_REMOVE;
}

static void
schedule_delivery (RensaWriter *self)
{
  if (self->source != NULL)
    return;

  self->source = g_idle_source_new ();
  g_source_set_priority (self->source, G_PRIORITY_DEFAULT);
  g_source_set_static_name (self->source, "news of runs");
  g_source_set_callback (self->source, deliver, self, NULL);
  g_source_attach (self->source, self->context);
}

void
rensa_writer_tell (RensaWriter *self, RensaNews *news)
{
  pthread_mutex_lock (&self->lock);
  g_ptr_array_add (self->news, news);
  if (!self->is_stopping)
    schedule_delivery (self);
  pthread_mutex_unlock (&self->lock);
}

void
rensa_writer_tell_all (RensaWriter *self, GPtrArray *news)
{
  pthread_mutex_lock (&self->lock);
  g_ptr_array_extend_and_steal (self->news, news);
  if (!self->is_stopping)
    schedule_delivery (self);
  pthread_mutex_unlock (&self->lock);
}

static void
tell_trouble (RensaWriter *self, const GError *error)
{
  g_autofree char *text = NULL;

  if (g_error_matches (error, RENSA_ERROR, RENSA_ERROR_FORMAT))
    {
      rensa_store_mark_damaged (self->folder);
      text = g_strdup_printf (
          "Runs are not saved until the studio is started again, which will set the database aside: %s",
          error->message);
    }
  else if (error != NULL)
    text = g_strdup_printf ("Runs are kept in memory until they can be saved: %s", error->message);

  if (g_strcmp0 (text, self->trouble) != 0)
    {
      RensaNews *news = rensa_news_new (RENSA_NEWS_TROUBLE);

      g_free (self->trouble);
      self->trouble = g_strdup (text);
      news->run.message = g_steal_pointer (&text);
      rensa_writer_tell (self, news);
    }
}

/* The thread */

/* Returns FALSE when the thread is to end. */
static gboolean
wait_for_work (RensaWriter *self)
{
  const gint64 until = self->next_commit;
  const struct timespec time = { until / G_USEC_PER_SEC, until % G_USEC_PER_SEC * 1000 };
  gboolean goes_on;

  pthread_mutex_lock (&self->lock);
  while (!self->hurry && !self->is_stopping && self->calls->len == 0 && g_get_monotonic_time () < until)
    pthread_cond_timedwait (&self->wake, &self->lock, &time);
  self->hurry = FALSE;
  goes_on = !self->is_stopping;
  pthread_mutex_unlock (&self->lock);
  return goes_on;
}

static GPtrArray *
take_what_came (RensaWriter *self)
{
  GPtrArray *calls;

  pthread_mutex_lock (&self->lock);
  g_ptr_array_extend_and_steal (self->edits, g_steal_pointer (&self->posted));
  g_ptr_array_extend_and_steal (self->sources, g_steal_pointer (&self->arriving));
  calls = g_steal_pointer (&self->calls);
  self->posted = g_ptr_array_new ();
  self->arriving = g_ptr_array_new ();
  self->calls = g_ptr_array_new ();
  self->n_taken = self->n_posted;
  pthread_mutex_unlock (&self->lock);
  return calls;
}

static gboolean
finish_transaction (sqlite3 *db, gboolean succeeded, GError **error)
{
  if (succeeded && rensa_sql_run_script (db, "COMMIT", error))
    return TRUE;

  sqlite3_exec (db, "ROLLBACK", NULL, NULL, NULL);
  return FALSE;
}

static gboolean
write_each (RensaWriter *self, GPtrArray *edits, GError **error)
{
  for (guint i = 0; i < edits->len; i++)
    {
      const RensaEdit *edit = edits->pdata[i];

      if (!edit->write (self->db, edit->data, error))
        return FALSE;
    }
  return TRUE;
}

/* Saves sources first, because an edit may belong to a new run. */
static gboolean
write_all (RensaWriter *self, GError **error)
{
  return write_each (self, self->sources, error) && write_each (self, self->edits, error);
}

static gboolean
collect_all (RensaWriter *self)
{
  gboolean is_any = self->edits->len > 0;

  for (guint i = 0; i < self->sources->len; i++)
    {
      const RensaEdit *source = self->sources->pdata[i];

      is_any = source->collect (source->data) || is_any;
    }

  return is_any;
}

static void
settle_all (RensaWriter *self)
{
  for (guint i = self->sources->len; i > 0; i--)
    {
      const RensaEdit *source = self->sources->pdata[i - 1];

      if (source->settle (source->data))
        g_ptr_array_remove_index (self->sources, i - 1);
    }
}

/* SQLite continues to write to a file that was removed or moved, where its data would be lost. The
 * content of the open file is restored once; new data is kept, and goes into the file that is there
 * when the folder is opened again. */
static gboolean
check_place (RensaWriter *self, GError **error)
{
  const char *path = sqlite3_db_filename (self->db, "main");
  int has_moved = 0;

  if (sqlite3_file_control (self->db, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved) != SQLITE_OK || has_moved == 0)
    return TRUE;
  if (!g_file_test (path, G_FILE_TEST_EXISTS) && g_mkdir_with_parents (self->folder, RENSA_PRIVATE_FOLDER) == 0)
    rensa_sql_run (self->db, NULL, "VACUUM INTO ?1", "t", path);
  rensa_set_words (
      error, RENSA_ERROR_IO,
      N_ ("%s was removed or moved while runs were being recorded. New data is written to a separate file and "
          "restored when Rensa is restarted."),
      path);
  return FALSE;
}

static gboolean
save (RensaWriter *self, GError **error)
{
  if (collect_all (self))
    {
      if (!check_place (self, error))
        return FALSE;
      if (!rensa_sql_run_script (self->db, "BEGIN IMMEDIATE", error))
        return FALSE;
      if (!finish_transaction (self->db, write_all (self, error), error))
        return FALSE;

      settle_all (self);
      g_ptr_array_set_size (self->edits, 0);
    }

  self->n_saved = self->n_taken;
  return TRUE;
}

static gboolean
do_call (RensaWriter *self, Call *call)
{
  if (call->func == NULL)
    return TRUE;
  if (!rensa_sql_run_script (self->db, "BEGIN IMMEDIATE", call->error))
    return FALSE;

  return finish_transaction (self->db, call->func (self->db, call->data, call->error), call->error);
}

static void
answer (RensaWriter *self, GPtrArray *calls, const GError *error)
{
  for (guint i = 0; i < calls->len; i++)
    {
      Call *call = calls->pdata[i];

      if (error != NULL && call->is_to_spill)
        call->succeeded = rensa_spill_write (self->spill, self->sources, self->edits, call->error);
      else if (error != NULL)
        g_propagate_error (call->error, g_error_copy (error));
      else
        call->succeeded = do_call (self, call);

      pthread_mutex_lock (&self->lock);
      call->is_done = TRUE;
      pthread_cond_broadcast (&self->answer);
      pthread_mutex_unlock (&self->lock);
    }
}

/* Imports what another program, or this one when it was closed, could not write. */
static void
take_in (RensaWriter *self)
{
  RensaNews *news;
  g_autofree char *notice = NULL;

  if (self->has_taken_in)
    return;

  self->has_taken_in = rensa_spill_take_in (self->db, self->folder, &notice, NULL);
  self->changes.is_stale = TRUE;
  if (notice == NULL)
    return;

  news = rensa_news_new (RENSA_NEWS_TROUBLE);
  news->run.message = g_steal_pointer (&notice);
  rensa_writer_tell (self, news);
}

/* Failures here are retried a second later. */
static void
look_around (RensaWriter *self)
{
  g_autoptr (GPtrArray) news = g_ptr_array_new_with_free_func (rensa_news_free);
  g_autoptr (GError) error = NULL;

  take_in (self);
  if (g_get_monotonic_time () >= self->next_purge
      && rensa_changes_purge (self->db, self->folder, g_get_real_time () - KEEP_DELETED, NULL))
    self->next_purge = g_get_monotonic_time () + PURGE_EVERY;

  if (!rensa_changes_look (&self->changes, self->db, self->folder, news, &error))
    return;

  for (guint i = 0; i < news->len; i++)
    ((RensaNews *) news->pdata[i])->serial = self->n_saved;
  if (news->len > 0)
    rensa_writer_tell_all (self, g_steal_pointer (&news));
}

/* The longer a commit takes, the sooner the next one starts. */
static gint64
choose_pause (gint64 cost)
{
  return CLAMP (COMMIT_WITHIN - 2 * cost, SHORTEST_PAUSE, LONGEST_PAUSE);
}

static void
work (RensaWriter *self)
{
  const gint64 start = g_get_monotonic_time ();
  g_autoptr (GPtrArray) calls = take_what_came (self);
  g_autoptr (GError) error = NULL;

  self->is_behind = !save (self, &error);
  if (!self->is_behind)
    g_unlink (self->spill);
  self->next_commit = start + choose_pause (g_get_monotonic_time () - start);
  tell_trouble (self, error);
  answer (self, calls, error);
  look_around (self);
}

static gpointer
run (gpointer data)
{
  RensaWriter *self = data;
  g_autoptr (GError) error = NULL;

  while (wait_for_work (self))
    work (self);
  work (self);
  if (self->is_behind && !rensa_spill_write (self->spill, self->sources, self->edits, &error))
    g_printerr ("%s\n", error->message);
  return NULL;
}

/* From other threads */

static void
init_lock (RensaWriter *self)
{
  pthread_condattr_t attributes;

  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_mutex_init (&self->lock, NULL);
  pthread_cond_init (&self->wake, &attributes);
  pthread_cond_init (&self->answer, NULL);
  pthread_condattr_destroy (&attributes);
}

RensaWriter *
rensa_writer_new (sqlite3 *db, const char *folder, gint64 revision, RensaNewsFunc func, gpointer data)
{
  RensaWriter *self = g_new0 (RensaWriter, 1);

  self->ref_count = 1;
  self->db = db;
  self->folder = g_strdup (folder);
  self->spill = rensa_spill_make_path (folder);
  self->changes.revision = revision;
  self->func = func;
  self->func_data = data;
  self->context = g_main_context_ref_thread_default ();
  self->posted = g_ptr_array_new ();
  self->arriving = g_ptr_array_new ();
  self->calls = g_ptr_array_new ();
  self->news = g_ptr_array_new_with_free_func (rensa_news_free);
  self->edits = g_ptr_array_new_with_free_func (edit_free);
  self->sources = g_ptr_array_new_with_free_func (edit_free);
  init_lock (self);
  self->thread = g_thread_new ("run-writer", run, self);
  return self;
}

RensaWriter *
rensa_writer_ref (RensaWriter *self)
{
  g_atomic_int_inc (&self->ref_count);
  return self;
}

void
rensa_writer_unref (RensaWriter *self)
{
  if (!g_atomic_int_dec_and_test (&self->ref_count))
    return;

  g_ptr_array_unref (self->posted);
  g_ptr_array_unref (self->arriving);
  g_ptr_array_unref (self->calls);
  g_ptr_array_unref (self->news);
  g_main_context_unref (self->context);
  pthread_cond_destroy (&self->answer);
  pthread_cond_destroy (&self->wake);
  pthread_mutex_destroy (&self->lock);
  g_free (self->folder);
  g_free (self->spill);
  g_free (self);
}

void
rensa_writer_stop (RensaWriter *self)
{
  pthread_mutex_lock (&self->lock);
  self->is_stopping = TRUE;
  pthread_cond_signal (&self->wake);
  pthread_mutex_unlock (&self->lock);
  g_thread_join (g_steal_pointer (&self->thread));

  if (self->source != NULL)
    g_source_destroy (self->source);
  g_clear_pointer (&self->source, g_source_unref);
  g_clear_pointer (&self->edits, g_ptr_array_unref);
  g_clear_pointer (&self->sources, g_ptr_array_unref);
  g_clear_pointer (&self->trouble, g_free);
  g_clear_pointer (&self->db, sqlite3_close);
}

static RensaEdit *
edit_new (RensaEdit edit)
{
  RensaEdit *copy = g_new (RensaEdit, 1);

  *copy = edit;
  return copy;
}

guint64
rensa_writer_post (RensaWriter *self, RensaEdit edit)
{
  guint64 serial;

  pthread_mutex_lock (&self->lock);
  g_ptr_array_add (self->posted, edit_new (edit));
  serial = ++self->n_posted;
  pthread_mutex_unlock (&self->lock);
  return serial;
}

static gboolean
wait_for_call (RensaWriter *self, Call *call)
{
  pthread_mutex_lock (&self->lock);
  g_ptr_array_add (self->calls, call);
  pthread_cond_signal (&self->wake);
  while (!call->is_done)
    pthread_cond_wait (&self->answer, &self->lock);
  pthread_mutex_unlock (&self->lock);
  return call->succeeded;
}

gboolean
rensa_writer_call (RensaWriter *self, RensaWriteFunc func, gpointer data, GError **error)
{
  return wait_for_call (self, &(Call){ .func = func, .data = data, .error = error });
}

gboolean
rensa_writer_secure (RensaWriter *self, GError **error)
{
  return wait_for_call (self, &(Call){ .is_to_spill = TRUE, .error = error });
}

void
rensa_writer_hurry (RensaWriter *self)
{
  pthread_mutex_lock (&self->lock);
  self->hurry = TRUE;
  pthread_cond_signal (&self->wake);
  pthread_mutex_unlock (&self->lock);
}

void
rensa_writer_add_source (RensaWriter *self, RensaEdit source)
{
  pthread_mutex_lock (&self->lock);
  g_ptr_array_add (self->arriving, edit_new (source));
  pthread_mutex_unlock (&self->lock);
}
