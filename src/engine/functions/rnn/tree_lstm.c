/* tree_lstm.c: one step of an LSTM that merges any number of cells.
 * SPDX-License-Identifier: MIT */

#include "rensa-cells-private.h"
#include "rensa-composed-private.h"
#include "rensa-functions.h"

/* Number of gates before the forget gates. */
enum
{
  A,
  I,
  O,
  F,
};

/* Computed independently of this code, with 30 digits. */
static const RensaSample samples[] = {
  { "", "[[0.5]]; [[1, 0, 2, -1]]", "[[0.51526778866288]]; [[0.41753254565952065]]" },
  { "", "[[1, 0]]; [[-2, 3]]; [[0.5, -1, 0.25, 1, -0.5, -1, 2, 0, 0.5, 1]]",
    "[[-0.10433017795810231, 1.6364057947440749]]; [[-0.039246591468910528, 0.24930020935481603]]" },
};

/* @n_inputs: number of inputs: the cells of the children, and x. */
static RensaSumCell
get_cell (int n_inputs)
{
  return (RensaSumCell){ .n_added = 1, .n_kept = n_inputs - 1 };
}

static int
count_gates (int n_inputs)
{
  return F + n_inputs - 1;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const int n_inputs = rensa_inference_get_n_inputs (inference);
  const int x = n_inputs - 1;

  if (!RENSA_EXPECT (inference, n_inputs, >=, 2, error)
      || !rensa_expect_gates (inference, 0, x, count_gates (n_inputs), FALSE, error))
    return FALSE;
  for (int i = 1; i < x; i++)
    if (!rensa_expect_same_dtype (inference, i, 0, error) || !rensa_expect_same_shape (inference, i, 0, error))
      return FALSE;

  rensa_infer_cell_outputs (inference, 0, x);
  return TRUE;
}

/* Arranges @gates and @cells, which may be arrays or variables, in the order a, i, f₁, c₁, f₂,
 * c₂, …, o. */
static void
arrange (int n_inputs, gpointer const *gates, gpointer const *cells, gpointer *ordered)
{
  const int n_cells = n_inputs - 1;

  ordered[0] = gates[A];
  ordered[1] = gates[I];
  for (int k = 0; k < n_cells; k++)
    {
      ordered[2 + 2 * k] = gates[F + k];
      ordered[3 + 2 * k] = cells[k];
    }
  ordered[2 + 2 * n_cells] = gates[O];
}

/* The last of @inputs is x or its gradient; the caller must clear @cells and @gates. */
static gboolean
take_parts (RensaArray *const *inputs, int n_inputs, RensaArray **gates, RensaArray **cells, GError **error)
{
  for (int k = 0; k < n_inputs - 1; k++)
    {
      cells[k] = rensa_cell_take_rows (inputs[k], rensa_array_get_dim (inputs[k], 0), error);
      if (cells[k] == NULL)
        return FALSE;
    }
  return rensa_gates_take (inputs[n_inputs - 1], count_gates (n_inputs), RENSA_GATES_IN_BLOCKS, gates, error);
}

/* Operands of the forward and backward passes: gates, cells, and both in the order of the cell. */
typedef struct
{
  int n_inputs;
  RensaArray **gates;
  RensaArray **cells;
  RensaArray **ordered;
} Parts;

static void
parts_clear (Parts *parts)
{
  if (parts->gates == NULL)
    return;
  rensa_gates_clear (parts->gates, count_gates (parts->n_inputs));
  rensa_gates_clear (parts->cells, parts->n_inputs - 1);
  g_free (parts->gates);
  g_free (parts->cells);
  g_free (parts->ordered);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Parts, parts_clear)

