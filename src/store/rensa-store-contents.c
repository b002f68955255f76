/* rensa-store-contents.c: reads the contents of runs without blocking the user interface.
 * SPDX-License-Identifier: MIT */

#include "rensa-rows-private.h"
#include "rensa-store-open-private.h"
#include "rensa-store-private.h"

typedef struct
{
  char *folder;
  GPtrArray *contents; /* RensaRunContents */
  char **uuids;        /* uuids of the runs, which belong to the main thread */
  char **names;
  char **wanted; /* names of the reports to read */
} Reading;

void
rensa_run_contents_free (RensaRunContents *contents)
{
  g_object_unref (contents->run);
  g_free (contents->document);
  g_clear_pointer (&contents->events, g_ptr_array_unref);
  g_clear_pointer (&contents->reports, g_ptr_array_unref);
  g_clear_pointer (&contents->series, g_ptr_array_unref);
  g_free (contents);
}

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  g_free (reading->folder);
  g_clear_pointer (&reading->contents, g_ptr_array_unref);
  g_strfreev (reading->uuids);
  g_strfreev (reading->names);
  g_strfreev (reading->wanted);
  g_free (reading);
}

static void
series_free (gpointer series)
{
  if (series != NULL)
    rensa_run_series_free (series);
}

static void
read_series (const RensaRowsOfRun *rows, RensaRunContents *contents, const char *const *wanted)
{
  contents->reports = rensa_rows_list_series (rows, NULL);
  contents->series = g_ptr_array_new_with_free_func (series_free);
  for (guint i = 0; contents->reports != NULL && i < contents->reports->len; i++)
    {
      const RensaReportKey *report = contents->reports->pdata[i];
      const gboolean is_wanted = g_strv_contains (wanted, rensa_report_key_get_name (report));

      g_ptr_array_add (contents->series, is_wanted ? rensa_rows_load_series (rows, report->key, NULL) : NULL);
    }
}

static void
read_all (GTask *task, gpointer store, gpointer data, GCancellable *cancellable)
{
  Reading *reading = data;
  GError *error = NULL;
  g_autoptr (sqlite3) db = rensa_store_open_reader (reading->folder, &error);

  for (guint i = 0; db != NULL && i < reading->contents->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      RensaRunContents *contents = reading->contents->pdata[i];
      const RensaRowsOfRun rows = { db, reading->folder, reading->uuids[i], reading->names[i] };

      contents->document = rensa_rows_load_document (&rows, NULL);
      contents->events = rensa_rows_load_events (&rows, NULL);
      read_series (&rows, contents, (const char *const *) reading->wanted);
    }
  if (db == NULL)
    g_task_return_error (task, error);
  else if (!g_task_return_error_if_cancelled (task))
    g_task_return_pointer (task, g_steal_pointer (&reading->contents), (GDestroyNotify) g_ptr_array_unref);
}

void
rensa_store_load_contents (RensaStore *self, GPtrArray *runs, const char *const *wanted, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);
  g_autoptr (GStrvBuilder) uuids = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  Reading *reading = g_new0 (Reading, 1);

  reading->folder = g_strdup (self->folder);
  reading->wanted = g_strdupv ((char **) wanted);
  reading->contents = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_run_contents_free);
  for (guint i = 0; i < runs->len; i++)
    {
      RensaRunContents *contents = g_new0 (RensaRunContents, 1);

      contents->run = g_object_ref (runs->pdata[i]);
      g_ptr_array_add (reading->contents, contents);
      g_strv_builder_add (uuids, rensa_run_get_uuid (runs->pdata[i]));
      g_strv_builder_add (names, rensa_run_get_name (runs->pdata[i]));
    }
  reading->uuids = g_strv_builder_end (uuids);
  reading->names = g_strv_builder_end (names);
  g_task_set_task_data (task, reading, reading_free);
  g_task_run_in_thread (task, read_all);
}

GPtrArray *
rensa_store_finish_contents (RensaStore *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
