/* studio-preview-loader.c: loads a preview of a document's data in another thread.
 * SPDX-License-Identifier: MIT */

#include "studio-preview-loader.h"

#include "rensa-init.h"
#include "rensa-json.h"

StudioDataRequest *
studio_data_request_new (RensaDocument *document, char *text, const char *root)
{
  StudioDataRequest *self = g_new0 (StudioDataRequest, 1);

  self->text = text;
  self->place = g_strdup (rensa_document_get_place (document));
  self->root = g_strdup (root);
  return self;
}

StudioDataRequest *
studio_data_request_copy (const StudioDataRequest *self)
{
  StudioDataRequest *copy = g_new0 (StudioDataRequest, 1);

  copy->text = g_strdup (self->text);
  copy->place = g_strdup (self->place);
  copy->root = g_strdup (self->root);
  return copy;
}

void
studio_data_request_free (StudioDataRequest *self)
{
  g_free (self->text);
  g_free (self->place);
  g_free (self->root);
  g_free (self);
}

gboolean
studio_data_request_equal (const StudioDataRequest *a, const StudioDataRequest *b)
{
  return g_str_equal (a->text, b->text) && g_str_equal (a->place, b->place) && g_str_equal (a->root, b->root);
}

RensaDocument *
studio_data_request_parse (const StudioDataRequest *self, GError **error)
{
  rensa_init_side_thread ();
  return rensa_document_parse (self->text, -1, self->place, error);
}

/* A request being processed, and its progress. */
typedef struct
{
  StudioDataRequest *request;
  GMutex lock;
  guint64 n_read;
  guint64 n_bytes;
  guint64 n_examples;
} Job;

struct _StudioPreviewLoader
{
  GObject parent_instance;
  StudioDataRequest *latest;
  GCancellable *running; /* NULL if nothing is being loaded */
  Job *job;              /* job of the running task */
  gboolean is_outdated;  /* the running task is not for the latest request */
  RensaPreview *preview;
};

G_DEFINE_FINAL_TYPE (StudioPreviewLoader, studio_preview_loader, G_TYPE_OBJECT)

enum
{
  PROP_LOADING = 1,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];
static guint loaded_signal;

static Job *
job_new (const StudioDataRequest *request)
{
  Job *job = g_new0 (Job, 1);

  job->request = studio_data_request_copy (request);
  g_mutex_init (&job->lock);
  return job;
}

static void
job_free (Job *job)
{
  studio_data_request_free (job->request);
  g_mutex_clear (&job->lock);
  g_free (job);
}

static void
copy_member (struct json_object *from, struct json_object *to, const char *name)
{
  struct json_object *value;

  if (json_object_object_get_ex (from, name, &value))
    json_object_object_add (to, name, json_object_get (value));
}

/* Returns a document with only the fields that affect the preview. */
static char *
extract_data (RensaDocument *document)
{
  struct json_object *json = rensa_document_get_json (document);
  g_autoptr (RensaJson) extract = json_object_new_object ();
  struct json_object *data_part = json_object_new_object ();
  struct json_object *data;

  copy_member (json, extract, "format");
  copy_member (json, extract, "seed");
  json_object_object_add (extract, "data", data_part);
  if (json_object_object_get_ex (json, "data", &data) && json_object_is_type (data, json_type_object))
    {
      copy_member (data, data_part, "dataset");
      copy_member (data, data_part, "split");
      copy_member (data, data_part, "preprocessing");
    }
  return g_strdup (json_object_to_json_string_ext (extract, JSON_C_TO_STRING_PLAIN));
}

static void
report (guint64 n_read, guint64 n_bytes, guint64 n_examples, gpointer data)
{
  Job *job = data;

  g_mutex_lock (&job->lock);
  job->n_read = n_read;
  job->n_bytes = n_bytes;
  job->n_examples = n_examples;
  g_mutex_unlock (&job->lock);
}

