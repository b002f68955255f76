/* rensa-composed.c: higher-order gradients for functions whose backward is a fused kernel.
 * SPDX-License-Identifier: MIT */

#include "rensa-composed-private.h"

#include <string.h>

#include "rensa-composed-forward-private.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"

/* Let level 0 be the composed function f, with inputs P₀ = (x, c): differentiated inputs and
 * constants. Level k takes Pₖ = (Pₖ₋₁, gₖ₋₁), the inputs of the level below and the gradients of
 * its outputs, and returns the gradients of the differentiated part of Pₖ₋₁. Backward of level k is
 * therefore level k + 1, to any order:
 *
 *   level   inputs      outputs
 *   0       x c         y
 *   1       x c gy      gx
 *   2       x c gy ggx  the gradients of x and gy
 *
 * Each call builds a separate graph on new leaves, so the current traversal is not affected. */

#define MAX_ATTRS_SIZE 512

typedef struct
{
  gboolean (*compose) (gconstpointer attrs, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                       GError **error);
  int level;
  int n_moving;    /* number of arrays in x */
  int n_constant;  /* number of arrays in c */
  int n_outputs;   /* number of arrays in y */
  guint64 missing; /* bit i: input i of f is missing */
  union
  {
    char bytes[MAX_ATTRS_SIZE];
    double aligned;
  } attrs;
} Derivative;

static const RensaFunctionClass derivative_class;

static int
count_outputs (const Derivative *self, int level)
{
  int n_inputs = self->n_moving;
  int n_outputs = self->n_outputs;

  for (int k = 1; k <= level; k++)
    {
      const int n_grads = n_outputs;

      n_outputs = n_inputs;
      n_inputs += n_grads;
    }
  return n_outputs;
}

/* Returns the number of inputs of all kinds. */
static int
count_inputs (const Derivative *self, int level)
{
  int n = self->n_moving + self->n_constant;

  for (int k = 0; k < level; k++)
    n += count_outputs (self, k);
  return n;
}

/* Returns the position of the i-th differentiated input among all inputs. */
static int
get_place (const Derivative *self, int i)
{
  return i < self->n_moving ? i : i + self->n_constant;
}

/* Level 0; the inputs are placed at the positions that the function expects. */
static gboolean
evaluate_function (const Derivative *self, RensaVariable *const *inputs, RensaVariable **outputs, GError **error)
{
  const int n = self->n_moving + self->n_constant;
  const int n_missing = __builtin_popcountll (self->missing);
  g_autofree RensaVariable **all = g_new0 (RensaVariable *, n + n_missing);
  int given = 0;

  for (int i = 0; i < n + n_missing; i++)
    if (i >= 64 || !(self->missing >> i & 1))
      all[i] = inputs[given++];

  return self->compose (&self->attrs, all, n + n_missing, outputs, error);
}

gboolean
rensa_fill_missing_grads (RensaVariable **grads, RensaVariable *const *inputs, int n, GError **error)
{
  for (int i = 0; i < n; i++)
    {
      const RensaType type = rensa_variable_get_type (inputs[i]);
      g_autoptr (RensaArray) zeros = NULL;

      if (grads[i] != NULL)
        continue;
      zeros = rensa_array_zeros (type.dtype, &type.shape, error);
      grads[i] = rensa_variable_new_constant (zeros);
      if (grads[i] == NULL)
        return FALSE;
    }
  return TRUE;
}

