/* split_axis.c: parts of an array along one axis.
 * SPDX-License-Identifier: MIT */

#include "rensa-attr-arrays-private.h"
#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-parts-private.h"

typedef struct
{
  RensaArray *indices_or_sections;
  gint64 axis;
  gboolean force_tuple;
} SplitAxis;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_ARRAY (SplitAxis, indices_or_sections, .required = TRUE, .initial_text = "2",
                    .title = N_ ("Indices or Sections"),
                    .hint = N_ ("Number of equal sections, or the indices at which to split")),
  RENSA_ATTR_INT (SplitAxis, axis, .required = TRUE, .initial = 1, .title = N_ ("Axis"), .hint = N_ ("Axis to split")),
  RENSA_ATTR_BOOL (SplitAxis, force_tuple, .initial = TRUE, .title = N_ ("Always a Tuple"),
                   .hint = N_ ("In Python, returns a tuple even for a single part")),
};

static const RensaSample samples[] = {
  { "indices_or_sections=2, axis=0", "[1, 2, 3, 4]", "[1, 2]; [3, 4]" },
  { "indices_or_sections=(1, 3), axis=-1", "[[1, 2, 3, 4], [5, 6, 7, 8]]", "[[1], [5]]; [[2, 3], [6, 7]]; [[4], [8]]" },
};

static gboolean
expect_sections (RensaInference *inference, gint64 sections, gint64 extent, GError **error)
{
  return RENSA_EXPECT (inference, sections, >=, 1, error)
         && RENSA_EXPECT (inference, sections, <=, RENSA_MAX_PARTS, error)
         && rensa_expect_multiple (inference, extent, sections, "x.shape[axis] % sections == 0", error);
}

/* Checks the indices in order; the last part ends at the end of the axis. */
static gboolean
expect_indices (RensaInference *inference, const gint64 *indices, gint64 n, gint64 extent, GError **error)
{
  gint64 previous = 0;

  for (gint64 i = 0; i < n; i++)
    {
      if (indices[i] < previous || indices[i] > extent)
        return rensa_inference_fail_words (inference, error, N_ ("indices from 0 to x.shape[axis] in ascending order"),
                                           "index %" G_GINT64_FORMAT " after %" G_GINT64_FORMAT
                                           " in an axis of %" G_GINT64_FORMAT,
                                           indices[i], previous, extent);
      previous = indices[i];
    }

  return TRUE;
}

static gboolean
expect_integers (RensaInference *inference, RensaArray *indices_or_sections, GError **error)
{
  const gint64 count = rensa_array_get_count (indices_or_sections);

  if (!rensa_attr_array_is_integer (indices_or_sections) || rensa_array_get_ndim (indices_or_sections) > 1)
    return rensa_inference_fail_words (inference, error, N_ ("an integer or a tuple of integers"), "something else");

  return RENSA_EXPECT (inference, count, <, RENSA_MAX_PARTS, error);
}

static void
set_outputs (RensaInference *inference, int axis, const gint64 *indices, int n)
{
  RensaType part = *rensa_inference_get_input (inference, 0);
  const gint64 extent = part.shape.dims[axis];

  for (int i = 0; i <= n; i++)
    {
      part.shape.dims[axis] = (i < n ? indices[i] : extent) - (i > 0 ? indices[i - 1] : 0);
      rensa_inference_set_output (inference, i, &part);
    }
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const SplitAxis *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  g_autofree gint64 *indices = NULL;
  gint64 n;
  int axis;

  if (!rensa_expect_axis (inference, self->axis, &axis, error)
      || !expect_integers (inference, self->indices_or_sections, error))
    return FALSE;

  const gint64 extent = x->shape.dims[axis];

  n = rensa_array_get_count (self->indices_or_sections);
  indices = rensa_attr_array_get_integers (self->indices_or_sections, rensa_array_get_shape (self->indices_or_sections),
                                           error);
  if (indices == NULL)
    return FALSE;

  if (rensa_array_get_ndim (self->indices_or_sections) == 0)
    {
      const gint64 sections = indices[0];

      if (!expect_sections (inference, sections, extent, error))
        return FALSE;
      n = sections - 1;
      indices = g_renew (gint64, indices, sections);
      for (gint64 i = 0; i < n; i++)
        indices[i] = extent / sections * (i + 1);
    }
  else if (!expect_indices (inference, indices, n, extent, error))
    return FALSE;

  set_outputs (inference, axis, indices, (int) n);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const SplitAxis *self = rensa_call_get_attrs (call);
  const int ndim = rensa_array_get_ndim (rensa_call_get_input (call, 0));

  return rensa_forward_divided (call, rensa_axis_from_start (self->axis, ndim), FALSE);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const SplitAxis *self = rensa_backward_get_attrs (backward);
  const int ndim = rensa_backward_get_input_type (backward, 0).shape.ndim;

  return rensa_backward_divided (backward, rensa_axis_from_start (self->axis, ndim), FALSE, error);
}

