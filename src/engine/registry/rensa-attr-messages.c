/* rensa-attr-messages.c: the pieces of which messages about attributes are made.
 * SPDX-License-Identifier: MIT */

#include "rensa-attrs-private.h"
#include "rensa-error.h"

#include <math.h>

#define MAX_EXCERPT 60
#define MAX_NAME 64

char *
rensa_excerpt (const char *text)
{
  gsize length = strlen (text);
  g_autofree char *valid = g_utf8_make_valid (text, MIN (length, 4 * MAX_EXCERPT));
  g_autofree char *head = NULL;

  if (length <= 4 * MAX_EXCERPT && g_utf8_strlen (valid, -1) <= MAX_EXCERPT)
    return g_steal_pointer (&valid);

  head = g_utf8_substring (valid, 0, MIN (MAX_EXCERPT - 1, g_utf8_strlen (valid, -1)));
  return g_strconcat (head, "…", NULL);
}

char *
rensa_excerpt_name (const char *name)
{
  g_autofree char *excerpt = rensa_excerpt (name);

  if (name[0] != '\0' && strspn (name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.") == strlen (name))
    return g_steal_pointer (&excerpt);

  return g_strdup_printf ("\"%s\"", excerpt);
}

char *
rensa_excerpt_json (struct json_object *json)
{
  if (json == NULL)
    return g_strdup ("None");
  if (rensa_json_is_too_deep (json))
    return g_strdup ("a value of too many levels");

  return rensa_excerpt (json_object_to_json_string_ext (json, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE));
}

static gboolean
is_deeper_than (struct json_object *json, int depth)
{
  struct json_object_iter member;

  if (!json_object_is_type (json, json_type_array) && !json_object_is_type (json, json_type_object))
    return FALSE;
  if (depth == 0)
    return TRUE;

  if (json_object_is_type (json, json_type_array))
    {
      for (size_t i = 0; i < json_object_array_length (json); i++)
        if (is_deeper_than (json_object_array_get_idx (json, i), depth - 1))
          return TRUE;
      return FALSE;
    }

  json_object_object_foreachC (json, member) if (is_deeper_than (member.val, depth - 1)) return TRUE;
  return FALSE;
}

gboolean
rensa_json_is_too_deep (struct json_object *json)
{
  return is_deeper_than (json, RENSA_ATTR_MAX_DEPTH);
}

/* How many letters have to be put in, left out or changed to turn @a into @b, whatever their case (Wagner and Fischer,
 * "The String-to-String Correction Problem", 1974). */
static guint
edit_distance (const char *a, const char *b)
{
  guint n = strlen (b);
  guint row[MAX_NAME + 1];

  for (guint j = 0; j <= n; j++)
    row[j] = j;

  for (guint i = 0; a[i] != '\0'; i++)
    {
      guint diagonal = row[0];

      row[0] = i + 1;
      for (guint j = 0; j < n; j++)
        {
          guint changed = diagonal + (g_ascii_tolower (a[i]) != g_ascii_tolower (b[j]));

          diagonal = row[j + 1];
          row[j + 1] = MIN (changed, MIN (row[j], diagonal) + 1);
        }
    }
  return row[n];
}

char *
rensa_suggest (const char *name, const char *(*get_name) (gconstpointer names, guint i), gconstpointer names, guint n)
{
  const char *nearest = NULL;
  guint least = G_MAXUINT;

  if (strlen (name) > MAX_NAME)
    return g_strdup ("");

  for (guint i = 0; i < n; i++)
    {
      const char *candidate = get_name (names, i);
      guint distance = strlen (candidate) <= MAX_NAME ? edit_distance (name, candidate) : G_MAXUINT;

      /* Farther away, another name would be meant. */
      if (distance < least && 2 * distance < MAX (strlen (name), strlen (candidate)))
        {
          least = distance;
          nearest = candidate;
        }
    }

  return nearest != NULL ? g_strdup_printf ("; did you mean %s?", nearest) : g_strdup ("");
}

char *
rensa_join_choices (const char *const *choices)
{
  GString *joined = g_string_new (NULL);

  for (guint i = 0; choices[i] != NULL; i++)
    {
      const char *separator = choices[i + 1] != NULL ? ", " : " or ";

      g_string_append_printf (joined, "%s\"%s\"", i > 0 ? separator : "", choices[i]);
    }
  return g_string_free (joined, FALSE);
}

gboolean
rensa_range_is_open_below (const RensaAttrSpec *spec)
{
  double lowest = spec->type == RENSA_ATTR_TYPE_FLOAT ? -G_MAXDOUBLE : -RENSA_INT64_BOUND;

  return spec->min == spec->max || spec->min <= lowest;
}

gboolean
rensa_range_is_open_above (const RensaAttrSpec *spec)
{
  double highest = spec->type == RENSA_ATTR_TYPE_FLOAT ? G_MAXDOUBLE : RENSA_INT64_BOUND;

  return spec->min == spec->max || spec->max >= highest;
}

gboolean
rensa_range_holds (const RensaAttrSpec *spec, double value)
{
  return (rensa_range_is_open_below (spec) || value >= spec->min)
         && (rensa_range_is_open_above (spec) || value <= spec->max);
}

/* People write 1, not 1.0. */
static char *
format_bound (double bound)
{
  char *text = rensa_format_double (bound);

  if (g_str_has_suffix (text, ".0"))
    text[strlen (text) - 2] = '\0';
  return text;
}

char *
rensa_describe_range (const RensaAttrSpec *spec, const char *what)
{
  gboolean below = rensa_range_is_open_below (spec);
  gboolean above = rensa_range_is_open_above (spec);
  g_autofree char *min = format_bound (spec->min);
  g_autofree char *max = format_bound (spec->max);

  if (below && above)
    return g_strdup (what);
  if (above)
    return g_strdup_printf ("%s of at least %s", what, min);
  if (below)
    return g_strdup_printf ("%s of at most %s", what, max);
  return g_strdup_printf ("%s from %s to %s", what, min, max);
}

char *
rensa_attr_describe (const RensaAttrSpec *spec)
{
  g_autofree char *what = rensa_attr_get_ops (spec)->describe (spec);

  return g_strconcat (what, rensa_attr_allows_none (spec) ? " or None" : "", NULL);
}

gboolean
rensa_attr_reject (const RensaAttrSpec *spec, struct json_object *given, GError **error)
{
  g_autofree char *expected = rensa_attr_describe (spec);
  g_autofree char *found = rensa_excerpt_json (given);

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, " takes %s, but %s was given.", expected, found);
  return FALSE;
}

/* How many digits the shortest decimal has that reads back as @value, and the power of ten of the first of them. */
static int
count_digits (double value, int *exponent)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  int digits = 0;

  do
    {
      g_autofree char *format = g_strdup_printf ("%%.%de", digits);

      g_ascii_formatd (text, sizeof text, format, value);
      digits++;
    }
  while (g_ascii_strtod (text, NULL) != value);

  *exponent = (int) g_ascii_strtoll (strchr (text, 'e') + 1, NULL, 10);
  return digits;
}

char *
rensa_format_double (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *format = NULL;
  int digits;
  int exponent;

  if (isnan (value))
    return g_strdup ("nan");
  if (isinf (value))
    return g_strdup (value > 0 ? "inf" : "-inf");

  digits = count_digits (value, &exponent);
  if (exponent >= -4 && exponent < 16)
    format = g_strdup_printf ("%%.%df", MAX (digits - 1 - exponent, 1));
  else
    format = g_strdup_printf ("%%.%de", digits - 1);
  return g_strdup (g_ascii_formatd (text, sizeof text, format, value));
}

struct json_object *
rensa_json_new_double (double value)
{
  g_autofree char *text = rensa_format_double (value);

  return isfinite (value) ? json_object_new_double_s (value, text) : json_object_new_string (text);
}
