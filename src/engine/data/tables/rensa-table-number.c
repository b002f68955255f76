/* rensa-table-number.c: parsing of human-written numbers.
 * SPDX-License-Identifier: MIT */

#include "rensa-table-private.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Up to this limit, integers and powers of ten are exact as doubles, so that combining the two
 * rounds only once. */
#define MOST_MANTISSA (G_GUINT64_CONSTANT (1) << 53)
#define MOST_POWER 22

static const double powers[MOST_POWER + 1] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                               1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

/* Returns the length in bytes of a thousands separator at @at; 0 if there is none. Spreadsheets use
 * non-breaking spaces, and two kinds of apostrophes. */
static gsize
match_thousands (const char *at, char thousands)
{
  static const char *const spaces[] = { " ", "\xc2\xa0", "\xe2\x80\xaf", "\xe2\x80\x89" };

  if (thousands == '\0')
    return 0;
  if (thousands == '\'' && strncmp (at, "\xe2\x80\x99", 3) == 0)
    return 3;
  if (thousands != ' ')
    return *at == thousands;
  for (guint i = 0; i < G_N_ELEMENTS (spaces); i++)
    if (g_str_has_prefix (at, spaces[i]))
      return strlen (spaces[i]);
  return 0;
}

/* State of parsing a number. */
typedef struct
{
  guint64 mantissa;
  gboolean is_exact;
  int n_digits;
  int exponent;
} Digits;

static void
add_digit (Digits *digits, char digit)
{
  digits->n_digits++;
  if (digits->mantissa >= MOST_MANTISSA / 10 - 1)
    digits->is_exact = FALSE;
  else
    digits->mantissa = digits->mantissa * 10 + (digit - '0');
}

static const char *
read_whole (const char *at, const RensaNumberForm *form, Digits *digits)
{
  int in_group = 0;
  gboolean has_groups = FALSE;
  const char *start = at;

  for (;;)
    {
      gsize n;

      if (g_ascii_isdigit (*at))
        {
          add_digit (digits, *at++);
          in_group++;
          continue;
        }
      n = match_thousands (at, form->thousands);
      if (n == 0 || !g_ascii_isdigit (at[n]))
        break;
      /* The first group has one to three digits and is not 0; all others have three. */
      if (has_groups ? in_group != 3 : in_group < 1 || in_group > 3 || *start == '0')
        return NULL;
      has_groups = TRUE;
      in_group = 0;
      at += n;
    }
  return has_groups && in_group != 3 ? NULL : at;
}

static const char *
read_fraction (const char *at, const RensaNumberForm *form, Digits *digits)
{
  if (*at != form->decimal)
    return at;
  for (at++; g_ascii_isdigit (*at); at++)
    {
      add_digit (digits, *at);
      digits->exponent--;
    }
  return at;
}

static const char *
read_exponent (const char *at, Digits *digits)
{
  int exponent = 0;
  gboolean is_negative;

  if (*at != 'e' && *at != 'E')
    return at;
  is_negative = *++at == '-';
  at += *at == '-' || *at == '+';
  if (!g_ascii_isdigit (*at))
    return NULL;
  for (; g_ascii_isdigit (*at); at++)
    exponent = MIN (exponent * 10 + (*at - '0'), 10000);
  digits->exponent += is_negative ? -exponent : exponent;
  return at;
}

/* Parses the text from @start to @end again, with the C library. */
static double
parse_slowly (const char *start, const char *end, char decimal)
{
  g_autoptr (GString) plain = g_string_new (NULL);

  for (const char *at = start; at < end; at++)
    if (g_ascii_isdigit (*at) || strchr ("eE+-", *at) != NULL)
      g_string_append_c (plain, *at);
    else if (*at == decimal)
      g_string_append_c (plain, '.');
  return g_ascii_strtod (plain->str, NULL);
}

