/* rensa-formula-parse.c: parser of formulas.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-fault.h"
#include "rensa-formula-lexer-private.h"
#include "rensa-formula-private.h"
#include "rensa-wording.h"
#include "rensa-language.h"

/* Maximum nesting depth, which limits the stack required by the parser. */
#define MOST_DEPTH 200
#define LONGEST_TEXT (1 << 22)

typedef enum
{
  NAME_INPUT,
  NAME_PARAM,
  NAME_ASSIGNED,
} NameKind;

typedef struct
{
  NameKind kind;
  int term;
  gboolean is_read; /* since it was last assigned */
  guint order;      /* order of the last assignment */
} Name;

typedef struct
{
  RensaLexer lexer;
  RensaTerms *terms;
  int depth;
  /* For a rule, @bindings; for a formula, the remaining members. */
  const int *bindings;
  RensaFormula *formula;
  GHashTable *names;
  gboolean is_open; /* an unknown name becomes an input */
  guint n_assigned;
  int last_value; /* term of a statement without a name; -1 if there is none */
} Parser;

/* Returns RENSA_N_OPS if the current token is not an operator with two or three operands. */
static RensaOp
find_operator (const Parser *self)
{
  for (int op = 0; op < RENSA_N_OPS && self->lexer.kind == RENSA_TOKEN_SIGN; op++)
    if (rensa_op_get_info (op)->n_operands > 1 && rensa_lexer_is_sign (&self->lexer, rensa_op_get_info (op)->text))
      return op;

  return RENSA_N_OPS;
}

static Name *
add_name (Parser *self, const char *name, NameKind kind, int term)
{
  Name *entry = g_new0 (Name, 1);

  entry->kind = kind;
  entry->term = term;
  g_hash_table_replace (self->names, g_strdup (name), entry);
  return entry;
}

static void
add_input (Parser *self, const char *name, const char *place)
{
  const int i = (int) self->formula->inputs->len;

  if (i == RENSA_PROGRAM_MAX_INPUTS)
    rensa_lexer_fail (&self->lexer, place, N_ ("more than %d inputs"), RENSA_PROGRAM_MAX_INPUTS);
  g_ptr_array_add (self->formula->inputs, g_strdup (name));
  add_name (self, name, NAME_INPUT, rensa_terms_input (self->terms, i));
}

static int parse_value (Parser *self, int least_level);

static void
fail_unknown_function (Parser *self, const char *name, const char *place)
{
  g_autofree char *excerpt = rensa_excerpt (name);
  g_autofree char *suggestion = rensa_formula_suggest_function (name);

  rensa_lexer_fail (&self->lexer, place, N_ ("unknown function %s%s"), excerpt, suggestion);
}

/* Called after the opening bracket has been read. */
static int
parse_call (Parser *self, const char *name, const char *place)
{
  const RensaOp op = rensa_formula_find_function (name);
  int from[3] = { 0 };
  int n = 0;

  if (op == RENSA_N_OPS)
    {
      fail_unknown_function (self, name, place);
      return 0;
    }

  while (self->lexer.error == NULL && !rensa_lexer_is_sign (&self->lexer, ")"))
    {
      const int value = parse_value (self, 1);

      if (n < 3)
        from[n] = value;
      n++;
      if (!rensa_lexer_is_sign (&self->lexer, ","))
        break;
      rensa_lexer_next (&self->lexer);
    }

  rensa_lexer_expect (&self->lexer, ")");
  if (n != rensa_op_get_info (op)->n_operands)
    rensa_lexer_fail (
        &self->lexer, place,
        ngettext ("%s takes %d argument, not %d", "%s takes %d arguments, not %d", rensa_op_get_info (op)->n_operands),
        name, rensa_op_get_info (op)->n_operands, n);
  return self->lexer.error != NULL ? 0 : rensa_terms_simplify (self->terms, op, from[0], from[1], from[2]);
}

static int
look_up (Parser *self, const char *name, const char *place)
{
  Name *entry = g_hash_table_lookup (self->names, name);
  const double *constant = rensa_formula_find_constant (name);
  g_autofree char *excerpt = rensa_excerpt (name);

  if (entry == NULL && constant != NULL)
    return rensa_terms_constant (self->terms, *constant);
  if (entry == NULL && rensa_formula_find_function (name) != RENSA_N_OPS)
    {
      rensa_lexer_fail (&self->lexer, place, N_ ("%s is a function; its arguments in brackets are missing"), excerpt);
      return 0;
    }
  if (entry == NULL && self->is_open)
    {
      add_input (self, name, place);
      entry = g_hash_table_lookup (self->names, name);
    }
  if (entry == NULL)
    {
      rensa_lexer_fail (&self->lexer, place, N_ ("%s is neither an input nor a parameter, and has not been assigned"),
                        excerpt);
      return 0;
    }

  entry->is_read = TRUE;
  return entry->term;
}

