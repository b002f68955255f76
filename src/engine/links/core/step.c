/* step.c: computation of one training iteration.
 * SPDX-License-Identifier: MIT */

#include "rensa-chain-private.h"
#include "rensa-fault.h"
#include "rensa-functions.h"
#include "rensa-language.h"
#include "rensa-links.h"
#include "rensa-modes.h"
#include "rensa-reporter.h"

#include <string.h>

/* The pass of all losses that are not fresh, and the pass of a complete call. */
#define MAIN_PASS (-1)
#define WHOLE (-2)

/* Passes are numbered from WHOLE on. */
#define N_PASSES (RENSA_MAX_OUTPUTS - WHOLE)

/* @plan comes first, because the state of a Chain is a plan. @calls: for each pass, code that
 *   replaces the plan; @names: names of the values that the step returns, losses first; @n_losses:
 *   -1 until it is set; @are_whole: TRUE if the names include the observer; @fresh: one bit for
 *   each loss with a separate pass; @pass: the current pass. */
typedef struct
{
  RensaPlan plan;
  RensaStepCall calls[N_PASSES];
  GPtrArray *names;
  int n_losses;
  gboolean are_whole;
  guint fresh;
  int pass;
} Step;

static gboolean
setup (RensaLink *link, GError **error)
{
  Step *self = rensa_link_get_state (link);

  self->names = g_ptr_array_new_with_free_func (g_free);
  self->n_losses = -1;
  self->pass = WHOLE;
  return rensa_plan_setup (link, error);
}

static gboolean
copy_state (RensaLink *link, RensaLink *copy, GError **error)
{
  const Step *self = rensa_link_get_state (link);
  Step *twin = rensa_link_get_state (copy);

  twin->names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < self->names->len; i++)
    g_ptr_array_add (twin->names, g_strdup (self->names->pdata[i]));
  memcpy (twin->calls, self->calls, sizeof twin->calls);
  twin->n_losses = self->n_losses;
  twin->are_whole = self->are_whole;
  twin->fresh = self->fresh;
  twin->pass = WHOLE;
  return rensa_plan_copy (link, copy, error);
}

static void
clear_state (RensaLink *link)
{
  Step *self = rensa_link_get_state (link);

  g_clear_pointer (&self->names, g_ptr_array_unref);
  rensa_plan_clear (link);
}

/* Reports a number, or the mean if there are several. */
static gboolean
report (RensaLink *link, const char *name, RensaVariable *value, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autoptr (RensaVariable) number = NULL;

  rensa_modes_get ()->enable_backprop = FALSE;
  number = rensa_shape_count (rensa_array_get_shape (rensa_variable_get_array (value))) == 1
               ? rensa_variable_ref (value)
               : rensa_average (value, NULL, NULL, FALSE, error);
  if (number == NULL)
    return FALSE;
  rensa_report (name, number, link);
  return TRUE;
}

static gboolean
is_fresh (const Step *self, int loss)
{
  return self->fresh >> loss & 1;
}

static gboolean
is_of_pass (const Step *self, int loss, int pass)
{
  return pass == WHOLE || (pass == MAIN_PASS ? !is_fresh (self, loss) : loss == pass);
}

static int
get_value (const Step *self, int i)
{
  return g_array_index (self->plan.outputs, int, i);
}

/* Returns TRUE if a loss of @pass depends on value @i of the plan's outputs. */
static gboolean
makes (RensaLink *link, int pass, int i)
{
  const Step *self = rensa_link_get_state (link);
  g_autofree gboolean *is_needed = NULL;
  int losses[RENSA_MAX_OUTPUTS];
  int n = 0;

  for (int j = 0; j < self->n_losses; j++)
    if (is_of_pass (self, j, pass))
      losses[n++] = get_value (self, j);
  is_needed = rensa_chain_list_needed (link, losses, n);
  return is_needed[get_value (self, i)];
}

