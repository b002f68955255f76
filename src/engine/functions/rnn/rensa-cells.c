/* rensa-cells.c: gates, and common code of recurrent cells.
 * SPDX-License-Identifier: MIT */

#include "rensa-cells-private.h"

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* kernel: cell_add (c, a, i) -> y */
KERNEL real
cell_add (real c, real a, real i)
{
  return c + k_tanh (a) / (1 + k_exp (-i));
}
/* end kernel */

/* kernel: cell_keep (c, f, c_prev) -> y */
KERNEL real
cell_keep (real c, real f, real c_prev)
{
  return c + c_prev / (1 + k_exp (-f));
}
/* end kernel */

/* kernel: cell_output (o, c) -> h */
KERNEL real
cell_output (real o, real c)
{
  return k_tanh (c) / (1 + k_exp (-o));
}
/* end kernel */

/* kernel: cell_add_grad (a, i, g) -> (ga, gi) */
KERNEL void
cell_add_grad (real a, real i, real g, real *ga, real *gi)
{
  const real ya = k_tanh (a);
  const real yi = 1 / (1 + k_exp (-i));

  *ga = g * yi * (1 - ya * ya);
  *gi = g * ya * yi * (1 - yi);
}
/* end kernel */

/* kernel: cell_keep_grad (f, c_prev, g) -> (gf, gc_prev) */
KERNEL void
cell_keep_grad (real f, real c_prev, real g, real *gf, real *gc_prev)
{
  const real yf = 1 / (1 + k_exp (-f));

  *gf = g * c_prev * yf * (1 - yf);
  *gc_prev = g * yf;
}
/* end kernel */

/* g is the total gradient of the cells. */
/* kernel: cell_output_grad (o, c, gc, gh) -> (go, g) */
KERNEL void
cell_output_grad (real o, real c, real gc, real gh, real *go, real *g)
{
  const real yo = 1 / (1 + k_exp (-o));
  const real t = k_tanh (c);

  *go = gh * t * yo * (1 - yo);
  *g = gc + gh * yo * (1 - t * t);
}
/* end kernel */

/* Product of the axes after the second one. */
static gboolean
expect_same_rest (RensaInference *inference, const RensaShape *c, const RensaShape *x, GError **error)
{
  for (int axis = 2; axis < c->ndim; axis++)
    if (c->dims[axis] != x->dims[axis])
      {
        g_autofree char *expect = g_strdup_printf ("x.shape[%d] == c.shape[%d]", axis, axis);

        return rensa_inference_fail_text (inference, error, expect, "%" G_GINT64_FORMAT " != %" G_GINT64_FORMAT,
                                          x->dims[axis], c->dims[axis]);
      }
  return TRUE;
}

gboolean
rensa_expect_gates (RensaInference *inference, int c_index, int x_index, int n_gates, gboolean fewer_rows,
                    GError **error)
{
  const RensaType *c = rensa_inference_get_input (inference, c_index);
  const RensaType *x = rensa_inference_get_input (inference, x_index);

  return rensa_expect_floating (inference, c_index, error)
         && rensa_expect_same_dtype (inference, x_index, c_index, error)
         && RENSA_EXPECT (inference, c->shape.ndim, >=, 2, error)
         && RENSA_EXPECT (inference, x->shape.ndim, >=, 2, error)
         && RENSA_EXPECT (inference, c->shape.ndim, ==, x->shape.ndim, error)
         && (fewer_rows ? RENSA_EXPECT (inference, x->shape.dims[0], <=, c->shape.dims[0], error)
                        : RENSA_EXPECT (inference, x->shape.dims[0], ==, c->shape.dims[0], error))
         && RENSA_EXPECT (inference, x->shape.dims[1], ==, n_gates * c->shape.dims[1], error)
         && expect_same_rest (inference, &c->shape, &x->shape, error);
}

void
rensa_infer_cell_outputs (RensaInference *inference, int c, int x)
{
  RensaType h = *rensa_inference_get_input (inference, c);

  rensa_inference_set_output (inference, 0, &h);
  h.shape.dims[0] = rensa_inference_get_input (inference, x)->shape.dims[0];
  rensa_inference_set_output (inference, 1, &h);
}