static int
parse_name (Parser *self)
{
  static const char letters[] = "abcyg";
  const char *place = self->lexer.start;
  g_autofree char *name = rensa_lexer_dup (&self->lexer);

  rensa_lexer_next (&self->lexer);
  if (rensa_lexer_is_sign (&self->lexer, "("))
    {
      rensa_lexer_next (&self->lexer);
      return parse_call (self, name, place);
    }

  return self->bindings != NULL ? self->bindings[strchr (letters, name[0]) - letters] : look_up (self, name, place);
}

static int
parse_simple_value (Parser *self)
{
  RensaLexer *lexer = &self->lexer;
  int value = 0;

  if (lexer->kind == RENSA_TOKEN_NAME)
    return parse_name (self);
  if (lexer->kind == RENSA_TOKEN_NUMBER)
    {
      value = rensa_terms_constant (self->terms, lexer->value);
      rensa_lexer_next (lexer);
    }
  else if (rensa_lexer_is_sign (lexer, "("))
    {
      rensa_lexer_next (lexer);
      value = parse_value (self, 1);
      rensa_lexer_expect (lexer, ")");
    }
  else
    rensa_lexer_fail_expected (lexer, N_ ("a value"));
  return value;
}

/* A sign binds tighter than any operator except the power: -x ** 2 is -(x ** 2). */
static int
parse_signed_value (Parser *self)
{
  const int level = rensa_op_get_info (RENSA_OP_NEG)->level;
  RensaOp op = RENSA_OP_COPY;
  int value;

  if (rensa_lexer_is_sign (&self->lexer, "-"))
    op = RENSA_OP_NEG;
  else if (rensa_lexer_is_sign (&self->lexer, "!"))
    op = RENSA_OP_NOT;
  else if (!rensa_lexer_is_sign (&self->lexer, "+"))
    return parse_simple_value (self);

  rensa_lexer_next (&self->lexer);
  value = parse_value (self, level);
  return self->lexer.error != NULL ? 0 : rensa_terms_simplify (self->terms, op, value, 0, 0);
}

/* Parses the remaining operands of an operator, and applies it. */
static int
parse_operation (Parser *self, RensaOp op, int left)
{
  const int level = rensa_op_get_info (op)->level;
  const char *place = self->lexer.start;
  int from[3] = { left };

  rensa_lexer_next (&self->lexer);
  if (op == RENSA_OP_SELECT)
    {
      from[1] = parse_value (self, 1);
      rensa_lexer_expect (&self->lexer, ":");
      from[2] = parse_value (self, level);
    }
  else
    from[1] = parse_value (self, op == RENSA_OP_POW ? level - 1 : level + 1);
  if (self->lexer.error != NULL)
    return 0;

  if ((op == RENSA_OP_DIV || op == RENSA_OP_FMOD) && self->bindings == NULL
      && (rensa_terms_is_constant (self->terms, from[1], 0) || rensa_terms_is_constant (self->terms, from[1], -0.0)))
    rensa_lexer_fail (&self->lexer, place, N_ ("division by zero"));
  if (self->terms->is_full && self->bindings == NULL)
    rensa_lexer_fail (&self->lexer, place, N_ ("more than %d operations up to here"), RENSA_TERMS_MAX);
  return rensa_terms_simplify (self->terms, op, from[0], from[1], from[2]);
}

/* Parses operators of at least this level, and their operands. */
static int
parse_value (Parser *self, int least_level)
{
  RensaOp op;
  int value;

  if (++self->depth > MOST_DEPTH)
    rensa_lexer_fail (&self->lexer, self->lexer.start, N_ ("values are nested more than %d levels deep"), MOST_DEPTH);

  value = parse_signed_value (self);
  while ((op = find_operator (self)) != RENSA_N_OPS && rensa_op_get_info (op)->level >= least_level)
    value = parse_operation (self, op, value);

  self->depth--;
  return value;
}

int
rensa_formula_apply_rule (RensaTerms *terms, const char *rule, const int bindings[5])
{
  Parser parser = { .terms = terms, .bindings = bindings };
  int value;

  rensa_lexer_init (&parser.lexer, "rule", rule);
  value = parse_value (&parser, 1);
  g_assert (parser.lexer.error == NULL && parser.lexer.kind == RENSA_TOKEN_END);
  return value;
}

