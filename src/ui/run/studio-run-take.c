/* studio-run-take.c: reads the reports of a run from the worker or the store.
 * SPDX-License-Identifier: MIT */

#include <glib/gi18n.h>

#include "rensa-file.h"
#include "studio-run-private.h"

/* A new series is added to the list at the end of the batch. */
static StudioSeries *
require_series (StudioRun *self, const RensaReportKey *report)
{
  const char *key = g_intern_string (report->key);
  StudioSeries *series = g_hash_table_lookup (self->by_key, key);

  if (series == NULL)
    {
      series = studio_series_new (report);
      g_hash_table_insert (self->by_key, (gpointer) key, series);
      g_ptr_array_add (self->new_series, series);
    }
  return series;
}

/* An entry is added to the list when all of its values are known. */
static void
end_entry_if_complete (StudioRun *self)
{
  if (self->n_missing == 0)
    g_ptr_array_add (self->new_log, g_steal_pointer (&self->entry));
}

static void
begin_entry (StudioRun *self, guint n_values)
{
  self->entry = studio_log_entry_new ();
  self->n_missing = n_values;
  end_entry_if_complete (self);
}

static void
take_log_value (StudioRun *self, const char *key, double value)
{
  studio_log_entry_add (self->entry, key, value);
  self->n_missing--;
  end_entry_if_complete (self);
  if (!g_ptr_array_find (self->log_keys, key, NULL))
    g_ptr_array_insert (self->log_keys, (int) self->log_keys->len - 1, (gpointer) key);
}

static void
take_event (StudioRun *self, double iteration, double epoch, double elapsed, const char *what, const char *text)
{
  g_autofree char *assignment = g_strconcat (what, "=", text, NULL);

  rensa_document_set (self->settings, assignment, NULL);
  g_ptr_array_add (self->new_events,
                   studio_event_new (iteration, epoch, elapsed, studio_run_make_event_text (self, what, text)));
}

/* Reports only snapshots that the user requested, not those that the studio keeps for itself. */
static void
tell_of_snapshot (StudioRun *self, const RensaMessage *message)
{
  g_autofree char *name = rensa_file_dup_shown_basename (message->text);
  g_autofree char *sentence = NULL;

  if (!self->awaits_snapshot || !g_str_equal (message->key, "snapshot") || !g_str_has_prefix (name, "snapshot_iter_"))
    return;
  self->awaits_snapshot = FALSE;
  sentence = g_strdup_printf (_ ("Snapshot “%s” saved"), name);
  g_signal_emit_by_name (self, "notice", sentence);
}

/* Artifact kind. */
#define PREVIEW "preview"

void
studio_run_take (const RensaMessage *message, gpointer data)
{
  StudioRun *self = data;

  switch (message->kind)
    {
    case RENSA_MESSAGE_SERIES:
      require_series (self, message->report);
      break;
    case RENSA_MESSAGE_VALUE:
      if (message->is_log)
        take_log_value (self, message->key, message->value);
      else
        studio_series_append (g_hash_table_lookup (self->by_key, message->key), (double) message->iteration,
                              message->epoch, message->elapsed, message->value);
      break;
    case RENSA_MESSAGE_LOG:
      begin_entry (self, (guint) message->value);
      break;
    case RENSA_MESSAGE_EVENT:
      take_event (self, (double) message->iteration, message->epoch, message->elapsed, message->key, message->text);
      break;
    case RENSA_MESSAGE_ARTIFACT:
      if (g_str_equal (message->key, PREVIEW))
        g_ptr_array_add (self->new_previews, studio_previewed_new (message->text, message->iteration));
      g_signal_emit_by_name (self, "artifact", message->key, message->text);
      tell_of_snapshot (self, message);
      break;
    case RENSA_MESSAGE_NOTICE:
      g_signal_emit_by_name (self, "notice", message->text);
      break;
    }
}

