/* studio-download.c: fetches the files of a data set.
 * SPDX-License-Identifier: MIT */

#include "studio-download.h"

#include <glib/gi18n.h>

#include "rensa-error.h"
#include "studio-format.h"

/* Milliseconds between progress updates. */
#define PERIOD 100

/* Input and progress of the thread. */
typedef struct
{
  const RensaDatasetClass *dataset;
  char *root;
  GMutex lock;
  guint64 n_received;
  guint64 n_total;
} Job;

struct _StudioDownload
{
  GObject parent_instance;
  GCancellable *cancellable; /* NULL while nothing is running */
  Job *job;                  /* job of the task */
  guint timer;
  double fraction;
  char *text;
  char *error;
};

G_DEFINE_FINAL_TYPE (StudioDownload, studio_download, G_TYPE_OBJECT)

enum
{
  PROP_RUNNING = 1,
  PROP_FRACTION,
  PROP_TEXT,
  PROP_ERROR,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];
static guint ended_signal;

static void
job_free (Job *job)
{
  g_free (job->root);
  g_mutex_clear (&job->lock);
  g_free (job);
}

static void
report (guint64 n_received, guint64 n_total, gpointer data)
{
  Job *job = data;

  g_mutex_lock (&job->lock);
  job->n_received = n_received;
  job->n_total = n_total;
  g_mutex_unlock (&job->lock);
}

static void
fetch (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  GError *error = NULL;

  if (job->dataset->fetch (job->root, cancellable, report, job, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
set_progress (StudioDownload *self, guint64 n_received, guint64 n_total)
{
  g_autofree char *received = studio_format_bytes (n_received);
  g_autofree char *total = studio_format_bytes (n_total);

  self->fraction = n_total > 0 ? MIN ((double) n_received / n_total, 1) : -1;
  g_free (self->text);
  if (n_received == 0)
    self->text = g_strdup (_ ("Connecting…"));
  else if (n_total > 0)
    /* Translators: how much of a file has come, such as “3.1 MiB of 11 MiB”. */
    self->text = g_strdup_printf (_ ("%s of %s"), received, total);
  else
    self->text = g_steal_pointer (&received);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FRACTION]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
}

static gboolean
look (gpointer data)
{
  StudioDownload *self = data;
  guint64 n_received, n_total;

  g_mutex_lock (&self->job->lock);
  n_received = self->job->n_received;
  n_total = self->job->n_total;
  g_mutex_unlock (&self->job->lock);
  set_progress (self, n_received, n_total);
  return G_SOURCE_CONTINUE;
}

static void
set_error (StudioDownload *self, const GError *error)
{
  g_clear_pointer (&self->error, g_free);
  if (error != NULL && !g_error_matches (error, RENSA_ERROR, RENSA_ERROR_CANCELLED))
    self->error = g_strdup_printf (
        _ ("%s. Check the network connection and try again, or copy the files to the folder."), error->message);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ERROR]);
}

static void
fetch_ended (GObject *object, GAsyncResult *result, gpointer data)
{
  StudioDownload *self = STUDIO_DOWNLOAD (object);
  g_autoptr (GError) error = NULL;
  const gboolean ok = g_task_propagate_boolean (G_TASK (result), &error);

  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_object (&self->cancellable);
  self->job = NULL;
  set_error (self, error);
  g_object_notify_by_pspec (object, properties[PROP_RUNNING]);
  g_signal_emit (self, ended_signal, 0, ok);
}

void
studio_download_start (StudioDownload *self, const RensaDatasetClass *dataset, const char *dataset_root)
{
  g_autoptr (GTask) task = NULL;

  if (self->cancellable != NULL)
    return;

  self->cancellable = g_cancellable_new ();
  self->job = g_new0 (Job, 1);
  self->job->dataset = dataset;
  self->job->root = g_strdup (dataset_root);
  g_mutex_init (&self->job->lock);
  task = g_task_new (self, self->cancellable, fetch_ended, NULL);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, self->job, (GDestroyNotify) job_free);
  set_error (self, NULL);
  set_progress (self, 0, 0);
  self->timer = g_timeout_add (PERIOD, look, self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNNING]);
  g_task_run_in_thread (task, fetch);
}

void
studio_download_cancel (StudioDownload *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
}

const char *
studio_download_get_error (StudioDownload *self)
{
  return self->error;
}

gboolean
studio_download_is_running (StudioDownload *self)
{
  return self->cancellable != NULL;
}

StudioDownload *
studio_download_new (void)
{
  return g_object_new (STUDIO_TYPE_DOWNLOAD, NULL);
}

static void
studio_download_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  StudioDownload *self = STUDIO_DOWNLOAD (object);

  if (id == PROP_RUNNING)
    g_value_set_boolean (value, studio_download_is_running (self));
  else if (id == PROP_FRACTION)
    g_value_set_double (value, self->fraction);
  else
    g_value_set_string (value, id == PROP_TEXT ? self->text : self->error);
}

static void
studio_download_finalize (GObject *object)
{
  StudioDownload *self = STUDIO_DOWNLOAD (object);

  g_free (self->text);
  g_free (self->error);
  G_OBJECT_CLASS (studio_download_parent_class)->finalize (object);
}

static void
studio_download_class_init (StudioDownloadClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = studio_download_get_property;
  object_class->finalize = studio_download_finalize;
  properties[PROP_RUNNING] = g_param_spec_boolean ("running", NULL, NULL, FALSE, flags);
  properties[PROP_FRACTION] = g_param_spec_double ("fraction", NULL, NULL, -1, 1, -1, flags);
  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, NULL, flags);
  properties[PROP_ERROR] = g_param_spec_string ("error", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  ended_signal = g_signal_new ("ended", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                               1, G_TYPE_BOOLEAN);
}

static void
studio_download_init (StudioDownload *self)
{
  self->fraction = -1;
}
