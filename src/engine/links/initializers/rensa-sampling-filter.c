/* rensa-sampling-filter.c: filters that resample images, as initial values.
 * SPDX-License-Identifier: MIT */

#include "rensa-sampling-filter-private.h"

#include <math.h>
#include <string.h>

#include "rensa-fault.h"
#include "rensa-primitives.h"

static gboolean
check_shape (const RensaShape *shape, GError **error)
{
  g_autofree char *given = rensa_shape_to_string (shape);
  gboolean is_cube = shape->ndim > 2;

  for (int axis = 3; axis < shape->ndim; axis++)
    is_cube = is_cube && shape->dims[axis] == shape->dims[2];
  if (is_cube && (shape->dims[0] == shape->dims[1] || shape->dims[1] == 1))
    return TRUE;

  rensa_set_words (
      error, RENSA_ERROR_INVALID,
      N_ ("expected filters of equal size along all axes and as many input as output channels or one, but the "
          "shape is %s"),
      given);
  return FALSE;
}

/* Triangular function over @size positions, 1 in the middle. */
static double
get_height (gint64 place, gint64 size)
{
  const gint64 factor = (size + 1) / 2;
  const double center = size % 2 == 1 ? (double) factor - 1 : (double) factor - 0.5;

  return 1 - fabs ((double) place - center) / (double) factor;
}

/* Product of the triangular functions along all axes. */
static void
write_filter (double *values, gint64 count, gint64 size, gboolean normalized)
{
  double sum = 0;

  for (gint64 i = 0; i < count; i++)
    {
      values[i] = 1;
      for (gint64 rest = i, n = count; n > 1; n /= size, rest /= size)
        values[i] *= get_height (rest % size, size);
      sum += values[i];
    }
  for (gint64 i = 0; normalized && i < count; i++)
    values[i] /= sum;
}

gboolean
rensa_fill_sampling_filter (RensaArray *array, gboolean normalized, GError **error)
{
  const RensaShape *shape = rensa_array_get_shape (array);
  RensaShape filter = { .ndim = shape->ndim - 2 };
  g_autofree double *values = NULL;

  if (rensa_array_get_count (array) == 0)
    return TRUE;
  if (!check_shape (shape, error) || !rensa_array_fill (array, 0, error))
    return FALSE;

  memcpy (filter.dims, shape->dims + 2, (gsize) filter.ndim * sizeof *filter.dims);
  values = g_new (double, MAX (rensa_shape_count (&filter), 1));
  write_filter (values, rensa_shape_count (&filter), shape->dims[2], normalized);
  for (gint64 channel = 0; channel < shape->dims[0]; channel++)
    {
      const RensaSlice place[] = { { .kind = RENSA_SLICE_INDEX, .start = channel },
                                   { .kind = RENSA_SLICE_INDEX, .start = MIN (channel, shape->dims[1] - 1) } };
      g_autoptr (RensaArray) target = rensa_array_view_slice (array, place, 2, error);

      if (target == NULL || !rensa_initializer_write (target, values, error))
        return FALSE;
    }
  return TRUE;
}
