/* rensa-verdict.c: derives the finding about a run.
 * SPDX-License-Identifier: MIT */

#include "rensa-verdict-private.h"

#include <math.h>

/* Relative to their initial norm: below this change, weights have hardly moved; above this one,
 * they have diverged. */
#define LITTLE_CHANGE 0.05
#define MUCH_CHANGE 8
/* Above this change, no result is worth keeping. */
#define WILD_CHANGE 50
/* Relative to the first loss: a smaller decrease is no progress; in the last quarter, a decrease
 * above the second value means that the loss is still falling. */
#define LITTLE_PROGRESS 0.05
#define PROGRESS_LEFT 0.05
/* A validation loss has become worse if it exceeds its minimum by this factor, and by this fraction
 * of the loss of guessing. */
#define RISE 1.1
#define RISE_OF_GUESS 0.2
/* Examples are few: a count is only better than another if it is this many standard deviations above it. */
#define DEVIATIONS 2
/* Ratio to another mean distance that counts as clearly better. */
#define CLEARLY 0.9
#define CLEARLY_LESS 0.95
#define LOSS_GREW 1.5

static const char *const advice_names[RENSA_N_ADVICES] = {
  [RENSA_ADVICE_NONE] = "",
  [RENSA_ADVICE_TRAIN_ON] = "train-on",
  [RENSA_ADVICE_USE_BEST] = "use-best",
  [RENSA_ADVICE_NORMALIZE] = "normalize",
  [RENSA_ADVICE_LOWER_RATE] = "lower-rate",
  [RENSA_ADVICE_RAISE_RATE] = "raise-rate",
};

const char *
rensa_advice_get_name (RensaAdvice advice)
{
  return advice_names[advice];
}

RensaAdvice
rensa_advice_from_name (const char *name)
{
  for (guint i = 0; i < RENSA_N_ADVICES; i++)
    if (g_strcmp0 (name, advice_names[i]) == 0)
      return i;
  return RENSA_ADVICE_NONE;
}

/* Quality */

static gboolean
is_count_above (gint64 a, gint64 b, gint64 n, double deviations)
{
  /* Adds one right and one wrong example, so that nothing is certain with few examples. */
  const double share = ((double) b + 1) / ((double) n + 2);

  return (double) (a - b) > deviations * sqrt (share * (1 - share) * (double) n);
}

static gboolean
has_quality (const RensaVerdictFacts *facts)
{
  return facts->n > 0 && facts->task != RENSA_TASK_OTHER;
}

static gboolean
is_better_than_guessing (const RensaVerdictFacts *facts)
{
  if (facts->task == RENSA_TASK_CLASSES)
    return is_count_above (facts->n_right, facts->n_guessed, facts->n, DEVIATIONS)
           || (facts->n_right == facts->n && facts->n_guessed < facts->n);
  return facts->off < CLEARLY * facts->off_guessed;
}

static gboolean
is_simple_better_than_guessing (const RensaVerdictFacts *facts)
{
  if (facts->task == RENSA_TASK_CLASSES)
    return facts->n_simple >= 0 && is_count_above (facts->n_simple, facts->n_guessed, facts->n, DEVIATIONS);
  return facts->off_simple < CLEARLY * facts->off_guessed;
}

static gboolean
is_worse_than_simple (const RensaVerdictFacts *facts)
{
  if (facts->task == RENSA_TASK_CLASSES)
    return facts->n_simple >= 0 && is_count_above (facts->n_simple, facts->n_right, facts->n, DEVIATIONS);
  return facts->off_simple < CLEARLY * facts->off && facts->off - facts->off_simple > 0.1 * facts->off_guessed;
}

/* Returns TRUE if the model is better than guessing by an amount that may be due to chance, as
 * with few examples, or its best loss is lower than that of a model that uses only the sizes of
 * the classes, which is at least minus the logarithm of the largest fraction. */
static gboolean
may_know_something (const RensaVerdictFacts *facts, double least)
{
  const double share = (double) facts->n_guessed / (double) facts->n;

  return facts->task == RENSA_TASK_CLASSES
         && (is_count_above (facts->n_right, facts->n_guessed, facts->n, 1) || least < CLEARLY_LESS * -log (share));
}

/* Returns TRUE if the result cannot be improved. */
static gboolean
is_perfect (const RensaVerdictFacts *facts)
{
  if (facts->task == RENSA_TASK_CLASSES)
    return facts->n_right == facts->n;
  return facts->off < 0.02 * facts->off_guessed;
}