static gboolean
evaluate (const Derivative *self, int level, RensaVariable *const *inputs, RensaVariable **outputs, GError **error)
{
  const int n_outputs = count_outputs (self, level);
  const int n_below = level > 0 ? count_outputs (self, level - 1) : 0;
  g_autofree RensaVariable **below = g_new0 (RensaVariable *, n_below);
  g_autofree RensaVariable **moving = g_new0 (RensaVariable *, n_outputs);
  gboolean ok;

  if (level == 0)
    return evaluate_function (self, inputs, outputs, error);

  for (int i = 0; i < n_outputs; i++)
    moving[i] = inputs[get_place (self, i)];
  ok = evaluate (self, level - 1, inputs, below, error)
       && rensa_grad (below, n_below, moving, n_outputs, inputs + count_inputs (self, level - 1), level < self->level,
                      outputs, error)
       && rensa_fill_missing_grads (outputs, moving, n_outputs, error);
  rensa_variables_clear (below, n_below);
  if (!ok)
    rensa_variables_clear (outputs, n_outputs);
  return ok;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Derivative *self = rensa_inference_get_attrs (inference);
  const int n_outputs = count_outputs (self, self->level);

  for (int i = 0; i < n_outputs; i++)
    rensa_inference_set_output (inference, i, rensa_inference_get_input (inference, get_place (self, i)));
  return TRUE;
}

static gboolean
is_constant (const Derivative *self, int place)
{
  return place >= self->n_moving && place < self->n_moving + self->n_constant;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Derivative *self = rensa_call_get_attrs (call);
  const int n_inputs = rensa_call_get_n_inputs (call);
  const int n_outputs = rensa_call_get_n_outputs (call);
  g_autofree RensaVariable **inputs = g_new0 (RensaVariable *, n_inputs);
  g_autofree RensaVariable **outputs = g_new0 (RensaVariable *, n_outputs);
  g_auto (RensaModesScope) scope = rensa_modes_enter ();

  rensa_modes_get ()->enable_backprop = TRUE;
  for (int i = 0; i < n_inputs; i++)
    {
      RensaArray *array = rensa_call_get_input (call, i);

      inputs[i] = is_constant (self, i) ? rensa_variable_new_constant (array) : rensa_variable_new (array);
      rensa_call_retain_input (call, i);
    }

  if (evaluate (self, self->level, inputs, outputs, error))
    for (int i = 0; i < n_outputs; i++)
      rensa_call_take_output (call, i, rensa_array_ref (rensa_variable_get_array (outputs[i])));
  rensa_variables_clear (outputs, n_outputs);
  rensa_variables_clear (inputs, n_inputs);
  return rensa_call_succeeded (call);
}

/* Applies @derivative and sets its outputs as the gradients of the inputs at @places. */
static gboolean
take_grads (RensaBackward *backward, const Derivative *derivative, RensaVariable *const *inputs, int n_inputs,
            const int *places, GError **error)
{
  const int n_grads = count_outputs (derivative, derivative->level);
  g_autofree RensaVariable **grads = g_new0 (RensaVariable *, n_grads);

  if (rensa_function_apply (&derivative_class, derivative, inputs, n_inputs, grads, n_grads, error) < 0)
    return FALSE;

  for (int i = 0; i < n_grads; i++)
    rensa_backward_take_grad_input (backward, places[i], grads[i]);
  return rensa_backward_succeeded (backward);
}

/* Appends the gradients of the outputs to the @n_inputs existing inputs. */
static gboolean
add_grad_outputs (RensaBackward *backward, RensaVariable **inputs, int *n_inputs, GError **error)
{
  for (int i = 0; i < rensa_backward_get_n_outputs (backward); i++)
    {
      inputs[*n_inputs] = rensa_backward_get_grad_output_or_zeros (backward, i, error);
      if (inputs[(*n_inputs)++] == NULL)
        return FALSE;
    }
  return TRUE;
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  Derivative next = *(const Derivative *) rensa_backward_get_attrs (backward);
  const int n = rensa_backward_get_n_inputs (backward);
  g_autofree RensaVariable **inputs = g_new0 (RensaVariable *, n + rensa_backward_get_n_outputs (backward));
  g_autofree int *places = g_new (int, n);
  int n_inputs = n;

  next.level++;
  for (int i = 0; i < n; i++)
    {
      inputs[i] = rensa_backward_get_input (backward, i);
      places[i] = get_place (&next, i);
    }
  return add_grad_outputs (backward, inputs, &n_inputs, error)
         && take_grads (backward, &next, inputs, n_inputs, places, error);
}

