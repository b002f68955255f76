/* rensa-array-view.c: views of the same memory.
 * SPDX-License-Identifier: MIT */

#include "rensa-array-private.h"

#include "rensa-fault.h"
#include "rensa-language.h"

static void
add_axis (RensaArray *view, gint64 dim, gint64 stride)
{
  const int axis = view->shape.ndim++;

  view->shape.dims[axis] = dim;
  view->strides[axis] = stride;
}

/* TRUE if axes @first … @last, none of extent 1, can be merged into one axis. */
static gboolean
axes_merge (const RensaArray *array, const int *axes, int first, int last)
{
  for (int i = first; i < last; i++)
    {
      const int outer = axes[i];
      const int inner = axes[i + 1];

      if (array->strides[outer] != array->shape.dims[inner] * array->strides[inner])
        return FALSE;
    }

  return TRUE;
}

/* Matches runs of old axes with runs of new ones of the same product; each old run must merge into
 * one axis, which is then split into the new run. The element counts are equal and not 0. */
static gboolean
divide_strides (const RensaArray *array, const RensaShape *shape, gint64 *strides)
{
  int axes[RENSA_MAX_NDIM];
  int n_axes = 0;
  int new_axis = 0;

  for (int i = 0; i < array->shape.ndim; i++)
    if (array->shape.dims[i] != 1)
      axes[n_axes++] = i;

  for (int first = 0; first < n_axes;)
    {
      gint64 old_product = array->shape.dims[axes[first]];
      gint64 new_product = shape->dims[new_axis];
      int last = first;
      int new_last = new_axis;

      while (old_product != new_product)
        {
          if (new_product < old_product)
            new_product *= shape->dims[++new_last];
          else
            old_product *= array->shape.dims[axes[++last]];
        }
      if (!axes_merge (array, axes, first, last))
        return FALSE;

      strides[new_last] = array->strides[axes[last]];
      for (int i = new_last; i > new_axis; i--)
        strides[i - 1] = strides[i] * shape->dims[i];
      first = last + 1;
      new_axis = new_last + 1;
    }

  for (int i = new_axis; i < shape->ndim; i++)
    strides[i] = (gint64) rensa_dtype_get_size (array->dtype);

  return TRUE;
}

RensaArray *
rensa_array_view_reshape (RensaArray *array, const RensaShape *shape)
{
  gint64 strides[RENSA_MAX_NDIM];

  if (rensa_shape_count (shape) != array->count)
    return NULL;
  if (rensa_array_is_c_contiguous (array))
    rensa_c_strides (shape, array->dtype, strides);
  else if (!divide_strides (array, shape, strides))
    return NULL;

  RensaArray *view = rensa_array_alloc_view (array);
  for (int i = 0; i < shape->ndim; i++)
    add_axis (view, shape->dims[i], strides[i]);

  return view;
}

RensaArray *
rensa_array_view_transpose (RensaArray *array, const int *axes)
{
  RensaArray *view = rensa_array_alloc_view (array);

  for (int i = 0; i < array->shape.ndim; i++)
    add_axis (view, array->shape.dims[axes[i]], array->strides[axes[i]]);

  return view;
}

RensaArray *
rensa_array_view_broadcast (RensaArray *array, const RensaShape *shape)
{
  g_return_val_if_fail (rensa_shape_broadcasts_to (&array->shape, shape), NULL);

  RensaArray *view = rensa_array_alloc_view (array);
  const int n_new = shape->ndim - array->shape.ndim;

  for (int i = 0; i < shape->ndim; i++)
    {
      const gboolean repeated = i < n_new || array->shape.dims[i - n_new] != shape->dims[i];

      add_axis (view, shape->dims[i], repeated ? 0 : array->strides[i - n_new]);
    }
  view->count = rensa_shape_count (shape);

  return view;
}

RensaArray *
rensa_array_view_squeeze (RensaArray *array, guint mask)
{
  RensaArray *view = rensa_array_alloc_view (array);

  for (int i = 0; i < array->shape.ndim; i++)
    if (!((mask >> i) & 1))
      add_axis (view, array->shape.dims[i], array->strides[i]);

  return view;
}

RensaArray *
rensa_array_view_expand (RensaArray *array, guint mask)
{
  const int ndim = array->shape.ndim + __builtin_popcount (mask);
  int axis = 0;

  g_return_val_if_fail (ndim <= RENSA_MAX_NDIM, NULL);
  g_return_val_if_fail ((mask >> ndim) == 0, NULL);

  RensaArray *view = rensa_array_alloc_view (array);
  for (int i = 0; i < ndim; i++)
    {
      if ((mask >> i) & 1)
        {
          add_axis (view, 1, 0);
          continue;
        }
      add_axis (view, array->shape.dims[axis], array->strides[axis]);
      axis++;
    }

  return view;
}

RensaArray *
rensa_array_view_range (RensaArray *array, int axis, gint64 start, gint64 length)
{
  g_return_val_if_fail (axis >= 0 && axis < array->shape.ndim, NULL);
  g_return_val_if_fail (start >= 0 && length >= 0 && start <= array->shape.dims[axis] - length, NULL);

  RensaArray *view = rensa_array_alloc_view (array);
  for (int i = 0; i < array->shape.ndim; i++)
    add_axis (view, i == axis ? length : array->shape.dims[i], array->strides[i]);
  view->count = rensa_shape_count (&view->shape);
  if (view->count > 0)
    view->data = (char *) array->data + start * array->strides[axis];

  return view;
}

