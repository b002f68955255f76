/* rensa-n-step-forward.c: recurrent networks over whole sequences, forward.
 * SPDX-License-Identifier: MIT */

#include "rensa-n-step-private.h"

#include "rensa-functions-kernels.h"
#include "rensa-modes.h"

/* Results of the forward pass. states[0] and [1] are hy and cy; during the pass they hold the
 * current states. */
typedef struct
{
  RensaNStepLayout layout;
  RensaArray **inputs;
  RensaArray *states[2];
  RensaArray *x;    /* (T, k) */
  RensaArray *last; /* (T, directions H): output of the last layer */
  RensaArray *kept[RENSA_MAX_KEPT];
} Forward;

static void
forward_clear (Forward *self)
{
  rensa_n_step_layout_clear (&self->layout);
  g_clear_pointer (&self->inputs, g_free);
  rensa_n_step_clear (self->states, 2);
  rensa_n_step_clear (self->kept, RENSA_MAX_KEPT);
  g_clear_pointer (&self->x, rensa_array_unref);
  g_clear_pointer (&self->last, rensa_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Forward, forward_clear)

static RensaArray *
draw_masks (const RensaNStep *plan, RensaDtype dtype, const RensaShape *shape, GError **error)
{
  const double keep = 1 - plan->dropout_ratio;
  g_autoptr (RensaArray) masks = rensa_array_new (dtype, shape, error);

  if (masks == NULL || !rensa_fill_bernoulli (masks, rensa_random_get_default (), keep, 1 / keep, error))
    return NULL;
  return g_steal_pointer (&masks);
}

static RensaArray *
new_copy (RensaArray *array, GError **error)
{
  g_autoptr (RensaArray) copy = rensa_array_new (rensa_array_get_dtype (array), rensa_array_get_shape (array), error);

  if (copy == NULL || !rensa_array_assign (copy, array, error))
    return NULL;
  return g_steal_pointer (&copy);
}

/* Data of the layers for the backward pass: @n_reserve bytes for each layer, or all steps if it is 0. */
static gboolean
make_room_for_steps (Forward *self, gint64 n_reserve, GError **error)
{
  const RensaNStepLayout *layout = &self->layout;
  const RensaNStepCell *cell = layout->cell;
  const RensaDtype dtype = rensa_array_get_dtype (self->inputs[0]);
  const gint64 n_rows = rensa_n_step_count_rows (layout);
  RensaArray **kept = self->kept;

  if (n_reserve > 0)
    {
      kept[RENSA_N_STEP_RESERVE] =
          rensa_array_new (RENSA_UINT8, &RENSA_SHAPE (layout->plan.n_layers, n_reserve), error);
      return kept[RENSA_N_STEP_RESERVE] != NULL;
    }
  kept[RENSA_N_STEP_BLOCKS] =
      rensa_array_new (dtype, &RENSA_SHAPE (layout->n_runs, n_rows, cell->n_blocks * layout->n_units), error);
  kept[RENSA_N_STEP_STATES] =
      rensa_array_new (dtype, &RENSA_SHAPE (layout->n_runs, cell->n_states, n_rows, layout->n_units), error);
  return kept[RENSA_N_STEP_BLOCKS] != NULL && kept[RENSA_N_STEP_STATES] != NULL;
}

/* Outputs of the layers, and the masks between them. */
static gboolean
make_room_for_outputs (Forward *self, gboolean keeps_last, GError **error)
{
  const RensaNStep *plan = &self->layout.plan;
  const gint64 n_hidden = keeps_last ? plan->n_layers : plan->n_layers - 1;
  const RensaShape shape =
      RENSA_SHAPE (rensa_n_step_count_rows (&self->layout), plan->n_directions * self->layout.n_units);
  const RensaDtype dtype = rensa_array_get_dtype (self->inputs[0]);
  RensaArray **kept = self->kept;

  if (n_hidden > 0
      && (kept[RENSA_N_STEP_HIDDEN] =
              rensa_array_new (dtype, &RENSA_SHAPE (n_hidden, shape.dims[0], shape.dims[1]), error))
             == NULL)
    return FALSE;

  self->last =
      keeps_last ? rensa_n_step_take (kept[RENSA_N_STEP_HIDDEN], n_hidden - 1) : rensa_array_new (dtype, &shape, error);
  if (self->last == NULL)
    return FALSE;
  if (plan->n_layers == 1 || plan->dropout_ratio == 0 || !rensa_modes_get ()->train)
    return TRUE;

  kept[RENSA_N_STEP_MASKS] =
      draw_masks (plan, dtype, &RENSA_SHAPE (plan->n_layers - 1, shape.dims[0], shape.dims[1]), error);
  return kept[RENSA_N_STEP_MASKS] != NULL;
}

/* Allocates all arrays. */
static gboolean
make_room (Forward *self, GError **error)
{
  const RensaNStepLayout *layout = &self->layout;
  gint64 n_reserve;

  for (int i = 0; i < layout->cell->n_states; i++)
    if ((self->states[i] = new_copy (self->inputs[i], error)) == NULL)
      return FALSE;

  self->x = rensa_n_step_join (self->inputs + layout->first_x, layout,
                               rensa_array_get_dim (self->inputs[layout->first_x], 1), error);
  return self->x != NULL && rensa_n_step_measure (layout, self->inputs, &n_reserve, error)
         && make_room_for_steps (self, n_reserve, error) && make_room_for_outputs (self, n_reserve > 0, error);
}

/* Computes Σ b of each block, (blocks H). */
static RensaArray *
sum_biases (const RensaNStepLayout *layout, RensaArray *const *inputs, int run, GError **error)
{
  const RensaNStepCell *cell = layout->cell;
  RensaArray *const *biases = inputs + layout->first_b + run * cell->n_weights;
  g_autoptr (RensaArray) sums =
      rensa_array_zeros (rensa_array_get_dtype (inputs[0]), &RENSA_SHAPE (cell->n_blocks * layout->n_units), error);

  for (int i = 0; sums != NULL && i < cell->n_blocks; i++)
    {
      g_autoptr (RensaArray) part = rensa_array_view_range (sums, 0, i * layout->n_units, layout->n_units);

      if ((i < cell->n_from_x && !rensa_array_accumulate (part, biases[cell->x_weights[i]], error))
          || (i >= cell->first_from_h
              && !rensa_array_accumulate (part, biases[cell->h_weights[i - cell->first_from_h]], error)))
        return NULL;
    }
  return g_steal_pointer (&sums);
}

/* Computes the products of all steps with x at once, and adds all biases. */
static gboolean
start_run (Forward *self, int run, RensaArray *x, RensaArray *blocks, GError **error)
{
  const RensaNStepLayout *layout = &self->layout;
  const gint64 n_from_x = layout->cell->n_from_x * layout->n_units;
  const gint64 n_others = layout->cell->n_blocks * layout->n_units - n_from_x;
  g_autoptr (RensaArray) W = rensa_n_step_stack (layout, self->inputs, run, TRUE, error);
  g_autoptr (RensaArray) b = W != NULL ? sum_biases (layout, self->inputs, run, error) : NULL;

  if (b == NULL)
    return FALSE;

  g_autoptr (RensaArray) from_x = rensa_array_view_range (blocks, 1, 0, n_from_x);
  g_autoptr (RensaArray) others = rensa_array_view_range (blocks, 1, n_from_x, n_others);
  g_autoptr (RensaArray) b_from_x = rensa_array_view_range (b, 0, 0, n_from_x);
  g_autoptr (RensaArray) b_others = rensa_array_view_range (b, 0, n_from_x, n_others);

  return rensa_matmul_into (from_x, x, W, FALSE, TRUE, b_from_x, FALSE, error)
         && rensa_array_assign (others, b_others, error);
}

/* Performs one step: @states are the active rows of the states, @before their positions in the
 * kept array. */
static gboolean
run_step (const RensaNStepLayout *layout, RensaArray *const *states, RensaArray *const *before, RensaArray **parts,
          RensaArray *h, GError **error)
{
  const RensaNStepCell *cell = layout->cell;
  const gboolean has_cells = cell->n_states > 1;
  RensaArray *results[2] = { has_cells ? states[1] : h, h };

  if (has_cells || cell->needs_h)
    parts[cell->n_blocks] = rensa_array_ref (before[has_cells ? 1 : 0]);
  return rensa_map (cell->forward, parts, results, NULL, error) && rensa_array_assign (states[0], h, error);
}

/* Adds the products of @step with h to the blocks, then runs the cell. */
static gboolean
advance (Forward *self, int run, int step, RensaArray *blocks, RensaArray *W, RensaArray *output, GError **error)
{
  const RensaNStepLayout *layout = &self->layout;
  const RensaNStepCell *cell = layout->cell;
  const gint64 n_rows = layout->starts[step + 1] - layout->starts[step];
  const gint64 from_h = cell->first_from_h * layout->n_units;
  const gint64 first_column = run % layout->plan.n_directions * layout->n_units;
  g_autoptr (RensaArray) kept = rensa_n_step_take (self->kept[RENSA_N_STEP_STATES], run);
  g_autoptr (RensaArray) sums =
      rensa_n_step_take_rows (layout, blocks, step, from_h, cell->n_blocks * layout->n_units - from_h);
  g_autoptr (RensaArray) h = rensa_n_step_take_rows (layout, output, step, first_column, layout->n_units);
  RensaArray *states[2] = { NULL };
  RensaArray *before[2] = { NULL };
  RensaArray *parts[RENSA_N_STEP_MAX_BLOCKS + 1] = { NULL };
  gboolean ok = TRUE;

  for (int i = 0; i < cell->n_states; i++)
    {
      g_autoptr (RensaArray) state = rensa_n_step_take (self->states[i], run);
      g_autoptr (RensaArray) of_state = rensa_n_step_take (kept, i);

      states[i] = rensa_array_view_range (state, 0, 0, n_rows);
      before[i] = rensa_n_step_take_rows (layout, of_state, step, 0, -1);
      ok = ok && rensa_array_assign (before[i], states[i], error);
    }
  rensa_n_step_take_blocks (layout, blocks, step, parts);
  ok = ok && rensa_matmul_into (sums, before[0], W, FALSE, FALSE, NULL, TRUE, error)
       && run_step (layout, states, before, parts, h, error);
  rensa_n_step_clear (states, 2);
  rensa_n_step_clear (before, 2);
  rensa_n_step_clear (parts, RENSA_N_STEP_MAX_BLOCKS + 1);
  return ok;
}

static gboolean
run_direction (Forward *self, int run, RensaArray *x, RensaArray *output, GError **error)
{
  const RensaNStepLayout *layout = &self->layout;
  g_autoptr (RensaArray) blocks = rensa_n_step_take (self->kept[RENSA_N_STEP_BLOCKS], run);
  g_autoptr (RensaArray) stacked = rensa_n_step_stack (layout, self->inputs, run, FALSE, error);
  g_autoptr (RensaArray) turned = stacked != NULL ? rensa_array_view_transpose (stacked, (int[]){ 1, 0 }) : NULL;
  /* Transposing it at each step would take much of the time of a product with few rows. */
  g_autoptr (RensaArray) W = turned != NULL ? rensa_array_contiguous (turned, error) : NULL;

  if (W == NULL || !start_run (self, run, x, blocks, error))
    return FALSE;

  for (int i = 0; i < layout->n_steps; i++)
    if (!advance (self, run, rensa_n_step_get_step (layout, run, i), blocks, W, output, error))
      return FALSE;
  return TRUE;
}

static gboolean
run_layers (Forward *self, GError **error)
{
  const RensaNStep *plan = &self->layout.plan;
  RensaArray *hidden = self->kept[RENSA_N_STEP_HIDDEN];
  RensaArray *reserve = self->kept[RENSA_N_STEP_RESERVE];

  for (gint64 layer = 0; layer < plan->n_layers; layer++)
    {
      g_autoptr (RensaArray) x =
          rensa_n_step_get_layer_input (layer, self->x, hidden, self->kept[RENSA_N_STEP_MASKS], error);
      g_autoptr (RensaArray) output =
          layer < plan->n_layers - 1 ? rensa_n_step_take (hidden, layer) : rensa_array_ref (self->last);

      if (x == NULL)
        return FALSE;
      if (reserve != NULL)
        {
          if (!rensa_n_step_run_layer (&self->layout, self->inputs, layer, x, output, self->states, reserve, error))
            return FALSE;
          continue;
        }
      for (int direction = 0; direction < plan->n_directions; direction++)
        if (!run_direction (self, (int) layer * plan->n_directions + direction, x, output, error))
          return FALSE;
    }
  return TRUE;
}

gboolean
rensa_n_step_forward (RensaCall *call, const RensaNStep *plan, GError **error)
{
  const int n_inputs = rensa_call_get_n_inputs (call);
  g_autofree RensaType *types = g_new (RensaType, n_inputs);
  g_auto (Forward) self = { .inputs = g_new (RensaArray *, n_inputs) };

  for (int i = 0; i < n_inputs; i++)
    {
      self.inputs[i] = rensa_call_get_input (call, i);
      types[i] = rensa_array_get_type (self.inputs[i]);
    }
  rensa_n_step_layout_init (&self.layout, plan, types, n_inputs);
  if (!make_room (&self, error) || !run_layers (&self, error))
    return FALSE;

  for (int i = 0; i < n_inputs; i++)
    rensa_call_retain_input (call, i);
  for (int i = 0; i < RENSA_MAX_KEPT; i++)
    rensa_call_keep (call, i, g_steal_pointer (&self.kept[i]));
  for (int i = 0; i < self.layout.cell->n_states; i++)
    rensa_call_take_output (call, i, g_steal_pointer (&self.states[i]));
  for (int t = 0; t < self.layout.n_steps; t++)
    rensa_call_take_output (call, self.layout.cell->n_states + t,
                            rensa_n_step_take_rows (&self.layout, self.last, t, 0, -1));
  return rensa_call_succeeded (call);
}
