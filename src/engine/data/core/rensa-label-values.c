/* rensa-label-values.c: numbers that represent classes.
 * SPDX-License-Identifier: MIT */

#include "rensa-label-values-private.h"

#include <math.h>

#include "rensa-fault.h"
#include "rensa-format.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"

#define MOST_CLASSES 65536
/* Maximum number of distinct integers that are more likely classes than values, if each occurs
 * often. */
#define FEW_VALUES 20

static gint64
get_width (RensaArray *labels)
{
  return rensa_array_get_ndim (labels) == 1   ? 1
         : rensa_array_get_ndim (labels) == 2 ? rensa_array_get_dim (labels, 1)
                                              : 0;
}

static double *
read_numbers (RensaArray *labels, GError **error)
{
  g_autoptr (RensaArray) wide = rensa_array_cast (labels, RENSA_FLOAT64, error);
  g_autofree double *numbers =
      wide != NULL ? rensa_memory_try_new (double, rensa_array_get_count (wide) + 1, "the labels", error) : NULL;

  return numbers != NULL && rensa_array_to_host (wide, numbers, error) ? g_steal_pointer (&numbers) : NULL;
}

/* Returns the index of the single 1 in the row; -1 if there is none, or if there is another number. */
static gint64
find_one (const double *row, gint64 width)
{
  gint64 place = -1;

  for (gint64 i = 0; i < width; i++)
    {
      if (row[i] != 0 && (row[i] != 1 || place >= 0))
        return -1;
      if (row[i] == 1)
        place = i;
    }
  return place;
}

/* Returns a number for each label; NULL without an error if the labels do not each name one
 * class. */
static double *
read_labels (RensaArray *labels, gint64 *n, GError **error)
{
  const gint64 width = get_width (labels);
  g_autofree double *numbers = width > 0 ? read_numbers (labels, error) : NULL;

  *n = width > 0 ? rensa_array_get_count (labels) / width : 0;
  for (gint64 i = 0; numbers != NULL && i < *n; i++)
    {
      const gint64 place = width > 1 ? find_one (numbers + i * width, width) : 0;

      if (place < 0 || !isfinite (numbers[i * width]))
        return NULL;
      if (width > 1)
        numbers[i] = (double) place;
    }
  return g_steal_pointer (&numbers);
}

static guint
find_place (const GArray *values, double value)
{
  guint low = 0;
  guint high = values->len;

  while (low < high)
    {
      const guint middle = (low + high) / 2;

      if (g_array_index (values, double, middle) < value)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
add_value (GArray *values, double value)
{
  const guint place = find_place (values, value);

  if (place == values->len || g_array_index (values, double, place) != value)
    g_array_insert_val (values, place, value);
}

gboolean
rensa_label_values_add (GArray *values, RensaArray *labels, const char *key, GError **error)
{
  GError *why = NULL;
  gint64 n;
  g_autofree double *numbers = read_labels (labels, &n, &why);

  if (why != NULL)
    {
      g_propagate_error (error, why);
      return FALSE;
    }
  for (gint64 i = 0; numbers != NULL && i < n && values->len <= MOST_CLASSES; i++)
    add_value (values, numbers[i]);
  if (numbers != NULL && values->len <= MOST_CLASSES)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("“%s” must contain one class per example: a number or a one-hot row"),
                   key);
  return FALSE;
}

RensaArray *
rensa_label_values_number (const GArray *values, RensaArray *labels, GError **error)
{
  gint64 n;
  g_autofree double *numbers = read_labels (labels, &n, error);

  if (numbers == NULL)
    return NULL;
  for (gint64 i = 0; i < n; i++)
    numbers[i] = find_place (values, numbers[i]);
  {
    g_autoptr (RensaArray) places = rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (n), numbers, error);

    return places != NULL ? rensa_array_cast (places, RENSA_INT32, error) : NULL;
  }
}

char **
rensa_label_values_dup_names (const GArray *values)
{
  char **names = g_new0 (char *, values->len + 1);

  for (guint i = 0; i < values->len; i++)
    names[i] = rensa_format_digits (g_array_index (values, double, i), 10);
  return names;
}

/* Returns TRUE if there are few distinct integers, as for classes. */
static gboolean
are_few (const GArray *values, gint64 n)
{
  for (guint i = 0; i < values->len; i++)
    if (g_array_index (values, double, i) != floor (g_array_index (values, double, i)))
      return FALSE;
  return values->len > 1 && values->len <= FEW_VALUES && n >= 3 * (gint64) values->len;
}

char *
rensa_label_values_doubt (RensaArray *labels, const char *key)
{
  const gboolean are_numbers =
      rensa_dtype_is_integer (rensa_array_get_dtype (labels)) && rensa_array_get_ndim (labels) == 1;
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  gint64 n;
  g_autofree double *numbers = read_labels (labels, &n, NULL);

  for (gint64 i = 0; numbers != NULL && i < n && values->len <= FEW_VALUES; i++)
    add_value (values, numbers[i]);
  if (!are_few (values, n))
    return NULL;
  if (!are_numbers)
    return g_strdup_printf (_ ("The labels “%s” look like classes, but are used as values."), key);
  if (g_array_index (values, double, 0) < 0)
    return g_strdup_printf (_ ("The labels “%s” range from %.10g to %.10g; most losses ignore negative labels."), key,
                            g_array_index (values, double, 0), g_array_index (values, double, values->len - 1));
  return NULL;
}
