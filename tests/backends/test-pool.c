/* test-pool.c: pooling against plain loops in double.
 * SPDX-License-Identifier: MIT */

#include "backend-fixture.h"
#include "rensa-late-check.h"

#include <math.h>

typedef struct
{
  const char *name;
  RensaShape x;
  RensaWindow window;
} Case;

#define WINDOW_2D(kh, kw, sh, sw, ph, pw, dh, dw, all)                                                             \
  {                                                                                                                \
    .n = 2, .kernel = { kh, kw }, .stride = { sh, sw }, .pad = { ph, pw }, .dilate = { dh, dw }, .cover_all = all, \
    .groups = 1                                                                                                    \
  }
#define SHAPE(...)                                                                \
  {                                                                               \
    (int) (sizeof ((gint64[]){ __VA_ARGS__ }) / sizeof (gint64)), { __VA_ARGS__ } \
  }

static const Case cases[] = {
  { "half", SHAPE (3, 6, 8, 8), WINDOW_2D (2, 2, 2, 2, 0, 0, 1, 1, FALSE) },
  { "wide", SHAPE (2, 37, 6, 10), WINDOW_2D (2, 2, 2, 2, 0, 0, 1, 1, FALSE) },
  { "long", SHAPE (1, 2, 3, 2500), WINDOW_2D (2, 3, 1, 1, 0, 1, 1, 1, FALSE) },
  { "many-channels", SHAPE (1, 1500, 3, 3), WINDOW_2D (2, 2, 1, 1, 0, 0, 1, 1, FALSE) },
  { "overlapping", SHAPE (2, 5, 9, 7), WINDOW_2D (3, 3, 2, 2, 1, 1, 1, 1, FALSE) },
  { "uneven", SHAPE (2, 3, 7, 9), WINDOW_2D (2, 3, 1, 3, 1, 0, 1, 1, FALSE) },
  { "cover-all", SHAPE (2, 17, 8, 7), WINDOW_2D (3, 2, 2, 3, 0, 1, 1, 1, TRUE) },
  { "dilated", SHAPE (2, 4, 9, 9), WINDOW_2D (3, 2, 1, 2, 2, 1, 2, 3, FALSE) },
  { "beyond", SHAPE (1, 2, 2, 2), WINDOW_2D (1, 1, 3, 3, 0, 0, 1, 1, TRUE) },
  { "large", SHAPE (2, 4, 12, 12), WINDOW_2D (12, 12, 1, 1, 0, 0, 1, 1, FALSE) },
  { "tiles", SHAPE (2, 3, 7, 19), WINDOW_2D (2, 3, 2, 3, 0, 1, 1, 1, TRUE) },
  { "many-tiles", SHAPE (1, 2, 4, 5001), WINDOW_2D (2, 2, 2, 2, 0, 0, 1, 1, TRUE) },
  { "wide-windows", SHAPE (2, 5, 12, 83), WINDOW_2D (6, 40, 6, 40, 0, 0, 1, 1, FALSE) },
  { "wide-overlapping", SHAPE (2, 11, 7, 50), WINDOW_2D (3, 21, 2, 17, 1, 2, 2, 1, TRUE) },
  { "1-d", SHAPE (3, 4, 11), { .n = 1, .kernel = { 3 }, .stride = { 2 }, .pad = { 1 }, .dilate = { 1 }, .groups = 1 } },
  { "3-d",
    SHAPE (2, 3, 4, 5, 6),
    { .n = 3,
      .kernel = { 2, 3, 2 },
      .stride = { 1, 2, 2 },
      .pad = { 1, 1, 0 },
      .dilate = { 1, 1, 1 },
      .cover_all = TRUE,
      .groups = 1 } },
  { "4-d",
    SHAPE (2, 3, 4, 5, 6, 9),
    { .n = 4,
      .kernel = { 2, 3, 2, 3 },
      .stride = { 1, 2, 2, 2 },
      .pad = { 1, 1, 0, 1 },
      .dilate = { 2, 1, 1, 1 },
      .cover_all = TRUE,
      .groups = 1 } },
  { "4-d-tiles",
    SHAPE (1, 2, 4, 3, 4, 19),
    { .n = 4,
      .kernel = { 2, 1, 2, 2 },
      .stride = { 2, 1, 2, 2 },
      .pad = { 0, 0, 0, 0 },
      .dilate = { 1, 1, 1, 1 },
      .groups = 1 } },
  { "4-d-wide",
    SHAPE (1, 3, 3, 4, 5, 20),
    { .n = 4,
      .kernel = { 2, 2, 3, 17 },
      .stride = { 1, 2, 2, 3 },
      .pad = { 1, 0, 1, 2 },
      .dilate = { 1, 2, 1, 1 },
      .groups = 1 } },
  { "4-d-whole",
    SHAPE (2, 3, 2, 3, 4, 5),
    { .n = 4,
      .kernel = { 2, 3, 4, 5 },
      .stride = { 1, 1, 1, 1 },
      .pad = { 0, 0, 0, 0 },
      .dilate = { 1, 1, 1, 1 },
      .groups = 1 } },
  { "6-d",
    SHAPE (1, 2, 2, 3, 2, 3, 2, 5),
    { .n = 6,
      .kernel = { 1, 2, 2, 1, 2, 3 },
      .stride = { 1, 1, 1, 2, 1, 1 },
      .pad = { 0, 1, 0, 0, 1, 1 },
      .dilate = { 1, 1, 1, 1, 1, 1 },
      .groups = 1 } },
};

