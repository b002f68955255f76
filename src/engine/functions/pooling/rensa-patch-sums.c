/* rensa-patch-sums.c: weighted sums over parts of images, as a function of the images.
 * SPDX-License-Identifier: MIT */

#include "rensa-patch-sums-private.h"

/* The gradient is the same function with transposed weights, and with from and to exchanged. */

typedef struct
{
  RensaShape shape; /* shape of y */
} PatchSum;

static gboolean
infer (RensaInference *inference, GError **error)
{
  const PatchSum *self = rensa_inference_get_attrs (inference);

  rensa_inference_set_output_shape (inference, 0, rensa_inference_get_input (inference, 0)->dtype, &self->shape);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const PatchSum *self = rensa_call_get_attrs (call);
  const RensaPatches patches = {
    .rows = rensa_call_get_input (call, 1),
    .columns = rensa_call_get_input (call, 2),
    .from = rensa_call_get_input (call, 3),
    .to = rensa_call_get_input (call, 4),
  };

  for (int i = 1; i < 5; i++)
    rensa_call_retain_input (call, i);
  rensa_call_take_output (call, 0, rensa_sum_patches (rensa_call_get_input (call, 0), &patches, &self->shape, error));
  return rensa_call_succeeded (call);
}

static RensaArray *
get_array (RensaBackward *backward, int i)
{
  return rensa_variable_get_array (rensa_backward_get_input (backward, i));
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  const RensaPatches patches = {
    .rows = get_array (backward, 1),
    .columns = get_array (backward, 2),
    .from = get_array (backward, 3),
    .to = get_array (backward, 4),
  };
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_sum_patches_backward (gy, &patches, &x.shape, error));
  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass patch_sum_class = {
  .name = "patch_sum",
  .label = "PatchSum",
  .inputs = RENSA_INPUTS ("x", "rows", "columns", "from:int", "to:int"),
  .n_outputs = 1,
  .attrs_size = sizeof (PatchSum),
  .infer = infer,
  .forward = forward,
  .backward = backward,
};

static RensaVariable *
transpose (RensaArray *weights)
{
  g_autoptr (RensaArray) view = rensa_array_view_transpose (weights, (int[]){ 0, 2, 1 });

  return rensa_variable_new_constant (view);
}

RensaVariable *
rensa_sum_patches_backward (RensaVariable *gy, const RensaPatches *patches, const RensaShape *x_shape, GError **error)
{
  const PatchSum self = { .shape = *x_shape };
  g_autoptr (RensaVariable) rows = transpose (patches->rows);
  g_autoptr (RensaVariable) columns = transpose (patches->columns);
  g_autoptr (RensaVariable) from = rensa_variable_new_constant (patches->to);
  g_autoptr (RensaVariable) to = rensa_variable_new_constant (patches->from);
  RensaVariable *gx = NULL;

  rensa_function_apply (&patch_sum_class, &self, (RensaVariable *[]){ gy, rows, columns, from, to }, 5, &gx, 1, error);
  return gx;
}
