/* rensa-padding.c: padding of an array, axis by axis.
 * SPDX-License-Identifier: MIT */

#include "rensa-padding-private.h"

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"

/* Ramp from the edge, at position 0, to the constant at position 1. */
/* kernel: pad_ramp (edge, place; end) -> y */
KERNEL real
pad_ramp (real edge, real place, real end)
{
  return edge + (end - edge) * place;
}
/* end kernel */

/* kernel: pad_share (sum; count) -> y */
KERNEL real
pad_share (real sum, real count)
{
  return sum / count;
}
/* end kernel */

/* Median along the axis that has extent 1 in the output. As there is no memory for sorting, the
 * element of rank @rank is found by narrowing two bounds around randomly chosen pivots. */
/* index kernel: pad_median (x; int axis) -> y */
KERNEL real
pad_median_of_rank (const real *data, k_index stride, k_index n, k_index rank)
{
  real low = -K_INFINITY;
  real high = K_INFINITY;
  k_index seed = 1;

  for (;;)
    {
      k_index n_inside = 0;
      k_index n_below = 0;
      k_index n_equal = 0;
      k_index pick;
      real pivot = low;

      for (k_index i = 0; i < n; i++)
        n_inside += data[i * stride] >= low && data[i * stride] <= high;

      /* Any pivot is valid, but one at a fixed position would make sorted rows slow. */
      seed = (seed * 16807) % 2147483647;
      pick = seed % n_inside;
      for (k_index i = 0; i < n; i++)
        if (data[i * stride] >= low && data[i * stride] <= high && pick-- == 0)
          pivot = data[i * stride];

      for (k_index i = 0; i < n; i++)
        {
          n_below += data[i * stride] < pivot;
          n_equal += data[i * stride] == pivot;
        }
      if (rank >= n_below && rank < n_below + n_equal)
        return pivot;

      /* The bounds themselves count as inside, so they move to the next element beyond the pivot. */
      if (rank < n_below)
        {
          real next = low;

          for (k_index i = 0; i < n; i++)
            next = data[i * stride] < pivot && data[i * stride] > next ? data[i * stride] : next;
          high = next;
        }
      else
        {
          real next = high;

          for (k_index i = 0; i < n; i++)
            next = data[i * stride] > pivot && data[i * stride] < next ? data[i * stride] : next;
          low = next;
        }
    }
}

KERNEL real
pad_median (const k_index *at, k_view x, k_index axis)
{
  const k_index n = x.shape[axis];
  const k_index stride = x.strides[axis];
  const real *data = x.data;
  real low;

  for (int i = 0; i < x.ndim; i++)
    data += i == axis ? 0 : at[i] * x.strides[i];
  for (k_index i = 0; i < n; i++)
    if (k_isnan (data[i * stride]))
      return K_NAN;

  low = pad_median_of_rank (data, stride, n, (n - 1) / 2);
  return n % 2 == 1 ? low : (low + pad_median_of_rank (data, stride, n, n / 2)) / 2;
}
/* end kernel */

gboolean
rensa_padding_is_linear (RensaPaddingMode mode)
{
  return mode != RENSA_PADDING_MAXIMUM && mode != RENSA_PADDING_MINIMUM && mode != RENSA_PADDING_MEDIAN;
}

gboolean
rensa_padding_needs_elements (RensaPaddingMode mode)
{
  return mode != RENSA_PADDING_CONSTANT && mode != RENSA_PADDING_EMPTY;
}

static RensaArray *
get_range (const RensaPadding *padding, RensaArray *array, gint64 start, gint64 length)
{
  return rensa_array_view_range (array, padding->axis, start, length);
}

static gint64
count_inner (const RensaPadding *padding, RensaArray *array)
{
  return rensa_array_get_dim (array, padding->axis) - padding->width[0] - padding->width[1];
}

/* Returns a view of the padding on one side. */
static RensaArray *
get_side (const RensaPadding *padding, RensaArray *array, int side)
{
  const gint64 start = side == 0 ? 0 : rensa_array_get_dim (array, padding->axis) - padding->width[1];

  return get_range (padding, array, start, padding->width[side]);
}

/* Returns a view of the inner element next to the padding. */
static RensaArray *
get_edge (const RensaPadding *padding, RensaArray *array, int side)
{
  const gint64 place = side == 0 ? 0 : count_inner (padding, array) - 1;

  return get_range (padding, array, padding->width[0] + place, 1);
}

/* Mirrors */

/* A part of the padding and its source. Copies are made from everything already filled, so that a
 * few steps suffice for any width. */
typedef struct
{
  gint64 target;
  gint64 source;
  gint64 length;
} Step;

/* Each step on a side doubles the filled length. */
#define MAX_STEPS 128

/* Plans the steps that fill both sides of @n elements. A side is filled from the range between its
 * edge and the opposite inner edge, so that mirrored copies are placed as in the repeated pattern. */