static const RensaDtype dtypes[] = { RENSA_FLOAT32, RENSA_FLOAT64 };

static RensaShape
get_output_shape (const Case *c)
{
  RensaShape shape = c->x;

  for (int i = 0; i < c->window.n; i++)
    shape.dims[2 + i] = rensa_window_get_output_size (&c->window, i, c->x.dims[2 + i]);

  return shape;
}

static gint64
count_taps (const RensaWindow *window)
{
  gint64 n = 1;

  for (int i = 0; i < window->n; i++)
    n *= window->kernel[i];

  return n;
}

/* Where in x place @tap of the window of output element @i is, both counted in C order; -1 in the padding. */
static gint64
find_source (const Case *c, const RensaShape *y_shape, gint64 i, gint64 tap)
{
  gint64 place = 0;
  gint64 scale = 1;
  gboolean inside = TRUE;

  for (int axis = y_shape->ndim - 1; axis >= 0; axis--)
    {
      gint64 at = i % y_shape->dims[axis];

      i /= y_shape->dims[axis];
      if (axis >= 2)
        {
          at = at * c->window.stride[axis - 2] - c->window.pad[axis - 2]
               + tap % c->window.kernel[axis - 2] * c->window.dilate[axis - 2];
          tap /= c->window.kernel[axis - 2];
        }
      inside = inside && at >= 0 && at < c->x.dims[axis];
      place += at * scale;
      scale *= c->x.dims[axis];
    }

  return inside ? place : -1;
}

/* What is expected of one case. */
typedef struct
{
  double *max;
  double *places;
  double *average;
  double *scattered; /* of gy to the places */
  double *spread;    /* of gy by the average */
  double *gathered;  /* of other values at the places */
} Expected;

static void
expected_clear (Expected *expected)
{
  g_free (expected->max);
  g_free (expected->places);
  g_free (expected->average);
  g_free (expected->scattered);
  g_free (expected->spread);
  g_free (expected->gathered);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Expected, expected_clear)

static void
pool_plainly (const Case *c, const double *x, const double *gy, const double *other, Expected *expected)
{
  const RensaShape y_shape = get_output_shape (c);
  const gint64 n = rensa_shape_count (&y_shape);
  const gint64 n_taps = count_taps (&c->window);

  expected->max = g_new (double, n);
  expected->places = g_new0 (double, n);
  expected->average = g_new0 (double, n);
  expected->gathered = g_new0 (double, n);
  expected->scattered = g_new0 (double, rensa_shape_count (&c->x));
  expected->spread = g_new0 (double, rensa_shape_count (&c->x));
  for (gint64 i = 0; i < n; i++)
    {
      gint64 best = -1;

      for (gint64 tap = 0; tap < n_taps; tap++)
        {
          const gint64 source = find_source (c, &y_shape, i, tap);

          if (source < 0)
            continue;
          expected->average[i] += x[source] / n_taps;
          expected->spread[source] += gy[i] / n_taps;
          if (best < 0 || x[source] > x[best])
            {
              best = source;
              expected->places[i] = tap;
            }
        }

      expected->max[i] = best >= 0 ? x[best] : -INFINITY;
      expected->gathered[i] = best >= 0 ? other[best] : 0;
      if (best >= 0)
        expected->scattered[best] += gy[i];
    }
}

