/* rensa-type-check.c: what a type check means, in words.
 * SPDX-License-Identifier: MIT */

#include "rensa-type-check-private.h"

#include <string.h>

#define EXPECT "Expect: "
#define ACTUAL ", Actual: "

char *
rensa_type_check_find (const char *message)
{
  const char *actual = strstr (message, EXPECT) != NULL ? strstr (message, ACTUAL) : NULL;
  const char *words = actual != NULL ? strstr (actual, "; ") : NULL;

  if (actual == NULL)
    return NULL;
  return words != NULL ? g_strndup (message, words - message) : g_strdup (message);
}

/* "arrays of 4 axes, but one of 2 axes comes in", of which @more is said before the first number. */
static char *
word_n_axes (const char *who, const char *more, GMatchInfo *match)
{
  g_autofree char *given = g_match_info_fetch (match, 1);
  g_autofree char *wanted = g_match_info_fetch (match, 2);

  return g_strdup_printf ("%s takes arrays of %s%s axes, but one of %s %s comes in", who, more, wanted, given,
                          strcmp (given, "1") == 0 ? "axis" : "axes");
}

static char *
word_axes (const char *who, GMatchInfo *match)
{
  return word_n_axes (who, "", match);
}

static char *
word_least_axes (const char *who, GMatchInfo *match)
{
  return word_n_axes (who, "at least ", match);
}

static char *
word_more_axes (const char *who, GMatchInfo *match)
{
  return word_n_axes (who, "more than ", match);
}

static char *
word_pictures (const char *who, GMatchInfo *match)
{
  g_autofree char *given = g_match_info_fetch (match, 1);

  return g_strdup_printf ("%s takes pictures, arrays of 4 axes, but one of %s %s comes in", who, given,
                          strcmp (given, "1") == 0 ? "axis" : "axes");
}

static char *
word_multiple (const char *who, GMatchInfo *match)
{
  g_autofree char *given = g_match_info_fetch (match, 1);
  g_autofree char *divisor = g_match_info_fetch (match, 2);

  return g_strdup_printf ("%s takes a multiple of %s, but %s comes in", who, divisor, given);
}

static char *
word_n_inputs (const char *who, GMatchInfo *match)
{
  g_autofree char *least = g_match_info_fetch (match, 1);
  g_autofree char *wanted = g_match_info_fetch (match, 2);
  g_autofree char *given = g_match_info_fetch (match, 3);

  return g_strdup_printf ("%s takes %s%s inputs, but has %s", who, strcmp (least, ">=") == 0 ? "at least " : "", wanted,
                          given);
}

/* What is expected is in words already. */
static char *
word_words (const char *who, GMatchInfo *match)
{
  g_autofree char *wanted = g_match_info_fetch (match, 1);
  g_autofree char *given = g_match_info_fetch (match, 2);

  return g_strdup_printf ("%s takes %s, not %s", who, wanted, given);
}

static char *
word_floating (const char *who, GMatchInfo *match)
{
  return g_strdup_printf ("%s takes floating-point numbers, but whole ones come in", who);
}

static char *
word_integers (const char *who, GMatchInfo *match)
{
  return g_strdup_printf ("%s takes whole numbers, but others come in", who);
}

static char *
word_dtypes (const char *who, GMatchInfo *match)
{
  g_autofree char *first = g_match_info_fetch (match, 1);
  g_autofree char *second = g_match_info_fetch (match, 2);

  return g_strdup_printf ("%s takes numbers of one type, but %s and %s come in", who, first, second);
}

static char *
word_shapes (const char *who, GMatchInfo *match)
{
  g_autofree char *first = g_match_info_fetch (match, 1);
  g_autofree char *second = g_match_info_fetch (match, 2);

  return g_strdup_printf ("%s takes arrays of the same shape, but %s and %s come in", who, first, second);
}

static char *
word_extents (const char *who, GMatchInfo *match)
{
  g_autofree char *first = g_match_info_fetch (match, 1);
  g_autofree char *second = g_match_info_fetch (match, 2);

  return g_strdup_printf ("two sizes that %s takes have to be the same, but they are %s and %s", who, first, second);
}

/* The forms that many functions have in common; the pattern covers both halves. */
static const struct
{
  const char *pattern;
  char *(*word) (const char *who, GMatchInfo *match);
} forms[] = {
  { "Expect: [^ ]+\\.ndim == 4, Actual: (\\d+) !=", word_pictures },
  { "Expect: [^ ]+\\.ndim == [^ ]+, Actual: (\\d+) != (\\d+)", word_axes },
  { "Expect: [^ ]+\\.ndim >= [^ ]+, Actual: (\\d+) < (\\d+)", word_least_axes },
  { "Expect: [^ ]+\\.ndim > [^ ]+, Actual: (\\d+) <= (\\d+)", word_more_axes },
  { "Expect: .* % .* == 0, Actual: (\\d+) % (\\d+) != 0", word_multiple },
  { "Expect: n_inputs (==|>=) (\\d+), Actual: (\\d+)", word_n_inputs },
  { "Expect: [^ ]+\\.dtype\\.kind == f,", word_floating },
  { "Expect: [^ ]+\\.dtype\\.kind == i,", word_integers },
  { "Expect: [^ ]+\\.dtype == [^ ]+\\.dtype, Actual: (\\w+) != (\\w+)", word_dtypes },
  { "Expect: [^ ]+\\.shape == [^ ]+\\.shape, Actual: (\\(.*\\)) != (\\(.*\\))", word_shapes },
  { "Expect: .*\\.shape\\[.* == .*\\.shape\\[.*, Actual: (\\d+) != (\\d+)", word_extents },
  { "Expect: ([a-z]+ [a-z]+ [^=<>]*), Actual: (.*)$", word_words },
};

char *
rensa_type_check_word (const char *who, const char *message)
{
  g_autofree char *check = rensa_type_check_find (message);

  if (check == NULL)
    return NULL;
  /* What a link says of itself is better than what can be made of the check. */
  if (strlen (check) < strlen (message))
    return g_strdup (message + strlen (check) + strlen ("; "));

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autoptr (GRegex) regex = g_regex_new (forms[i].pattern, 0, 0, NULL);
      g_autoptr (GMatchInfo) match = NULL;

      if (g_regex_match (regex, check, 0, &match))
        return forms[i].word (who, match);
    }
  return g_strdup_printf ("%s cannot work with what comes in", who);
}