/* A reported value belongs to the first pass that computes it, or to the main pass if there is none. */
static int
find_pass (RensaLink *link, int i)
{
  const Step *self = rensa_link_get_state (link);
  const gboolean has_main = self->fresh != (1u << self->n_losses) - 1;

  if (i < self->n_losses)
    return is_fresh (self, i) ? i : MAIN_PASS;
  if (has_main && makes (link, MAIN_PASS, i))
    return MAIN_PASS;
  for (int j = 0; j < self->n_losses; j++)
    if (is_fresh (self, j) && makes (link, j, i))
      return j;
  return has_main ? MAIN_PASS : 0;
}

/* Lists the indices of the plan's outputs that the current pass returns and reports. */
static int
list_wanted (RensaLink *link, int *wanted)
{
  const Step *self = rensa_link_get_state (link);
  int n = 0;

  for (int i = 0; i < (int) self->names->len; i++)
    if (find_pass (link, i) == self->pass)
      wanted[n++] = i;
  return n;
}

static gboolean
run_pass (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **values, GError **error)
{
  const Step *self = rensa_link_get_state (link);
  const int n_names = (int) self->names->len;
  g_autofree int *wanted = g_new (int, n_names);
  g_autofree int *numbers = g_new (int, n_names);
  g_autofree RensaVariable **made = g_new0 (RensaVariable *, n_names);
  const int n = list_wanted (link, wanted);

  for (int i = 0; i < n; i++)
    numbers[i] = get_value (self, wanted[i]);
  if (!rensa_chain_forward_to (link, inputs, n_inputs, numbers, n, made, error))
    return FALSE;
  for (int i = 0; i < n; i++)
    values[wanted[i]] = made[i];
  return TRUE;
}

/* Calls code, which must return all losses of the pass. */
static gboolean
call_code (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **values, GError **error)
{
  const Step *self = rensa_link_get_state (link);
  int n_given = 0;
  int n_wanted = 0;

  if (!self->calls[self->pass - WHOLE](link, inputs, n_inputs, values, error))
    return FALSE;
  for (int i = 0; i < self->n_losses; i++)
    if (is_of_pass (self, i, self->pass))
      {
        n_wanted++;
        n_given += values[i] != NULL;
      }
  if (n_given == n_wanted)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s returns too few values: %d instead of %d"), "Step", n_given,
                   n_wanted);
  return FALSE;
}

/* @values: receives the values of the current pass, each at the index of its name. */
static gboolean
make_values (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **values, GError **error)
{
  const Step *self = rensa_link_get_state (link);
  const int n_names = (int) self->names->len;

  if (self->calls[0] != NULL)
    return call_code (link, inputs, n_inputs, values, error);
  if (self->pass != WHOLE)
    return run_pass (link, inputs, n_inputs, values, error);
  return rensa_chain_forward (link, inputs, n_inputs, values, n_names, error) == n_names;
}

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  const Step *self = rensa_link_get_state (link);
  const int n_names = (int) self->names->len;
  g_autofree RensaVariable **values = g_new0 (RensaVariable *, MAX (n_names, 1));
  gboolean ok = rensa_link_expect_room (link, self->n_losses, max_outputs, error)
                && make_values (link, inputs, n_inputs, values, error);
  int n_losses = 0;

  for (int i = 0; ok && i < n_names; i++)
    ok = values[i] == NULL || report (link, self->names->pdata[i], values[i], error);
  for (int i = 0; ok && i < self->n_losses; i++)
    if (is_of_pass (self, i, self->pass))
      outputs[n_losses++] = g_steal_pointer (&values[i]);
  rensa_variables_clear (values, n_names);
  return ok ? n_losses : -1;
}

static const RensaReportSpec reports[] = {
  { N_ ("loss"), RENSA_MEASURE_LOSS },
  { N_ ("accuracy"), RENSA_MEASURE_SCORE },
  { NULL },
};

const RensaLinkClass rensa_step_link_class = {
  .name = "Step",
  .group = &rensa_model_group,
  .title = N_ ("Training Step"),
  .summary = N_ ("Calls models and functions according to a plan, returns the losses, and reports selected values"),
  .inputs = RENSA_INPUTS ("xs*"),
  .reports = reports,
  .state_size = sizeof (Step),
  .is_planned = TRUE,
  .setup = setup,
  .forward = forward,
  .copy_state = copy_state,
  .clear_state = clear_state,
  RENSA_FORMS ({ "chainer", "chainer.Chain()" }),
};

