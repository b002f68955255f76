/* rensa-index.c: NumPy's combined indexing with slices, integers and integer arrays.
 * SPDX-License-Identifier: MIT */

#include "rensa-index-private.h"

#include "k.h"
#include "rensa-confine.h"
#include "rensa-fault.h"
#include "rensa-functions-kernels.h"
#include "rensa-primitives.h"

/* Only the array base implements the slicing rules, so this slices a single element broadcast to @shape. */
static gboolean
slice_shape (const RensaShape *shape, const RensaSlice *slices, int n_slices, RensaShape *result, GError **error)
{
  g_autoptr (RensaArray) element = rensa_array_new (RENSA_BOOL, &RENSA_SHAPE_SCALAR, error);
  g_autoptr (RensaArray) stand_in = NULL;
  g_autoptr (RensaArray) sliced = NULL;

  if (element == NULL)
    return FALSE;

  stand_in = rensa_array_view_broadcast (element, shape);
  sliced = rensa_array_view_slice (stand_in, slices, n_slices, error);
  if (sliced == NULL)
    return FALSE;

  *result = *rensa_array_get_shape (sliced);
  return TRUE;
}

static gboolean
is_whole_range (const RensaSlice *slice)
{
  return slice->kind == RENSA_SLICE_RANGE && (slice->start == RENSA_SLICE_NONE || slice->start == 0)
         && slice->stop == RENSA_SLICE_NONE && (slice->step == RENSA_SLICE_NONE || slice->step == 1);
}

static gboolean
add_array (RensaIndexPlan *plan, RensaArray *array, int axis, GError **error)
{
  if (!rensa_dtype_is_integer (rensa_array_get_dtype (array)))
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("an array used as an index must contain integers, but %s "
                           "was found"),
                       rensa_dtype_get_name (rensa_array_get_dtype (array)));
      return FALSE;
    }
  if (!rensa_shape_broadcast (&plan->index_shape, rensa_array_get_shape (array), &plan->index_shape, error))
    return FALSE;

  plan->arrays[plan->n_arrays] = array;
  plan->axes[plan->n_arrays++] = axis;
  return TRUE;
}

/* Returns the number of axes of the sliced array that @slice produces; @n_kept is the number that
 * an ellipsis covers. */
static int
count_axes (const RensaSlice *slice, int n_kept)
{
  switch (slice->kind)
    {
    case RENSA_SLICE_INDEX:
      return 0;
    case RENSA_SLICE_ELLIPSIS:
      return n_kept;
    case RENSA_SLICE_RANGE:
    case RENSA_SLICE_NEWAXIS:
      break;
    }
  return 1;
}

/* Collects the arrays and finds the position of their axes: that of the first one if arrays and
 * integers are adjacent, else in front of all others. */
static gboolean
find_arrays (RensaIndexPlan *plan, const RensaIndex *index, int n_kept, GError **error)
{
  int axis = 0;
  int first = -1;
  int last = -1;
  gboolean together = TRUE;

  for (int i = 0; i < index->n; i++)
    {
      if (index->arrays[i] != NULL && !add_array (plan, index->arrays[i], axis, error))
        return FALSE;
      if (index->arrays[i] != NULL || plan->slices[i].kind == RENSA_SLICE_INDEX)
        {
          if (first < 0)
            plan->place = axis;
          else if (i != last + 1)
            together = FALSE;
          first = first < 0 ? i : first;
          last = i;
        }
      axis += count_axes (&plan->slices[i], n_kept);
    }

  if (!together)
    plan->place = 0;
  return TRUE;
}

/* Orders the axes, those of the arrays first, and builds the shapes of the rows and the result. */
static gboolean
join_shapes (RensaIndexPlan *plan, GError **error)
{
  const int n_rest = plan->sliced.ndim - plan->n_arrays;
  guint taken = 0;
  int n = 0;

  if (plan->index_shape.ndim + n_rest > RENSA_MAX_NDIM)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("too many axes: the index produces %d, but an array has at "
                           "most %d"),
                       plan->index_shape.ndim + n_rest, RENSA_MAX_NDIM);
      return FALSE;
    }

  plan->rows = (RensaShape){ .ndim = 1, .dims = { 1 } };
  for (int i = 0; i < plan->n_arrays; i++)
    {
      plan->order[n++] = plan->axes[i];
      plan->rows.dims[0] *= plan->sliced.dims[plan->axes[i]];
      taken |= 1u << plan->axes[i];
    }
  for (int i = 0; i < plan->sliced.ndim; i++)
    if (!((taken >> i) & 1))
      {
        plan->order[n++] = i;
        plan->rows.dims[plan->rows.ndim++] = plan->sliced.dims[i];
      }

  plan->result = (RensaShape){ .ndim = plan->index_shape.ndim + n_rest };
  for (int i = 0; i < plan->index_shape.ndim; i++)
    plan->result.dims[plan->place + i] = plan->index_shape.dims[i];
  for (int i = 0; i < n_rest; i++)
    plan->result.dims[i < plan->place ? i : i + plan->index_shape.ndim] = plan->rows.dims[1 + i];
  return TRUE;
}

