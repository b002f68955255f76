/* cpu-patches.c: weighted sums over parts of images.
 * SPDX-License-Identifier: MIT */

#include "cpu-private.h"

/* Range of the nonzero weights of one line. */
typedef struct
{
  gint64 first;
  gint64 end;
} Band;

/* Weights (K, to, from) along one axis. */
typedef struct
{
  gconstpointer weights;
  gint64 n_to;
  gint64 n_from;
  Band *bands; /* (K, to) */
  Band *lines; /* (K): range of lines with a nonempty band */
  Band *reach; /* (K): all bands together */
} Side;

static void
side_clear (Side *side)
{
  g_clear_pointer (&side->bands, g_free);
  g_clear_pointer (&side->lines, g_free);
  g_clear_pointer (&side->reach, g_free);
}

typedef struct
{
  Side rows;
  Side columns;
  const gint64 *from;
  gint64 *starts; /* range of each target image's patches in @order */
  gint64 *order;
  gint64 channels;
  gconstpointer x;
  gpointer y;
} Sum;

static void
sum_clear (Sum *sum)
{
  side_clear (&sum->rows);
  side_clear (&sum->columns);
  g_clear_pointer (&sum->starts, g_free);
  g_clear_pointer (&sum->order, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sum, sum_clear)

#define DEFINE_LOOPS(type)                                                                                          \
  static void find_bands_##type (Side *side, gint64 n_lines)                                                        \
  {                                                                                                                 \
    for (gint64 i = 0; i < n_lines; i++)                                                                            \
      {                                                                                                             \
        const type *line = (const type *) side->weights + i * side->n_from;                                         \
        Band band = { 0, side->n_from };                                                                            \
                                                                                                                    \
        while (band.first < band.end && line[band.first] == 0)                                                      \
          band.first++;                                                                                             \
        while (band.end > band.first && line[band.end - 1] == 0)                                                    \
          band.end--;                                                                                               \
        side->bands[i] = band;                                                                                      \
      }                                                                                                             \
  }                                                                                                                 \
                                                                                                                    \
  /* A row of a patch before its columns are summed, for @columns of x. Zero weights hide NaN. */                   \
  static inline void sum_rows_##type (const type *x, gint64 width, const type *weights, Band rows, Band columns,    \
                                      type *restrict sums)                                                          \
  {                                                                                                                 \
    for (gint64 w = columns.first; w < columns.end; w++)                                                            \
      sums[w] = 0;                                                                                                  \
    for (gint64 h = rows.first; h < rows.end; h++)                                                                  \
      {                                                                                                             \
        const type weight = weights[h];                                                                             \
        const type *restrict row = x + h * width;                                                                   \
                                                                                                                    \
        for (gint64 w = columns.first; w < columns.end && weight != 0; w++)                                         \
          sums[w] += weight * row[w];                                                                               \
      }                                                                                                             \
  }                                                                                                                 \
                                                                                                                    \
  static inline void add_columns_##type (const Side *columns, gint64 k, const type *sums, type *restrict y)         \
  {                                                                                                                 \
    const Band lines = columns->lines[k];                                                                           \
                                                                                                                    \
    for (gint64 j = lines.first; j < lines.end; j++)                                                                \
      {                                                                                                             \
        const gint64 line = k * columns->n_to + j;                                                                  \
        const type *weights = (const type *) columns->weights + line * columns->n_from;                             \
        const Band band = columns->bands[line];                                                                     \
        type total = 0;                                                                                             \
                                                                                                                    \
        for (gint64 w = band.first; w < band.end; w++)                                                              \
          total += weights[w] != 0 ? weights[w] * sums[w] : 0;                                                      \
        y[j] += total;                                                                                              \
      }                                                                                                             \
  }                                                                                                                 \
                                                                                                                    \
  /* Adds patch @k of one channel; @sums has room for a row of x. */                                                \
  static void add_patch_##type (const Sum *sum, gint64 k, gint64 channel, type *sums, type *y)                      \
  {                                                                                                                 \
    const Side *rows = &sum->rows;                                                                                  \
    const Side *columns = &sum->columns;                                                                            \
    const gint64 plane = rows->n_from * columns->n_from;                                                            \
    const type *x = (const type *) sum->x + (sum->from[k] * sum->channels + channel) * plane;                       \
    const Band lines = rows->lines[k];                                                                              \
                                                                                                                    \
    for (gint64 i = lines.first; i < lines.end; i++)                                                                \
      {                                                                                                             \
        const gint64 line = k * rows->n_to + i;                                                                     \
                                                                                                                    \
        sum_rows_##type (x, columns->n_from, (const type *) rows->weights + line * rows->n_from, rows->bands[line], \
                         columns->reach[k], sums);                                                                  \
        add_columns_##type (columns, k, sums, y + i * columns->n_to);                                               \
      }                                                                                                             \
  }                                                                                                                 \
                                                                                                                    \
  static void add_patches_##type (const Sum *sum, gint64 first, gint64 n)                                           \
  {                                                                                                                 \
    const gint64 plane = sum->rows.n_to * sum->columns.n_to;                                                        \
    g_autofree type *sums = g_new (type, sum->columns.n_from);                                                      \
                                                                                                                    \
    for (gint64 i = first; i < first + n; i++)                                                                      \
      {                                                                                                             \
        const gint64 image = i / sum->channels;                                                                     \
                                                                                                                    \
        for (gint64 p = sum->starts[image]; p < sum->starts[image + 1]; p++)                                        \
          add_patch_##type (sum, sum->order[p], i % sum->channels, sums, (type *) sum->y + i * plane);              \
      }                                                                                                             \
  }

DEFINE_LOOPS (float)
DEFINE_LOOPS (double)

static gboolean
check_range (const char *name, const gint64 *numbers, gint64 n, gint64 n_images, GError **error)
{
  for (gint64 i = 0; i < n; i++)
    if (numbers[i] < 0 || numbers[i] >= n_images)
      return rensa_refuse_index (name, 0, n_images - 1, numbers[i], error);

  return TRUE;
}

/* Sorts the patches by target image; those of one image keep their order. */
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

/* Returns the smallest range that contains both, either of which may be empty. */
static Band
join_bands (Band a, Band b)
{
  if (a.first >= a.end)
    return b;
  if (b.first >= b.end)
    return a;
  return (Band){ MIN (a.first, b.first), MAX (a.end, b.end) };
}

static void
join_side (Side *side, gint64 n_patches)
{
  side->lines = g_new0 (Band, n_patches);
  side->reach = g_new0 (Band, n_patches);
  for (gint64 k = 0; k < n_patches; k++)
    for (gint64 i = 0; i < side->n_to; i++)
      {
        const Band band = side->bands[k * side->n_to + i];

        side->reach[k] = join_bands (side->reach[k], band);
        if (band.first < band.end)
          side->lines[k] = join_bands (side->lines[k], (Band){ i, i + 1 });
      }
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

  join_side (side, weights->shape.dims[0]);
  for (gint64 i = 0; i < n_lines; i++)
    length += 1 + (double) (side->bands[i].end - side->bands[i].first);
  return length / (double) weights->shape.dims[0];
}

/* Each channel of an image is processed by one thread. */
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
