/* rensa-predictor.c: runs a trained model in a separate thread.
 * SPDX-License-Identifier: MIT */

#include "rensa-predictor.h"

#include <pthread.h>

#include "rensa-builder.h"
#include "rensa-fault.h"
#include "rensa-init.h"
#include "rensa-language.h"
#include "rensa-link-hook.h"
#include "rensa-npz.h"
#include "rensa-question.h"

/* Data of the thread. @broken: the error if there is no model. */
typedef struct
{
  RensaBuilder *builder;
  RensaLink *model;
  GError *broken;
} Model;

typedef struct _Job Job;

/**
 * JobClass: a kind of request.
 * @work: computes the answer, in the thread; @model has been loaded
 * @deliver: calls the callback with the error or the answer in @job
 */
typedef struct
{
  void (*work) (Job *job, Model *model);
  void (*deliver) (Job *job);
} JobClass;

/* A request and, later, its answer. Used by only one thread at a time. */
struct _Job
{
  const JobClass *class;
  RensaPredictor *predictor; /* counted */
  guint number;
  GCallback func;
  gpointer data;
  GError *error;
  RensaQuestion *question;
  RensaAnswer *answer;
  RensaAttrs *attrs;
  GCancellable *cancellable; /* cancels a preview */
  RensaPreviewed previewed;
  GPtrArray *previews;
};

struct _RensaPredictor
{
  int ref_count; /* Atomic; references by the owner, the thread, and the jobs */
  GMainContext *context;
  gboolean is_closed; /* This and the next two: owner's thread only */
  guint n_asked;
  GHashTable *previews; /* GCancellable of pending previews, by request number */

  char *document;
  char *place;
  char *weights;
  char *dataset_root;

  pthread_mutex_t lock; /* Unlike GMutex, supported by the thread sanitizer */
  pthread_cond_t asked;
  GQueue waiting; /* Job; this and the next are protected by the lock */
  gboolean must_end;
};

static void
model_clear (Model *model)
{
  g_clear_pointer (&model->model, rensa_link_unref);
  g_clear_pointer (&model->builder, rensa_builder_free);
  g_clear_error (&model->broken);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Model, model_clear)

static void
predictor_unref (gpointer data)
{
  RensaPredictor *predictor = data;

  if (!g_atomic_int_dec_and_test (&predictor->ref_count))
    return;

  g_main_context_unref (predictor->context);
  g_hash_table_unref (predictor->previews);
  pthread_mutex_destroy (&predictor->lock);
  pthread_cond_destroy (&predictor->asked);
  g_free (predictor->document);
  g_free (predictor->place);
  g_free (predictor->weights);
  g_free (predictor->dataset_root);
  g_free (predictor);
}

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_error (&job->error);
  g_clear_pointer (&job->question, rensa_question_free);
  g_clear_pointer (&job->answer, rensa_answer_free);
  g_clear_pointer (&job->attrs, rensa_attrs_unref);
  g_clear_object (&job->cancellable);
  rensa_previewed_clear (&job->previewed);
  g_clear_pointer (&job->previews, g_ptr_array_unref);
  predictor_unref (job->predictor);
  g_free (job);
}

/* The kinds */

static void
answer_examples (Job *job, Model *model)
{
  job->answer = rensa_question_answer (job->question, model->model, model->builder);
}

static void
deliver_examples (Job *job)
{
  const RensaPredictorFunc func = (RensaPredictorFunc) job->func;

  if (job->answer != NULL)
    func (job->answer->values, job->answer->n, job->answer->error, job->data);
  else
    func (NULL, 0, job->error, job->data);
}

typedef struct
{
  GCancellable *cancellable;
} Canceller;

static gboolean
end_cancelled (RensaLinkHook *hook, RensaLink *link, GError **error)
{
  const Canceller *self = rensa_link_hook_get_state (hook);

  if (!g_cancellable_is_cancelled (self->cancellable))
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_CANCELLED, N_ ("the preview was cancelled"));
  return FALSE;
}

static void
clear_canceller (RensaLinkHook *hook)
{
  Canceller *self = rensa_link_hook_get_state (hook);

  g_clear_object (&self->cancellable);
}

/* Internal; users cannot choose this component. */
static const RensaLinkHookClass canceller_class = {
  .name = "canceller",
  .title = "Canceller",
  .summary = "Ends calls of links",
  .state_size = sizeof (Canceller),
  .before = end_cancelled,
  .clear_state = clear_canceller,
};

