/* dstack.c: concatenation along the third axis.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-parts-private.h"

static const RensaSample samples[] = {
  { "", "[1, 2]; [3, 4]", "[[[1, 3], [2, 4]]]" },
  { "", "[[1, 2]]; [[3, 4]]", "[[[1, 3], [2, 4]]]" },
  { "", "[[[1], [2]]]; [[[3, 4], [5, 6]]]", "[[[1, 3, 4], [2, 5, 6]]]" },
  { "", "1; 2", "[[[1, 2]]]" },
};

/* Rows and matrices get an extent of 1 along the third axis. */
static RensaJoining
get_joining (int ndim)
{
  static const guint expand[] = { 7, 5, 4 };

  return (RensaJoining){ .expand = ndim < 3 ? expand[ndim] : 0, .axis = 2 };
}

static const RensaStacking stacking = { get_joining };

const RensaFunctionClass rensa_dstack_class = {
  .name = "dstack",
  .group = &rensa_array_group,
  .title = N_ ("Stack Depthwise"),
  .summary = N_ ("Joins arrays along a third axis"),
  .formula = "y[i, j, k] = xₖ[i, j]",
  .label = "Dstack",
  .inputs = RENSA_INPUTS ("xs*"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_stacked,
  .forward = rensa_forward_stacked,
  .backward = rensa_backward_stacked,
  .rule = &stacking,
  RENSA_FORMS ({ "chainer", "F.dstack({xs})" }, { "torch", "torch.dstack({xs})" },
               { "onnx", "n = ndim (at (xs, 0)); "
                         "Concat (n > 2 ? xs : each (x, xs, Unsqueeze (x, n == 2 ? [2] : n == 1 ? [0, 2] : [0, 1, "
                         "2])), axis=2)" }),
};

/**
 * rensa_dstack:
 * @xs: @n variables of one dtype and the same number of axes
 *
 * Concatenates the arrays along the third axis; arrays of one axis are rows. RENSA_ERROR_TYPE_CHECK
 * if they do not fit or @n is 0.
 */
RENSA_API RensaVariable *
rensa_dstack (RensaVariable *const *xs, int n, GError **error)
{
  return rensa_apply_list (&rensa_dstack_class, NULL, xs, n, error);
}