static void
append_all (StudioRun *self, const char *property, GListStore *list, GPtrArray *items)
{
  if (items->len == 0)
    return;
  g_list_store_splice (list, g_list_model_get_n_items (G_LIST_MODEL (list)), 0, items->pdata, items->len);
  g_ptr_array_set_size (items, 0);
  g_object_notify (G_OBJECT (self), property);
}

void
studio_run_show_log (StudioRun *self)
{
  append_all (self, "log", self->log, self->new_log);
}

void
studio_run_end_batch (StudioRun *self)
{
  GListModel *series = G_LIST_MODEL (self->series);

  append_all (self, "series", self->series, self->new_series);
  append_all (self, "events", self->events, self->new_events);
  append_all (self, "previews", self->previews, self->new_previews);
  for (guint i = 0; i < g_list_model_get_n_items (series); i++)
    {
      g_autoptr (StudioSeries) item = g_list_model_get_item (series, i);

      studio_series_notify (item);
    }
}

static gboolean
load_series (StudioRun *self, double iteration, GError **error)
{
  g_autoptr (GPtrArray) reports = rensa_store_list_series (self->store, self->record, error);

  for (guint k = 0; reports != NULL && k < reports->len; k++)
    {
      const RensaReportKey *report = reports->pdata[k];
      g_autoptr (RensaRunSeries) values = rensa_store_load_series (self->store, self->record, report->key, error);
      StudioSeries *series;

      if (values == NULL)
        return FALSE;
      series = require_series (self, report);
      for (gsize i = 0; i < values->n && values->iterations[i] <= iteration; i++)
        studio_series_append (series, values->iterations[i], values->epochs[i], values->elapsed[i], values->values[i]);
    }
  return reports != NULL;
}

static double
get_iteration (const RensaRunLogRow *row)
{
  for (guint i = 0; i < row->n; i++)
    if (g_str_equal (row->keys[i], "iteration"))
      return row->values[i];
  return 0;
}

static gboolean
load_log (StudioRun *self, double iteration, GError **error)
{
  g_autoptr (GPtrArray) rows = rensa_store_load_log (self->store, self->record, error);

  for (guint i = 0; rows != NULL && i < rows->len; i++)
    {
      const RensaRunLogRow *row = g_ptr_array_index (rows, i);

      if (get_iteration (row) > iteration)
        break;
      begin_entry (self, row->n);
      for (guint j = 0; j < row->n; j++)
        take_log_value (self, g_intern_string (row->keys[j]), row->values[j]);
    }
  return rows != NULL;
}

static gboolean
load_events (StudioRun *self, double iteration, GError **error)
{
  g_autoptr (GPtrArray) events = rensa_store_load_events (self->store, self->record, error);

  for (guint i = 0; events != NULL && i < events->len; i++)
    {
      const RensaRunEvent *event = g_ptr_array_index (events, i);

      if ((double) event->iteration <= iteration)
        take_event (self, (double) event->iteration, event->epoch, event->elapsed, event->what, event->text);
    }
  return events != NULL;
}

/* Loads the stored previews up to @iteration, oldest first. If the run was rewound, these are the
 * files it wrote again. */
static gboolean
load_previews (StudioRun *self, double iteration, GError **error)
{
  g_autoptr (GPtrArray) artifacts = rensa_store_load_artifacts (self->store, self->record, error);

  for (guint i = artifacts != NULL ? artifacts->len : 0; i-- > 0;)
    {
      const RensaRunArtifact *artifact = artifacts->pdata[i];

      if (g_str_equal (artifact->kind, PREVIEW) && (double) artifact->iteration <= iteration)
        g_ptr_array_add (self->new_previews, studio_previewed_new (artifact->path, artifact->iteration));
    }
  return artifacts != NULL;
}

gboolean
studio_run_load (StudioRun *self, double iteration, GError **error)
{
  const gboolean ok = load_series (self, iteration, error) && load_log (self, iteration, error)
                      && load_events (self, iteration, error) && load_previews (self, iteration, error);

  studio_run_end_batch (self);
  studio_run_show_log (self);
  return ok;
}