static gint64
count_rest (const RensaShape *shape)
{
  gint64 rest = 1;

  for (int axis = 2; axis < shape->ndim; axis++)
    rest *= shape->dims[axis];
  return rest;
}

RensaShape
rensa_cell_get_shape (const RensaShape *c)
{
  return RENSA_SHAPE (c->dims[0], c->dims[1], count_rest (c));
}

RensaShape
rensa_gates_get_shape (const RensaShape *x, int n_gates)
{
  return RENSA_SHAPE (x->dims[0], x->dims[1] / n_gates, n_gates, count_rest (x));
}

static int
get_gate_axis (RensaGateOrder order)
{
  return order == RENSA_GATES_INTERLEAVED ? 2 : 1;
}

/* Views x as (n, U, g, R), or (n, g, U, R). */
static RensaShape
get_split_shape (const RensaShape *x, int n_gates, RensaGateOrder order)
{
  const RensaShape interleaved = rensa_gates_get_shape (x, n_gates);
  RensaShape shape = interleaved;

  if (order == RENSA_GATES_IN_BLOCKS)
    {
      shape.dims[1] = interleaved.dims[2];
      shape.dims[2] = interleaved.dims[1];
    }
  return shape;
}

gboolean
rensa_gates_take (RensaArray *x, int n_gates, RensaGateOrder order, RensaArray **gates, GError **error)
{
  const RensaShape shape = get_split_shape (rensa_array_get_shape (x), n_gates, order);
  g_autoptr (RensaArray) split = rensa_array_reshape (x, &shape, error);
  const int axis = get_gate_axis (order);

  for (int i = 0; split != NULL && i < n_gates; i++)
    {
      g_autoptr (RensaArray) gate = rensa_array_view_range (split, axis, i, 1);

      gates[i] = rensa_array_view_squeeze (gate, 1u << axis);
    }
  return split != NULL;
}

RensaArray *
rensa_gates_new (RensaArray *x, int n_gates, RensaArray **gates, GError **error)
{
  g_autoptr (RensaArray) made = rensa_array_new (rensa_array_get_dtype (x), rensa_array_get_shape (x), error);

  if (made == NULL || !rensa_gates_take (made, n_gates, RENSA_GATES_INTERLEAVED, gates, error))
    return NULL;
  return g_steal_pointer (&made);
}

void
rensa_gates_clear (RensaArray **gates, int n_gates)
{
  for (int i = 0; i < n_gates; i++)
    g_clear_pointer (&gates[i], rensa_array_unref);
}

void
rensa_gates_clear_variables (RensaVariable **gates, int n_gates)
{
  for (int i = 0; i < n_gates; i++)
    g_clear_pointer (&gates[i], rensa_variable_unref);
}

gboolean
rensa_gates_split (RensaVariable *x, int n_gates, RensaGateOrder order, RensaVariable **gates, GError **error)
{
  const RensaInts sections = { .n = RENSA_INTS_SCALAR, .values = { n_gates } };
  const RensaType type = rensa_variable_get_type (x);
  const RensaShape whole = rensa_gates_get_shape (&type.shape, n_gates);
  const RensaShape gate = RENSA_SHAPE (whole.dims[0], whole.dims[1], whole.dims[3]);
  const RensaShape shape = get_split_shape (&type.shape, n_gates, order);
  g_autoptr (RensaVariable) split = rensa_reshape (x, &shape, error);
  gboolean ok = rensa_split_axis (split, &sections, get_gate_axis (order), gates, n_gates, error) == n_gates;

  for (int i = 0; ok && i < n_gates; i++)
    {
      g_autoptr (RensaVariable) part = g_steal_pointer (&gates[i]);

      gates[i] = rensa_reshape (part, &gate, error);
      ok = gates[i] != NULL;
    }
  if (!ok)
    rensa_gates_clear_variables (gates, n_gates);
  return ok;
}

RensaArray *
rensa_cell_take_rows (RensaArray *array, gint64 n_rows, GError **error)
{
  const RensaShape shape = rensa_cell_get_shape (rensa_array_get_shape (array));
  g_autoptr (RensaArray) cells = rensa_array_reshape (array, &shape, error);

  return cells != NULL ? rensa_array_view_range (cells, 0, 0, n_rows) : NULL;
}

