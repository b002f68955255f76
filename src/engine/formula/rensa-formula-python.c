/* rensa-formula-python.c: formulas as functions of Python on Chainer's variables.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "rensa-attrs.h"
#include "rensa-formula-private.h"

/* What is longer is written as several lines. */
#define MOST_CHARACTERS 60

/**
 * Writer:
 * @names: of the terms that have one
 * @taken: the names that are used
 * @first: the input whose shape and dtype numbers take, where Chainer wants arrays
 */
typedef struct
{
  const RensaTerms *terms;
  char **names;
  GHashTable *taken;
  gboolean (*is_reserved) (const char *name);
  const char *first;
  GPtrArray *lines;
  int n_steps;
} Writer;

/* A place in a form: a value %a or %b, the same as an array %A, %B or %C, as truth %t, as plain numbers %p and %q. */
static const struct
{
  RensaOp op;
  const char *form;
} forms[] = {
  { RENSA_OP_NOT, "~%t" },
  { RENSA_OP_ABS, "F.absolute(%a)" },
  { RENSA_OP_SIGN, "F.sign(%a)" },
  { RENSA_OP_FLOOR, "F.floor(%a)" },
  { RENSA_OP_CEIL, "F.ceil(%a)" },
  { RENSA_OP_TRUNC, "F.fix(%a)" },
  { RENSA_OP_RINT, "chainer.as_variable(np.rint(%p))" },
  { RENSA_OP_SQRT, "F.sqrt(%a)" },
  { RENSA_OP_CBRT, "F.sign(%a) * F.absolute(%a) ** (1 / 3)" },
  { RENSA_OP_EXP, "F.exp(%a)" },
  { RENSA_OP_EXP2, "2 ** %a" },
  { RENSA_OP_EXPM1, "F.expm1(%a)" },
  { RENSA_OP_LOG, "F.log(%a)" },
  { RENSA_OP_LOG2, "F.log2(%a)" },
  { RENSA_OP_LOG10, "F.log10(%a)" },
  { RENSA_OP_LOG1P, "F.log1p(%a)" },
  { RENSA_OP_SIN, "F.sin(%a)" },
  { RENSA_OP_COS, "F.cos(%a)" },
  { RENSA_OP_TAN, "F.tan(%a)" },
  { RENSA_OP_ASIN, "F.arcsin(%a)" },
  { RENSA_OP_ACOS, "F.arccos(%a)" },
  { RENSA_OP_ATAN, "F.arctan(%a)" },
  { RENSA_OP_SINH, "F.sinh(%a)" },
  { RENSA_OP_COSH, "F.cosh(%a)" },
  { RENSA_OP_TANH, "F.tanh(%a)" },
  { RENSA_OP_ASINH, "F.sign(%a) * F.log(F.absolute(%a) + F.sqrt(%a ** 2 + 1))" },
  { RENSA_OP_ACOSH, "F.log(%a + F.sqrt(%a ** 2 - 1))" },
  { RENSA_OP_ATANH, "F.arctanh(%a)" },
  { RENSA_OP_ERF, "F.erf(%a)" },
  { RENSA_OP_ERFC, "F.erfc(%a)" },
  { RENSA_OP_ERFCX, "F.erfcx(%a)" },
  { RENSA_OP_ERFINV, "F.erfinv(%a)" },
  { RENSA_OP_NDTRI, "F.ndtri(%a)" },
  { RENSA_OP_LOG_NDTR, "F.log_ndtr(%a)" },
  { RENSA_OP_LGAMMA, "F.lgamma(%a)" },
  { RENSA_OP_DIGAMMA, "F.digamma(%a)" },
  { RENSA_OP_SIGMOID, "F.sigmoid(%a)" },
  { RENSA_OP_OR, "%t | %u" },
  { RENSA_OP_AND, "%t & %u" },
  { RENSA_OP_EQ, "%p == %q" },
  { RENSA_OP_NE, "%p != %q" },
  { RENSA_OP_LT, "%p < %q" },
  { RENSA_OP_LE, "%p <= %q" },
  { RENSA_OP_GT, "%p > %q" },
  { RENSA_OP_GE, "%p >= %q" },
  { RENSA_OP_ADD, "%a + %b" },
  { RENSA_OP_SUB, "%a - %b" },
  { RENSA_OP_MUL, "%a * %b" },
  { RENSA_OP_DIV, "%a / %b" },
  { RENSA_OP_NEG, "-%a" },
  { RENSA_OP_POW, "%a ** %b" },
  { RENSA_OP_FMOD, "F.fmod(%A, %B)" },
  { RENSA_OP_MAX, "F.maximum(%A, %B)" },
  { RENSA_OP_MIN, "F.minimum(%A, %B)" },
  { RENSA_OP_ATAN2, "F.arctan2(%A, %B)" },
  { RENSA_OP_HYPOT, "F.sqrt(%a ** 2 + %b ** 2)" },
  { RENSA_OP_ZETA, "F.zeta(%A, %B)" },
  { RENSA_OP_COPYSIGN, "F.absolute(%a) * np.copysign(1, %q)" },
  { RENSA_OP_SELECT, "F.where(%t, %B, %C)" },
};

