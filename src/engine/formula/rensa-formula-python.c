/* rensa-formula-python.c: conversion of formulas to Python functions on the values of a library.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "rensa-attrs.h"
#include "rensa-formula-private.h"

/* Longer expressions are split into several lines. */
#define MOST_CHARACTERS 60

/**
 * Writer:
 * @names: names of the terms, if they have one
 * @taken: names in use
 * @first: the input that determines the shape and type of numbers if the library requires arrays
 */
typedef struct
{
  const RensaTerms *terms;
  char **names;
  GHashTable *taken;
  const RensaFormulaWords *words;
  gboolean (*is_reserved) (const char *name, gpointer data);
  gpointer data;
  const char *first;
  GPtrArray *lines;
  int n_steps;
} Writer;

/* Returns @pattern with %v replaced by @value and %x by the first input; owned by the caller. */
static char *
fill (Writer *self, const char *pattern, const char *value)
{
  GString *text = g_string_new (NULL);

  for (const char *c = pattern; *c != '\0'; c++)
    if (*c == '%')
      g_string_append (text, *++c == 'v' ? value : self->first);
    else
      g_string_append_c (text, *c);
  return g_string_free (text, FALSE);
}

/* Returns TRUE if the term is a Boolean in Python, instead of 1 or 0 as in formulas. */
static gboolean
is_truth (const RensaTerm *term)
{
  switch (term->kind)
    {
    case RENSA_OP_NOT:
    case RENSA_OP_OR:
    case RENSA_OP_AND:
    case RENSA_OP_EQ:
    case RENSA_OP_NE:
    case RENSA_OP_LT:
    case RENSA_OP_LE:
    case RENSA_OP_GT:
    case RENSA_OP_GE:
      return TRUE;
    default:
      return FALSE;
    }
}

static char *
write_number (const RensaFormulaWords *words, double value)
{
  g_autofree char *digits = isfinite (value) ? rensa_format_double (value) : NULL;

  if (isnan (value))
    return g_strconcat (words->module, "nan", NULL);
  if (isinf (value))
    return g_strconcat (value > 0 ? "" : "(-", words->module, value > 0 ? "inf" : "inf)", NULL);
  if (g_str_has_suffix (digits, ".0"))
    digits[strlen (digits) - 2] = '\0';
  return signbit (value) ? g_strdup_printf ("(%s)", digits) : g_steal_pointer (&digits);
}

static char *write_value (Writer *self, int i, char form, gboolean in_brackets);

/* Returns TRUE if, as for a * b in a * b + c, no brackets are needed. */
static gboolean
binds_tighter (int kind, int outer, gboolean is_left)
{
  const int level = kind < RENSA_N_OPS ? rensa_op_get_info (kind)->level : 0;
  const int outer_level = rensa_op_get_info (outer)->level;
  const int least = rensa_op_get_info (RENSA_OP_ADD)->level;

  return kind != RENSA_OP_FMOD && outer_level >= least && outer_level <= rensa_op_get_info (RENSA_OP_MUL)->level
         && (level > outer_level || (level == outer_level && is_left));
}

/* Writes operation @i, with brackets around operands if needed. */
static char *
write_operation (Writer *self, int i)
{
  static const char letters[] = "abABCtupq";
  static const int operands[] = { 0, 1, 0, 1, 2, 0, 1, 0, 1 };
  const RensaTerm *term = rensa_terms_get (self->terms, i);
  const char *form = self->words->forms[term->kind];
  GString *text = g_string_new (NULL);

  for (const char *c = form; *c != '\0'; c++)
    if (*c == '%')
      {
        const gboolean opens = c > form && (c[-1] == '(' || (c[-1] == ' ' && c[-2] == ','));
        const int k = operands[strchr (letters, *++c) - letters];
        const int from = term->from[k];
        const gboolean in_brackets = (opens && (c[1] == ')' || c[1] == ','))
                                     || binds_tighter (rensa_terms_get (self->terms, from)->kind, term->kind, k == 0);
        g_autofree char *operand = write_value (self, from, *c, in_brackets);

        g_string_append (text, operand);
      }
    else
      g_string_append_c (text, *c);
  return g_string_free (text, FALSE);
}

