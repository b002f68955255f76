/* nearest-words.c: NearestWords, words with similar embeddings.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-extensions.h"
#include "rensa-language.h"
#include "rensa-preview-words.h"

typedef struct
{
  char *link;
  char *words;
  gint64 n;
  char *filename;
} NearestWords;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_WORD_LINK (NearestWords),
  RENSA_ATTR_WORDS (NearestWords,
                    .hint = N_ ("Comma-separated words; None uses the first ten words of the vocabulary")),
  RENSA_ATTR_INT (NearestWords, n, .initial = 5, .min = 1, .max = 100, .title = N_ ("Number of Neighbors")),
  RENSA_ATTR_FILE_PATTERN (NearestWords, filename, .initial_text = "neighbours_iter_{.updater.iteration}.txt",
                           .title = N_ ("File Name"),
                           .hint = N_ ("{.updater.iteration} and {.updater.epoch} are replaced by their values")),
};

#define FIRST_WORDS 10

static double
compare (const RensaPreviewWords *self, gint64 a, gint64 b)
{
  double product = 0;

  for (gint64 i = 0; i < self->size; i++)
    product += self->vectors[a * self->size + i] * self->vectors[b * self->size + i];
  return product;
}

/* Returns the word most similar to @word whose similarity is less than @below, or equal if its
 * index is greater than @last; -1 if there is none. */
static gint64
find_next (const RensaPreviewWords *self, gint64 word, double below, gint64 last)
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
describe (const RensaPreviewWords *self, gint64 word, gint64 n, GString *text)
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

/* Words that are missing from the data are listed as such. */
static char *
describe_all (const RensaPreviewWords *self, const NearestWords *values)
{
  g_auto (GStrv) words = rensa_preview_words_list (self, values->words, FIRST_WORDS);
  GString *text = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      const gint64 word = rensa_preview_words_find (self, words[i]);

      if (word >= 0)
        describe (self, word, values->n, text);
      else
        g_string_append_printf (text, _ ("%s: this word does not occur in the data\n"), words[i]);
    }
  return g_string_free (text, FALSE);
}

static gboolean
preview (RensaExtension *extension, RensaLink *target, RensaPreviewed *previewed, GError **error)
{
  const NearestWords *values = rensa_extension_get_values (extension);
  g_auto (RensaPreviewWords) words = { 0 };

  if (!rensa_preview_words_read (&words, extension, target, values->link, error))
    return FALSE;
  previewed->text = describe_all (&words, values);
  return TRUE;
}

const RensaExtensionClass rensa_nearest_words_class = {
  .name = "NearestWords",
  .title = N_ ("Nearest Words"),
  .summary = N_ ("Lists the words with the most similar vectors (cosine similarity)"),
  .words = N_ ("preview;word2vec;embedding;cosine;neighbours"),
  RENSA_ATTRS (NearestWords, attrs),
  .priority = RENSA_PRIORITY_READER,
  .trigger_period = 1,
  .trigger_unit = "epoch",
  .inputs = RENSA_INPUTS ("target:" RENSA_MAIN),
  .preview = preview,
  .suggest = rensa_preview_words_suggest,
  .call = rensa_preview_call,
};
