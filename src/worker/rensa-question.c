/* rensa-question.c: examples for prediction by a model.
 * SPDX-License-Identifier: MIT */

#include "rensa-question.h"

#include "rensa-primitives.h"
#include "rensa-fault.h"
#include "rensa-language.h"

/* Batch size, small enough for the intermediate arrays of a large model. */
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
                       ngettext ("The model expects %u input, but %u were given.",
                                 "The model expects %u inputs, but %u were given.", n_inputs),
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
              N_ ("Input %u of the model expects sequences, which cannot be tried here; use previews to see the "
                  "results."),
              i + 1);
          return FALSE;
        }
      if ((gint64) question->sizes[i] == rensa_shape_count (&type.shape))
        continue;
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("Input %u of the model expects %lld values, but %zu were "
                           "given."),
                       i + 1, (long long) rensa_shape_count (&type.shape), question->sizes[i]);
      return FALSE;
    }
  return TRUE;
}

/* Returns field @i of @n examples, starting with @first. */
static RensaArray *
make_input (const RensaQuestion *question, RensaPreprocessing *preprocessing, guint i, guint first, guint n,
            GError **error)
{
  RensaType type;
  g_autoptr (RensaArray) floats = NULL;

  rensa_dataset_get_field_type (rensa_preprocessing_get_source (preprocessing), (int) i, &type);
  memmove (type.shape.dims + 1, type.shape.dims, (gsize) type.shape.ndim * sizeof *type.shape.dims);
  type.shape.dims[0] = n;
  type.shape.ndim++;
  floats =
      rensa_array_new_from_host (RENSA_FLOAT32, &type.shape, question->fields[i] + first * question->sizes[i], error);
  return rensa_array_cast (floats, type.dtype, error);
}

/* Appends the elements of @y. */
static gboolean
append_values (GArray *values, RensaArray *y, GError **error)
{
  g_autoptr (RensaArray) floats = rensa_array_cast (y, RENSA_FLOAT32, error);
  const guint before = values->len;

  if (floats == NULL)
    return FALSE;

  g_array_set_size (values, before + (guint) rensa_array_get_count (floats));
  return rensa_array_to_host (floats, &g_array_index (values, float, before), error);
}

static gboolean
ask_batch (const RensaQuestion *question, RensaLink *predictor, RensaBuilder *builder, guint first, guint n,
           GArray *values, GError **error)
{
  RensaPreprocessing *preprocessing = rensa_builder_get_preprocessing (builder);
  RensaArray *inputs[RENSA_MAX_FIELDS] = { NULL };
  g_autoptr (RensaArray) y = NULL;
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < question->n_fields; i++)
    {
      inputs[i] = make_input (question, preprocessing, i, first, n, error);
      ok = inputs[i] != NULL;
    }
  y = ok ? rensa_builder_ask (builder, predictor, inputs, question->n_fields, error) : NULL;
  rensa_arrays_clear (inputs, (int) question->n_fields);
  return y != NULL && append_values (values, y, error);
}

float *
rensa_question_ask (const RensaQuestion *question, RensaLink *model, RensaBuilder *builder, guint *n, GError **error)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (float));
  RensaLink *predictor = rensa_builder_find_predictor (builder, model, error);
  gboolean ok = predictor != NULL && check (question, rensa_builder_get_preprocessing (builder), error);

  for (guint first = 0; ok && first < question->n_examples; first += BATCH)
    ok = ask_batch (question, predictor, builder, first, MIN (BATCH, question->n_examples - first), values, error);
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
