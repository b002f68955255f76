/* rensa-question.h: examples for prediction by a model.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-builder.h"
#include "rensa-dataset.h"
#include "rensa-document.h"
#include "rensa-link.h"
#include "rensa-preprocessing.h"

G_BEGIN_DECLS

/**
 * RensaQuestion:
 * @n_fields: number of Input nodes of the model
 * @fields: for each node, @n_examples rows, as in the data set
 * @sizes: length of a row in each field
 *
 * Used by only one thread at a time.
 */
typedef struct
{
  guint n_examples;
  guint n_fields;
  float *fields[RENSA_MAX_FIELDS];
  gsize sizes[RENSA_MAX_FIELDS];
} RensaQuestion;

/* Copies the rows. */
RensaQuestion *rensa_question_new (const float *const *fields, const gsize *sizes, guint n_fields, guint n_examples);
void rensa_question_free (RensaQuestion *question);

/**
 * rensa_question_ask:
 * @model: created by @builder; neither it nor this thread's random generator changes
 * @n: returns the number of values
 *
 * Returns the model's predictions for all examples in order, computed in test mode and without a
 * graph, in the form of the loss: probabilities or raw outputs. Returns NULL with
 * RENSA_ERROR_INVALID if the fields do not fit the model.
 */
float *rensa_question_ask (const RensaQuestion *question, RensaLink *model, RensaBuilder *builder, guint *n,
                           GError **error);

/**
 * RensaAnswer:
 * @values: (nullable): values returned by rensa_question_ask ()
 * @seconds: computing time of the model
 * @error: (nullable): set if there are no values
 */
typedef struct
{
  float *values;
  guint n;
  double seconds;
  GError *error;
} RensaAnswer;

/* Returns the answer, which contains the error if it fails. */
RensaAnswer *rensa_question_answer (const RensaQuestion *question, RensaLink *model, RensaBuilder *builder);
void rensa_answer_free (RensaAnswer *answer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaQuestion, rensa_question_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaAnswer, rensa_answer_free)

G_END_DECLS
