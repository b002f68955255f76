/* moveaxis.c: axes moved to new positions.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-views-private.h"

typedef struct
{
  RensaInts source;
  RensaInts destination;
} MoveAxis;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (MoveAxis, source, .required = TRUE, .title = N_ ("From"), .hint = N_ ("Axes of the input to move")),
  RENSA_ATTR_INTS (MoveAxis, destination, .required = TRUE, .title = N_ ("To"),
                   .hint = N_ ("Position of each of these axes in the result")),
};

static const RensaSample samples[] = {
  { "source=0, destination=2", "[[[1, 2], [3, 4]]]", "[[[1], [2]], [[3], [4]]]" },
  { "source=(0, 2), destination=(1, 0)", "[[[1, 2, 3]], [[4, 5, 6]]]", "[[[1], [4]], [[2], [5]], [[3], [6]]]" },
  { "source=-1, destination=0", "[[1, 2, 3], [4, 5, 6]]", "[[1, 4], [2, 5], [3, 6]]" },
};

/* The other axes fill the remaining positions in their original order. */
static void
get_order (gconstpointer attrs_of_call, int ndim, int *order)
{
  const MoveAxis *self = attrs_of_call;
  const RensaShape source = rensa_ints_to_shape (&self->source);
  const RensaShape destination = rensa_ints_to_shape (&self->destination);
  const guint places = rensa_axes_to_mask (&self->destination, ndim);
  int others[RENSA_MAX_NDIM];
  int n_others = 0;

  rensa_order_without (rensa_axes_to_mask (&self->source, ndim), ndim, others);
  for (int i = 0; i < ndim; i++)
    if (!(places >> i & 1))
      order[i] = others[n_others++];
  for (int i = 0; i < source.ndim; i++)
    order[rensa_axis_from_start (destination.dims[i], ndim)] = rensa_axis_from_start (source.dims[i], ndim);
}

static const RensaOrdering ordering = { get_order };

static gboolean
infer (RensaInference *inference, GError **error)
{
  const MoveAxis *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const int n_source = rensa_ints_to_shape (&self->source).ndim;
  const int n_destination = rensa_ints_to_shape (&self->destination).ndim;
  guint mask;

  if (!rensa_expect_floating (inference, 0, error) || !RENSA_EXPECT (inference, x->shape.ndim, >, 0, error))
    return FALSE;
  if (n_source != n_destination)
    return rensa_inference_fail_text (inference, error, "len(source) == len(destination)", "%d != %d", n_source,
                                      n_destination);
  if (!rensa_expect_axes (inference, &self->source, &mask, error)
      || !rensa_expect_axes (inference, &self->destination, &mask, error))
    return FALSE;

  return rensa_infer_ordered (inference);
}

const RensaFunctionClass rensa_moveaxis_class = {
  .name = "moveaxis",
  .group = &rensa_array_group,
  .title = N_ ("Move Axes"),
  .summary = N_ ("Moves axes to other positions; the others keep their order"),
  .formula = "y[j, …, i] = x[i, j, …]",
  .label = "Moveaxis",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (MoveAxis, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = rensa_forward_ordered,
  .backward = rensa_backward_ordered,
  .rule = &ordering,
  RENSA_FORMS ({ "chainer", "F.moveaxis({x}, {source}, {destination})" },
               { "torch", "torch.movedim({x}, {source}, {destination})" },
               { "onnx", "Transpose (x, perm=moved (source, destination, ndim (x)))" }),
};

/**
 * rensa_moveaxis:
 * @source: axes of @x
 * @destination: their positions in the result; the same number as in @source
 *
 * Returns a view of @x with these axes moved and the others in their order. RENSA_ERROR_TYPE_CHECK
 * if an axis is out of range or occurs twice.
 */
RENSA_API RensaVariable *
rensa_moveaxis (RensaVariable *x, const RensaInts *source, const RensaInts *destination, GError **error)
{
  const MoveAxis self = { .source = *source, .destination = *destination };

  return rensa_apply1 (&rensa_moveaxis_class, &self, x, error);
}
