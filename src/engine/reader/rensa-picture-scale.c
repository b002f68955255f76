/* rensa-picture-scale.c: scales pictures up and down.
 * SPDX-License-Identifier: MIT */

#include "rensa-picture-scale.h"

#include <math.h>

#define N_CHANNELS 3

/* One pixel of the result is the sum of the weights times pixels @first, @first + 1, … */
typedef struct
{
  int first;
  int n;
  float *weights;
} Tap;

/* Taps of one axis, with all their weights in one array. */
typedef struct
{
  Tap *taps;
  float *weights;
} Taps;

static void
taps_clear (Taps *self)
{
  g_free (self->taps);
  g_free (self->weights);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Taps, taps_clear)

static void
fill_tap (Tap *tap, double centre, double reach)
{
  double sum = 0;

  for (int i = 0; i < tap->n; i++)
    sum += MAX (1 - fabs (tap->first + i + 0.5 - centre) / reach, 0);
  for (int i = 0; i < tap->n; i++)
    tap->weights[i] = (float) (MAX (1 - fabs (tap->first + i + 0.5 - centre) / reach, 0) / sum);
}

/* Computes taps that map @length of @n_from pixels, starting at @start, to @n_to. */
static gboolean
make_taps (Taps *self, int n_from, double start, double length, int n_to)
{
  const double scale = length / n_to;
  const double reach = MAX (scale, 1);
  const int most = MIN ((int) (2 * reach) + 2, n_from);

  self->taps = g_try_new (Tap, n_to);
  self->weights = self->taps != NULL ? g_try_new (float, (gsize) n_to *most) : NULL;
  if (self->weights == NULL)
    return FALSE;

  for (int i = 0; i < n_to; i++)
    {
      const double centre = start + (i + 0.5) * scale;
      const int first = CLAMP ((int) floor (centre - reach + 0.5), 0, n_from - 1);
      const int end = CLAMP ((int) floor (centre + reach + 0.5), first + 1, n_from);
      Tap *tap = &self->taps[i];

      *tap = (Tap){ first, MIN (end - first, most), self->weights + (gsize) i * most };
      fill_tap (tap, centre, reach);
    }
  return TRUE;
}

static void
get_row (const RensaPoints3 *points, int y, float *row)
{
  const gsize n = (gsize) points->width * N_CHANNELS;
  const guint8 *bytes = points->bytes + (gsize) y * points->stride;
  const guint16 *words = (gconstpointer) bytes;

  if (points->n_each == 1)
    for (gsize i = 0; i < n; i++)
      row[i] = bytes[i];
  else
    for (gsize i = 0; i < n; i++)
      row[i] = words[i];
}

static void
scale_row (const float *from, const Taps *taps, int n, float *to)
{
  for (int i = 0; i < n; i++, to += N_CHANNELS)
    {
      const Tap *tap = &taps->taps[i];
      const float *point = from + (gsize) tap->first * N_CHANNELS;
      float sums[N_CHANNELS] = { 0 };

      for (int j = 0; j < tap->n; j++, point += N_CHANNELS)
        for (int c = 0; c < N_CHANNELS; c++)
          sums[c] += tap->weights[j] * point[c];
      for (int c = 0; c < N_CHANNELS; c++)
        to[c] = sums[c];
    }
}

/* Computes row @row of the result from @rows, which start at @first and have its width. */
static void
mix_rows (const float *rows, int first, const Tap *tap, const RensaPoints3 *points, int y)
{
  const gsize n = (gsize) points->width * N_CHANNELS;
  const gboolean are_bytes = points->n_each == 1;
  guint8 *bytes = points->bytes + (gsize) y * points->stride;
  guint16 *words = (gpointer) bytes;

  for (gsize i = 0; i < n; i++)
    {
      const float *value = rows + (gsize) (tap->first - first) * n + i;
      float sum = 0;

      for (int j = 0; j < tap->n; j++, value += n)
        sum += tap->weights[j] * *value;
      if (are_bytes)
        bytes[i] = (guint8) CLAMP (sum + 0.5f, 0, G_MAXUINT8);
      else
        words[i] = (guint16) CLAMP (sum + 0.5f, 0, G_MAXUINT16);
    }
}

gboolean
rensa_picture_scale (const RensaPoints3 *from, const RensaPictureBox *box, const RensaPoints3 *to)
{
  const gsize n = (gsize) to->width * N_CHANNELS;
  g_auto (Taps) across = { 0 };
  g_auto (Taps) down = { 0 };
  g_autofree float *rows = NULL;
  g_autofree float *row = g_try_new (float, (gsize) from->width *N_CHANNELS);
  int first;
  int end;

  if (row == NULL || !make_taps (&across, from->width, box->x, box->width, to->width)
      || !make_taps (&down, from->height, box->y, box->height, to->height))
    return FALSE;

  first = down.taps[0].first;
  end = down.taps[to->height - 1].first + down.taps[to->height - 1].n;
  rows = g_try_new (float, (gsize) (end - first) * n);
  if (rows == NULL)
    return FALSE;

  for (int y = first; y < end; y++)
    {
      get_row (from, y, row);
      scale_row (row, &across, to->width, rows + (gsize) (y - first) * n);
    }
  for (int y = 0; y < to->height; y++)
    mix_rows (rows, first, &down.taps[y], to, y);
  return TRUE;
}