/* While it is pushed on a thread (rensa_link_hook_push ()) and @cancellable is cancelled, each call
 * of a link there fails with RENSA_ERROR_CANCELLED, and so does its caller. */
static RensaLinkHook *
canceller_new (GCancellable *cancellable)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (&canceller_class));
  RensaLinkHook *hook = rensa_link_hook_new (attrs, NULL);

  ((Canceller *) rensa_link_hook_get_state (hook))->cancellable = g_object_ref (cancellable);
  return hook;
}

static void
make_preview (Job *job, Model *model)
{
  g_autoptr (RensaLinkHook) canceller = canceller_new (job->cancellable);

  rensa_link_hook_push (canceller);
  rensa_builder_make_preview (model->builder, job->attrs, model->model, &job->previewed, &job->error);
  rensa_link_hook_pop (canceller);
}

static void
deliver_preview (Job *job)
{
  g_hash_table_remove (job->predictor->previews, GUINT_TO_POINTER (job->number));
  if (!g_cancellable_is_cancelled (job->cancellable))
    ((RensaPreviewedFunc) job->func) (job->error == NULL ? &job->previewed : NULL, job->number, job->error, job->data);
}

static void
suggest_previews (Job *job, Model *model)
{
  job->previews = rensa_builder_suggest_previews (model->builder, model->model);
}

static void
deliver_previews (Job *job)
{
  ((RensaPreviewListFunc) job->func) (job->previews, job->error, job->data);
}

static const JobClass examples_class = { answer_examples, deliver_examples };
static const JobClass preview_class = { make_preview, deliver_preview };
static const JobClass suggestions_class = { suggest_previews, deliver_previews };

/* The thread */

/* Makes the thread's writes to the job visible to the owner. Unlike GLib's locks, this one is
 * supported by the thread sanitizer. */
static void
pass_job (Job *job)
{
  pthread_mutex_lock (&job->predictor->lock);
  pthread_mutex_unlock (&job->predictor->lock);
}

static gboolean
deliver (gpointer data)
{
  Job *job = data;

  pass_job (job);
  if (!job->predictor->is_closed)
    job->class->deliver (job);
  return G_SOURCE_REMOVE;
}

/* Takes ownership of @job. */
static void
send_answer (Job *job)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  pass_job (job);
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, deliver, job, job_free);
  g_source_attach (source, job->predictor->context);
}

static gboolean
load (RensaPredictor *predictor, Model *model, GError **error)
{
  g_autoptr (RensaDocument) document = rensa_document_parse (predictor->document, -1, predictor->place, error);

  if (document == NULL)
    return FALSE;

  model->builder = rensa_builder_new (document, predictor->dataset_root, error);
  model->model = model->builder != NULL ? rensa_builder_make_model (model->builder, error) : NULL;
  return model->model != NULL
         && rensa_load_npz (predictor->weights, NULL, RENSA_NPZ_EXACT, rensa_link_serialize, model->model, error);
}

/* Waits for a job; returns NULL when the thread must end. */
static Job *
take_job (RensaPredictor *predictor)
{
  Job *job;

  pthread_mutex_lock (&predictor->lock);
  while (g_queue_is_empty (&predictor->waiting) && !predictor->must_end)
    pthread_cond_wait (&predictor->asked, &predictor->lock);
  job = predictor->must_end ? NULL : g_queue_pop_head (&predictor->waiting);
  pthread_mutex_unlock (&predictor->lock);
  return job;
}

static void
serve (RensaPredictor *predictor)
{
  g_auto (Model) model = { NULL };
  Job *job;

  load (predictor, &model, &model.broken);
  while ((job = take_job (predictor)) != NULL)
    {
      if (model.broken == NULL)
        job->class->work (job, &model);
      else
        job->error = g_error_copy (model.broken);
      send_answer (job);
    }
}

static gpointer
work (gpointer predictor)
{
  rensa_init_side_thread ();
  serve (predictor);
  predictor_unref (predictor);
  return NULL;
}

/* The owner */

