/* rensa-plain-rows.c: examples as plain numbers, and the simplest models of them.
 * SPDX-License-Identifier: MIT */

#include "rensa-plain-rows-private.h"

#include <math.h>
#include <string.h>

#include "rensa-preview-maker.h"

#define CHUNK 64
#define MOST_EXAMPLES 5000
#define MOST_NUMBERS (4 << 20)
#define MOST_TIME G_USEC_PER_SEC
#define MOST_CLASSES 1000
#define MOST_COLUMNS 64

/* Reading */

static gboolean
append_field (GArray *numbers, RensaArray *array, gint64 n, gint64 *n_each)
{
  g_autofree double *values = rensa_array_get_lengths (array) == NULL ? rensa_preview_dup_numbers (array, NULL) : NULL;
  const gint64 count = rensa_array_get_count (array);

  if (values == NULL || count == 0 || count % n != 0)
    return FALSE;
  *n_each = count / n;
  g_array_append_vals (numbers, values, (guint) count);
  return TRUE;
}

static gboolean
append_chunk (RensaRows *rows, GArray *inputs, GArray *targets, RensaDataset *dataset, gint64 n)
{
  const int n_fields = rensa_dataset_get_n_fields (dataset);
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  gint64 indices[CHUNK];
  gboolean ok;

  for (gint64 i = 0; i < n; i++)
    indices[i] = rows->n + i;
  ok = rensa_dataset_get_batch (dataset, indices, n, fields, NULL)
       && append_field (inputs, fields[0], n, &rows->n_inputs)
       && append_field (targets, fields[n_fields - 1], n, &rows->n_targets);
  rensa_arrays_clear (fields, n_fields);
  rows->n += ok ? n : 0;
  return ok;
}

gboolean
rensa_rows_read (RensaRows *rows, RensaDataset *dataset)
{
  const gint64 length = MIN (rensa_dataset_get_length (dataset), MOST_EXAMPLES);
  const gint64 until = g_get_monotonic_time () + MOST_TIME;
  GArray *inputs = g_array_new (FALSE, FALSE, sizeof (double));
  GArray *targets = g_array_new (FALSE, FALSE, sizeof (double));
  gboolean ok = rensa_dataset_get_n_fields (dataset) >= 2;

  while (ok && rows->n < length && inputs->len < MOST_NUMBERS && g_get_monotonic_time () < until)
    ok = append_chunk (rows, inputs, targets, dataset, MIN (CHUNK, length - rows->n));
  rows->inputs = (double *) g_array_free (inputs, FALSE);
  rows->targets = (double *) g_array_free (targets, FALSE);
  return ok && rows->n > 0;
}

void
rensa_rows_clear (RensaRows *rows)
{
  g_free (rows->inputs);
  g_free (rows->targets);
}

/* Targets */

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a;
  const double y = *(const double *) b;

  return (x > y) - (x < y);
}

double
rensa_rows_find_commonest (const RensaRows *rows, gboolean *is_constant)
{
  const gint64 n = rows->n * rows->n_targets;
  g_autofree double *sorted = g_memdup2 (rows->targets, sizeof (double) * (gsize) n);
  double commonest = NAN;
  gint64 most = 0;

  qsort (sorted, (gsize) n, sizeof (double), compare_numbers);
  for (gint64 begin = 0, end; begin < n; begin = end)
    {
      for (end = begin + 1; end < n && sorted[end] == sorted[begin];)
        end++;
      if (end - begin > most)
        {
          most = end - begin;
          commonest = sorted[begin];
        }
    }
  *is_constant = most == n;
  return commonest;
}

/* Columns */

static void
measure_column (const RensaRows *rows, gint64 column, double *mean, double *deviation)
{
  double sum = 0;
  double squares = 0;

  for (gint64 i = 0; i < rows->n; i++)
    sum += rows->inputs[i * rows->n_inputs + column];
  *mean = sum / (double) rows->n;
  for (gint64 i = 0; i < rows->n; i++)
    {
      const double off = rows->inputs[i * rows->n_inputs + column] - *mean;

      squares += off * off;
    }
  *deviation = sqrt (squares / (double) rows->n);
}

gboolean
rensa_rows_are_unscaled (const RensaRows *rows)
{
  double least = INFINITY;
  double most = 0;

  for (gint64 column = 0; column < rows->n_inputs; column++)
    {
      double mean, deviation;

      measure_column (rows, column, &mean, &deviation);
      most = fmax (most, fmax (deviation, fabs (mean) / 10));
      if (deviation > 0)
        least = fmin (least, deviation);
    }
  return most > 100 || (most > 10 && most > 100 * least);
}

/* Nearest mean */

static gint64
count_classes (const RensaRows *rows)
{
  double most = -1;

  for (gint64 i = 0; i < rows->n; i++)
    most = fmax (most, rows->targets[i]);
  return most >= 0 && most < MOST_CLASSES ? (gint64) most + 1 : 0;
}

/* Returns one row per class; classes without examples are infinitely far away. */
static double *
find_means (const RensaRows *rows, gint64 n_classes)
{
  const gint64 width = rows->n_inputs;
  double *means = g_new0 (double, n_classes *width);
  g_autofree gint64 *counts = g_new0 (gint64, n_classes);

  for (gint64 i = 0; i < rows->n; i++)
    {
      const gint64 class = (gint64) rows->targets[i];

      if (rows->targets[i] < 0)
        continue;
      counts[class]++;
      for (gint64 j = 0; j < width; j++)
        means[class * width + j] += rows->inputs[i * width + j];
    }
  for (gint64 class = 0; class < n_classes; class ++)
    for (gint64 j = 0; j < width; j++)
      means[class * width + j] = counts[class] > 0 ? means[class * width + j] / (double) counts[class] : INFINITY;
  return means;
}

