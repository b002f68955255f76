/* tags.c: Tags, a tagger's predictions for each word.
 * SPDX-License-Identifier: MIT */

#include "rensa-extensions.h"
#include "rensa-fault.h"
#include "rensa-functions.h"
#include "rensa-language.h"
#include "rensa-preview-maker.h"
#include "rensa-primitives.h"
#include "rensa-wire-call.h"

#define EXAMPLES "validation"

typedef struct
{
  char *model;
  char *crf;
  gint64 n;
  gint64 n_scored;
  char *filename;
} Tags;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (Tags, model, .names = RENSA_NAMES_MODEL, .initial_text = "tagger", .title = N_ ("Model"),
                     .hint = N_ ("Model that takes a sequence of tokens and returns tag scores for each token")),
  RENSA_ATTR_STRING (
      Tags, crf, .names = RENSA_NAMES_LINK, .none = TRUE, .allow_none = TRUE, .title = N_ ("Conditional Random Field"),
      .hint = N_ ("CRF1d of the step that finds the best tag sequence; None selects the best tag for each token")),
  RENSA_ATTR_INT (Tags, n, .initial = 10, .min = 1, .max = 1000, .title = N_ ("Examples"),
                  .hint = N_ ("Number of validation examples shown")),
  RENSA_ATTR_INT (Tags, n_scored, .initial = 1000, .min = 1, .max = 1e6, .title = N_ ("Scored Examples"),
                  .hint = N_ ("Number of examples on which to report the share of correct tags and fully correct "
                              "sequences")),
  RENSA_ATTR_FILE_PATTERN (Tags, filename, .initial_text = "tags_iter_{.updater.iteration}.txt",
                           .title = N_ ("File Name"),
                           .hint = N_ ("{.updater.iteration} and {.updater.epoch} are replaced by their values")),
};

enum
{
  WORDS,
  TAGS,
  N_FIELDS,
};

typedef struct
{
  const Tags *values;
  RensaExtension *extension;
  RensaPreviewSequences *examples;
} Task;

/* Returns the best tags under the conditional random field. */
static RensaArray *
decode (RensaLink *crf, RensaVariable *scores, GError **error)
{
  RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };
  const int n = rensa_link_call_wired (crf, &scores, 1, outputs, RENSA_MAX_OUTPUTS, error);
  RensaArray *path = n == 2 ? rensa_array_ref (rensa_variable_get_array (outputs[1])) : NULL;

  if (n >= 0 && path == NULL)
    rensa_set_words (error, RENSA_ERROR_INVALID,
                     N_ ("%s: the conditional random field returns no path through the "
                         "tags"),
                     "Tags");
  rensa_variables_clear (outputs, MAX (n, 0));
  return path;
}

static RensaArray *
find_best (RensaVariable *scores, GError **error)
{
  g_autoptr (RensaVariable) best = rensa_argmax (scores, 1, error);
  RensaArray *array = best != NULL ? rensa_variable_get_array (best) : NULL;

  if (array == NULL)
    return NULL;
  rensa_array_set_lengths (array, rensa_array_get_lengths (rensa_variable_get_array (scores)));
  return rensa_array_ref (array);
}

/* Returns sequences of tags, as long as those of the words. */
static RensaArray *
predict (const Task *self, RensaLink *target, GError **error)
{
  RensaLink *model = rensa_preview_find_link (self->extension, target, self->values->model, error);
  RensaLink *crf = model != NULL && self->values->crf != NULL
                       ? rensa_preview_find_link (self->extension, target, self->values->crf, error)
                       : NULL;
  g_autoptr (RensaArray) words = NULL;
  g_autoptr (RensaVariable) x = NULL;
  g_autoptr (RensaVariable) scores = NULL;
  g_autoptr (RensaArray) tags = NULL;

  if (model == NULL || (self->values->crf != NULL && crf == NULL))
    return NULL;
  words = rensa_array_to_device (self->examples->fields[WORDS], rensa_link_get_device (target), error);
  x = rensa_variable_new_constant (words);
  scores = x != NULL ? rensa_link_call (model, x, error) : NULL;
  if (scores == NULL)
    return NULL;
  tags = crf != NULL ? decode (crf, scores, error) : find_best (scores, error);
  if (tags == NULL
      || (rensa_array_get_lengths (tags) != NULL && rensa_array_get_ndim (tags) == 1
          && rensa_lengths_equal (rensa_array_get_lengths (tags), rensa_array_get_lengths (words))))
    return g_steal_pointer (&tags);
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: the model does not return tag scores for each token"), "Tags");
  return NULL;
}

typedef struct
{
  double n_tokens;
  double n_right;
  double n_whole;
} Score;

static void
add_name (GString *text, const char *const *names, gint32 number)
{
  g_autoptr (GArray) one = g_array_new (FALSE, FALSE, sizeof (gint32));

  g_array_append_val (one, number);
  rensa_preview_add_tokens (text, names, one);
}

