/* rensa-pen.c: lines on a small grayscale sheet.
 * SPDX-License-Identifier: MIT */

#include "rensa-pen-private.h"

#include <math.h>

#define SIZE RENSA_SHEET_SIZE
/* Number of straight segments between two points. */
#define PIECES 5
/* Distance from a line beyond which there is no ink. */
#define EDGE 1.0f

void
rensa_sheet_clear (RensaSheet *sheet)
{
  for (int i = 0; i < SIZE * SIZE; i++)
    sheet->distance[i] = EDGE;
}

static int
clamp (float at)
{
  return CLAMP ((int) at, 0, SIZE - 1);
}

/* The distance of a pixel to a line is that to its nearest segment. */
static void
draw_piece (RensaSheet *sheet, RensaPoint a, RensaPoint b, float radius)
{
  const float reach = radius + EDGE;
  const int left = clamp (MIN (a.x, b.x) - reach), right = clamp (MAX (a.x, b.x) + reach);
  const int top = clamp (MIN (a.y, b.y) - reach), bottom = clamp (MAX (a.y, b.y) + reach);
  const float dx = b.x - a.x, dy = b.y - a.y;
  const float per_length = 1 / MAX (dx * dx + dy * dy, 1e-6f);

  for (int y = top; y <= bottom; y++)
    for (int x = left; x <= right; x++)
      {
        const float px = x + 0.5f - a.x, py = y + 0.5f - a.y;
        const float along = CLAMP ((px * dx + py * dy) * per_length, 0, 1);
        const float ex = px - along * dx, ey = py - along * dy;
        const float distance = sqrtf (ex * ex + ey * ey) - radius;
        float *nearest = &sheet->distance[y * SIZE + x];

        *nearest = MIN (*nearest, distance);
      }
}

/* Interpolates between b and c; @t runs from 0 to 1. */
static float
spline (float a, float b, float c, float d, float t)
{
  return 0.5f * (2 * b + t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a))));
}

void
rensa_sheet_draw (RensaSheet *sheet, const RensaPoint *points, int n_points, float width)
{
  RensaPoint last = points[0];

  for (int i = 0; i + 1 < n_points; i++)
    {
      const RensaPoint a = points[MAX (i - 1, 0)], b = points[i];
      const RensaPoint c = points[i + 1], d = points[MIN (i + 2, n_points - 1)];

      for (int j = 1; j <= PIECES; j++)
        {
          const float t = (float) j / PIECES;
          const RensaPoint next = { spline (a.x, b.x, c.x, d.x, t), spline (a.y, b.y, c.y, d.y, t) };

          draw_piece (sheet, last, next, width / 2);
          last = next;
        }
    }
}

void
rensa_sheet_to_bytes (const RensaSheet *sheet, guint8 *bytes)
{
  for (int i = 0; i < SIZE * SIZE; i++)
    bytes[i] = 255 * CLAMP (0.5f - sheet->distance[i] * 0.5f / EDGE, 0, 0.75f) / 0.75f;
}
