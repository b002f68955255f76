/* rensa-formula-print.c: conversion of formulas to text.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-attrs.h"
#include "rensa-formula-private.h"

/* Nesting depth from which a value gets a name. */
#define MOST_DEPTH 12

typedef struct
{
  const RensaTerms *terms;
  char **names; /* names of the terms, if they have one */
  GString *text;
} Printer;

static void print (Printer *self, int i, int least_level);

static void
print_number (Printer *self, double value, int least_level)
{
  const gboolean in_brackets =
      signbit (value) && !isnan (value) && least_level > rensa_op_get_info (RENSA_OP_NEG)->level;
  g_autofree char *digits = isnan (value) ? g_strdup ("nan") : rensa_format_double (value);

  g_string_append_printf (self->text, in_brackets ? "(%s)" : "%s", digits);
}

static void
print_call (Printer *self, const RensaTerm *term, const RensaOpInfo *info)
{
  g_string_append_printf (self->text, "%s(", info->text);
  for (int k = 0; k < info->n_operands; k++)
    {
      g_string_append (self->text, k > 0 ? ", " : "");
      print (self, term->from[k], 1);
    }
  g_string_append_c (self->text, ')');
}

static void
print_operator (Printer *self, const RensaTerm *term, const RensaOpInfo *info)
{
  const gboolean is_power = term->kind == RENSA_OP_POW;

  if (info->n_operands == 1)
    {
      g_string_append (self->text, info->text);
      print (self, term->from[0], info->level);
    }
  else if (info->n_operands == 2)
    {
      print (self, term->from[0], is_power ? info->level + 1 : info->level);
      g_string_append_printf (self->text, " %s ", info->text);
      print (self, term->from[1], is_power ? info->level - 1 : info->level + 1);
    }
  else
    {
      print (self, term->from[0], info->level + 1);
      g_string_append (self->text, " ? ");
      print (self, term->from[1], info->level);
      g_string_append (self->text, " : ");
      print (self, term->from[2], info->level);
    }
}

static void
print_operation (Printer *self, int i, int least_level)
{
  const RensaTerm *term = rensa_terms_get (self->terms, i);
  const RensaOpInfo *info = rensa_op_get_info (term->kind);

  if (info->level == 0)
    print_call (self, term, info);
  else if (info->level < least_level)
    {
      g_string_append_c (self->text, '(');
      print_operator (self, term, info);
      g_string_append_c (self->text, ')');
    }
  else
    print_operator (self, term, info);
}

static void
print (Printer *self, int i, int least_level)
{
  const RensaTerm *term = rensa_terms_get (self->terms, i);

  if (self->names[i] != NULL)
    g_string_append (self->text, self->names[i]);
  else if (term->kind == RENSA_TERM_CONSTANT)
    print_number (self, term->value, least_level);
  else
    print_operation (self, i, least_level);
}

static void
print_statement (Printer *self, int i, const char *name)
{
  const gboolean has_name = self->names[i] != NULL;

  g_string_append_printf (self->text, "%s%s = ", self->text->len > 0 ? "; " : "", name);
  if (has_name || !rensa_term_is_operation (rensa_terms_get (self->terms, i)))
    print (self, i, 1);
  else
    {
      print_operation (self, i, 1);
      self->names[i] = g_strdup (name);
    }
}

/* Returns the nesting depth in the text of term @i; operands with names count as 0. */
static int
get_depth (const Printer *self, int i, const int *depths)
{
  const RensaTerm *term = rensa_terms_get (self->terms, i);
  int depth = 0;

  for (int k = 0; rensa_term_is_operation (term) && k < rensa_op_get_info (term->kind)->n_operands; k++)
    if (self->names[term->from[k]] == NULL)
      depth = MAX (depth, depths[term->from[k]]);
  return depth + 1;
}

static GHashTable *
collect_names (RensaFormula *self)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->inputs->len; i++)
    g_hash_table_add (names, g_strdup (self->inputs->pdata[i]));
  for (guint i = 0; i < self->outputs->len; i++)
    g_hash_table_add (names, g_strdup (self->outputs->pdata[i]));
  return names;
}

/* Values that are read more than once, or nested too deeply, get a name. */
static void
print_steps (Printer *self, RensaFormula *formula, const int *uses)
{
  const int n = rensa_terms_count (self->terms);
  g_autofree int *depths = g_new0 (int, n);
  g_autoptr (GHashTable) names = collect_names (formula);
  int n_steps = 0;

  for (int i = 0; i < n; i++)
    {
      const RensaTerm *term = rensa_terms_get (self->terms, i);

      if (term->kind == RENSA_TERM_INPUT)
        self->names[i] = g_strdup (formula->inputs->pdata[(int) term->value]);
      if (uses[i] == 0 || !rensa_term_is_operation (term))
        continue;

      depths[i] = get_depth (self, i, depths);
      if (uses[i] > 1 || depths[i] >= MOST_DEPTH)
        {
          g_autofree char *base = g_strdup_printf ("t%d", ++n_steps);
          g_autofree char *name = rensa_formula_dup_free_name (names, base);

          print_statement (self, i, name);
        }
    }
}

char *
rensa_formula_print (RensaFormula *self)
{
  const int n = rensa_terms_count (&self->terms);
  g_autofree int *uses = g_new0 (int, n);
  Printer printer = { &self->terms, g_new0 (char *, n + 1), g_string_new (NULL) };

  rensa_terms_count_uses (&self->terms, self->output_terms, (int) self->outputs->len, uses);
  print_steps (&printer, self, uses);
  for (guint i = 0; i < self->outputs->len; i++)
    print_statement (&printer, self->output_terms[i], self->outputs->pdata[i]);

  for (int i = 0; i < n; i++)
    g_free (printer.names[i]);
  g_free (printer.names);
  return g_string_free (printer.text, FALSE);
}
