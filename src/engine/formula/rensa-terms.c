/* rensa-terms.c: terms of formulas, without duplicates.
 * SPDX-License-Identifier: MIT */

#include "rensa-terms-private.h"

#include <string.h>

#define FIRST_PLACES 64

void
rensa_terms_init (RensaTerms *terms)
{
  *terms = (RensaTerms){
    .terms = g_array_new (FALSE, FALSE, sizeof (RensaTerm)),
    .places = g_new0 (int, FIRST_PLACES),
    .n_places = FIRST_PLACES,
  };
}

void
rensa_terms_clear (RensaTerms *terms)
{
  g_clear_pointer (&terms->terms, g_array_unref);
  g_clear_pointer (&terms->places, g_free);
}

/* Compared by their bits, so that NaN is one constant, and -0 differs from 0. */
static guint64
get_bits (double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}

static gboolean
is_same (const RensaTerm *a, const RensaTerm *b)
{
  return a->kind == b->kind && get_bits (a->value) == get_bits (b->value)
         && memcmp (a->from, b->from, sizeof a->from) == 0;
}

static guint
find_place (const RensaTerms *terms, const RensaTerm *term)
{
  const guint64 words[] = { (guint64) term->kind, (guint64) term->from[0], (guint64) term->from[1],
                            (guint64) term->from[2], get_bits (term->value) };
  guint64 hash = 0;
  guint place;

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      hash = (hash ^ words[i]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      hash ^= hash >> 29;
    }

  place = (guint) hash & (terms->n_places - 1);
  while (terms->places[place] != 0 && !is_same (rensa_terms_get (terms, terms->places[place] - 1), term))
    place = (place + 1) & (terms->n_places - 1);
  return place;
}

static void
grow (RensaTerms *terms)
{
  g_free (terms->places);
  terms->n_places *= 2;
  terms->places = g_new0 (int, terms->n_places);
  for (int i = 0; i < rensa_terms_count (terms); i++)
    terms->places[find_place (terms, rensa_terms_get (terms, i))] = i + 1;
}

/* Returns the number of an equal term if there is one. */
static int
intern (RensaTerms *terms, const RensaTerm *term)
{
  guint place = find_place (terms, term);

  if (terms->places[place] != 0)
    return terms->places[place] - 1;
  if (rensa_terms_count (terms) >= RENSA_TERMS_MAX)
    {
      terms->is_full = TRUE;
      return 0;
    }
  if (2 * (terms->terms->len + 1) > terms->n_places)
    {
      grow (terms);
      place = find_place (terms, term);
    }

  g_array_append_vals (terms->terms, term, 1);
  terms->places[place] = rensa_terms_count (terms);
  return rensa_terms_count (terms) - 1;
}

gboolean
rensa_terms_is_constant (const RensaTerms *terms, int term, double value)
{
  const RensaTerm *self = rensa_terms_get (terms, term);

  return self->kind == RENSA_TERM_CONSTANT && get_bits (self->value) == get_bits (value);
}

int
rensa_terms_constant (RensaTerms *terms, double value)
{
  return intern (terms, &(RensaTerm){ .kind = RENSA_TERM_CONSTANT, .value = value });
}

int
rensa_terms_input (RensaTerms *terms, int i)
{
  return intern (terms, &(RensaTerm){ .kind = RENSA_TERM_INPUT, .value = i });
}

int
rensa_terms_add (RensaTerms *terms, RensaOp op, int a, int b, int c)
{
  const int n_operands = rensa_op_get_info (op)->n_operands;

  return intern (terms,
                 &(RensaTerm){ .kind = (int) op, .from = { a, n_operands > 1 ? b : 0, n_operands > 2 ? c : 0 } });
}

/* Visits the terms from last to first: readers have higher numbers than their operands. */
void
rensa_terms_count_uses (const RensaTerms *terms, const int *outputs, int n_outputs, int *uses)
{
  for (int i = 0; i < n_outputs; i++)
    uses[outputs[i]]++;

  for (int i = rensa_terms_count (terms) - 1; i >= 0; i--)
    {
      const RensaTerm *term = rensa_terms_get (terms, i);

      for (int k = 0; uses[i] > 0 && rensa_term_is_operation (term) && k < rensa_op_get_info (term->kind)->n_operands;
           k++)
        uses[term->from[k]]++;
    }
}
