/* rensa-verdict-words.c: a verdict in words.
 * SPDX-License-Identifier: MIT */

#include "rensa-verdict-private.h"

#include <math.h>

#include "rensa-language.h"

static char *
write_classes (const RensaVerdictFacts *facts)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, ngettext ("%lld of %lld right", "%lld of %lld right", (gulong) facts->n_right),
                          (long long) facts->n_right, (long long) facts->n);
  if (facts->confused != NULL)
    g_string_append_printf (text, _ ("; mostly “%s” taken for “%s”"), facts->confused, facts->confused_with);
  g_string_append (text, " ");
  if (facts->n_simple >= 0)
    /* Translators: how many are right if one always says the largest class, and if one takes the class whose mean is nearest. */
    g_string_append_printf (text, _ ("(guessing: %lld, nearest mean: %lld)"), (long long) facts->n_guessed,
                            (long long) facts->n_simple);
  else
    g_string_append_printf (text, _ ("(guessing: %lld)"), (long long) facts->n_guessed);
  return g_strdup (text->str);
}

static char *
write_numbers (const RensaVerdictFacts *facts)
{
  if (isfinite (facts->off_simple))
    return g_strdup_printf (_ ("off by %.3g on average (guessing the mean: %.3g, a straight line: %.3g)"), facts->off,
                            facts->off_guessed, facts->off_simple);
  return g_strdup_printf (_ ("off by %.3g on average (guessing the mean: %.3g)"), facts->off, facts->off_guessed);
}

/* "37 of 45 right …, of the training data, because nothing is left for validation" */
static char *
write_result (const RensaVerdictFacts *facts)
{
  g_autofree char *result = NULL;

  if (facts->n == 0 || facts->task == RENSA_TASK_OTHER)
    return NULL;
  result = facts->task == RENSA_TASK_CLASSES ? write_classes (facts) : write_numbers (facts);
  /* Translators: with no validation examples, "45 of 45 right" says little. */
  return facts->is_validation ? g_steal_pointer (&result)
                              : g_strdup_printf (_ ("on the training data itself: %s"), result);
}

static char *
write_place (const RensaVerdictFacts *facts, double place)
{
  const gboolean is_epoch = g_strcmp0 (facts->unit, "epoch") == 0;

  return g_strdup_printf (is_epoch ? _ ("epoch %.4g") : _ ("iteration %.4g"), place);
}

static char *
write_too_late (const RensaVerdictFacts *facts, double place)
{
  g_autofree char *best = write_place (facts, place);

  return g_strdup_printf (_ ("The validation was best at %s and has become worse since."), best);
}

static char *
write_culprit (const RensaVerdictFacts *facts)
{
  if (facts->culprit == NULL)
    return NULL;
  if (isnan (facts->culprit_input))
    return g_strdup_printf (_ ("The function “%s” gives the first such number."), facts->culprit);
  return g_strdup_printf (_ ("The function “%s” gives such a number for %.4g."), facts->culprit, facts->culprit_input);
}

static char *
write_finding (const RensaVerdictFacts *facts, const RensaVerdict *verdict)
{
  switch (verdict->finding)
    {
    case RENSA_FINDING_STILL_FALLING:
      return g_strdup (_ ("The loss was still falling: train on."));
    case RENSA_FINDING_TOO_LATE:
      return write_too_late (facts, verdict->place);
    case RENSA_FINDING_TOO_SLOW:
      return g_strdup_printf (_ ("The weights have moved by only %.2g %%: the learning rate is too small."),
                              100 * facts->weight_change);
    case RENSA_FINDING_TOO_FAST:
      return g_strdup (_ ("The weights did not settle: the learning rate is too large."));
    case RENSA_FINDING_UNSCALED:
      return g_strdup (_ ("The input columns have very different scales: normalize them."));
    case RENSA_FINDING_NO_RELATION:
      return g_strdup (_ ("This is no better than guessing: the inputs do not seem to predict the labels."));
    case RENSA_FINDING_WEAK:
      return g_strdup (_ ("A much simpler model does better: change the model, or its optimizer."));
    case RENSA_FINDING_CONSTANT:
      return g_strdup (_ ("All labels for training are equal: there is nothing to learn."));
    case RENSA_FINDING_NOT_FINITE:
      return write_culprit (facts);
    default:
      return NULL;
    }
}

/* The first letter as at the beginning of a sentence. */
static char *
begin_sentence (const char *text)
{
  const gunichar first = g_unichar_toupper (g_utf8_get_char (text));
  char begin[7] = "";

  g_unichar_to_utf8 (first, begin);
  return g_strconcat (begin, g_utf8_next_char (text), ".", NULL);
}

char *
rensa_verdict_write (const RensaVerdictFacts *facts, const RensaVerdict *verdict)
{
  g_autofree char *result = facts->not_finite == NULL ? write_result (facts) : NULL;
  g_autofree char *finding = write_finding (facts, verdict);
  g_autofree char *first = facts->not_finite != NULL ? g_strconcat (facts->not_finite, ".", NULL)
                           : result != NULL          ? begin_sentence (result)
                                                     : NULL;

  if (first == NULL)
    return finding != NULL ? g_steal_pointer (&finding) : g_strdup ("");
  return finding != NULL ? g_strdup_printf ("%s %s", first, finding) : g_steal_pointer (&first);
}
