/* generated-text.c: GeneratedText, the continuation of a text by a language model.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "rensa-extensions.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-preview-maker.h"
#include "rensa-random.h"

typedef struct
{
  char *model;
  char *prompt;
  gint64 length;
  double temperature;
  gint64 context;
  gint64 seed;
  char *filename;
} GeneratedText;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (GeneratedText, model, .names = RENSA_NAMES_MODEL, .initial_text = "predictor",
                     .title = N_ ("Model"),
                     .hint = N_ ("Model that takes tokens and returns scores for the next "
                                 "token")),
  RENSA_ATTR_STRING (GeneratedText, prompt, .none = TRUE, .allow_none = TRUE, .title = N_ ("Prompt"),
                     .hint = N_ ("Beginning of the text; tokens that do not occur in the data are omitted")),
  RENSA_ATTR_INT (GeneratedText, length, .initial = 200, .min = 1, .max = 100000, .title = N_ ("Tokens")),
  RENSA_ATTR_FLOAT (GeneratedText, temperature, .initial = 1, .min = 0, .max = 100, .title = N_ ("Temperature"),
                    .hint = N_ ("0 always selects the most probable token; higher values give more varied text")),
  RENSA_ATTR_INT (GeneratedText, context, .initial = 64, .min = 1, .max = 4096, .title = N_ ("Context Length"),
                  .hint = N_ ("Context length in tokens for stateless models")),
  RENSA_ATTR_INT (GeneratedText, seed, .initial = 0, .min = 0, .max = 9007199254740992.0, .title = N_ ("Seed")),
  RENSA_ATTR_FILE_PATTERN (GeneratedText, filename, .initial_text = "text_iter_{.updater.iteration}.txt",
                           .title = N_ ("File Name"),
                           .hint = N_ ("{.updater.iteration} and {.updater.epoch} are replaced by their values")),
};

/* @tokens: int32, all tokens so far; @n_names: size of the vocabulary; @are_letters: each token is
 *   one letter; @carries: the model keeps state between calls */
typedef struct
{
  const GeneratedText *values;
  RensaLink *model;
  const char *const *names;
  gint32 n_names;
  gboolean are_letters;
  gboolean carries;
  GArray *tokens;
} Writing;

static gboolean
carries_nothing (const char *path, RensaLink *link, gpointer data, GError **error)
{
  return rensa_link_get_class (link)->n_carries == 0;
}

static void
look_at_names (Writing *self)
{
  self->are_letters = TRUE;
  for (self->n_names = 0; self->names[self->n_names] != NULL; self->n_names++)
    self->are_letters &= g_utf8_strlen (self->names[self->n_names], -1) <= 1;
}

static void
add_token (Writing *self, const char *name)
{
  for (gint32 i = 0; i < self->n_names; i++)
    if (strcmp (self->names[i], name) == 0)
      {
        g_array_append_val (self->tokens, i);
        return;
      }
}

static void
read_prompt (Writing *self)
{
  const char *prompt = self->values->prompt != NULL ? self->values->prompt : "";
  g_auto (GStrv) words = g_strsplit_set (prompt, " \t\n", -1);

  for (guint i = 0; !self->are_letters && words[i] != NULL; i++)
    add_token (self, words[i]);
  for (const char *c = prompt; self->are_letters && *c != '\0'; c = g_utf8_next_char (c))
    {
      g_autofree char *letter = g_strndup (c, (gsize) (g_utf8_next_char (c) - c));

      add_token (self, letter);
    }
  if (self->tokens->len == 0)
    g_array_append_val (self->tokens, (gint32){ 0 });
}

/* Returns the last @n tokens in the shape that the model takes: (1) if it takes one at a time, else
 * (1, n). */
static RensaVariable *
make_input (Writing *self, guint first, guint n, GError **error)
{
  const RensaShape shape = self->carries ? RENSA_SHAPE (1) : RENSA_SHAPE (1, (gint64) n);
  g_autoptr (RensaArray) array =
      rensa_array_new_from_host (RENSA_INT32, &shape, &g_array_index (self->tokens, gint32, first), error);

  return rensa_variable_new_constant (array);
}

static RensaVariable *
call_model (Writing *self, GError **error)
{
  const guint n = self->tokens->len;
  const guint n_fit = MIN (n, (guint) self->values->context);
  /* With as many tokens as the vocabulary has, the axes of the scores would be ambiguous. */
  const guint n_seen = self->carries ? 1 : n_fit == (guint) self->n_names && n_fit > 1 ? n_fit - 1 : n_fit;
  g_autoptr (RensaVariable) x = make_input (self, n - n_seen, n_seen, error);

  return rensa_link_call (self->model, x, error);
}

