/* rensa-array.c: strided arrays.
 * SPDX-License-Identifier: MIT */

#include "rensa-array-private.h"

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-slab.h"

static guint n_alive;
static RensaArrayWatch array_watch;

static inline RensaArray *
alloc_array (RensaDtype dtype, RensaBuffer *buffer)
{
  RensaArray *array = rensa_slab_take (sizeof (RensaArray));

  __atomic_add_fetch (&n_alive, 1, __ATOMIC_RELAXED);
  array->ref_count = 1;
  array->dtype = dtype;
  array->data = buffer->data;
  array->buffer = buffer;
  array->lengths = NULL;
  if (G_UNLIKELY (array_watch != NULL))
    array_watch (array, TRUE);
  return array;
}

RensaArray *
rensa_array_alloc_view (RensaArray *array)
{
  RensaArray *view = alloc_array (array->dtype, rensa_buffer_ref (array->buffer));

  view->data = array->data;
  view->count = array->count;
  view->shape.ndim = 0;
  return view;
}

void
rensa_c_strides (const RensaShape *shape, RensaDtype dtype, gint64 *strides)
{
  gint64 stride = (gint64) rensa_dtype_get_size (dtype);

  for (int i = shape->ndim - 1; i >= 0; i--)
    {
      strides[i] = stride;
      stride *= MAX (shape->dims[i], 1);
    }
}

static G_GNUC_NO_INLINE void
explain_no_memory (const RensaDevice *device, RensaDtype dtype, const RensaShape *shape, gsize n_bytes, GError **error)
{
  g_autofree char *text = rensa_shape_to_string (shape);
  g_autofree char *size = g_format_size_full (n_bytes, G_FORMAT_SIZE_IEC_UNITS);

  g_clear_error (error);
  if (device == rensa_device_get_host ())
    rensa_set_words (error, RENSA_ERROR_NO_MEMORY, N_ ("not enough memory for an array of shape %s and dtype %s (%s)"),
                     text, rensa_dtype_get_name (dtype), size);
  else
    rensa_set_words (error, RENSA_ERROR_NO_MEMORY,
                     N_ ("not enough memory on device %s for an array of shape %s and dtype %s (%s)"), device->name,
                     text, rensa_dtype_get_name (dtype), size);
}

RensaArray *
rensa_array_new (RensaDtype dtype, const RensaShape *shape, GError **error)
{
  return rensa_array_new_on (rensa_device_get_current (), dtype, shape, error);
}

RensaArray *
rensa_array_new_on (const RensaDevice *device, RensaDtype dtype, const RensaShape *shape, GError **error)
{
  if (G_UNLIKELY (!rensa_shape_check (shape, dtype, error)))
    return NULL;

  const gint64 count = rensa_shape_count (shape);
  const gsize n_bytes = (gsize) count * rensa_dtype_get_size (dtype);
  RensaBuffer *buffer = rensa_buffer_new (device, n_bytes, error);

  if (G_UNLIKELY (buffer == NULL))
    {
      explain_no_memory (device, dtype, shape, n_bytes, error);
      return NULL;
    }

  RensaArray *array = alloc_array (dtype, buffer);
  array->count = count;
  array->shape.ndim = shape->ndim;
  for (int i = 0; i < shape->ndim; i++)
    array->shape.dims[i] = shape->dims[i];
  rensa_c_strides (shape, dtype, array->strides);
  return array;
}

RensaArray *
rensa_array_new_of_type (const RensaType *type, GError **error)
{
  RensaArray *array = rensa_array_new (type->dtype, &type->shape, error);

  if (array != NULL && type->n_sequences > 0)
    array->lengths = rensa_lengths_new_even (type->shape.dims[0], type->n_sequences);
  return array;
}

/* Returns the stride of an axis if it affects the order of axes, else 0: an axis with one
 * element, or with a repeated element, may have any position. */
static gint64
get_ordering_stride (RensaArray *array, int axis)
{
  return array->shape.dims[axis] > 1 ? ABS (array->strides[axis]) : 0;
}

/* Sorts the axes of @array by descending stride. Uses insertion sort, since axes that do not affect
 * the order keep their positions. */
static void
order_axes (RensaArray *array, int *order)
{
  for (int axis = 0; axis < array->shape.ndim; axis++)
    {
      const gint64 stride = get_ordering_stride (array, axis);
      int place = axis;

      for (int i = axis - 1; i >= 0 && stride != 0; i--)
        {
          const gint64 other = get_ordering_stride (array, order[i]);

          if (other != 0 && other >= stride)
            break;
          if (other != 0)
            place = i;
        }

      for (int i = axis; i > place; i--)
        order[i] = order[i - 1];
      order[place] = axis;
    }
}

