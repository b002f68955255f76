/* slstm.c: one step of an LSTM that merges two cells.
 * SPDX-License-Identifier: MIT */

#include "rensa-cells-private.h"
#include "rensa-composed-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* a, i, f, o */
#define N_GATES 4

enum
{
  C_PREV1,
  C_PREV2,
  X1,
  X2,
};

static const RensaSumCell cell = { .n_added = 2, .n_kept = 2 };

/* Arrays of the cell. */
enum
{
  A1,
  I1,
  A2,
  I2,
  F1,
  C1,
  F2,
  C2,
  O1,
  O2, /* after the arrays of the cell, whose o is the sum of both */
  N_ARRAYS,
};

static const int places1[N_GATES] = { A1, I1, F1, O1 };
static const int places2[N_GATES] = { A2, I2, F2, O2 };

/* Computed independently of this code, with 30 digits. */
static const RensaSample samples[] = {
  { "", "[[1]]; [[-2]]; [[0.5, -1, 0.25, 1]]; [[-0.5, 0, 1, -2]]",
    "[[-1.0067167898912479]]; [[-0.20557899373048109]]" },
  { "", "[[0.5, -1]]; [[1, 3]]; [[1, 0, -1, 2, -1, 0.5, 1, 0]]; [[0, 1, 2, -1, 0.25, -2, 0, 1]]",
    "[[1.3960648666407624, 0.32407505262279946]]; [[0.6466199165342709, 0.22895800230325426]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  if (!rensa_expect_gates (inference, C_PREV1, X1, N_GATES, FALSE, error)
      || !rensa_expect_same_dtype (inference, C_PREV2, C_PREV1, error)
      || !rensa_expect_same_shape (inference, C_PREV2, C_PREV1, error)
      || !rensa_expect_gates (inference, C_PREV2, X2, N_GATES, FALSE, error))
    return FALSE;

  rensa_infer_cell_outputs (inference, C_PREV1, X1);
  return TRUE;
}

static gboolean
take_gates (RensaArray *x, const int *places, RensaArray **arrays, GError **error)
{
  RensaArray *gates[N_GATES];

  if (!rensa_gates_take (x, N_GATES, RENSA_GATES_INTERLEAVED, gates, error))
    return FALSE;

  for (int i = 0; i < N_GATES; i++)
    arrays[places[i]] = gates[i];
  return TRUE;
}

/* Replaces o1 and o2 by their sum. */
static gboolean
take_arrays (RensaArray *const *inputs, RensaArray **arrays, GError **error)
{
  g_autoptr (RensaArray) o1 = NULL;
  gint64 n_rows = rensa_array_get_dim (inputs[X1], 0);

  arrays[C1] = rensa_cell_take_rows (inputs[C_PREV1], n_rows, error);
  arrays[C2] = arrays[C1] != NULL ? rensa_cell_take_rows (inputs[C_PREV2], n_rows, error) : NULL;
  if (arrays[C2] == NULL || !take_gates (inputs[X1], places1, arrays, error)
      || !take_gates (inputs[X2], places2, arrays, error))
    return FALSE;

  o1 = g_steal_pointer (&arrays[O1]);
  arrays[O1] = rensa_map2 (RENSA_KERNEL_OP_ADD, o1, arrays[O2], NULL, error);
  return arrays[O1] != NULL;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaType *type = rensa_call_get_output_type (call, 0);
  const gint64 n_rows = type->shape.dims[0];
  g_autoptr (RensaArray) c = rensa_array_new (type->dtype, &type->shape, error);
  g_autoptr (RensaArray) h = c != NULL ? rensa_array_new (type->dtype, &type->shape, error) : NULL;
  g_autoptr (RensaArray) c_cells = h != NULL ? rensa_cell_take_rows (c, n_rows, error) : NULL;
  g_autoptr (RensaArray) h_cells = c_cells != NULL ? rensa_cell_take_rows (h, n_rows, error) : NULL;
  RensaArray *inputs[4];
  RensaArray *arrays[N_ARRAYS] = { NULL };
  gboolean ok;

  for (int i = 0; i < 4; i++)
    {
      inputs[i] = rensa_call_get_input (call, i);
      rensa_call_retain_input (call, i);
    }
  ok = h_cells != NULL && take_arrays (inputs, arrays, error)
       && rensa_sum_cell_forward (&cell, arrays, c_cells, h_cells, error);
  rensa_gates_clear (arrays, N_ARRAYS);
  if (!ok)
    return FALSE;

  rensa_call_retain_output (call, 0);
  rensa_call_take_output (call, 0, g_steal_pointer (&c));
  rensa_call_take_output (call, 1, g_steal_pointer (&h));
  return TRUE;
}