static int
plan_steps (const RensaPadding *padding, gint64 n, Step *steps)
{
  const gboolean wraps = padding->mode == RENSA_PADDING_WRAP;
  /* A reflection omits the edge itself. */
  const gint64 skip = padding->mode == RENSA_PADDING_REFLECT ? 1 : 0;
  const gint64 first = padding->width[0];
  const gint64 end = first + n + padding->width[1];
  int n_steps = 0;

  for (gint64 low = first; low > 0;)
    {
      const gint64 there = first + n - low;
      const gint64 usable = wraps ? there / n * n : there - skip;
      const gint64 length = MIN (low, usable);

      steps[n_steps++] = (Step){ low - length, wraps ? low - length + usable : low + skip, length };
      low -= length;
    }

  for (gint64 high = first + n; high < end;)
    {
      const gint64 there = high - first;
      const gint64 usable = wraps ? there / n * n : there - skip;
      const gint64 length = MIN (end - high, usable);

      steps[n_steps++] = (Step){ high, wraps ? high - usable : high - skip - length, length };
      high += length;
    }

  return n_steps;
}

/* Returns the source of @step, oriented as in the target. */
static RensaArray *
get_source (const RensaPadding *padding, RensaArray *array, const Step *step, GError **error)
{
  g_autoptr (RensaArray) source = get_range (padding, array, step->source, step->length);
  RensaSlice slices[RENSA_MAX_NDIM];

  if (padding->mode == RENSA_PADDING_WRAP)
    return g_steal_pointer (&source);

  for (int i = 0; i <= padding->axis; i++)
    slices[i] = (RensaSlice){ RENSA_SLICE_RANGE, RENSA_SLICE_NONE, RENSA_SLICE_NONE, i == padding->axis ? -1 : 1 };
  return rensa_array_view_slice (source, slices, padding->axis + 1, error);
}

static gboolean
copy_steps (const RensaPadding *padding, RensaArray *array, gboolean fold, GError **error)
{
  Step steps[MAX_STEPS];
  const int n = plan_steps (padding, count_inner (padding, array), steps);

  for (int i = 0; i < n; i++)
    {
      const Step *step = &steps[fold ? n - 1 - i : i];
      g_autoptr (RensaArray) source = get_source (padding, array, step, error);
      g_autoptr (RensaArray) target = get_range (padding, array, step->target, step->length);

      if (fold ? !rensa_array_accumulate (source, target, error) : !rensa_array_assign (target, source, error))
        return FALSE;
    }

  return TRUE;
}

/* Ramps */

/* Returns the position of each element of a side relative to the edge: 1 for the outermost one. */
static RensaArray *
make_places (const RensaPadding *padding, RensaArray *array, int side, GError **error)
{
  const gint64 n = padding->width[side];
  RensaShape shape = { .ndim = rensa_array_get_ndim (array) };
  g_autofree double *places = rensa_memory_try_new (double, (guint64) n, "pad", error);
  g_autoptr (RensaArray) wide = NULL;

  if (places == NULL)
    return NULL;
  for (int i = 0; i < shape.ndim; i++)
    shape.dims[i] = i == padding->axis ? n : 1;
  for (gint64 i = 0; i < n; i++)
    places[i] = (double) (side == 0 ? n - i : i + 1) / (double) n;

  wide = rensa_array_new_from_host (RENSA_FLOAT64, &shape, places, error);
  return rensa_array_cast (wide, rensa_dtype_promote (RENSA_FLOAT32, rensa_array_get_dtype (array)), error);
}

static gboolean
fill_ramp (const RensaPadding *padding, RensaArray *array, int side, GError **error)
{
  g_autoptr (RensaArray) edge = get_edge (padding, array, side);
  g_autoptr (RensaArray) target = get_side (padding, array, side);
  g_autoptr (RensaArray) places = make_places (padding, array, side, error);

  return rensa_map (RENSA_KERNEL_PAD_RAMP, (RensaArray *[]){ edge, places }, &target, &padding->constants[side], error);
}

/* Sums @array along the axis into one element. */
static RensaArray *
sum_along (const RensaPadding *padding, RensaArray *array, GError **error)
{
  return array != NULL ? rensa_reduce (RENSA_REDUCE_SUM, array, 1u << padding->axis, TRUE, error) : NULL;
}

static gboolean
fold_ramp (const RensaPadding *padding, RensaArray *array, int side, GError **error)
{
  g_autoptr (RensaArray) edge = get_edge (padding, array, side);
  g_autoptr (RensaArray) source = get_side (padding, array, side);
  g_autoptr (RensaArray) places = make_places (padding, array, side, error);
  g_autoptr (RensaArray) parts = rensa_map2 (RENSA_KERNEL_PAD_RAMP, source, places, (double[]){ 0 }, error);
  g_autoptr (RensaArray) sum = sum_along (padding, parts, error);

  return rensa_array_accumulate (edge, sum, error);
}