static const char *
get_form (int op)
{
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    if (forms[i].op == op)
      return forms[i].form;
  g_assert_not_reached ();
}

/* Whether Python has true and false where a formula has 1 and 0. */
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
write_number (double value)
{
  g_autofree char *digits = isfinite (value) ? rensa_format_double (value) : NULL;

  if (isnan (value))
    return g_strdup ("np.nan");
  if (isinf (value))
    return g_strdup (value > 0 ? "np.inf" : "(-np.inf)");
  if (g_str_has_suffix (digits, ".0"))
    digits[strlen (digits) - 2] = '\0';
  return signbit (value) ? g_strdup_printf ("(%s)", digits) : g_steal_pointer (&digits);
}

static char *write_value (Writer *self, int i, char form, gboolean in_brackets);

/* Whether a * b needs no brackets in a * b + c. */
static gboolean
binds_tighter (int kind, int outer, gboolean is_left)
{
  const int level = kind < RENSA_N_OPS ? rensa_op_get_info (kind)->level : 0;
  const int outer_level = rensa_op_get_info (outer)->level;
  const int least = rensa_op_get_info (RENSA_OP_ADD)->level;

  return kind != RENSA_OP_FMOD && outer_level >= least && outer_level <= rensa_op_get_info (RENSA_OP_MUL)->level
         && (level > outer_level || (level == outer_level && is_left));
}

