/* studio-search.c: search for components by their usual names.
 * SPDX-License-Identifier: MIT */

#include "studio-search.h"
#include "studio-preferences.h"
#include "studio-school.h"

#include <glib/gi18n.h>
#include <string.h>

enum
{
  IN_SUMMARY = 10,
  INSIDE = 20,
  WORD_OF_SYNONYM = 40,
  WORD = 50,
  SYNONYM = 60,
  BEGINNING_OF_TITLE = 80,
  BEGINNING_OF_NAME = 90,
  WHOLE_SYNONYM = 95,
  NAME = 100,
};

static char *
fold (const char *text)
{
  g_autofree char *normal = g_utf8_normalize (text, -1, G_NORMALIZE_ALL);

  return g_utf8_casefold (normal != NULL ? normal : "", -1);
}

/* Returns TRUE if a word of @text begins with @wanted; words of names are separated by "_". */
static gboolean
has_word (const char *text, const char *wanted)
{
  for (const char *hit = strstr (text, wanted); hit != NULL; hit = strstr (hit + 1, wanted))
    if (hit == text || !g_unichar_isalnum (g_utf8_get_char (g_utf8_prev_char (hit))))
      return TRUE;
  return FALSE;
}

static guint
score_text (const char *text, const char *wanted, guint beginning, guint word, guint inside)
{
  g_autofree char *folded = NULL;

  if (text == NULL)
    return 0;

  folded = fold (text);
  if (g_str_has_prefix (folded, wanted))
    return beginning;
  if (has_word (folded, wanted))
    return word;
  return strstr (folded, wanted) != NULL ? inside : 0;
}

static guint
score_synonyms (const char *names, const char *wanted)
{
  g_auto (GStrv) each = g_strsplit (names, ";", -1);
  guint best = 0;

  for (guint i = 0; each[i] != NULL; i++)
    {
      g_autofree char *folded = fold (each[i]);

      best = MAX (best, strcmp (folded, wanted) == 0 ? WHOLE_SYNONYM
                                                     : score_text (each[i], wanted, SYNONYM, WORD_OF_SYNONYM, 0));
    }
  return best;
}

static guint
score_title (const char *title, const char *wanted)
{
  g_autofree char *folded = title != NULL ? fold (title) : NULL;

  return g_strcmp0 (folded, wanted) == 0 ? NAME : score_text (title, wanted, BEGINNING_OF_TITLE, WORD, INSIDE);
}

static guint
score_word (const RensaComponent *component, const char *wanted)
{
  g_autofree char *name = fold (component->name);
  guint best = strcmp (name, wanted) == 0 ? NAME : score_text (name, wanted, BEGINNING_OF_NAME, WORD, INSIDE);

  best = MAX (best, score_title (component->title, wanted));
  if (component->title != NULL)
    best = MAX (best, score_title (_ (component->title), wanted));
  if (studio_preferences_is_simple ())
    best = MAX (best, score_title (studio_school_name (component), wanted));
  if (component->words != NULL)
    best = MAX (best, MAX (score_synonyms (component->words, wanted), score_synonyms (_ (component->words), wanted)));

  best = MAX (best, score_text (component->summary, wanted, IN_SUMMARY, IN_SUMMARY, 0));
  if (component->summary != NULL)
    best = MAX (best, score_text (_ (component->summary), wanted, IN_SUMMARY, IN_SUMMARY, 0));
  return best;
}

guint
studio_search_score (const RensaComponent *component, const char *text)
{
  g_autofree char *folded = fold (text);
  g_auto (GStrv) words = NULL;
  guint worst;
  guint best;

  g_strstrip (folded);
  worst = score_word (component, folded);
  if (worst > 0 || strchr (folded, ' ') == NULL)
    return worst;

  words = g_strsplit (folded, " ", -1);
  worst = NAME;
  best = 0;
  for (guint i = 0; words[i] != NULL; i++)
    if (words[i][0] != '\0')
      {
        const guint score = score_word (component, words[i]);

        worst = MIN (worst, score);
        best = MAX (best, score);
      }
  /* If the worst words are equally good, a better best word wins. */
  return worst > 0 && best > worst ? worst + 1 : worst;
}

/* Returns 2 for a full name, 1 for part of one or another name, 0 for the summary. */
static int
get_strength (const StudioMatch *match)
{
  return match->score >= NAME ? 2 : match->score >= INSIDE;
}

static int
compare_numbers (gint64 a, gint64 b)
{
  return (a > b) - (a < b);
}

int
studio_match_compare (const StudioMatch *a, const StudioMatch *b)
{
  const int strength_a = get_strength (a);
  const int strength_b = get_strength (b);
  const int by_rank[] = {
    compare_numbers (strength_b == 2, strength_a == 2),
    compare_numbers (b->fit, a->fit),
    compare_numbers (strength_b, strength_a),
    compare_numbers (b->is_picked, a->is_picked),
    compare_numbers (b->score, a->score),
    compare_numbers (a->order, b->order),
  };

  for (guint i = 0; i < G_N_ELEMENTS (by_rank); i++)
    if (by_rank[i] != 0)
      return by_rank[i];
  return 0;
}
