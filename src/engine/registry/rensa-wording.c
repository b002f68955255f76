/* rensa-wording.c: parts of messages about user input.
 * SPDX-License-Identifier: MIT */

#include "rensa-wording.h"
#include "rensa-format.h"
#include "rensa-language.h"

#include <string.h>

#define MAX_EXCERPT 60
#define MAX_NAME 64

char *
rensa_excerpt (const char *text)
{
  gsize length = strlen (text);
  g_autofree char *valid = rensa_make_harmless (text, MIN (length, 4 * MAX_EXCERPT));
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

/* Counts the insertions, deletions and substitutions that turn @a into @b, ignoring case (Wagner
 * and Fischer, "The String-to-String Correction Problem", 1974). */
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

const char *
rensa_find_nearest (const char *name, const char *(*get_name) (gconstpointer names, guint i), gconstpointer names,
                    guint n)
{
  const char *nearest = NULL;
  guint least = G_MAXUINT;

  if (strlen (name) > MAX_NAME)
    return NULL;

  for (guint i = 0; i < n; i++)
    {
      const char *candidate = get_name (names, i);
      const guint distance = strlen (candidate) <= MAX_NAME ? edit_distance (name, candidate) : MAX_NAME;
      /* Among equally near names, prefers the one with the same first letter, which is the least likely
       * to be wrong. */
      const guint order = 2 * distance + (g_ascii_tolower (candidate[0]) != g_ascii_tolower (name[0]));

      /* A more distant name is probably not the intended one. */
      if (order < least && strcmp (name, candidate) != 0 && 2 * distance < MAX (strlen (name), strlen (candidate)))
        {
          least = order;
          nearest = candidate;
        }
    }

  return nearest;
}

char *
rensa_suggest (const char *name, const char *(*get_name) (gconstpointer names, guint i), gconstpointer names, guint n)
{
  const char *nearest = rensa_find_nearest (name, get_name, names, n);

  return nearest != NULL ? g_strdup_printf (_ ("; did you mean %s?"), nearest) : g_strdup ("");
}
