/* select_item.c: selection of one element per row.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-index-private.h"
#include "rensa-primitives.h"

static const RensaSample samples[] = {
  { "", "[[1, 2, 3], [4, 5, 6]]; [2, 0]", "[3, 4]" },
  { "", "[[1, 2], [3, 4], [5, 6]]; [0, 1, 1]", "[1, 4, 6]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *t = rensa_inference_get_input (inference, 1);

  if (!rensa_expect_integer (inference, 1, error) || !RENSA_EXPECT (inference, x->shape.ndim, ==, 2, error)
      || !RENSA_EXPECT (inference, t->shape.ndim, ==, 1, error)
      || !RENSA_EXPECT (inference, x->shape.dims[0], ==, t->shape.dims[0], error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x->dtype, &t->shape);
  return TRUE;
}

/* Builds the index of [0, 1, 2, …] and t; the caller keeps ownership of both arrays. */
static gboolean
make_index (RensaArray *t, RensaArray **rows, RensaIndex *index, GError **error)
{
  *rows = rensa_array_range (RENSA_INT64, rensa_array_get_count (t), error);
  *index = (RensaIndex){ .n = 2, .is_tuple = TRUE, .arrays = { *rows, t } };
  return *rows != NULL;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  RensaArray *x = rensa_call_get_input (call, 0);
  g_autoptr (RensaArray) rows = NULL;
  RensaIndex index;
  RensaIndexPlan plan;

  if (!make_index (rensa_call_get_input (call, 1), &rows, &index, error)
      || !rensa_index_plan (&index, rensa_array_get_shape (x), &plan, error))
    return FALSE;

  rensa_call_retain_input (call, 1);
  rensa_call_take_output (call, 0, rensa_index_take (&plan, x, error));
  if (rensa_call_succeeded (call))
    return TRUE;

  g_prefix_error (error, "select_item: ");
  return FALSE;
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  g_autoptr (RensaArray) rows = NULL;
  RensaIndex index;

  if (!make_index (rensa_variable_get_array (rensa_backward_get_input (backward, 1)), &rows, &index, error))
    return FALSE;

  rensa_backward_take_grad_input (backward, 0, rensa_get_item_grad (gy, &index, &x.shape, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_select_item_class = {
  .name = "select_item",
  .group = &rensa_array_group,
  .title = N_ ("Select Items"),
  .summary = N_ ("Selects one element of each row"),
  .formula = "y[i] = x[i, t[i]]",
  .label = "SelectItem",
  .inputs = RENSA_INPUTS ("x", "t:int"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.select_item({x}, {t})" },
               { "torch", "torch.gather({x}, 1, {t}.unsqueeze(1)).squeeze(1)" },
               { "onnx", "Squeeze (GatherElements (x, Unsqueeze (t, [1]), axis=1), [1])" }),
};

/**
 * rensa_select_item:
 * @x: shape (N, C)
 * @t: N integers; negative ones count from the end
 *
 * Returns y[i] = x[i, t[i]]. RENSA_ERROR_TYPE_CHECK if the shapes do not fit, RENSA_ERROR_INVALID
 * if an element of @t is out of range.
 */
RENSA_API RensaVariable *
rensa_select_item (RensaVariable *x, RensaVariable *t, GError **error)
{
  return rensa_apply2 (&rensa_select_item_class, NULL, x, t, error);
}
