/* studio-run.c: a live or stored run as the pages see it.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-document-values.h"
#include "rensa-fault.h"
#include "rensa-longer.h"
#include "rensa-run-model.h"
#include "rensa-trainer.h"
#include "studio-preferences.h"
#include "studio-run-private.h"

/* Milliseconds. Drawing takes time from training. A value should be visible within 100 ms,
 * including the frame that shows it. In a long run, where the values of an interval are narrower
 * than a pixel, more frames would show nothing new. */
#define LEAST_INTERVAL 80
#define MOST_INTERVAL 250
/* Approximate width of the curves. */
#define N_PIXELS 400
/* After input but before layout and drawing, so that a busy display does not delay values. */
#define UPDATE_PRIORITY G_PRIORITY_HIGH_IDLE
/* Texts and rows that change with each frame cannot be read. Everything except the curves uses this
 * interval, so that most frames redraw only the curves. */
#define WORDING_INTERVAL (G_USEC_PER_SEC / 2)

G_DEFINE_FINAL_TYPE (StudioRun, studio_run, G_TYPE_OBJECT)

enum
{
  PROP_STATE = 1,
  PROP_IS_LIVE,
  PROP_IS_PAUSED,
  PROP_TITLE,
  PROP_FRACTION,
  PROP_ITERATION,
  PROP_EPOCH,
  PROP_PROGRESS_TEXT,
  PROP_RATE_TEXT,
  PROP_ERROR,
  PROP_SERIES,
  PROP_LOG,
  PROP_EVENTS,
  PROP_PREVIEWS,
  N_PROPS,
};

enum
{
  UPDATED,
  NOTICE,
  ARTIFACT,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static void
studio_run_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  StudioRun *self = STUDIO_RUN (object);