static const RensaFunctionClass derivative_class = {
  .name = "derivative",
  .title = N_ ("Derivative"),
  .summary = N_ ("Gradient of a function defined as a composition of other functions"),
  .inputs = RENSA_INPUTS ("xs*"),
  .attrs_size = sizeof (Derivative),
  .infer = infer,
  .forward = forward,
  .backward = backward,
};

/* Collects the inputs that are present; @places receives the positions of the differentiated ones
 * among all. */
static int
collect_inputs (RensaBackward *backward, int n_moving, Derivative *derivative, RensaVariable **inputs, int *places)
{
  int n = 0;

  for (int i = 0; i < rensa_backward_get_n_inputs (backward); i++)
    {
      RensaVariable *input = rensa_backward_get_input (backward, i);

      if (input == NULL)
        derivative->missing |= G_GUINT64_CONSTANT (1) << i;
      else
        {
          if (i < n_moving)
            places[derivative->n_moving++] = i;
          inputs[n++] = input;
        }
    }
  return n;
}

gboolean
rensa_backward_composed (RensaBackward *backward, const RensaComposition *composition, GError **error)
{
  const int n_all = rensa_backward_get_n_inputs (backward);
  const int n_further = composition->n_further;
  const int n_outputs = rensa_backward_get_n_outputs (backward);
  g_autofree RensaVariable **inputs = g_new0 (RensaVariable *, n_all + n_further + n_outputs);
  g_autofree int *places = g_new (int, n_all);
  Derivative derivative = { .compose = composition->compose, .level = 1, .n_outputs = n_outputs };
  int n =
      collect_inputs (backward, composition->n_moving > 0 ? composition->n_moving : n_all, &derivative, inputs, places);
  const int first_further = n;
  gboolean ok;

  g_return_val_if_fail (composition->attrs_size <= MAX_ATTRS_SIZE, FALSE);
  if (composition->attrs_size > 0)
    memcpy (&derivative.attrs, composition->attrs != NULL ? composition->attrs : rensa_backward_get_attrs (backward),
            composition->attrs_size);
  for (int i = 0; i < n_further; i++)
    inputs[n++] = rensa_variable_new_constant (composition->further[i]);
  derivative.n_constant = n - derivative.n_moving;

  ok = add_grad_outputs (backward, inputs, &n, error) && take_grads (backward, &derivative, inputs, n, places, error);
  rensa_variables_clear (inputs + first_further, n_further);
  return ok;
}

gboolean
rensa_forward_composed (RensaCall *call, const RensaComposition *composition, GError **error)
{
  const int n_inputs = rensa_call_get_n_inputs (call);
  const int n_outputs = rensa_call_get_n_outputs (call);
  const int n_all = n_inputs + composition->n_further;
  g_autofree RensaVariable **inputs = g_new0 (RensaVariable *, n_all);
  g_autofree RensaVariable **outputs = g_new0 (RensaVariable *, n_outputs);
  g_auto (RensaModesScope) scope = rensa_modes_enter ();

  rensa_modes_get ()->enable_backprop = FALSE;
  for (int i = 0; i < n_all; i++)
    inputs[i] = rensa_variable_new_constant (i < n_inputs ? rensa_call_get_input (call, i)
                                                          : composition->further[i - n_inputs]);
  for (int i = 0; i < n_inputs; i++)
    rensa_call_retain_input (call, i);

  if (composition->compose (rensa_call_get_attrs (call), inputs, n_all, outputs, error))
    for (int i = 0; i < n_outputs; i++)
      rensa_call_take_output (call, i, rensa_array_ref (rensa_variable_get_array (outputs[i])));

  for (int i = 0; i < n_all; i++)
    g_clear_pointer (&inputs[i], rensa_variable_unref);
  for (int i = 0; i < n_outputs; i++)
    g_clear_pointer (&outputs[i], rensa_variable_unref);
  return rensa_call_succeeded (call);
}