static RensaArray *
backwards (RensaArray *array)
{
  g_autoptr (RensaArray) once = reversed (array, 1);
  g_autoptr (RensaArray) copy = rensa_array_copy (once, NULL);

  return reversed (copy, 1);
}

static const Rearrange layouts[] = { unchanged, with_channels_last, spread_out, reordered, backwards };

static void
check (const Case *c, RensaDtype dtype, Rearrange rearrange)
{
  const RensaShape shape = get_output_shape (c);
  const double tolerance = dtype == RENSA_FLOAT64 ? 1e-13 : 1e-5;
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x_plain = noise (dtype, c->x, 1);
  g_autoptr (RensaArray) gy_plain = noise (dtype, shape, 2);
  g_autoptr (RensaArray) other_plain = noise (dtype, c->x, 3);
  g_autoptr (RensaArray) x = rearrange (x_plain);
  g_autoptr (RensaArray) gy = rearrange (gy_plain);
  g_autoptr (RensaArray) other = rearrange (other_plain);
  g_autofree double *x_values = get_values (x);
  g_autofree double *gy_values = get_values (gy);
  g_autofree double *other_values = get_values (other);
  g_auto (Expected) expected = { NULL };

  pool_plainly (c, x_values, gy_values, other_values, &expected);

  g_autoptr (RensaArray) index = NULL;
  g_autoptr (RensaArray) max = rensa_pool_max (x, &c->window, &index, &error);
  g_autoptr (RensaArray) max_alone = rensa_pool_max (x, &c->window, NULL, &error);
  g_autoptr (RensaArray) scattered = rensa_pool_max_scatter (gy, index, &c->window, &c->x, &error);
  g_autoptr (RensaArray) gathered = rensa_pool_max_gather (other, index, &c->window, &error);
  assert_numbers_right ();
  g_autoptr (RensaArray) average = rensa_pool_average (x, &c->window, &error);
  g_autoptr (RensaArray) spread = rensa_pool_average_backward (gy, &c->window, &c->x, &error);
  g_assert_no_error (error);

  assert_values_of (max, dtype, shape, 0, expected.max);
  assert_values_of (max_alone, dtype, shape, 0, expected.max);
  assert_values_of (index, RENSA_INT64, shape, 0, expected.places);
  assert_values_of (scattered, dtype, c->x, tolerance, expected.scattered);
  assert_values_of (gathered, dtype, shape, 0, expected.gathered);
  assert_values_of (average, dtype, shape, tolerance, expected.average);
  assert_values_of (spread, dtype, c->x, tolerance, expected.spread);
}

static void
test_case (gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    for (guint j = 0; j < G_N_ELEMENTS (layouts); j++)
      check (data, dtypes[i], layouts[j]);
}

/* Worked out by PyTorch in float64. */
static void
test_literal (void)
{
  static const RensaWindow window = WINDOW_2D (3, 2, 2, 2, 1, 1, 1, 1, FALSE);
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT64, RENSA_SHAPE (1, 2, 5, 5), 7);
  g_autoptr (RensaArray) index = NULL;
  g_autoptr (RensaArray) max = rensa_pool_max (x, &window, &index, NULL);
  g_autoptr (RensaArray) average = rensa_pool_average (x, &window, NULL);

  assert_values (max, RENSA_FLOAT64, RENSA_SHAPE (1, 2, 3, 3), 1e-11, 1.66992640495, 0.953820705414, 1.92669725418,
                 1.66992640495, 0.953820705414, 1.92669725418, -0.207310676575, 0.549543857574, 1.20739269257,
                 -0.0164704322815, 0.513482570648, 1.91073513031, -0.0164704322815, 1.12153506279, 1.30272936821,
                 -1.58688855171, 1.46951436996, 1.41013050079);
  assert_values (index, RENSA_INT64, RENSA_SHAPE (1, 2, 3, 3), 0, 5, 5, 5, 1, 1, 1, 1, 0, 3, 5, 5, 2, 1, 3, 0, 1, 2, 2);
  assert_values (average, RENSA_FLOAT64, RENSA_SHAPE (1, 2, 3, 3), 1e-11, 0.323491017024, 0.171421249708,
                 0.449447830518, 0.276638468107, -0.0716859102249, -0.225754817327, -0.112597386042, -0.220315972964,
                 -0.416729450226, -0.290512363116, -0.233318765958, 0.678412556648, -0.49737628301, -0.46941947937,
                 0.215076128642, -0.533426324526, 0.223296642303, 0.0426485935847);
}

