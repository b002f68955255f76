/* rensa-formula-derive.c: computes the gradients of a formula as another formula.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault.h"
#include "rensa-formula-private.h"
#include "rensa-language.h"

/* Maximum number of nested choices before a gradient. */
#define MOST_CHOICES 8

/* Propagates gradients from the last term to the first; all terms, old and new, are in one set. */
typedef struct
{
  RensaTerms terms;
  int n;             /* number of terms of the formula itself */
  int *grads;        /* gradient of each of these; -1 if there is none yet */
  gboolean *depends; /* TRUE if it depends on an input whose gradient is requested */
} Sweep;

/* Parts of a gradient "condition ? value : 0", or of one with swapped branches. */
typedef struct
{
  int condition;
  int value;
  int zero;
  gboolean is_first;
} Choice;

static gboolean
get_choice (const RensaTerms *terms, int i, Choice *choice)
{
  const RensaTerm *term = rensa_terms_get (terms, i);

  if (term->kind != RENSA_OP_SELECT)
    return FALSE;

  choice->condition = term->from[0];
  choice->is_first = rensa_terms_is_constant (terms, term->from[2], 0);
  choice->value = choice->is_first ? term->from[1] : term->from[2];
  choice->zero = choice->is_first ? term->from[2] : term->from[1];
  return rensa_terms_is_constant (terms, choice->zero, 0);
}

static int
choose (RensaTerms *terms, const Choice *choice, int value)
{
  return rensa_terms_simplify (terms, RENSA_OP_SELECT, choice->condition, choice->is_first ? value : choice->zero,
                               choice->is_first ? choice->zero : value);
}

/* A gradient is a linear function of the gradient from which it is computed, so if that is 0
 * because another branch was chosen, it is 0, too. Multiplying by an infinite derivative of the
 * branch that was not chosen would give NaN instead. */
static int
apply_rule (RensaTerms *terms, const char *rule, const int bindings[5], int depth)
{
  Choice choice;

  if (depth < MOST_CHOICES && get_choice (terms, bindings[4], &choice))
    {
      const int inner[] = { bindings[0], bindings[1], bindings[2], bindings[3], choice.value };

      return choose (terms, &choice, apply_rule (terms, rule, inner, depth + 1));
    }

  return rensa_formula_apply_rule (terms, rule, bindings);
}

static int
add_grads (RensaTerms *terms, int a, int b)
{
  Choice first, second;

  if (get_choice (terms, a, &first) && get_choice (terms, b, &second) && first.condition == second.condition
      && first.is_first == second.is_first)
    return choose (terms, &first, rensa_terms_simplify (terms, RENSA_OP_ADD, first.value, second.value, 0));

  return rensa_terms_simplify (terms, RENSA_OP_ADD, a, b, 0);
}

static void
give_grad (Sweep *self, int i, int grad)
{
  self->grads[i] = self->grads[i] < 0 ? grad : add_grads (&self->terms, self->grads[i], grad);
}

static void
pass_on (Sweep *self, int i)
{
  const RensaTerm term = *rensa_terms_get (&self->terms, i);
  const int bindings[] = { term.from[0], term.from[1], term.from[2], i, self->grads[i] };

  if (!rensa_term_is_operation (&term))
    return;

  for (int k = 0; k < rensa_op_get_info (term.kind)->n_operands; k++)
    {
      const char *rule = rensa_op_get_info (term.kind)->rules[k];

      if (rule[0] != '\0' && self->depends[term.from[k]])
        give_grad (self, term.from[k], apply_rule (&self->terms, rule, bindings, 0));
    }
}

static void
find_dependent (Sweep *self, guint64 wanted)
{
  for (int i = 0; i < self->n; i++)
    {
      const RensaTerm *term = rensa_terms_get (&self->terms, i);

      if (term->kind == RENSA_TERM_INPUT)
        self->depends[i] = wanted >> (int) term->value & 1;
      for (int k = 0; rensa_term_is_operation (term) && k < rensa_op_get_info (term->kind)->n_operands; k++)
        self->depends[i] = self->depends[i] || self->depends[term->from[k]];
    }
}

static void
run_sweep (Sweep *self, RensaFormula *formula, guint64 wanted, guint64 given)
{
  for (int i = 0; i < self->n; i++)
    {
      const RensaTerm *term = rensa_terms_get (&formula->terms, i);

      /* Adds terms in the same order, so that each gets the same number. */
      if (rensa_term_is_operation (term))
        rensa_terms_add (&self->terms, term->kind, term->from[0], term->from[1], term->from[2]);
      else if (term->kind == RENSA_TERM_INPUT)
        rensa_terms_input (&self->terms, (int) term->value);
      else
        rensa_terms_constant (&self->terms, term->value);
      self->grads[i] = -1;
    }

  find_dependent (self, wanted);
  for (guint i = 0; i < formula->outputs->len; i++)
    if (given >> i & 1)
      give_grad (self, formula->output_terms[i], rensa_terms_input (&self->terms, (int) (formula->inputs->len + i)));
  for (int i = self->n - 1; i >= 0; i--)
    if (self->grads[i] >= 0 && self->depends[i])
      pass_on (self, i);
}

/* Determines the source of each input's gradient; *@outputs gets the terms to be computed. */
static int
sort_gradients (Sweep *self, RensaFormula *formula, guint64 wanted, RensaDerivative *result, int *outputs)
{
  int n_outputs = 0;

  for (int i = 0; i < (int) formula->inputs->len; i++)
    {
      const int grad = self->grads[rensa_terms_input (&self->terms, i)];
      const RensaTerm *term = grad >= 0 ? rensa_terms_get (&self->terms, grad) : NULL;

      if (grad < 0 || !(wanted >> i & 1))
        continue;
      if (term->kind == RENSA_TERM_INPUT)
        result->gradients[i] = (RensaGradient){ RENSA_GRADIENT_PASSED, (int) term->value - (int) formula->inputs->len };
      else
        {
          result->gradients[i] = (RensaGradient){ RENSA_GRADIENT_COMPUTED, n_outputs };
          outputs[n_outputs++] = grad;
        }
    }

  return n_outputs;
}

