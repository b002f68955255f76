/* scatter_add.c: addition at indexed positions.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions.h"
#include "rensa-index-private.h"
#include "scatter_add.py.inc"

typedef struct
{
  RensaIndex slices;
} ScatterAdd;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INDEX (ScatterAdd, slices, .required = TRUE, .title = N_ ("Index"),
                    .hint = N_ ("Index at which to add b: integers, slices, … and lists of integers")),
};

static const RensaSample samples[] = {
  { "slices=1", "[[1, 2], [3, 4]]; [10, 20]", "[[1, 2], [13, 24]]" },
  { "slices=([0, 2, 0],)", "[1, 2, 3]; [10, 20, 30]", "[41, 2, 23]" },
  { "slices=(slice(None), [1, 1])", "[[1, 2], [3, 4]]; [[10, 20], [30, 40]]", "[[1, 32], [3, 74]]" },
  { "slices=(slice(1, None),)", "[1, 2, 3]; 10", "[1, 12, 13]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const ScatterAdd *self = rensa_inference_get_attrs (inference);
  const RensaType *a = rensa_inference_get_input (inference, 0);
  const RensaType *b = rensa_inference_get_input (inference, 1);
  RensaIndexPlan plan;

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_same_dtype (inference, 0, 1, error))
    return FALSE;
  if (!rensa_expect_index (inference, &self->slices, &a->shape, N_ ("an index that fits a"), &plan, error))
    return FALSE;
  if (!rensa_shape_broadcasts_to (&b->shape, &plan.result))
    {
      g_autofree char *from = rensa_shape_to_string (&b->shape);
      g_autofree char *to = rensa_shape_to_string (&plan.result);

      return rensa_inference_fail_text (inference, error, "b.shape broadcasts to a[slices].shape", "%s to %s", from,
                                        to);
    }

  rensa_inference_set_output (inference, 0, a);
  return TRUE;
}

static RensaArray *
add_at (const RensaIndex *index, RensaArray *a, RensaArray *b, GError **error)
{
  const RensaShape *shape = rensa_array_get_shape (a);
  g_autoptr (RensaArray) y = rensa_array_new (rensa_array_get_dtype (a), shape, error);
  RensaIndexPlan plan;

  if (!rensa_array_assign (y, a, error) || !rensa_index_plan (index, shape, &plan, error)
      || !rensa_index_add (&plan, y, b, error))
    return NULL;

  return g_steal_pointer (&y);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const ScatterAdd *self = rensa_call_get_attrs (call);

  rensa_call_take_output (
      call, 0, add_at (&self->slices, rensa_call_get_input (call, 0), rensa_call_get_input (call, 1), error));
  if (rensa_call_succeeded (call))
    return TRUE;

  g_prefix_error (error, "scatter_add: ");
  return FALSE;
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const ScatterAdd *self = rensa_backward_get_attrs (backward);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  if (rensa_backward_needs_grad (backward, 0))
    rensa_backward_take_grad_input (backward, 0, rensa_variable_ref (gy));
  if (rensa_backward_needs_grad (backward, 1))
    rensa_backward_take_summed (backward, 1, rensa_get_item (gy, &self->slices, error), error);
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_scatter_add_class = {
  .name = "scatter_add",
  .group = &rensa_array_group,
  .title = N_ ("Add at Index"),
  .summary = N_ ("Adds an array to the elements selected by an index"),
  .formula = "y = a, y[slices] += b",
  .label = "ScatterAdd",
  .inputs = RENSA_INPUTS ("a", "b"),
  .n_outputs = 1,
  RENSA_ATTRS (ScatterAdd, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.scatter_add({a}, ({slices}), {b})" },
               { "torch", "scatter_add({a}, {b}, torch.arange({a}.numel()).reshape({a}.shape)[{slices}])" },
               { "torch_class", torch_class }),
};

/**
 * rensa_scatter_add:
 * @index: copied
 *
 * Returns a copy of @a with @b, broadcast to the shape of a[index], added to a[index], by NumPy's
 * indexing rules; repeated additions to one element accumulate. RENSA_ERROR_TYPE_CHECK if the index
 * does not fit @a, or @b the index; RENSA_ERROR_INVALID if an index array has a value out of range.
 */
RENSA_API RensaVariable *
rensa_scatter_add (RensaVariable *a, const RensaIndex *index, RensaVariable *b, GError **error)
{
  const ScatterAdd self = { .slices = *index };

  return rensa_apply2 (&rensa_scatter_add_class, &self, a, b, error);
}
