/* elementwise.c: function given by a formula.
 * SPDX-License-Identifier: MIT */

#include "rensa-elementwise-private.h"
#include "rensa-formula-inference-private.h"
#include "rensa-functions.h"

typedef struct
{
  char *formula;
  char *inputs;
  char *params;
  char *outputs;
} Elementwise;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (Elementwise, formula, .required = TRUE, .initial_text = "y = x", .title = N_ ("Formula"),
                     .hint = N_ ("Statements in C syntax such as w = x * y + z, separated by ;")),
  RENSA_ATTR_STRING (Elementwise, inputs, .allow_none = TRUE, .none = TRUE, .title = N_ ("Inputs"),
                     .hint = N_ ("Names of the inputs in order; None uses their order in the formula")),
  RENSA_ATTR_STRING (Elementwise, params, .allow_none = TRUE, .none = TRUE, .title = N_ ("Parameters"),
                     .hint = N_ ("Named numbers, such as a=0.5, b=2")),
  RENSA_ATTR_STRING (Elementwise, outputs, .allow_none = TRUE, .none = TRUE, .title = N_ ("Outputs"),
                     .hint = N_ ("Names of the results; None uses all values that the formula itself does not use")),
};

/* The first two are MulAdd and ExpAdd of Chainer's tutorial; values from NumPy. */
static const RensaSample samples[] = {
  { "inputs='x, y, z', formula='w = x * y + z'", "[[1, 2], [3, 4]]; [10, 20]; [[0.5], [-0.5]]",
    "[[10.5, 40.5], [29.5, 79.5]]" },
  { "inputs='x, y', formula='z = exp(x) + exp(y)'", "[0, 1, -2]; [1, 0.5, 2]",
    "[3.718281828459045, 4.367003099159173, 7.524391382167263]" },
  { "formula='t = x + y; u = t * t; v = x > y ? a * u : -u', params='a=0.5', outputs='v, t'", "[1, -2, 3]; [2, -3, 5]",
    "[-9, 12.5, -64]; [3, -5, 8]" },
  { "formula='tanh(a * b) + a'", "[[0.5, -1], [2, 0]]; [[2], [-0.5]]",
    "[[1.2615941559557649, -1.9640275800758169], [1.2384058440442351, 0]]" },
};

static RensaFormula *
get_formula (gconstpointer values, GError **error)
{
  const Elementwise *self = values;
  const RensaFormulaText text = { self->inputs, self->formula, self->params, self->outputs };
  RensaFormula *formula = rensa_formula_get (&text, error);

  if (formula == NULL)
    g_prefix_error (error, "elementwise: ");
  return formula;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  g_autoptr (RensaFormula) formula = get_formula (rensa_inference_get_attrs (inference), error);

  return formula != NULL && rensa_infer_formula (inference, formula, error);
}

/* Retains the inputs that the derivative reads; all of them if there is no derivative, which
 * backward will report. */
static void
retain_inputs (RensaCall *call, RensaFormula *formula)
{
  const int n_inputs = rensa_formula_get_n_inputs (formula);
  const int n_outputs = rensa_formula_get_n_outputs (formula);
  const RensaDerivative *derivative;
  guint64 wanted = 0;

  for (int i = 0; i < n_inputs; i++)
    wanted |= (guint64) rensa_call_needs_grad (call, i) << i;
  if (wanted == 0)
    return;

  derivative = rensa_formula_derive (formula, wanted, (G_GUINT64_CONSTANT (1) << n_outputs) - 1, NULL);
  if (derivative == NULL)
    for (int i = 0; i < n_inputs; i++)
      rensa_call_retain_input (call, i);
  else if (derivative->formula != NULL)
    for (int i = 0; i < rensa_formula_get_n_inputs (derivative->formula); i++)
      if (derivative->args[i] < n_inputs)
        rensa_call_retain_input (call, derivative->args[i]);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  g_autoptr (RensaFormula) formula = get_formula (rensa_call_get_attrs (call), error);
  RensaArray *inputs[RENSA_PROGRAM_MAX_INPUTS];
  RensaArray *outputs[RENSA_PROGRAM_MAX_OUTPUTS] = { NULL };

  if (formula == NULL)
    return FALSE;

  for (int i = 0; i < rensa_formula_get_n_inputs (formula); i++)
    inputs[i] = rensa_call_get_input (call, i);
  retain_inputs (call, formula);
  if (!rensa_run_program (rensa_formula_get_program (formula), inputs, outputs, error))
    return FALSE;

  for (int i = 0; i < rensa_formula_get_n_outputs (formula); i++)
    rensa_call_take_output (call, i, outputs[i]);
  return rensa_call_succeeded (call);
}

