/* rensa-question.h: examples that a model is asked about.
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
 * @n_fields: as many as the model has Input nodes
 * @fields: of each, @n_examples rows, as the data set gives its own
 * @sizes: numbers in a row
 *
 * Belongs to one thread at a time.
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
 * @model: what @builder makes; nothing of it changes, nor does this thread's generator
 * @n: gets the number of values
 *
 * What the model gives for each example, one after the other, in test mode and without a graph: predictions, as
 * the loss has them: probabilities or the outputs themselves. NULL with RENSA_ERROR_INVALID where the
 * fields do not fit the model.
 */
float *rensa_question_ask (const RensaQuestion *question, RensaLink *model, RensaBuilder *builder, guint *n,
                           GError **error);

/**
 * RensaAnswer:
 * @values: (nullable): as rensa_question_ask () gives them
 * @seconds: that the model took
 * @error: (nullable): where there are no values
 */
typedef struct
{
  float *values;
  guint n;
  double seconds;
  GError *error;
} RensaAnswer;

/* Never fails: what is wrong stands in the answer. */
RensaAnswer *rensa_question_answer (const RensaQuestion *question, RensaLink *model, RensaBuilder *builder);
void rensa_answer_free (RensaAnswer *answer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaQuestion, rensa_question_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaAnswer, rensa_answer_free)

G_END_DECLS
