/* rensa-n-step-layer.c: recurrent layers that a device computes at once.
 * SPDX-License-Identifier: MIT */

#include "rensa-n-step-private.h"

#define MAX_WEIGHTS (RENSA_RECURRENCE_MAX_DIRECTIONS * RENSA_RECURRENCE_MAX_WEIGHTS)

/* Weights of all directions. */
static int
count_weights (const RensaNStepLayout *layout)
{
  return layout->plan.n_directions * layout->cell->n_weights;
}

static RensaRecurrence
describe (const RensaNStepLayout *layout, RensaArray *const *inputs, gint64 layer)
{
  return (RensaRecurrence){
    .kind = layout->plan.kind,
    .dtype = rensa_array_get_dtype (inputs[0]),
    .n_directions = layout->plan.n_directions,
    .n_weights = layout->cell->n_weights,
    .n_steps = layout->n_steps,
    .n_in = rensa_array_get_dim (inputs[layout->first_w + layer * count_weights (layout)], 1),
    .n_batch = layout->n_batch,
    .n_units = layout->n_units,
    .starts = layout->starts,
  };
}

/* All layers except the first have the same form. */
gboolean
rensa_n_step_measure (const RensaNStepLayout *layout, RensaArray *const *inputs, gint64 *n_reserve, GError **error)
{
  gint64 most = 0;

  *n_reserve = 0;
  for (gint64 layer = 0; layer < MIN (layout->plan.n_layers, 2); layer++)
    {
      const RensaRecurrence recurrence = describe (layout, inputs, layer);
      gint64 n;

      if (!rensa_recurrence_measure (rensa_array_get_device (inputs[0]), &recurrence, &n, error))
        return FALSE;
      if (n == 0)
        return TRUE;
      most = MAX (most, n);
    }
  *n_reserve = most;
  return TRUE;
}

/* Parameters of @layer. */
static void
take_states (const RensaNStepLayout *layout, RensaArray *const *states, gint64 layer, RensaArray **of_layer)
{
  const int n = layout->plan.n_directions;

  for (int i = 0; i < layout->cell->n_states; i++)
    of_layer[i] = rensa_array_view_range (states[i], 0, layer * n, n);
}

/* Inputs of both passes. The weights are borrowed, the states are not. */
static gboolean
take_arrays (const RensaNStepLayout *layout, RensaArray *const *inputs, gint64 layer, RensaRecurrenceArrays *arrays,
             GError **error)
{
  const gint64 first = layer * count_weights (layout);

  arrays->Ws = (RensaArray **) inputs + layout->first_w + first;
  arrays->bs = (RensaArray **) inputs + layout->first_b + first;
  take_states (layout, inputs, layer, arrays->before);
  for (int i = 0; i < layout->cell->n_states; i++)
    {
      g_autoptr (RensaArray) state = g_steal_pointer (&arrays->before[i]);

      arrays->before[i] = rensa_array_contiguous (state, error);
      if (arrays->before[i] == NULL)
        return FALSE;
    }
  return TRUE;
}

gboolean
rensa_n_step_run_layer (const RensaNStepLayout *layout, RensaArray *const *inputs, gint64 layer, RensaArray *x,
                        RensaArray *y, RensaArray *const *states, RensaArray *reserve, GError **error)
{
  const RensaRecurrence recurrence = describe (layout, inputs, layer);
  g_autoptr (RensaArray) of_layer = rensa_n_step_take (reserve, layer);
  RensaRecurrenceArrays arrays = { .x = x, .y = y, .reserve = of_layer };
  gboolean ok;

  take_states (layout, states, layer, arrays.after);
  ok = take_arrays (layout, inputs, layer, &arrays, error) && rensa_recurrence_forward (&recurrence, &arrays, error);
  rensa_n_step_clear (arrays.before, 2);
  rensa_n_step_clear (arrays.after, 2);
  return ok;
}

/* Allocates the gradients of the initial states, which must not share memory with those of the
 * final states. */
static gboolean
undo_states (const RensaRecurrence *recurrence, int n_states, const RensaRecurrenceArrays *arrays,
             RensaRecurrenceArrays *grads, GError **error)
{
  for (int i = 0; i < n_states; i++)
    {
      grads->before[i] = rensa_array_new (recurrence->dtype, rensa_array_get_shape (grads->after[i]), error);
      if (grads->before[i] == NULL)
        return FALSE;
    }
  if (!rensa_recurrence_backward (recurrence, arrays, grads, error))
    return FALSE;
  for (int i = 0; i < n_states; i++)
    if (!rensa_array_assign (grads->after[i], grads->before[i], error))
      return FALSE;
  return TRUE;
}

/* Passes the gradients of the weights on. */
static void
give_weights (const RensaNStepLayout *layout, RensaBackward *backward, gint64 layer, RensaRecurrenceArrays *grads)
{
  const gint64 first = layer * count_weights (layout);

  for (int i = 0; i < count_weights (layout); i++)
    {
      rensa_backward_take_grad_array (backward, (int) (layout->first_w + first + i), g_steal_pointer (&grads->Ws[i]));
      rensa_backward_take_grad_array (backward, (int) (layout->first_b + first + i), g_steal_pointer (&grads->bs[i]));
    }
}

RensaArray *
rensa_n_step_undo_layer (const RensaNStepLayout *layout, RensaBackward *backward, RensaArray *const *inputs,
                         gint64 layer, RensaArray *x, RensaArray *gy, RensaArray *const *gstates, GError **error)
{
  const RensaRecurrence recurrence = describe (layout, inputs, layer);
  g_autoptr (RensaArray) y = rensa_n_step_take (rensa_backward_get_kept (backward, RENSA_N_STEP_HIDDEN), layer);
  g_autoptr (RensaArray) reserve = rensa_n_step_take (rensa_backward_get_kept (backward, RENSA_N_STEP_RESERVE), layer);
  g_autoptr (RensaArray) gx = rensa_array_new (recurrence.dtype, rensa_array_get_shape (x), error);
  RensaArray *gWs[MAX_WEIGHTS] = { NULL };
  RensaArray *gbs[MAX_WEIGHTS] = { NULL };
  RensaRecurrenceArrays arrays = { .x = x, .y = y, .reserve = reserve };
  RensaRecurrenceArrays grads = { .x = gx, .y = gy, .Ws = gWs, .bs = gbs };
  gboolean ok;

  if (gx == NULL)
    return NULL;

  take_states (layout, gstates, layer, grads.after);
  ok = take_arrays (layout, inputs, layer, &arrays, error)
       && undo_states (&recurrence, layout->cell->n_states, &arrays, &grads, error);
  if (ok)
    give_weights (layout, backward, layer, &grads);
  rensa_n_step_clear (arrays.before, 2);
  rensa_n_step_clear (grads.before, 2);
  rensa_n_step_clear (grads.after, 2);
  return ok ? g_steal_pointer (&gx) : NULL;
}
