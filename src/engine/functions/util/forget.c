/* forget.c: a function that is computed again for its gradients.
 * SPDX-License-Identifier: MIT */

#include "rensa-composed-private.h"
#include "rensa-fault.h"
#include "rensa-formula-inference-private.h"
#include "rensa-functions.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"
#include "rensa-language.h"

/* Inputs, or outputs, of the function and of its gradients. */
#define MOST_VARIABLES 64
/* Highest order of gradients of gradients */
#define MOST_ORDERS 6

typedef int (*Callback) (gpointer data, RensaVariable *const *xs, int n, RensaVariable **ys, int max_ys,
                         GError **error);

/* Order 0 is the function itself: @callback, or the formula @func if that is NULL. Order k + 1
 * has the inputs of order k, followed by the gradients of its floating outputs, and gives the
 * gradients of its floating inputs. */
typedef struct
{
  char *func;
  Callback callback;
  gpointer data;
  int order;
  int n_inputs[MOST_ORDERS]; /* number of inputs of each order; includes those of the lower orders */
  gboolean train;            /* mode at the first call of the function */
  RensaRandom random;        /* the same */
  RensaVariable **found;     /* during a call of the callback: the results, which are already known */
  int n_found;
} Forget;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (Forget, func, .required = TRUE, .initial_text = "x", .title = N_ ("Function"),
                     .hint = N_ ("Formula such as tanh(a*b) + a, whose names refer to the inputs in order")),
};

static const RensaSample samples[] = {
  { "func='tanh(a*b) + a'", "[0.5, -1, 2]; [2, 2, -0.5]",
    "[1.2615941559557649, -1.9640275800758169, 1.2384058440442351]" },
  { "func='s = x * y; exp(s) / (1 + z)'", "[[0.5, 0], [1, -1]]; [[2], [3]]; 1",
    "[[1.3591409142295225, 0.5], [10.042768461593834, 0.024893534183931972]]" },
};

static RensaFormula *
get_formula (gconstpointer values, GError **error)
{
  const Forget *self = values;
  const RensaFormulaText text = { .formula = self->func };
  RensaFormula *formula = rensa_formula_get (&text, error);

  if (formula == NULL)
    g_prefix_error (error, "forget: ");
  return formula;
}

static gboolean
is_floating (RensaVariable *variable)
{
  return rensa_dtype_is_floating (rensa_variable_get_type (variable).dtype);
}

static int
select_floating (RensaVariable *const *variables, int n, RensaVariable **floating)
{
  int n_floating = 0;

  for (int i = 0; i < n; i++)
    if (is_floating (variables[i]))
      floating[n_floating++] = variables[i];
  return n_floating;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Forget *self = rensa_inference_get_attrs (inference);
  g_autoptr (RensaFormula) formula = NULL;
  int n_outputs = 0;

  if (self->order == 0 && self->callback == NULL)
    {
      formula = get_formula (self, error);
      return formula != NULL && rensa_infer_formula (inference, formula, error);
    }

  for (int i = 0; self->order == 0 && i < self->n_found; i++)
    {
      const RensaType type = rensa_variable_get_type (self->found[i]);

      rensa_inference_set_output (inference, i, &type);
    }
  for (int i = 0; self->order > 0 && i < self->n_inputs[self->order - 1]; i++)
    if (rensa_dtype_is_floating (rensa_inference_get_input (inference, i)->dtype))
      rensa_inference_set_output (inference, n_outputs++, rensa_inference_get_input (inference, i));
  return TRUE;
}

/* Calls the function with the modes and the random state of its first call, so that dropout
 * drops the same elements again. */
static int
compute_again (const Forget *self, RensaVariable *const *xs, int n, RensaVariable **ys, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  RensaRandom *random = rensa_random_get_default ();
  const RensaRandom now = *random;
  int n_ys;

  if (self->callback == NULL)
    return rensa_elementwise (self->func, NULL, NULL, NULL, xs, n, ys, MOST_VARIABLES, error);

  *random = self->random;
  rensa_modes_get ()->train = self->train;
  n_ys = self->callback (self->data, xs, n, ys, MOST_VARIABLES, error);
  *random = now;
  return n_ys;
}

