/* transpose.c: permutation of the axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-views-private.h"

typedef struct
{
  RensaInts axes;
} Transpose;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (Transpose, axes, .allow_none = TRUE, .none = TRUE, .title = N_ ("Axes"),
                   .hint = N_ ("Order of the input axes in the output; None reverses it")),
};

static const RensaSample samples[] = {
  { "", "[[1, 2, 3], [4, 5, 6]]", "[[1, 4], [2, 5], [3, 6]]" },
  { "axes=(1, 0, 2)", "[[[1, 2], [3, 4]]]", "[[[1, 2]], [[3, 4]]]" },
};

/* order[i] is the axis of x that becomes axis i; the axes are already checked for completeness. */
static void
get_order (gconstpointer attrs_of_call, int ndim, int *order)
{
  const Transpose *self = attrs_of_call;

  for (int i = 0; i < ndim; i++)
    order[i] = self->axes.n == RENSA_INTS_NONE ? ndim - 1 - i : rensa_axis_from_start (self->axes.values[i], ndim);
}

static const RensaOrdering ordering = { get_order };

static gboolean
expect_all_axes (RensaInference *inference, const RensaInts *axes, int ndim, GError **error)
{
  const int n_axes = rensa_ints_to_shape (axes).ndim;
  guint mask;

  if (axes->n != RENSA_INTS_NONE && n_axes != ndim)
    return rensa_inference_fail_text (inference, error, "len(axes) == x.ndim", "%d != %d", n_axes, ndim);

  return rensa_expect_axes (inference, axes, &mask, error);
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Transpose *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);

  if (!expect_all_axes (inference, &self->axes, x->shape.ndim, error))
    return FALSE;

  return rensa_infer_ordered (inference);
}

const RensaFunctionClass rensa_transpose_class = {
  .name = "transpose",
  .group = &rensa_array_group,
  .title = N_ ("Transpose"),
  .summary = N_ ("Reorders the axes of an array"),
  .words = N_ ("permute;swap axes"),
  .formula = "y[…, j, i] = x[i, j, …]",
  .label = "Transpose",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (Transpose, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = rensa_forward_ordered,
  .backward = rensa_backward_ordered,
  .rule = &ordering,
  RENSA_FORMS ({ "chainer", "F.transpose({x}, axes={axes})" }, { "torch", "torch.permute({x}, {axes:given})" },
               { "torch_more", "{x}.permute(*range({x}.ndim)[::-1])" },
               { "onnx", "given (axes) ? Transpose (x, perm=each (a, axes, axis (a, ndim (x)))) : Transpose (x)" }),
};

/**
 * rensa_transpose:
 * @axes: (nullable): the axes of @x in the order of the result; NULL reverses them
 *
 * Returns a view of @x with its axes permuted. RENSA_ERROR_TYPE_CHECK if @axes does not contain
 * each axis exactly once.
 */
RENSA_API RensaVariable *
rensa_transpose (RensaVariable *x, const RensaInts *axes, GError **error)
{
  const Transpose self = { .axes = rensa_ints_or_none (axes) };

  return rensa_apply1 (&rensa_transpose_class, &self, x, error);
}
