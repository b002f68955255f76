/* test-plot-places.c: where names stand beside points.
 * SPDX-License-Identifier: MIT */

#include "rensa-plot-places.h"

#define GAP 5

static const RensaPlotBox frame = { 0, 0, 300, 200 };

static void
assert_box (const RensaPlotBox *box, double x, double y)
{
  g_assert_cmpfloat_with_epsilon (box->x, x, 1e-9);
  g_assert_cmpfloat_with_epsilon (box->y, y, 1e-9);
}

/* At the right where that is free, at the left where the frame ends, above where a name stands at both. */
static void
sides (void)
{
  RensaPlotBox boxes[] = { { 100, 50, 40, 10 }, { 290, 150, 40, 10 }, { 0, 100, 40, 10 } };

  rensa_plot_place_names (boxes, 3, &frame, GAP);
  assert_box (&boxes[0], 105, 45);
  assert_box (&boxes[1], 245, 145);
  assert_box (&boxes[2], 5, 95);
}

static void
other_points (void)
{
  RensaPlotBox boxes[] = { { 100, 50, 40, 10 }, { 120, 50, 40, 10 } };
  RensaPlotBox between[] = { { 100, 50, 40, 10 }, { 120, 50, 40, 10 }, { 80, 50, 40, 10 } };

  rensa_plot_place_names (boxes, 2, &frame, GAP);
  assert_box (&boxes[0], 55, 45);
  assert_box (&boxes[1], 125, 45);
  rensa_plot_place_names (between, 3, &frame, GAP);
  assert_box (&between[0], 80, 35);
  assert_box (&between[2], 35, 45);
}

static void
assert_none_is_hidden (const RensaPlotBox *boxes, const RensaPlotBox *points, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpfloat_with_epsilon (rensa_plot_box_get_overlap (&boxes[i], &frame), boxes[i].width * boxes[i].height,
                                      1e-9);
      for (guint j = 0; j < n; j++)
        {
          const RensaPlotBox dot = { points[j].x - GAP / 2.0, points[j].y - GAP / 2.0, GAP, GAP };

          g_assert_true (i == j || rensa_plot_box_get_overlap (&boxes[i], &boxes[j]) <= 0);
          g_assert_cmpfloat (rensa_plot_box_get_overlap (&boxes[i], &dot), <=, 0);
        }
    }
}

/* A dozen points at nearly one place: more than stand around it, so that some go farther off. */
static void
crowd (void)
{
  RensaPlotBox boxes[12];
  RensaPlotBox points[12];

  for (guint i = 0; i < 12; i++)
    boxes[i] = points[i] = (RensaPlotBox){ 150 + 0.1 * i, 100 - 0.1 * i, 30, 10 };
  rensa_plot_place_names (boxes, 12, &frame, GAP);
  assert_none_is_hidden (boxes, points, 12);
}

/* Where there is no room at all, each still has a place. */
static void
no_room (void)
{
  RensaPlotBox boxes[40];

  for (guint i = 0; i < 40; i++)
    boxes[i] = (RensaPlotBox){ 150, 100, 290, 30 };
  rensa_plot_place_names (boxes, 40, &frame, GAP);
  for (guint i = 0; i < 40; i++)
    g_assert_cmpfloat (rensa_plot_box_get_overlap (&boxes[i], &frame), >, 290 * 30 / 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/plot-places/sides", sides);
  g_test_add_func ("/plot/plot-places/other-points", other_points);
  g_test_add_func ("/plot/plot-places/crowd", crowd);
  g_test_add_func ("/plot/plot-places/no-room", no_room);
  return g_test_run ();
}
