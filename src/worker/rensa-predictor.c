/* rensa-predictor.c: asks a trained model, in a thread of its own.
 * SPDX-License-Identifier: MIT */

#include "rensa-predictor.h"

#include <pthread.h>

#include "rensa-builder.h"
#include "rensa-init.h"
#include "rensa-npz.h"
#include "rensa-question.h"

/* What the thread needs. */
typedef struct
{
  RensaBuilder *builder;
  RensaLink *model;
} Model;

struct _RensaPredictor
{
  int ref_count; /* atomic: the owner, the thread, and the answers that are on their way */
  RensaPredictorFunc func;
  gpointer data;
  GMainContext *context;
  gboolean is_closed; /* the owner's */

  char *document;
  char *place;
  char *weights;
  char *dataset_root;

  pthread_mutex_t lock; /* unlike GMutex, known to the thread sanitizer */
  pthread_cond_t asked;
  RensaQuestion *waiting; /* under the lock, as are the next two */
  gboolean must_end;
  GQueue answers; /* RensaAnswer */
};

static void
model_clear (Model *model)
{
  g_clear_pointer (&model->model, rensa_link_unref);
  g_clear_pointer (&model->builder, rensa_builder_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Model, model_clear)

static void
free_answer (gpointer answer)
{
  rensa_answer_free (answer);
}

static void
predictor_unref (gpointer data)
{
  RensaPredictor *predictor = data;

  if (!g_atomic_int_dec_and_test (&predictor->ref_count))
    return;

  g_queue_clear_full (&predictor->answers, free_answer);
  g_main_context_unref (predictor->context);
  g_clear_pointer (&predictor->waiting, rensa_question_free);
  pthread_mutex_destroy (&predictor->lock);
  pthread_cond_destroy (&predictor->asked);
  g_free (predictor->document);
  g_free (predictor->place);
  g_free (predictor->weights);
  g_free (predictor->dataset_root);
  g_free (predictor);
}

static gboolean
deliver (gpointer data)
{
  RensaPredictor *predictor = data;
  g_autoptr (RensaAnswer) answer = NULL;

  pthread_mutex_lock (&predictor->lock);
  answer = g_queue_pop_head (&predictor->answers);
  pthread_mutex_unlock (&predictor->lock);
  if (!predictor->is_closed)
    predictor->func (answer->values, answer->n, answer->error, predictor->data);
  return G_SOURCE_REMOVE;
}

/* Takes @answer over. */
static void
send_answer (RensaPredictor *predictor, RensaAnswer *answer)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  pthread_mutex_lock (&predictor->lock);
  g_queue_push_tail (&predictor->answers, answer);
  pthread_mutex_unlock (&predictor->lock);

  g_atomic_int_inc (&predictor->ref_count);
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, deliver, predictor, predictor_unref);
  g_source_attach (source, predictor->context);
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

/* Waits for one; NULL at the end. */
static RensaQuestion *
take_question (RensaPredictor *predictor)
{
  RensaQuestion *question;

  pthread_mutex_lock (&predictor->lock);
  while (predictor->waiting == NULL && !predictor->must_end)
    pthread_cond_wait (&predictor->asked, &predictor->lock);
  question = predictor->must_end ? NULL : g_steal_pointer (&predictor->waiting);
  pthread_mutex_unlock (&predictor->lock);
  return question;
}

static RensaAnswer *
answer_question (const Model *model, const GError *broken, const RensaQuestion *question)
{
  RensaAnswer *answer;

  if (broken == NULL)
    return rensa_question_answer (question, model->model, model->builder);

  answer = g_new0 (RensaAnswer, 1);
  answer->error = g_error_copy (broken);
  return answer;
}

static void
serve (RensaPredictor *predictor)
{
  g_auto (Model) model = { NULL };
  g_autoptr (GError) broken = NULL;
  RensaQuestion *question;

  load (predictor, &model, &broken);
  while ((question = take_question (predictor)) != NULL)
    {
      send_answer (predictor, answer_question (&model, broken, question));
      rensa_question_free (question);
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

RensaPredictor *
rensa_predictor_new (RensaDocument *document, const char *weights, const char *dataset_root, RensaPredictorFunc func,
                     gpointer data)
{
  RensaPredictor *predictor = g_new0 (RensaPredictor, 1);

  predictor->ref_count = 2;
  predictor->func = func;
  predictor->data = data;
  predictor->context = g_main_context_ref_thread_default ();
  predictor->document = rensa_document_to_text (document);
  predictor->place = g_strdup (rensa_document_get_place (document));
  predictor->weights = g_strdup (weights);
  predictor->dataset_root = g_strdup (dataset_root);
  pthread_mutex_init (&predictor->lock, NULL);
  pthread_cond_init (&predictor->asked, NULL);
  g_thread_unref (g_thread_new ("predictor", work, predictor));
  return predictor;
}

/* The thread may be loading data, which nobody should wait for; it ends by itself. */
void
rensa_predictor_free (RensaPredictor *predictor)
{
  predictor->is_closed = TRUE;
  pthread_mutex_lock (&predictor->lock);
  predictor->must_end = TRUE;
  pthread_cond_signal (&predictor->asked);
  pthread_mutex_unlock (&predictor->lock);
  predictor_unref (predictor);
}

void
rensa_predictor_ask (RensaPredictor *predictor, const float *const *inputs, const gsize *sizes, guint n,
                     guint n_examples)
{
  RensaQuestion *question = rensa_question_new (inputs, sizes, n, n_examples);

  pthread_mutex_lock (&predictor->lock);
  g_clear_pointer (&predictor->waiting, rensa_question_free);
  predictor->waiting = question;
  pthread_cond_signal (&predictor->asked);
  pthread_mutex_unlock (&predictor->lock);
}
