/* permutate.c: permutation of the elements along one axis.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-axes-private.h"
#include "rensa-confine.h"
#include "rensa-fault.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"

typedef struct
{
  gint64 axis;
  gboolean inv;
} Permutate;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Permutate, axis, .initial = 0, .title = N_ ("Axis"),
                  .hint = N_ ("Axis along which elements are permuted")),
  RENSA_ATTR_BOOL (Permutate, inv, .title = N_ ("Inverse"),
                   .hint = N_ ("Indices specify where elements go to rather than where they come from")),
};

static const RensaSample samples[] = {
  { "", "[[1, 2], [3, 4], [5, 6]]; [2, 0, 1]", "[[5, 6], [1, 2], [3, 4]]" },
  { "inv=True", "[[1, 2], [3, 4], [5, 6]]; [2, 0, 1]", "[[3, 4], [5, 6], [1, 2]]" },
  { "axis=-1", "[[1, 2, 3], [4, 5, 6]]; [1, 2, 0]", "[[2, 3, 1], [5, 6, 4]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Permutate *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *indices = rensa_inference_get_input (inference, 1);
  int axis;

  if (!rensa_expect_axis (inference, self->axis, &axis, error) || !rensa_expect_integer (inference, 1, error)
      || !RENSA_EXPECT (inference, indices->shape.ndim, ==, 1, error)
      || !RENSA_EXPECT (inference, x->shape.dims[axis], ==, indices->shape.dims[0], error))
    return FALSE;

  rensa_inference_set_output (inference, 0, x);
  return TRUE;
}

/* kernel: once_verdict (times) -> y */
KERNEL real
once_verdict (real times)
{
  return times == 1 ? 0 : K_NAN;
}
/* end kernel */

/* Sums @values into the positions given by @indices. */
static RensaArray *
gather (RensaArray *indices, RensaArray *values, GError **error)
{
  return rensa_scatter_rows (&RENSA_SHAPE (rensa_array_get_count (indices)), indices, values, G_MININT64, FALSE, error);
}

static RensaArray *
count_times (RensaArray *indices, GError **error)
{
  g_autoptr (RensaArray) ones = rensa_array_full (RENSA_FLOAT64, rensa_array_get_shape (indices), 1, error);

  return gather (indices, ones, error);
}

static void
explain (const RensaLateCheck *check, GError **error)
{
  g_autoptr (RensaArray) times = count_times (check->values, error);
  g_autoptr (RensaArray) most = rensa_reduce (RENSA_REDUCE_ARGMAX, times, 1, FALSE, error);

  if (most != NULL)
    rensa_set_words (error, RENSA_ERROR_INVALID,
                     N_ ("%s: each index from 0 to %lld must occur once, but %.0f occurs twice"), "permutate",
                     (long long) check->range.most, rensa_array_get_scalar (most));
}

static void
explain_outside (const RensaLateCheck *check, GError **error)
{
  double index;

  if (rensa_find_outside (check->values, &check->range, &index, error) >= 0)
    rensa_set_words (error, RENSA_ERROR_INVALID,
                     N_ ("%s: each index from 0 to %lld must occur once, but %.0f was "
                         "found"),
                     "permutate", (long long) check->range.most, index);
}

/* Returns the source position of each element; NULL with an error if @indices is not a permutation. */
static RensaArray *
find_sources (RensaArray *indices, gboolean inv, GError **error)
{
  const gint64 n = rensa_array_get_count (indices);
  const RensaRange range = { 0, n - 1, G_MININT64 };
  const RensaLateCheck outside = { explain_outside, .range = range };
  g_autoptr (RensaArray) inside = rensa_confine (indices, &outside, error);
  g_autoptr (RensaArray) times = inside != NULL ? count_times (inside, error) : NULL;
  g_autoptr (RensaArray) verdicts = rensa_map1 (RENSA_KERNEL_ONCE_VERDICT, times, NULL, error);
  g_autoptr (RensaArray) verdict = rensa_reduce (RENSA_REDUCE_SUM, verdicts, 1, FALSE, error);
  const RensaLateCheck once = { explain, .values = inside, .range = range };
  g_autoptr (RensaArray) places = NULL;

  if (!rensa_late_check (verdict, &once, error))
    return NULL;
  if (!inv)
    return g_steal_pointer (&inside);

  places = rensa_array_range (RENSA_INT64, n, error);
  return places != NULL ? gather (inside, places, error) : NULL;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Permutate *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  const int axis = rensa_axis_from_start (self->axis, rensa_array_get_ndim (x));
  g_autoptr (RensaArray) sources = find_sources (rensa_call_get_input (call, 1), self->inv, error);

  rensa_call_retain_input (call, 1);
  rensa_call_take_output (call, 0, rensa_take_along (x, axis, sources, FALSE, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Permutate *self = rensa_backward_get_attrs (backward);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  RensaVariable *indices = rensa_backward_get_input (backward, 1);

  rensa_backward_take_grad_input (backward, 0, rensa_permutate (gy, indices, (int) self->axis, !self->inv, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_permutate_class = {
  .name = "permutate",
  .group = &rensa_array_group,
  .title = N_ ("Permute"),
  .summary = N_ ("Reorders the elements along an axis"),
  .formula = "y[i] = x[indices[i]]; y[indices[i]] = x[i] where inv",
  .label = "Permutate",
  .inputs = RENSA_INPUTS ("x", "indices:int"),
  .n_outputs = 1,
  RENSA_ATTRS (Permutate, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.permutate({x}, {indices}, axis={axis}, inv={inv})" },
               { "torch", "{x}.index_select({axis}, {indices}.argsort() if {inv} else {indices})" },
               { "onnx", "v, p = TopK (indices, [dim (indices, 0)], largest=0, outputs=2); "
                         "Gather (x, inv ? p : indices, axis=axis)" }),
};

/**
 * rensa_permutate:
 * @indices: an integer array that contains each index of the axis exactly once
 * @axis: counts from the end if negative, which Chainer documents but does not implement
 * @inv: @indices gives the destinations of the elements instead of their sources
 *
 * Reorders the elements of @x along @axis. RENSA_ERROR_TYPE_CHECK if the number of indices differs
 * from the number of elements, RENSA_ERROR_INVALID if they are not a permutation.
 */
RENSA_API RensaVariable *
rensa_permutate (RensaVariable *x, RensaVariable *indices, int axis, gboolean inv, GError **error)
{
  const Permutate self = { .axis = axis, .inv = inv };

  return rensa_apply2 (&rensa_permutate_class, &self, x, indices, error);
}
