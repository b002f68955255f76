/* text.c: text for next-token prediction.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-source-private.h"
#include "rensa-tokens-private.h"

typedef struct
{
  char *path;
  char *test;
  int tokens;
  gint64 vocabulary;
  gint64 length;
  gint64 step;
  double test_fraction;
  int encoding;
} Text;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (Text, path, .required = TRUE, .is_path = TRUE, .title = N_ ("Text"),
                     .hint = N_ ("A file, or a folder whose files are read in order of their names")),
  RENSA_ATTR_STRING (Text, test, .allow_none = TRUE, .none = TRUE, .is_path = TRUE, .title = N_ ("Test Text"),
                     .hint = N_ ("If empty, the end of the text is used for validation")),
  RENSA_ATTR_TOKENS (Text, tokens),
  RENSA_ATTR_MOST_TOKENS (Text, vocabulary),
  RENSA_ATTR_INT (Text, length, .initial = 32, .allow_none = TRUE, .min = 1, .max = 1 << 20, .title = N_ ("Length"),
                  .hint = N_ ("Tokens per example; None gives single tokens, for iterators that continue from batch to "
                              "batch")),
  RENSA_ATTR_INT (Text, step, .none = TRUE, .allow_none = TRUE, .min = 1, .max = 1 << 20, .title = N_ ("Step"),
                  .hint = N_ ("Distance between the starts of consecutive examples; None uses their length")),
  RENSA_ATTR_TEST_FRACTION (Text, test_fraction),
  RENSA_ATTR_ENCODING (Text, encoding),
};

/* Adds the file, or all files of the folder. */
static gboolean
add (RensaCorpus *corpus, const char *name, const RensaDataPlaces *places, GError **error)
{
  g_autofree char *path = rensa_source_find_file (places, name, error);
  g_autoptr (GPtrArray) files = NULL;

  if (path == NULL || !g_file_test (path, G_FILE_TEST_IS_DIR))
    return path != NULL && rensa_corpus_add (corpus, path, places, error);
  files = rensa_text_files_list (path, error);
  for (guint i = 0; files != NULL && i < files->len; i++)
    if (!rensa_corpus_add (corpus, files->pdata[i], places, error))
      return FALSE;
  return files != NULL;
}

static gboolean
make_parts (const Text *self, RensaCorpus *corpus, gsize n_train, RensaDataBundle *bundle, GError **error)
{
  const gint64 length = self->length != RENSA_INT_NONE ? self->length : 0;
  const gint64 step = self->step != RENSA_INT_NONE ? self->step : MAX (length, 1);

  rensa_corpus_settle (corpus, n_train, rensa_tokens_get_most (self->vocabulary));
  bundle->n_classes = corpus->texts->len;
  bundle->label_names = rensa_corpus_dup_tokens (corpus);
  rensa_tokens_tell (corpus, bundle);
  bundle->train = rensa_next_token_dataset_new (corpus->ids, 0, n_train, length, step, error);
  if (bundle->train == NULL || n_train == corpus->ids->len)
    return bundle->train != NULL;
  bundle->test = rensa_next_token_dataset_new (corpus->ids, n_train, corpus->ids->len, length, step, error);
  return bundle->test != NULL;
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const Text *self = data;
  g_auto (RensaCorpus)
      corpus = { .kind = (RensaTokenKind) self->tokens, .encoding = rensa_tokens_get_encoding (self->encoding) };
  g_autoptr (GError) reason = NULL;
  gsize n_train;

  rensa_corpus_init (&corpus);
  if (!add (&corpus, self->path, places, &reason))
    {
      rensa_tokens_advise (&corpus, reason, bundle);
      g_propagate_error (error, g_steal_pointer (&reason));
      return FALSE;
    }
  n_train = self->test != NULL ? corpus.ids->len : (gsize) (corpus.ids->len * (1 - self->test_fraction));
  return (self->test == NULL || add (&corpus, self->test, places, error))
         && make_parts (self, &corpus, n_train, bundle, error);
}

static const char *const endings[] = { ".txt", ".text", NULL };

const RensaDatasetClass rensa_dataset_text_class = {
  .name = "text",
  .group = &rensa_files_group,
  .title = N_ ("Text"),
  .summary = N_ ("A text file or folder for predicting the next character or word"),
  RENSA_ATTRS (Text, attrs),
  .load = load,
  .endings = endings,
};
