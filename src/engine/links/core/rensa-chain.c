/* rensa-chain.c: plans of links made of links, and their execution.
 * SPDX-License-Identifier: MIT */

#include "rensa-chain-private.h"

#include <string.h>

#include "rensa-budget.h"
#include "rensa-fault.h"
#include "rensa-late-check.h"
#include "rensa-link-private.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"
#include "rensa-slab.h"
#include "rensa-wire-call.h"

/* Maximum number of values passed between layers of a Sequential. */
#define MAX_LAYER_VALUES 16

/* Above this number, inputs are listed on the heap. */
#define MANY_INPUTS 64

/* Either @child (borrowed from the chain) or @function is set. */
typedef struct
{
  const char *name; /* interned */
  RensaLink *child;
  RensaAttrs *function;
  int n_inputs;
  int n_outputs;
  int first_output;
  int *inputs;
} Step;

static void
step_free (gpointer data)
{
  Step *step = data;

  g_clear_pointer (&step->function, rensa_attrs_unref);
  g_free (step->inputs);
  g_free (step);
}

static void
plan_init (RensaPlan *plan)
{
  plan->n_inputs = plan->n_values = 1;
  plan->steps = g_ptr_array_new_with_free_func (step_free);
  plan->outputs = g_array_new (FALSE, FALSE, sizeof (int));
  plan->leaves = g_array_new (FALSE, FALSE, sizeof (int));
  plan->last_use = g_array_new (FALSE, FALSE, sizeof (int));
}

gboolean
rensa_plan_setup (RensaLink *link, GError **error)
{
  plan_init (rensa_link_get_state (link));
  return TRUE;
}

void
rensa_plan_clear (RensaLink *link)
{
  RensaPlan *plan = rensa_link_get_state (link);

  g_clear_pointer (&plan->steps, g_ptr_array_unref);
  g_clear_pointer (&plan->outputs, g_array_unref);
  g_clear_pointer (&plan->leaves, g_array_unref);
  g_clear_pointer (&plan->last_use, g_array_unref);
}

/* Records the @inputs with respect to which @function takes a gradient. */
static void
add_leaves (RensaPlan *plan, RensaAttrs *function, const int *inputs, int n_inputs)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  const RensaFunctionClass *class = (const RensaFunctionClass *) rensa_attrs_get_component (function);
  const int n = rensa_inputs_parse (class->inputs, specs);

  for (int i = 0; i < MIN (n, n_inputs); i++)
    if (specs[i].leaf && inputs[i] >= 0)
      g_array_append_val (plan->leaves, inputs[i]);
}

static void
add_step (RensaPlan *plan, const char *name, RensaLink *child, RensaAttrs *function, const int *inputs, int n_inputs,
          int n_outputs)
{
  Step *step = g_new0 (Step, 1);

  step->name = g_intern_string (name);
  step->child = child;
  step->function = function != NULL ? rensa_attrs_ref (function) : NULL;
  step->n_inputs = n_inputs;
  step->n_outputs = n_outputs;
  step->first_output = plan->n_values;
  step->inputs = g_memdup2 (inputs, n_inputs * sizeof (int));
  plan->n_values += n_outputs;
  if (function != NULL)
    add_leaves (plan, function, inputs, n_inputs);
  g_ptr_array_add (plan->steps, step);
  g_array_set_size (plan->last_use, 0);
}

gboolean
rensa_plan_copy (RensaLink *link, RensaLink *copy, GError **error)
{
  const RensaPlan *plan = rensa_link_get_state (link);
  RensaPlan *twin = rensa_link_get_state (copy);

  plan_init (twin);
  twin->n_inputs = twin->n_values = plan->n_inputs;
  for (guint i = 0; i < plan->steps->len; i++)
    {
      const Step *step = plan->steps->pdata[i];
      const char *name = step->child != NULL ? rensa_link_get_name (step->child) : NULL;
      RensaLink *child = name != NULL ? rensa_link_find_child (copy, name, strlen (name)) : NULL;

      add_step (twin, step->name, child, step->function, step->inputs, step->n_inputs, step->n_outputs);
    }
  if (plan->outputs->len > 0)
    g_array_append_vals (twin->outputs, plan->outputs->data, plan->outputs->len);
  return TRUE;
}

RensaLink *
rensa_link_new_plain (const RensaLinkClass *class)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (class));

  return rensa_link_new (attrs, NULL);
}

void
rensa_chain_set_n_inputs (RensaLink *chain, int n)
{
  RensaPlan *plan = rensa_link_get_state (chain);

  g_return_if_fail (plan->steps->len == 0 && n >= 0);

  plan->n_inputs = plan->n_values = n;
}

