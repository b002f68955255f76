/* cpu-taps.c: sums of weighted elements.
 * SPDX-License-Identifier: MIT */

#include "cpu-taps-loops.h"

#include <string.h>

/* Number of channels that use the same taps while these are in the first-level cache. */
#define CHANNELS_AT_ONCE 8

/* Number of elements of one channel of y processed at a time. */
#define ELEMENTS_AT_ONCE 512

/* Number of columns added by one thread. */
#define COLUMNS_AT_ONCE 32

/* Arrays x (N, C, S, K), y (N, C, P, K), and index and weight (N, T, P). */
typedef struct
{
  gint64 n_images;
  gint64 n_channels;
  gint64 n_taps;
  gint64 n_places;
  gint64 size;
  gint64 inner;
  gint64 width; /* size of an element, in bytes */
  const gint64 *index;
  char *weight;
  char *x;
  char *y;
} Job;

static Job
get_job (RensaArray *x, RensaArray *index, RensaArray *weight, RensaArray *y)
{
  return (Job){
    .n_images = x->shape.dims[0],
    .n_channels = x->shape.dims[1],
    .n_taps = index->shape.dims[1],
    .n_places = index->shape.dims[2],
    .size = x->shape.dims[2],
    .inner = x->shape.dims[3],
    .width = (gint64) rensa_dtype_get_size (x->dtype),
    .index = index->data,
    .weight = weight->data,
    .x = x->data,
    .y = y->data,
  };
}

static inline int
get_type (const Job *job)
{
  return job->width == sizeof (double);
}

static inline char *
get_x (const Job *job, gint64 image, gint64 channel)
{
  return job->x + (image * job->n_channels + channel) * job->size * job->inner * job->width;
}

static inline char *
get_y (const Job *job, gint64 image, gint64 channel, gint64 place)
{
  return job->y + ((image * job->n_channels + channel) * job->n_places + place) * job->inner * job->width;
}

/* Returns the position of a tap of a place in index and weight. */
static inline gint64
locate_tap (const Job *job, gint64 image, gint64 tap, gint64 place)
{
  return (image * job->n_taps + tap) * job->n_places + place;
}

static int
get_threads (const Job *job)
{
  return rensa_cpu_get_threads (10.0 * (double) job->n_images * (double) job->n_channels * (double) job->n_taps
                                * (double) job->n_places * (double) job->inner);
}

/* -1 means no row. */
static gboolean
check_index (const Job *job, GError **error)
{
  const gint64 n = job->n_images * job->n_taps * job->n_places;

  for (gint64 i = 0; i < n; i++)
    if (job->index[i] < -1 || job->index[i] >= job->size)
      return rensa_refuse_index ("taps", -1, job->size - 1, job->index[i], error);

  return TRUE;
}

/* Range of places, channels or columns processed by a task. */
typedef struct
{
  gint64 first;
  gint64 n;
} Range;

/* Returns range @i of @count items split into pieces of @length. */
static inline Range
get_range (gint64 i, gint64 count, gint64 length)
{
  return (Range){ .first = i * length, .n = MIN (length, count - i * length) };
}

static inline gint64
count_ranges (gint64 count, gint64 length)
{
  return (count + length - 1) / length;
}

typedef void (*Run) (const Job *job, gint64 image, Range channels, Range rest);

/* Calls @run for all images, @n_channels channels at a time, and @n_rest places or columns (of
 * @rest) at a time. */
static void
run_parts (const Job *job, gint64 n_channels, gint64 rest, gint64 n_rest, Run run)
{
  const gint64 channel_ranges = count_ranges (job->n_channels, n_channels);
  const gint64 rest_ranges = count_ranges (rest, n_rest);
  const gint64 n_tasks = job->n_images * channel_ranges * rest_ranges;
  const int n_threads = get_threads (job);

#pragma omp parallel for schedule(static) num_threads(n_threads) if (n_threads > 1)
  for (gint64 task = 0; task < n_tasks; task++)
    run (job, task / rest_ranges / channel_ranges,
         get_range (task / rest_ranges % channel_ranges, job->n_channels, n_channels),
         get_range (task % rest_ranges, rest, n_rest));
}

static inline gint64
get_places_at_once (const Job *job)
{
  return MAX (1, ELEMENTS_AT_ONCE / job->inner);
}

static void
read_part (const Job *job, gint64 image, Range channels, Range places)
{
  const RensaTapsAddLoop add = RENSA_CPU_LOOPS (rensa_cpu_taps_loops)->add[get_type (job)];

  for (gint64 c = channels.first; c < channels.first + channels.n; c++)
    {
      char *y = get_y (job, image, c, places.first);

      memset (y, 0, places.n * job->inner * job->width);
      for (gint64 tap = 0; tap < job->n_taps; tap++)
        {
          const gint64 at = locate_tap (job, image, tap, places.first);

          add (places.n, job->inner, get_x (job, image, c), job->index + at, job->weight + at * job->width, y);
        }
    }
}

gboolean
rensa_cpu_read_taps (RensaArray *x, const RensaTaps *taps, RensaArray *y, GError **error)
{
  const Job job = get_job (x, taps->index, taps->weight, y);

  if (!check_index (&job, error))
    return FALSE;

  run_parts (&job, CHANNELS_AT_ONCE, job.n_places, get_places_at_once (&job), read_part);
  return TRUE;
}

static void
spread_part (const Job *job, gint64 image, Range channels, Range columns)
{
  const gint64 at = locate_tap (job, image, 0, 0);
  const RensaTapsExtent extent = {
    .n_channels = channels.n,
    .n_taps = job->n_taps,
    .n_places = job->n_places,
    .size = job->size,
    .inner = job->inner,
    .n_columns = columns.n,
  };

  RENSA_CPU_LOOPS (rensa_cpu_taps_loops)
      ->spread[get_type (job)](&extent, get_y (job, image, channels.first, 0) + columns.first * job->width,
                               job->index + at, job->weight + at * job->width,
                               get_x (job, image, channels.first) + columns.first * job->width);
}

/* Each column of a channel is processed by one thread. */
gboolean
rensa_cpu_spread_taps (RensaArray *gy, const RensaTaps *taps, RensaArray *gx, GError **error)
{
  const Job job = get_job (gx, taps->index, taps->weight, gy);

  if (!check_index (&job, error) || !rensa_cpu_fill (gx, 0, error))
    return FALSE;

  run_parts (&job, CHANNELS_AT_ONCE, job.inner, COLUMNS_AT_ONCE, spread_part);
  return TRUE;
}

static void
match_part (const Job *job, gint64 image, Range channels, Range places)
{
  const RensaTapsMatchLoop match = RENSA_CPU_LOOPS (rensa_cpu_taps_loops)->match[get_type (job)];

  for (gint64 tap = 0; tap < job->n_taps; tap++)
    {
      const gint64 at = locate_tap (job, image, tap, places.first);
      char *gweight = job->weight + at * job->width;

      memset (gweight, 0, places.n * job->width);
      for (gint64 c = channels.first; c < channels.first + channels.n; c++)
        match (places.n, job->inner, get_x (job, image, c), job->index + at, get_y (job, image, c, places.first),
               gweight);
    }
}

gboolean
rensa_cpu_match_taps (RensaArray *x, RensaArray *gy, RensaArray *index, RensaArray *gweight, GError **error)
{
  const Job job = get_job (x, index, gweight, gy);

  if (!check_index (&job, error))
    return FALSE;

  run_parts (&job, job.n_channels, job.n_places, get_places_at_once (&job), match_part);
  return TRUE;
}
