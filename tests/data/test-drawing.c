/* test-drawing.c: what a person draws becomes what a data set holds.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "data-fixture.h"
#include "rensa-datasets.h"

#define N_BYTES (RENSA_DRAWING_SIZE * RENSA_DRAWING_SIZE)
#define AREA 300.0
/* Digits of the copybook are narrower than the grid of their points. */
#define NARROWING 0.905f

static void
line_free (gpointer line)
{
  g_array_unref (line);
}

/* Adds the line through @points, x and y in hundredths, ended by 0, to a drawing that is @scale times as large, moved by
 * @x and @y. */
static void
add_line (GPtrArray *lines, const guint8 *points, float scale, float x, float y)
{
  RensaLine *line = g_array_new (FALSE, FALSE, sizeof (RensaPoint));

  for (; points[0] != 0; points += 2)
    {
      const RensaPoint point = { x + scale * NARROWING * points[0], y + scale * points[1] };

      g_array_append_val (line, point);
    }
  g_ptr_array_add (lines, line);
}

static const guint8 one[] = { 55, 4, 51, 50, 48, 96, 0 };
static const guint8 seven_top[] = { 15, 9, 48, 10, 83, 8, 0 };
static const guint8 seven_leg[] = { 83, 8, 60, 48, 44, 96, 0 };
static const guint8 three[] = { 22, 12, 58, 6, 72, 24, 54, 46, 46, 48, 70, 60, 70, 86, 40, 97, 16, 90, 0 };

static GPtrArray *
draw_digit (int digit, float scale, float x, float y)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (line_free);

  if (digit == 1)
    add_line (lines, one, scale, x, y);
  else if (digit == 3)
    add_line (lines, three, scale, x, y);
  else
    {
      add_line (lines, seven_top, scale, x, y);
      add_line (lines, seven_leg, scale, x, y);
    }
  return lines;
}

/* The root of the mean square of the differences. */
static double
compare (const guint8 *bytes, const double *picture)
{
  double sum = 0;

  for (int i = 0; i < N_BYTES; i++)
    sum += (bytes[i] / 255.0 - picture[i]) * (bytes[i] / 255.0 - picture[i]);
  return sqrt (sum / N_BYTES);
}

/* However large and wherever it is drawn, the nearest of a hundred digits from the copybook is the same digit, and very
 * near. */
static void
test_copybook (void)
{
  g_auto (RensaDataBundle) bundle = { 0 };
  g_autofree double *pictures = NULL;
  g_autofree double *labels = NULL;

  g_assert_true (
      load_dataset (&rensa_dataset_strokes_class, "n_train=100, n_test=0, difficulty=0", ".", &bundle, NULL));
  g_assert_cmpint (bundle.picture.drawing, ==, RENSA_DRAWING_IN_THE_MIDDLE);
  pictures = field_to_doubles (bundle.train, 0);
  labels = field_to_doubles (bundle.train, 1);

  for (int k = 0; k < 3; k++)
    {
      const int digit = (int[]){ 1, 3, 7 }[k];
      g_autoptr (GPtrArray) lines = draw_digit (digit, 1.3f + 0.5f * k, 10 + 30 * k, 90 - 40 * k);
      guint8 bytes[N_BYTES];
      double nearest = INFINITY;
      int label = -1;

      rensa_drawing_make (RENSA_DRAWING_IN_THE_MIDDLE, lines, AREA, bytes);
      for (int i = 0; i < 100; i++)
        if (compare (bytes, pictures + i * N_BYTES) < nearest)
          {
            nearest = compare (bytes, pictures + i * N_BYTES);
            label = labels[i];
          }
      g_test_message ("%d: %g", digit, nearest);
      g_assert_cmpint (label, ==, digit);
      g_assert_cmpfloat (nearest, <, 0.15);
    }
}

/* MNIST: 20 points at most, and the centre of mass in the middle, to half a point. */
static void
test_by_mass (void)
{
  g_autoptr (GPtrArray) lines = draw_digit (7, 2, 60, 20);
  guint8 bytes[N_BYTES];
  double mass = 0, x = 0, y = 0;
  int rows = 0;

  rensa_drawing_make (RENSA_DRAWING_BY_MASS, lines, AREA, bytes);
  for (int i = 0; i < RENSA_DRAWING_SIZE; i++)
    {
      gboolean has_ink = FALSE;

      for (int j = 0; j < RENSA_DRAWING_SIZE; j++)
        {
          const guint8 ink = bytes[i * RENSA_DRAWING_SIZE + j];

          mass += ink;
          x += ink * (j + 0.5);
          y += ink * (i + 0.5);
          has_ink = has_ink || ink > 127;
        }
      rows += has_ink;
    }
  g_assert_cmpfloat (fabs (x / mass - 14), <, 0.6);
  g_assert_cmpfloat (fabs (y / mass - 14), <, 0.6);
  g_assert_cmpint (rows, >=, 19);
  g_assert_cmpint (rows, <=, 21);
}

static int
count_ink (const GPtrArray *lines)
{
  guint8 bytes[N_BYTES];
  int n = 0;

  rensa_drawing_make (RENSA_DRAWING_BY_MASS, lines, AREA, bytes);
  for (int i = 0; i < N_BYTES; i++)
    n += bytes[i] > 127;
  return n;
}

static void
test_small (void)
{
  g_autoptr (GPtrArray) nothing = g_ptr_array_new_with_free_func (line_free);
  g_autoptr (GPtrArray) dot = g_ptr_array_new_with_free_func (line_free);
  g_autoptr (GPtrArray) scrawl = draw_digit (1, 0.05f, 150, 150);

  g_assert_cmpint (count_ink (nothing), ==, 0);
  add_line (nothing, (const guint8[]){ 0 }, 1, 0, 0);
  g_assert_cmpint (count_ink (nothing), ==, 0);
  add_line (dot, (const guint8[]){ 50, 50, 0 }, 1, 0, 0);
  g_assert_cmpint (count_ink (dot), >, 2);
  g_assert_cmpint (count_ink (dot), <, 13);
  g_assert_cmpint (count_ink (scrawl), <, 30);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/data/drawing/copybook", test_copybook);
  g_test_add_func ("/data/drawing/by-mass", test_by_mass);
  g_test_add_func ("/data/drawing/small", test_small);
  return g_test_run ();
}
