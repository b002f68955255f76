/* rensa-phrase.c: a marked text with its arguments, which can be translated again.
 * SPDX-License-Identifier: MIT */

#include "rensa-phrase-private.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>

#include "rensa-language.h"

#define FLOATING "eEfgG"
/* Longest "%10.12g" that is filled in. */
#define MOST_LETTERS 8

/* A conversion, "%2$.3g". @position: argument that it names, counted from 1; 0 for the next one.
 * @precision: -1 for none */
typedef struct
{
  gsize length;
  guint position;
  gboolean is_plain; /* without flags and width */
  int precision;
  guint n_long;
  gboolean is_size;
  char kind;
  char format[MOST_LETTERS]; /* without position and length modifiers; "" if it is too long */
} Conversion;

static Conversion
parse (const char *text)
{
  Conversion result = { .precision = -1 };
  const char *at = text + 1;
  const gsize n_digits = strspn (at, "0123456789");
  const char *first;
  gsize n;

  if (n_digits > 0 && n_digits < 4 && at[n_digits] == '$')
    {
      result.position = (guint) strtoul (at, NULL, 10);
      at += n_digits + 1;
    }
  first = at;
  at += strspn (at, "-+ #'*0123456789");
  result.is_plain = at == first;
  if (*at == '.')
    {
      result.precision = (int) strtol (at + 1, NULL, 10);
      at++;
      at += strspn (at, "*0123456789");
    }
  n = (gsize) (at - first);
  for (; *at != '\0' && strchr ("hlz", *at) != NULL; at++)
    {
      result.n_long += *at == 'l';
      result.is_size |= *at == 'z';
    }
  result.kind = *at;
  result.length = (gsize) (at - text) + (*at != '\0');
  if (n + 3 <= MOST_LETTERS && memchr (first, '*', n) == NULL && memchr (first, '\'', n) == NULL)
    g_snprintf (result.format, sizeof result.format, "%%%.*s%c", (int) n, first, result.kind);
  return result;
}

/* Returns the argument of an integral conversion. */
static char *
take_integer (const Conversion *conversion, va_list *args)
{
  const gboolean is_signed = conversion->kind == 'd' || conversion->kind == 'i';

  if (conversion->is_size)
    return g_strdup_printf ("%zu", va_arg (*args, gsize));
  if (conversion->n_long == 2)
    return is_signed ? g_strdup_printf ("%lld", va_arg (*args, long long))
                     : g_strdup_printf ("%llu", va_arg (*args, unsigned long long));
  if (conversion->n_long == 1)
    return is_signed ? g_strdup_printf ("%ld", va_arg (*args, long))
                     : g_strdup_printf ("%lu", va_arg (*args, unsigned long));
  return is_signed ? g_strdup_printf ("%d", va_arg (*args, int)) : g_strdup_printf ("%u", va_arg (*args, guint));
}

static char *
take_text (const Conversion *conversion, va_list *args)
{
  const char *text = va_arg (*args, const char *);

  return conversion->precision >= 0 ? g_strndup (text, (gsize) conversion->precision) : g_strdup (text);
}

static char *
take_number (va_list *args)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_dtostr (digits, sizeof digits, va_arg (*args, double)));
}

/* Returns NULL for a conversion that is not kept. */
static char *
take (const Conversion *conversion, va_list *args)
{
  if (conversion->format[0] == '\0' || conversion->position > 0 || conversion->kind == '\0')
    return NULL;
  if (strchr (FLOATING, conversion->kind) != NULL)
    return take_number (args);
  if (!conversion->is_plain)
    return NULL;
  if (conversion->kind == 's')
    return take_text (conversion, args);
  return strchr ("diu", conversion->kind) != NULL && conversion->precision < 0 ? take_integer (conversion, args) : NULL;
}

char **
rensa_phrase_new (const char *format, va_list args)
{
  g_autoptr (GPtrArray) phrase = g_ptr_array_new_with_free_func (g_free);
  gboolean is_kept = TRUE;
  va_list rest;

  va_copy (rest, args);
  g_ptr_array_add (phrase, g_strdup (format));
  for (const char *at = strchr (format, '%'); at != NULL && is_kept; at = strchr (at, '%'))
    {
      const Conversion conversion = parse (at);
      char *argument;

      at += conversion.length;
      if (conversion.kind == '%')
        continue;
      argument = take (&conversion, &rest);
      is_kept = argument != NULL;
      g_ptr_array_add (phrase, argument);
    }
  va_end (rest);
  g_ptr_array_add (phrase, NULL);
  return is_kept ? (char **) g_ptr_array_free (g_steal_pointer (&phrase), FALSE) : NULL;
}

static void
append_number (GString *text, const Conversion *conversion, const char *argument)
{
  char digits[512];
  g_autoptr (GString) number = g_string_new (NULL);

  g_ascii_formatd (digits, sizeof digits, conversion->format, g_ascii_strtod (argument, NULL));
  g_string_append (number, digits);
  g_string_replace (number, ".", nl_langinfo (RADIXCHAR), 1);
  g_string_append (text, number->str);
}

char *
rensa_phrase_word (const char *const *phrase)
{
  const guint n_args = g_strv_length ((char **) phrase) - 1;
  const char *at = phrase[0][0] != '\0' ? _ (phrase[0]) : "";
  g_autoptr (GString) text = g_string_new (NULL);
  guint next = 0;

  while (*at != '\0')
    {
      const gsize n_plain = strcspn (at, "%");
      Conversion conversion;
      guint i;

      g_string_append_len (text, at, (gssize) n_plain);
      at += n_plain;
      if (*at == '\0')
        break;
      conversion = parse (at);
      at += conversion.length;
      if (conversion.kind == '%')
        {
          g_string_append_c (text, '%');
          continue;
        }
      i = conversion.position > 0 ? conversion.position - 1 : next++;
      if (i >= n_args || conversion.kind == '\0' || conversion.format[0] == '\0')
        return NULL;
      if (strchr (FLOATING, conversion.kind) != NULL)
        append_number (text, &conversion, phrase[i + 1]);
      else
        g_string_append (text, phrase[i + 1]);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