static gboolean
parts_init (Parts *parts, RensaArray *const *inputs, int n_inputs, GError **error)
{
  const RensaSumCell cell = get_cell (n_inputs);

  parts->n_inputs = n_inputs;
  parts->gates = g_new0 (RensaArray *, count_gates (n_inputs));
  parts->cells = g_new0 (RensaArray *, n_inputs - 1);
  parts->ordered = g_new0 (RensaArray *, rensa_sum_cell_count (&cell));
  if (!take_parts (inputs, n_inputs, parts->gates, parts->cells, error))
    return FALSE;

  arrange (n_inputs, (gpointer const *) parts->gates, (gpointer const *) parts->cells, (gpointer *) parts->ordered);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const int n_inputs = rensa_call_get_n_inputs (call);
  const RensaSumCell cell = get_cell (n_inputs);
  const RensaType *type = rensa_call_get_output_type (call, 0);
  const gint64 n_rows = type->shape.dims[0];
  g_autofree RensaArray **inputs = g_new (RensaArray *, n_inputs);
  g_autoptr (RensaArray) c = rensa_array_new (type->dtype, &type->shape, error);
  g_autoptr (RensaArray) h = c != NULL ? rensa_array_new (type->dtype, &type->shape, error) : NULL;
  g_autoptr (RensaArray) c_cells = h != NULL ? rensa_cell_take_rows (c, n_rows, error) : NULL;
  g_autoptr (RensaArray) h_cells = c_cells != NULL ? rensa_cell_take_rows (h, n_rows, error) : NULL;
  g_auto (Parts) parts = { 0 };

  for (int i = 0; i < n_inputs; i++)
    {
      inputs[i] = rensa_call_get_input (call, i);
      rensa_call_retain_input (call, i);
    }
  if (h_cells == NULL || !parts_init (&parts, inputs, n_inputs, error)
      || !rensa_sum_cell_forward (&cell, parts.ordered, c_cells, h_cells, error))
    return FALSE;

  rensa_call_retain_output (call, 0);
  rensa_call_take_output (call, 0, g_steal_pointer (&c));
  rensa_call_take_output (call, 1, g_steal_pointer (&h));
  return TRUE;
}

/* Overwrites @grads, which have the shapes of @inputs, with the gradients. */
static gboolean
compute_grads (RensaBackward *backward, RensaArray *const *inputs, RensaArray *const *grads, int n_inputs,
               GError **error)
{
  const RensaSumCell cell = get_cell (n_inputs);
  g_autoptr (RensaArray) c = rensa_cell_take (rensa_backward_get_output (backward, 0), error);
  g_autoptr (RensaArray) gc = rensa_cell_take (rensa_backward_get_grad_output_or_zeros (backward, 0, error), error);
  g_autoptr (RensaArray) gh = rensa_cell_take (rensa_backward_get_grad_output_or_zeros (backward, 1, error), error);
  g_auto (Parts) parts = { 0 };
  g_auto (Parts) grad_parts = { 0 };

  return c != NULL && gc != NULL && gh != NULL && parts_init (&parts, inputs, n_inputs, error)
         && parts_init (&grad_parts, grads, n_inputs, error)
         && rensa_sum_cell_backward (&cell, parts.ordered, c, gc, gh, grad_parts.ordered, error);
}

static gboolean
backward_arrays (RensaBackward *backward, GError **error)
{
  const int n_inputs = rensa_backward_get_n_inputs (backward);
  g_autofree RensaArray **inputs = g_new (RensaArray *, n_inputs);
  g_autofree RensaArray **grads = g_new0 (RensaArray *, n_inputs);
  gboolean ok = TRUE;

  for (int i = 0; i < n_inputs; i++)
    {
      inputs[i] = rensa_variable_get_array (rensa_backward_get_input (backward, i));
      grads[i] = rensa_array_new (rensa_array_get_dtype (inputs[i]), rensa_array_get_shape (inputs[i]), error);
      ok = ok && grads[i] != NULL;
    }
  ok = ok && compute_grads (backward, inputs, grads, n_inputs, error);
  for (int i = 0; ok && i < n_inputs; i++)
    rensa_backward_take_grad_array (backward, i, g_steal_pointer (&grads[i]));
  rensa_gates_clear (grads, n_inputs);
  return ok && rensa_backward_succeeded (backward);
}