static void
load (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = studio_data_request_parse (job->request, &error);

  if (document != NULL)
    g_task_return_pointer (task, rensa_preview_new (document, job->request->root, cancellable, report, job),
                           (GDestroyNotify) rensa_preview_unref);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static void start (StudioPreviewLoader *self);

static void
load_ended (GObject *object, GAsyncResult *result, gpointer data)
{
  StudioPreviewLoader *self = STUDIO_PREVIEW_LOADER (object);
  RensaPreview *preview = g_task_propagate_pointer (G_TASK (result), NULL);

  g_clear_object (&self->running);
  self->job = NULL;
  if (self->is_outdated)
    {
      g_clear_pointer (&preview, rensa_preview_unref);
      start (self);
      return;
    }

  g_clear_pointer (&self->preview, rensa_preview_unref);
  self->preview = preview;
  g_object_notify_by_pspec (object, properties[PROP_LOADING]);
  g_signal_emit (self, loaded_signal, 0);
}

static void
start (StudioPreviewLoader *self)
{
  g_autoptr (GTask) task = NULL;

  self->running = g_cancellable_new ();
  self->is_outdated = FALSE;
  task = g_task_new (self, self->running, load_ended, NULL);
  g_task_set_check_cancellable (task, FALSE);
  self->job = job_new (self->latest);
  g_task_set_task_data (task, self->job, (GDestroyNotify) job_free);
  g_task_run_in_thread (task, load);
}

void
studio_preview_loader_load (StudioPreviewLoader *self, RensaDocument *document, const char *dataset_root,
                            gboolean again)
{
  g_autoptr (StudioDataRequest) request = studio_data_request_new (document, extract_data (document), dataset_root);

  if (!again && self->latest != NULL && studio_data_request_equal (request, self->latest))
    return;

  g_clear_pointer (&self->latest, studio_data_request_free);
  self->latest = g_steal_pointer (&request);
  g_clear_pointer (&self->preview, rensa_preview_unref);
  if (self->running == NULL)
    {
      start (self);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADING]);
      return;
    }
  self->is_outdated = TRUE;
  g_cancellable_cancel (self->running);
}

RensaPreview *
studio_preview_loader_get_preview (StudioPreviewLoader *self)
{
  return self->preview;
}

gboolean
studio_preview_loader_is_loading (StudioPreviewLoader *self)
{
  return self->running != NULL;
}

void
studio_preview_loader_cancel (StudioPreviewLoader *self)
{
  if (self->running != NULL)
    g_cancellable_cancel (self->running);
}

gboolean
studio_preview_loader_get_progress (StudioPreviewLoader *self, guint64 *n_read, guint64 *n_bytes, guint64 *n_examples)
{
  if (self->job == NULL)
    return FALSE;

  g_mutex_lock (&self->job->lock);
  *n_read = self->job->n_read;
  *n_bytes = self->job->n_bytes;
  *n_examples = self->job->n_examples;
  g_mutex_unlock (&self->job->lock);
  return *n_bytes > 0;
}

StudioPreviewLoader *
studio_preview_loader_new (void)
{
  return g_object_new (STUDIO_TYPE_PREVIEW_LOADER, NULL);
}

static void
studio_preview_loader_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  g_value_set_boolean (value, studio_preview_loader_is_loading (STUDIO_PREVIEW_LOADER (object)));
}

static void
studio_preview_loader_finalize (GObject *object)
{
  StudioPreviewLoader *self = STUDIO_PREVIEW_LOADER (object);

  g_clear_pointer (&self->latest, studio_data_request_free);
  g_clear_pointer (&self->preview, rensa_preview_unref);
  G_OBJECT_CLASS (studio_preview_loader_parent_class)->finalize (object);
}

static void
studio_preview_loader_class_init (StudioPreviewLoaderClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = studio_preview_loader_get_property;
  object_class->finalize = studio_preview_loader_finalize;
  properties[PROP_LOADING] =
      g_param_spec_boolean ("loading", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  loaded_signal =
      g_signal_new ("loaded", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
studio_preview_loader_init (StudioPreviewLoader *self)
{
}
