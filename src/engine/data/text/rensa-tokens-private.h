/* rensa-tokens-private.h: shared code of the text data sets.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-corpus-private.h"

G_BEGIN_DECLS

/* Names in the order of RensaTokenKind and of RensaEncoding. */
extern const char *const rensa_tokens_kinds[];
extern const char *const rensa_tokens_encodings[];

#define RENSA_ATTR_TOKENS(Struct, field)                                                             \
  RENSA_ATTR_CHOICE (Struct, field, .choices = rensa_tokens_kinds, .title = N_ ("Tokens"),           \
                     .hint = N_ ("Characters; words with separate punctuation; or anything between " \
                                 "spaces. A line break is also a token"))
#define RENSA_ATTR_MOST_TOKENS(Struct, field)                                                                    \
  RENSA_ATTR_INT (                                                                                               \
      Struct, field, .initial = 10000, .allow_none = TRUE, .min = 1, .max = 1 << 22, .title = N_ ("Vocabulary"), \
      .hint = N_ ("Number of most frequent training tokens to keep; others become “<unk>”. None keeps all"))
#define RENSA_ATTR_ENCODING(Struct, field)                                                       \
  RENSA_ATTR_CHOICE (Struct, field, .choices = rensa_tokens_encodings, .title = N_ ("Encoding"), \
                     .hint = N_ ("For files without a byte order mark; auto uses "               \
                                 "UTF-8, or Windows-1252 if the file is not valid UTF-8"))
#define RENSA_ATTR_TEST_FRACTION(Struct, field)                                                            \
  RENSA_ATTR_FLOAT (Struct, field, .initial = 0.1, .min = 0, .max = 0.9, .title = N_ ("Validation Share"), \
                    .hint = N_ ("Share of the text used for validation; excluded from the vocabulary"))

RensaEncoding rensa_tokens_get_encoding (int choice);
/* Returns the maximum size of the vocabulary; 0: unlimited. */
gsize rensa_tokens_get_most (gint64 most);

/* Adds the tokens of @corpus and notes on reading to @bundle; after a failure, adds suggestions. */
void rensa_tokens_tell (const RensaCorpus *corpus, RensaDataBundle *bundle);
void rensa_tokens_advise (const RensaCorpus *corpus, const GError *error, RensaDataBundle *bundle);

G_END_DECLS
