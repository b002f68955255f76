/* text-pairs.c: lines of text with their translations.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-pairs-private.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-source-private.h"

typedef struct
{
  char *path;
  int tokens;
  int target_tokens;
  gint64 vocabulary;
  gboolean reverse;
  double test_fraction;
  int encoding;
} TextPairs;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (TextPairs, path, .required = TRUE, .is_path = TRUE, .title = N_ ("File"),
                     .hint = N_ ("Each line consists of a source, a tab and a target")),
  RENSA_ATTR_CHOICE (TextPairs, tokens, .choices = rensa_tokens_kinds, .initial = RENSA_TOKENS_WORDS,
                     .title = N_ ("Source Tokens"),
                     .hint = N_ ("Characters; words with separate punctuation; or anything between spaces")),
  RENSA_ATTR_CHOICE (TextPairs, target_tokens, .choices = rensa_tokens_kinds, .initial = RENSA_TOKENS_WORDS,
                     .title = N_ ("Target Tokens")),
  RENSA_ATTR_MOST_TOKENS (TextPairs, vocabulary),
  RENSA_ATTR_BOOL (TextPairs, reverse, .initial = TRUE, .title = N_ ("Reversed"),
                   .hint = N_ ("Feeds sources in reverse order, which helps encoders that forget")),
  RENSA_ATTR_TEST_FRACTION (TextPairs, test_fraction),
  RENSA_ATTR_ENCODING (TextPairs, encoding),
};

/* Empty lines are skipped. */
static gboolean
take_line (RensaPairs *pairs, char *line, const char *place, GError **error)
{
  char *tab = strchr (line, '\t');

  if (line[0] == '\0')
    return TRUE;
  if (tab == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: expected a source, a tab and a target, but there is no tab"),
                       place);
      return FALSE;
    }
  *tab = '\0';
  return rensa_corpus_add_text (&pairs->source, line, place, error)
         && rensa_corpus_add_text (&pairs->target, tab + 1, place, error) && rensa_pairs_end (pairs, place, error);
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const TextPairs *self = data;
  g_auto (RensaPairs)
      pairs = { .source.kind = (RensaTokenKind) self->tokens, .target.kind = (RensaTokenKind) self->target_tokens };

  rensa_pairs_init (&pairs, TRUE);
  if (!rensa_pairs_read (&pairs, self->path, self->encoding, take_line, places, bundle, error)
      || !rensa_pairs_give_translations (&pairs, rensa_pairs_count_for_training (&pairs, self->test_fraction),
                                         rensa_tokens_get_most (self->vocabulary), self->reverse, bundle, error))
    return FALSE;
  rensa_tokens_tell (&pairs.source, bundle);
  return TRUE;
}

static const char *const endings[] = { ".tsv", ".txt", NULL };

const RensaDatasetClass rensa_dataset_text_pairs_class = {
  .name = "text_pairs",
  .group = &rensa_files_group,
  .title = N_ ("Text Pairs"),
  .summary = N_ ("A file with a source text and its translation on each line, for encoder-decoder models"),
  .words = N_ ("translation;sequence to sequence;seq2seq;question;answer"),
  RENSA_ATTRS (TextPairs, attrs),
  .load = load,
  .gives_sequences = rensa_pairs_are_sequences,
  .endings = endings,
};