/* Returns TRUE if @text contains an operator outside of brackets. */
static gboolean
is_loose (const char *text)
{
  int depth = 0;

  for (const char *c = text; *c != '\0'; c++)
    {
      depth += (*c == '(') - (*c == ')');
      if (depth == 0 && strchr (" -~", *c) != NULL)
        return TRUE;
    }
  return FALSE;
}

static char *
take_into_brackets (char *text)
{
  g_autofree char *loose = is_loose (text) ? text : NULL;

  return loose != NULL ? g_strdup_printf ("(%s)", loose) : text;
}

/* Converts a number to an array or a Boolean if necessary. */
static char *
write_constant (Writer *self, double value, char form)
{
  g_autofree char *number = write_number (self->words, value);

  if (strchr ("ABC", form) != NULL)
    return fill (self, self->words->constant, number);
  if (strchr ("tu", form) != NULL)
    return fill (self, self->words->truth, value == 0 ? "1" : "0");
  return g_steal_pointer (&number);
}

/* Writes a value in the form specified by the letter @form; @in_brackets: operators do not need brackets. */
static char *
write_value (Writer *self, int i, char form, gboolean in_brackets)
{
  const RensaTerm *term = rensa_terms_get (self->terms, i);
  const gboolean wants_truth = strchr ("tu", form) != NULL;
  const gboolean is_plain = wants_truth || strchr ("pq", form) != NULL;
  g_autofree char *value = NULL;
  g_autofree char *plain = NULL;

  if (term->kind == RENSA_TERM_CONSTANT)
    return write_constant (self, term->value, form);

  value = self->names[i] != NULL ? g_strdup (self->names[i]) : write_operation (self, i);
  if (is_truth (term) ? !wants_truth || !in_brackets : !is_plain && !in_brackets)
    value = take_into_brackets (g_steal_pointer (&value));
  if (is_truth (term))
    return wants_truth ? g_steal_pointer (&value) : fill (self, self->words->number, value);
  if (!is_plain)
    return g_steal_pointer (&value);
  plain = fill (self, self->words->plain, value);
  return !wants_truth  ? g_steal_pointer (&plain)
         : in_brackets ? g_strconcat (plain, " != 0", NULL)
                       : g_strdup_printf ("(%s != 0)", plain);
}

static char *
dup_free_name (Writer *self, const char *name)
{
  g_autoptr (GString) longer = g_string_new (name);

  while (self->is_reserved (longer->str, self->data))
    g_string_append_c (longer, '_');
  return rensa_formula_dup_free_name (self->taken, longer->str);
}

/* Returns TRUE if some form of the operation contains its operand more than once. */
static gboolean
is_repeated (int op)
{
  return op == RENSA_OP_CBRT || op == RENSA_OP_ASINH || op == RENSA_OP_ACOSH;
}

/* Writes a separate line for term @i. */
static void
write_step (Writer *self, int i)
{
  g_autofree char *value = write_operation (self, i);
  g_autofree char *name = g_strdup_printf ("t%d", ++self->n_steps);

  self->names[i] = dup_free_name (self, name);
  g_ptr_array_add (self->lines, g_strdup_printf ("%s = %s", self->names[i], value));
}

/* Returns the operand of @i with the longest text; -1 if all have names. */
static int
find_longest_operand (Writer *self, int i)
{
  const RensaTerm *term = rensa_terms_get (self->terms, i);
  gsize most = 0;
  int longest = -1;

  for (int k = 0; k < rensa_op_get_info (term->kind)->n_operands; k++)
    {
      const gboolean is_step =
          rensa_term_is_operation (rensa_terms_get (self->terms, term->from[k])) && self->names[term->from[k]] == NULL;
      g_autofree char *text = is_step ? write_operation (self, term->from[k]) : NULL;

      if (text != NULL && strlen (text) > most)
        {
          most = strlen (text);
          longest = term->from[k];
        }
    }
  return longest;
}

