/* rensa-picks.c: selects elements of an array by index.
 * SPDX-License-Identifier: MIT */

#include "rensa-picks-private.h"

#include "rensa-functions-kernels.h"

#define NO_PLACE (-1)

typedef struct
{
  RensaShape x;
} Picks;

static const RensaFunctionClass put_class;

static gboolean
infer_pick (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *places = rensa_inference_get_input (inference, 1);
  const gboolean weighted = rensa_inference_get_input (inference, 2) != NULL;
  const RensaShape y = weighted ? rensa_shape_reduce (&places->shape, 1, FALSE) : places->shape;

  rensa_inference_set_output_shape (inference, 0, x->dtype, &y);
  return TRUE;
}

static void
retain_places (RensaCall *call)
{
  rensa_call_retain_input (call, 1);
  if (rensa_call_get_input (call, 2) != NULL)
    rensa_call_retain_input (call, 2);
}

static gboolean
forward_pick (RensaCall *call, GError **error)
{
  const RensaType *type = rensa_call_get_output_type (call, 0);
  RensaArray *x = rensa_call_get_input (call, 0);
  RensaArray *weights = rensa_call_get_input (call, 2);
  const RensaShape line = RENSA_SHAPE (rensa_array_get_count (x));
  g_autoptr (RensaArray) elements = rensa_array_reshape (x, &line, error);
  g_autoptr (RensaArray) y = rensa_take_rows (elements, rensa_call_get_input (call, 1), NO_PLACE, FALSE, error);

  retain_places (call);
  if (weights != NULL && y != NULL)
    {
      g_autoptr (RensaArray) terms = rensa_map2 (RENSA_KERNEL_OP_MUL, y, weights, NULL, error);

      rensa_array_unref (y);
      y = terms != NULL ? rensa_reduce (RENSA_REDUCE_SUM, terms, 1, FALSE, error) : NULL;
    }

  rensa_call_take_output (call, 0, y != NULL ? rensa_array_cast (y, type->dtype, error) : NULL);
  return rensa_call_succeeded (call);
}

static gboolean
backward_pick (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  RensaVariable *places = rensa_backward_get_input (backward, 1);
  RensaVariable *weights = rensa_backward_get_input (backward, 2);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_pick_backward (gy, places, weights, &x.shape, error));
  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass pick_class = {
  .name = "pick",
  .label = "Pick",
  .inputs = RENSA_INPUTS ("x", "places:int", "weights?"),
  .n_outputs = 1,
  .infer = infer_pick,
  .forward = forward_pick,
  .backward = backward_pick,
};

static gboolean
infer_put (RensaInference *inference, GError **error)
{
  const Picks *self = rensa_inference_get_attrs (inference);

  rensa_inference_set_output_shape (inference, 0, rensa_inference_get_input (inference, 0)->dtype, &self->x);
  return TRUE;
}

static gboolean
forward_put (RensaCall *call, GError **error)
{
  const RensaType *type = rensa_call_get_output_type (call, 0);
  const RensaShape line = RENSA_SHAPE (rensa_shape_count (&type->shape));
  RensaArray *gy = rensa_call_get_input (call, 0);
  RensaArray *places = rensa_call_get_input (call, 1);
  RensaArray *weights = rensa_call_get_input (call, 2);
  g_autoptr (RensaArray) terms =
      weights != NULL ? rensa_map2 (RENSA_KERNEL_OP_MUL, gy, weights, NULL, error) : rensa_array_ref (gy);
  g_autoptr (RensaArray) sums = rensa_scatter_rows (&line, places, terms, NO_PLACE, FALSE, error);
  g_autoptr (RensaArray) elements = sums != NULL ? rensa_array_cast (sums, type->dtype, error) : NULL;

  retain_places (call);
  rensa_call_take_output (call, 0, rensa_array_reshape (elements, &type->shape, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward_put (RensaBackward *backward, GError **error)
{
  RensaVariable *places = rensa_backward_get_input (backward, 1);
  RensaVariable *weights = rensa_backward_get_input (backward, 2);
  RensaVariable *ggx = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_pick (ggx, places, weights, error));
  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass put_class = {
  .name = "pick_grad",
  .label = "PickGrad",
  .inputs = RENSA_INPUTS ("gy", "places:int", "weights?"),
  .n_outputs = 1,
  .attrs_size = sizeof (Picks),
  .infer = infer_put,
  .forward = forward_put,
  .backward = backward_put,
};

RensaVariable *
rensa_pick (RensaVariable *x, RensaVariable *places, RensaVariable *weights, GError **error)
{
  return rensa_apply3 (&pick_class, NULL, x, places, weights, error);
}

RensaVariable *
rensa_pick_backward (RensaVariable *gy, RensaVariable *places, RensaVariable *weights, const RensaShape *x_shape,
                     GError **error)
{
  const Picks self = { .x = *x_shape };

  return rensa_apply3 (&put_class, &self, gy, places, weights, error);
}