static gint64
find_nearest (const double *means, gint64 n_classes, const double *row, gint64 width)
{
  double least = INFINITY;
  gint64 nearest = -1;

  for (gint64 class = 0; class < n_classes; class ++)
    {
      double distance = 0;

      for (gint64 j = 0; j < width; j++)
        distance += (row[j] - means[class * width + j]) * (row[j] - means[class * width + j]);
      if (distance < least)
        {
          least = distance;
          nearest = class;
        }
    }
  return nearest;
}

gint64
rensa_rows_count_nearest (const RensaRows *rows, const RensaRows *others)
{
  const gint64 n_classes = rows->n_targets == 1 ? count_classes (rows) : 0;
  g_autofree double *means = NULL;
  gint64 n_right = 0;

  if (n_classes == 0 || rows->n_inputs != others->n_inputs || others->n_targets != 1
      || n_classes * rows->n_inputs > MOST_NUMBERS)
    return -1;
  means = find_means (rows, n_classes);
  for (gint64 i = 0; i < others->n; i++)
    n_right += find_nearest (means, n_classes, others->inputs + i * others->n_inputs, others->n_inputs)
               == (gint64) others->targets[i];
  return n_right;
}

/* Numbers */

double
rensa_rows_measure_mean (const RensaRows *rows, const RensaRows *others)
{
  const gint64 width = rows->n_targets;
  double sum = 0;

  if (others->n_targets != width)
    return NAN;
  for (gint64 j = 0; j < width; j++)
    {
      double mean = 0;

      for (gint64 i = 0; i < rows->n; i++)
        mean += rows->targets[i * width + j] / (double) rows->n;
      for (gint64 i = 0; i < others->n; i++)
        sum += fabs (others->targets[i * width + j] - mean);
    }
  return sum / (double) (others->n * width);
}

typedef struct
{
  int n; /* columns, including the constant one */
  double means[MOST_COLUMNS + 1];
  double deviations[MOST_COLUMNS + 1];
  double matrix[MOST_COLUMNS + 1][MOST_COLUMNS + 1];
  double solution[MOST_COLUMNS + 1];
} Linear;

static double
get_scaled (const Linear *self, const double *row, int column)
{
  return column == self->n - 1 ? 1 : (row[column] - self->means[column]) / self->deviations[column];
}

/* Computes the Cholesky decomposition in place; a small ridge handles linearly dependent columns. */
static void
decompose (Linear *self)
{
  for (int i = 0; i < self->n; i++)
    for (int j = 0; j <= i; j++)
      {
        double sum = self->matrix[i][j];

        for (int k = 0; k < j; k++)
          sum -= self->matrix[i][k] * self->matrix[j][k];
        self->matrix[i][j] = i == j ? sqrt (fmax (sum, 1e-12)) : sum / self->matrix[j][j];
      }
}

static void
prepare (Linear *self, const RensaRows *rows)
{
  self->n = (int) rows->n_inputs + 1;
  for (int i = 0; i < self->n - 1; i++)
    {
      measure_column (rows, i, &self->means[i], &self->deviations[i]);
      self->deviations[i] = self->deviations[i] > 0 ? self->deviations[i] : 1;
    }
  for (int i = 0; i < self->n; i++)
    for (int j = 0; j <= i; j++)
      {
        double sum = i == j ? 1e-6 * (double) rows->n : 0;

        for (gint64 k = 0; k < rows->n; k++)
          sum += get_scaled (self, rows->inputs + k * rows->n_inputs, i)
                 * get_scaled (self, rows->inputs + k * rows->n_inputs, j);
        self->matrix[i][j] = sum;
      }
  decompose (self);
}

static void
solve (Linear *self, const RensaRows *rows, gint64 target)
{
  for (int i = 0; i < self->n; i++)
    {
      double sum = 0;

      for (gint64 k = 0; k < rows->n; k++)
        sum += get_scaled (self, rows->inputs + k * rows->n_inputs, i) * rows->targets[k * rows->n_targets + target];
      for (int j = 0; j < i; j++)
        sum -= self->matrix[i][j] * self->solution[j];
      self->solution[i] = sum / self->matrix[i][i];
    }
  for (int i = self->n - 1; i >= 0; i--)
    {
      for (int j = i + 1; j < self->n; j++)
        self->solution[i] -= self->matrix[j][i] * self->solution[j];
      self->solution[i] /= self->matrix[i][i];
    }
}

double
rensa_rows_measure_linear (const RensaRows *rows, const RensaRows *others)
{
  g_autofree Linear *self = NULL;
  double sum = 0;

  if (rows->n_inputs > MOST_COLUMNS || rows->n_inputs != others->n_inputs || rows->n <= rows->n_inputs
      || rows->n_targets > MOST_COLUMNS || rows->n_targets != others->n_targets)
    return NAN;
  self = g_new0 (Linear, 1);
  prepare (self, rows);
  for (gint64 target = 0; target < rows->n_targets; target++)
    {
      solve (self, rows, target);
      for (gint64 i = 0; i < others->n; i++)
        {
          double said = 0;

          for (int j = 0; j < self->n; j++)
            said += self->solution[j] * get_scaled (self, others->inputs + i * others->n_inputs, j);
          sum += fabs (said - others->targets[i * others->n_targets + target]);
        }
    }
  return sum / (double) (others->n * others->n_targets);
}