/* @least: smallest valid index */
static gboolean
check_values (RensaLink *chain, const char *name, const int *values, int n_values, int least, GError **error)
{
  const RensaPlan *plan = rensa_link_get_state (chain);

  for (int i = 0; i < n_values; i++)
    {
      if (values[i] >= least && values[i] < plan->n_values)
        continue;
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s takes value %d, but only %d values precede it"), name,
                       values[i], plan->n_values);
      return FALSE;
    }
  return TRUE;
}

int
rensa_chain_plan_link (RensaLink *chain, const char *child, const int *values, int n_values, int n_outputs,
                       GError **error)
{
  return rensa_chain_plan_call (chain, child, child, values, n_values, n_outputs, error);
}

int
rensa_chain_plan_call (RensaLink *chain, const char *name, const char *child, const int *values, int n_values,
                       int n_outputs, GError **error)
{
  RensaPlan *plan = rensa_link_get_state (chain);
  RensaLink *called = rensa_link_find_child (chain, child, strlen (child));

  g_return_val_if_fail (n_outputs >= 1, -1);

  if (called == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s has no link “%s”"), chain->class->name, child);
      return -1;
    }
  if (!check_values (chain, name, values, n_values, RENSA_CHAIN_NOTHING, error))
    return -1;

  add_step (plan, name, called, NULL, values, n_values, n_outputs);
  return plan->n_values - n_outputs;
}

int
rensa_chain_plan_function (RensaLink *chain, const char *name, RensaAttrs *function, const int *values, int n_values,
                           int n_outputs, GError **error)
{
  RensaPlan *plan = rensa_link_get_state (chain);

  g_return_val_if_fail (n_outputs >= 1, -1);

  if (!rensa_attrs_check_complete (function, error)
      || !check_values (chain, name, values, n_values, RENSA_CHAIN_NOTHING, error))
    return -1;

  add_step (plan, name, NULL, function, values, n_values, n_outputs);
  return plan->n_values - n_outputs;
}

gboolean
rensa_chain_set_outputs (RensaLink *chain, const int *values, int n_values, GError **error)
{
  RensaPlan *plan = rensa_link_get_state (chain);

  if (!check_values (chain, "outputs", values, n_values, 0, error))
    return FALSE;

  g_array_set_size (plan->outputs, 0);
  g_array_set_size (plan->last_use, 0);
  g_array_append_vals (plan->outputs, values, n_values);
  return TRUE;
}

void
rensa_chain_observe (RensaLink *chain, RensaStepFunc observer, gpointer data)
{
  RensaPlan *plan = rensa_link_get_state (chain);

  if (!rensa_link_get_class (chain)->is_planned)
    return;
  plan->observer = observer;
  plan->observer_data = data;
}

void
rensa_sequential_plan_child (RensaLink *sequential, RensaLink *child)
{
  add_step (rensa_link_get_state (sequential), rensa_link_get_name (child), child, NULL, NULL, 0, 0);
}

void
rensa_sequential_append_function (RensaLink *sequential, RensaAttrs *function)
{
  add_step (rensa_link_get_state (sequential), rensa_attrs_get_component (function)->name, NULL, function, NULL, 0, 0);
}

/* Calls the link or function of @step. Returns the number of outputs; -1 with an error that names
 * the step. */
static int
run_step (RensaLink *chain, const Step *step, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
          int max_outputs, GError **error)
{
  const RensaPlan *plan = rensa_link_get_state (chain);
  const guint64 first_check = rensa_late_checks_get_next ();
  int n;

  if (step->child != NULL)
    n = rensa_link_call_wired (step->child, inputs, n_inputs, outputs, max_outputs, error);
  else
    {
      const RensaComponent *function = rensa_attrs_get_component (step->function);

      n = rensa_function_call_wired (step->function, inputs, n_inputs, outputs, max_outputs, error);
      rensa_link_name_place (chain, strcmp (step->name, function->name) != 0 ? step->name : NULL, n >= 0, first_check,
                             error);
    }
  if (n >= 0 && plan->observer != NULL)
    plan->observer (step->name, outputs, n, plan->observer_data);
  return n;
}

/* Returns TRUE if any output of the step is needed. */
static gboolean
is_planned (const Step *step, const gboolean *is_needed)
{
  if (is_needed == NULL)
    return TRUE;
  for (int i = 0; i < step->n_outputs; i++)
    if (is_needed[step->first_output + i])
      return TRUE;
  return FALSE;
}

/* Computes the last step that needs each value. @is_needed: (nullable): for each value, whether it
 * is computed at all. */
