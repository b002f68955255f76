/* rensa-formula-lexer-private.h: lexical analysis of formulas.
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

/* A text being read; @start, @length and @value are those of the current token. */
typedef struct
{
  const char *what; /* "formula" */
  const char *text;
  RensaTokenKind kind;
  const char *start;
  gsize length;
  double value;
  GError *error; /* the first error; after it, only end tokens are returned */
} RensaLexer;

/* Reads the first token. */
void rensa_lexer_init (RensaLexer *lexer, const char *what, const char *text);
void rensa_lexer_next (RensaLexer *lexer);
gboolean rensa_lexer_is_sign (const RensaLexer *lexer, const char *sign);
/* Returns TRUE if the current token is followed by =. */
gboolean rensa_lexer_is_assigned (const RensaLexer *lexer);
char *rensa_lexer_dup (const RensaLexer *lexer);

/* Sets the error "formula, column 9: …", with the line if there are several; later errors are dropped. */
void rensa_lexer_fail (RensaLexer *lexer, const char *place, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Sets the error "…: expected @what, found “*”" at the current token. */
void rensa_lexer_fail_expected (RensaLexer *lexer, const char *what);
/* Skips @sign; fails, as above, if the current token is different. */
void rensa_lexer_expect (RensaLexer *lexer, const char *sign);

G_END_DECLS
