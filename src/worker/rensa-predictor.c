/* rensa-predictor.c: asks a trained model, in a thread of its own.
 * SPDX-License-Identifier: MIT */

#include "rensa-predictor.h"

#include <pthread.h>

#include "rensa-builder.h"
#include "rensa-functions.h"
#include "rensa-json.h"
#include "rensa-modes.h"
#include "rensa-npz.h"
#include "rensa-primitives.h"

/* The fields of one example. */
typedef struct
{
  guint n;
  float *fields[RENSA_MAX_FIELDS];
  gsize sizes[RENSA_MAX_FIELDS];
} Question;

/* What the thread needs. */
typedef struct
{
  RensaBuilder *builder;
  RensaLink *model;
  char *loss;
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
  Question *waiting; /* under the lock, as are the next two */
  gboolean must_end;
  GQueue answers; /* Answer */
};

typedef struct
{
  float *values;
  guint n;
  GError *error;
} Answer;

static void
question_free (Question *question)
{
  for (guint i = 0; i < question->n; i++)
    g_free (question->fields[i]);
  g_free (question);
}

static void
model_clear (Model *model)
{
  g_clear_pointer (&model->model, rensa_link_unref);
  g_clear_pointer (&model->builder, rensa_builder_free);
  g_free (model->loss);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Model, model_clear)

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_free (answer->values);
  g_clear_error (&answer->error);
  g_free (answer);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Answer, answer_free)

static void
predictor_unref (gpointer data)
{
  RensaPredictor *predictor = data;

  if (!g_atomic_int_dec_and_test (&predictor->ref_count))
    return;

  g_queue_clear_full (&predictor->answers, answer_free);
  g_main_context_unref (predictor->context);
  g_clear_pointer (&predictor->waiting, question_free);
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
  g_autoptr (Answer) answer = NULL;

  pthread_mutex_lock (&predictor->lock);
  answer = g_queue_pop_head (&predictor->answers);
  pthread_mutex_unlock (&predictor->lock);
  if (!predictor->is_closed)
    predictor->func (answer->values, answer->n, answer->error, predictor->data);
  return G_SOURCE_REMOVE;
}

/* Takes @values and @error over. */
static void
send_answer (RensaPredictor *predictor, float *values, guint n, GError *error)
{
  g_autoptr (GSource) source = g_idle_source_new ();
  Answer *answer = g_new0 (Answer, 1);

  *answer = (Answer){ values, n, error };
  pthread_mutex_lock (&predictor->lock);
  g_queue_push_tail (&predictor->answers, answer);
  pthread_mutex_unlock (&predictor->lock);

  g_atomic_int_inc (&predictor->ref_count);
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, deliver, predictor, predictor_unref);
  g_source_attach (source, predictor->context);
}

/* The name of the function, in either form of a component. */
static char *
get_loss (RensaDocument *document)
{
  RensaJson *loss = json_object_object_get (rensa_document_get_json (document), "loss");

  if (json_object_is_type (loss, json_type_object))
    loss = json_object_object_get (loss, "type");
  return g_strdup (json_object_is_type (loss, json_type_string) ? json_object_get_string (loss) : "");
}

static gboolean
load (RensaPredictor *predictor, Model *model, GError **error)
{
  g_autoptr (RensaDocument) document = rensa_document_parse (predictor->document, -1, predictor->place, error);

  if (document == NULL)
    return FALSE;

  model->loss = get_loss (document);
  model->builder = rensa_builder_new (document, predictor->dataset_root, error);
  model->model = model->builder != NULL ? rensa_builder_make_model (model->builder, error) : NULL;
  return model->model != NULL
         && rensa_load_npz (predictor->weights, NULL, RENSA_NPZ_EXACT, rensa_link_serialize, model->model, error);
}

/* A batch of one. */
static RensaVariable *
make_input (const Model *model, const Question *question, guint i, GError **error)
{
  RensaType type;
  g_autoptr (RensaArray) floats = NULL;
  g_autoptr (RensaArray) cast = NULL;

  rensa_dataset_get_field_type (rensa_builder_get_train (model->builder), (int) i, &type);
  if ((gint64) question->sizes[i] != rensa_shape_count (&type.shape))
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                   "Input %u of the model takes %" G_GINT64_FORMAT " values, but %" G_GSIZE_FORMAT " were given.",
                   i + 1, rensa_shape_count (&type.shape), question->sizes[i]);
      return NULL;
    }

  memmove (type.shape.dims + 1, type.shape.dims, (gsize) type.shape.ndim * sizeof *type.shape.dims);
  type.shape.dims[0] = 1;
  type.shape.ndim++;
  floats = rensa_array_new_from_host (RENSA_FLOAT32, &type.shape, question->fields[i], error);
  cast = rensa_array_cast (floats, type.dtype, error);
  return rensa_variable_new_constant (cast);
}

