/* rensa-n-step.c: recurrent networks over whole sequences: cells, shapes, and code common to both
 * passes.
 * SPDX-License-Identifier: MIT */

#include "rensa-n-step-private.h"

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* cx and ch are the two parts of the candidate; r weights the second one. */
/* kernel: gru_forward (cx, r, z, ch, h_prev) -> h */
KERNEL real
gru_forward (real cx, real r, real z, real ch, real h_prev)
{
  const real candidate = k_tanh (cx + ch / (1 + k_exp (-r)));
  const real kept = 1 / (1 + k_exp (-z));

  return candidate + kept * (h_prev - candidate);
}
/* end kernel */

/* kernel: gru_backward (cx, r, z, ch, h_prev, gh) -> (gcx, gr, gz, gch, gh_prev) */
KERNEL void
gru_backward (real cx, real r, real z, real ch, real h_prev, real gh, real *gcx, real *gr, real *gz, real *gch,
              real *gh_prev)
{
  const real yr = 1 / (1 + k_exp (-r));
  const real yz = 1 / (1 + k_exp (-z));
  const real candidate = k_tanh (cx + yr * ch);
  const real g = gh * (1 - yz) * (1 - candidate * candidate);

  *gcx = g;
  *gr = g * ch * yr * (1 - yr);
  *gz = gh * (h_prev - candidate) * yz * (1 - yz);
  *gch = g * yr;
  *gh_prev = gh * yz;
}
/* end kernel */

/* kernel: rnn_tanh_backward (x, gh) -> gx */
KERNEL real
rnn_tanh_backward (real x, real gh)
{
  const real y = k_tanh (x);

  return gh * (1 - y * y);
}
/* end kernel */

static const RensaNStepCell *
get_cell (RensaRecurrenceKind kind)
{
  /* The blocks of the GRU are cx r z ch, so that those of x and those of h are adjacent; those
   * of the LSTM are a i f o. */
  static const RensaNStepCell cells[] = {
    { 2, 1, 1, 0, { 0 }, { 1 }, 1, FALSE, RENSA_KERNEL_TANH_FORWARD, RENSA_KERNEL_RNN_TANH_BACKWARD },
    { 2, 1, 1, 0, { 0 }, { 1 }, 1, FALSE, RENSA_KERNEL_RELU, RENSA_KERNEL_RELU_GRAD },
    { 6, 4, 3, 1, { 2, 0, 1 }, { 3, 4, 5 }, 1, TRUE, RENSA_KERNEL_GRU_FORWARD, RENSA_KERNEL_GRU_BACKWARD },
    { 8, 4, 4, 0, { 2, 0, 1, 3 }, { 6, 4, 5, 7 }, 2, FALSE, RENSA_KERNEL_LSTM_FORWARD, RENSA_KERNEL_LSTM_BACKWARD },
  };

  return &cells[kind];
}

static int
count_weights (const RensaNStep *plan)
{
  return (int) plan->n_layers * plan->n_directions * get_cell (plan->kind)->n_weights;
}

void
rensa_n_step_layout_init (RensaNStepLayout *layout, const RensaNStep *plan, const RensaType *types, int n_inputs)
{
  layout->plan = *plan;
  layout->cell = get_cell (plan->kind);
  layout->n_runs = (int) plan->n_layers * plan->n_directions;
  layout->first_w = layout->cell->n_states;
  layout->first_b = layout->first_w + count_weights (plan);
  layout->first_x = layout->first_b + count_weights (plan);
  layout->n_steps = n_inputs - layout->first_x;
  layout->n_batch = types[0].shape.dims[1];
  layout->n_units = types[0].shape.dims[2];
  layout->starts = g_new0 (gint64, layout->n_steps + 1);
  for (int t = 0; t < layout->n_steps; t++)
    layout->starts[t + 1] = layout->starts[t] + types[layout->first_x + t].shape.dims[0];
}

void
rensa_n_step_layout_clear (RensaNStepLayout *layout)
{
  g_clear_pointer (&layout->starts, g_free);
}

gboolean
rensa_n_step_count_lists (const RensaNStep *plan, int n_arrays, int *counts)
{
  counts[0] = counts[1] = count_weights (plan);
  counts[2] = n_arrays - 2 * counts[0];
  return counts[2] >= 0;
}

/* Checks that input @i, called @name, has @n given extents. */
static gboolean
expect_shape (RensaInference *inference, int i, const char *name, const RensaShape *wanted, GError **error)
{
  const RensaType *type = rensa_inference_get_input (inference, i);
  g_autofree char *expect = NULL;
  g_autofree char *want = NULL;
  g_autofree char *got = NULL;

  if (!rensa_expect_same_dtype (inference, i, 0, error))
    return FALSE;
  if (rensa_shape_equal (&type->shape, wanted))
    return TRUE;

  want = rensa_shape_to_string (wanted);
  got = rensa_shape_to_string (&type->shape);
  expect = g_strdup_printf ("%s.shape == %s", name, want);
  return rensa_inference_fail_text (inference, error, expect, "%s", got);
}

