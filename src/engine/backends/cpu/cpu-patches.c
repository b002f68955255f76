/* cpu-patches.c: weighted sums over parts of images.
 * SPDX-License-Identifier: MIT */

#include "cpu-private.h"
#include "rensa-error.h"

/* Where the weights of one line begin and end that are not zero. */
typedef struct
{
  gint64 first;
  gint64 end;
} Band;

/* The weights (K, to, from) along one axis. */
typedef struct
{
  gconstpointer weights;
  gint64 n_to;
  gint64 n_from;
  Band *bands; /* (K, to) */
} Side;

typedef struct
{
  Side rows;
  Side columns;
  const gint64 *from;
  gint64 *starts; /* of the patches that go to each image, in @order */
  gint64 *order;
  gint64 channels;
  gconstpointer x;
  gpointer y;
} Sum;

static void
sum_clear (Sum *sum)
{
  g_clear_pointer (&sum->rows.bands, g_free);
  g_clear_pointer (&sum->columns.bands, g_free);
  g_clear_pointer (&sum->starts, g_free);
  g_clear_pointer (&sum->order, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sum, sum_clear)

#define DEFINE_LOOPS(type)                                                                                             \
  static void find_bands_##type (Side *side, gint64 n_lines)                                                           \
  {                                                                                                                    \
    for (gint64 i = 0; i < n_lines; i++)                                                                               \
      {                                                                                                                \
        const type *line = (const type *) side->weights + i * side->n_from;                                            \
        Band band = { 0, side->n_from };                                                                               \
                                                                                                                       \
        while (band.first < band.end && line[band.first] == 0)                                                         \
          band.first++;                                                                                                \
        while (band.end > band.first && line[band.end - 1] == 0)                                                       \
          band.end--;                                                                                                  \
        side->bands[i] = band;                                                                                         \
      }                                                                                                                \
  }                                                                                                                    \
                                                                                                                       \
  /* One element of a patch.  Zeros keep away what is not finite. */                                                   \
  static inline type sum_element_##type (const type *x, gint64 width, const type *row, Band row_band,                  \
                                         const type *column, Band column_band)                                         \
  {                                                                                                                    \
    type total = 0;                                                                                                    \
                                                                                                                       \
    for (gint64 h = row_band.first; h < row_band.end; h++)                                                             \
      {                                                                                                                \
        type sum = 0;                                                                                                  \
                                                                                                                       \
        for (gint64 w = column_band.first; w < column_band.end; w++)                                                   \
          sum += column[w] != 0 ? column[w] * x[h * width + w] : 0;                                                    \
        total += row[h] != 0 ? row[h] * sum : 0;                                                                       \
      }                                                                                                                \
    return total;                                                                                                      \
  }                                                                                                                    \
                                                                                                                       \
  /* Adds patch @k of one channel. */                                                                                  \
  static void add_patch_##type (const Sum *sum, gint64 k, gint64 channel, type *restrict y)                            \
  {                                                                                                                    \
    const Side *rows = &sum->rows;                                                                                     \
    const Side *columns = &sum->columns;                                                                               \
    const gint64 plane = rows->n_from * columns->n_from;                                                               \
    const type *x = (const type *) sum->x + (sum->from[k] * sum->channels + channel) * plane;                          \
                                                                                                                       \
    for (gint64 i = k * rows->n_to; i < (k + 1) * rows->n_to; i++)                                                     \
      for (gint64 j = k * columns->n_to; j < (k + 1) * columns->n_to && rows->bands[i].first < rows->bands[i].end;     \
           j++)                                                                                                        \
        if (columns->bands[j].first < columns->bands[j].end)                                                           \
          y[(i - k * rows->n_to) * columns->n_to + j - k * columns->n_to] +=                                           \
              sum_element_##type (x, columns->n_from, (const type *) rows->weights + i * rows->n_from, rows->bands[i], \
                                  (const type *) columns->weights + j * columns->n_from, columns->bands[j]);           \
  }                                                                                                                    \
                                                                                                                       \
  static void add_patches_##type (const Sum *sum, gint64 first, gint64 n)                                              \
  {                                                                                                                    \
    const gint64 plane = sum->rows.n_to * sum->columns.n_to;                                                           \
                                                                                                                       \
    for (gint64 i = first; i < first + n; i++)                                                                         \
      {                                                                                                                \
        const gint64 image = i / sum->channels;                                                                        \
                                                                                                                       \
        for (gint64 p = sum->starts[image]; p < sum->starts[image + 1]; p++)                                           \
          add_patch_##type (sum, sum->order[p], i % sum->channels, (type *) sum->y + i * plane);                       \
      }                                                                                                                \
  }

