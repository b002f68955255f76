/* test-normalize.c: normalization against plain loops in double.
 * SPDX-License-Identifier: MIT */

#include "backend-fixture.h"

#include <math.h>

#define EPS 1e-5
#define SHAPE(...)                                                                \
  {                                                                               \
    (int) (sizeof ((gint64[]){ __VA_ARGS__ }) / sizeof (gint64)), { __VA_ARGS__ } \
  }

typedef struct
{
  const char *name;
  RensaShape x;
  guint mask;
} Case;

static const Case cases[] = {
  { "batch", SHAPE (50, 33), 1 << 0 },
  { "images", SHAPE (4, 7, 5, 6), 1 << 0 | 1 << 2 | 1 << 3 },
  { "many-rows", SHAPE (300, 130), 1 << 0 },
  { "instance", SHAPE (3, 5, 6, 4), 1 << 2 | 1 << 3 },
  { "layer", SHAPE (6, 40), 1 << 1 },
  { "all", SHAPE (3, 4, 5), 7 },
  { "outer-two", SHAPE (3, 4, 5), 1 << 0 | 1 << 1 },
  { "middle", SHAPE (3, 4, 5), 1 << 1 },
  { "alternating", SHAPE (3, 4, 5, 2), 1 << 0 | 1 << 2 },
  { "thrice", SHAPE (2, 3, 2, 3, 2, 3), 1 << 0 | 1 << 2 | 1 << 4 },
  { "ones", SHAPE (5, 1, 3, 1), 1 << 0 | 1 << 3 },
};

static const RensaDtype dtypes[] = { RENSA_FLOAT32, RENSA_FLOAT64 };

/* To which statistic element @i, in C order, belongs. */
static gint64
find_statistic (const Case *c, gint64 i)
{
  gint64 statistic = 0;
  gint64 scale = 1;

  for (int axis = c->x.ndim - 1; axis >= 0; axis--)
    {
      if (((c->mask >> axis) & 1) == 0)
        {
          statistic += i % c->x.dims[axis] * scale;
          scale *= c->x.dims[axis];
        }
      i /= c->x.dims[axis];
    }

  return statistic;
}

typedef struct
{
  double *y;
  double *mean;
  double *var;
  double *inv_std;
  double *gx;
  double *ggamma;
  double *gbeta;
} Expected;

static void
expected_clear (Expected *expected)
{
  g_free (expected->y);
  g_free (expected->mean);
  g_free (expected->var);
  g_free (expected->inv_std);
  g_free (expected->gx);
  g_free (expected->ggamma);
  g_free (expected->gbeta);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Expected, expected_clear)

static void
normalize_plainly (const Case *c, const double *x, const double *gamma, const double *beta, Expected *expected)
{
  const RensaShape rest = rensa_shape_reduce (&c->x, c->mask, FALSE);
  const gint64 n = rensa_shape_count (&c->x);
  const gint64 n_statistics = rensa_shape_count (&rest);
  const double n_summed = (double) n / n_statistics;

  expected->y = g_new (double, n);
  expected->mean = g_new0 (double, n_statistics);
  expected->var = g_new0 (double, n_statistics);
  expected->inv_std = g_new (double, n_statistics);
  for (gint64 i = 0; i < n; i++)
    expected->mean[find_statistic (c, i)] += x[i] / n_summed;
  for (gint64 i = 0; i < n; i++)
    {
      const gint64 j = find_statistic (c, i);

      expected->var[j] += (x[i] - expected->mean[j]) * (x[i] - expected->mean[j]) / n_summed;
    }
  for (gint64 j = 0; j < n_statistics; j++)
    expected->inv_std[j] = 1 / sqrt (expected->var[j] + EPS);
  for (gint64 i = 0; i < n; i++)
    {
      const gint64 j = find_statistic (c, i);

      expected->y[i] = gamma[j] * (x[i] - expected->mean[j]) * expected->inv_std[j] + beta[j];
    }
}

static void
differentiate_plainly (const Case *c, const double *x, const double *gamma, const double *gy, Expected *expected)
{
  const RensaShape rest = rensa_shape_reduce (&c->x, c->mask, FALSE);
  const gint64 n = rensa_shape_count (&c->x);
  const gint64 n_statistics = rensa_shape_count (&rest);
  const double n_summed = (double) n / n_statistics;

  expected->gx = g_new (double, n);
  expected->ggamma = g_new0 (double, n_statistics);
  expected->gbeta = g_new0 (double, n_statistics);
  for (gint64 i = 0; i < n; i++)
    {
      const gint64 j = find_statistic (c, i);

      expected->gbeta[j] += gy[i];
      expected->ggamma[j] += gy[i] * (x[i] - expected->mean[j]) * expected->inv_std[j];
    }
  for (gint64 i = 0; i < n; i++)
    {
      const gint64 j = find_statistic (c, i);
      const double normal = (x[i] - expected->mean[j]) * expected->inv_std[j];

      expected->gx[i] = gamma[j] * expected->inv_std[j]
                        * (gy[i] - expected->gbeta[j] / n_summed - normal * expected->ggamma[j] / n_summed);
    }
}