/* Probabilities, where the model was trained to give their logits. */
static RensaVariable *
make_probabilities (const Model *model, RensaVariable *y, GError **error)
{
  if (g_str_has_prefix (model->loss, "softmax_cross_entropy"))
    return rensa_softmax (y, 1, error);
  if (g_str_has_prefix (model->loss, "sigmoid_cross_entropy"))
    return rensa_sigmoid (y, error);
  return rensa_variable_ref (y);
}

static float *
read_values (RensaVariable *y, guint *n, GError **error)
{
  g_autoptr (RensaArray) floats = rensa_array_cast (rensa_variable_get_array (y), RENSA_FLOAT32, error);
  g_autofree float *values = NULL;

  if (floats == NULL)
    return NULL;

  *n = (guint) rensa_array_get_count (floats);
  values = g_new (float, MAX (*n, 1));
  return rensa_array_to_host (floats, values, error) ? g_steal_pointer (&values) : NULL;
}

static float *
call (const Model *model, RensaVariable *const *inputs, guint n_inputs, guint *n, GError **error)
{
  RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };
  const int n_outputs = rensa_link_call_n (rensa_link_find (model->model, "predictor"), inputs, (int) n_inputs, outputs,
                                           RENSA_MAX_OUTPUTS, error);
  g_autoptr (RensaVariable) y = n_outputs > 0 ? make_probabilities (model, outputs[0], error) : NULL;
  float *values = y != NULL ? read_values (y, n, error) : NULL;

  for (int i = 0; i < n_outputs; i++)
    rensa_variable_unref (outputs[i]);
  return values;
}

static float *
predict (const Model *model, const Question *question, guint *n, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  const guint n_inputs = (guint) rensa_dataset_get_n_fields (rensa_builder_get_train (model->builder)) - 1;
  RensaVariable *inputs[RENSA_MAX_FIELDS] = { NULL };
  gboolean ok = question->n == n_inputs;
  float *values = NULL;

  rensa_modes_get ()->train = FALSE;
  rensa_modes_get ()->enable_backprop = FALSE;
  if (!ok)
    g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "The model takes %u input%s, but %u were given.", n_inputs,
                 n_inputs == 1 ? "" : "s", question->n);
  for (guint i = 0; ok && i < n_inputs; i++)
    {
      inputs[i] = make_input (model, question, i, error);
      ok = inputs[i] != NULL;
    }
  if (ok)
    values = call (model, inputs, n_inputs, n, error);
  for (guint i = 0; i < n_inputs; i++)
    g_clear_pointer (&inputs[i], rensa_variable_unref);
  return values;
}

/* Waits for one; NULL at the end. */
static Question *
take_question (RensaPredictor *predictor)
{
  Question *question;

  pthread_mutex_lock (&predictor->lock);
  while (predictor->waiting == NULL && !predictor->must_end)
    pthread_cond_wait (&predictor->asked, &predictor->lock);
  question = predictor->must_end ? NULL : g_steal_pointer (&predictor->waiting);
  pthread_mutex_unlock (&predictor->lock);
  return question;
}

static void
answer_question (RensaPredictor *predictor, const Model *model, const GError *broken, const Question *question)
{
  GError *error = broken != NULL ? g_error_copy (broken) : NULL;
  guint n = 0;
  float *values = broken == NULL ? predict (model, question, &n, &error) : NULL;

  send_answer (predictor, values, n, error);
}

static void
serve (RensaPredictor *predictor)
{
  g_auto (Model) model = { NULL };
  g_autoptr (GError) broken = NULL;
  Question *question;

  load (predictor, &model, &broken);
  while ((question = take_question (predictor)) != NULL)
    {
      answer_question (predictor, &model, broken, question);
      question_free (question);
    }
}

static gpointer
work (gpointer predictor)
{
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
rensa_predictor_ask (RensaPredictor *predictor, const float *const *inputs, const gsize *sizes, guint n)
{
  Question *question = g_new0 (Question, 1);

  question->n = MIN (n, RENSA_MAX_FIELDS);
  for (guint i = 0; i < question->n; i++)
    {
      question->fields[i] = g_memdup2 (inputs[i], sizes[i] * sizeof (float));
      question->sizes[i] = sizes[i];
    }

  pthread_mutex_lock (&predictor->lock);
  g_clear_pointer (&predictor->waiting, question_free);
  predictor->waiting = question;
  pthread_cond_signal (&predictor->asked);
  pthread_mutex_unlock (&predictor->lock);
}
