/* rensa-n-step-backward.c: recurrent networks over whole sequences, backward through time.
 * SPDX-License-Identifier: MIT */

#include "rensa-n-step-private.h"

#include "rensa-composed-private.h"
#include "rensa-functions-kernels.h"

/* states[0] and [1] are the gradients of hx and cx, accumulated over the steps. */
typedef struct
{
  RensaNStepLayout layout;
  RensaBackward *backward;
  RensaArray **inputs;
  RensaArray *states[2];
  RensaArray *x; /* of the first layer: (T, k) */
} Backward;

static void
backward_clear (Backward *self)
{
  rensa_n_step_layout_clear (&self->layout);
  g_clear_pointer (&self->inputs, g_free);
  rensa_n_step_clear (self->states, 2);
  g_clear_pointer (&self->x, rensa_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Backward, backward_clear)

/* Returns the gradient of output @i, which may be overwritten. */
static RensaArray *
take_state_grad (RensaBackward *backward, int i, GError **error)
{
  RensaVariable *grad = rensa_backward_get_grad_output (backward, i);
  const RensaType type = rensa_backward_get_output_type (backward, i);
  g_autoptr (RensaArray) copy = rensa_array_new (type.dtype, &type.shape, error);

  if (copy == NULL
      || !(grad != NULL ? rensa_array_assign (copy, rensa_variable_get_array (grad), error)
                        : rensa_array_fill (copy, 0, error)))
    return NULL;
  return g_steal_pointer (&copy);
}

/* Gradients of all steps, stacked along the rows. */
static RensaArray *
join_grads (Backward *self, GError **error)
{
  const RensaNStepLayout *layout = &self->layout;
  const gint64 n_columns = layout->plan.n_directions * layout->n_units;
  g_autoptr (RensaArray) joined = rensa_array_new (rensa_array_get_dtype (self->inputs[0]),
                                                   &RENSA_SHAPE (rensa_n_step_count_rows (layout), n_columns), error);

  for (int t = 0; joined != NULL && t < layout->n_steps; t++)
    {
      RensaVariable *grad = rensa_backward_get_grad_output (self->backward, layout->cell->n_states + t);
      g_autoptr (RensaArray) rows = rensa_n_step_take_rows (layout, joined, t, 0, -1);

      if (!(grad != NULL ? rensa_array_assign (rows, rensa_variable_get_array (grad), error)
                         : rensa_array_fill (rows, 0, error)))
        return NULL;
    }
  return g_steal_pointer (&joined);
}

/* One direction of one layer, processed step by step from the end. */
typedef struct
{
  int index;
  RensaArray *blocks;  /* (T, blocks H) */
  RensaArray *gblocks; /* their gradients */
  RensaArray *before;  /* (states, T, H) */
  RensaArray *W;       /* of h */
  RensaArray *states[2];
} Run;

static void
run_clear (Run *run)
{
  g_clear_pointer (&run->blocks, rensa_array_unref);
  g_clear_pointer (&run->gblocks, rensa_array_unref);
  g_clear_pointer (&run->before, rensa_array_unref);
  g_clear_pointer (&run->W, rensa_array_unref);
  rensa_n_step_clear (run->states, 2);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

static gboolean
run_init (Run *run, Backward *self, int index, GError **error)
{
  const RensaNStepLayout *layout = &self->layout;

  run->index = index;
  run->blocks = rensa_n_step_take (rensa_backward_get_kept (self->backward, RENSA_N_STEP_BLOCKS), index);
  run->before = rensa_n_step_take (rensa_backward_get_kept (self->backward, RENSA_N_STEP_STATES), index);
  for (int i = 0; i < layout->cell->n_states; i++)
    run->states[i] = rensa_n_step_take (self->states[i], index);
  run->W = rensa_n_step_stack (layout, self->inputs, index, FALSE, error);
  run->gblocks = rensa_array_new (rensa_array_get_dtype (run->blocks), rensa_array_get_shape (run->blocks), error);
  return run->W != NULL && run->gblocks != NULL;
}

/* Blocks, or their gradients, that are products with x or with h. */
static RensaArray *
take_part (const RensaNStepLayout *layout, RensaArray *blocks, gboolean of_x)
{
  const RensaNStepCell *cell = layout->cell;
  const int first = of_x ? 0 : cell->first_from_h;
  const int n = of_x ? cell->n_from_x : cell->n_blocks - first;

  return rensa_array_view_range (blocks, 1, first * layout->n_units, n * layout->n_units);
}

/* Computes gblocks of @step, and the gradients of the states before it from those after it:
 * @states are the active rows. If h also bypasses the products, its gradient includes that part. */
static gboolean
undo_cell (const RensaNStepLayout *layout, Run *run, int step, RensaArray *const *states, GError **error)
{
  const RensaNStepCell *cell = layout->cell;
  const gboolean has_cells = cell->n_states > 1;
  RensaArray *arrays[RENSA_N_STEP_MAX_BLOCKS + 3] = { NULL };
  RensaArray *grads[RENSA_N_STEP_MAX_BLOCKS + 1] = { NULL };
  int n = cell->n_blocks;
  gboolean ok;

  rensa_n_step_take_blocks (layout, run->blocks, step, arrays);
  rensa_n_step_take_blocks (layout, run->gblocks, step, grads);
  if (has_cells || cell->needs_h)
    {
      g_autoptr (RensaArray) before = rensa_n_step_take (run->before, has_cells ? 1 : 0);

      arrays[n++] = rensa_n_step_take_rows (layout, before, step, 0, -1);
      grads[cell->n_blocks] = rensa_array_ref (states[has_cells ? 1 : 0]);
    }
  if (has_cells)
    arrays[n++] = rensa_array_ref (states[1]);
  arrays[n++] = rensa_array_ref (states[0]);

  ok = rensa_map (cell->backward, arrays, grads, NULL, error);
  rensa_n_step_clear (arrays, n);
  rensa_n_step_clear (grads, RENSA_N_STEP_MAX_BLOCKS + 1);
  return ok;
}

static gboolean
undo_step (const RensaNStepLayout *layout, Run *run, int step, RensaArray *gy, GError **error)
{
  const gint64 n_rows = layout->starts[step + 1] - layout->starts[step];
  const gint64 first_column = run->index % layout->plan.n_directions * layout->n_units;
  g_autoptr (RensaArray) gh = rensa_n_step_take_rows (layout, gy, step, first_column, layout->n_units);
  g_autoptr (RensaArray) gpart = take_part (layout, run->gblocks, FALSE);
  g_autoptr (RensaArray) gproducts = rensa_n_step_take_rows (layout, gpart, step, 0, -1);
  RensaArray *states[2] = { NULL };
  gboolean ok;

  for (int i = 0; i < layout->cell->n_states; i++)
    states[i] = rensa_array_view_range (run->states[i], 0, 0, n_rows);
  ok = rensa_array_accumulate (states[0], gh, error) && undo_cell (layout, run, step, states, error)
       && rensa_matmul_into (states[0], gproducts, run->W, FALSE, FALSE, NULL, layout->cell->needs_h, error);
  rensa_n_step_clear (states, 2);
  return ok;
}

/* Splits the gradients of the weights of one kind. */
static gboolean
take_weights (Backward *self, const Run *run, gboolean of_x, RensaArray *factor, GError **error)
{
  const RensaNStepLayout *layout = &self->layout;
  const RensaNStepCell *cell = layout->cell;
  const int *order = of_x ? cell->x_weights : cell->h_weights;
  const int n = of_x ? cell->n_from_x : cell->n_blocks - cell->first_from_h;
  const int first = run->index * cell->n_weights;
  g_autoptr (RensaArray) part = take_part (layout, run->gblocks, of_x);
  g_autoptr (RensaArray) gW = rensa_matmul_arrays (part, factor, TRUE, FALSE, error);
  g_autoptr (RensaArray) gb = gW != NULL ? rensa_reduce (RENSA_REDUCE_SUM, part, 1, FALSE, error) : NULL;

  for (int i = 0; gb != NULL && i < n; i++)
    {
      const gint64 start = i * layout->n_units;

      rensa_backward_take_grad_array (self->backward, layout->first_w + first + order[i],
                                      rensa_array_view_range (gW, 0, start, layout->n_units));
      rensa_backward_take_grad_array (self->backward, layout->first_b + first + order[i],
                                      rensa_array_view_range (gb, 0, start, layout->n_units));
    }
  return gb != NULL;
}

/* Adds to *@gx if it exists already. */
static gboolean
add_x_grad (Backward *self, const Run *run, RensaArray **gx, GError **error)
{
  g_autoptr (RensaArray) part = take_part (&self->layout, run->gblocks, TRUE);
  g_autoptr (RensaArray) W = rensa_n_step_stack (&self->layout, self->inputs, run->index, TRUE, error);

  if (*gx != NULL)
    return rensa_matmul_into (*gx, part, W, FALSE, FALSE, NULL, TRUE, error);

  *gx = rensa_matmul_arrays (part, W, FALSE, FALSE, error);
  return *gx != NULL;
}

/* @x is the input of the layer; *@gx is unchanged if @needs_gx is FALSE. */
static gboolean
undo_run (Backward *self, int index, RensaArray *x, RensaArray *gy, gboolean needs_gx, RensaArray **gx, GError **error)
{
  const RensaNStepLayout *layout = &self->layout;
  g_auto (Run) run = { 0 };
  g_autoptr (RensaArray) h = NULL;

  if (!run_init (&run, self, index, error))
    return FALSE;
  for (int i = layout->n_steps - 1; i >= 0; i--)
    if (!undo_step (layout, &run, rensa_n_step_get_step (layout, index, i), gy, error))
      return FALSE;

  h = rensa_n_step_take (run.before, 0);
  return take_weights (self, &run, TRUE, x, error) && take_weights (self, &run, FALSE, h, error)
         && (!needs_gx || add_x_grad (self, &run, gx, error));
}

/* Processes both directions, step by step. */
static gboolean
undo_runs (Backward *self, gint64 layer, RensaArray *x, RensaArray *gy, gboolean needs_gx, RensaArray **gx,
           GError **error)
{
  const int n_directions = self->layout.plan.n_directions;

  for (int direction = 0; direction < n_directions; direction++)
    if (!undo_run (self, (int) layer * n_directions + direction, x, gy, needs_gx, gx, error))
      return FALSE;
  return TRUE;
}

/* Computes the gradient of the input of layer @layer from that of its output. */
static RensaArray *
undo_layer (Backward *self, gint64 layer, RensaArray *gy, gboolean needs_gx, GError **error)
{
  RensaArray *hidden = rensa_backward_get_kept (self->backward, RENSA_N_STEP_HIDDEN);
  RensaArray *masks = rensa_backward_get_kept (self->backward, RENSA_N_STEP_MASKS);
  g_autoptr (RensaArray) x = rensa_n_step_get_layer_input (layer, self->x, hidden, masks, error);
  g_autoptr (RensaArray) mask = NULL;
  g_autoptr (RensaArray) gx = NULL;

  if (x == NULL)
    return NULL;
  if (rensa_backward_get_kept (self->backward, RENSA_N_STEP_RESERVE) != NULL)
    {
      gx = rensa_n_step_undo_layer (&self->layout, self->backward, self->inputs, layer, x, gy, self->states, error);
      if (gx == NULL)
        return NULL;
    }
  else if (!undo_runs (self, layer, x, gy, needs_gx, &gx, error))
    return NULL;
  if (!needs_gx)
    return rensa_array_ref (gy);
  if (layer == 0 || masks == NULL)
    return g_steal_pointer (&gx);

  mask = rensa_n_step_take (masks, layer - 1);
  return rensa_map2 (RENSA_KERNEL_OP_MUL, gx, mask, NULL, error);
}

static gboolean
backward_arrays (Backward *self, GError **error)
{
  const RensaNStepLayout *layout = &self->layout;
  g_autoptr (RensaArray) grad = NULL;
  gboolean needs_gx = FALSE;

  for (int i = 0; i < layout->cell->n_states; i++)
    if ((self->states[i] = take_state_grad (self->backward, i, error)) == NULL)
      return FALSE;
  for (int t = 0; t < layout->n_steps; t++)
    needs_gx = needs_gx || rensa_backward_needs_grad (self->backward, layout->first_x + t);

  self->x = rensa_n_step_join (self->inputs + layout->first_x, layout,
                               rensa_array_get_dim (self->inputs[layout->first_x], 1), error);
  grad = self->x != NULL ? join_grads (self, error) : NULL;
  for (gint64 layer = layout->plan.n_layers - 1; grad != NULL && layer >= 0; layer--)
    {
      g_autoptr (RensaArray) above = g_steal_pointer (&grad);

      grad = undo_layer (self, layer, above, layer > 0 || needs_gx, error);
    }
  if (grad == NULL)
    return FALSE;

  for (int i = 0; i < layout->cell->n_states; i++)
    rensa_backward_take_grad_array (self->backward, i, g_steal_pointer (&self->states[i]));
  for (int t = 0; needs_gx && t < layout->n_steps; t++)
    rensa_backward_take_grad_array (self->backward, layout->first_x + t,
                                    rensa_n_step_take_rows (layout, grad, t, 0, -1));
  return rensa_backward_succeeded (self->backward);
}

gboolean
rensa_n_step_backward (RensaBackward *backward, const RensaNStep *plan, GError **error)
{
  const int n_inputs = rensa_backward_get_n_inputs (backward);
  RensaArray *masks = rensa_backward_get_kept (backward, RENSA_N_STEP_MASKS);
  const RensaComposition composition = {
    .compose = rensa_n_step_compose,
    .further = &masks,
    .n_further = masks != NULL ? 1 : 0,
    .attrs = plan,
    .attrs_size = sizeof *plan,
  };
  g_autofree RensaType *types = g_new (RensaType, n_inputs);
  g_auto (Backward) self = { .backward = backward };

  if (rensa_backward_is_recorded (backward))
    return rensa_backward_composed (backward, &composition, error);

  self.inputs = g_new (RensaArray *, n_inputs);
  for (int i = 0; i < n_inputs; i++)
    {
      types[i] = rensa_backward_get_input_type (backward, i);
      self.inputs[i] = rensa_variable_get_array (rensa_backward_get_input (backward, i));
    }
  rensa_n_step_layout_init (&self.layout, plan, types, n_inputs);
  return backward_arrays (&self, error);
}