RensaArray *
rensa_array_new_ordered (RensaDtype dtype, const RensaShape *shape, RensaArray *like, GError **error)
{
  RensaArray *array = rensa_array_new_on (like->buffer->device, dtype, shape, error);

  if (array == NULL || rensa_array_is_c_contiguous (like))
    return array;

  g_return_val_if_fail (shape->ndim == like->shape.ndim, array);

  int order[RENSA_MAX_NDIM];
  gint64 stride = (gint64) rensa_dtype_get_size (dtype);

  order_axes (like, order);
  for (int i = shape->ndim - 1; i >= 0; i--)
    {
      array->strides[order[i]] = stride;
      stride *= MAX (shape->dims[order[i]], 1);
    }

  return array;
}

RensaArray *
rensa_array_ref (RensaArray *array)
{
  array->ref_count++;
  return array;
}

void
rensa_array_unref (RensaArray *array)
{
  if (--array->ref_count > 0)
    return;

  if (G_UNLIKELY (array_watch != NULL))
    array_watch (array, FALSE);
  if (G_UNLIKELY (array->lengths != NULL))
    rensa_lengths_unref (array->lengths);
  rensa_buffer_unref (array->buffer);
  rensa_slab_free (array, sizeof (RensaArray));
  __atomic_sub_fetch (&n_alive, 1, __ATOMIC_RELAXED);
}

void
rensa_arrays_clear (RensaArray **arrays, int n)
{
  for (int i = 0; i < n; i++)
    g_clear_pointer (&arrays[i], rensa_array_unref);
}

RensaDtype
rensa_array_get_dtype (RensaArray *array)
{
  return array->dtype;
}

const RensaShape *
rensa_array_get_shape (RensaArray *array)
{
  return &array->shape;
}

int
rensa_array_get_ndim (RensaArray *array)
{
  return array->shape.ndim;
}

gint64
rensa_array_get_dim (RensaArray *array, int axis)
{
  return array->shape.dims[axis];
}

gint64
rensa_array_get_count (RensaArray *array)
{
  return array->count;
}

const gint64 *
rensa_array_get_strides (RensaArray *array)
{
  return array->strides;
}

const RensaDevice *
rensa_array_get_device (RensaArray *array)
{
  return array->buffer->device;
}

RensaType
rensa_array_get_type (RensaArray *array)
{
  return (RensaType){ .dtype = array->dtype,
                      .shape = array->shape,
                      .n_sequences = array->lengths != NULL ? rensa_lengths_count (array->lengths) : 0 };
}

RensaLengths *
rensa_array_get_lengths (RensaArray *array)
{
  return array->lengths;
}

void
rensa_array_set_lengths (RensaArray *array, RensaLengths *lengths)
{
  g_return_if_fail (lengths == NULL
                    || (array->shape.ndim > 0 && rensa_lengths_get_total (lengths) == array->shape.dims[0]));

  if (lengths != NULL)
    rensa_lengths_ref (lengths);
  g_clear_pointer (&array->lengths, rensa_lengths_unref);
  array->lengths = lengths;
}

gint64
rensa_array_count_examples (RensaArray *array)
{
  return array->lengths != NULL ? rensa_lengths_count (array->lengths) : array->shape.dims[0];
}

gsize
rensa_array_get_n_bytes (RensaArray *array)
{
  return (gsize) array->count * rensa_dtype_get_size (array->dtype);
}

gboolean
rensa_array_is_c_contiguous (RensaArray *array)
{
  gint64 stride = (gint64) rensa_dtype_get_size (array->dtype);

  for (int i = array->shape.ndim - 1; i >= 0; i--)
    {
      if (array->shape.dims[i] == 1)
        continue;
      if (array->strides[i] != stride)
        return array->count == 0;
      stride *= array->shape.dims[i];
    }

  return TRUE;
}

static int
find_axis_of_stride (RensaArray *array, gint64 stride)
{
  for (int i = 0; i < array->shape.ndim; i++)
    if (array->strides[i] == stride && array->shape.dims[i] != 1)
      return i;

  return -1;
}

/* An array with a reversed axis is not dense: its first element does not have the lowest
 * address. */
gboolean
rensa_array_is_dense (RensaArray *array)
{
  gint64 span = 1;

  if (rensa_array_is_c_contiguous (array))
    return TRUE;

  while (span < array->count)
    {
      const int axis = find_axis_of_stride (array, span * (gint64) rensa_dtype_get_size (array->dtype));

      if (axis < 0)
        return FALSE;
      span *= array->shape.dims[axis];
    }

  return TRUE;
}

gboolean
rensa_array_is_exclusive (RensaArray *array)
{
  return array->ref_count == 1 && array->buffer->ref_count == 1;
}

guint
rensa_array_count_alive (void)
{
  return __atomic_load_n (&n_alive, __ATOMIC_RELAXED);
}

void
rensa_array_watch (RensaArrayWatch watch)
{
  array_watch = watch;
}