static gboolean
compose (gconstpointer attrs, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  const RensaSumCell cell = get_cell (n_inputs);
  const int n_gates = count_gates (n_inputs);
  const RensaType type = rensa_variable_get_type (inputs[0]);
  g_autofree RensaVariable **gates = g_new0 (RensaVariable *, n_gates);
  g_autofree RensaVariable **cells = g_new0 (RensaVariable *, n_inputs - 1);
  g_autofree RensaVariable **ordered = g_new0 (RensaVariable *, rensa_sum_cell_count (&cell));
  g_autoptr (RensaVariable) c = NULL;
  g_autoptr (RensaVariable) h = NULL;
  gboolean ok = rensa_gates_split (inputs[n_inputs - 1], n_gates, RENSA_GATES_IN_BLOCKS, gates, error);

  for (int k = 0; ok && k < n_inputs - 1; k++)
    {
      cells[k] = rensa_cell_reshape (inputs[k], error);
      ok = cells[k] != NULL;
    }
  arrange (n_inputs, (gpointer const *) gates, (gpointer const *) cells, (gpointer *) ordered);
  if (ok && rensa_sum_cell_compose (&cell, ordered, &c, &h, error))
    {
      outputs[0] = rensa_reshape (c, &type.shape, error);
      outputs[1] = rensa_reshape (h, &type.shape, error);
    }
  rensa_gates_clear_variables (gates, n_gates);
  rensa_gates_clear_variables (cells, n_inputs - 1);
  return outputs[1] != NULL;
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaComposition composition = { .compose = compose };

  return rensa_backward_is_recorded (backward) ? rensa_backward_composed (backward, &composition, error)
                                               : backward_arrays (backward, error);
}

const RensaFunctionClass rensa_tree_lstm_class = {
  .name = "tree_lstm",
  .group = &rensa_rnn_group,
  .title = N_ ("Tree LSTM Step"),
  .summary = N_ ("One Tree LSTM step, which merges the cells of several children, computed from pre-activations"),
  .formula = "c = tanh(a) σ(i) + Σₖ σ(fₖ) cₖ, h = σ(o) tanh(c)",
  .reference =
      "Tai et al., \"Improved Semantic Representations From Tree-Structured Long Short-Term Memory Networks\", ACL "
      "2015",
  .label = "TreeLSTM",
  .inputs = RENSA_INPUTS ("inputs*"),
  .n_outputs = 2,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.tree_lstm(*{inputs})" },
               { "onnx", "k = count (inputs) - 1; g = Split (at (inputs, k), axis=1, outputs=k + 3); "
                         "c = Sum (Tanh (at (g, 0)) * Sigmoid (at (g, 1)), each (j, range (0, k), Sigmoid (at (g, j "
                         "+ 3)) * at (inputs, j))); c, Sigmoid (at (g, 2)) * Tanh (c)" }),
};

/**
 * rensa_tree_lstm:
 * @inputs: the cells of n - 1 children, each of shape (N, U, …), then pre-activations of shape (N,
 *   (n + 2) U, …), which contain the blocks a, i, o, f₁, f₂ …, unlike those of an LSTM
 * @n: number of inputs, at least 2
 * @c: receives the cells, of shape (N, U, …); owned by the caller
 * @h: receives the output, of the same shape; owned by the caller
 *
 * c = tanh (a) σ (i) + Σₖ σ (fₖ) cₖ and h = σ (o) tanh (c). Unlike in Chainer, it is twice
 * differentiable. Returns FALSE with an error, RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not
 * fit.
 *
 * Tai et al., "Improved Semantic Representations From Tree-Structured Long Short-Term Memory Networks", ACL 2015.
 */
RENSA_API gboolean
rensa_tree_lstm (RensaVariable *const *inputs, int n, RensaVariable **c, RensaVariable **h, GError **error)
{
  RensaVariable *outputs[2] = { NULL };

  for (int i = 0; i < n; i++)
    if (inputs[i] == NULL)
      return FALSE;
  if (rensa_function_apply (&rensa_tree_lstm_class, NULL, inputs, n, outputs, 2, error) != 2)
    return FALSE;

  *c = outputs[0];
  *h = outputs[1];
  return TRUE;
}