static gboolean
is_long (Writer *self, int i)
{
  g_autofree char *text = write_operation (self, i);

  return strlen (text) > MOST_CHARACTERS;
}

/* Values that are read more than once get their own line, and so do the operands of values that
 * would make a line too long. */
static void
write_steps (Writer *self, int *uses)
{
  const int n = rensa_terms_count (self->terms);
  int longest;

  for (int i = 0; i < n; i++)
    if (uses[i] > 0 && is_repeated (rensa_terms_get (self->terms, i)->kind))
      uses[rensa_terms_get (self->terms, i)->from[0]]++;

  for (int i = 0; i < n; i++)
    {
      if (uses[i] == 0 || !rensa_term_is_operation (rensa_terms_get (self->terms, i)))
        continue;
      while (is_long (self, i) && (longest = find_longest_operand (self, i)) >= 0)
        write_step (self, longest);
      if (uses[i] > 1)
        write_step (self, i);
    }
}

/* Converts an output to the type that functions accept, regardless of how the formula computes
 * it. */
static char *
write_output (Writer *self, int i)
{
  const RensaTerm *term = rensa_terms_get (self->terms, i);
  g_autofree char *value = self->names[i] != NULL && !is_truth (term)           ? g_strdup (self->names[i])
                           : rensa_term_is_operation (term) && !is_truth (term) ? write_operation (self, i)
                                                                                : write_value (self, i, 'A', TRUE);

  return term->kind == RENSA_TERM_CONSTANT || is_truth (term) ? fill (self, self->words->variable, value)
                                                              : g_steal_pointer (&value);
}

static void
write_return (Writer *self, RensaFormula *formula)
{
  GString *line = g_string_new ("return ");

  for (guint i = 0; i < formula->outputs->len; i++)
    {
      g_autofree char *value = write_output (self, formula->output_terms[i]);

      g_string_append_printf (line, "%s%s", i > 0 ? ", " : "", value);
    }
  g_ptr_array_add (self->lines, g_string_free (line, FALSE));
}

/* Writes the names of the inputs, separated by commas, as parameters; then a line that broadcasts
 * them to one shape. */
static void
write_inputs (Writer *self, RensaFormula *formula, char **inputs)
{
  g_autofree char *list = NULL;

  for (guint i = 0; i < formula->inputs->len; i++)
    inputs[i] = dup_free_name (self, formula->inputs->pdata[i]);
  /* A formula without inputs is rejected when it is called. */
  self->first = inputs[0] != NULL ? inputs[0] : "0";
  for (int i = 0; i < rensa_terms_count (self->terms); i++)
    {
      const RensaTerm *term = rensa_terms_get (self->terms, i);

      if (term->kind == RENSA_TERM_INPUT)
        self->names[i] = g_strdup (inputs[(int) term->value]);
    }
  list = g_strjoinv (", ", inputs);
  g_ptr_array_add (self->lines, g_strdup (list));
  if (formula->inputs->len > 1)
    g_ptr_array_add (self->lines, g_strdup_printf ("%s = %s(%s)", list, self->words->broadcast, list));
}

GStrv
rensa_formula_to_python (RensaFormula *formula, const RensaFormulaWords *words,
                         gboolean (*is_reserved) (const char *name, gpointer data), gpointer data)
{
  const int n = rensa_terms_count (&formula->terms);
  g_autofree int *uses = g_new0 (int, n);
  g_auto (GStrv) inputs = g_new0 (char *, formula->inputs->len + 1);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *lines = g_ptr_array_new ();
  Writer writer = { &formula->terms, g_new0 (char *, n + 1), taken, words, is_reserved, data, NULL, lines };

  write_inputs (&writer, formula, inputs);
  rensa_terms_count_uses (&formula->terms, formula->output_terms, (int) formula->outputs->len, uses);
  write_steps (&writer, uses);
  write_return (&writer, formula);
  g_ptr_array_add (lines, NULL);

  for (int i = 0; i < n; i++)
    g_free (writer.names[i]);
  g_free (writer.names);
  return (GStrv) g_ptr_array_free (lines, FALSE);
}