/* Creates arrays for the gradients of the inputs, and views of them in the order of the cell. */
static gboolean
make_grads (RensaArray *const *inputs, RensaArray **grads, RensaArray **parts, GError **error)
{
  const gint64 n_rows = rensa_array_get_dim (inputs[X1], 0);

  for (int i = 0; i < 4; i++)
    {
      grads[i] = rensa_array_new (rensa_array_get_dtype (inputs[i]), rensa_array_get_shape (inputs[i]), error);
      if (grads[i] == NULL)
        return FALSE;
    }

  parts[C1] = rensa_cell_take_rows (grads[C_PREV1], n_rows, error);
  parts[C2] = rensa_cell_take_rows (grads[C_PREV2], n_rows, error);
  return take_gates (grads[X1], places1, parts, error) && take_gates (grads[X2], places2, parts, error);
}

static gboolean
backward_arrays (RensaBackward *backward, GError **error)
{
  g_autoptr (RensaArray) c = rensa_cell_take (rensa_backward_get_output (backward, 0), error);
  g_autoptr (RensaArray) gc = rensa_cell_take (rensa_backward_get_grad_output_or_zeros (backward, 0, error), error);
  g_autoptr (RensaArray) gh = rensa_cell_take (rensa_backward_get_grad_output_or_zeros (backward, 1, error), error);
  RensaArray *inputs[4];
  RensaArray *grads[4] = { NULL };
  RensaArray *arrays[N_ARRAYS] = { NULL };
  RensaArray *parts[N_ARRAYS] = { NULL };
  gboolean ok;

  for (int i = 0; i < 4; i++)
    inputs[i] = rensa_variable_get_array (rensa_backward_get_input (backward, i));
  ok = c != NULL && gc != NULL && gh != NULL && take_arrays (inputs, arrays, error)
       && make_grads (inputs, grads, parts, error) && rensa_sum_cell_backward (&cell, arrays, c, gc, gh, parts, error)
       && rensa_array_assign (parts[O2], parts[O1], error);
  rensa_gates_clear (arrays, N_ARRAYS);
  rensa_gates_clear (parts, N_ARRAYS);
  for (int i = 0; ok && i < 4; i++)
    rensa_backward_take_grad_array (backward, i, g_steal_pointer (&grads[i]));
  rensa_gates_clear (grads, 4);
  return ok && rensa_backward_succeeded (backward);
}

static gboolean
compose_cell (RensaVariable *const *inputs, RensaVariable *const *gates1, RensaVariable *const *gates2,
              RensaVariable **outputs, GError **error)
{
  const RensaType type = rensa_variable_get_type (inputs[C_PREV1]);
  g_autoptr (RensaVariable) c1 = rensa_cell_reshape (inputs[C_PREV1], error);
  g_autoptr (RensaVariable) c2 = rensa_cell_reshape (inputs[C_PREV2], error);
  g_autoptr (RensaVariable) o = rensa_add (gates1[3], gates2[3], error);
  g_autoptr (RensaVariable) c = NULL;
  g_autoptr (RensaVariable) h = NULL;
  RensaVariable *const arrays[] = { gates1[0], gates1[1], gates2[0], gates2[1], gates1[2], c1, gates2[2], c2, o };

  if (o == NULL || !rensa_sum_cell_compose (&cell, arrays, &c, &h, error))
    return FALSE;

  outputs[0] = rensa_reshape (c, &type.shape, error);
  outputs[1] = rensa_reshape (h, &type.shape, error);
  return outputs[1] != NULL;
}