static void
list_last_uses (const RensaPlan *plan, const gboolean *is_needed, const int *outputs, int n_outputs, int *last_use)
{
  for (guint i = 0; i < plan->steps->len; i++)
    {
      const Step *step = plan->steps->pdata[i];

      if (!is_planned (step, is_needed))
        continue;
      for (int j = 0; j < step->n_inputs; j++)
        if (step->inputs[j] >= 0)
          last_use[step->inputs[j]] = (int) i;
      for (int j = 0; j < step->n_outputs; j++)
        last_use[step->first_output + j] = (int) i;
    }
  for (int i = 0; i < n_outputs; i++)
    last_use[outputs[i]] = G_MAXINT;
}

static const int *
find_last_uses (RensaPlan *plan)
{
  const int last = plan->n_values - 1;

  if (plan->last_use->len > 0)
    return (const int *) plan->last_use->data;

  g_array_set_size (plan->last_use, plan->n_values);
  list_last_uses (plan, NULL, plan->outputs->len > 0 ? (const int *) plan->outputs->data : &last,
                  MAX ((int) plan->outputs->len, 1), (int *) plan->last_use->data);
  return (const int *) plan->last_use->data;
}

static void
make_leaves (const RensaPlan *plan, RensaVariable **values, int first, int n)
{
  for (guint i = 0; i < plan->leaves->len; i++)
    {
      RensaVariable **value = &values[g_array_index (plan->leaves, int, i)];
      RensaVariable *leaf;

      if (value < values + first || value >= values + first + n)
        continue;
      leaf = rensa_variable_as_leaf (*value);
      rensa_variable_unref (*value);
      *value = leaf;
    }
}

static gboolean
run_planned_step (RensaLink *link, const Step *step, RensaVariable **values, GError **error)
{
  RensaVariable *few[MANY_INPUTS];
  g_autofree RensaVariable **many = step->n_inputs > MANY_INPUTS ? g_new (RensaVariable *, step->n_inputs) : NULL;
  RensaVariable **inputs = many != NULL ? many : few;
  int n;

  for (int i = 0; i < step->n_inputs; i++)
    inputs[i] = step->inputs[i] >= 0 ? values[step->inputs[i]] : NULL;

  n = run_step (link, step, inputs, step->n_inputs, values + step->first_output, step->n_outputs, error);
  if (n < 0)
    return FALSE;
  if (n < step->n_outputs)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s returns too few values: %d instead of %d"), step->name, n,
                       step->n_outputs);
      return FALSE;
    }
  make_leaves (rensa_link_get_state (link), values, step->first_output, step->n_outputs);
  return TRUE;
}

/* @is_needed: (nullable): for each value; steps that produce none of the needed values are skipped. */
static gboolean
run_plan (RensaLink *link, const gboolean *is_needed, const int *last_use, RensaVariable **values, GError **error)
{
  RensaPlan *plan = rensa_link_get_state (link);

  for (guint i = 0; i < plan->steps->len; i++)
    {
      const Step *step = plan->steps->pdata[i];

      if (!is_planned (step, is_needed))
        continue;
      if (!run_planned_step (link, step, values, error))
        return FALSE;

      for (int j = 0; j < step->n_inputs; j++)
        if (step->inputs[j] >= 0 && last_use[step->inputs[j]] == (int) i)
          g_clear_pointer (&values[step->inputs[j]], rensa_variable_unref);
      for (int j = 0; j < step->n_outputs; j++)
        if (last_use[step->first_output + j] == (int) i)
          g_clear_pointer (&values[step->first_output + j], rensa_variable_unref);
    }
  return TRUE;
}

/* Runs the plan while the call's values are registered. Steps that take a gradient need the graph
 * in evaluation, too. */
static gboolean
run_recorded (RensaLink *link, int n_inputs, const gboolean *is_needed, const int *last_use, RensaVariable **values,
              GError **error)
{
  const RensaPlan *plan = rensa_link_get_state (link);
  RensaModes *modes = rensa_modes_get ();
  const gboolean enable_backprop = modes->enable_backprop;
  g_auto (RensaBudget) budget = { .limit = RENSA_BUDGET_CALL, .grace = G_MAXINT64 };
  gboolean ok;

  rensa_budget_enter (&budget);
  modes->enable_backprop |= plan->leaves->len > 0;
  make_leaves (plan, values, 0, n_inputs);
  ok = run_plan (link, is_needed, last_use, values, error);
  modes->enable_backprop = enable_backprop;
  return ok;
}