/* Returns the current token if it is a name that can be assigned. */
static char *
take_new_name (Parser *self, const char *what)
{
  g_autofree char *name = rensa_lexer_dup (&self->lexer);
  g_autofree char *excerpt = rensa_excerpt (name);

  if (self->lexer.kind != RENSA_TOKEN_NAME)
    rensa_lexer_fail_expected (&self->lexer, what);
  else if (rensa_formula_find_constant (name) != NULL)
    rensa_lexer_fail (&self->lexer, self->lexer.start, N_ ("%s is a constant and cannot be used as a name"), excerpt);
  else if (rensa_formula_find_function (name) != RENSA_N_OPS)
    rensa_lexer_fail (&self->lexer, self->lexer.start, N_ ("%s is a function and cannot be used as a name"), excerpt);
  if (self->lexer.error != NULL)
    return NULL;

  return g_steal_pointer (&name);
}

static void
parse_assignment (Parser *self)
{
  const char *place = self->lexer.start;
  g_autofree char *name = take_new_name (self, N_ ("a name"));
  Name *entry = name != NULL ? g_hash_table_lookup (self->names, name) : NULL;
  int value;

  rensa_lexer_next (&self->lexer);
  rensa_lexer_expect (&self->lexer, "=");
  value = parse_value (self, 1);
  if (self->lexer.error != NULL)
    return;

  /* The value may just have made an unknown name an input. */
  entry = g_hash_table_lookup (self->names, name);
  if (entry != NULL && entry->kind != NAME_ASSIGNED)
    {
      g_autofree char *excerpt = rensa_excerpt (name);

      rensa_lexer_fail (&self->lexer, place,
                        entry->kind == NAME_INPUT ? N_ ("%s is an input and cannot be assigned")
                                                  : N_ ("%s is a parameter and cannot be assigned"),
                        excerpt);
      return;
    }

  if (entry == NULL)
    entry = add_name (self, name, NAME_ASSIGNED, value);
  entry->term = value;
  entry->is_read = FALSE;
  entry->order = ++self->n_assigned;
}

static void
parse_statements (Parser *self)
{
  RensaLexer *lexer = &self->lexer;

  if (lexer->kind == RENSA_TOKEN_END)
    rensa_lexer_fail (lexer, lexer->text, N_ ("the formula is empty"));

  while (lexer->kind != RENSA_TOKEN_END)
    {
      const char *place = lexer->start;

      if (self->last_value >= 0)
        rensa_lexer_fail (lexer, place, N_ ("nothing can follow a value without a name"));
      else if (rensa_lexer_is_assigned (lexer))
        parse_assignment (self);
      else
        self->last_value = parse_value (self, 1);

      if (lexer->kind != RENSA_TOKEN_END && !rensa_lexer_is_sign (lexer, ";"))
        rensa_lexer_fail_expected (lexer, N_ ("an operator or “;”"));
      else if (lexer->kind != RENSA_TOKEN_END)
        rensa_lexer_next (lexer);
    }
}

/* Parses a list of names, separated by commas. */
static gboolean
parse_list (Parser *self, const char *what, const char *text, void (*take) (Parser *self), GError **error)
{
  rensa_lexer_init (&self->lexer, what, text);
  while (self->lexer.kind != RENSA_TOKEN_END)
    {
      take (self);
      if (self->lexer.kind == RENSA_TOKEN_END)
        break;
      rensa_lexer_expect (&self->lexer, ",");
      if (self->lexer.kind == RENSA_TOKEN_END)
        rensa_lexer_fail_expected (&self->lexer, N_ ("a name"));
    }
  if (self->lexer.error == NULL)
    return TRUE;

  g_propagate_error (error, g_steal_pointer (&self->lexer.error));
  return FALSE;
}

/* Returns a name that is not used yet; NULL with an error otherwise. */
static char *
take_single_name (Parser *self, const char *what)
{
  g_autofree char *name = take_new_name (self, what);

  if (name != NULL && g_hash_table_contains (self->names, name))
    {
      g_autofree char *excerpt = rensa_excerpt (name);

      rensa_lexer_fail (&self->lexer, self->lexer.start, N_ ("%s appears here for the second time"), excerpt);
      return NULL;
    }
  return g_steal_pointer (&name);
}

static void
take_input (Parser *self)
{
  g_autofree char *name = take_single_name (self, N_ ("an input"));

  if (name == NULL)
    return;
  add_input (self, name, self->lexer.start);
  rensa_lexer_next (&self->lexer);
}

