/* lstm.c: one step of long short-term memory.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "lstm.py.inc"
#include "rensa-cells-private.h"
#include "rensa-composed-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

#define N_GATES 4

enum
{
  C_PREV,
  X,
};

/* Computed independently of this code, with 30 digits. */
static const RensaSample samples[] = {
  { "", "[[0.5], [-1], [2]]; [[1, 0, -1, 2], [0.5, 2, 1, -0.5], [-2, 1, 0.25, 0]]",
    "[[0.51526778866288], [-0.3240271368319427], [0.41959236932124631]]; [[0.41753254565952065], "
    "[-0.11822449237605524], [0.19829348476104823]]" },
  { "", "[[1, -2], [0.5, 3]]; [[0.5, -1, 0.25, 1, -0.5, 0, 1, -2]]",
    "[[0.68645894599876669, -1.6931757358900146], [0.5, 3]]; [[0.43549331162417103, -0.11140115072399715]]" },
};

/* kernel: lstm_forward (a, i, f, o, c_prev) -> (c, h) */
KERNEL real
lstm_logistic (real x)
{
  return 1 / (1 + k_exp (-x));
}

KERNEL void
lstm_forward (real a, real i, real f, real o, real c_prev, real *c, real *h)
{
  const real next = k_tanh (a) * lstm_logistic (i) + lstm_logistic (f) * c_prev;

  *c = next;
  *h = lstm_logistic (o) * k_tanh (next);
}
/* end kernel */

/* The activations are recomputed, which is faster than reading them from memory. */
/* kernel: lstm_backward (a, i, f, o, c_prev, gc, gh) -> (ga, gi, gf, go, gc_prev) */
KERNEL real
lstm_logistic_again (real x)
{
  return 1 / (1 + k_exp (-x));
}

KERNEL void
lstm_backward (real a, real i, real f, real o, real c_prev, real gc, real gh, real *ga, real *gi, real *gf, real *go,
               real *gc_prev)
{
  const real ya = k_tanh (a);
  const real yi = lstm_logistic_again (i);
  const real yf = lstm_logistic_again (f);
  const real yo = lstm_logistic_again (o);
  const real t = k_tanh (ya * yi + yf * c_prev);
  const real g = gc + gh * yo * (1 - t * t);

  *ga = g * yi * (1 - ya * ya);
  *gi = g * ya * yi * (1 - yi);
  *gf = g * c_prev * yf * (1 - yf);
  *go = gh * t * yo * (1 - yo);
  *gc_prev = g * yf;
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  if (!rensa_expect_gates (inference, C_PREV, X, N_GATES, TRUE, error))
    return FALSE;

  rensa_infer_cell_outputs (inference, C_PREV, X);
  return TRUE;
}