/* Edges and statistics */

static RensaArray *
get_mean (const RensaPadding *padding, RensaArray *inner, GError **error)
{
  const double count = (double) rensa_array_get_dim (inner, padding->axis);
  const RensaDtype dtype = rensa_dtype_promote (RENSA_FLOAT32, rensa_array_get_dtype (inner));
  g_autoptr (RensaArray) wide = rensa_array_cast (inner, dtype, error);
  g_autoptr (RensaArray) sum = sum_along (padding, wide, error);

  return rensa_map1 (RENSA_KERNEL_PAD_SHARE, sum, &count, error);
}

static RensaArray *
get_median (const RensaPadding *padding, RensaArray *inner, GError **error)
{
  const double axis = padding->axis;
  const RensaShape shape = rensa_shape_reduce (rensa_array_get_shape (inner), 1u << padding->axis, TRUE);

  return rensa_index_map1 (RENSA_KERNEL_PAD_MEDIAN, rensa_array_get_dtype (inner), &shape, &inner, &axis, error);
}

/* Returns the values that fill one side. */
static RensaArray *
get_filling (const RensaPadding *padding, RensaArray *array, int side, GError **error)
{
  g_autoptr (RensaArray) inner = get_range (padding, array, padding->width[0], count_inner (padding, array));
  const guint mask = 1u << padding->axis;

  switch (padding->mode)
    {
    case RENSA_PADDING_MAXIMUM:
      return rensa_reduce (RENSA_REDUCE_MAX, inner, mask, TRUE, error);
    case RENSA_PADDING_MINIMUM:
      return rensa_reduce (RENSA_REDUCE_MIN, inner, mask, TRUE, error);
    case RENSA_PADDING_MEAN:
      return get_mean (padding, inner, error);
    case RENSA_PADDING_MEDIAN:
      return get_median (padding, inner, error);
    default:
      return get_edge (padding, array, side);
    }
}

static gboolean
fill_side (const RensaPadding *padding, RensaArray *array, int side, GError **error)
{
  g_autoptr (RensaArray) target = get_side (padding, array, side);
  g_autoptr (RensaArray) filling = NULL;

  if (padding->width[side] == 0 || rensa_array_get_count (target) == 0)
    return TRUE;
  if (!rensa_padding_needs_elements (padding->mode))
    return rensa_array_fill (target, padding->constants[side], error);
  if (padding->mode == RENSA_PADDING_LINEAR_RAMP)
    return fill_ramp (padding, array, side, error);

  filling = get_filling (padding, array, side, error);
  return rensa_array_assign (target, filling, error);
}

/* TRUE if the padding copies mirrored elements; a single element can only be reflected onto itself. */
static gboolean
is_copied (const RensaPadding *padding, RensaArray *array)
{
  return padding->mode == RENSA_PADDING_SYMMETRIC || padding->mode == RENSA_PADDING_WRAP
         || (padding->mode == RENSA_PADDING_REFLECT && count_inner (padding, array) > 1);
}

gboolean
rensa_padding_fill (const RensaPadding *padding, RensaArray *array, GError **error)
{
  if (is_copied (padding, array))
    return copy_steps (padding, array, FALSE, error);

  return fill_side (padding, array, 0, error) && fill_side (padding, array, 1, error);
}

static gboolean
fold_side (const RensaPadding *padding, RensaArray *array, int side, GError **error)
{
  const double count = (double) count_inner (padding, array);
  g_autoptr (RensaArray) source = get_side (padding, array, side);
  g_autoptr (RensaArray) sum = NULL;
  g_autoptr (RensaArray) share = NULL;
  g_autoptr (RensaArray) target = NULL;

  if (padding->width[side] == 0 || !rensa_padding_needs_elements (padding->mode) || rensa_array_get_count (source) == 0)
    return TRUE;
  if (padding->mode == RENSA_PADDING_LINEAR_RAMP)
    return fold_ramp (padding, array, side, error);

  sum = sum_along (padding, source, error);
  if (padding->mode != RENSA_PADDING_MEAN)
    target = get_edge (padding, array, side);
  else
    target = get_range (padding, array, padding->width[0], (gint64) count);
  share = padding->mode == RENSA_PADDING_MEAN ? rensa_map1 (RENSA_KERNEL_PAD_SHARE, sum, &count, error)
                                              : g_steal_pointer (&sum);
  return rensa_array_accumulate (target, share, error);
}

gboolean
rensa_padding_fold (const RensaPadding *padding, RensaArray *array, GError **error)
{
  if (is_copied (padding, array))
    return copy_steps (padding, array, TRUE, error);

  return fold_side (padding, array, 0, error) && fold_side (padding, array, 1, error);
}