RensaPredictor *
rensa_predictor_new (RensaDocument *document, const char *weights, const char *dataset_root)
{
  RensaPredictor *predictor = g_new0 (RensaPredictor, 1);

  predictor->ref_count = 2;
  predictor->context = g_main_context_ref_thread_default ();
  predictor->document = rensa_document_to_text (document);
  predictor->place = g_strdup (rensa_document_get_place (document));
  predictor->weights = g_strdup (weights);
  predictor->dataset_root = g_strdup (dataset_root);
  g_queue_init (&predictor->waiting);
  predictor->previews = g_hash_table_new_full (NULL, NULL, NULL, g_object_unref);
  pthread_mutex_init (&predictor->lock, NULL);
  pthread_cond_init (&predictor->asked, NULL);
  g_thread_unref (g_thread_new ("predictor", work, predictor));
  return predictor;
}

static void
cancel_all (RensaPredictor *predictor)
{
  GHashTableIter iter;
  gpointer cancellable;

  g_hash_table_iter_init (&iter, predictor->previews);
  while (g_hash_table_iter_next (&iter, NULL, &cancellable))
    g_cancellable_cancel (cancellable);
  g_hash_table_remove_all (predictor->previews);
}

/* Does not wait for the thread, which may be loading data; it ends on its own. */
void
rensa_predictor_free (RensaPredictor *predictor)
{
  GQueue waiting;

  predictor->is_closed = TRUE;
  cancel_all (predictor);
  pthread_mutex_lock (&predictor->lock);
  waiting = predictor->waiting;
  g_queue_init (&predictor->waiting);
  predictor->must_end = TRUE;
  pthread_cond_signal (&predictor->asked);
  pthread_mutex_unlock (&predictor->lock);
  g_queue_clear_full (&waiting, job_free);
  predictor_unref (predictor);
}

static Job *
job_new (RensaPredictor *predictor, const JobClass *class, GCallback func, gpointer data)
{
  Job *job = g_new0 (Job, 1);

  g_atomic_int_inc (&predictor->ref_count);
  job->class = class;
  job->predictor = predictor;
  job->number = ++predictor->n_asked;
  job->func = func;
  job->data = data;
  return job;
}

static int
compare_askers (gconstpointer a, gconstpointer b)
{
  const Job *job = a;
  const Job *other = b;

  return job->func != other->func || job->data != other->data;
}

/* Takes ownership of @job. */
static void
enqueue (RensaPredictor *predictor, Job *job)
{
  GList *outdated;

  pthread_mutex_lock (&predictor->lock);
  outdated = g_queue_find_custom (&predictor->waiting, job, compare_askers);
  if (outdated != NULL)
    {
      g_queue_unlink (&predictor->waiting, outdated);
      g_hash_table_remove (predictor->previews, GUINT_TO_POINTER (((Job *) outdated->data)->number));
    }
  g_queue_push_tail (&predictor->waiting, job);
  pthread_cond_signal (&predictor->asked);
  pthread_mutex_unlock (&predictor->lock);
  g_list_free_full (outdated, job_free);
}

void
rensa_predictor_ask (RensaPredictor *predictor, const float *const *inputs, const gsize *sizes, guint n,
                     guint n_examples, RensaPredictorFunc func, gpointer data)
{
  Job *job = job_new (predictor, &examples_class, G_CALLBACK (func), data);

  job->question = rensa_question_new (inputs, sizes, n, n_examples);
  enqueue (predictor, job);
}

guint
rensa_predictor_ask_preview (RensaPredictor *predictor, RensaAttrs *attrs, RensaPreviewedFunc func, gpointer data)
{
  Job *job = job_new (predictor, &preview_class, G_CALLBACK (func), data);
  const guint number = job->number;

  job->attrs = rensa_attrs_copy (attrs);
  job->cancellable = g_cancellable_new ();
  g_hash_table_insert (predictor->previews, GUINT_TO_POINTER (number), g_object_ref (job->cancellable));
  enqueue (predictor, job);
  return number;
}

void
rensa_predictor_cancel_preview (RensaPredictor *predictor, guint number)
{
  GCancellable *cancellable = g_hash_table_lookup (predictor->previews, GUINT_TO_POINTER (number));

  if (cancellable != NULL)
    g_cancellable_cancel (cancellable);
  g_hash_table_remove (predictor->previews, GUINT_TO_POINTER (number));
}

void
rensa_predictor_suggest_previews (RensaPredictor *predictor, RensaPreviewListFunc func, gpointer data)
{
  enqueue (predictor, job_new (predictor, &suggestions_class, G_CALLBACK (func), data));
}