RensaArray *
rensa_array_view_strided (RensaArray *array, const RensaShape *shape, const gint64 *strides, gint64 offset)
{
  RensaArray *view = rensa_array_alloc_view (array);

  for (int i = 0; i < shape->ndim; i++)
    add_axis (view, shape->dims[i], strides[i]);
  view->count = rensa_shape_count (shape);
  if (view->count > 0)
    view->data = (char *) array->data + offset;

  return view;
}

/* Checks that the entries fit the number of axes. */
static gboolean
check_slices (RensaArray *array, const RensaSlice *slices, int n_slices, GError **error)
{
  const int ndim = array->shape.ndim;
  int n_of_kind[RENSA_SLICE_ELLIPSIS + 1] = { 0 };

  for (int i = 0; i < n_slices; i++)
    n_of_kind[slices[i].kind]++;

  const int n_taken = n_of_kind[RENSA_SLICE_RANGE] + n_of_kind[RENSA_SLICE_INDEX];
  const int n_axes = ndim - n_of_kind[RENSA_SLICE_INDEX] + n_of_kind[RENSA_SLICE_NEWAXIS];

  if (n_of_kind[RENSA_SLICE_ELLIPSIS] > 1)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("an index can contain only one “...”, but %d were found"),
                     n_of_kind[RENSA_SLICE_ELLIPSIS]);
  else if (n_taken > ndim)
    rensa_set_words (error, RENSA_ERROR_INVALID,
                     N_ ("too many indices: the array is %d-dimensional, but %d were indexed"), ndim, n_taken);
  else if (n_axes > RENSA_MAX_NDIM)
    rensa_set_words (error, RENSA_ERROR_INVALID,
                     N_ ("too many axes: the index produces %d, but an array has at "
                         "most %d"),
                     n_axes, RENSA_MAX_NDIM);
  else
    return TRUE;

  return FALSE;
}

static gboolean
apply_index (RensaArray *array, int axis, gint64 index, gint64 *offset, GError **error)
{
  const gint64 dim = array->shape.dims[axis];

  if (index < -dim || index >= dim)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("index %lld is out of bounds for axis %d with size %lld"),
                       (long long) index, axis, (long long) dim);
      return FALSE;
    }

  *offset += (index < 0 ? index + dim : index) * array->strides[axis];
  return TRUE;
}

/* Clips a bound of a range, as in Python: to 0 … dim, or to -1 … dim - 1 if the step is negative. */
static gint64
clip_bound (gint64 bound, gint64 missing, gint64 dim, gboolean backward)
{
  if (bound == RENSA_SLICE_NONE)
    return missing;
  if (bound < 0)
    bound += dim;

  return CLAMP (bound, backward ? -1 : 0, backward ? dim - 1 : dim);
}

static gboolean
apply_range (RensaArray *array, int axis, const RensaSlice *slice, RensaArray *view, gint64 *offset, GError **error)
{
  const gint64 dim = array->shape.dims[axis];
  const gint64 step = slice->step == RENSA_SLICE_NONE ? 1 : slice->step;
  const gboolean backward = step < 0;

  if (step == 0)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("a slice step cannot be 0, as it is for axis %d"), axis);
      return FALSE;
    }

  const gint64 start = clip_bound (slice->start, backward ? dim - 1 : 0, dim, backward);
  const gint64 stop = clip_bound (slice->stop, backward ? -1 : dim, dim, backward);
  const gint64 distance = backward ? start - stop : stop - start;
  const gint64 length = distance > 0 ? (distance - 1) / ABS (step) + 1 : 0;

  /* A step beyond the axis could overflow the stride, which is not used then. */
  add_axis (view, length, array->strides[axis] * (length > 1 ? step : 1));
  if (length > 0)
    *offset += start * array->strides[axis];
  return TRUE;
}

static void
keep_axes (RensaArray *array, int first, int n, RensaArray *view)
{
  for (int i = first; i < first + n; i++)
    add_axis (view, array->shape.dims[i], array->strides[i]);
}

/* Applies the entries from left to right. Returns FALSE with an error if one is invalid. */
static gboolean
apply_slices (RensaArray *array, const RensaSlice *slices, int n_slices, RensaArray *view, gint64 *offset,
              GError **error)
{
  int n_taken = 0;
  int axis = 0;

  for (int i = 0; i < n_slices; i++)
    n_taken += slices[i].kind == RENSA_SLICE_RANGE || slices[i].kind == RENSA_SLICE_INDEX;

  const int n_kept = array->shape.ndim - n_taken;
  for (int i = 0; i < n_slices; i++)
    switch (slices[i].kind)
      {
      case RENSA_SLICE_RANGE:
        if (!apply_range (array, axis++, &slices[i], view, offset, error))
          return FALSE;
        break;
      case RENSA_SLICE_INDEX:
        if (!apply_index (array, axis++, slices[i].start, offset, error))
          return FALSE;
        break;
      case RENSA_SLICE_NEWAXIS:
        add_axis (view, 1, 0);
        break;
      case RENSA_SLICE_ELLIPSIS:
        keep_axes (array, axis, n_kept, view);
        axis += n_kept;
        break;
      }

  keep_axes (array, axis, array->shape.ndim - axis, view);
  return TRUE;
}

RensaArray *
rensa_array_view_slice (RensaArray *array, const RensaSlice *slices, int n_slices, GError **error)
{
  gint64 offset = 0;

  if (!check_slices (array, slices, n_slices, error))
    return NULL;

  g_autoptr (RensaArray) view = rensa_array_alloc_view (array);
  if (!apply_slices (array, slices, n_slices, view, &offset, error))
    return NULL;

  view->count = rensa_shape_count (&view->shape);
  if (view->count > 0)
    view->data = (char *) array->data + offset;

  return g_steal_pointer (&view);
}
