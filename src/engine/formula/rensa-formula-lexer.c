/* rensa-formula-lexer.c: lexical analysis of formulas.
 * SPDX-License-Identifier: MIT */

#include "rensa-formula-lexer-private.h"

#include <math.h>
#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"

/* Longer tokens are truncated in messages. */
#define LONGEST_SHOWN 40

/* The longest first. */
static const char *const signs[] = { "**", "==", "!=", "<=", ">=", "&&", "||", "+", "-", "*", "/",
                                     "%",  "<",  ">",  "!",  "?",  ":",  "(",  ")", ",", "=", ";" };

void
rensa_lexer_fail (RensaLexer *lexer, const char *place, const char *format, ...)
{
  g_autofree char *reason = NULL;
  int line = 1;
  int column = 1;
  va_list args;

  if (lexer->error != NULL)
    return;

  for (const char *c = lexer->text; c < place; c++)
    {
      line += *c == '\n';
      /* Continuation bytes of UTF-8 are not counted. */
      column = *c == '\n' ? 1 : column + ((*(c + 1) & 0xc0) != 0x80);
    }

  va_start (args, format);
  reason = g_strdup_vprintf (_ (format), args);
  va_end (args);
  if (line > 1)
    rensa_set_words (&lexer->error, RENSA_ERROR_INVALID, N_ ("%s, line %d, column %d: %s"), lexer->what, line, column,
                     reason);
  else
    rensa_set_words (&lexer->error, RENSA_ERROR_INVALID, N_ ("%s, column %d: %s"), lexer->what, column, reason);

  lexer->kind = RENSA_TOKEN_END;
  lexer->start += strlen (lexer->start);
  lexer->length = 0;
}

static void
fail_unknown (RensaLexer *lexer)
{
  static const struct
  {
    char c;
    const char *hint;
  } hints[] = {
    { '^', N_ ("use ** for powers") },  { '&', N_ ("use && for “and”") },   { '|', N_ ("use || for “or”") },
    { '[', N_ ("use round brackets") }, { ']', N_ ("use round brackets") }, { '{', N_ ("use round brackets") },
    { '}', N_ ("use round brackets") },
  };
  const gunichar c = g_utf8_get_char_validated (lexer->start, -1);
  const char *hint = NULL;
  char text[8] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (hints); i++)
    hint = c == (gunichar) hints[i].c ? hints[i].hint : hint;

  if (c == (gunichar) -1 || c == (gunichar) -2 || !g_unichar_isprint (c))
    rensa_lexer_fail (lexer, lexer->start, N_ ("unexpected byte 0x%02x"), (guint) (guchar) *lexer->start);
  else
    {
      g_unichar_to_utf8 (c, text);
      if (hint != NULL)
        rensa_lexer_fail (lexer, lexer->start, N_ ("unexpected “%s”; %s"), text, _ (hint));
      else
        rensa_lexer_fail (lexer, lexer->start, N_ ("unexpected “%s”"), text);
    }
}

/* Reads digits, a point, digits, an exponent, and, as in C, an f. */
static void
read_number (RensaLexer *lexer)
{
  const char *end = lexer->start;
  g_autofree char *digits = NULL;

  end += strspn (end, G_CSET_DIGITS);
  if (*end == '.')
    end += 1 + strspn (end + 1, G_CSET_DIGITS);
  if (*end == 'e' || *end == 'E')
    {
      const char *exponent = end + 1 + (end[1] == '+' || end[1] == '-');

      if (!g_ascii_isdigit (*exponent))
        {
          rensa_lexer_fail (lexer, exponent, N_ ("expected the digits of an exponent"));
          return;
        }
      end = exponent + strspn (exponent, G_CSET_DIGITS);
    }

  digits = g_strndup (lexer->start, end - lexer->start);
  lexer->kind = RENSA_TOKEN_NUMBER;
  lexer->value = g_ascii_strtod (digits, NULL);
  end += *end == 'f';
  lexer->length = end - lexer->start;
  if (g_ascii_isalnum (*end) || *end == '_' || *end == '.')
    rensa_lexer_fail (lexer, end, N_ ("“%c” cannot follow a number"), *end);
  else if (!isfinite (lexer->value))
    rensa_lexer_fail (lexer, lexer->start, N_ ("the number is too large"));
}

static void
read_word (RensaLexer *lexer)
{
  const char first = *lexer->start;

  if (first == '\0')
    {
      lexer->kind = RENSA_TOKEN_END;
      lexer->length = 0;
      return;
    }
  if (g_ascii_isdigit (first) || (first == '.' && g_ascii_isdigit (lexer->start[1])))
    {
      read_number (lexer);
      return;
    }
  if (g_ascii_isalpha (first) || first == '_')
    {
      lexer->kind = RENSA_TOKEN_NAME;
      lexer->length = strspn (lexer->start, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
      return;
    }

  lexer->kind = RENSA_TOKEN_SIGN;
  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (g_str_has_prefix (lexer->start, signs[i]))
      {
        lexer->length = strlen (signs[i]);
        return;
      }
  fail_unknown (lexer);
}

void
rensa_lexer_init (RensaLexer *lexer, const char *what, const char *text)
{
  *lexer = (RensaLexer){ .what = what, .text = text, .start = text };
  rensa_lexer_next (lexer);
}

void
rensa_lexer_next (RensaLexer *lexer)
{
  if (lexer->error != NULL)
    return;

  lexer->start += lexer->length;
  lexer->start += strspn (lexer->start, " \t\r\n");
  read_word (lexer);
}

gboolean
rensa_lexer_is_sign (const RensaLexer *lexer, const char *sign)
{
  return lexer->kind == RENSA_TOKEN_SIGN && strlen (sign) == lexer->length
         && strncmp (lexer->start, sign, lexer->length) == 0;
}

gboolean
rensa_lexer_is_assigned (const RensaLexer *lexer)
{
  const char *behind = lexer->start + lexer->length;

  behind += strspn (behind, " \t\r\n");
  return lexer->kind == RENSA_TOKEN_NAME && behind[0] == '=' && behind[1] != '=';
}

char *
rensa_lexer_dup (const RensaLexer *lexer)
{
  return g_strndup (lexer->start, lexer->length);
}

void
rensa_lexer_fail_expected (RensaLexer *lexer, const char *what)
{
  const gboolean is_long = lexer->length > LONGEST_SHOWN;

  if (lexer->kind == RENSA_TOKEN_END)
    rensa_lexer_fail (lexer, lexer->start, N_ ("expected %s, found the end of the formula"), _ (what));
  else
    rensa_lexer_fail (lexer, lexer->start, N_ ("expected %s, found “%.*s%s”"), _ (what),
                      (int) (is_long ? LONGEST_SHOWN : lexer->length), lexer->start, is_long ? "…" : "");
}

void
rensa_lexer_expect (RensaLexer *lexer, const char *sign)
{
  g_autofree char *what = NULL;

  if (rensa_lexer_is_sign (lexer, sign))
    {
      rensa_lexer_next (lexer);
      return;
    }
  what = g_strdup_printf ("“%s”", sign);
  rensa_lexer_fail_expected (lexer, what);
}