static gboolean
compose (gconstpointer attrs, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  RensaVariable *gates1[N_GATES] = { NULL };
  RensaVariable *gates2[N_GATES] = { NULL };
  const gboolean ok = rensa_gates_split (inputs[X1], N_GATES, RENSA_GATES_INTERLEAVED, gates1, error)
                      && rensa_gates_split (inputs[X2], N_GATES, RENSA_GATES_INTERLEAVED, gates2, error)
                      && compose_cell (inputs, gates1, gates2, outputs, error);

  rensa_gates_clear_variables (gates1, N_GATES);
  rensa_gates_clear_variables (gates2, N_GATES);
  return ok;
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaComposition composition = { .compose = compose };

  return rensa_backward_is_recorded (backward) ? rensa_backward_composed (backward, &composition, error)
                                               : backward_arrays (backward, error);
}

const RensaFunctionClass rensa_slstm_class = {
  .name = "slstm",
  .group = &rensa_rnn_group,
  .title = N_ ("S-LSTM Step"),
  .summary = N_ ("One S-LSTM step, which merges two cells, computed from pre-activations"),
  .formula = "c = tanh(a₁) σ(i₁) + σ(f₁) c_prev1 + tanh(a₂) σ(i₂) + σ(f₂) c_prev2, h = σ(o₁ + o₂) tanh(c)",
  .reference = "Zhu et al., \"Long Short-Term Memory Over Tree Structures\", ICML 2015",
  .label = "SLSTM",
  .inputs = RENSA_INPUTS ("c_prev1", "c_prev2", "x1", "x2"),
  .n_outputs = 2,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.slstm({c_prev1}, {c_prev2}, {x1}, {x2})" },
               { "onnx", "a, i, f, o = each (s, Split (Reshape (x1, [0, dim (c_prev1, 1), 4, slice (shape (x1), 2, "
                         "ndim (x1))]), axis=2, outputs=4), Squeeze (s, [2])); "
                         "b, j, g, q = each (s, Split (Reshape (x2, [0, dim (c_prev2, 1), 4, slice (shape (x2), 2, "
                         "ndim (x2))]), axis=2, outputs=4), Squeeze (s, [2])); "
                         "c = Tanh (a) * Sigmoid (i) + Sigmoid (f) * c_prev1 + Tanh (b) * Sigmoid (j) + Sigmoid (g) "
                         "* c_prev2; c, Sigmoid (o + q) * Tanh (c)" }),
};

/**
 * rensa_slstm:
 * @c_prev1: cells of the first child, of shape (N, U, …)
 * @c_prev2: cells of the second child, of the same shape
 * @x1: pre-activations for the first child, of shape (N, 4 U, …): columns 4 j … 4 j + 3 are a, i, f and o of unit j
 * @x2: pre-activations for the second child, of the same shape
 * @c: receives the cells, of the shape of @c_prev1; owned by the caller
 * @h: receives the output, of the same shape; owned by the caller
 *
 * c = tanh (a₁) σ (i₁) + σ (f₁) c_prev1 + tanh (a₂) σ (i₂) + σ (f₂) c_prev2 and h = σ (o₁ + o₂)
 * tanh (c). Returns FALSE with an error, RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 *
 * Zhu et al., "Long Short-Term Memory Over Tree Structures", ICML 2015.
 */
RENSA_API gboolean
rensa_slstm (RensaVariable *c_prev1, RensaVariable *c_prev2, RensaVariable *x1, RensaVariable *x2, RensaVariable **c,
             RensaVariable **h, GError **error)
{
  RensaVariable *const inputs[] = { c_prev1, c_prev2, x1, x2 };
  RensaVariable *outputs[2] = { NULL };

  if (c_prev1 == NULL || c_prev2 == NULL || x1 == NULL || x2 == NULL
      || rensa_function_apply (&rensa_slstm_class, NULL, inputs, 4, outputs, 2, error) != 2)
    return FALSE;

  *c = outputs[0];
  *h = outputs[1];
  return TRUE;
}