static void
take_param (Parser *self)
{
  g_autofree char *name = take_single_name (self, N_ ("a parameter"));
  int value;

  if (name == NULL)
    return;
  rensa_lexer_next (&self->lexer);
  rensa_lexer_expect (&self->lexer, "=");
  if (self->lexer.error != NULL)
    return;

  const char *place = self->lexer.start;

  value = parse_value (self, 1);
  if (self->lexer.error != NULL)
    return;
  if (rensa_terms_get (self->terms, value)->kind != RENSA_TERM_CONSTANT)
    rensa_lexer_fail (&self->lexer, place, N_ ("the value of a parameter must be a number"));
  add_name (self, name, NAME_PARAM, value);
}

static void
add_output (Parser *self, const char *name, int term)
{
  const guint n = self->formula->outputs->len;

  if (n == RENSA_PROGRAM_MAX_OUTPUTS)
    {
      rensa_lexer_fail (&self->lexer, self->lexer.start, N_ ("more than %d outputs"), RENSA_PROGRAM_MAX_OUTPUTS);
      return;
    }
  self->formula->output_terms[n] = term;
  g_ptr_array_add (self->formula->outputs, g_strdup (name));
}

static void
take_output (Parser *self)
{
  g_autofree char *name = take_new_name (self, N_ ("an output"));
  const Name *entry = name != NULL ? g_hash_table_lookup (self->names, name) : NULL;
  g_autofree char *excerpt = name != NULL ? rensa_excerpt (name) : NULL;

  if (name == NULL)
    return;
  if (entry == NULL || entry->kind != NAME_ASSIGNED)
    rensa_lexer_fail (&self->lexer, self->lexer.start, N_ ("the formula does not assign %s"), excerpt);
  else if (g_ptr_array_find_with_equal_func (self->formula->outputs, name, g_str_equal, NULL))
    rensa_lexer_fail (&self->lexer, self->lexer.start, N_ ("%s appears here for the second time"), excerpt);
  else
    add_output (self, name, entry->term);
  rensa_lexer_next (&self->lexer);
}

static gint
compare_orders (gconstpointer a, gconstpointer b, gpointer names)
{
  const Name *first = g_hash_table_lookup (names, *(char *const *) a);
  const Name *second = g_hash_table_lookup (names, *(char *const *) b);

  return first->order < second->order ? -1 : first->order > second->order;
}

/* Returns the names that are assigned and not read, then the value without a name. */
static void
find_outputs (Parser *self)
{
  g_autoptr (GPtrArray) unread = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer name, entry;

  g_hash_table_iter_init (&iter, self->names);
  while (g_hash_table_iter_next (&iter, &name, &entry))
    if (((Name *) entry)->kind == NAME_ASSIGNED && !((Name *) entry)->is_read)
      g_ptr_array_add (unread, name);
  g_ptr_array_sort_with_data (unread, compare_orders, self->names);

  for (guint i = 0; i < unread->len; i++)
    add_output (self, unread->pdata[i], ((Name *) g_hash_table_lookup (self->names, unread->pdata[i]))->term);
  if (self->last_value >= 0)
    {
      g_autofree char *free_name = rensa_formula_dup_free_name (self->names, "y");

      add_output (self, free_name, self->last_value);
    }
}

static gboolean
is_given (const char *text)
{
  return text != NULL && text[strspn (text, " \t\r\n")] != '\0';
}

static gboolean
parse_all (Parser *self, const RensaFormulaText *text, GError **error)
{
  const char *formula = text->formula != NULL ? text->formula : "";

  if (strlen (formula) > LONGEST_TEXT)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s is longer than %d characters"), "formula", LONGEST_TEXT);
      return FALSE;
    }
  if (is_given (text->params) && !parse_list (self, "params", text->params, take_param, error))
    return FALSE;
  if (is_given (text->inputs) && !parse_list (self, "inputs", text->inputs, take_input, error))
    return FALSE;

  self->is_open = !is_given (text->inputs);
  rensa_lexer_init (&self->lexer, "formula", formula);
  parse_statements (self);
  if (!is_given (text->outputs))
    find_outputs (self);
  if (self->terms->is_full)
    rensa_lexer_fail (&self->lexer, formula, N_ ("more than %d operations"), RENSA_TERMS_MAX);
  if (self->lexer.error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->lexer.error));
      return FALSE;
    }

  return !is_given (text->outputs) || parse_list (self, "outputs", text->outputs, take_output, error);
}

RensaFormula *
rensa_formula_parse (const RensaFormulaText *text, GError **error)
{
  g_autoptr (RensaFormula) formula = rensa_formula_new ();
  Parser parser = { .formula = formula, .terms = &formula->terms, .last_value = -1 };
  gboolean ok;

  parser.names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  ok = parse_all (&parser, text, error);
  g_hash_table_unref (parser.names);
  return ok ? g_steal_pointer (&formula) : NULL;
}