RensaArray *
rensa_cell_take (RensaVariable *variable, GError **error)
{
  RensaArray *array = variable != NULL ? rensa_variable_get_array (variable) : NULL;

  return array != NULL ? rensa_cell_take_rows (array, rensa_array_get_dim (array, 0), error) : NULL;
}

RensaVariable *
rensa_cell_reshape (RensaVariable *c, GError **error)
{
  const RensaType type = rensa_variable_get_type (c);
  const RensaShape shape = rensa_cell_get_shape (&type.shape);

  return rensa_reshape (c, &shape, error);
}

int
rensa_sum_cell_count (const RensaSumCell *cell)
{
  return 2 * cell->n_added + 2 * cell->n_kept + 1;
}

gboolean
rensa_sum_cell_forward (const RensaSumCell *cell, RensaArray *const *arrays, RensaArray *c, RensaArray *h,
                        GError **error)
{
  const int n_pairs = cell->n_added + cell->n_kept;

  if (!rensa_array_fill (c, 0, error))
    return FALSE;
  for (int k = 0; k < n_pairs; k++)
    {
      const RensaKernel *kernel = k < cell->n_added ? RENSA_KERNEL_CELL_ADD : RENSA_KERNEL_CELL_KEEP;

      if (!rensa_map (kernel, (RensaArray *[]){ c, arrays[2 * k], arrays[2 * k + 1] }, &c, NULL, error))
        return FALSE;
    }
  return rensa_map (RENSA_KERNEL_CELL_OUTPUT, (RensaArray *[]){ arrays[2 * n_pairs], c }, &h, NULL, error);
}

gboolean
rensa_sum_cell_backward (const RensaSumCell *cell, RensaArray *const *arrays, RensaArray *c, RensaArray *gc,
                         RensaArray *gh, RensaArray *const *grads, GError **error)
{
  const int n_pairs = cell->n_added + cell->n_kept;
  RensaArray *results[2] = { grads[2 * n_pairs], NULL };
  g_autoptr (RensaArray) g = NULL;

  if (!rensa_map (RENSA_KERNEL_CELL_OUTPUT_GRAD, (RensaArray *[]){ arrays[2 * n_pairs], c, gc, gh }, results, NULL,
                  error))
    return FALSE;

  g = results[1];
  for (int k = 0; k < n_pairs; k++)
    {
      const RensaKernel *kernel = k < cell->n_added ? RENSA_KERNEL_CELL_ADD_GRAD : RENSA_KERNEL_CELL_KEEP_GRAD;

      if (!rensa_map (kernel, (RensaArray *[]){ arrays[2 * k], arrays[2 * k + 1], g },
                      (RensaArray *[]){ grads[2 * k], grads[2 * k + 1] }, NULL, error))
        return FALSE;
    }
  return TRUE;
}

/* tanh (a) σ (i) or σ (f) c_prev */
static RensaVariable *
compose_pair (RensaVariable *const *pair, gboolean added, GError **error)
{
  g_autoptr (RensaVariable) gate = rensa_sigmoid (pair[added ? 1 : 0], error);
  g_autoptr (RensaVariable) content = added ? rensa_tanh (pair[0], error) : rensa_variable_ref (pair[1]);

  return rensa_multiply (gate, content, error);
}

gboolean
rensa_sum_cell_compose (const RensaSumCell *cell, RensaVariable *const *variables, RensaVariable **c, RensaVariable **h,
                        GError **error)
{
  const int n_pairs = cell->n_added + cell->n_kept;
  g_autoptr (RensaVariable) sum = NULL;

  for (int k = 0; k < n_pairs; k++)
    {
      g_autoptr (RensaVariable) term = compose_pair (variables + 2 * k, k < cell->n_added, error);
      g_autoptr (RensaVariable) before = g_steal_pointer (&sum);

      sum = before != NULL ? rensa_add (before, term, error) : g_steal_pointer (&term);
      if (sum == NULL)
        return FALSE;
    }

  g_autoptr (RensaVariable) o = rensa_sigmoid (variables[2 * n_pairs], error);
  g_autoptr (RensaVariable) t = rensa_tanh (sum, error);

  *h = rensa_multiply (o, t, error);
  *c = g_steal_pointer (&sum);
  return *h != NULL;
}
