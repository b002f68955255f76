/* nearest-words.c: NearestWords, which words have learned to be alike.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "rensa-extensions.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-preview-maker.h"

typedef struct
{
  char *link;
  char *words;
  gint64 n;
  char *filename;
} NearestWords;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (NearestWords, link, .required = TRUE, .title = N_ ("Link"),
                     .hint =
                         N_ ("Its first parameter has a row for each word: “predictor/embed1”, or “embed1” in a step")),
  RENSA_ATTR_STRING (NearestWords, words, .none = TRUE, .allow_none = TRUE, .title = N_ ("Words"),
                     .hint = N_ ("With commas between them; None takes the first ten of the vocabulary")),
  RENSA_ATTR_INT (NearestWords, n, .initial = 5, .min = 1, .max = 100, .title = N_ ("Neighbours")),
  RENSA_ATTR_FILE_PATTERN (NearestWords, filename, .initial_text = "neighbours_iter_{.updater.iteration}.txt",
                           .title = N_ ("File Name"),
                           .hint = N_ ("{.updater.iteration} and {.updater.epoch} are filled in")),
};

#define FIRST_WORDS 10

/* @vectors: @n_words rows of @size values, each of length 1 */
typedef struct
{
  const char *const *names;
  gint64 n_words;
  gint64 size;
  double *vectors;
} Space;

static gboolean
refuse (const char *link, GError **error)
{
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("%s: “%s” is no link whose first parameter has a row for each word of the data"), "NearestWords",
                   link);
  return FALSE;
}

static void
normalize (Space *self)
{
  for (gint64 i = 0; i < self->n_words; i++)
    {
      double *row = self->vectors + i * self->size;
      double sum = 0;

      for (gint64 j = 0; j < self->size; j++)
        sum += row[j] * row[j];
      for (gint64 j = 0; sum > 0 && j < self->size; j++)
        row[j] /= sqrt (sum);
    }
}

/* Stops at the first. */
static gboolean
take_first (const char *path, RensaVariable *param, gpointer first, GError **error)
{
  *(RensaVariable **) first = param;
  return FALSE;
}

static gboolean
read_space (Space *self, RensaLink *target, const char *path, GError **error)
{
  RensaLink *link = rensa_link_find (target, path);
  RensaVariable *param = NULL;
  RensaArray *array;
  const RensaShape *shape;

  if (link != NULL)
    rensa_link_foreach_param (link, take_first, &param, NULL);
  array = param != NULL ? rensa_variable_get_array (param) : NULL;
  shape = array != NULL ? rensa_array_get_shape (array) : NULL;
  if (shape == NULL || shape->ndim != 2 || self->names == NULL
      || shape->dims[0] < (gint64) g_strv_length ((char **) self->names))
    return refuse (path, error);
  self->n_words = g_strv_length ((char **) self->names);
  self->size = shape->dims[1];
  self->vectors = rensa_preview_dup_numbers (array, error);
  if (self->vectors == NULL)
    return FALSE;
  normalize (self);
  return TRUE;
}

static double
compare (const Space *self, gint64 a, gint64 b)
{
  double product = 0;

  for (gint64 i = 0; i < self->size; i++)
    product += self->vectors[a * self->size + i] * self->vectors[b * self->size + i];
  return product;
}

/* The likest word to @word that is less like it than @below, or as much and stands behind @last; -1 where there is none. */
static gint64
find_next (const Space *self, gint64 word, double below, gint64 last)
{
  gint64 best = -1;
  double most = -INFINITY;

  for (gint64 i = 0; i < self->n_words; i++)
    {
      const double likeness = i != word ? compare (self, word, i) : NAN;

      if (likeness > most && (likeness < below || (likeness == below && i > last)))
        {
          best = i;
          most = likeness;
        }
    }
  return best;
}

static void
describe (const Space *self, gint64 word, gint64 n, GString *text)
{
  double below = INFINITY;
  gint64 last = -1;

  g_string_append_printf (text, "%s:", self->names[word]);
  for (gint64 i = 0; i < n; i++)
    {
      last = find_next (self, word, below, last);
      if (last < 0)
        break;
      below = compare (self, word, last);
      g_string_append_printf (text, "%s %s %.2f", i > 0 ? "," : "", self->names[last], below);
    }
  g_string_append_c (text, '\n');
}

static gint64
find_word (const Space *self, const char *name)
{
  for (gint64 i = 0; i < self->n_words; i++)
    if (strcmp (self->names[i], name) == 0)
      return i;
  return -1;
}

/* Words that the data do not have are told as such. */
static char *
describe_all (const Space *self, const NearestWords *values)
{
  g_auto (GStrv) words = values->words != NULL ? g_strsplit (values->words, ",", -1) : NULL;
  GString *text = g_string_new (NULL);

  for (gint64 i = 0; words == NULL && i < MIN (FIRST_WORDS, self->n_words); i++)
    describe (self, i, values->n, text);
  for (guint i = 0; words != NULL && words[i] != NULL; i++)
    {
      const gint64 word = find_word (self, g_strstrip (words[i]));

      if (word >= 0)
        describe (self, word, values->n, text);
      else
        g_string_append_printf (text, _ ("%s: the data do not have this word\n"), words[i]);
    }
  return g_string_free (text, FALSE);
}

static gboolean
preview (RensaExtension *extension, RensaLink *target, RensaPreviewed *previewed, GError **error)
{
  const NearestWords *values = rensa_extension_get_values (extension);
  Space space = { .names = rensa_extension_get_label_names (extension) };
  const gboolean ok = read_space (&space, target, values->link, error);

  if (ok)
    previewed->text = describe_all (&space, values);
  g_free (space.vectors);
  return ok;
}

const RensaExtensionClass rensa_nearest_words_class = {
  .name = "NearestWords",
  .title = N_ ("Nearest Words"),
  .summary = N_ ("Lists for some words those whose vectors point the same way"),
  .words = N_ ("preview;word2vec;embedding;cosine;neighbours"),
  RENSA_ATTRS (NearestWords, attrs),
  .priority = RENSA_PRIORITY_READER,
  .trigger_period = 1,
  .trigger_unit = "epoch",
  .inputs = RENSA_INPUTS ("target:" RENSA_MAIN),
  .preview = preview,
  .call = rensa_preview_call,
};