/* Reads the scores of the next token: (1, V), (1, n, V) or, as losses take them, (1, V, n). */
static gboolean
read_scores (Writing *self, RensaVariable *y, double *scores, GError **error)
{
  RensaArray *array = rensa_variable_get_array (y);
  const RensaShape *shape = rensa_array_get_shape (array);
  const gint64 n = rensa_shape_count (shape);
  /* Losses have the classes on axis 1. */
  const gboolean is_second = shape->ndim == 3 && shape->dims[1] == self->n_names;
  const gboolean is_last = !is_second && shape->ndim > 0 && shape->dims[shape->ndim - 1] == self->n_names;
  const gint64 step = is_second ? shape->dims[2] : 1;
  g_autofree double *all = NULL;

  if ((!is_last && !is_second) || n < self->n_names)
    {
      g_autofree char *found = rensa_shape_to_string (shape);

      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("%s: expected scores for %d tokens, but the output of the model has the shape %s"),
                       "GeneratedText", (int) self->n_names, found);
      return FALSE;
    }
  all = rensa_preview_dup_numbers (array, error);
  if (all == NULL)
    return FALSE;
  for (gint32 i = 0; i < self->n_names; i++)
    scores[i] = is_second ? all[i * step + step - 1] : all[n - self->n_names + i];
  return TRUE;
}

/* Samples from the softmax of scores / temperature. */
static gint32
choose (const Writing *self, const double *scores)
{
  g_autofree double *sums = g_new (double, self->n_names);
  gint32 best = 0;
  double at;

  for (gint32 i = 1; i < self->n_names; i++)
    best = scores[i] > scores[best] ? i : best;
  if (self->values->temperature == 0)
    return best;
  for (gint32 i = 0; i < self->n_names; i++)
    sums[i] = (i > 0 ? sums[i - 1] : 0) + exp ((scores[i] - scores[best]) / self->values->temperature);
  at = rensa_random_double (rensa_random_get_default ()) * sums[self->n_names - 1];
  for (gint32 i = 0; i + 1 < self->n_names; i++)
    if (at < sums[i])
      return i;
  return isfinite (sums[self->n_names - 1]) ? self->n_names - 1 : best;
}

/* A model that keeps state reads the prompt token by token. */
static gboolean
read_on (Writing *self, GError **error)
{
  const guint n = self->tokens->len;

  for (guint i = 0; self->carries && i + 1 < n; i++)
    {
      g_autoptr (RensaVariable) x = make_input (self, i, 1, error);
      g_autoptr (RensaVariable) y = rensa_link_call (self->model, x, error);

      if (y == NULL)
        return FALSE;
    }
  return TRUE;
}

static gboolean
go_on (Writing *self, GError **error)
{
  g_autofree double *scores = g_new (double, self->n_names);

  if (!read_on (self, error))
    return FALSE;
  for (gint64 i = 0; i < self->values->length; i++)
    {
      g_autoptr (RensaVariable) y = call_model (self, error);
      gint32 token;

      if (y == NULL || !read_scores (self, y, scores, error))
        return FALSE;
      token = choose (self, scores);
      g_array_append_val (self->tokens, token);
    }
  return TRUE;
}

static char *
join (const Writing *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->tokens->len; i++)
    {
      g_string_append (text, i > 0 && !self->are_letters ? " " : "");
      g_string_append (text, self->names[g_array_index (self->tokens, gint32, i)]);
    }
  g_string_append_c (text, '\n');
  return g_string_free (text, FALSE);
}

static gboolean
preview (RensaExtension *extension, RensaLink *target, RensaPreviewed *previewed, GError **error)
{
  const GeneratedText *values = rensa_extension_get_values (extension);
  g_autoptr (GArray) tokens = g_array_new (FALSE, FALSE, sizeof (gint32));
  Writing self = { .values = values,
                   .model = rensa_link_find (target, values->model),
                   .names = rensa_extension_get_label_names (extension),
                   .tokens = tokens };

  if (self.model == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s: the model has no link “%s”"), "GeneratedText",
                       values->model);
      return FALSE;
    }
  if (self.names == NULL || self.names[0] == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: the data is not text, so there are no tokens"),
                       "GeneratedText");
      return FALSE;
    }
  self.carries = !rensa_link_foreach_link (self.model, carries_nothing, NULL, NULL);
  rensa_preview_seed (values->seed);
  look_at_names (&self);
  read_prompt (&self);
  if (!go_on (&self, error))
    return FALSE;
  previewed->text = join (&self);
  return TRUE;
}

/* Returns TRUE if a model gives a score for each token. */
static gboolean
has_scores (const RensaType *answer, gint64 n_names)
{
  for (int i = 1; answer != NULL && i < answer->shape.ndim; i++)
    if (answer->shape.dims[i] == n_names)
      return TRUE;
  return FALSE;
}

static gboolean
suggest (const RensaPreviewSubject *subject, RensaAttrs *found)
{
  return rensa_preview_is_of_language (subject)
         && has_scores (subject->answer, g_strv_length ((char **) subject->label_names))
         && (subject->reader == NULL || rensa_attrs_set_text (found, "model", subject->reader, NULL));
}

const RensaExtensionClass rensa_generated_text_class = {
  .name = "GeneratedText",
  .title = N_ ("Generated Text"),
  .summary = N_ ("Shows during training how a language model continues a text"),
  .words = N_ ("preview;language model;sample;prompt;temperature"),
  RENSA_ATTRS (GeneratedText, attrs),
  .priority = RENSA_PRIORITY_READER,
  .trigger_period = 1,
  .trigger_unit = "epoch",
  .inputs = RENSA_INPUTS ("target:" RENSA_MAIN),
  .preview = preview,
  .suggest = suggest,
  .call = rensa_preview_call,
};