/* History of the losses */

static double
mean_of (const double *values, guint from, guint until)
{
  double sum = 0;

  for (guint i = from; i < until; i++)
    sum += values[i];
  return sum / (until - from);
}

/* Returns the size of the last quarter of the entries, at least one. */
static guint
count_last (const RensaVerdictFacts *facts)
{
  return MAX (1, facts->n_entries / 4);
}

/* Returns the decrease of the mean of the last quarter from that of the quarter before, relative to
 * the first loss. */
static double
measure_progress (const RensaVerdictFacts *facts, const double *losses)
{
  const guint n = count_last (facts);
  const guint end = facts->n_entries;
  const double scale = fabs (losses[0]);

  if (end < 2 * n || scale == 0)
    return 0;
  return (mean_of (losses, end - 2 * n, end - n) - mean_of (losses, end - n, end)) / scale;
}

static gboolean
is_still_falling (const RensaVerdictFacts *facts)
{
  return facts->n_entries >= 2 && measure_progress (facts, facts->losses) > PROGRESS_LEFT
         && (facts->validation == NULL || measure_progress (facts, facts->validation) > PROGRESS_LEFT / 2);
}

static gboolean
has_hardly_begun (const RensaVerdictFacts *facts)
{
  const double last = facts->n_entries > 0 ? facts->losses[facts->n_entries - 1] : NAN;

  return facts->weight_change < LITTLE_CHANGE && facts->n_entries >= 2
         && facts->losses[0] - last < LITTLE_PROGRESS * fabs (facts->losses[0]);
}

static gboolean
has_run_away (const RensaVerdictFacts *facts)
{
  const guint n = facts->n_entries;
  double least = INFINITY;

  for (guint i = 0; i < n; i++)
    least = fmin (least, facts->losses[i]);
  return facts->weight_change > MUCH_CHANGE
         || (n >= 2 && least > 0 && mean_of (facts->losses, n - count_last (facts), n) > LOSS_GREW * facts->losses[0]);
}

static guint
find_best (const RensaVerdictFacts *facts)
{
  guint best = 0;

  for (guint i = 1; i < facts->n_entries; i++)
    if (facts->validation[i] < facts->validation[best])
      best = i;
  return best;
}

/* Returns the loss of an untrained model: the first entry or, for classes, that of guessing the
 * largest one. */
static double
estimate_first_loss (const RensaVerdictFacts *facts)
{
  const double first = fabs (facts->validation[0]);

  if (facts->task != RENSA_TASK_CLASSES || facts->n_guessed <= 0)
    return first;
  return fmax (first, -log ((double) facts->n_guessed / (double) facts->n));
}

/* Compares the mean of the last entries, because a single one is too noisy. */
static gboolean
is_too_late (const RensaVerdictFacts *facts, guint best)
{
  const guint n = facts->n_entries;
  const guint n_last = MIN (3, count_last (facts));
  const double least = facts->validation[best];
  const double last = mean_of (facts->validation, n - n_last, n);

  return n >= 4 && best < n - n / 4 && last > least + (RISE - 1) * fabs (least)
         && last - least > RISE_OF_GUESS * estimate_first_loss (facts);
}

/* Judgement */

static RensaFinding
find_fault (const RensaVerdictFacts *facts)
{
  const gboolean simple_is_better = is_simple_better_than_guessing (facts);

  /* Without a common scale of the inputs, every rate is too small for some weights and too large for
   * others. */
  if (facts->is_unscaled && (simple_is_better || has_hardly_begun (facts)))
    return RENSA_FINDING_UNSCALED;
  if (has_hardly_begun (facts))
    return RENSA_FINDING_TOO_SLOW;
  if (has_run_away (facts))
    return RENSA_FINDING_TOO_FAST;
  if (is_still_falling (facts))
    return RENSA_FINDING_STILL_FALLING;
  if (facts->is_unscaled)
    return RENSA_FINDING_UNSCALED;
  return simple_is_better ? RENSA_FINDING_WEAK : RENSA_FINDING_NO_RELATION;
}

static RensaFinding
judge_quality (const RensaVerdictFacts *facts)
{
  if (facts->is_constant)
    return RENSA_FINDING_CONSTANT;
  if (!is_better_than_guessing (facts) || is_worse_than_simple (facts))
    return find_fault (facts);
  return RENSA_FINDING_GOOD;
}

