/* split_axis.c: the parts of an array along one axis; all that the project knows about it.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"

/* An axis of extent 0 has any number of parts. */
#define MAX_SECTIONS 65536

typedef struct
{
  RensaInts indices_or_sections;
  gint64 axis;
  gboolean force_tuple;
} SplitAxis;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (SplitAxis, indices_or_sections, .required = TRUE, .title = N_ ("Indices or sections"),
                   .hint = N_ ("How many equal parts, or the indices at which parts begin after the first")),
  RENSA_ATTR_INT (SplitAxis, axis, .required = TRUE, .title = N_ ("Axis"), .hint = N_ ("The axis that is split")),
  RENSA_ATTR_BOOL (SplitAxis, force_tuple, .initial = TRUE, .title = N_ ("Always a Tuple"),
                   .hint = N_ ("In Python, a single part comes as a tuple, too")),
};

static const RensaSample samples[] = {
  { "indices_or_sections=2, axis=0", "[1, 2, 3, 4]", "[1, 2]; [3, 4]" },
  { "indices_or_sections=(1, 3), axis=-1", "[[1, 2, 3, 4], [5, 6, 7, 8]]", "[[1], [5]]; [[2, 3], [6, 7]]; [[4], [8]]" },
};

static gboolean
expect_sections (RensaInference *inference, gint64 sections, gint64 extent, GError **error)
{
  if (!RENSA_EXPECT (inference, sections, >=, 1, error) || !RENSA_EXPECT (inference, sections, <=, MAX_SECTIONS, error))
    return FALSE;
  if (extent % sections != 0)
    return rensa_inference_fail_text (inference, error, "x.shape[axis] % sections == 0",
                                      "%" G_GINT64_FORMAT " %% %" G_GINT64_FORMAT " != 0", extent, sections);

  return TRUE;
}

static gboolean
expect_indices (RensaInference *inference, const RensaInts *indices, gint64 extent, GError **error)
{
  gint64 previous = 0;

  for (int i = 0; i < indices->n; i++)
    {
      const gint64 index = indices->values[i];

      if (index < previous || index > extent)
        return rensa_inference_fail_text (inference, error, "rising indices from 0 to x.shape[axis]",
                                          "index %" G_GINT64_FORMAT " after %" G_GINT64_FORMAT
                                          " in an axis of %" G_GINT64_FORMAT,
                                          index, previous, extent);
      previous = index;
    }

  return TRUE;
}

static int
count_parts (const RensaInts *indices_or_sections)
{
  const RensaInts *ints = indices_or_sections;

  return ints->n == RENSA_INTS_SCALAR ? (int) ints->values[0] : ints->n + 1;
}

/* Where part @i begins; for the number of parts, where the last one ends. */
static gint64
get_start (const RensaInts *indices_or_sections, gint64 extent, int i)
{
  const RensaInts *ints = indices_or_sections;

  if (ints->n == RENSA_INTS_SCALAR)
    return extent / ints->values[0] * i;
  if (i == 0)
    return 0;
  return i <= ints->n ? ints->values[i - 1] : extent;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const SplitAxis *self = rensa_inference_get_attrs (inference);
  const RensaInts *ints = &self->indices_or_sections;
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaType part = *x;
  int axis;

  if (!rensa_expect_axis (inference, self->axis, &axis, error))
    return FALSE;

  const gint64 extent = x->shape.dims[axis];

  if (ints->n == RENSA_INTS_SCALAR ? !expect_sections (inference, ints->values[0], extent, error)
                                   : !expect_indices (inference, ints, extent, error))
    return FALSE;

  for (int i = 0; i < count_parts (ints); i++)
    {
      part.shape.dims[axis] = get_start (ints, extent, i + 1) - get_start (ints, extent, i);
      rensa_inference_set_output (inference, i, &part);
    }

  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const SplitAxis *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  const int axis = rensa_axis_from_start (self->axis, rensa_array_get_ndim (x));
  gint64 start = 0;

  for (int i = 0; i < rensa_call_get_n_outputs (call); i++)
    {
      const gint64 length = rensa_call_get_output_type (call, i)->shape.dims[axis];

      rensa_call_take_output (call, i, rensa_array_view_range (x, axis, start, length));
      start += length;
    }

  return rensa_call_succeeded (call);
}

/* The gradients of the parts in one array, zeros where a part has none. */
static RensaArray *
join_grads (RensaBackward *backward, int axis, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  g_autoptr (RensaArray) gx = rensa_array_new (x.dtype, &x.shape, error);
  gint64 start = 0;

  for (int i = 0; gx != NULL && i < rensa_backward_get_n_outputs (backward); i++)
    {
      RensaVariable *gy = rensa_backward_get_grad_output (backward, i);
      const gint64 length = rensa_backward_get_output_type (backward, i).shape.dims[axis];
      g_autoptr (RensaArray) part = rensa_array_view_range (gx, axis, start, length);

      if (gy == NULL ? !rensa_array_fill (part, 0, error)
                     : !rensa_array_assign (part, rensa_variable_get_array (gy), error))
        return NULL;
      start += length;
    }

  return g_steal_pointer (&gx);
}

static RensaVariable *
concat_grads (RensaBackward *backward, int axis, GError **error)
{
  const int n_outputs = rensa_backward_get_n_outputs (backward);
  g_autofree RensaVariable **grads = g_new (RensaVariable *, n_outputs);

  for (int i = 0; i < n_outputs; i++)
    grads[i] = rensa_backward_get_grad_output_or_zeros (backward, i, error);

  return rensa_concat (grads, n_outputs, axis, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const SplitAxis *self = rensa_backward_get_attrs (backward);
  const int axis = rensa_axis_from_start (self->axis, rensa_backward_get_input_type (backward, 0).shape.ndim);

  if (rensa_backward_is_recorded (backward))
    rensa_backward_take_grad_input (backward, 0, concat_grads (backward, axis, error));
  else
    rensa_backward_take_grad_array (backward, 0, join_grads (backward, axis, error));

  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_split_axis_class = {
  .name = "split_axis",
  .group = RENSA_GROUP_ARRAY,
  .title = N_ ("Split"),
  .summary = N_ ("Splits an array along one axis"),
  .formula = "[y₀, y₁, …] = x",
  .label = "SplitAxis",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 0,
  RENSA_ATTRS (SplitAxis, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  .chainer = "F.split_axis({x}, {indices_or_sections}, {axis}, force_tuple={force_tuple:tuple})",
  .torch = "torch.tensor_split({x}, {indices_or_sections}, dim={axis})",
  .onnx = "Split",
};

/**
 * rensa_split_axis:
 * @indices_or_sections: a bare integer for so many equal parts, or the rising indices at which parts begin after the
 * first
 * @axis: counts from the end where it is negative
 * @outputs: gets the parts, owned by the caller
 * @max_outputs: room in @outputs
 *
 * The parts of @x along @axis, as views.  Returns how many there are; -1 with an error, RENSA_ERROR_TYPE_CHECK where
 * the axis cannot be divided so.
 */
RENSA_API int
rensa_split_axis (RensaVariable *x, const RensaInts *indices_or_sections, int axis, RensaVariable **outputs,
                  int max_outputs, GError **error)
{
  const SplitAxis self = { .indices_or_sections = *indices_or_sections, .axis = axis, .force_tuple = TRUE };

  if (x == NULL)
    return -1;

  return rensa_function_apply (&rensa_split_axis_class, &self, &x, 1, outputs, max_outputs, error);
}
