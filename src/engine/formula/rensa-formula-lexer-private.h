/* rensa-formula-lexer-private.h: formulas taken apart into words.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  RENSA_TOKEN_END,
  RENSA_TOKEN_NUMBER,
  RENSA_TOKEN_NAME,
  RENSA_TOKEN_SIGN,
} RensaTokenKind;

/* A text while it is read; @start, @length and @value are those of the word that is read just now. */
typedef struct
{
  const char *what; /* "formula" */
  const char *text;
  RensaTokenKind kind;
  const char *start;
  gsize length;
  double value;
  GError *error; /* the first; after it comes nothing but the end */
} RensaLexer;

/* Reads the first word. */
void rensa_lexer_init (RensaLexer *lexer, const char *what, const char *text);
void rensa_lexer_next (RensaLexer *lexer);
gboolean rensa_lexer_is_sign (const RensaLexer *lexer, const char *sign);
/* Whether the next sign is = behind this word. */
gboolean rensa_lexer_is_assigned (const RensaLexer *lexer);
char *rensa_lexer_dup (const RensaLexer *lexer);

/* "formula, column 9: …", or with the line where there are several; further ones are dropped. */
void rensa_lexer_fail (RensaLexer *lexer, const char *place, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* "…: expected @what, found “*”" at the present word. */
void rensa_lexer_fail_expected (RensaLexer *lexer, const char *what);
/* Goes on behind @sign; fails, as above, where another word stands there. */
void rensa_lexer_expect (RensaLexer *lexer, const char *sign);

G_END_DECLS