static RensaArray *
backwards (RensaArray *array)
{
  g_autoptr (RensaArray) once = reversed (array, 0);
  g_autoptr (RensaArray) copy = rensa_array_copy (once, NULL);

  return reversed (copy, 0);
}

static const Rearrange layouts[] = { unchanged, with_channels_last, spread_out, reordered, backwards };

/* x and gy in layouts @i and @j. */
static void
check (const Case *c, RensaDtype dtype, Rearrange arrange_x, Rearrange arrange_gy)
{
  const RensaShape rest = rensa_shape_reduce (&c->x, c->mask, FALSE);
  const double tolerance = dtype == RENSA_FLOAT64 ? 1e-11 : 2e-5;
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x_plain = noise (dtype, c->x, 1);
  g_autoptr (RensaArray) gy_plain = noise (dtype, c->x, 22);
  g_autoptr (RensaArray) gamma_plain = noise (dtype, rest, 3);
  g_autoptr (RensaArray) x = arrange_x (x_plain);
  g_autoptr (RensaArray) gy = arrange_gy (gy_plain);
  g_autoptr (RensaArray) gamma = rest.ndim > 0 ? reordered (gamma_plain) : rensa_array_ref (gamma_plain);
  g_autoptr (RensaArray) beta = noise (dtype, rest, 4);
  g_autofree double *x_values = get_values (x);
  g_autofree double *gy_values = get_values (gy);
  g_autofree double *gamma_values = get_values (gamma);
  g_autofree double *beta_values = get_values (beta);
  g_auto (Expected) expected = { NULL };
  g_autoptr (RensaArray) mean = NULL;
  g_autoptr (RensaArray) var = NULL;
  g_autoptr (RensaArray) inv_std = NULL;
  g_autoptr (RensaArray) y = rensa_normalize_forward (x, gamma, beta, c->mask, EPS, &mean, &var, &inv_std, &error);
  g_autoptr (RensaArray) gx = NULL;
  g_autoptr (RensaArray) ggamma = NULL;
  g_autoptr (RensaArray) gbeta = NULL;

  g_assert_no_error (error);
  normalize_plainly (c, x_values, gamma_values, beta_values, &expected);
  assert_values_of (y, dtype, c->x, tolerance, expected.y);
  assert_values_of (mean, dtype, rest, tolerance, expected.mean);
  assert_values_of (var, dtype, rest, tolerance, expected.var);
  assert_values_of (inv_std, dtype, rest, tolerance, expected.inv_std);

  g_assert_true (rensa_normalize_backward (x, gamma, gy, mean, inv_std, c->mask, &gx, &ggamma, &gbeta, &error));
  differentiate_plainly (c, x_values, gamma_values, gy_values, &expected);
  assert_values_of (gx, dtype, c->x, 4 * tolerance, expected.gx);
  assert_values_of (ggamma, dtype, rest, 4 * tolerance, expected.ggamma);
  assert_values_of (gbeta, dtype, rest, 4 * tolerance, expected.gbeta);
}

static void
test_case (gconstpointer data)
{
  const guint n = G_N_ELEMENTS (layouts);

  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    for (guint j = 0; j < n; j++)
      {
        check (data, dtypes[i], layouts[j], layouts[j]);
        check (data, dtypes[i], layouts[j], layouts[(j + 1) % n]);
      }
}

/* batch_norm of PyTorch in float64, and its gradients. */
static void
test_literal (void)
{
  const RensaShape shape = RENSA_SHAPE (2, 2, 3);
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT64, shape, 8);
  g_autoptr (RensaArray) gamma = noise (RENSA_FLOAT64, RENSA_SHAPE (2), 9);
  g_autoptr (RensaArray) beta = noise (RENSA_FLOAT64, RENSA_SHAPE (2), 10);
  g_autoptr (RensaArray) gy = ARRAY (RENSA_FLOAT64, shape, 1, -2, 0.5, 3, 0, -1, 2, 2, -0.5, 1, 4, -3);
  g_autoptr (RensaArray) mean = NULL;
  g_autoptr (RensaArray) var = NULL;
  g_autoptr (RensaArray) inv_std = NULL;
  g_autoptr (RensaArray) y = rensa_normalize_forward (x, gamma, beta, 5, EPS, &mean, &var, &inv_std, NULL);
  g_autoptr (RensaArray) gx = NULL;
  g_autoptr (RensaArray) ggamma = NULL;
  g_autoptr (RensaArray) gbeta = NULL;

  assert_values (y, RENSA_FLOAT64, shape, 1e-11, -0.406131566726, -2.46026123413, -1.27566286074, -0.441275624761,
                 -1.64608735265, 0.384327502072, -0.348751901842, -0.841093938188, -1.88506178955, -3.18103129025,
                 -0.343534818883, 0.0361309614512);
  assert_values (mean, RENSA_FLOAT64, RENSA_SHAPE (2), 1e-11, 1.11182391644, -0.271436134974);
  assert_values (var, RENSA_FLOAT64, RENSA_SHAPE (2), 1e-11, 0.543956419915, 0.530175060553);

  g_assert_true (rensa_normalize_backward (x, gamma, gy, mean, inv_std, 5, &gx, &ggamma, &gbeta, NULL));
  assert_values (gx, RENSA_FLOAT64, shape, 1e-11, -0.894896439448, -0.371093757071, 0.129466224216, -4.11381648025,
                 1.53833631668, 2.08433190135, 0.045589583923, 0.92073339565, 0.170200992729, 0.719741062933,
                 -5.83068710273, 5.60209430201);
  assert_values (ggamma, RENSA_FLOAT64, RENSA_SHAPE (2), 1e-11, 7.86592505694, 2.40365509533);
  assert_values (gbeta, RENSA_FLOAT64, RENSA_SHAPE (2), 1e-11, 3, 4);
}

