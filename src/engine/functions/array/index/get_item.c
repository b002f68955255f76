/* get_item.c: indexing.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-index-private.h"

typedef struct
{
  RensaIndex slices;
} GetItem;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INDEX (GetItem, slices, .required = TRUE, .title = N_ ("Index"),
                    .hint = N_ ("Integers, slices, … and lists of integers, as in NumPy indexing")),
};

static const RensaSample samples[] = {
  { "slices=1", "[[1, 2, 3], [4, 5, 6]]", "[4, 5, 6]" },
  { "slices=(slice(None), [2, 0, -1])", "[[1, 2, 3], [4, 5, 6]]", "[[3, 1, 3], [6, 4, 6]]" },
  { "slices=(..., slice(None, None, -2))", "[[1, 2, 3], [4, 5, 6]]", "[[3, 1], [6, 4]]" },
  { "slices=(slice(None), [True, False, True])", "[[1, 2, 3], [4, 5, 6]]", "[[1, 3], [4, 6]]" },
};

/* Gradient of get_item: zeros with gy added at the index. */
typedef struct
{
  RensaIndex slices;
  RensaInts shape; /* shape of x */
} GetItemGrad;

static const RensaAttrSpec grad_attrs[] = {
  RENSA_ATTR_INDEX (GetItemGrad, slices, .required = TRUE, .title = N_ ("Index")),
  RENSA_ATTR_INTS (GetItemGrad, shape, .required = TRUE, .title = N_ ("Shape")),
};

static gboolean
grad_infer (RensaInference *inference, GError **error)
{
  const GetItemGrad *self = rensa_inference_get_attrs (inference);
  const RensaShape shape = rensa_ints_to_shape (&self->shape);

  rensa_inference_set_output_shape (inference, 0, rensa_inference_get_input (inference, 0)->dtype, &shape);
  return TRUE;
}

static gboolean
grad_forward (RensaCall *call, GError **error)
{
  const GetItemGrad *self = rensa_call_get_attrs (call);
  const RensaShape shape = rensa_ints_to_shape (&self->shape);
  RensaIndexPlan plan;

  if (!rensa_index_plan (&self->slices, &shape, &plan, error))
    return FALSE;

  rensa_call_take_output (call, 0, rensa_index_scatter (&plan, &shape, rensa_call_get_input (call, 0), error));
  return rensa_call_succeeded (call);
}

static gboolean
grad_backward (RensaBackward *backward, GError **error)
{
  const GetItemGrad *self = rensa_backward_get_attrs (backward);
  RensaVariable *ggx = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_get_item (ggx, &self->slices, error));
  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass get_item_grad_class = {
  .name = "get_item_grad",
  .label = "GetItemGrad",
  .inputs = RENSA_INPUTS ("gy"),
  .n_outputs = 1,
  RENSA_ATTRS (GetItemGrad, grad_attrs),
  .infer = grad_infer,
  .forward = grad_forward,
  .backward = grad_backward,
};

RensaVariable *
rensa_get_item_grad (RensaVariable *gy, const RensaIndex *index, const RensaShape *shape, GError **error)
{
  const GetItemGrad grad = { .slices = *index, .shape = rensa_ints_from_shape (shape) };

  return rensa_apply1 (&get_item_grad_class, &grad, gy, error);
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const GetItem *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaIndexPlan plan;

  if (!rensa_expect_index (inference, &self->slices, &x->shape, N_ ("an index suitable for x"), &plan, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x->dtype, &plan.result);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const GetItem *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  RensaIndexPlan plan;

  if (!rensa_index_plan (&self->slices, rensa_array_get_shape (x), &plan, error))
    return FALSE;

  rensa_call_take_output (call, 0, rensa_index_take (&plan, x, error));
  if (rensa_call_succeeded (call))
    return TRUE;

  g_prefix_error (error, "get_item: ");
  return FALSE;
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const GetItem *self = rensa_backward_get_attrs (backward);
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_get_item_grad (gy, &self->slices, &x.shape, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_get_item_class = {
  .name = "get_item",
  .group = &rensa_array_group,
  .title = N_ ("Index"),
  .summary = N_ ("Selects elements by integers, slices and lists of integers"),
  .words = N_ ("index;slice;gather;crop"),
  .formula = "y = x[slices]",
  .label = "GetItem",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (GetItem, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "{x}[{slices}]" }, { "torch", "{x}[{slices}]" },
               { "onnx", "s = slices (slices, x); k = count (s) / 4; "
                         "t = k == 0 ? x : Slice (x, slice (s, k, 2 * k), slice (s, 2 * k, 3 * k), slice (s, 0, k), "
                         "slice (s, 3 * k, 4 * k)); "
                         "picks (slices) > 1 ? refuse ('slices') : picks (slices) == 1 ? Reshape (Gather (t, int64 "
                         "(picked (slices)), axis=picked_axis (slices, x)), shape (out)) : Reshape (t, shape (out))" }),
};

/**
 * rensa_get_item:
 * @index: copied
 *
 * Returns x[index] by NumPy's rules; a view of @x if the index has no arrays. If an element is
 * selected several times, its gradients are summed. RENSA_ERROR_TYPE_CHECK if the index does not
 * fit the shape, RENSA_ERROR_INVALID if an index array has a value out of range.
 */
RENSA_API RensaVariable *
rensa_get_item (RensaVariable *x, const RensaIndex *index, GError **error)
{
  const GetItem self = { .slices = *index };

  return rensa_apply1 (&rensa_get_item_class, &self, x, error);
}