/* Returns the name of an input, or of the gradient of an output. */
static char *
dup_arg_name (RensaFormula *formula, int arg, GHashTable *names)
{
  const int n_inputs = (int) formula->inputs->len;
  g_autofree char *name = NULL;

  if (arg < n_inputs)
    return g_strdup (formula->inputs->pdata[arg]);

  name = g_strconcat ("g", formula->outputs->pdata[arg - n_inputs], NULL);
  return rensa_formula_dup_free_name (names, name);
}

static GHashTable *
collect_input_names (RensaFormula *formula)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < formula->inputs->len; i++)
    g_hash_table_add (names, g_strdup (formula->inputs->pdata[i]));
  return names;
}

/* Copies the needed terms, renumbering the inputs. */
static void
copy_terms (Sweep *self, RensaFormula *formula, RensaFormula *made, const int *outputs, int n_outputs,
            GHashTable *names, int *args)
{
  const int n = rensa_terms_count (&self->terms);
  g_autofree int *uses = g_new0 (int, n);
  g_autofree int *places = g_new0 (int, n);

  rensa_terms_count_uses (&self->terms, outputs, n_outputs, uses);
  for (int i = 0; i < n; i++)
    {
      const RensaTerm *term = rensa_terms_get (&self->terms, i);

      if (uses[i] == 0)
        continue;
      if (rensa_term_is_operation (term))
        places[i] = rensa_terms_add (&made->terms, term->kind, places[term->from[0]], places[term->from[1]],
                                     places[term->from[2]]);
      else if (term->kind == RENSA_TERM_CONSTANT)
        places[i] = rensa_terms_constant (&made->terms, term->value);
      else
        {
          args[made->inputs->len] = (int) term->value;
          places[i] = rensa_terms_input (&made->terms, (int) made->inputs->len);
          g_ptr_array_add (made->inputs, dup_arg_name (formula, (int) term->value, names));
        }
    }

  for (int i = 0; i < n_outputs; i++)
    made->output_terms[i] = places[outputs[i]];
}

static RensaFormula *
make_formula (Sweep *self, RensaFormula *formula, const int *outputs, int n_outputs, RensaDerivative *result)
{
  RensaFormula *made = rensa_formula_new ();
  g_autoptr (GHashTable) names = collect_input_names (formula);

  copy_terms (self, formula, made, outputs, n_outputs, names, result->args);
  for (guint i = 0; i < formula->inputs->len; i++)
    if (result->gradients[i].kind == RENSA_GRADIENT_COMPUTED)
      {
        g_autofree char *name = g_strconcat ("g", formula->inputs->pdata[i], NULL);

        g_ptr_array_add (made->outputs, rensa_formula_dup_free_name (names, name));
      }
  rensa_formula_finish (made);
  return made;
}

static gboolean
derive (RensaFormula *formula, guint64 wanted, guint64 given, RensaDerivative *result, GError **error)
{
  const int n = rensa_terms_count (&formula->terms);
  const guint n_args = formula->inputs->len + formula->outputs->len;
  g_autofree int *grads = g_new (int, n);
  g_autofree gboolean *depends = g_new0 (gboolean, n);
  g_auto (RensaTerms) terms = { 0 };
  Sweep sweep = { .n = n, .grads = grads, .depends = depends };
  int outputs[RENSA_PROGRAM_MAX_INPUTS];
  int n_outputs = 0;

  *result = (RensaDerivative){ 0 };
  rensa_terms_init (&sweep.terms);
  if (n_args <= RENSA_PROGRAM_MAX_INPUTS)
    {
      run_sweep (&sweep, formula, wanted, given);
      n_outputs = sort_gradients (&sweep, formula, wanted, result, outputs);
    }
  terms = sweep.terms;

  if (n_args > RENSA_PROGRAM_MAX_INPUTS || n_outputs > RENSA_PROGRAM_MAX_OUTPUTS)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("the derivative of this formula exceeds %d inputs or %d outputs"),
                     RENSA_PROGRAM_MAX_INPUTS, RENSA_PROGRAM_MAX_OUTPUTS);
  else if (terms.is_full)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("the derivative of this formula exceeds %d operations"),
                     RENSA_TERMS_MAX);
  else
    {
      if (n_outputs > 0)
        result->formula = make_formula (&sweep, formula, outputs, n_outputs, result);
      return TRUE;
    }
  return FALSE;
}

const RensaDerivative *
rensa_formula_derive (RensaFormula *formula, guint64 wanted, guint64 given, GError **error)
{
  RensaKeptDerivative *place = &formula->kept[formula->n_derived % RENSA_FORMULA_KEPT_DERIVATIVES];
  RensaDerivative derivative;

  for (guint i = 0; i < MIN (formula->n_derived, RENSA_FORMULA_KEPT_DERIVATIVES); i++)
    if (formula->kept[i].wanted == wanted && formula->kept[i].given == given)
      return &formula->kept[i].derivative;

  if (!derive (formula, wanted, given, &derivative, error))
    return NULL;

  g_clear_pointer (&place->derivative.formula, rensa_formula_unref);
  *place = (RensaKeptDerivative){ wanted, given, derivative };
  formula->n_derived++;
  return &place->derivative;
}