/* Sets the rows of @to from @first on to those of @from. */
static gboolean
pass_rest (RensaArray *from, RensaArray *to, gint64 first, GError **error)
{
  const gint64 n = rensa_array_get_dim (to, 0) - first;
  g_autoptr (RensaArray) source = rensa_array_view_range (from, 0, first, n);
  g_autoptr (RensaArray) target = rensa_array_view_range (to, 0, first, n);

  return n == 0 || rensa_array_assign (target, source, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  RensaArray *c_prev = rensa_call_get_input (call, C_PREV);
  RensaArray *x = rensa_call_get_input (call, X);
  const gint64 n_rows = rensa_array_get_dim (x, 0);
  const RensaType *type = rensa_call_get_output_type (call, 0);
  g_autoptr (RensaArray) c = rensa_array_new (type->dtype, &type->shape, error);
  g_autoptr (RensaArray) h = rensa_array_new (type->dtype, &rensa_call_get_output_type (call, 1)->shape, error);
  RensaArray *arrays[N_GATES + 1] = { NULL };
  RensaArray *results[2] = { NULL };
  gboolean ok = c != NULL && h != NULL && rensa_gates_take (x, N_GATES, RENSA_GATES_INTERLEAVED, arrays, error)
                && (arrays[N_GATES] = rensa_cell_take_rows (c_prev, n_rows, error)) != NULL
                && (results[0] = rensa_cell_take_rows (c, n_rows, error)) != NULL
                && (results[1] = rensa_cell_take_rows (h, n_rows, error)) != NULL
                && rensa_map (RENSA_KERNEL_LSTM_FORWARD, arrays, results, NULL, error)
                && pass_rest (c_prev, c, n_rows, error);

  rensa_gates_clear (arrays, N_GATES + 1);
  rensa_gates_clear (results, 2);
  if (!ok)
    return FALSE;

  rensa_call_retain_input (call, C_PREV);
  rensa_call_retain_input (call, X);
  rensa_call_take_output (call, 0, g_steal_pointer (&c));
  rensa_call_take_output (call, 1, g_steal_pointer (&h));
  return TRUE;
}

static RensaArray *
take_grad (RensaBackward *backward, int i, gint64 n_rows, GError **error)
{
  RensaVariable *grad = rensa_backward_get_grad_output_or_zeros (backward, i, error);

  return grad != NULL ? rensa_cell_take_rows (rensa_variable_get_array (grad), n_rows, error) : NULL;
}

static gboolean
backward_arrays (RensaBackward *backward, GError **error)
{
  RensaArray *c_prev = rensa_variable_get_array (rensa_backward_get_input (backward, C_PREV));
  RensaArray *x = rensa_variable_get_array (rensa_backward_get_input (backward, X));
  const gint64 n_rows = rensa_array_get_dim (x, 0);
  g_autoptr (RensaArray) gc_prev =
      rensa_array_new (rensa_array_get_dtype (c_prev), rensa_array_get_shape (c_prev), error);
  RensaArray *arrays[N_GATES + 3] = { NULL };
  RensaArray *grads[N_GATES + 1] = { NULL };
  g_autoptr (RensaArray) gx = gc_prev != NULL ? rensa_gates_new (x, N_GATES, grads, error) : NULL;
  gboolean ok =
      gx != NULL && rensa_gates_take (x, N_GATES, RENSA_GATES_INTERLEAVED, arrays, error)
      && (arrays[N_GATES] = rensa_cell_take_rows (c_prev, n_rows, error)) != NULL
      && (arrays[N_GATES + 1] = take_grad (backward, 0, n_rows, error)) != NULL
      && (arrays[N_GATES + 2] = take_grad (backward, 1, n_rows, error)) != NULL
      && (grads[N_GATES] = rensa_cell_take_rows (gc_prev, n_rows, error)) != NULL
      && rensa_map (RENSA_KERNEL_LSTM_BACKWARD, arrays, grads, NULL, error)
      && pass_rest (rensa_variable_get_array (rensa_backward_get_grad_output (backward, 0)), gc_prev, n_rows, error);

  rensa_gates_clear (arrays, N_GATES + 3);
  rensa_gates_clear (grads, N_GATES + 1);
  if (!ok)
    return FALSE;

  rensa_backward_take_grad_array (backward, C_PREV, g_steal_pointer (&gc_prev));
  rensa_backward_take_grad_array (backward, X, g_steal_pointer (&gx));
  return rensa_backward_succeeded (backward);
}

/* Infers c and h, of the shape of c_prev, which has the rows of x. */
static gboolean
compose_step (RensaVariable *c_prev, RensaVariable *x, RensaVariable **c, RensaVariable **h, GError **error)
{
  const RensaSumCell cell = { .n_added = 1, .n_kept = 1 };
  const RensaType type = rensa_variable_get_type (c_prev);
  RensaVariable *gates[N_GATES] = { NULL };
  g_autoptr (RensaVariable) cells = rensa_cell_reshape (c_prev, error);
  g_autoptr (RensaVariable) next = NULL;
  g_autoptr (RensaVariable) output = NULL;

  if (cells != NULL && rensa_gates_split (x, N_GATES, RENSA_GATES_INTERLEAVED, gates, error))
    rensa_sum_cell_compose (&cell, (RensaVariable *[]){ gates[0], gates[1], gates[2], cells, gates[3] }, &next, &output,
                            error);
  rensa_gates_clear_variables (gates, N_GATES);
  *c = rensa_reshape (next, &type.shape, error);
  *h = rensa_reshape (output, &type.shape, error);
  return *h != NULL;
}

static gboolean
compose (gconstpointer attrs, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  const RensaInts cut = { .n = 1, .values = { rensa_variable_get_type (inputs[X]).shape.dims[0] } };
  RensaVariable *parts[2] = { NULL };
  g_autoptr (RensaVariable) c = NULL;

  if (rensa_split_axis (inputs[C_PREV], &cut, 0, parts, 2, error) == 2
      && compose_step (parts[0], inputs[X], &c, &outputs[1], error))
    outputs[0] = rensa_concat ((RensaVariable *[]){ c, parts[1] }, 2, 0, error);
  rensa_gates_clear_variables (parts, 2);
  return outputs[0] != NULL;
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaComposition composition = { .compose = compose };

  return rensa_backward_is_recorded (backward) ? rensa_backward_composed (backward, &composition, error)
                                               : backward_arrays (backward, error);
}

const RensaFunctionClass rensa_lstm_class = {
  .name = "lstm",
  .group = &rensa_rnn_group,
  .title = N_ ("LSTM Step"),
  .summary = N_ ("One LSTM step, computed from pre-activations"),
  .formula = "c = tanh(a) σ(i) + σ(f) c_prev, h = σ(o) tanh(c)",
  .reference = "Hochreiter and Schmidhuber, \"Long Short-Term Memory\", Neural Computation 9(8), 1997",
  .label = "LSTM",
  .inputs = RENSA_INPUTS ("c_prev", "x"),
  .n_outputs = 2,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.lstm({c_prev}, {x})" }, { "torch", "lstm({c_prev}, {x})" },
               { "torch_class", torch_class },
               { "onnx", "m = dim (x, 0); is_all = m == dim (c_prev, 0); "
                         "a, i, f, o = each (s, Split (Reshape (x, [0, dim (c_prev, 1), 4, slice (shape (x), 2, "
                         "ndim (x))]), axis=2, outputs=4), Squeeze (s, [2])); "
                         "p = is_all ? c_prev : Slice (c_prev, [0], [m], [0]); "
                         "c = Tanh (a) * Sigmoid (i) + Sigmoid (f) * p; "
                         "is_all ? c : Concat (c, Slice (c_prev, [m], [1000000000000], [0]), axis=0), Sigmoid (o) * "
                         "Tanh (c)" }),
};