gboolean
rensa_number_parse (const char *text, const RensaNumberForm *form, double *value)
{
  Digits digits = { .is_exact = TRUE };
  gboolean is_negative = FALSE;
  const char *start;
  const char *at;

  while (g_ascii_isspace (*text))
    text++;
  if (*text == '-' || *text == '+')
    is_negative = *text++ == '-';
  else if (strncmp (text, "\xe2\x88\x92", 3) == 0) /* MINUS SIGN */
    {
      is_negative = TRUE;
      text += 3;
    }

  start = text;
  at = read_whole (start, form, &digits);
  at = at != NULL ? read_fraction (at, form, &digits) : NULL;
  at = at != NULL && digits.n_digits > 0 ? read_exponent (at, &digits) : NULL;
  if (at == NULL)
    return FALSE;
  for (text = at; g_ascii_isspace (*text);)
    text++;
  if (*text != '\0')
    return FALSE;

  if (!digits.is_exact || ABS (digits.exponent) > MOST_POWER)
    *value = parse_slowly (start, at, form->decimal);
  else if (digits.exponent < 0)
    *value = digits.mantissa / powers[-digits.exponent];
  else
    *value = digits.mantissa * powers[digits.exponent];
  *value = is_negative ? -*value : *value;
  return isfinite ((float) *value);
}

/* Units */

static const char *
skip_spaces (const char *at)
{
  while (g_unichar_isspace (g_utf8_get_char (at)))
    at = g_utf8_next_char (at);
  return at;
}

/* Returns the end of the digits and separators at @at; "e" is part of a number only before digits. */
static const char *
skip_number (const char *at)
{
  at += *at == '-' || *at == '+';
  for (;;)
    {
      const char *next = g_utf8_next_char (at);
      const gunichar sign = g_utf8_get_char (at);
      const gboolean is_exponent =
          (*at == 'e' || *at == 'E') && (*next == '-' || *next == '+') && g_ascii_isdigit (next[1]);
      const gboolean is_inside = sign == '.' || sign == ',' || sign == '\'' || sign == 0x2019 || sign == 'e'
                                 || sign == 'E' || (sign != '\0' && g_unichar_isspace (sign));

      if (is_exponent)
        at = next + 1;
      else if (g_ascii_isdigit (*at) || (is_inside && g_ascii_isdigit (*next)))
        at = next;
      else
        return at;
    }
}

static gboolean
is_currency_code (const char *text, gsize n)
{
  static const char codes[] =
      "AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS INR JPY KRW MXN NOK NZD PLN RUB SEK SGD TRY USD ZAR";

  for (guint i = 0; n == 3 && i < sizeof codes; i += 4)
    if (strncmp (text, codes + i, n) == 0)
      return TRUE;
  return FALSE;
}

/* Returns the length in bytes of a currency at @at; 0 if there is none. */
static gsize
match_currency (const char *at)
{
  gsize n = 0;

  if (g_unichar_type (g_utf8_get_char (at)) == G_UNICODE_CURRENCY_SYMBOL)
    return (gsize) (g_utf8_next_char (at) - at);
  while (g_ascii_isupper (at[n]))
    n++;
  return is_currency_code (at, n) ? n : 0;
}

/* Returns TRUE if @text is a unit: "%", "km/h", "m2", "°C". */
static gboolean
is_unit (const char *text)
{
  static const gunichar signs[] = { '%', 0x2030, 0xb0, '/', 0xb2, 0xb3, 0xb5, '.', 0xb7 };
  const char *at;

  for (at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      const gunichar sign = g_utf8_get_char (at);
      gboolean fits = g_unichar_isalpha (sign) || g_unichar_type (sign) == G_UNICODE_CURRENCY_SYMBOL;

      for (guint i = 0; !fits && i < G_N_ELEMENTS (signs); i++)
        fits = sign == signs[i] && (at > text || (sign != '/' && sign != '.'));
      /* Square and cubic meters. */
      fits = fits || (at > text && at[-1] == 'm' && (sign == '2' || sign == '3') && !g_ascii_isalnum (at[1]));
      if (!fits)
        return FALSE;
    }
  return at > text && at - text < (int) sizeof ((RensaUnit *) NULL)->text;
}

static gboolean
parse_part (const char *start, const char *end, const RensaNumberForm *form, double *value)
{
  g_autofree char *part = g_strndup (start, (gsize) (end - start));

  return rensa_number_parse (g_strstrip (part), form, value);
}

