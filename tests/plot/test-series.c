/* test-series.c: long series, their pyramids and moving averages.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-smoothed.h"

#define N_POINTS 70000

/* Every kind of value, in stretches, so that blocks of all kinds come about. */
static double
draw_value (GRand *random, guint i)
{
  switch (i / 500 % 5)
    {
    case 0:
      return g_rand_double (random);
    case 1:
      return -g_rand_double (random);
    case 2:
      return g_rand_int_range (random, 0, 3) == 0 ? NAN : g_rand_double_range (random, -1e-3, 1e3);
    case 3:
      return g_rand_boolean (random) ? INFINITY : NAN;
    default:
      return g_rand_int_range (random, 0, 4) - 1;
    }
}

static void
get_range (const double *values, gsize start, gsize end, RensaSeriesRange *range)
{
  *range = (RensaSeriesRange){ INFINITY, -INFINITY, INFINITY, 0, 0 };
  for (gsize i = start; i < end; i++)
    {
      if (!isfinite (values[i]))
        {
          range->n_not_finite++;
          continue;
        }
      range->low = fmin (range->low, values[i]);
      range->high = fmax (range->high, values[i]);
      if (values[i] > 0)
        range->least_positive = fmin (range->least_positive, values[i]);
      else
        range->n_not_positive++;
    }
}

static void
assert_range (RensaSeries *series, gsize start, gsize end)
{
  RensaSeriesRange expected;
  RensaSeriesRange range;

  get_range (rensa_series_get_values (series), start, end, &expected);
  rensa_series_get_range (series, start, end, &range);
  g_assert_cmpfloat (range.low, ==, expected.low);
  g_assert_cmpfloat (range.high, ==, expected.high);
  g_assert_cmpfloat (range.least_positive, ==, expected.least_positive);
  g_assert_cmpuint (range.n_not_finite, ==, expected.n_not_finite);
  g_assert_cmpuint (range.n_not_positive, ==, expected.n_not_positive);
}

/* While the series grows. */
static void
ranges (void)
{
  g_autoptr (RensaSeries) series = rensa_series_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  assert_range (series, 0, 0);
  for (gint32 i = 0; i < N_POINTS; i++)
    {
      gsize start;
      gsize end;

      rensa_series_append (series, i, i / 7.0, i / 3.0, draw_value (random, i));
      if (i > 600 && i % 97 != 0)
        continue;
      start = g_rand_int_range (random, 0, i + 1);
      end = g_rand_int_range (random, (gint32) start, i + 2);
      assert_range (series, start, end);
      /* Short ones, and all. */
      assert_range (series, start, MIN (start + 40, i + 1));
      if (i % 970 == 0)
        assert_range (series, 0, i + 1);
    }
}

static void
points (void)
{
  g_autoptr (RensaSeries) series = rensa_series_new ();
  g_autoptr (RensaSeries) same = rensa_series_ref (series);

  for (guint i = 0; i < 1000; i++)
    rensa_series_append (series, i, i + 0.25, i + 0.5, i == 17 ? NAN : -1.0 * i);
  g_assert_cmpuint (rensa_series_get_n_points (same), ==, 1000);
  for (guint i = 0; i < 1000; i++)
    {
      g_assert_cmpfloat (rensa_series_get_places (series, RENSA_SERIES_ITERATION)[i], ==, i);
      g_assert_cmpfloat (rensa_series_get_places (series, RENSA_SERIES_EPOCH)[i], ==, i + 0.25);
      g_assert_cmpfloat (rensa_series_get_places (series, RENSA_SERIES_ELAPSED)[i], ==, i + 0.5);
      g_assert_true (i == 17 ? isnan (rensa_series_get_values (series)[i])
                             : rensa_series_get_values (series)[i] == -1.0 * i);
    }
}

/* Sum of w^k v / sum of w^k, worked out for one point alone. */
static double
average (const double *values, gsize i, double weight)
{
  double sum = 0;
  double weights = 0;
  double power = 1;

  for (gsize j = i + 1; j > 0; j--)
    {
      if (!isfinite (values[j - 1]))
        continue;
      sum += power * values[j - 1];
      weights += power;
      power *= weight;
    }
  return sum / weights;
}

static void
smoothed_equals_its_formula (void)
{
  static const double weights[] = { 0, 0.5, 0.9, 0.99 };

  for (guint i = 0; i < G_N_ELEMENTS (weights); i++)
    {
      g_autoptr (RensaSeries) series = rensa_series_new ();
      g_autoptr (RensaSmoothed) smoothed = rensa_smoothed_new (series, weights[i]);
      g_autoptr (GRand) random = g_rand_new_with_seed (5);

      for (guint j = 0; j < 5000; j++)
        {
          const double value = j % 50 == 49 ? NAN : j % 333 == 3 ? INFINITY : 3 + g_rand_double (random);
          double result;

          rensa_series_append (series, j, j, j, value);
          /* Sometimes a few at once. */
          if (j % 7 < 3)
            continue;
          result = rensa_smoothed_get_values (smoothed)[j];
          if (isfinite (value))
            g_assert_cmpfloat_with_epsilon (result, average (rensa_series_get_values (series), j, weights[i]), 1e-10);
          else
            g_assert_true (isnan (result));
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/series/points", points);
  g_test_add_func ("/plot/series/ranges", ranges);
  g_test_add_func ("/plot/series/smoothed", smoothed_equals_its_formula);
  return g_test_run ();
}