/**
 * rensa_lstm:
 * @c_prev: cells, of shape (N, U, …)
 * @x: pre-activations, of shape (n, 4 U, …) with n <= N: columns 4 j … 4 j + 3 are a, i, f and o of unit j
 * @c: receives the next cells, of the shape of @c_prev; owned by the caller
 * @h: receives the output, of shape (n, U, …); owned by the caller
 *
 * c = tanh (a) σ (i) + σ (f) c_prev and h = σ (o) tanh (c). If @x has fewer rows because sequences
 * have ended, the remaining rows of @c_prev are passed on unchanged. Returns FALSE with an error,
 * RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 *
 * Hochreiter and Schmidhuber, "Long Short-Term Memory", Neural Computation 9(8), 1997.
 */
RENSA_API gboolean
rensa_lstm (RensaVariable *c_prev, RensaVariable *x, RensaVariable **c, RensaVariable **h, GError **error)
{
  RensaVariable *const inputs[] = { c_prev, x };
  RensaVariable *outputs[2] = { NULL };

  if (c_prev == NULL || x == NULL || rensa_function_apply (&rensa_lstm_class, NULL, inputs, 2, outputs, 2, error) != 2)
    return FALSE;

  *c = outputs[0];
  *h = outputs[1];
  return TRUE;
}