static gboolean
expect_weights (RensaInference *inference, const RensaNStep *plan, gint64 n_in, gint64 n_units, GError **error)
{
  const RensaNStepCell *cell = get_cell (plan->kind);
  const int first_w = cell->n_states;
  const int n_weights = count_weights (plan);

  for (int i = 0; i < n_weights; i++)
    {
      const int layer = i / cell->n_weights / plan->n_directions;
      const gboolean of_x = i % cell->n_weights < cell->n_from_x;
      const gint64 n_columns = !of_x ? n_units : layer == 0 ? n_in : n_units * plan->n_directions;
      g_autofree char *w = g_strdup_printf ("ws[%d][%d]", i / cell->n_weights, i % cell->n_weights);
      g_autofree char *b = g_strdup_printf ("bs[%d][%d]", i / cell->n_weights, i % cell->n_weights);

      if (!expect_shape (inference, first_w + i, w, &RENSA_SHAPE (n_units, n_columns), error)
          || !expect_shape (inference, first_w + n_weights + i, b, &RENSA_SHAPE (n_units), error))
        return FALSE;
    }
  return TRUE;
}

/* Sequences may end at a step, but not begin. */
static gboolean
expect_sequences (RensaInference *inference, int first_x, int n_steps, gint64 n_batch, GError **error)
{
  gint64 n_in = 0;

  for (int t = 0; t < n_steps; t++)
    {
      const RensaType *x = rensa_inference_get_input (inference, first_x + t);
      const gint64 n_before = t > 0 ? rensa_inference_get_input (inference, first_x + t - 1)->shape.dims[0] : n_batch;

      if (!rensa_expect_same_dtype (inference, first_x + t, 0, error)
          || !RENSA_EXPECT (inference, x->shape.ndim, ==, 2, error)
          || !RENSA_EXPECT (inference, x->shape.dims[0], <=, n_before, error))
        return FALSE;
      n_in = t == 0 ? x->shape.dims[1] : n_in;
      if (!RENSA_EXPECT (inference, x->shape.dims[1], ==, n_in, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
expect_attrs (RensaInference *inference, const RensaNStep *plan, GError **error)
{
  const gint64 n_layers = plan->n_layers;

  if (!RENSA_EXPECT (inference, n_layers, >=, 1, error)
      || !RENSA_EXPECT (inference, n_layers, <=, RENSA_N_STEP_MAX_LAYERS, error))
    return FALSE;
  if (!(plan->dropout_ratio >= 0 && plan->dropout_ratio < 1))
    return rensa_inference_fail_text (inference, error, "0.0 <= dropout_ratio < 1.0", "dropout_ratio = %g",
                                      plan->dropout_ratio);
  return TRUE;
}

gboolean
rensa_n_step_infer (RensaInference *inference, const RensaNStep *plan, GError **error)
{
  const RensaNStepCell *cell = get_cell (plan->kind);
  const gint64 n_runs = plan->n_layers * plan->n_directions;
  const RensaType *hx = rensa_inference_get_input (inference, 0);

  if (!expect_attrs (inference, plan, error))
    return FALSE;

  const int first_x = cell->n_states + 2 * count_weights (plan);
  const int n_steps = rensa_inference_get_n_inputs (inference) - first_x;

  if (!RENSA_EXPECT (inference, n_steps, >=, 1, error) || !rensa_expect_floating (inference, 0, error)
      || !RENSA_EXPECT (inference, hx->shape.ndim, ==, 3, error)
      || !RENSA_EXPECT (inference, hx->shape.dims[0], ==, n_runs, error)
      || (cell->n_states > 1 && !expect_shape (inference, 1, "cx", &hx->shape, error))
      || !expect_sequences (inference, first_x, n_steps, hx->shape.dims[1], error)
      || !expect_weights (inference, plan, rensa_inference_get_input (inference, first_x)->shape.dims[1],
                          hx->shape.dims[2], error))
    return FALSE;

  for (int i = 0; i < cell->n_states; i++)
    rensa_inference_set_output (inference, i, hx);
  for (int t = 0; t < n_steps; t++)
    {
      const gint64 n_rows = rensa_inference_get_input (inference, first_x + t)->shape.dims[0];

      rensa_inference_set_output_shape (inference, cell->n_states + t, hx->dtype,
                                        &RENSA_SHAPE (n_rows, hx->shape.dims[2] * plan->n_directions));
    }
  return TRUE;
}

void
rensa_n_step_clear (RensaArray **arrays, int n)
{
  for (int i = 0; i < n; i++)
    g_clear_pointer (&arrays[i], rensa_array_unref);
}

RensaArray *
rensa_n_step_take (RensaArray *array, gint64 i)
{
  g_autoptr (RensaArray) one = rensa_array_view_range (array, 0, i, 1);

  return rensa_array_view_squeeze (one, 1);
}

RensaArray *
rensa_n_step_take_rows (const RensaNStepLayout *layout, RensaArray *array, int step, gint64 first, gint64 n)
{
  const int axis = rensa_array_get_ndim (array) - 2;
  const gint64 start = layout->starts[step];
  g_autoptr (RensaArray) rows = rensa_array_view_range (array, axis, start, layout->starts[step + 1] - start);

  return n < 0 ? g_steal_pointer (&rows) : rensa_array_view_range (rows, axis + 1, first, n);
}

void
rensa_n_step_take_blocks (const RensaNStepLayout *layout, RensaArray *blocks, int step, RensaArray **parts)
{
  for (int i = 0; i < layout->cell->n_blocks; i++)
    parts[i] = rensa_n_step_take_rows (layout, blocks, step, i * layout->n_units, layout->n_units);
}

RensaArray *
rensa_n_step_stack (const RensaNStepLayout *layout, RensaArray *const *inputs, int run, gboolean of_x, GError **error)
{
  const RensaNStepCell *cell = layout->cell;
  const int *order = of_x ? cell->x_weights : cell->h_weights;
  const int n = of_x ? cell->n_from_x : cell->n_blocks - cell->first_from_h;
  RensaArray *const *weights = inputs + layout->first_w + run * cell->n_weights;
  const RensaShape shape = RENSA_SHAPE (n * layout->n_units, rensa_array_get_dim (weights[order[0]], 1));
  g_autoptr (RensaArray) stacked = rensa_array_new (rensa_array_get_dtype (inputs[0]), &shape, error);

  for (int i = 0; stacked != NULL && i < n; i++)
    {
      g_autoptr (RensaArray) part = rensa_array_view_range (stacked, 0, i * layout->n_units, layout->n_units);

      if (!rensa_array_assign (part, weights[order[i]], error))
        return NULL;
    }
  return g_steal_pointer (&stacked);
}

RensaArray *
rensa_n_step_join (RensaArray *const *arrays, const RensaNStepLayout *layout, gint64 n_columns, GError **error)
{
  g_autoptr (RensaArray) joined = rensa_array_new (rensa_array_get_dtype (arrays[0]),
                                                   &RENSA_SHAPE (rensa_n_step_count_rows (layout), n_columns), error);

  for (int t = 0; joined != NULL && t < layout->n_steps; t++)
    {
      g_autoptr (RensaArray) rows = rensa_n_step_take_rows (layout, joined, t, 0, -1);

      if (!rensa_array_assign (rows, arrays[t], error))
        return NULL;
    }
  return g_steal_pointer (&joined);
}

RensaArray *
rensa_n_step_get_layer_input (gint64 layer, RensaArray *x, RensaArray *hidden, RensaArray *masks, GError **error)
{
  g_autoptr (RensaArray) h = NULL;
  g_autoptr (RensaArray) mask = NULL;

  if (layer == 0)
    return rensa_array_ref (x);

  h = rensa_n_step_take (hidden, layer - 1);
  if (masks == NULL)
    return g_steal_pointer (&h);

  mask = rensa_n_step_take (masks, layer - 1);
  return rensa_map2 (RENSA_KERNEL_OP_MUL, h, mask, NULL, error);
}

gboolean
rensa_n_step_apply (const RensaFunctionClass *class, gconstpointer attrs, RensaVariable *hx, RensaVariable *cx,
                    RensaVariable *const *ws, RensaVariable *const *bs, int n_weights, RensaVariable *const *xs,
                    int n_steps, RensaVariable **hy, RensaVariable **cy, RensaVariable **ys, GError **error)
{
  const int n_states = cy != NULL ? 2 : 1;
  g_autofree RensaVariable **inputs = g_new (RensaVariable *, n_states + 2 * n_weights + n_steps);
  g_autofree RensaVariable **outputs = g_new0 (RensaVariable *, n_states + n_steps);
  int n = 0;

  inputs[n++] = hx;
  if (n_states > 1)
    inputs[n++] = cx;
  for (int i = 0; i < n_weights; i++)
    inputs[n++] = ws[i];
  for (int i = 0; i < n_weights; i++)
    inputs[n++] = bs[i];
  for (int t = 0; t < n_steps; t++)
    inputs[n++] = xs[t];
  for (int i = 0; i < n; i++)
    if (inputs[i] == NULL)
      return FALSE;
  if (rensa_function_apply (class, attrs, inputs, n, outputs, n_states + n_steps, error) < 0)
    return FALSE;

  *hy = outputs[0];
  if (n_states > 1)
    *cy = outputs[1];
  for (int t = 0; t < n_steps; t++)
    ys[t] = outputs[n_states + t];
  return TRUE;
}
