/* rensa-corpus-private.h: tokenized texts.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"
#include "rensa-text-private.h"

G_BEGIN_DECLS

/**
 * RensaTokenKind: kind of tokens.
 * @RENSA_TOKENS_CHARACTERS: a Unicode character
 * @RENSA_TOKENS_WORDS: a sequence of letters and digits, or a single other character; the end of a
 *   line is "<eos>"
 * @RENSA_TOKENS_BLANKS: the text between blanks; the end of a line is "<eos>"
 */
typedef enum
{
  RENSA_TOKENS_CHARACTERS,
  RENSA_TOKENS_WORDS,
  RENSA_TOKENS_BLANKS,
} RensaTokenKind;

#define RENSA_TOKEN_END_OF_LINE "<eos>"
#define RENSA_TOKEN_UNKNOWN "<unk>"

/**
 * RensaCorpus:
 * @encoding: first as requested, then as detected for the last file
 * @n_always: number of first tokens that are in every vocabulary
 * @ids: gint32, one per token
 * @texts: texts of the tokens, by ID
 *
 * IDs are assigned in order of first occurrence. The corpus stores only four bytes per token, and
 * the different tokens.
 */
typedef struct
{
  RensaTokenKind kind;
  RensaEncoding encoding;
  guint n_always;
  GArray *ids;
  GPtrArray *texts;
  GHashTable *numbers;
} RensaCorpus;

/* @corpus: must be zeroed except for kind and encoding */
void rensa_corpus_init (RensaCorpus *corpus);
void rensa_corpus_clear (RensaCorpus *corpus);

/* Adds the tokens of the file @path. RENSA_ENCODING_AUTO is UTF-8, or Windows-1252 if that fails.
 * RENSA_ERROR_IO; RENSA_ERROR_FORMAT: invalid text, a token of more than a kilobyte, more than four
 * million different tokens; RENSA_ERROR_NO_MEMORY; RENSA_ERROR_CANCELLED. */
gboolean rensa_corpus_add (RensaCorpus *corpus, const char *path, const RensaDataPlaces *places, GError **error);

/* Adds the tokens of @text, without an end token; @place is named in errors. */
gboolean rensa_corpus_add_text (RensaCorpus *corpus, const char *text, const char *place, GError **error);
/* Adds one token. */
gboolean rensa_corpus_add_token (RensaCorpus *corpus, const char *token, const char *place, GError **error);

/* Builds the vocabulary from the first @n_train tokens: the @most most frequent ones (0: all), in
 * order of first occurrence; all others become "<unk>", which is appended if there is no token of
 * that name. */
void rensa_corpus_settle (RensaCorpus *corpus, gsize n_train, gsize most);

/* Returns the texts of the tokens, ended by NULL. */
char **rensa_corpus_dup_tokens (const RensaCorpus *corpus);

/* Creates examples of two fields, int32: @length tokens, and the token that follows each. Example i
 * begins with token
 * @start + i @step, and no token from @end on is used. @length 0: single tokens, which have no
 *   axis. RENSA_ERROR_INVALID if there is not a single example. */
RensaDataset *rensa_next_token_dataset_new (GArray *ids, gsize start, gsize end, gint64 length, gint64 step,
                                            GError **error);

/* Returns the regular files in @folder and its subfolders, sorted by name, without hidden files.
 * RENSA_ERROR_IO. */
GPtrArray *rensa_text_files_list (const char *folder, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaCorpus, rensa_corpus_clear)

G_END_DECLS