/* Evaluates the formula of the gradients; @grads receives its outputs. */
static gboolean
compute_gradients (RensaBackward *backward, RensaFormula *formula, const RensaDerivative *derivative,
                   RensaVariable **grads, GError **error)
{
  const int n_inputs = rensa_formula_get_n_inputs (formula);
  const int n_args = rensa_formula_get_n_inputs (derivative->formula);
  const RensaFormulaText *text = rensa_formula_get_text (derivative->formula);
  RensaVariable *args[RENSA_PROGRAM_MAX_INPUTS];

  for (int i = 0; i < n_args; i++)
    {
      const int arg = derivative->args[i];

      args[i] = arg < n_inputs ? rensa_backward_get_input (backward, arg)
                               : rensa_backward_get_grad_output (backward, arg - n_inputs);
    }

  return rensa_elementwise (text->formula, text->inputs, text->params, text->outputs, args, n_args, grads,
                            RENSA_PROGRAM_MAX_OUTPUTS, error)
         >= 0;
}

static gboolean
give_gradients (RensaBackward *backward, RensaFormula *formula, const RensaDerivative *derivative, GError **error)
{
  RensaVariable *grads[RENSA_PROGRAM_MAX_OUTPUTS] = { NULL };

  if (derivative->formula != NULL && !compute_gradients (backward, formula, derivative, grads, error))
    return FALSE;

  for (int i = 0; i < rensa_formula_get_n_inputs (formula); i++)
    {
      const RensaGradient gradient = derivative->gradients[i];

      if (gradient.kind == RENSA_GRADIENT_COMPUTED)
        rensa_backward_take_summed (backward, i, g_steal_pointer (&grads[gradient.number]), error);
      else if (gradient.kind == RENSA_GRADIENT_PASSED)
        rensa_backward_take_summed (
            backward, i, rensa_variable_ref (rensa_backward_get_grad_output (backward, gradient.number)), error);
    }
  return rensa_backward_succeeded (backward);
}

/* The derivative is also a formula, so it has a derivative itself. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  g_autoptr (RensaFormula) formula = get_formula (rensa_backward_get_attrs (backward), error);
  const RensaDerivative *derivative;
  guint64 wanted = 0;
  guint64 given = 0;

  if (formula == NULL)
    return FALSE;

  for (int i = 0; i < rensa_formula_get_n_inputs (formula); i++)
    wanted |= (guint64) rensa_backward_needs_grad (backward, i) << i;
  for (int i = 0; i < rensa_formula_get_n_outputs (formula); i++)
    given |= (guint64) (rensa_backward_get_grad_output (backward, i) != NULL) << i;

  derivative = rensa_formula_derive (formula, wanted, given, error);
  if (derivative == NULL)
    {
      g_prefix_error (error, "elementwise: ");
      return FALSE;
    }
  return give_gradients (backward, formula, derivative, error);
}

const RensaFunctionClass rensa_elementwise_class = {
  .name = "elementwise",
  .group = &rensa_math_group,
  .title = N_ ("Formula"),
  .summary = N_ ("Applies a custom formula element by element"),
  .formula = "y = f(x₀, x₁, …)",
  .inputs = RENSA_INPUTS ("xs*"),
  RENSA_ATTRS (Elementwise, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  .get_formula = get_formula,
  RENSA_FORMS ({ "chainer", "{formula:function}(*{xs})" }, { "torch", "{formula:function}(*{xs})" }),
};

/**
 * rensa_elementwise:
 * @formula: statements in the syntax of C: "w = x * y + z", "t = x - y; d = t * t; s = d > 1 ?
 *   sqrt(d) : d"
 * @inputs: (nullable): the names of the inputs in the order of @xs, "x, y, z"; NULL for the names
 *   that the formula reads without having assigned them, in order of first appearance
 * @params: (nullable): named numbers, "a=0.5, b=2"
 * @outputs: (nullable): the names of the results, "w"; NULL for the assigned names that the formula
 *   does not read afterwards, in the order of assignment
 * @xs: @n variables of one floating dtype, whose shapes broadcast together
 * @ys: receives the results, owned by the caller, all of the broadcast shape of the inputs
 *
 * See #RensaFormulaText for the rules of formulas. The formula is simplified and evaluated in one
 * pass over the arrays, without temporary arrays. Its gradients are formulas, too, derived
 * symbolically, to any order: if max () or min () have a tie, the first argument receives the
 * gradient; in a choice c ? a : b the part that is not chosen has no influence, even if its slope
 * is infinite; floor () and similar functions have no gradient.
 *
 * Returns the number of results; -1 with RENSA_ERROR_INVALID and the column if the formula is
 * wrong, or with RENSA_ERROR_TYPE_CHECK if the inputs do not fit.
 */
RENSA_API int
rensa_elementwise (const char *formula, const char *inputs, const char *params, const char *outputs,
                   RensaVariable *const *xs, int n, RensaVariable **ys, int max_outputs, GError **error)
{
  const Elementwise self = { (char *) formula, (char *) inputs, (char *) params, (char *) outputs };

  for (int i = 0; i < n; i++)
    if (xs[i] == NULL)
      return -1;

  return rensa_function_apply (&rensa_elementwise_class, &self, xs, n, ys, max_outputs, error);
}
