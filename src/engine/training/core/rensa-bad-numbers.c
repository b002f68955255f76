/* rensa-bad-numbers.c: finds examples with NaN or infinite numbers.
 * SPDX-License-Identifier: MIT */

#include "rensa-bad-numbers-private.h"

#include <math.h>

#include "rensa-language.h"
#include "rensa-not-finite.h"
#include "rensa-primitives.h"

#define CHUNK 256
#define MOST_TIME (2 * G_USEC_PER_SEC)
#define MOST_COLUMNS 4096
#define MOST_NAMED 3

/* Number of examples with a bad number, for each column of a field; a field whose examples are
 * not rows counts as one column. */
typedef struct
{
  gint64 n_columns;
  gint64 *counts;
  gint64 *firsts; /* first such example of each column */
} Field;

static void
field_clear (Field *field)
{
  g_free (field->counts);
  g_free (field->firsts);
}

static RensaArray *
widen (RensaArray *array)
{
  if (!rensa_dtype_is_floating (rensa_array_get_dtype (array)) || rensa_array_get_lengths (array) != NULL)
    return NULL;
  return rensa_array_cast (array, RENSA_FLOAT64, NULL);
}

/* Copies the numbers to the host; NULL if it holds no floats, and for sequences. */
static double *
read_numbers (RensaArray *array, gint64 *n)
{
  g_autoptr (RensaArray) wide = widen (array);
  g_autofree double *numbers = NULL;

  if (wide == NULL)
    return NULL;
  *n = rensa_array_get_count (wide);
  numbers = g_try_new (double, MAX (*n, 1));
  return numbers != NULL && rensa_array_to_host (wide, numbers, NULL) ? g_steal_pointer (&numbers) : NULL;
}

gboolean
rensa_batch_has_bad_numbers (const RensaBatch *batch, const RensaConverter *converter)
{
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  const int n_fields = rensa_batch_convert (batch, converter, fields, NULL);
  gboolean any = FALSE;

  for (int i = 0; i < n_fields && !any; i++)
    {
      gint64 n = 0;
      g_autofree double *numbers = read_numbers (fields[i], &n);

      for (gint64 j = 0; numbers != NULL && j < n && !any; j++)
        any = !isfinite (numbers[j]);
    }
  rensa_arrays_clear (fields, MAX (n_fields, 0));
  return any;
}

static void
begin_field (Field *field, RensaArray *array)
{
  const RensaShape *shape = rensa_array_get_shape (array);
  const gboolean is_row = shape->ndim == 2 && shape->dims[1] <= MOST_COLUMNS;

  field->n_columns = is_row ? shape->dims[1] : 1;
  field->counts = g_new0 (gint64, MAX (field->n_columns, 1));
  field->firsts = g_new0 (gint64, MAX (field->n_columns, 1));
}

static void
count_example (Field *field, const double *numbers, gint64 n, gint64 example)
{
  const gint64 width = n / MAX (field->n_columns, 1);

  for (gint64 column = 0; column < field->n_columns; column++)
    {
      gboolean is_bad = FALSE;

      for (gint64 i = 0; i < width && !is_bad; i++)
        is_bad = !isfinite (numbers[column * width + i]);
      if (is_bad && field->counts[column]++ == 0)
        field->firsts[column] = example;
    }
}

static void
count_field (Field *field, RensaArray *array, gint64 begin, gint64 n_examples)
{
  gint64 n = 0;
  g_autofree double *numbers = read_numbers (array, &n);

  if (field->counts == NULL)
    begin_field (field, array);
  for (gint64 i = 0; numbers != NULL && i < n_examples; i++)
    count_example (field, numbers + i * (n / n_examples), n / n_examples, begin + i);
}

