/* hstack.c: concatenation along the second axis.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-parts-private.h"

static const RensaSample samples[] = {
  { "", "[1, 2]; [3]", "[1, 2, 3]" },
  { "", "[[1], [2]]; [[3, 4], [5, 6]]", "[[1, 3, 4], [2, 5, 6]]" },
  { "", "1; 2; 3", "[1, 2, 3]" },
};

/* Scalars become arrays of one element; arrays of one axis are joined along that axis. */
static RensaJoining
get_joining (int ndim)
{
  return (RensaJoining){ .expand = ndim == 0 ? 1 : 0, .axis = ndim < 2 ? 0 : 1 };
}

static const RensaStacking stacking = { get_joining };

const RensaFunctionClass rensa_hstack_class = {
  .name = "hstack",
  .group = &rensa_array_group,
  .title = N_ ("Stack Horizontally"),
  .summary = N_ ("Joins arrays along their columns"),
  .formula = "y = [x₀ x₁ …]",
  .label = "Hstack",
  .inputs = RENSA_INPUTS ("xs*"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_stacked,
  .forward = rensa_forward_stacked,
  .backward = rensa_backward_stacked,
  .rule = &stacking,
  RENSA_FORMS ({ "chainer", "F.hstack({xs})" }, { "torch", "torch.hstack({xs})" },
               { "onnx", "n = ndim (at (xs, 0)); Concat (n > 0 ? xs : each (x, xs, Reshape (x, [1])), axis=n > 1)" }),
};

/**
 * rensa_hstack:
 * @xs: @n variables of one dtype and the same number of axes
 *
 * Concatenates the arrays along the second axis, or the only one. RENSA_ERROR_TYPE_CHECK if they do
 * not fit or @n is 0.
 */
RENSA_API RensaVariable *
rensa_hstack (RensaVariable *const *xs, int n, GError **error)
{
  return rensa_apply_list (&rensa_hstack_class, NULL, xs, n, error);
}
