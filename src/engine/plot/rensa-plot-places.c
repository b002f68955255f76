/* rensa-plot-places.c: positions of names next to points.
 * SPDX-License-Identifier: MIT */

#include "rensa-plot-places.h"

#include <math.h>

/* Possible distances of a name: adjacent to its point, or up to this many line heights farther. */
#define N_RINGS 6
#define RING 1.05
/* Cost of area outside the frame, which is invisible and therefore worse than hiding many other names. */
#define OUTSIDE 1000

/* Side of the point on which its name is placed: -1 is left or above. First left and right, then
 * above and below, then the corners. */
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

/* Cost of the name @box of point @i: the area that it hides, and its own area outside the frame.
 * Names before it are already placed. */
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