/**
 * rensa_step_new:
 *
 * Creates a Chain that computes losses from the values of a batch. Its plan is built like that of a
 * Chain (rensa_chain_plan_link (), which may use a link several times; rensa_chain_plan_function
 * ()); rensa_step_set_outputs () completes it.
 */
RENSA_API RensaLink *
rensa_step_new (void)
{
  return rensa_link_new_plain (&rensa_step_link_class);
}

static void
set_names (RensaLink *step, const char *const *names, int n_values, int n_losses, gboolean are_whole)
{
  Step *self = rensa_link_get_state (step);

  g_ptr_array_set_size (self->names, 0);
  for (int i = 0; i < n_values; i++)
    g_ptr_array_add (self->names, g_strdup (names[i]));
  self->n_losses = n_losses;
  self->are_whole = are_whole;
}

/**
 * rensa_step_set_outputs:
 * @step: a Step
 * @values: indices of values of its plan: the losses, then values that are only reported, as means
 * @names: the names under which they are reported
 * @n_values: length of @values and @names
 * @n_losses: number of losses among them
 * @are_whole: TRUE if the names include the observer, like "gen/loss"; otherwise they are observed
 *   as "main/loss" if the step is named "main"
 *
 * Sets the outputs of the step. Fails with RENSA_ERROR_INVALID if a value does not exist.
 */
RENSA_API gboolean
rensa_step_set_outputs (RensaLink *step, const int *values, const char *const *names, int n_values, int n_losses,
                        gboolean are_whole, GError **error)
{
  g_return_val_if_fail (rensa_link_get_class (step) == &rensa_step_link_class, FALSE);
  g_return_val_if_fail (n_losses >= 1 && n_losses <= n_values && n_losses <= RENSA_MAX_OUTPUTS, FALSE);

  if (!rensa_chain_set_outputs (step, values, n_values, error))
    return FALSE;
  set_names (step, names, n_values, n_losses, are_whole);
  return TRUE;
}

/**
 * rensa_step_set_call:
 * @step: a Step without a plan
 * @call: code that replaces the plan
 * @names: names of the values that it returns: the losses, then values that are only reported, as
 *   means
 * @n_values: length of @names
 * @n_losses: number of losses among them
 * @are_whole: as in rensa_step_set_outputs ()
 *
 * Makes @step call @call with each batch, including those of validation. It must return all losses.
 */
RENSA_API void
rensa_step_set_call (RensaLink *step, RensaStepCall call, const char *const *names, int n_values, int n_losses,
                     gboolean are_whole)
{
  g_return_if_fail (rensa_link_get_class (step) == &rensa_step_link_class);
  g_return_if_fail (n_losses >= 1 && n_losses <= n_values && n_losses <= RENSA_MAX_OUTPUTS);

  ((Step *) rensa_link_get_state (step))->calls[0] = call;
  set_names (step, names, n_values, n_losses, are_whole);
}

/**
 * rensa_step_set_pass:
 * @step: one with a call (rensa_step_set_call ())
 * @loss: index of a loss, which becomes fresh (rensa_step_set_fresh ()), or -1 for all others
 * @call: code that computes this loss, or the others, and the values reported with it
 *
 * If there are fresh losses, an iteration begins with the call for -1, unless all losses are fresh,
 * and each fresh loss has a separate call.
 */
RENSA_API void
rensa_step_set_pass (RensaLink *step, int loss, RensaStepCall call)
{
  Step *self = rensa_link_get_state (step);

  g_return_if_fail (self->calls[0] != NULL && loss >= MAIN_PASS && loss < self->n_losses);

  self->calls[loss - WHOLE] = call;
  if (loss >= 0)
    rensa_step_set_fresh (step, loss);
}

/**
 * rensa_step_make_learner:
 * @step: a Step
 * @names: (NULL-terminated): names of models and links of @step
 *
 * Returns the target for an optimizer that trains only these.
 *
 * Returns: the link itself if there is only one, otherwise a Chain of all, which @step must outlive
 */
