/* rensa-corpus-private.h: texts as numbers of tokens.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"
#include "rensa-text-private.h"

G_BEGIN_DECLS

/**
 * RensaTokenKind: what one token is.
 * @RENSA_TOKENS_CHARACTERS: a character of Unicode
 * @RENSA_TOKENS_WORDS: letters and digits in a row, or one character of another kind; the end of a line is "<eos>"
 * @RENSA_TOKENS_BLANKS: whatever stands between blanks; likewise
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
 * @encoding: as asked for, then as found: that of the last file
 * @n_always: so many tokens, from the first that was met on, are in every vocabulary
 * @ids: gint32, one a token
 * @texts: of the tokens, by their IDs
 *
 * A token is met for the first time, and has the next ID; four bytes a token and the different tokens are all that is kept.
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

/* @corpus: zero but for kind and encoding */
void rensa_corpus_init (RensaCorpus *corpus);
void rensa_corpus_clear (RensaCorpus *corpus);

/* Adds the tokens of the file @path.  RENSA_ENCODING_AUTO is UTF-8, or Windows-1252 where a byte is none of UTF-8.
 * RENSA_ERROR_IO; RENSA_ERROR_FORMAT: bytes that are no text, a token of more than a kilobyte, more than four million different
 * ones; RENSA_ERROR_NO_MEMORY; RENSA_ERROR_CANCELLED. */
gboolean rensa_corpus_add (RensaCorpus *corpus, const char *path, const RensaDataPlaces *places, GError **error);

/* Adds the tokens of @text, without a token for its end; @place is what an error names. */
gboolean rensa_corpus_add_text (RensaCorpus *corpus, const char *text, const char *place, GError **error);
/* Adds one token. */
gboolean rensa_corpus_add_token (RensaCorpus *corpus, const char *token, const char *place, GError **error);

/* Fits the vocabulary on the first @n_train tokens: of those that are met there, the @most most frequent (0: all), in the order
 * in which they were met; all others become "<unk>", which is the last one where there is none of that name. */
void rensa_corpus_settle (RensaCorpus *corpus, gsize n_train, gsize most);

/* The tokens, ended by NULL. */
char **rensa_corpus_dup_tokens (const RensaCorpus *corpus);

/* Examples of two fields, int32: @length tokens, and the token that follows each.  Example i begins with token
 * @start + i @step, and no token from @end on is met.  @length 0: single tokens, which have no axis.  RENSA_ERROR_INVALID where
 * there is not one example. */
RensaDataset *rensa_next_token_dataset_new (GArray *ids, gsize start, gsize end, gint64 length, gint64 step,
                                            GError **error);

/* The regular files in @folder and in folders in it, in the order of their names, hidden ones left out.  RENSA_ERROR_IO. */
GPtrArray *rensa_text_files_list (const char *folder, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaCorpus, rensa_corpus_clear)

G_END_DECLS