/* The operation @i, whose operands stand in brackets where they need them. */
static char *
write_operation (Writer *self, int i)
{
  static const char letters[] = "abABCtupq";
  static const int operands[] = { 0, 1, 0, 1, 2, 0, 1, 0, 1 };
  const RensaTerm *term = rensa_terms_get (self->terms, i);
  const char *form = get_form (term->kind);
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

/* Whether @text has an operator outside brackets. */
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

/* A number is no array, and what is true or false no number. */
static char *
write_constant (Writer *self, double value, char form)
{
  g_autofree char *number = write_number (value);

  if (strchr ("ABC", form) != NULL)
    return g_strdup_printf ("np.full(%s.shape, %s, %s.dtype)", self->first, number, self->first);
  if (strchr ("tu", form) != NULL)
    return g_strdup_printf ("(np.zeros(%s.shape) == %d)", self->first, value == 0);
  return g_steal_pointer (&number);
}

/* In the form of @form's letter; @in_brackets: operators need no brackets of their own. */
static char *
write_value (Writer *self, int i, char form, gboolean in_brackets)
{
  const RensaTerm *term = rensa_terms_get (self->terms, i);
  const gboolean wants_truth = strchr ("tu", form) != NULL;
  const gboolean is_plain = wants_truth || strchr ("pq", form) != NULL;
  g_autofree char *value = NULL;

  if (term->kind == RENSA_TERM_CONSTANT)
    return write_constant (self, term->value, form);

  value = self->names[i] != NULL ? g_strdup (self->names[i]) : write_operation (self, i);
  if (is_truth (term) ? !wants_truth || !in_brackets : !is_plain && !in_brackets)
    value = take_into_brackets (g_steal_pointer (&value));
  if (is_truth (term))
    return wants_truth ? g_steal_pointer (&value) : g_strdup_printf ("%s.astype(%s.dtype)", value, self->first);
  if (wants_truth)
    return g_strdup_printf (in_brackets ? "chainer.as_array(%s) != 0" : "(chainer.as_array(%s) != 0)", value);
  return is_plain ? g_strdup_printf ("chainer.as_array(%s)", value) : g_steal_pointer (&value);
}

static char *
dup_free_name (Writer *self, const char *name)
{
  g_autoptr (GString) longer = g_string_new (name);

  while (self->is_reserved (longer->str))
    g_string_append_c (longer, '_');
  return rensa_formula_dup_free_name (self->taken, longer->str);
}

/* Whether the form of some operation has its operand in several places. */
static gboolean
is_repeated (int op)
{
  return op == RENSA_OP_CBRT || op == RENSA_OP_ASINH || op == RENSA_OP_ACOSH;
}

/* A line of its own for term @i. */
static void
write_step (Writer *self, int i)
{
  g_autofree char *value = write_operation (self, i);
  g_autofree char *name = g_strdup_printf ("t%d", ++self->n_steps);

  self->names[i] = dup_free_name (self, name);
  g_ptr_array_add (self->lines, g_strdup_printf ("%s = %s", self->names[i], value));
}

/* The operand of @i whose text is the longest; -1 where all have names. */
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

/* What is read more than once gets a line, and so do the parts of what would make a long one. */
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

/* What the functions of Chainer take for a variable, whatever the formula makes it from. */
static char *
write_output (Writer *self, int i)
{
  const RensaTerm *term = rensa_terms_get (self->terms, i);
  g_autofree char *value = self->names[i] != NULL && !is_truth (term)           ? g_strdup (self->names[i])
                           : rensa_term_is_operation (term) && !is_truth (term) ? write_operation (self, i)
                                                                                : write_value (self, i, 'A', TRUE);

  return term->kind == RENSA_TERM_CONSTANT || is_truth (term) ? g_strdup_printf ("chainer.as_variable(%s)", value)
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

/* The names of the inputs, separated by commas, as parameters; then a line that gives them one shape. */
static void
write_inputs (Writer *self, RensaFormula *formula, char **inputs)
{
  g_autofree char *list = NULL;

  for (guint i = 0; i < formula->inputs->len; i++)
    inputs[i] = dup_free_name (self, formula->inputs->pdata[i]);
  self->first = inputs[0];
  for (int i = 0; i < rensa_terms_count (self->terms); i++)
    {
      const RensaTerm *term = rensa_terms_get (self->terms, i);

      if (term->kind == RENSA_TERM_INPUT)
        self->names[i] = g_strdup (inputs[(int) term->value]);
    }
  list = g_strjoinv (", ", inputs);
  g_ptr_array_add (self->lines, g_strdup (list));
  if (formula->inputs->len > 1)
    g_ptr_array_add (self->lines, g_strdup_printf ("%s = F.broadcast(%s)", list, list));
}

GStrv
rensa_formula_to_python (RensaFormula *formula, gboolean (*is_reserved) (const char *name))
{
  const int n = rensa_terms_count (&formula->terms);
  g_autofree int *uses = g_new0 (int, n);
  g_auto (GStrv) inputs = g_new0 (char *, formula->inputs->len + 1);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *lines = g_ptr_array_new ();
  Writer writer = { &formula->terms, g_new0 (char *, n + 1), taken, is_reserved, NULL, lines };

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