static gboolean
check_chain_call (RensaLink *link, int n_inputs, int max_outputs, GError **error)
{
  const RensaPlan *plan = rensa_link_get_state (link);
  const int n_outputs = plan->outputs->len > 0 ? (int) plan->outputs->len : 1;

  if (plan->steps->len > 0 || plan->outputs->len > 0)
    return rensa_link_expect_inputs (link, plan->n_inputs, plan->n_inputs, n_inputs, error)
           && rensa_link_expect_room (link, n_outputs, max_outputs, error);

  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s has no plan for its calls"), link->class->name);
  return FALSE;
}

static int
give_outputs (const RensaPlan *plan, RensaVariable *const *values, RensaVariable **outputs)
{
  if (plan->outputs->len == 0)
    {
      outputs[0] = rensa_variable_ref (values[plan->n_values - 1]);
      return 1;
    }

  for (guint i = 0; i < plan->outputs->len; i++)
    outputs[i] = rensa_variable_ref (values[g_array_index (plan->outputs, int, i)]);
  return (int) plan->outputs->len;
}

int
rensa_chain_forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                     int max_outputs, GError **error)
{
  const RensaPlan *plan = rensa_link_get_state (link);
  const gsize size = plan->n_values * sizeof (RensaVariable *);
  RensaVariable **values;
  int n = -1;

  if (!check_chain_call (link, n_inputs, max_outputs, error))
    return -1;

  values = rensa_slab_new (size);
  for (int i = 0; i < n_inputs; i++)
    values[i] = rensa_variable_ref (inputs[i]);
  if (run_recorded (link, n_inputs, NULL, find_last_uses (rensa_link_get_state (link)), values, error))
    n = give_outputs (plan, values, outputs);
  rensa_variables_clear (values, plan->n_values);
  rensa_slab_free (values, size);
  return n;
}

gboolean *
rensa_chain_list_needed (RensaLink *link, const int *values, int n_values)
{
  const RensaPlan *plan = rensa_link_get_state (link);
  gboolean *is_needed = g_new0 (gboolean, plan->n_values);

  for (int i = 0; i < n_values; i++)
    is_needed[values[i]] = TRUE;
  for (guint i = plan->steps->len; i-- > 0;)
    {
      const Step *step = plan->steps->pdata[i];

      for (int j = 0; is_planned (step, is_needed) && j < step->n_inputs; j++)
        if (step->inputs[j] >= 0)
          is_needed[step->inputs[j]] = TRUE;
    }
  return is_needed;
}

gboolean
rensa_chain_forward_to (RensaLink *link, RensaVariable *const *inputs, int n_inputs, const int *wanted, int n_wanted,
                        RensaVariable **outputs, GError **error)
{
  const RensaPlan *plan = rensa_link_get_state (link);
  g_autofree gboolean *is_needed = rensa_chain_list_needed (link, wanted, n_wanted);
  g_autofree int *last_use = g_new0 (int, plan->n_values);
  g_autofree RensaVariable **values = NULL;
  gboolean ok;

  if (!rensa_link_expect_inputs (link, plan->n_inputs, plan->n_inputs, n_inputs, error))
    return FALSE;

  list_last_uses (plan, is_needed, wanted, n_wanted, last_use);
  values = g_new0 (RensaVariable *, plan->n_values);
  for (int i = 0; i < n_inputs; i++)
    values[i] = rensa_variable_ref (inputs[i]);
  ok = run_recorded (link, n_inputs, is_needed, last_use, values, error);
  for (int i = 0; ok && i < n_wanted; i++)
    outputs[i] = rensa_variable_ref (values[wanted[i]]);
  rensa_variables_clear (values, plan->n_values);
  return ok;
}

int
rensa_sequential_forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                          int max_outputs, GError **error)
{
  const RensaPlan *plan = rensa_link_get_state (link);
  RensaVariable *values[MAX_LAYER_VALUES];
  RensaVariable *made[MAX_LAYER_VALUES] = { NULL };
  int n = MIN (n_inputs, MAX_LAYER_VALUES);

  for (int i = 0; i < n; i++)
    values[i] = rensa_variable_ref (inputs[i]);
  for (guint i = 0; n >= 0 && i < plan->steps->len; i++)
    {
      const int n_made = run_step (link, plan->steps->pdata[i], values, n, made, MAX_LAYER_VALUES, error);

      rensa_variables_clear (values, n);
      memcpy (values, made, sizeof values);
      memset (made, 0, sizeof made);
      n = n_made;
    }
  if (!rensa_link_expect_room (link, n, max_outputs, error))
    {
      rensa_variables_clear (values, n);
      return -1;
    }
  if (n > 0)
    memcpy (outputs, values, n * sizeof *outputs);
  return n;
}
