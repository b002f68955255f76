/* step.c: what one iteration of training computes.
 * SPDX-License-Identifier: MIT */

#include "rensa-chain-private.h"
#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-modes.h"
#include "rensa-reporter.h"

/* @plan comes first, since the state of a Chain is one.  @names: of what the plan gives, the losses first; @n_losses: -1 before they
 * are told; @are_whole: the names say whose value it is, too. */
typedef struct
{
  RensaPlan plan;
  GPtrArray *names;
  int n_losses;
  gboolean are_whole;
} Step;

static gboolean
setup (RensaLink *link, GError **error)
{
  Step *self = rensa_link_get_state (link);

  self->names = g_ptr_array_new_with_free_func (g_free);
  self->n_losses = -1;
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
  twin->n_losses = self->n_losses;
  twin->are_whole = self->are_whole;
  return rensa_plan_copy (link, copy, error);
}

static void
clear_state (RensaLink *link)
{
  Step *self = rensa_link_get_state (link);

  g_clear_pointer (&self->names, g_ptr_array_unref);
  rensa_plan_clear (link);
}

/* Of several numbers their mean. */
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

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  const Step *self = rensa_link_get_state (link);
  const int n = (int) self->names->len;
  g_autofree RensaVariable **values = g_new0 (RensaVariable *, MAX (n, 1));
  gboolean ok = rensa_link_expect_room (link, self->n_losses, max_outputs, error)
                && rensa_chain_forward (link, inputs, n_inputs, values, n, error) == n;

  for (int i = 0; ok && i < n; i++)
    ok = report (link, self->names->pdata[i], values[i], error);
  for (int i = 0; i < n; i++)
    if (ok && i < self->n_losses)
      outputs[i] = g_steal_pointer (&values[i]);
    else
      g_clear_pointer (&values[i], rensa_variable_unref);
  return ok ? self->n_losses : -1;
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
  .summary = N_ ("Calls models and functions by a plan, gives the losses and reports what it is told to"),
  .inputs = RENSA_INPUTS ("xs*"),
  .reports = reports,
  .state_size = sizeof (Step),
  .setup = setup,
  .forward = forward,
  .copy_state = copy_state,
  .clear_state = clear_state,
};

/**
 * rensa_step_new:
 *
 * A Chain that is called with the values of a batch and gives losses.  Its plan is that of a Chain
 * (rensa_chain_plan_link (), which may plan a link several times; rensa_chain_plan_function ()); rensa_step_set_outputs () ends it.
 */
RENSA_API RensaLink *
rensa_step_new (void)
{
  return rensa_link_new_plain (&rensa_step_link_class);
}

/**
 * rensa_step_set_outputs:
 * @step: a Step
 * @values: the numbers of values of its plan: the losses, then what is only reported, of which the mean is taken
 * @names: the names under which they are reported
 * @n_values: of both
 * @n_losses: how many of them are losses
 * @are_whole: the names say whose value it is, as "gen/loss" does; else they are observed as "main/loss" where the step is called "main"
 *
 * What the step gives.  RENSA_ERROR_INVALID where there is no such value.
 */
RENSA_API gboolean
rensa_step_set_outputs (RensaLink *step, const int *values, const char *const *names, int n_values, int n_losses,
                        gboolean are_whole, GError **error)
{
  Step *self = rensa_link_get_state (step);

  g_return_val_if_fail (rensa_link_get_class (step) == &rensa_step_link_class, FALSE);
  g_return_val_if_fail (n_losses >= 1 && n_losses <= n_values && n_losses <= RENSA_MAX_OUTPUTS, FALSE);

  if (!rensa_chain_set_outputs (step, values, n_values, error))
    return FALSE;
  g_ptr_array_set_size (self->names, 0);
  for (int i = 0; i < n_values; i++)
    g_ptr_array_add (self->names, g_strdup (names[i]));
  self->n_losses = n_losses;
  self->are_whole = are_whole;
  return TRUE;
}

/**
 * rensa_step_names_are_whole:
 *
 * Whether @link is a Step whose reports say whose values they are.
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