RENSA_API RensaLink *
rensa_step_make_learner (RensaLink *step, const char *const *names)
{
  g_autoptr (RensaLink) chain = NULL;

  if (names[1] == NULL)
    return rensa_link_ref (rensa_link_find (step, names[0]));
  chain = rensa_chain_new ();
  for (int i = 0; names[i] != NULL; i++)
    rensa_chain_share_child (chain, rensa_link_find (step, names[i]));
  return g_steal_pointer (&chain);
}

/**
 * rensa_step_set_fresh:
 * @loss: index of a loss
 *
 * Computes the loss in a separate call, right before it is minimized, with the parameters at that
 * time; the preceding call omits the values that only this loss depends on.
 */
RENSA_API void
rensa_step_set_fresh (RensaLink *step, int loss)
{
  Step *self = rensa_link_get_state (step);

  g_return_if_fail (loss >= 0 && loss < self->n_losses);

  self->fresh |= 1u << loss;
}

/**
 * rensa_step_is_fresh:
 *
 * Returns TRUE if @link is a Step that computes its loss @loss in a separate call.
 */
RENSA_API gboolean
rensa_step_is_fresh (RensaLink *link, int loss)
{
  return rensa_link_get_class (link) == &rensa_step_link_class && is_fresh (rensa_link_get_state (link), loss);
}

/* Stores the results at the indices of their losses. */
static int
call_pass (RensaLink *step, int pass, RensaVariable *const *inputs, int n_inputs, RensaVariable **losses,
           GError **error)
{
  Step *self = rensa_link_get_state (step);
  RensaVariable *made[RENSA_MAX_OUTPUTS] = { NULL };
  int n;
  int next = 0;

  self->pass = pass;
  n = rensa_link_call_n (step, inputs, n_inputs, made, RENSA_MAX_OUTPUTS, error);
  self->pass = WHOLE;
  for (int i = 0; i < self->n_losses && next < n; i++)
    if (is_of_pass (self, i, pass))
      losses[i] = made[next++];
  return n >= 0 ? self->n_losses : -1;
}

/**
 * rensa_step_call:
 * @link: link to call with a batch: a Step or another link
 * @losses: receives the losses at their indices, owned by the caller; entries of losses with a
 *   separate call are not set
 *
 * Makes the first call of an iteration. Returns the number of losses, -1 with an error.
 */
RENSA_API int
rensa_step_call (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **losses, GError **error)
{
  const Step *self = rensa_link_get_class (link) == &rensa_step_link_class ? rensa_link_get_state (link) : NULL;

  if (self == NULL || self->fresh == 0)
    return rensa_link_call_n (link, inputs, n_inputs, losses, RENSA_MAX_OUTPUTS, error);
  if (self->fresh == (1u << self->n_losses) - 1)
    return self->n_losses;
  return call_pass (link, MAIN_PASS, inputs, n_inputs, losses, error);
}

/**
 * rensa_step_call_fresh:
 * @loss: index of a loss with a separate call
 *
 * Makes that call with the batch of the iteration.
 */
RENSA_API RensaVariable *
rensa_step_call_fresh (RensaLink *step, int loss, RensaVariable *const *inputs, int n_inputs, GError **error)
{
  RensaVariable *losses[RENSA_MAX_OUTPUTS] = { NULL };

  g_return_val_if_fail (rensa_step_is_fresh (step, loss), NULL);

  return call_pass (step, loss, inputs, n_inputs, losses, error) > 0 ? losses[loss] : NULL;
}

/**
 * rensa_step_names_are_whole:
 *
 * Returns TRUE if @link is a Step whose reported names include the observer.
 */
RENSA_API gboolean
rensa_step_names_are_whole (RensaLink *link)
{
  return rensa_link_get_class (link) == &rensa_step_link_class
         && ((const Step *) rensa_link_get_state (link))->are_whole;
}

/**
 * rensa_step_get_loss_name:
 *
 * The name under which @step reports its loss @i; NULL after the last one.
 */
RENSA_API const char *
rensa_step_get_loss_name (RensaLink *step, int i)
{
  const Step *self = rensa_link_get_state (step);

  return i < self->n_losses ? self->names->pdata[i] : NULL;
}
