/* rensa-drawing.c: converts a user's drawing to an example.
 * SPDX-License-Identifier: MIT */

#include "rensa-drawing.h"

#include <math.h>
#include <string.h>

#include "rensa-pen-private.h"

#define SIZE RENSA_SHEET_SIZE
/* Longer side of a digit, including the pen, in pixels of the sheet. */
#define EXTENT 20.0f
/* A drawing smaller than this fraction of the area is not enlarged further than one of this size. */
#define SMALLEST 0.25f

typedef struct
{
  float width;
  gboolean by_mass;
} Pen;

static const Pen pens[] = {
  [RENSA_DRAWING_NONE] = { 2.1f, FALSE },
  [RENSA_DRAWING_IN_THE_MIDDLE] = { 2.1f, FALSE },
  [RENSA_DRAWING_BY_MASS] = { 2.6f, TRUE },
};

/* Maps the area to the sheet. */
typedef struct
{
  float scale;
  float x;
  float y;
} Placement;

typedef struct
{
  RensaPoint low;
  RensaPoint high;
} Box;

static gboolean
measure (const GPtrArray *lines, Box *box)
{
  gboolean has_points = FALSE;

  *box = (Box){ { INFINITY, INFINITY }, { -INFINITY, -INFINITY } };
  for (guint i = 0; i < lines->len; i++)
    {
      const RensaLine *line = lines->pdata[i];

      for (guint j = 0; j < line->len; j++)
        {
          const RensaPoint point = g_array_index (line, RensaPoint, j);

          box->low = (RensaPoint){ MIN (box->low.x, point.x), MIN (box->low.y, point.y) };
          box->high = (RensaPoint){ MAX (box->high.x, point.x), MAX (box->high.y, point.y) };
          has_points = TRUE;
        }
    }
  return has_points;
}

static Placement
place_in_the_middle (const Box *box, const Pen *pen, float size)
{
  const float longer = MAX (box->high.x - box->low.x, box->high.y - box->low.y);
  const float scale = (EXTENT - pen->width) / MAX (longer, size * SMALLEST);

  return (Placement){ scale, SIZE / 2.0f - scale * (box->low.x + box->high.x) / 2,
                      SIZE / 2.0f - scale * (box->low.y + box->high.y) / 2 };
}

static void
draw (RensaSheet *sheet, const GPtrArray *lines, const Placement *placement, const Pen *pen)
{
  rensa_sheet_clear (sheet);
  for (guint i = 0; i < lines->len; i++)
    {
      const RensaLine *line = lines->pdata[i];
      g_autofree RensaPoint *points = g_new (RensaPoint, line->len + 1);

      for (guint j = 0; j < line->len; j++)
        {
          const RensaPoint point = g_array_index (line, RensaPoint, j);

          points[j] =
              (RensaPoint){ placement->x + placement->scale * point.x, placement->y + placement->scale * point.y };
        }
      /* A dot is a line of length zero. */
      points[line->len] = points[MAX (line->len, 1) - 1];
      if (line->len > 0)
        rensa_sheet_draw (sheet, points, MAX (line->len, 2), pen->width);
    }
}

/* Returns the offset of the center of mass from the center of the sheet. */
static RensaPoint
weigh (const guint8 *bytes)
{
  double mass = 0, x = 0, y = 0;

  for (int i = 0; i < SIZE * SIZE; i++)
    {
      mass += bytes[i];
      x += bytes[i] * (i % SIZE + 0.5);
      y += bytes[i] * (i / SIZE + 0.5);
    }
  return (RensaPoint){ x / mass - SIZE / 2.0, y / mass - SIZE / 2.0 };
}

void
rensa_drawing_make (RensaDrawing drawing, const GPtrArray *lines, double size, guint8 *bytes)
{
  const Pen *pen = &pens[drawing];
  RensaSheet sheet;
  Placement placement;
  Box box;

  memset (bytes, 0, SIZE * SIZE);
  if (!measure (lines, &box))
    return;

  placement = place_in_the_middle (&box, pen, size);
  draw (&sheet, lines, &placement, pen);
  rensa_sheet_to_bytes (&sheet, bytes);
  if (pen->by_mass)
    {
      /* MNIST shifts by whole pixels. */
      const RensaPoint offset = weigh (bytes);

      placement.x -= roundf (offset.x);
      placement.y -= roundf (offset.y);
      draw (&sheet, lines, &placement, pen);
      rensa_sheet_to_bytes (&sheet, bytes);
    }
}