/* Returns the number of examples checked. */
static gint64
count (RensaDataset *dataset, Field *counted, int n_fields)
{
  const gint64 length = rensa_dataset_get_length (dataset);
  const gint64 until = g_get_monotonic_time () + MOST_TIME;
  gint64 indices[CHUNK];
  gint64 begin = 0;

  while (begin < length && g_get_monotonic_time () < until)
    {
      const gint64 n = MIN (CHUNK, length - begin);
      RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };

      for (gint64 i = 0; i < n; i++)
        indices[i] = begin + i;
      if (!rensa_dataset_get_batch (dataset, indices, n, fields, NULL))
        break;
      for (int i = 0; i < n_fields; i++)
        count_field (&counted[i], fields[i], begin, n);
      rensa_arrays_clear (fields, n_fields);
      begin += n;
    }
  return begin;
}

/* The last of several fields is the label. Columns without names are named as on the data page. */
static char *
name_column (const Field *counted, int field, int n_fields, gint64 column, const char *const *columns)
{
  const gboolean has_names =
      field == 0 && columns != NULL && (gint64) g_strv_length ((GStrv) columns) == counted->n_columns;

  if (has_names)
    return g_strdup_printf (_ ("column “%s”"), columns[column]);
  if (field > 0 && field == n_fields - 1)
    return g_strdup (_ ("the labels"));
  if (counted->n_columns == 1)
    return g_strdup (_ ("the inputs"));
  return g_strdup_printf (_ ("column “x%lld”"), (long long) column);
}

static void
append_field (GString *text, guint *n_named, const Field *counted, int field, int n_fields, gint64 n_examples,
              const char *const *columns)
{
  for (gint64 column = 0; column < counted->n_columns; column++)
    {
      g_autofree char *name = NULL;

      if (counted->counts[column] == 0 || (*n_named)++ >= MOST_NAMED)
        continue;
      name = name_column (counted, field, n_fields, column, columns);
      g_string_append (text, text->len > 0 ? ", " : "");
      g_string_append_printf (text, _ ("%s in %lld of %lld examples"), name, (long long) counted->counts[column],
                              (long long) n_examples);
    }
}

char *
rensa_dataset_describe_bad_numbers (RensaDataset *dataset, const char *const *columns)
{
  const int n_fields = rensa_dataset_get_n_fields (dataset);
  Field counted[RENSA_MAX_FIELDS] = { 0 };
  const gint64 n_examples = count (dataset, counted, n_fields);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_named = 0;

  for (int i = 0; i < n_fields; i++)
    {
      if (counted[i].counts != NULL)
        append_field (text, &n_named, &counted[i], i, n_fields, n_examples, columns);
      field_clear (&counted[i]);
    }
  if (n_named > MOST_NAMED)
    g_string_append_printf (text, _ (" and %u more"), n_named - MOST_NAMED);
  return n_named > 0 ? g_strdup (text->str) : NULL;
}

static char *
dup_column_name (const Field *counted, int field, int n_fields, gint64 column, const char *const *columns)
{
  if (field > 0 && field == n_fields - 1)
    return g_strdup ("");
  if (counted->n_columns == 1)
    return NULL;
  if (field == 0 && columns != NULL && (gint64) g_strv_length ((GStrv) columns) == counted->n_columns)
    return g_strdup (columns[column]);
  return g_strdup_printf ("x%" G_GINT64_FORMAT, column);
}

gboolean
rensa_dataset_find_bad_column (RensaDataset *dataset, const char *const *columns, RensaBadColumn *found)
{
  const int n_fields = rensa_dataset_get_n_fields (dataset);
  Field counted[RENSA_MAX_FIELDS] = { 0 };

  *found = (RensaBadColumn){ .n_examples = count (dataset, counted, n_fields) };
  for (int i = 0; i < n_fields; i++)
    {
      for (gint64 column = 0; counted[i].counts != NULL && column < counted[i].n_columns; column++)
        {
          if (counted[i].counts[column] <= found->n)
            continue;
          g_free (found->name);
          found->name = dup_column_name (&counted[i], i, n_fields, column, columns);
          found->n = counted[i].counts[column];
          found->first = counted[i].firsts[column];
        }
      field_clear (&counted[i]);
    }
  return found->n > 0;
}