gboolean
rensa_index_plan (const RensaIndex *index, const RensaShape *shape, RensaIndexPlan *plan, GError **error)
{
  int n_taken = 0;
  gboolean has_array = FALSE;

  *plan = (RensaIndexPlan){ .n_slices = index->n, .is_whole = TRUE };
  for (int i = 0; i < index->n; i++)
    {
      plan->slices[i] = index->slices[i];
      if (index->arrays[i] != NULL)
        plan->slices[i] = (RensaSlice){ RENSA_SLICE_RANGE, RENSA_SLICE_NONE, RENSA_SLICE_NONE, RENSA_SLICE_NONE };
      has_array |= index->arrays[i] != NULL;
      n_taken += plan->slices[i].kind == RENSA_SLICE_RANGE || plan->slices[i].kind == RENSA_SLICE_INDEX;
      plan->is_whole &= plan->slices[i].kind == RENSA_SLICE_ELLIPSIS || is_whole_range (&plan->slices[i]);
    }

  if (!slice_shape (shape, plan->slices, plan->n_slices, &plan->sliced, error))
    return FALSE;
  plan->result = plan->sliced;

  return !has_array || (find_arrays (plan, index, shape->ndim - n_taken, error) && join_shapes (plan, error));
}

gboolean
rensa_expect_index (RensaInference *inference, const RensaIndex *index, const RensaShape *shape, const char *expect,
                    RensaIndexPlan *plan, GError **error)
{
  GError *reason = NULL;
  g_autoptr (GError) refused = NULL;

  if (rensa_index_plan (index, shape, plan, &reason))
    return TRUE;
  if (g_error_matches (reason, RENSA_ERROR, RENSA_ERROR_NO_MEMORY))
    {
      g_propagate_error (error, reason);
      return FALSE;
    }
  refused = reason;
  return rensa_inference_fail_words (inference, error, expect, "%s", refused->message);
}

/* kernel: joined_number (number, index; extent) -> y */
KERNEL real
joined_number (real number, real index, real extent)
{
  return number * extent + (index < 0 ? index + extent : index);
}
/* end kernel */

static void
explain_index (const RensaLateCheck *check, GError **error)
{
  double index;

  if (rensa_find_outside (check->values, &check->range, &index, error) >= 0)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("index %.0f is out of bounds for an axis with size %lld"), index,
                     (long long) (check->range.most + 1));
}

/* Combines the indices of array @i with @numbers, the row numbers from the preceding arrays; float64. */
static RensaArray *
join_indices (const RensaIndexPlan *plan, int i, RensaArray *numbers, GError **error)
{
  const gint64 extent = plan->sliced.dims[plan->axes[i]];
  const double factor = (double) extent;
  const RensaLateCheck check = { explain_index, "get_item", .range = { -extent, extent - 1, G_MININT64 } };
  g_autoptr (RensaArray) inside = rensa_confine (plan->arrays[i], &check, error);
  g_autoptr (RensaArray) wide = inside != NULL ? rensa_array_cast (inside, RENSA_FLOAT64, error) : NULL;

  return rensa_map2 (RENSA_KERNEL_JOINED_NUMBER, numbers, wide, &factor, error);
}

/* Returns the row numbers that the arrays select together. */
static RensaArray *
number_rows (const RensaIndexPlan *plan, GError **error)
{
  if (plan->n_arrays == 1)
    return rensa_array_ref (plan->arrays[0]);

  g_autoptr (RensaArray) numbers = rensa_array_zeros (RENSA_FLOAT64, &plan->index_shape, error);

  for (int i = 0; i < plan->n_arrays && numbers != NULL; i++)
    {
      RensaArray *joined = join_indices (plan, i, numbers, error);

      rensa_array_unref (numbers);
      numbers = joined;
    }
  return numbers != NULL ? rensa_array_cast (numbers, RENSA_INT64, error) : NULL;
}

