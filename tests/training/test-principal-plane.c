/* test-principal-plane.c: points of many dimensions on a plane; figures of numpy.linalg.svd.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-principal-plane.h"

static void
assert_places (double (*points)[2], const double (*expected)[2], guint n)
{
  for (guint i = 0; i < n; i++)
    for (int axis = 0; axis < 2; axis++)
      g_assert_cmpfloat_with_epsilon (points[i][axis], expected[i][axis], 1e-12);
}

static void
figures (void)
{
  static const double rows[] = { 1, 2, 0, 3, -1, 1, 0, 0, 2, -2, 1, 1, 4, 4, -1 };
  static const double expected[][2] = { { 0.46193830957125, -0.877223664566095 },
                                        { 0.171334057690286, 2.853031945002506 },
                                        { -2.054942774873648, 0.541073756186552 },
                                        { -2.759926099931907, -1.664312438400497 },
                                        { 4.18159650754402, -0.852569598222467 } };
  double points[5][2];
  double share;

  rensa_principal_plane (rows, 5, 3, points, &share);
  assert_places (points, expected, 5);
  g_assert_cmpfloat_with_epsilon (share, 0.9875550901194039, 1e-14);
}

/* A thousand dimensions of which one tells them apart: the others have no place on the second axis. */
static void
line (void)
{
  g_autofree double *rows = g_new0 (double, 3 * 1000);
  static const double expected[][2] = { { -1.5, 0 }, { -1.5, 0 }, { 3, 0 } };
  double points[3][2];
  double share;

  rows[2 * 1000 + 617] = -4.5;
  rensa_principal_plane (rows, 3, 1000, points, &share);
  assert_places (points, expected, 3);
  g_assert_cmpfloat_with_epsilon (share, 1, 1e-12);
}

static void
one_place (void)
{
  static const double rows[] = { 2, 3, 2, 3 };
  static const double expected[][2] = { { 0, 0 }, { 0, 0 } };
  double points[2][2] = { { 7, 7 }, { 7, 7 } };
  double share;

  rensa_principal_plane (rows, 2, 2, points, &share);
  assert_places (points, expected, 2);
  g_assert_cmpfloat (share, ==, 1);
  rensa_principal_plane (rows, 1, 2, points, &share);
  assert_places (points, expected, 1);
}

/* The corners of a square have two axes of equal length: distances are kept, whichever are taken. */
static void
square (void)
{
  static const double rows[] = { 0, 0, 0, 1, 1, 0, 1, 1 };
  double points[4][2];
  double share;

  rensa_principal_plane (rows, 4, 2, points, &share);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      g_assert_cmpfloat_with_epsilon (hypot (points[i][0] - points[j][0], points[i][1] - points[j][1]),
                                      hypot (rows[2 * i] - rows[2 * j], rows[2 * i + 1] - rows[2 * j + 1]), 1e-12);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/training/principal-plane/figures", figures);
  g_test_add_func ("/training/principal-plane/line", line);
  g_test_add_func ("/training/principal-plane/one-place", one_place);
  g_test_add_func ("/training/principal-plane/square", square);
  return g_test_run ();
}
