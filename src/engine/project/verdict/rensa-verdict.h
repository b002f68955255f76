/* rensa-verdict.h: the result of a run in one sentence, with a suggested next step.
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

/* Reason why a number is not finite. */
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
 * @key: (nullable): name of the value that is not finite; @number is that value
 * @param: (nullable): path of the parameter that is not finite, if it is a parameter
 * @iteration: iteration after which it was found; 0 if unknown
 * @first, @last: first and last loss before that; NaN if unknown
 * @node, @function: (nullable): source of the number: a node of the document and the name of the
 *   function
 * @input, @output: input and output of the function; @input is NaN if unknown
 * @example: number of the example, from 1; 0 if unknown
 * @column: (nullable): column of the data; "" for the labels, NULL for inputs without columns
 * @n_bad, @n_examples: number of examples with a non-finite number in the column, and number of
 *   examples checked
 * @growth: largest weight, relative to the largest initial one; NaN if unknown
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

/* First and last logged values of a reported quantity. */
typedef struct
{
  char *key;
  double first;
  double last;
} RensaReported;

/**
 * RensaVerdictFacts:
 * @is_validation: TRUE if the numbers below are for examples that were not used in training
 * @n: number of examples evaluated; 0 if evaluation was impossible
 * @n_right, @n_guessed, @n_simple: for classes: number of examples that the model, the largest class
 *   and the simplest model (nearest mean) predict correctly; -1 if unavailable
 * @confused, @confused_with, @n_confused: (nullable): true and predicted class of the most common
 *   mistake, and its number
 * @off, @off_guessed, @off_simple: for numbers: mean absolute error of the model, of predicting the
 *   mean, and of linear least squares; NaN if unavailable
 * @is_constant: all training labels are equal
 * @is_unscaled: the standard deviation of an input column is above 100, or above 10 and 100 times
 *   that of another column
 * @weight_change: norm of the change of the parameters in training, relative to that of the initial
 *   ones; NaN if unknown
 * @n_entries: number of log entries; @places: positions in @unit, with the training loss and
 *   (nullable) the validation loss
 * @n_losses: number of minimized losses; @losses contains the first ones
 * @reported: the first losses, and the first score of an evaluation, if there is one; nothing else
 *   is known about a task of unknown kind
 * @is_not_finite: a loss or a parameter is not a finite number; @diagnosis describes it
 *
 * All data on which a verdict depends.
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

/* Returns a verdict that depends only on the argument. */
RensaVerdict *rensa_verdict_new (const RensaVerdictFacts *facts);
void rensa_verdict_free (RensaVerdict *verdict);
void rensa_verdict_facts_clear (RensaVerdictFacts *facts);
/* Returns the sentences of @record in the language and number format of the reader; NULL if it is
 * NULL or cannot be parsed. */
char *rensa_verdict_word (const char *record);
/* Returns the same in a few words, "37 of 45 right · still falling". */
char *rensa_verdict_word_briefly (const char *record);

/* Returns the name used in files, such as "train-on"; "" for none. Unknown names are read as
 * none. */
const char *rensa_advice_get_name (RensaAdvice advice);
RensaAdvice rensa_advice_from_name (const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaVerdict, rensa_verdict_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaVerdictFacts, rensa_verdict_facts_clear)

G_END_DECLS
