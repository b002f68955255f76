/* rensa-question.c: examples that a model is asked about.
 * SPDX-License-Identifier: MIT */

#include "rensa-question.h"

#include "rensa-functions.h"
#include "rensa-json.h"
#include "rensa-late-check.h"
#include "rensa-links.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"
#include "rensa-fault.h"
#include "rensa-language.h"

/* Examples that go through the model together: few enough for what a large model makes of them. */
#define BATCH 256

RensaQuestion *
rensa_question_new (const float *const *fields, const gsize *sizes, guint n_fields, guint n_examples)
{
  RensaQuestion *question = g_new0 (RensaQuestion, 1);

  question->n_examples = n_examples;
  question->n_fields = MIN (n_fields, RENSA_MAX_FIELDS);
  for (guint i = 0; i < question->n_fields; i++)
    {
      question->fields[i] = g_memdup2 (fields[i], n_examples * sizes[i] * sizeof (float));
      question->sizes[i] = sizes[i];
    }
  return question;
}

void
rensa_question_free (RensaQuestion *question)
{
  for (guint i = 0; i < question->n_fields; i++)
    g_free (question->fields[i]);
  g_free (question);
}

static gboolean
check (const RensaQuestion *question, RensaPreprocessing *preprocessing, GError **error)
{
  RensaDataset *like = rensa_preprocessing_get_source (preprocessing);
  const guint n_inputs = (guint) rensa_dataset_get_n_fields (like) - 1;

  if (question->n_fields != n_inputs)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       ngettext ("The model takes %u input, but %u were given.",
                                 "The model takes %u inputs, but %u were given.", n_inputs),
                       n_inputs, question->n_fields);
      return FALSE;
    }
  for (guint i = 0; i < n_inputs; i++)
    {
      RensaType type;

      rensa_dataset_get_field_type (like, (int) i, &type);
      if (type.n_sequences > 0)
        {
          rensa_set_words (
              error, RENSA_ERROR_INVALID,
              N_ ("Input %u of the model takes sequences, which cannot be tried here; previews show what becomes of them."),
              i + 1);
          return FALSE;
        }
      if ((gint64) question->sizes[i] == rensa_shape_count (&type.shape))
        continue;
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("Input %u of the model takes %lld values, but %zu were given."),
                       i + 1, (long long) rensa_shape_count (&type.shape), question->sizes[i]);
      return FALSE;
    }
  return TRUE;
}

/* Field @i of the @n examples from @first on, on @device; the first as the preprocessing leaves it. */
static RensaVariable *
make_input (const RensaQuestion *question, const RensaDevice *device, RensaPreprocessing *preprocessing, guint i,
            guint first, guint n, GError **error)
{
  RensaType type;
  g_autoptr (RensaArray) floats = NULL;
  g_autoptr (RensaArray) cast = NULL;
  g_autoptr (RensaArray) prepared = NULL;
  g_autoptr (RensaArray) placed = NULL;

  rensa_dataset_get_field_type (rensa_preprocessing_get_source (preprocessing), (int) i, &type);
  memmove (type.shape.dims + 1, type.shape.dims, (gsize) type.shape.ndim * sizeof *type.shape.dims);
  type.shape.dims[0] = n;
  type.shape.ndim++;
  floats =
      rensa_array_new_from_host (RENSA_FLOAT32, &type.shape, question->fields[i] + first * question->sizes[i], error);
  cast = rensa_array_cast (floats, type.dtype, error);
  prepared =
      i > 0 && cast != NULL ? rensa_array_ref (cast) : rensa_preprocessing_apply (preprocessing, cast, -1, error);
  placed = rensa_array_to_device (prepared, device, error);
  return rensa_variable_new_constant (placed);
}

/* Appends the elements of @y. */
static gboolean
append_values (GArray *values, RensaVariable *y, GError **error)
{
  g_autoptr (RensaArray) floats = rensa_array_cast (rensa_variable_get_array (y), RENSA_FLOAT32, error);
  const guint before = values->len;

  if (floats == NULL)
    return FALSE;

  g_array_set_size (values, before + (guint) rensa_array_get_count (floats));
  return rensa_array_to_host (floats, &g_array_index (values, float, before), error);
}

/* Nothing goes on from one question to the next. */
static gboolean
call (RensaLink *predictor, RensaPrediction prediction, RensaVariable *const *inputs, guint n_inputs, GArray *values,
      GError **error)
{
  RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };
  GPtrArray *state = rensa_link_take_state (predictor);
  const int n_outputs = rensa_link_call_n (predictor, inputs, (int) n_inputs, outputs, RENSA_MAX_OUTPUTS, error);
  g_autoptr (RensaVariable) y = n_outputs > 0 ? rensa_prediction_make (outputs[0], prediction, error) : NULL;
  const gboolean ok = y != NULL && append_values (values, y, error);

  rensa_link_restore_state (predictor, state);
  rensa_variables_clear (outputs, MAX (n_outputs, 0));
  return rensa_late_checks_read (error) && ok;
}

static gboolean
ask_batch (const RensaQuestion *question, RensaLink *predictor, RensaBuilder *builder, guint first, guint n,
           GArray *values, GError **error)
{
  RensaPreprocessing *preprocessing = rensa_builder_get_preprocessing (builder);
  RensaVariable *inputs[RENSA_MAX_FIELDS] = { NULL };
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < question->n_fields; i++)
    {
      inputs[i] = make_input (question, rensa_link_get_device (predictor), preprocessing, i, first, n, error);
      ok = inputs[i] != NULL;
    }
  ok = ok && call (predictor, rensa_builder_get_prediction (builder), inputs, question->n_fields, values, error);
  for (guint i = 0; i < question->n_fields; i++)
    g_clear_pointer (&inputs[i], rensa_variable_unref);
  return ok;
}

float *
rensa_question_ask (const RensaQuestion *question, RensaLink *model, RensaBuilder *builder, guint *n, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  /* Functions that draw numbers in test mode too must not take those of the training. */
  const RensaRandom random = *rensa_random_get_default ();
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (float));
  RensaLink *predictor = rensa_builder_find_predictor (builder, model, error);
  gboolean ok = predictor != NULL && check (question, rensa_builder_get_preprocessing (builder), error);

  rensa_modes_get ()->train = FALSE;
  rensa_modes_get ()->enable_backprop = FALSE;
  for (guint first = 0; ok && first < question->n_examples; first += BATCH)
    ok = ask_batch (question, predictor, builder, first, MIN (BATCH, question->n_examples - first), values, error);
  *rensa_random_get_default () = random;
  if (!ok)
    return NULL;

  *n = values->len;
  return (float *) g_array_free (g_steal_pointer (&values), FALSE);
}

RensaAnswer *
rensa_question_answer (const RensaQuestion *question, RensaLink *model, RensaBuilder *builder)
{
  const gint64 before = g_get_monotonic_time ();
  RensaAnswer *answer = g_new0 (RensaAnswer, 1);

  answer->values = rensa_question_ask (question, model, builder, &answer->n, &answer->error);
  answer->seconds = (double) (g_get_monotonic_time () - before) / G_USEC_PER_SEC;
  return answer;
}

void
rensa_answer_free (RensaAnswer *answer)
{
  g_free (answer->values);
  g_clear_error (&answer->error);
  g_free (answer);
}