static gboolean
find_before (RensaUnit *unit, const char *text, const RensaNumberForm *form, double *value)
{
  const gboolean is_negative = *text == '-';
  const char *currency = text + is_negative;
  const gsize n = match_currency (currency);
  const char *number = skip_spaces (currency + n);

  if (n == 0 || (is_negative && *number == '-') || !rensa_number_parse (number, form, value))
    return FALSE;
  *value = is_negative ? -*value : *value;
  *unit = (RensaUnit){ .is_before = TRUE };
  memcpy (unit->text, currency, n);
  return TRUE;
}

static gboolean
find_behind (RensaUnit *unit, const char *text, const RensaNumberForm *form, double *value)
{
  const char *end = skip_number (text);
  g_autofree char *rest = g_strstrip (g_strdup (skip_spaces (end)));

  if (end == text || !is_unit (rest) || !parse_part (text, end, form, value))
    return FALSE;
  *unit = (RensaUnit){ 0 };
  g_strlcpy (unit->text, rest, sizeof unit->text);
  return TRUE;
}

/* Parses dates in which day and month cannot be confused. */
static gboolean
find_date (RensaUnit *unit, const char *text, double *value)
{
  guint year, month, day;
  int n = 0;
  GDate date;
  const gboolean is_iso = sscanf (text, "%4u-%2u-%2u%n", &year, &month, &day, &n) == 3 && n == 10 && text[n] == '\0';

  if (!is_iso
      && (sscanf (text, "%2u.%2u.%4u%n", &day, &month, &year, &n) != 3 || n < 8 || text[n] != '\0'
          || text[n - 5] != '.'))
    return FALSE;
  if (!g_date_valid_dmy ((GDateDay) day, (GDateMonth) month, (GDateYear) year))
    return FALSE;
  g_date_clear (&date, 1);
  g_date_set_dmy (&date, (GDateDay) day, (GDateMonth) month, (GDateYear) year);
  /* GDate numbers 1970-01-01 as day 719163. */
  *value = (double) g_date_get_julian (&date) - 719163;
  *unit = (RensaUnit){ 0 };
  g_strlcpy (unit->text, is_iso ? "YYYY-MM-DD" : "DD.MM.YYYY", sizeof unit->text);
  return TRUE;
}

gboolean
rensa_unit_find (RensaUnit *unit, const char *text, const RensaNumberForm *form, double *value)
{
  return find_date (unit, text, value) || find_before (unit, text, form, value)
         || find_behind (unit, text, form, value);
}

gboolean
rensa_unit_parse (const RensaUnit *unit, const char *text, const RensaNumberForm *form, double *value)
{
  RensaUnit found;

  if (*unit->text == '\0')
    return rensa_number_parse (text, form, value);
  return (rensa_unit_find (&found, text, form, value) && found.is_before == unit->is_before
          && g_str_equal (found.text, unit->text))
         || (rensa_number_parse (text, form, value) && *value == 0);
}

gboolean
rensa_number_parse_any (const char *text, const RensaNumberForm *form, double *value)
{
  RensaUnit unit;

  return rensa_number_parse (text, form, value) || rensa_unit_find (&unit, text, form, value);
}

/* Missing values */

/* These texts always mean a missing value; none of them could be a category name. */
static const char *const always[] = { "NA", "N/A", "n/a", "NaN", "nan", "NULL", "null", "#N/A", "#NV", NULL };
/* These only in columns of numbers. */
static const char *const among_numbers[] = { "?", "-", "--", "–", ".", "None", "none", "k.A.", "k. A.", NULL };

static void
mark_first (RensaMissing *self, const char *const *texts)
{
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    self->is_first[(guchar) *texts[i]] = TRUE;
}

void
rensa_missing_init (RensaMissing *self, const char *const *texts)
{
  self->always = texts != NULL ? texts : always;
  self->among_numbers = texts != NULL ? NULL : among_numbers;
  memset (self->is_first, 0, sizeof self->is_first);
  self->is_first['\0'] = TRUE;
  mark_first (self, self->always);
  mark_first (self, self->among_numbers);
}

static gboolean
is_one_of (const char *text, const char *const *texts)
{
  return texts != NULL && g_strv_contains (texts, text);
}

gboolean
rensa_missing_has (const RensaMissing *self, const char *text, gboolean among)
{
  if (!self->is_first[(guchar) *text])
    return FALSE;
  return *text == '\0' || is_one_of (text, self->always) || (among && is_one_of (text, self->among_numbers));
}
