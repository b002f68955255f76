/* rensa-verdict.h: the result of a run in one sentence, and what to do next.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The main finding about a run. */
typedef enum
{
  RENSA_FINDING_NONE,          /* unknown */
  RENSA_FINDING_GOOD,          /* better than guessing, and no change is indicated */
  RENSA_FINDING_STILL_FALLING, /* the loss would continue to fall */
  RENSA_FINDING_TOO_LATE,      /* the validation was clearly better earlier */
  RENSA_FINDING_TOO_SLOW,      /* the weights have hardly moved */
  RENSA_FINDING_TOO_FAST,      /* the weights have grown or the loss has risen */
  RENSA_FINDING_UNSCALED,      /* the inputs have different scales, and the model has not coped with them */
  RENSA_FINDING_NO_RELATION,   /* no better than guessing, and neither is the simplest model */
  RENSA_FINDING_WEAK,          /* clearly worse than the simplest model */
  RENSA_FINDING_CONSTANT,      /* all training labels are equal */
  RENSA_FINDING_NOT_FINITE,    /* the loss or a parameter became NaN or infinite */
} RensaFinding;

/* The action offered by a button next to the sentence. */
typedef enum
{
  RENSA_ADVICE_NONE,
  RENSA_ADVICE_TRAIN_ON,
  RENSA_ADVICE_USE_BEST,
  RENSA_ADVICE_NORMALIZE,
  RENSA_ADVICE_LOWER_RATE,
  RENSA_ADVICE_RAISE_RATE,
} RensaAdvice;

#define RENSA_N_ADVICES (RENSA_ADVICE_RAISE_RATE + 1)

typedef enum
{
  RENSA_TASK_OTHER,
  RENSA_TASK_CLASSES,
  RENSA_TASK_NUMBERS,
} RensaTask;

/* Why a number is not finite. */
typedef enum
{
  RENSA_CAUSE_UNKNOWN,
  RENSA_CAUSE_DATA,     /* the examples contain such numbers */
  RENSA_CAUSE_FUNCTION, /* a function turns finite numbers into one */
  RENSA_CAUSE_GRADIENT, /* the gradient of a function does */
  RENSA_CAUSE_RATE,     /* the weights have grown too far */
} RensaCause;

/**
 * RensaDiagnosis:
 * @key: (nullable): the name of the value that is not finite; @number is that value
 * @param: (nullable): otherwise the path of the parameter that is not
 * @iteration: after which it was found; 0 if unknown
 * @first, @last: the losses before; NaN if unknown
 * @node, @function: (nullable): source of the number: a node of the document and the name of the
 *   function
 * @input, @output: of the function; @input is NaN if unknown
 * @example: number of the example, from 1; 0 if unknown
 * @column: (nullable): of the data; "" for the labels, NULL for inputs without columns
 * @n_bad, @n_examples: number of examples with such a number in the column, and of examples checked
 * @growth: of the largest weight, relative to the initial ones; NaN if unknown
 */
typedef struct
{
  char *key;
  double number;
  char *param;
  gint64 iteration;
  double first;
  double last;
  RensaCause cause;
  char *node;
  char *function;
  double input;
  double output;
  gint64 example;
  char *column;
  gint64 n_bad;
  gint64 n_examples;
  double growth;
} RensaDiagnosis;

#define RENSA_MOST_REPORTED 4

/* A value that was reported: when it was logged first, and last. */
typedef struct
{
  char *key;
  double first;
  double last;
} RensaReported;

/**
 * RensaVerdictFacts:
 * @is_validation: the figures are of examples that were not learned from
 * @n: examples that were looked at; 0 where that was not possible
 * @n_right, @n_guessed, @n_simple: for classes: number of examples that the model, the largest class
 *   and the simplest model (nearest mean) predict correctly; -1 if unavailable
 * @confused, @confused_with: (nullable): the true class of the commonest mistake, and what it is taken for; @n_confused times
 * @off, @off_guessed, @off_simple: of numbers: the mean distance from the truth, that of the mean, and that of linear least squares; NaN
 *   if there is none
 * @is_constant: all labels for training are equal
 * @is_unscaled: the deviation of an input column is above 100, or above 10 and 100 times that of another
 * @weight_change: length of what training added to the parameters, by that of the first ones; NaN where it is not known
 * @n_entries: of the log; @places in @unit, with the training loss and (nullable) that of the validation
 * @n_losses: how many losses are learned from, of which @losses has the first
 * @reported: the first losses, and the first score of an evaluation, if there is one: all that is known of a task that is not known
 * @is_not_finite: a loss or a parameter is not a finite number, as @diagnosis says
 *
 * All that a verdict depends on.
 */
typedef struct
{
  RensaTask task;
  gboolean is_validation;
  gint64 n;
  gint64 n_right;
  gint64 n_guessed;
  gint64 n_simple;
  char *confused;
  char *confused_with;
  gint64 n_confused;
  double off;
  double off_guessed;
  double off_simple;
  gboolean is_constant;
  gboolean is_unscaled;
  double weight_change;
  guint n_entries;
  double *places;
  double *losses;
  double *validation;
  const char *unit;
  guint n_losses;
  RensaReported reported[RENSA_MOST_REPORTED];
  guint n_reported;
  gboolean is_not_finite;
  RensaDiagnosis diagnosis;
} RensaVerdictFacts;

/* @place: place of the best validation, in the unit of the log, if the advice is to use it;
 *   @record: the sentences as JSON, each a code and its arguments; NULL if there is nothing to say */
typedef struct
{
  RensaFinding finding;
  RensaAdvice advice;
  double place;
  char *record;
} RensaVerdict;

/* Depends only on its argument. */
RensaVerdict *rensa_verdict_new (const RensaVerdictFacts *facts);
void rensa_verdict_free (RensaVerdict *verdict);
void rensa_verdict_facts_clear (RensaVerdictFacts *facts);
/* Returns the sentences of @record in the language and number format of the reader; NULL if it is
 * NULL or cannot be parsed. */
char *rensa_verdict_word (const char *record);
/* The same in a few words, "37 of 45 right · still falling". */
char *rensa_verdict_word_briefly (const char *record);

/* The name used in files, such as "train-on"; "" for none. Unknown names are read as none. */
const char *rensa_advice_get_name (RensaAdvice advice);
RensaAdvice rensa_advice_from_name (const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaVerdict, rensa_verdict_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaVerdictFacts, rensa_verdict_facts_clear)

G_END_DECLS