const RensaFunctionClass rensa_split_axis_class = {
  .name = "split_axis",
  .group = &rensa_array_group,
  .title = N_ ("Split"),
  .summary = N_ ("Splits an array along an axis"),
  .words = N_ ("chunk;slice;divide"),
  .stem = "split",
  .formula = "[y₀, y₁, …] = x",
  .label = "SplitAxis",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 0,
  RENSA_ATTRS (SplitAxis, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.split_axis({x}, {indices_or_sections}, {axis}, force_tuple={force_tuple:tuple})" },
               { "torch", "torch.tensor_split({x}, {indices_or_sections}, dim={axis:always})" },
               { "onnx", "Split (x, each (o, outs, dim (o, axis)), axis=axis, outputs=count (outs))" }),
};

static int
split (RensaVariable *x, const RensaShape *shape, const gint64 *values, int axis, RensaVariable **outputs,
       int max_outputs, GError **error)
{
  g_autoptr (RensaArray) array = NULL;

  if (x == NULL || (error != NULL && *error != NULL))
    return -1;
  array = rensa_attr_array_new (RENSA_INT64, shape, values, error);
  if (array == NULL)
    return -1;

  const SplitAxis self = { .indices_or_sections = array, .axis = axis, .force_tuple = TRUE };

  return rensa_function_apply (&rensa_split_axis_class, &self, &x, 1, outputs, max_outputs, error);
}

/**
 * rensa_split_axis:
 * @indices_or_sections: a bare integer for the number of equal parts, or the ascending start
 *   indices of all parts but the first
 * @axis: counts from the end if negative
 * @outputs: receives the parts, owned by the caller
 * @max_outputs: capacity of @outputs
 *
 * Stores the parts of @x along @axis as views. Returns the number of parts; -1 with an error,
 * RENSA_ERROR_TYPE_CHECK if the axis cannot be split that way.
 */
RENSA_API int
rensa_split_axis (RensaVariable *x, const RensaInts *indices_or_sections, int axis, RensaVariable **outputs,
                  int max_outputs, GError **error)
{
  const RensaShape scalar = RENSA_SHAPE_SCALAR;
  const RensaShape tuple = RENSA_SHAPE (MAX (indices_or_sections->n, 0));
  const gboolean is_scalar = indices_or_sections->n == RENSA_INTS_SCALAR;

  return split (x, is_scalar ? &scalar : &tuple, indices_or_sections->values, axis, outputs, max_outputs, error);
}

/**
 * rensa_split_at:
 * @indices: the @n ascending start indices of all parts but the first
 *
 * Same as rensa_split_axis() for any number of indices: @n + 1 parts.
 */
RENSA_API int
rensa_split_at (RensaVariable *x, const gint64 *indices, int n, int axis, RensaVariable **outputs, int max_outputs,
                GError **error)
{
  return split (x, &RENSA_SHAPE (n), indices, axis, outputs, max_outputs, error);
}