/* Adds a line such as "meet/O anna/B-PERSON"; the right tag follows a wrong one: "june/B-DAY≠B-PERSON". */
static void
add_example (const Task *self, const GArray *words, const GArray *tags, const GArray *wanted, GString *text)
{
  const char *const *names = rensa_extension_get_label_names (self->extension);
  const char *const *tokens = rensa_extension_get_tokens (self->extension);

  for (guint i = 0; i < words->len; i++)
    {
      const gint32 tag = g_array_index (tags, gint32, i);
      const gint32 right = g_array_index (wanted, gint32, i);

      g_string_append (text, i > 0 ? " " : "");
      add_name (text, tokens, g_array_index (words, gint32, i));
      g_string_append_c (text, '/');
      add_name (text, names, tag);
      if (tag == right)
        continue;
      g_string_append (text, "≠");
      add_name (text, names, right);
    }
  g_string_append (text, "\n\n");
}

static gboolean
take_example (const Task *self, RensaArray *predicted, gint64 i, Score *score, GString *text, GError **error)
{
  g_autoptr (GArray) words = rensa_preview_dup_tokens (self->examples->fields[WORDS], i, 0, error);
  g_autoptr (GArray) wanted =
      words != NULL ? rensa_preview_dup_tokens (self->examples->fields[TAGS], i, 0, error) : NULL;
  g_autoptr (GArray) tags = wanted != NULL ? rensa_preview_dup_tokens (predicted, i, 0, error) : NULL;
  guint n_right = 0;

  if (tags == NULL)
    return FALSE;
  for (guint j = 0; j < tags->len; j++)
    n_right += g_array_index (tags, gint32, j) == g_array_index (wanted, gint32, j);
  score->n_tokens += tags->len;
  score->n_right += n_right;
  score->n_whole += n_right == tags->len;
  if (i < self->values->n)
    add_example (self, words, tags, wanted, text);
  return TRUE;
}

static gboolean
describe (const Task *self, RensaArray *predicted, RensaPreviewed *previewed, GError **error)
{
  const gint64 n = rensa_lengths_count (rensa_array_get_lengths (predicted));
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *score_text = NULL;
  Score score = { 0 };

  for (gint64 i = 0; i < n; i++)
    if (!take_example (self, predicted, i, &score, text, error))
      return FALSE;
  rensa_report_number ("tag_accuracy", score.n_right / score.n_tokens, NULL);
  rensa_report_number ("exact_match", score.n_whole / (double) n, NULL);
  /* Translators: how many tags are right. */
  g_string_prepend (text, "\n\n");
  score_text = g_strdup_printf (_ ("correct tags %.3f, correct sequences %.3f of %lld"), score.n_right / score.n_tokens,
                                score.n_whole / (double) n, (long long) n);
  g_string_prepend (text, score_text);
  previewed->text = g_string_free (g_steal_pointer (&text), FALSE);
  return TRUE;
}

static gboolean
preview (RensaExtension *extension, RensaLink *target, RensaPreviewed *previewed, GError **error)
{
  g_auto (RensaPreviewSequences) examples = { { NULL } };
  const Task self = { rensa_extension_get_values (extension), extension, &examples };
  g_autoptr (RensaArray) predicted = NULL;

  if (!rensa_preview_get_sequences (extension, EXAMPLES, MAX (self.values->n, self.values->n_scored), N_FIELDS,
                                    N_ ("words with a tag for each"), &examples, error))
    return FALSE;
  predicted = predict (&self, target, error);
  return predicted != NULL && describe (&self, predicted, previewed, error);
}

static gboolean
suggest (const RensaPreviewSubject *subject, RensaAttrs *found)
{
  return subject->tagger != NULL && (subject->examples == NULL || rensa_preview_is_of_sequences (subject, N_FIELDS))
         && rensa_attrs_set_text (found, "model", subject->tagger, NULL)
         && (subject->crf == NULL || rensa_attrs_set_text (found, "crf", subject->crf, NULL));
}

const RensaExtensionClass rensa_tags_class = {
  .name = "Tags",
  .title = N_ ("Tags"),
  .summary = N_ ("Shows the predicted tags for validation examples and reports their accuracy"),
  .words = N_ ("preview;sequence labelling;viterbi;crf"),
  RENSA_ATTRS (Tags, attrs),
  .priority = RENSA_PRIORITY_WRITER,
  .trigger_period = 1,
  .trigger_unit = "epoch",
  .inputs = RENSA_INPUTS ("iterator:" EXAMPLES, "target:" RENSA_MAIN),
  .reports = RENSA_INPUTS ("tag_accuracy", "exact_match"),
  .preview = preview,
  .suggest = suggest,
  .call = rensa_preview_call,
};
