/* tagged-text.c: sentences with a tag for each word.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-pairs-private.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-source-private.h"

typedef struct
{
  char *path;
  gint64 vocabulary;
  double test_fraction;
  int encoding;
} TaggedText;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (
      TaggedText, path, .required = TRUE, .is_path = TRUE, .title = N_ ("File"),
      .hint = N_ ("A word and its tag (the last column) on each line, and an empty line after each sentence")),
  RENSA_ATTR_MOST_TOKENS (TaggedText, vocabulary),
  RENSA_ATTR_TEST_FRACTION (TaggedText, test_fraction),
  RENSA_ATTR_ENCODING (TaggedText, encoding),
};

/* Uses the first and the last column. */
static gboolean
add_word (RensaPairs *pairs, char *line, const char *place, GError **error)
{
  const gsize n_word = strcspn (line, " \t");
  char *last = g_strrstr (g_strchomp (line), "\t");

  if (last == NULL)
    last = strrchr (line, ' ');
  if (last == NULL || n_word == 0 || last[1] == '\0')
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: expected a word, a space or tab, and a tag"), place);
      return FALSE;
    }
  line[n_word] = '\0';
  return rensa_corpus_add_token (&pairs->source, line, place, error)
         && rensa_corpus_add_token (&pairs->target, last + 1, place, error);
}

static gboolean
is_empty (const char *line)
{
  return line[strspn (line, " \t")] == '\0';
}

/* An empty line ends a sentence. */
static gboolean
take_line (RensaPairs *pairs, char *line, const char *place, GError **error)
{
  if (!is_empty (line))
    return add_word (pairs, line, place, error);
  return pairs->source.ids->len == pairs->source_end || rensa_pairs_end (pairs, place, error);
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const TaggedText *self = data;
  g_auto (RensaPairs) pairs = { .source.kind = RENSA_TOKENS_BLANKS, .target.kind = RENSA_TOKENS_BLANKS };

  rensa_pairs_init (&pairs, FALSE);
  if (!rensa_pairs_read (&pairs, self->path, self->encoding, take_line, places, bundle, error)
      || !rensa_pairs_give_tags (&pairs, rensa_pairs_count_for_training (&pairs, self->test_fraction),
                                 rensa_tokens_get_most (self->vocabulary), bundle, error))
    return FALSE;
  rensa_tokens_tell (&pairs.source, bundle);
  return TRUE;
}

static const char *const endings[] = { ".conll", ".tsv", ".txt", NULL };

const RensaDatasetClass rensa_dataset_tagged_text_class = {
  .name = "tagged_text",
  .group = &rensa_files_group,
  .title = N_ ("Tagged Text"),
  .summary = N_ ("A file of sentences with a tag for each word, such as the part of speech"),
  .words = N_ ("sequence labelling;part of speech;named entity;conll"),
  RENSA_ATTRS (TaggedText, attrs),
  .load = load,
  .gives_sequences = rensa_pairs_are_sequences,
  .endings = endings,
};