/* axes[i] is the axis of the taken rows (index axes first) that becomes axis i of the result. */
static void
get_result_order (const RensaIndexPlan *plan, int *axes)
{
  const int n_index = plan->index_shape.ndim;

  for (int i = 0; i < plan->result.ndim; i++)
    {
      if (i < plan->place)
        axes[i] = n_index + i;
      else
        axes[i] = i < plan->place + n_index ? i - plan->place : i;
    }
}

static void
invert (const int *axes, int n, int *inverse)
{
  for (int i = 0; i < n; i++)
    inverse[axes[i]] = i;
}

RensaArray *
rensa_index_take (const RensaIndexPlan *plan, RensaArray *x, GError **error)
{
  g_autoptr (RensaArray) sliced = rensa_array_view_slice (x, plan->slices, plan->n_slices, error);
  int axes[RENSA_MAX_NDIM];

  if (sliced == NULL || plan->n_arrays == 0)
    return g_steal_pointer (&sliced);
  if (plan->n_arrays == 1 && plan->place == plan->axes[0])
    return rensa_take_along (sliced, plan->place, plan->arrays[0], TRUE, error);

  g_autoptr (RensaArray) moved = rensa_array_view_transpose (sliced, plan->order);
  g_autoptr (RensaArray) rows = rensa_array_reshape (moved, &plan->rows, error);
  g_autoptr (RensaArray) numbers = number_rows (plan, error);
  g_autoptr (RensaArray) taken = rensa_take_rows (rows, numbers, G_MININT64, TRUE, error);

  if (taken == NULL)
    return NULL;

  get_result_order (plan, axes);
  return rensa_array_view_transpose (taken, axes);
}

/* Transpose of taking rows: returns an array of the shape after slicing. */
static RensaArray *
scatter_rows (const RensaIndexPlan *plan, RensaArray *values, GError **error)
{
  RensaShape moved_shape = { .ndim = plan->sliced.ndim };
  int axes[RENSA_MAX_NDIM];
  int inverse[RENSA_MAX_NDIM];

  get_result_order (plan, axes);
  invert (axes, plan->result.ndim, inverse);
  for (int i = 0; i < moved_shape.ndim; i++)
    moved_shape.dims[i] = plan->sliced.dims[plan->order[i]];

  g_autoptr (RensaArray) taken = rensa_array_view_transpose (values, inverse);
  g_autoptr (RensaArray) numbers = number_rows (plan, error);
  g_autoptr (RensaArray) rows = rensa_scatter_rows (&plan->rows, numbers, taken, G_MININT64, TRUE, error);
  g_autoptr (RensaArray) moved = rensa_array_reshape (rows, &moved_shape, error);

  if (moved == NULL)
    return NULL;

  invert (plan->order, plan->sliced.ndim, inverse);
  return rensa_array_view_transpose (moved, inverse);
}

RensaArray *
rensa_index_scatter (const RensaIndexPlan *plan, const RensaShape *shape, RensaArray *values, GError **error)
{
  g_autoptr (RensaArray) sliced = plan->n_arrays == 0 ? rensa_array_ref (values) : scatter_rows (plan, values, error);

  if (sliced == NULL || plan->is_whole)
    return g_steal_pointer (&sliced);

  g_autoptr (RensaArray) target = rensa_array_zeros (rensa_array_get_dtype (values), shape, error);
  g_autoptr (RensaArray) view =
      target != NULL ? rensa_array_view_slice (target, plan->slices, plan->n_slices, error) : NULL;

  if (view == NULL || !rensa_array_assign (view, sliced, error))
    return NULL;

  return g_steal_pointer (&target);
}

/* Selections of whole rows are added in place; others are scattered into zeros first. */
gboolean
rensa_index_add (const RensaIndexPlan *plan, RensaArray *target, RensaArray *values, GError **error)
{
  g_autoptr (RensaArray) repeated = rensa_array_view_broadcast (values, &plan->result);
  g_autoptr (RensaArray) place = rensa_array_view_slice (target, plan->slices, plan->n_slices, error);
  g_autoptr (RensaArray) sum = NULL;

  if (place == NULL)
    return FALSE;
  if (plan->n_arrays == 1 && plan->is_whole && plan->axes[0] == 0)
    return rensa_add_rows (place, plan->arrays[0], repeated, G_MININT64, TRUE, error);

  sum = plan->n_arrays == 0 ? g_steal_pointer (&repeated) : scatter_rows (plan, repeated, error);
  return rensa_array_accumulate (place, sum, error);
}
