/* rensa-verdict-record.c: encodes a verdict as codes with arguments.
 * SPDX-License-Identifier: MIT */

#include "rensa-verdict-private.h"

#include <math.h>

#include "rensa-json.h"

/* A new sentence; borrowed. */
static RensaJson *
say (RensaJson *sentences, const char *code)
{
  RensaJson *sentence = json_object_new_object ();

  json_object_object_add (sentence, "code", json_object_new_string (code));
  json_object_array_add (sentences, sentence);
  return sentence;
}

static void
add_text (RensaJson *sentence, const char *name, const char *text)
{
  json_object_object_add (sentence, name, json_object_new_string (text));
}

static void
add_count (RensaJson *sentence, const char *name, gint64 count)
{
  json_object_object_add (sentence, name, json_object_new_int64 (count));
}

/* A whole number is a count, which is shown without decimals in every language. */
static void
add_number (RensaJson *sentence, const char *name, double number)
{
  if (number == floor (number) && fabs (number) < 1e15)
    add_count (sentence, name, (gint64) number);
  else
    json_object_object_add (sentence, name, rensa_json_new_double (number));
}

/* The result */

static void
say_classes (RensaJson *sentences, const RensaVerdictFacts *facts)
{
  g_autofree char *code =
      g_strconcat (facts->is_validation ? "right" : "right-in-training", facts->confused != NULL ? "-confused" : "",
                   facts->n_simple >= 0 ? "-nearest" : "", NULL);
  RensaJson *sentence = say (sentences, code);

  add_count (sentence, "right", facts->n_right);
  add_count (sentence, "n", facts->n);
  add_count (sentence, "guessed", facts->n_guessed);
  if (facts->n_simple >= 0)
    add_count (sentence, "nearest", facts->n_simple);
  if (facts->confused != NULL)
    {
      add_text (sentence, "class", facts->confused);
      add_text (sentence, "other", facts->confused_with);
    }
}

static void
say_numbers (RensaJson *sentences, const RensaVerdictFacts *facts)
{
  g_autofree char *code =
      g_strconcat (facts->is_validation ? "off" : "off-in-training", isfinite (facts->off_simple) ? "-line" : "", NULL);
  RensaJson *sentence = say (sentences, code);

  add_number (sentence, "off", facts->off);
  add_number (sentence, "guessed", facts->off_guessed);
  if (isfinite (facts->off_simple))
    add_number (sentence, "line", facts->off_simple);
}

/* For a model that cannot make predictions, only repeats the reported values. */
static void
say_reports (RensaJson *sentences, const RensaVerdictFacts *facts)
{
  for (guint i = 0; i < facts->n_reported; i++)
    {
      const RensaReported *reported = &facts->reported[i];
      RensaJson *sentence = say (sentences, facts->n_entries > 1 ? "reported" : "reported-once");

      add_text (sentence, "key", reported->key);
      add_number (sentence, "first", reported->first);
      add_number (sentence, "last", reported->last);
    }
}

/* Values that are not finite, and their causes */

static void
say_place (RensaJson *sentences, const RensaDiagnosis *diagnosis)
{
  RensaJson *sentence;

  if (diagnosis->param == NULL && diagnosis->key == NULL)
    return;
  if (diagnosis->param != NULL)
    {
      sentence = say (sentences, diagnosis->iteration > 0 ? "param" : "param-first");
      add_text (sentence, "param", diagnosis->param);
    }
  else if (g_strcmp0 (diagnosis->key, "main/loss") == 0)
    sentence = say (sentences, isnan (diagnosis->number) ? "loss-nan" : "loss-infinite");
  else
    {
      sentence = say (sentences, isnan (diagnosis->number) ? "value-nan" : "value-infinite");
      add_text (sentence, "key", diagnosis->key);
    }
  if (diagnosis->iteration > 0)
    add_count (sentence, "iteration", diagnosis->iteration);
}

static void
say_data (RensaJson *sentences, const RensaDiagnosis *diagnosis)
{
  const gboolean is_column = diagnosis->column != NULL && diagnosis->column[0] != '\0';
  RensaJson *sentence = say (sentences, is_column                   ? "bad-column"
                                        : diagnosis->column != NULL ? "bad-labels"
                                                                    : "bad-inputs");

  if (is_column)
    add_text (sentence, "column", diagnosis->column);
  add_count (sentence, "bad", diagnosis->n_bad);
  add_count (sentence, "n", diagnosis->n_examples);
  add_count (sentence, "example", diagnosis->example);
}