/* Rows of one channel as they are, and as many channels of one place each, take different loops. */
static void
assert_max (RensaArray *row, double expected, double place)
{
  const gint64 n = rensa_array_get_dim (row, 3);
  const RensaWindow window = {
    .n = 2, .kernel = { 1, n }, .stride = { 1, 1 }, .pad = { 0, 0 }, .dilate = { 1, 1 }, .groups = 1
  };
  g_autoptr (RensaArray) wide = rensa_array_view_broadcast (row, &RENSA_SHAPE (1, 20, 1, n));
  g_autoptr (RensaArray) copy = rensa_array_contiguous (wide, NULL);
  g_autoptr (RensaArray) last = with_channels_last (copy);
  RensaArray *const arrays[] = { copy, last };

  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    {
      g_autoptr (RensaArray) index = NULL;
      g_autoptr (RensaArray) y = rensa_pool_max (arrays[i], &window, &index, NULL);
      g_autofree double *values = get_values (y);
      g_autofree double *places = get_values (index);

      for (int c = 0; c < 20; c++)
        {
          g_assert_true (values[c] == expected || (isnan (values[c]) && isnan (expected)));
          g_assert_cmpfloat (places[c], ==, place);
        }
    }
}

static void
set_element (RensaArray *row, gint64 i, double value)
{
  g_autoptr (RensaArray) element = rensa_array_view_range (row, 3, i, 1);

  g_assert_true (rensa_array_fill (element, value, NULL));
}

static void
test_order (void)
{
  g_autoptr (RensaArray) ties = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (1, 1, 1, 4), 1, 3, 3, 2);
  g_autoptr (RensaArray) nan = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (1, 1, 1, 5), 1, NAN, INFINITY, NAN, 2);
  g_autoptr (RensaArray) long_ties = noise (RENSA_FLOAT32, RENSA_SHAPE (1, 1, 1, 50), 1);
  g_autoptr (RensaArray) long_nan = noise (RENSA_FLOAT64, RENSA_SHAPE (1, 1, 1, 50), 1);
  g_autoptr (RensaArray) lowest = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (1, 1, 1, 3), -INFINITY, -INFINITY, -INFINITY);
  g_autoptr (RensaArray) zeros = ARRAY (RENSA_FLOAT64, RENSA_SHAPE (1, 1, 1, 2), -0.0, 0.0);

  assert_max (ties, 3, 1);
  assert_max (nan, NAN, 1);
  for (gint64 i = 45; i > 3; i -= 7)
    {
      set_element (long_ties, i, 5);
      set_element (long_nan, i, NAN);
      assert_max (long_ties, 5, (double) i);
      assert_max (long_nan, NAN, (double) i);
    }
  assert_max (lowest, -INFINITY, 0);
  assert_max (zeros, 0, 0);
}

/* Even where all of x is as low as can be, a place within x wins. */
static void
test_padding_never_wins (void)
{
  static const RensaWindow window = WINDOW_2D (2, 2, 1, 1, 1, 1, 1, 1, FALSE);
  g_autoptr (RensaArray) x = rensa_array_full (RENSA_FLOAT32, &RENSA_SHAPE (1, 1, 1, 1), -INFINITY, NULL);
  g_autoptr (RensaArray) index = NULL;
  g_autoptr (RensaArray) y = rensa_pool_max (x, &window, &index, NULL);

  assert_values (y, RENSA_FLOAT32, RENSA_SHAPE (1, 1, 2, 2), 0, -INFINITY, -INFINITY, -INFINITY, -INFINITY);
  assert_values (index, RENSA_INT64, RENSA_SHAPE (1, 1, 2, 2), 0, 3, 2, 1, 0);
}