/* The variance of numbers far from 0 is that of their differences. */
static void
test_far_from_zero (void)
{
  g_autoptr (RensaArray) x = ARRAY (RENSA_FLOAT64, RENSA_SHAPE (4, 1), 1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 4);
  g_autoptr (RensaArray) row = rensa_array_view_transpose (x, (int[]){ 1, 0 });
  g_autoptr (RensaArray) one = ARRAY (RENSA_FLOAT64, RENSA_SHAPE (1), 1);
  RensaArray *const arrays[] = { x, row };

  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    {
      g_autoptr (RensaArray) mean = NULL;
      g_autoptr (RensaArray) var = NULL;
      g_autoptr (RensaArray) inv_std = NULL;
      g_autoptr (RensaArray) y = rensa_normalize_forward (arrays[i], one, one, 1 << i, 0, &mean, &var, &inv_std, NULL);

      g_assert_nonnull (y);
      assert_values (mean, RENSA_FLOAT64, RENSA_SHAPE (1), 0, 1e9 + 2.5);
      assert_values (var, RENSA_FLOAT64, RENSA_SHAPE (1), 1e-15, 1.25);
      assert_values (inv_std, RENSA_FLOAT64, RENSA_SHAPE (1), 1e-15, 0.89442719099991587856);
    }
}

/* One NaN spoils its own channel and no other. */
static void
test_nan (void)
{
  g_autoptr (RensaArray) x = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (2, 2), NAN, 1, 2, 3);
  g_autoptr (RensaArray) gamma = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (2), 1, 1);
  g_autoptr (RensaArray) beta = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (2), 0, 0);
  g_autoptr (RensaArray) mean = NULL;
  g_autoptr (RensaArray) var = NULL;
  g_autoptr (RensaArray) inv_std = NULL;
  g_autoptr (RensaArray) y = rensa_normalize_forward (x, gamma, beta, 1, 0, &mean, &var, &inv_std, NULL);

  assert_values (y, RENSA_FLOAT32, RENSA_SHAPE (2, 2), 0, NAN, -1, NAN, 1);
  assert_values (var, RENSA_FLOAT32, RENSA_SHAPE (2), 0, NAN, 1);
}

/* Shapes that several threads share. */
static const Case large[] = {
  { "columns", SHAPE (1200, 65), 1 << 0 },
  { "runs", SHAPE (6, 9, 40, 41), 1 << 0 | 1 << 2 | 1 << 3 },
  { "layer", SHAPE (500, 260), 1 << 1 },
};

static RensaArray *
make_y (gconstpointer data)
{
  const Case *c = data;
  const RensaShape rest = rensa_shape_reduce (&c->x, c->mask, FALSE);
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, c->x, 1);
  g_autoptr (RensaArray) gamma = noise (RENSA_FLOAT32, rest, 2);
  g_autoptr (RensaArray) mean = NULL;
  g_autoptr (RensaArray) var = NULL;
  g_autoptr (RensaArray) inv_std = NULL;

  return rensa_normalize_forward (x, gamma, gamma, c->mask, EPS, &mean, &var, &inv_std, NULL);
}

static RensaArray *
make_gx (gconstpointer data)
{
  const Case *c = data;
  const RensaShape rest = rensa_shape_reduce (&c->x, c->mask, FALSE);
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, c->x, 1);
  g_autoptr (RensaArray) gy = noise (RENSA_FLOAT32, c->x, 22);
  g_autoptr (RensaArray) gamma = noise (RENSA_FLOAT32, rest, 2);
  RensaArray *gx = NULL;
  g_autoptr (RensaArray) ggamma = NULL;
  g_autoptr (RensaArray) gbeta = NULL;

  g_assert_true (rensa_normalize_backward (x, gamma, gy, gamma, gamma, c->mask, &gx, &ggamma, &gbeta, NULL));
  return gx;
}

static void
test_threads (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (large); i++)
    {
      assert_same_for_any_threads (make_y, &large[i]);
      assert_same_for_any_threads (make_gx, &large[i]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/backends/normalize/loops/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/backends/normalize/literal", test_literal);
  g_test_add_func ("/backends/normalize/far-from-zero", test_far_from_zero);
  g_test_add_func ("/backends/normalize/nan", test_nan);
  g_test_add_func ("/backends/normalize/threads", test_threads);

  return run_tests ();
}
