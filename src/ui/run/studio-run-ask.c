/* studio-run-ask.c: predictions of a run's model, during and after training.
 * SPDX-License-Identifier: MIT */

#include "rensa-document-values.h"
#include "rensa-iterator.h"
#include "studio-run-private.h"
#include "studio-step.h"

void
studio_run_clear_question (StudioRun *self)
{
  self->answered = NULL;
  self->asker = NULL;
  g_clear_pointer (&self->question, rensa_question_free);
  g_clear_pointer (&self->dataset_root, g_free);
}

static void
hand_over (StudioRun *self, const float *values, guint n, double seconds, const GError *error)
{
  const StudioAnswerFunc answered = self->answered;
  const gpointer asker = self->asker;

  if (answered == NULL)
    return;
  studio_run_clear_question (self);
  answered (values, n, seconds, error, asker);
}

void
studio_run_take_answer (StudioRun *self)
{
  g_autoptr (RensaAnswer) answer = rensa_worker_take_answer (self->worker);

  if (answer != NULL)
    hand_over (self, answer->values, answer->n, answer->seconds, answer->error);
}

static void
predicted (const float *values, guint n, const GError *error, gpointer data)
{
  hand_over (data, values, n, 0, error);
}

static char *
get_weights (StudioRun *self)
{
  return g_build_filename (self->folder, "model.npz", NULL);
}

static void
ask_predictor (StudioRun *self)
{
  const RensaQuestion *question = self->question;

  if (self->predictor == NULL)
    {
      g_autofree char *weights = get_weights (self);

      self->predictor = rensa_predictor_new (self->document, weights, self->dataset_root);
    }
  rensa_predictor_ask (self->predictor, (const float *const *) question->fields, question->sizes, question->n_fields,
                       question->n_examples, predicted, self);
}

void
studio_run_ask_again (StudioRun *self)
{
  if (self->question != NULL)
    ask_predictor (self);
}

gboolean
studio_run_takes_examples (StudioRun *self)
{
  g_autoptr (RensaAttrs) iterator = rensa_document_get_attrs (self->document, "data.iterator", NULL);

  if (!studio_document_can_predict (self->document))
    return FALSE;
  return iterator == NULL || ((const RensaIteratorClass *) rensa_attrs_get_component (iterator))->infer == NULL;
}

gboolean
studio_run_can_answer (StudioRun *self)
{
  g_autofree char *weights = get_weights (self);

  return self->worker != NULL || g_file_test (weights, G_FILE_TEST_IS_REGULAR);
}

void
studio_run_ask (StudioRun *self, const float *inputs, gsize n_values, guint n_examples, const char *dataset_root,
                StudioAnswerFunc func, gpointer data)
{
  studio_run_clear_question (self);
  self->answered = func;
  self->asker = data;
  self->question = rensa_question_new (&inputs, &n_values, 1, n_examples);
  self->dataset_root = g_strdup (dataset_root);
  if (self->worker != NULL)
    rensa_worker_ask (self->worker, rensa_question_new (&inputs, &n_values, 1, n_examples));
  else
    ask_predictor (self);
}

void
studio_run_forget (StudioRun *self, gpointer data)
{
  if (self->asker == data)
    studio_run_clear_question (self);
}