static int compute (const Forget *self, RensaVariable *const *xs, int n, RensaVariable **ys, GError **error);

/* Returns the gradients of the floating variables among @xs, from the gradients @gys of the
 * floating results of @self. */
static int
compute_grads (const Forget *self, RensaVariable *const *xs, int n, RensaVariable *const *gys, int n_gys,
               RensaVariable **grads, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  const gboolean recorded = rensa_modes_get ()->enable_backprop;
  RensaVariable *ys[MOST_VARIABLES] = { NULL };
  RensaVariable *outputs[MOST_VARIABLES];
  RensaVariable *targets[MOST_VARIABLES];
  const int n_targets = select_floating (xs, n, targets);
  gboolean ok;
  int n_ys;
  int n_outputs;

  rensa_modes_get ()->enable_backprop = TRUE;
  n_ys = compute (self, xs, n, ys, error);
  n_outputs = select_floating (ys, n_ys, outputs);
  ok = n_ys >= 0;
  if (ok && n_outputs != n_gys)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       ngettext ("%s: the function first returned %d result, but %d when called again",
                                 "%s: the function first returned %d results, but %d when called again", n_gys),
                       "forget", n_gys, n_outputs);
      ok = FALSE;
    }

  ok = ok && rensa_grad (outputs, n_outputs, targets, n_targets, gys, recorded, grads, error)
       && rensa_fill_missing_grads (grads, targets, n_targets, error);
  rensa_variables_clear (ys, MAX (n_ys, 0));
  return ok ? n_targets : -1;
}

static int
compute (const Forget *self, RensaVariable *const *xs, int n, RensaVariable **ys, GError **error)
{
  Forget lower = *self;

  if (self->order == 0)
    return compute_again (self, xs, n, ys, error);

  lower.order--;
  return compute_grads (&lower, xs, lower.n_inputs[lower.order], xs + lower.n_inputs[lower.order],
                        n - lower.n_inputs[lower.order], ys, error);
}

/* Runs in a separate graph, which is released afterwards. */
static gboolean
forward (RensaCall *call, GError **error)
{
  const Forget *self = rensa_call_get_attrs (call);
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  const int n = rensa_call_get_n_inputs (call);
  RensaVariable *xs[MOST_VARIABLES];
  RensaVariable *computed[MOST_VARIABLES] = { NULL };
  RensaVariable **ys = self->found != NULL ? self->found : computed;
  int n_ys = self->n_found;

  for (int i = 0; i < n; i++)
    {
      xs[i] = rensa_variable_new (rensa_call_get_input (call, i));
      rensa_call_retain_input (call, i);
    }

  rensa_modes_get ()->enable_backprop = FALSE;
  if (self->found == NULL)
    n_ys = compute (self, xs, n, computed, error);
  for (int i = 0; i < n_ys; i++)
    rensa_call_take_output (call, i, rensa_array_ref (rensa_variable_get_array (ys[i])));

  rensa_variables_clear (computed, MOST_VARIABLES);
  rensa_variables_clear (xs, n);
  return n_ys >= 0 && rensa_call_succeeded (call);
}

