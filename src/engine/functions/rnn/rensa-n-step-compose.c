/* rensa-n-step-compose.c: recurrent networks over whole sequences, composed of differentiable
 * functions.
 * SPDX-License-Identifier: MIT */

#include "rensa-n-step-private.h"

#include "rensa-cells-private.h"
#include "rensa-functions.h"

/* One direction of one layer. */
typedef struct
{
  const RensaNStepLayout *layout;
  RensaVariable *W_x;
  RensaVariable *b_x;
  RensaVariable *W_h;
  RensaVariable *b_h;
  RensaVariable *states[2]; /* (N, H) */
} Run;

static void
run_clear (Run *run)
{
  g_clear_pointer (&run->W_x, rensa_variable_unref);
  g_clear_pointer (&run->b_x, rensa_variable_unref);
  g_clear_pointer (&run->W_h, rensa_variable_unref);
  g_clear_pointer (&run->b_h, rensa_variable_unref);
  rensa_gates_clear_variables (run->states, 2);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

static RensaVariable *
stack (const RensaNStepLayout *layout, RensaVariable *const *weights, gboolean of_x, GError **error)
{
  const RensaNStepCell *cell = layout->cell;
  const int n = of_x ? cell->n_from_x : cell->n_blocks - cell->first_from_h;
  RensaVariable *parts[RENSA_N_STEP_MAX_BLOCKS];

  for (int i = 0; i < n; i++)
    parts[i] = weights[of_x ? cell->x_weights[i] : cell->h_weights[i]];
  return rensa_concat (parts, n, 0, error);
}

/* Returns x[@i], or x[@i:@stop] if @stop is not -1. */
static RensaVariable *
take (RensaVariable *x, gint64 i, gint64 stop, GError **error)
{
  const RensaSliceKind kind = stop < 0 ? RENSA_SLICE_INDEX : RENSA_SLICE_RANGE;
  const RensaIndex index = { .n = 1, .slices = { { kind, i, stop, 1 } } };

  return rensa_get_item (x, &index, error);
}

static gboolean
run_init (Run *run, RensaVariable *const *inputs, int index, GError **error)
{
  const RensaNStepLayout *layout = run->layout;
  RensaVariable *const *ws = inputs + layout->first_w + index * layout->cell->n_weights;
  RensaVariable *const *bs = inputs + layout->first_b + index * layout->cell->n_weights;

  run->W_x = stack (layout, ws, TRUE, error);
  run->b_x = stack (layout, bs, TRUE, error);
  run->W_h = stack (layout, ws, FALSE, error);
  run->b_h = stack (layout, bs, FALSE, error);
  for (int i = 0; i < layout->cell->n_states; i++)
    run->states[i] = take (inputs[i], index, -1, error);
  return run->b_h != NULL && run->states[layout->cell->n_states - 1] != NULL;
}

static gboolean
split (RensaVariable *x, int n, RensaVariable **parts, GError **error)
{
  const RensaInts sections = { .n = RENSA_INTS_SCALAR, .values = { n } };

  return x != NULL && rensa_split_axis (x, &sections, 1, parts, n, error) == n;
}

/* Computes h' = (1 - z) candidate + z h from r, z and the candidate. */
static RensaVariable *
compose_gru (RensaVariable *const *x, RensaVariable *const *products, RensaVariable *h, GError **error)
{
  g_autoptr (RensaVariable) r_sum = rensa_add (x[1], products[0], error);
  g_autoptr (RensaVariable) r = rensa_sigmoid (r_sum, error);
  g_autoptr (RensaVariable) z_sum = rensa_add (x[2], products[1], error);
  g_autoptr (RensaVariable) z = rensa_sigmoid (z_sum, error);
  g_autoptr (RensaVariable) reset = rensa_multiply (r, products[2], error);
  g_autoptr (RensaVariable) sum = rensa_add (x[0], reset, error);
  g_autoptr (RensaVariable) candidate = rensa_tanh (sum, error);
  g_autoptr (RensaVariable) difference = rensa_subtract (h, candidate, error);
  g_autoptr (RensaVariable) kept = rensa_multiply (z, difference, error);

  return rensa_add (candidate, kept, error);
}

/* Computes the states after a step, from its products with x and with h. */
static gboolean
compose_cell (const RensaNStepLayout *layout, RensaVariable *from_x, RensaVariable *from_h,
              RensaVariable *const *before, RensaVariable **after, GError **error)
{
  const RensaSumCell lstm = { .n_added = 1, .n_kept = 1 };
  RensaVariable *x[RENSA_N_STEP_MAX_BLOCKS] = { NULL };
  RensaVariable *h[RENSA_N_STEP_MAX_BLOCKS] = { NULL };
  g_autoptr (RensaVariable) sum = NULL;

  if (layout->plan.kind == RENSA_RECURRENCE_GRU)
    {
      if (split (from_x, 3, x, error) && split (from_h, 3, h, error))
        after[0] = compose_gru (x, h, before[0], error);
    }
  else if ((sum = rensa_add (from_x, from_h, error)) == NULL)
    return FALSE;
  else if (layout->plan.kind == RENSA_RECURRENCE_TANH)
    after[0] = rensa_tanh (sum, error);
  else if (layout->plan.kind == RENSA_RECURRENCE_RELU)
    after[0] = rensa_relu (sum, error);
  else if (split (sum, 4, x, error))
    rensa_sum_cell_compose (&lstm, (RensaVariable *[]){ x[0], x[1], x[2], before[1], x[3] }, &after[1], &after[0],
                            error);

  rensa_gates_clear_variables (x, RENSA_N_STEP_MAX_BLOCKS);
  rensa_gates_clear_variables (h, RENSA_N_STEP_MAX_BLOCKS);
  return after[0] != NULL;
}

/* Updates state @i, of which only the first rows are still active. */
static RensaVariable *
put_back (RensaVariable *state, RensaVariable *rows, GError **error)
{
  const gint64 n = rensa_variable_get_type (state).shape.dims[0];
  const gint64 n_rows = rensa_variable_get_type (rows).shape.dims[0];
  g_autoptr (RensaVariable) rest = NULL;

  if (n_rows == n)
    return rensa_variable_ref (rows);

  rest = take (state, n_rows, n, error);
  return rensa_concat ((RensaVariable *[]){ rows, rest }, 2, 0, error);
}

/* Returns the output of the step. */
static RensaVariable *
compose_step (Run *run, RensaVariable *x, GError **error)
{
  const int n_states = run->layout->cell->n_states;
  const gint64 n_rows = rensa_variable_get_type (x).shape.dims[0];
  RensaVariable *before[2] = { NULL };
  RensaVariable *after[2] = { NULL };
  g_autoptr (RensaVariable) from_x = rensa_linear (x, run->W_x, run->b_x, 1, error);
  g_autoptr (RensaVariable) from_h = NULL;
  gboolean ok = from_x != NULL;

  for (int i = 0; i < n_states; i++)
    before[i] = take (run->states[i], 0, n_rows, error);
  from_h = rensa_linear (before[0], run->W_h, run->b_h, 1, error);
  ok = from_h != NULL && compose_cell (run->layout, from_x, from_h, before, after, error);
  for (int i = 0; ok && i < n_states; i++)
    {
      g_autoptr (RensaVariable) old = g_steal_pointer (&run->states[i]);

      run->states[i] = put_back (old, after[i], error);
      ok = run->states[i] != NULL;
    }
  rensa_gates_clear_variables (before, 2);
  g_clear_pointer (&after[1], rensa_variable_unref);
  if (!ok)
    g_clear_pointer (&after[0], rensa_variable_unref);
  return after[0];
}

/* @ys receives the output of each step, @finals the final states, with an additional first axis
 * of extent 1. */
static gboolean
compose_run (const RensaNStepLayout *layout, RensaVariable *const *inputs, int index, RensaVariable *const *xs,
             RensaVariable **ys, RensaVariable **finals, GError **error)
{
  const RensaShape shape = RENSA_SHAPE (1, layout->n_batch, layout->n_units);
  g_auto (Run) run = { .layout = layout };

  if (!run_init (&run, inputs, index, error))
    return FALSE;
  for (int i = 0; i < layout->n_steps; i++)
    {
      const int step = rensa_n_step_get_step (layout, index, i);

      ys[step] = compose_step (&run, xs[step], error);
      if (ys[step] == NULL)
        return FALSE;
    }
  for (int i = 0; i < layout->cell->n_states; i++)
    finals[i] = rensa_reshape (run.states[i], &shape, error);
  return finals[layout->cell->n_states - 1] != NULL;
}

/* Returns the input of a layer, given the output of the one below. */
static RensaVariable *
apply_mask (const RensaNStepLayout *layout, RensaVariable *h, RensaVariable *masks, gint64 layer, int step,
            GError **error)
{
  g_autoptr (RensaArray) of_layer = NULL;
  g_autoptr (RensaArray) rows = NULL;
  g_autoptr (RensaVariable) mask = NULL;

  if (masks == NULL)
    return rensa_variable_ref (h);

  of_layer = rensa_n_step_take (rensa_variable_get_array (masks), layer - 1);
  rows = rensa_n_step_take_rows (layout, of_layer, step, 0, -1);
  mask = rensa_variable_new_constant (rows);
  return rensa_multiply (h, mask, error);
}

/* Replaces @xs, the inputs of the layer, by its outputs; @finals receives the states of its
 * runs, concatenated. */
static gboolean
compose_layer (const RensaNStepLayout *layout, RensaVariable *const *inputs, gint64 layer, RensaVariable **xs,
               RensaVariable **finals[2], GError **error)
{
  const int n_steps = layout->n_steps;
  const int n_directions = layout->plan.n_directions;
  g_autofree RensaVariable **ys = g_new0 (RensaVariable *, n_directions * n_steps);
  gboolean ok = TRUE;

  for (int direction = 0; ok && direction < n_directions; direction++)
    {
      const int index = (int) layer * n_directions + direction;
      RensaVariable *states[2] = { NULL };

      ok = compose_run (layout, inputs, index, xs, ys + direction * n_steps, states, error);
      finals[0][index] = states[0];
      finals[1][index] = states[1];
    }
  for (int t = 0; ok && t < n_steps; t++)
    {
      g_clear_pointer (&xs[t], rensa_variable_unref);
      xs[t] = n_directions == 1 ? rensa_variable_ref (ys[t])
                                : rensa_concat ((RensaVariable *[]){ ys[t], ys[n_steps + t] }, 2, 1, error);
      ok = xs[t] != NULL;
    }
  rensa_gates_clear_variables (ys, n_directions * n_steps);
  return ok;
}

static gboolean
compose_layers (const RensaNStepLayout *layout, RensaVariable *const *inputs, RensaVariable *masks, RensaVariable **xs,
                RensaVariable **finals[2], GError **error)
{
  for (int t = 0; t < layout->n_steps; t++)
    xs[t] = rensa_variable_ref (inputs[layout->first_x + t]);

  for (gint64 layer = 0; layer < layout->plan.n_layers; layer++)
    {
      for (int t = 0; layer > 0 && t < layout->n_steps; t++)
        {
          g_autoptr (RensaVariable) h = g_steal_pointer (&xs[t]);

          xs[t] = apply_mask (layout, h, masks, layer, t, error);
          if (xs[t] == NULL)
            return FALSE;
        }
      if (!compose_layer (layout, inputs, layer, xs, finals, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
rensa_n_step_compose (gconstpointer attrs, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                      GError **error)
{
  const RensaNStep *plan = attrs;
  const gboolean has_masks = rensa_variable_get_type (inputs[n_inputs - 1]).shape.ndim == 3;
  const int n_given = has_masks ? n_inputs - 1 : n_inputs;
  g_autofree RensaType *types = g_new (RensaType, n_given);
  g_auto (RensaNStepLayout) layout = { 0 };
  gboolean ok;

  for (int i = 0; i < n_given; i++)
    types[i] = rensa_variable_get_type (inputs[i]);
  rensa_n_step_layout_init (&layout, plan, types, n_given);

  const int n_states = layout.cell->n_states;
  g_autofree RensaVariable **h = g_new0 (RensaVariable *, layout.n_runs);
  g_autofree RensaVariable **c = g_new0 (RensaVariable *, layout.n_runs);
  RensaVariable **finals[2] = { h, c };

  ok = compose_layers (&layout, inputs, has_masks ? inputs[n_inputs - 1] : NULL, outputs + n_states, finals, error);
  for (int i = 0; ok && i < n_states; i++)
    {
      outputs[i] = rensa_concat (finals[i], layout.n_runs, 0, error);
      ok = outputs[i] != NULL;
    }
  rensa_gates_clear_variables (h, layout.n_runs);
  rensa_gates_clear_variables (c, layout.n_runs);
  return ok;
}