DEFINE_LOOPS (float)
DEFINE_LOOPS (double)

static gboolean
check_range (const char *what, const gint64 *numbers, gint64 n, gint64 n_images, GError **error)
{
  for (gint64 i = 0; i < n; i++)
    if (numbers[i] < 0 || numbers[i] >= n_images)
      {
        g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                     "Patches go %s images 0 to %" G_GINT64_FORMAT ": found %" G_GINT64_FORMAT, what, n_images - 1,
                     numbers[i]);
        return FALSE;
      }

  return TRUE;
}

/* Sorts the patches by the image they go to; those of one image stay in their order. */
static void
sort_patches (Sum *sum, const gint64 *to, gint64 n_patches, gint64 n_images)
{
  g_autofree gint64 *next = g_new (gint64, n_images);

  sum->starts = g_new0 (gint64, n_images + 1);
  sum->order = g_new (gint64, n_patches);
  for (gint64 k = 0; k < n_patches; k++)
    sum->starts[to[k] + 1]++;
  for (gint64 image = 0; image < n_images; image++)
    {
      sum->starts[image + 1] += sum->starts[image];
      next[image] = sum->starts[image];
    }
  for (gint64 k = 0; k < n_patches; k++)
    sum->order[next[to[k]]++] = k;
}

static double
set_side (Side *side, RensaArray *weights)
{
  const gint64 n_lines = weights->shape.dims[0] * weights->shape.dims[1];
  double length = 0;

  side->weights = weights->data;
  side->n_to = weights->shape.dims[1];
  side->n_from = weights->shape.dims[2];
  side->bands = g_new (Band, n_lines);
  if (weights->dtype == RENSA_FLOAT32)
    find_bands_float (side, n_lines);
  else
    find_bands_double (side, n_lines);

  for (gint64 i = 0; i < n_lines; i++)
    length += 1 + (double) (side->bands[i].end - side->bands[i].first);
  return length / (double) weights->shape.dims[0];
}

/* Each channel of an image is the work of one thread. */
gboolean
rensa_cpu_sum_patches (RensaArray *x, const RensaPatches *patches, RensaArray *y, GError **error)
{
  const gint64 n_patches = patches->from->count;
  const gint64 n_planes = y->shape.dims[0] * y->shape.dims[1];
  g_auto (Sum) sum = {
    .from = patches->from->data,
    .channels = y->shape.dims[1],
    .x = x->data,
    .y = y->data,
  };

  if (!check_range ("from", sum.from, n_patches, x->shape.dims[0], error)
      || !check_range ("to", patches->to->data, n_patches, y->shape.dims[0], error))
    return FALSE;

  const double work = set_side (&sum.rows, patches->rows) * set_side (&sum.columns, patches->columns);
  const int n_threads = rensa_cpu_get_threads (10 * work * (double) n_patches * (double) sum.channels);

  sort_patches (&sum, patches->to->data, n_patches, y->shape.dims[0]);
#pragma omp parallel num_threads(n_threads) if (n_threads > 1)
  {
    gint64 first, n;

    rensa_cpu_get_share (n_planes, 1, &first, &n);
    if (y->dtype == RENSA_FLOAT32)
      add_patches_float (&sum, first, n);
    else
      add_patches_double (&sum, first, n);
  }

  return TRUE;
}
