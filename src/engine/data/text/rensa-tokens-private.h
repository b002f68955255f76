/* rensa-tokens-private.h: what the data sets of text share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-corpus-private.h"

G_BEGIN_DECLS

/* In the order of RensaTokenKind and of RensaEncoding. */
extern const char *const rensa_tokens_kinds[];
extern const char *const rensa_tokens_encodings[];

#define RENSA_ATTR_TOKENS(Struct, field)                                                                             \
  RENSA_ATTR_CHOICE (Struct, field, .choices = rensa_tokens_kinds, .title = N_ ("Tokens"),                           \
                     .hint =                                                                                         \
                         N_ ("Characters; words, with marks apart; or whatever stands between blanks. The end of a " \
                             "line is a token as well"))
#define RENSA_ATTR_MOST_TOKENS(Struct, field)                                                    \
  RENSA_ATTR_INT (Struct, field, .initial = 10000, .allow_none = TRUE, .min = 1, .max = 1 << 22, \
                  .title = N_ ("Vocabulary"),                                                    \
                  .hint = N_ ("The most frequent tokens of the training part; others become “<unk>”. None keeps all"))
#define RENSA_ATTR_ENCODING(Struct, field)                                                                             \
  RENSA_ATTR_CHOICE (Struct, field, .choices = rensa_tokens_encodings, .title = N_ ("Encoding"),                       \
                     .hint = N_ ("Of files without a byte order mark; auto means UTF-8, or Windows-1252 where a byte " \
                                 "is none of UTF-8"))
#define RENSA_ATTR_TEST_FRACTION(Struct, field)                                                          \
  RENSA_ATTR_FLOAT (Struct, field, .initial = 0.1, .min = 0, .max = 0.9, .title = N_ ("For Validation"), \
                    .hint = N_ ("The share of the text that is kept for validation; the vocabulary does not know it"))

RensaEncoding rensa_tokens_get_encoding (int choice);
/* How many are kept; 0: all. */
gsize rensa_tokens_get_most (gint64 most);

/* Gives @bundle the tokens of @corpus, and tells how it was read; also where it could not be. */
void rensa_tokens_tell (const RensaCorpus *corpus, RensaDataBundle *bundle);
void rensa_tokens_advise (const RensaCorpus *corpus, const GError *error, RensaDataBundle *bundle);

G_END_DECLS
