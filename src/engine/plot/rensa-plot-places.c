/* rensa-plot-places.c: where names stand beside points.
 * SPDX-License-Identifier: MIT */

#include "rensa-plot-places.h"

#include <math.h>

/* How far off a name may stand: beside its point, or so many heights of a line farther. */
#define N_RINGS 6
#define RING 1.05
/* What lies outside of the frame is not seen at all, which is worse than to hide many others. */
#define OUTSIDE 1000

/* Of the point, from its name: -1 stands left of or above it. Beside it first, then above and below, then in the corners. */
static const int sides[][2] = { { 1, 0 }, { -1, 0 }, { 0, -1 }, { 0, 1 }, { 1, -1 }, { 1, 1 }, { -1, -1 }, { -1, 1 } };

double
rensa_plot_box_get_overlap (const RensaPlotBox *a, const RensaPlotBox *b)
{
  const double width = fmin (a->x + a->width, b->x + b->width) - fmax (a->x, b->x);
  const double height = fmin (a->y + a->height, b->y + b->height) - fmax (a->y, b->y);

  return width > 0 && height > 0 ? width * height : 0;
}

static RensaPlotBox
put (const RensaPlotBox *point, const int *side, double distance)
{
  const double x = point->x + side[0] * distance;
  const double y = point->y + side[1] * distance;

  return (RensaPlotBox){ x - (1 - side[0]) * point->width / 2, y - (1 - side[1]) * point->height / 2, point->width,
                         point->height };
}

/* What the name @box of point @i hides, and what is not seen of it. The names before it have their places. */
static double
find_cost (const RensaPlotBox *box, const RensaPlotBox *points, const RensaPlotBox *named, guint i, guint n,
           const RensaPlotBox *frame, double gap)
{
  double cost = OUTSIDE * (box->width * box->height - rensa_plot_box_get_overlap (box, frame));

  for (guint j = 0; j < n; j++)
    {
      const RensaPlotBox dot = { points[j].x - gap / 2, points[j].y - gap / 2, gap, gap };

      cost += rensa_plot_box_get_overlap (box, &dot);
      if (j < i)
        cost += rensa_plot_box_get_overlap (box, &named[j]);
    }
  return cost;
}

static RensaPlotBox
find_place (const RensaPlotBox *points, const RensaPlotBox *named, guint i, guint n, const RensaPlotBox *frame,
            double gap)
{
  RensaPlotBox best = points[i];
  double least = INFINITY;

  for (guint ring = 0; ring < N_RINGS; ring++)
    for (guint side = 0; side < G_N_ELEMENTS (sides) && least > 0; side++)
      {
        const RensaPlotBox box = put (&points[i], sides[side], gap + ring * RING * points[i].height);
        const double cost = find_cost (&box, points, named, i, n, frame, gap);

        if (cost < least)
          {
            best = box;
            least = cost;
          }
      }
  return best;
}

void
rensa_plot_place_names (RensaPlotBox *boxes, guint n, const RensaPlotBox *frame, double gap)
{
  g_autofree RensaPlotBox *points = g_memdup2 (boxes, n * sizeof *boxes);

  for (guint i = 0; i < n; i++)
    boxes[i] = find_place (points, boxes, i, n, frame, gap);
}