static void
test_bad_index (void)
{
  static const RensaWindow window = WINDOW_2D (2, 2, 2, 2, 0, 0, 1, 1, FALSE);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) gy = noise (RENSA_FLOAT32, RENSA_SHAPE (1, 1, 1, 2), 1);
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (1, 1, 2, 4), 1);
  g_autoptr (RensaArray) index = ARRAY (RENSA_INT64, RENSA_SHAPE (1, 1, 1, 2), 4, -1);
  g_autoptr (RensaArray) gx = rensa_pool_max_scatter (gy, index, &window, &RENSA_SHAPE (1, 1, 2, 4), &error);

  if (rensa_array_get_device (x) == rensa_device_get_host ())
    {
      g_assert_null (gx);
      assert_message (&error, RENSA_ERROR_INVALID,
                      "pool expects indices from 0 to 3, the positions in a window; invalid indices found: 2");
    }
  else
    {
      assert_values (gx, RENSA_FLOAT32, RENSA_SHAPE (1, 1, 2, 4), 0, 0, 0, 0, 0, 0, 0, 0, 0);
      g_assert_false (rensa_late_checks_read (&error));
      assert_message (&error, RENSA_ERROR_INVALID, "pool: indices must be from 0 to 3, but 4 was found");
    }

  g_autoptr (RensaArray) y = rensa_pool_max_gather (x, index, &window, &error);
  g_assert_true (y == NULL || !rensa_late_checks_read (&error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
}

static void
test_keeps_order (void)
{
  const Case *c = &cases[0];
  g_autoptr (RensaArray) plain = noise (RENSA_FLOAT32, c->x, 1);
  g_autoptr (RensaArray) last = with_channels_last (plain);
  g_autoptr (RensaArray) y = rensa_pool_max (last, &c->window, NULL, NULL);
  g_autoptr (RensaArray) average = rensa_pool_average (plain, &c->window, NULL);

  g_assert_cmpint (rensa_array_get_strides (y)[1], ==, sizeof (float));
  g_assert_true (rensa_array_is_dense (y));
  g_assert_true (rensa_array_is_c_contiguous (average));
}

/* Large enough for several threads. */
static const Case large[] = {
  { "2-d", SHAPE (3, 70, 41, 40), WINDOW_2D (3, 3, 2, 2, 1, 1, 1, 1, FALSE) },
  { "4-d",
    SHAPE (3, 7, 11, 8, 9, 10),
    { .n = 4,
      .kernel = { 2, 3, 2, 3 },
      .stride = { 1, 2, 2, 2 },
      .pad = { 1, 0, 1, 1 },
      .dilate = { 1, 1, 1, 1 },
      .groups = 1 } },
};

typedef struct
{
  const Case *c;
  Rearrange rearrange;
} Threads;

static RensaArray *
make_scattered (gconstpointer data)
{
  const Case *c = ((const Threads *) data)->c;
  const Rearrange rearrange = ((const Threads *) data)->rearrange;
  const RensaShape y_shape = get_output_shape (c);
  g_autoptr (RensaArray) x_plain = noise (RENSA_FLOAT32, c->x, 1);
  g_autoptr (RensaArray) gy_plain = noise (RENSA_FLOAT32, y_shape, 2);
  g_autoptr (RensaArray) x = rearrange (x_plain);
  g_autoptr (RensaArray) gy = rearrange (gy_plain);
  g_autoptr (RensaArray) index = NULL;
  g_autoptr (RensaArray) y = rensa_pool_max (x, &c->window, &index, NULL);

  g_assert_nonnull (y);
  return rensa_pool_max_scatter (gy, index, &c->window, &c->x, NULL);
}

static RensaArray *
make_spread (gconstpointer data)
{
  const Case *c = ((const Threads *) data)->c;
  const Rearrange rearrange = ((const Threads *) data)->rearrange;
  g_autoptr (RensaArray) x_plain = noise (RENSA_FLOAT32, c->x, 1);
  g_autoptr (RensaArray) x = rearrange (x_plain);
  g_autoptr (RensaArray) y = rensa_pool_average (x, &c->window, NULL);

  return rensa_pool_average_backward (y, &c->window, &c->x, NULL);
}

static void
test_threads (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (large); i++)
    for (guint j = 0; j < G_N_ELEMENTS (layouts); j++)
      {
        const Threads threads = { &large[i], layouts[j] };

        assert_same_for_any_threads (make_scattered, &threads);
        assert_same_for_any_threads (make_spread, &threads);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/backends/pool/loops/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/backends/pool/literal", test_literal);
  g_test_add_func ("/backends/pool/order", test_order);
  g_test_add_func ("/backends/pool/padding-never-wins", test_padding_never_wins);
  g_test_add_func ("/backends/pool/bad-index", test_bad_index);
  g_test_add_func ("/backends/pool/keeps-order", test_keeps_order);
  g_test_add_func ("/backends/pool/threads", test_threads);

  return run_tests ();
}