  switch (id)
    {
    case PROP_STATE:
      g_value_set_int (value, self->status.state);
      break;
    case PROP_IS_LIVE:
      g_value_set_boolean (value, self->worker != NULL);
      break;
    case PROP_IS_PAUSED:
      g_value_set_boolean (value, studio_run_is_paused (self));
      break;
    case PROP_TITLE:
      g_value_set_string (value, rensa_run_get_name (self->record));
      break;
    case PROP_FRACTION:
      g_value_set_double (value, self->status.fraction);
      break;
    case PROP_ITERATION:
      g_value_set_int64 (value, self->status.iteration);
      break;
    case PROP_EPOCH:
      g_value_set_double (value, self->status.epoch);
      break;
    case PROP_PROGRESS_TEXT:
      g_value_set_string (value, self->progress_text);
      break;
    case PROP_RATE_TEXT:
      g_value_set_string (value, self->rate_text);
      break;
    case PROP_ERROR:
      g_value_set_string (value, self->error);
      break;
    case PROP_SERIES:
      g_value_set_object (value, self->series);
      break;
    case PROP_LOG:
      g_value_set_object (value, self->log);
      break;
    case PROP_EVENTS:
      g_value_set_object (value, self->events);
      break;
    case PROP_PREVIEWS:
      g_value_set_object (value, self->previews);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
stop_updating (StudioRun *self)
{
  if (self->timer != NULL)
    g_source_destroy (self->timer);
  g_clear_pointer (&self->timer, g_source_unref);
}

/* Stops a worker that is still training, and waits for it. */
static void
studio_run_dispose (GObject *object)
{
  StudioRun *self = STUDIO_RUN (object);

  stop_updating (self);
  studio_run_clear_question (self);
  g_clear_pointer (&self->predictor, rensa_predictor_free);
  g_clear_pointer (&self->worker, rensa_worker_free);
  G_OBJECT_CLASS (studio_run_parent_class)->dispose (object);
}

static void
studio_run_finalize (GObject *object)
{
  StudioRun *self = STUDIO_RUN (object);

  g_hash_table_unref (self->by_key);
  g_object_unref (self->series);
  g_object_unref (self->log);
  g_object_unref (self->events);
  g_object_unref (self->previews);
  g_clear_object (&self->entry);
  g_ptr_array_unref (self->log_keys);
  g_ptr_array_unref (self->new_series);
  g_ptr_array_unref (self->new_log);
  g_ptr_array_unref (self->new_events);
  g_ptr_array_unref (self->new_previews);
  g_clear_pointer (&self->document, rensa_document_unref);
  g_clear_pointer (&self->settings, rensa_document_unref);
  g_clear_object (&self->record);
  g_clear_object (&self->store);
  g_free (self->folder);
  g_free (self->error);
  g_free (self->progress_text);
  g_free (self->rate_text);
  G_OBJECT_CLASS (studio_run_parent_class)->finalize (object);
}

static void
install_signals (GType type)
{
  signals[UPDATED] = g_signal_new ("updated", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[NOTICE] =
      g_signal_new ("notice", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[ARTIFACT] = g_signal_new ("artifact", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                    G_TYPE_STRING, G_TYPE_STRING);
}

static void
studio_run_class_init (StudioRunClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = studio_run_get_property;
  object_class->dispose = studio_run_dispose;
  object_class->finalize = studio_run_finalize;
  properties[PROP_STATE] = g_param_spec_int ("state", NULL, NULL, RENSA_WORKER_PREPARING, RENSA_WORKER_FAILED,
                                             RENSA_WORKER_PREPARING, flags);
  properties[PROP_IS_LIVE] = g_param_spec_boolean ("is-live", NULL, NULL, FALSE, flags);
  properties[PROP_IS_PAUSED] = g_param_spec_boolean ("is-paused", NULL, NULL, FALSE, flags);
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  properties[PROP_FRACTION] = g_param_spec_double ("fraction", NULL, NULL, -1, 1, -1, flags);
  properties[PROP_ITERATION] = g_param_spec_int64 ("iteration", NULL, NULL, 0, G_MAXINT64, 0, flags);
  properties[PROP_EPOCH] = g_param_spec_double ("epoch", NULL, NULL, 0, G_MAXDOUBLE, 0, flags);
  properties[PROP_PROGRESS_TEXT] = g_param_spec_string ("progress-text", NULL, NULL, NULL, flags);
  properties[PROP_RATE_TEXT] = g_param_spec_string ("rate-text", NULL, NULL, NULL, flags);
  properties[PROP_ERROR] = g_param_spec_string ("error", NULL, NULL, NULL, flags);
  properties[PROP_SERIES] = g_param_spec_object ("series", NULL, NULL, G_TYPE_LIST_MODEL, flags);
  properties[PROP_LOG] = g_param_spec_object ("log", NULL, NULL, G_TYPE_LIST_MODEL, flags);
  properties[PROP_EVENTS] = g_param_spec_object ("events", NULL, NULL, G_TYPE_LIST_MODEL, flags);
  properties[PROP_PREVIEWS] = g_param_spec_object ("previews", NULL, NULL, G_TYPE_LIST_MODEL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  install_signals (G_TYPE_FROM_CLASS (klass));
}

static void
studio_run_init (StudioRun *self)
{
  self->by_key = g_hash_table_new (NULL, NULL);
  self->series = g_list_store_new (STUDIO_TYPE_SERIES);
  self->log = g_list_store_new (STUDIO_TYPE_LOG_ENTRY);
  self->events = g_list_store_new (STUDIO_TYPE_EVENT);
  self->previews = g_list_store_new (STUDIO_TYPE_PREVIEWED);
  self->log_keys = g_ptr_array_new ();
  g_ptr_array_add (self->log_keys, NULL);
  self->new_series = g_ptr_array_new_with_free_func (g_object_unref);
  self->new_log = g_ptr_array_new_with_free_func (g_object_unref);
  self->new_events = g_ptr_array_new_with_free_func (g_object_unref);
  self->new_previews = g_ptr_array_new_with_free_func (g_object_unref);
  self->status.fraction = self->status.seconds_left = -1;
}

/* Takes ownership of @text. */
static void
set_text (StudioRun *self, char **text, char *new_text, guint property)
{
  if (g_strcmp0 (*text, new_text) == 0)
    {
      g_free (new_text);
      return;
    }
  g_free (*text);
  *text = new_text;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static void
update_words (StudioRun *self)
{
  self->worded_at = g_get_monotonic_time ();
  studio_run_show_log (self);
  set_text (self, &self->progress_text, studio_run_make_progress_text (self), PROP_PROGRESS_TEXT);
  set_text (self, &self->rate_text, studio_run_make_rate_text (self), PROP_RATE_TEXT);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FRACTION]);
}

static void
set_status (StudioRun *self, const RensaWorkerStatus *status)
{
  const RensaWorkerStatus before = self->status;
  GObject *object = G_OBJECT (self);

  self->status = *status;
  if (before.iteration != status->iteration)
    g_object_notify_by_pspec (object, properties[PROP_ITERATION]);
  if (before.epoch != status->epoch)
    g_object_notify_by_pspec (object, properties[PROP_EPOCH]);
  if (before.state != status->state)
    g_object_notify_by_pspec (object, properties[PROP_STATE]);
  if (before.state != status->state || g_get_monotonic_time () - self->worded_at >= WORDING_INTERVAL)
    update_words (self);
}

/* The thread has reported everything and is ending. */
static void
end (StudioRun *self)
{
  stop_updating (self);
  set_text (self, &self->error, g_strdup (rensa_worker_get_error (self->worker)), PROP_ERROR);
  g_clear_pointer (&self->worker, rensa_worker_free);
  studio_run_ask_again (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_IS_LIVE]);
}

void
studio_run_update (StudioRun *self)
{
  RensaWorkerStatus status;
  gboolean is_new;

  if (self->worker == NULL)
    return;

  /* Read the status before the queue: once the status is final, the queue is complete. */
  g_object_ref (self);
  g_object_freeze_notify (G_OBJECT (self));
  rensa_worker_get_status (self->worker, &status);
  is_new = rensa_worker_read (self->worker, studio_run_take, self) > 0;
  studio_run_end_batch (self);
  studio_run_take_answer (self);
  is_new = is_new || memcmp (&status, &self->status, sizeof status) != 0;
  set_status (self, &status);
  if (status.state >= RENSA_WORKER_FINISHED)
    end (self);
  g_object_thaw_notify (G_OBJECT (self));
  if (is_new)
    g_signal_emit (self, signals[UPDATED], 0);
  g_object_unref (self);
}

guint
studio_run_choose_interval (const RensaWorkerStatus *status)
{
  const double pixel = 1e3 * status->elapsed / N_PIXELS;

  return status->state == RENSA_WORKER_RUNNING ? (guint) CLAMP (pixel, LEAST_INTERVAL, MOST_INTERVAL) : LEAST_INTERVAL;
}

static void start_updating (StudioRun *self);

static gboolean
update (gpointer data)
{
  g_autoptr (StudioRun) self = g_object_ref (data);

  g_clear_pointer (&self->timer, g_source_unref);
  studio_run_update (self);
  if (self->worker != NULL && self->timer == NULL)
    start_updating (self);
  return G_SOURCE_REMOVE;
}

static void
start_updating (StudioRun *self)
{
  self->timer = g_timeout_source_new (studio_run_choose_interval (&self->status));
  g_source_set_priority (self->timer, UPDATE_PRIORITY);
  g_source_set_callback (self->timer, update, self, NULL);
  g_source_set_static_name (self->timer, "StudioRun");
  g_source_attach (self->timer, g_main_context_get_thread_default ());
}

static void
name_changed (StudioRun *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
}

/* Takes ownership of @document. */
static StudioRun *
run_new (RensaStore *store, RensaRun *record, RensaDocument *document)
{
  StudioRun *self = g_object_new (STUDIO_TYPE_RUN, NULL);

  self->store = g_object_ref (store);
  self->record = g_object_ref (record);
  self->document = document;
  self->settings = rensa_document_copy (document);
  self->folder = rensa_store_get_run_folder (store, record);
  g_signal_connect_object (record, "notify::name", G_CALLBACK (name_changed), self, G_CONNECT_SWAPPED);
  return self;
}

StudioRun *
studio_run_start (RensaStore *store, RensaDocument *document, const char *parent, const char *dataset_root,
                  gboolean paused, GError **error)
{
  const RensaWorkerOptions options = {
    .document = document,
    .store = store,
    .parent = parent,
    .dataset_root = dataset_root,
    .n_threads = studio_preferences_get_threads (),
    .paused = paused,
  };
  g_autofree char *text = rensa_document_to_text (document);
  g_autoptr (RensaDocument) copy = rensa_document_parse (text, -1, rensa_document_get_place (document), error);
  RensaWorker *worker = copy != NULL ? rensa_worker_start (&options, error) : NULL;
  StudioRun *self;

  if (worker == NULL)
    return NULL;

  self = run_new (store, rensa_worker_get_run (worker), g_steal_pointer (&copy));
  self->worker = worker;
  self->is_held = paused;
  update_words (self);
  start_updating (self);
  return self;
}

StudioRun *
studio_run_continue (RensaStore *store, RensaRun *record, const char *dataset_root, gboolean paused, GError **error)
{
  g_autoptr (RensaDocument) document = rensa_run_load_document (store, record, error);
  const gboolean longer = rensa_run_get_state (record) == RENSA_RUN_FINISHED;
  const gboolean ok = document != NULL && (!longer || rensa_document_train_longer (document, error));
  const RensaWorkerOptions options = {
    .document = document,
    .store = store,
    .resume = record,
    .longer = longer,
    .dataset_root = dataset_root,
    .n_threads = studio_preferences_get_threads (),
    .paused = paused,
  };
  RensaWorker *worker = ok ? rensa_worker_start (&options, error) : NULL;
  g_autoptr (StudioRun) self = NULL;

  if (worker == NULL)
    return NULL;

  self = run_new (store, record, g_steal_pointer (&document));
  self->worker = worker;
  self->is_held = paused;
  if (!studio_run_load (self, (double) rensa_worker_get_first_iteration (worker), error))
    return NULL;

  update_words (self);
  start_updating (self);
  return g_steal_pointer (&self);
}

static RensaWorkerState
get_worker_state (RensaRun *record)
{
  switch (rensa_run_get_state (record))
    {
    case RENSA_RUN_RUNNING:
      return RENSA_WORKER_RUNNING;
    case RENSA_RUN_PAUSED:
      return RENSA_WORKER_PAUSED;
    case RENSA_RUN_FINISHED:
      return RENSA_WORKER_FINISHED;
    case RENSA_RUN_FAILED:
      return RENSA_WORKER_FAILED;
    case RENSA_RUN_STOPPED:
    case RENSA_RUN_INTERRUPTED:
      break;
    }
  return RENSA_WORKER_STOPPED;
}

/* Reads the intended training length from the document. */
static void
measure_progress (StudioRun *self)
{
  g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (self->document, "stop", NULL);
  g_autoptr (RensaTrigger) trigger = attrs != NULL ? rensa_trigger_new (attrs, NULL) : NULL;
  RensaWorkerStatus *status = &self->status;
  const char *unit;
  double done;

  if (trigger == NULL || !rensa_trigger_get_training_length (trigger, &status->length, &unit) || status->length <= 0)
    return;

  g_strlcpy (status->length_unit, unit, sizeof status->length_unit);
  done = g_str_equal (unit, "iteration") ? (double) status->iteration : status->epoch;
  status->fraction = CLAMP (done / status->length, 0, 1);
}

StudioRun *
studio_run_open (RensaStore *store, RensaRun *record, GError **error)
{
  g_autoptr (RensaDocument) document = rensa_run_load_document (store, record, error);
  g_autoptr (StudioRun) self = NULL;

  if (document == NULL)
    return NULL;

  self = run_new (store, record, g_steal_pointer (&document));
  if (!studio_run_load (self, INFINITY, error))
    return NULL;

  self->status.state = get_worker_state (record);
  self->status.iteration = rensa_run_get_iteration (record);
  self->status.epoch = rensa_run_get_epoch (record);
  self->status.elapsed = rensa_run_get_elapsed (record);
  measure_progress (self);
  self->error = rensa_run_dup_message (record);
  update_words (self);
  return g_steal_pointer (&self);
}

RensaRun *
studio_run_get_record (StudioRun *self)
{
  return self->record;
}

RensaDocument *
studio_run_get_document (StudioRun *self)
{
  return self->document;
}

RensaDocument *
studio_run_get_settings (StudioRun *self)
{
  return self->settings;
}

gboolean
studio_run_can_continue (RensaRun *record)
{
  const RensaRunState state = rensa_run_get_state (record);

  return state == RENSA_RUN_STOPPED || state == RENSA_RUN_INTERRUPTED || state == RENSA_RUN_FAILED;
}

const char *
studio_run_get_folder (StudioRun *self)
{
  return self->folder;
}

void
studio_run_keep_proof (StudioRun *self, const char *target, gboolean agrees)
{
  g_autoptr (GPtrArray) artifacts = rensa_store_load_artifacts (self->store, self->record, NULL);
  gint64 iteration = -1;

  for (guint i = 0; artifacts != NULL && i < artifacts->len; i++)
    {
      const RensaRunArtifact *artifact = artifacts->pdata[i];

      if (g_str_equal (artifact->kind, "model"))
        iteration = MAX (iteration, artifact->iteration);
    }
  if (iteration >= 0)
    rensa_store_set_proof (self->store, self->record, target, iteration, agrees);
}

gboolean
studio_run_is_live (StudioRun *self)
{
  return self->worker != NULL;
}

RensaWorkerState
studio_run_get_state (StudioRun *self)
{
  return self->status.state;
}

void
studio_run_get_status (StudioRun *self, RensaWorkerStatus *status)
{
  *status = self->status;
}

const char *
studio_run_get_error (StudioRun *self)
{
  return self->error;
}

GListModel *
studio_run_get_series (StudioRun *self)
{
  return G_LIST_MODEL (self->series);
}

GListModel *
studio_run_get_log (StudioRun *self)
{
  return G_LIST_MODEL (self->log);
}

GListModel *
studio_run_get_events (StudioRun *self)
{
  return G_LIST_MODEL (self->events);
}

GListModel *
studio_run_get_previews (StudioRun *self)
{
  return G_LIST_MODEL (self->previews);
}

StudioSeries *
studio_run_find_series (StudioRun *self, const char *key)
{
  return g_hash_table_lookup (self->by_key, g_intern_string (key));
}

const char *const *
studio_run_get_log_keys (StudioRun *self)
{
  return (const char *const *) self->log_keys->pdata;
}

void
studio_run_abandon (StudioRun *self)
{
  if (self->worker == NULL)
    return;

  stop_updating (self);
  rensa_worker_abandon (g_steal_pointer (&self->worker));
  self->status.state = RENSA_WORKER_STOPPED;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_IS_LIVE]);
}