static void
say_function (RensaJson *sentences, const RensaDiagnosis *diagnosis)
{
  const gboolean has_input = isfinite (diagnosis->input);
  const gboolean has_example = has_input && diagnosis->example > 0;
  g_autofree char *code = g_strconcat (diagnosis->node != NULL ? "node" : "function", has_input ? "-input" : "",
                                       has_example ? "-example" : "", NULL);
  RensaJson *sentence = say (sentences, code);

  if (diagnosis->node != NULL)
    add_text (sentence, "node", diagnosis->node);
  add_text (sentence, "function", diagnosis->function);
  add_text (sentence, "output", isnan (diagnosis->output) ? "NaN" : diagnosis->output > 0 ? "∞" : "−∞");
  if (has_input)
    add_number (sentence, "input", diagnosis->input);
  if (has_example)
    add_count (sentence, "example", diagnosis->example);
}

static void
say_gradient (RensaJson *sentences, const RensaDiagnosis *diagnosis)
{
  RensaJson *sentence = say (sentences, diagnosis->node != NULL ? "gradient-node" : "gradient");

  if (diagnosis->node != NULL)
    add_text (sentence, "node", diagnosis->node);
  add_text (sentence, "function", diagnosis->function);
}

static void
say_rate (RensaJson *sentences, const RensaDiagnosis *diagnosis)
{
  RensaJson *sentence;

  if (diagnosis->growth > 1)
    {
      sentence = say (sentences, "rate-weights");
      add_number (sentence, "times", diagnosis->growth);
    }
  else if (fabs (diagnosis->last) > fabs (diagnosis->first))
    {
      sentence = say (sentences, "rate-loss");
      add_number (sentence, "first", diagnosis->first);
      add_number (sentence, "last", diagnosis->last);
    }
  else
    say (sentences, "rate");
}

static void
say_diagnosis (RensaJson *sentences, const RensaVerdictFacts *facts)
{
  const RensaDiagnosis *diagnosis = &facts->diagnosis;

  say_place (sentences, diagnosis);
  if (diagnosis->cause == RENSA_CAUSE_DATA)
    say_data (sentences, diagnosis);
  if (diagnosis->cause == RENSA_CAUSE_GRADIENT)
    say_gradient (sentences, diagnosis);
  else if (diagnosis->function != NULL)
    say_function (sentences, diagnosis);
  if (rensa_diagnosis_blames_scale (facts))
    say (sentences, "unscaled");
  else if (diagnosis->cause == RENSA_CAUSE_RATE)
    say_rate (sentences, diagnosis);
}

/* Advice */

static void
say_too_late (RensaJson *sentences, const RensaVerdictFacts *facts, double place)
{
  const gboolean is_epoch = g_strcmp0 (facts->unit, "epoch") == 0;

  add_number (say (sentences, is_epoch ? "best-at-epoch" : "best-at-iteration"), "place", place);
}

static void
say_finding (RensaJson *sentences, const RensaVerdictFacts *facts, const RensaVerdict *verdict)
{
  static const char *const codes[] = {
    [RENSA_FINDING_STILL_FALLING] = "still-falling",
    [RENSA_FINDING_TOO_FAST] = "too-fast",
    [RENSA_FINDING_UNSCALED] = "unscaled",
    [RENSA_FINDING_NO_RELATION] = "no-relation",
    [RENSA_FINDING_WEAK] = "weak",
    [RENSA_FINDING_CONSTANT] = "constant",
    [RENSA_FINDING_NOT_FINITE] = NULL,
  };

  if (verdict->finding == RENSA_FINDING_TOO_LATE)
    say_too_late (sentences, facts, verdict->place);
  else if (verdict->finding == RENSA_FINDING_TOO_SLOW)
    add_number (say (sentences, "too-slow"), "percent", 100 * facts->weight_change);
  else if (codes[verdict->finding] != NULL)
    say (sentences, codes[verdict->finding]);
}

char *
rensa_verdict_make_record (const RensaVerdictFacts *facts, const RensaVerdict *verdict)
{
  g_autoptr (RensaJson) sentences = json_object_new_array ();

  if (facts->is_not_finite)
    say_diagnosis (sentences, facts);
  else if (facts->task == RENSA_TASK_CLASSES && facts->n > 0)
    say_classes (sentences, facts);
  else if (facts->task == RENSA_TASK_NUMBERS && facts->n > 0)
    say_numbers (sentences, facts);
  else
    say_reports (sentences, facts);
  say_finding (sentences, facts, verdict);
  if (json_object_array_length (sentences) == 0)
    return NULL;
  return g_strdup (json_object_to_json_string_ext (sentences, JSON_C_TO_STRING_PLAIN));
}
