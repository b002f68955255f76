/* vstack.c: concatenation along the first axis.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-parts-private.h"

static const RensaSample samples[] = {
  { "", "[1, 2]; [3, 4]", "[[1, 2], [3, 4]]" },
  { "", "[[1, 2]]; [[3, 4], [5, 6]]", "[[1, 2], [3, 4], [5, 6]]" },
  { "", "1; 2; 3", "[[1], [2], [3]]" },
};

/* Scalars and arrays of one axis become rows. */
static RensaJoining
get_joining (int ndim)
{
  static const guint expand[] = { 3, 1 };

  return (RensaJoining){ .expand = ndim < 2 ? expand[ndim] : 0, .axis = 0 };
}

static const RensaStacking stacking = { get_joining };

const RensaFunctionClass rensa_vstack_class = {
  .name = "vstack",
  .group = &rensa_array_group,
  .title = N_ ("Stack Vertically"),
  .summary = N_ ("Concatenates arrays row-wise"),
  .formula = "y = [x₀; x₁; …]",
  .label = "Vstack",
  .inputs = RENSA_INPUTS ("xs*"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_stacked,
  .forward = rensa_forward_stacked,
  .backward = rensa_backward_stacked,
  .rule = &stacking,
  RENSA_FORMS ({ "chainer", "F.vstack({xs})" }, { "torch", "torch.vstack({xs})" },
               { "onnx", "Concat (ndim (at (xs, 0)) > 1 ? xs : each (x, xs, Reshape (x, [1, -1])), axis=0)" }),
};

/**
 * rensa_vstack:
 * @xs: @n variables of one dtype and the same number of axes
 *
 * Concatenates the arrays along the first axis; arrays of one axis are rows. RENSA_ERROR_TYPE_CHECK
 * if they do not fit or @n is 0.
 */
RENSA_API RensaVariable *
rensa_vstack (RensaVariable *const *xs, int n, GError **error)
{
  return rensa_apply_list (&rensa_vstack_class, NULL, xs, n, error);
}