static RensaFinding
judge (const RensaVerdictFacts *facts)
{
  const gboolean has_validation = facts->validation != NULL && facts->n_entries > 0;
  const gboolean is_late = has_validation && is_too_late (facts, find_best (facts));
  const gboolean is_done = has_quality (facts) && is_perfect (facts);
  RensaFinding finding = RENSA_FINDING_NONE;

  if (facts->is_not_finite)
    return RENSA_FINDING_NOT_FINITE;
  if (has_quality (facts))
    finding = judge_quality (facts);
  else if (facts->n_entries == 0 || facts->n_losses > 1)
    /* Losses that work against one another need not fall. */
    return facts->weight_change > WILD_CHANGE ? RENSA_FINDING_TOO_FAST : RENSA_FINDING_NONE;
  if (finding == RENSA_FINDING_NO_RELATION && is_late
      && may_know_something (facts, facts->validation[find_best (facts)]))
    return RENSA_FINDING_TOO_LATE;
  if (is_done || (finding != RENSA_FINDING_NONE && finding != RENSA_FINDING_GOOD && finding != RENSA_FINDING_WEAK))
    return finding;
  if (facts->weight_change > WILD_CHANGE)
    return RENSA_FINDING_TOO_FAST;
  if (is_late)
    return RENSA_FINDING_TOO_LATE;
  return finding != RENSA_FINDING_WEAK && is_still_falling (facts) ? RENSA_FINDING_STILL_FALLING : finding;
}

/* Large inputs, of a function or of the model, may be the cause. */
gboolean
rensa_diagnosis_blames_scale (const RensaVerdictFacts *facts)
{
  const RensaDiagnosis *diagnosis = &facts->diagnosis;

  return facts->is_unscaled
         && (diagnosis->cause == RENSA_CAUSE_RATE
             || (diagnosis->cause == RENSA_CAUSE_FUNCTION && isinf (diagnosis->output) && fabs (diagnosis->input) > 1));
}

static RensaAdvice
advise (const RensaVerdictFacts *facts, RensaFinding finding)
{
  switch (finding)
    {
    case RENSA_FINDING_STILL_FALLING:
      return RENSA_ADVICE_TRAIN_ON;
    case RENSA_FINDING_TOO_LATE:
      return RENSA_ADVICE_USE_BEST;
    case RENSA_FINDING_TOO_SLOW:
      return RENSA_ADVICE_RAISE_RATE;
    case RENSA_FINDING_TOO_FAST:
      return RENSA_ADVICE_LOWER_RATE;
    case RENSA_FINDING_UNSCALED:
      return RENSA_ADVICE_NORMALIZE;
    case RENSA_FINDING_NOT_FINITE:
      if (rensa_diagnosis_blames_scale (facts))
        return RENSA_ADVICE_NORMALIZE;
      return facts->diagnosis.cause == RENSA_CAUSE_RATE ? RENSA_ADVICE_LOWER_RATE : RENSA_ADVICE_NONE;
    default:
      return RENSA_ADVICE_NONE;
    }
}

RensaVerdict *
rensa_verdict_new (const RensaVerdictFacts *facts)
{
  RensaVerdict *verdict = g_new0 (RensaVerdict, 1);

  verdict->finding = judge (facts);
  verdict->advice = advise (facts, verdict->finding);
  if (verdict->advice == RENSA_ADVICE_USE_BEST)
    verdict->place = facts->places[find_best (facts)];
  verdict->record = rensa_verdict_make_record (facts, verdict);
  return verdict;
}

void
rensa_verdict_free (RensaVerdict *verdict)
{
  g_free (verdict->record);
  g_free (verdict);
}

void
rensa_verdict_facts_clear (RensaVerdictFacts *facts)
{
  g_free (facts->confused);
  g_free (facts->confused_with);
  g_free (facts->places);
  g_free (facts->losses);
  g_free (facts->validation);
  for (guint i = 0; i < facts->n_reported; i++)
    g_free (facts->reported[i].key);
  rensa_diagnosis_clear (&facts->diagnosis);
}

void
rensa_diagnosis_clear (RensaDiagnosis *diagnosis)
{
  g_free (diagnosis->key);
  g_free (diagnosis->param);
  g_free (diagnosis->node);
  g_free (diagnosis->function);
  g_free (diagnosis->column);
}