/* The gradients are themselves computed by forget. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  Forget next = *(const Forget *) rensa_backward_get_attrs (backward);
  const int n_inputs = rensa_backward_get_n_inputs (backward);
  RensaVariable *inputs[2 * MOST_VARIABLES];
  RensaVariable *grads[MOST_VARIABLES] = { NULL };
  int n = n_inputs;
  int n_grads = 0;

  next.found = NULL;
  next.n_inputs[next.order++] = n_inputs;
  for (int i = 0; i < n_inputs; i++)
    inputs[i] = rensa_backward_get_input (backward, i);
  for (int i = 0; i < rensa_backward_get_n_outputs (backward); i++)
    if (rensa_dtype_is_floating (rensa_backward_get_output_type (backward, i).dtype))
      inputs[n++] = rensa_backward_get_grad_output_or_zeros (backward, i, error);

  if (next.order == MOST_ORDERS || n > MOST_VARIABLES)
    {
      rensa_set_words (
          error, RENSA_ERROR_INVALID,
          N_ ("%s: gradients are limited to order %d and %d variables, but order %d and %d variables were requested"),
          "forget", MOST_ORDERS - 1, MOST_VARIABLES, next.order, n);
      return FALSE;
    }
  if (rensa_function_apply (&rensa_forget_class, &next, inputs, n, grads, MOST_VARIABLES, error) < 0)
    return FALSE;

  for (int i = 0; i < n_inputs; i++)
    if (rensa_dtype_is_floating (rensa_backward_get_input_type (backward, i).dtype))
      rensa_backward_take_grad_input (backward, i, grads[n_grads++]);
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_forget_class = {
  .name = "forget",
  .group = &rensa_util_group,
  .title = N_ ("Forget"),
  .summary = N_ ("Recomputes a formula for its gradients instead of storing intermediate arrays"),
  .formula = "y = f(x₀, x₁, …)",
  .label = "Forget",
  .inputs = RENSA_INPUTS ("xs*"),
  RENSA_ATTRS (Forget, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  .get_formula = get_formula,
  RENSA_FORMS ({ "chainer", "F.forget({func:function}, *{xs})" },
               { "torch", "torch.utils.checkpoint.checkpoint({func:function}, *{xs}, use_reentrant=False)" }),
};

/**
 * rensa_forget:
 * @callback: (scope forever): the function: fills @ys with at most @max_ys variables owned by the
 *   caller, and returns their number; -1 with an error
 * @data: passed to @callback; both must exist as long as the graph of the results
 * @xs: @n variables
 * @ys: receives the results, owned by the caller
 *
 * Returns the result of @callback for @xs, without the arrays that its functions keep for backward:
 * here it is called without being recorded, and called again, recorded, when gradients are
 * computed. It must depend on @xs alone: other variables that it uses get no gradient. Unlike in
 * Chainer, it may draw random numbers, which are the same in each call, and gradients are
 * differentiable, up to order 5; each order calls it once more. In-place changes that it makes,
 * such as the running statistics of batch normalization, are made in each call.
 *
 * Returns the number of results; -1 with an error.
 */
RENSA_API int
rensa_forget (int (*callback) (gpointer data, RensaVariable *const *xs, int n, RensaVariable **ys, int max_ys,
                               GError **error),
              gpointer data, RensaVariable *const *xs, int n, RensaVariable **ys, int max_ys, GError **error)
{
  RensaVariable *plain[MOST_VARIABLES];
  RensaVariable *found[MOST_VARIABLES] = { NULL };
  Forget self = {
    .callback = callback,
    .data = data,
    .train = rensa_modes_get ()->train,
    .random = *rensa_random_get_default (),
    .found = found,
  };
  int n_ys = -1;

  for (int i = 0; i < n; i++)
    if (xs[i] == NULL)
      return -1;
  if (n > MOST_VARIABLES)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: a function can have at most %d inputs, but has %d"),
                       "forget", MOST_VARIABLES, n);
      return -1;
    }

  for (int i = 0; i < n; i++)
    plain[i] = rensa_variable_new_constant (rensa_variable_get_array (xs[i]));
  {
    g_auto (RensaModesScope) scope = rensa_modes_enter ();

    rensa_modes_get ()->enable_backprop = FALSE;
    self.n_found = callback (data, plain, n, found, MOST_VARIABLES, error);
  }
  rensa_variables_clear (plain, n);

  if (self.n_found >= 0)
    n_ys = rensa_function_apply (&rensa_forget_class, &self, xs, n, ys, max_ys, error);
  rensa_variables_clear (found, MAX (self.n_found, 0));
  return n_ys;
}
