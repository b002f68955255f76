/* test-initializer.c: first values of parameters.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "link-fixture.h"
#include "rensa-initializers.h"
#include "rensa-meta-device.h"
#include "rensa-primitives.h"

static RensaArray *
filled (const char *text, RensaDtype dtype, RensaShape shape)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_INITIALIZER, text, NULL);
  RensaArray *array = rensa_array_new (dtype, &shape, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (attrs);
  rensa_initializer_fill (attrs, array, &error);
  g_assert_no_error (error);
  return array;
}

static void
test_exact (void)
{
  g_autoptr (RensaArray) zero = filled ("Zero", RENSA_FLOAT32, RENSA_SHAPE (3));
  g_autoptr (RensaArray) one = filled ("One", RENSA_FLOAT64, RENSA_SHAPE (2, 2));
  g_autoptr (RensaArray) constant = filled ("Constant(fill_value=1.5)", RENSA_FLOAT16, RENSA_SHAPE (2, 1));
  g_autoptr (RensaArray) scalar = filled ("Constant(fill_value=-2)", RENSA_FLOAT32, RENSA_SHAPE_SCALAR);
  g_autoptr (RensaArray) nan = filled ("NaN", RENSA_FLOAT32, RENSA_SHAPE (2));
  g_autoptr (RensaArray) identity = filled ("Identity(scale=2.0)", RENSA_FLOAT32, RENSA_SHAPE (3, 3));

  assert_values (zero, RENSA_SHAPE (3), 0, 0, 0);
  assert_values (one, RENSA_SHAPE (2, 2), 1, 1, 1, 1);
  assert_values (constant, RENSA_SHAPE (2, 1), 1.5, 1.5);
  assert_values (scalar, RENSA_SHAPE_SCALAR, -2);
  assert_values (nan, RENSA_SHAPE (2), NAN, NAN);
  assert_values (identity, RENSA_SHAPE (3, 3), 2, 0, 0, 0, 2, 0, 0, 0, 2);
}

typedef struct
{
  double mean;
  double std;
  double largest;
  double kurtosis;
} Moments;

static Moments
measure (RensaArray *array)
{
  const gint64 n = rensa_array_get_count (array);
  g_autofree double *values = get_values (array);
  Moments moments = { 0 };
  double fourth = 0;

  for (gint64 i = 0; i < n; i++)
    moments.mean += values[i] / (double) n;
  for (gint64 i = 0; i < n; i++)
    {
      const double square = (values[i] - moments.mean) * (values[i] - moments.mean);

      moments.std += square / (double) n;
      fourth += square * square / (double) n;
      moments.largest = fmax (moments.largest, fabs (values[i]));
    }
  moments.kurtosis = fourth / (moments.std * moments.std);
  moments.std = sqrt (moments.std);
  return moments;
}

/* Of n normal values the mean deviates by std / √n, their standard deviation by std / √2n. Kurtosis tells normal (3)
 * from uniform (1.8). */
static void
check_distribution (const char *text, RensaDtype dtype, RensaShape shape, double std, gboolean is_uniform)
{
  g_autoptr (RensaArray) array = filled (text, dtype, shape);
  const Moments moments = measure (array);
  const double n = (double) rensa_array_get_count (array);

  g_assert_cmpfloat_with_epsilon (moments.mean, 0, 3 * std / sqrt (n));
  g_assert_cmpfloat_with_epsilon (moments.std, std, 3 * std / sqrt (2 * n));
  g_assert_cmpfloat_with_epsilon (moments.kurtosis, is_uniform ? 1.8 : 3, 0.25);
  if (is_uniform)
    {
      g_assert_cmpfloat (moments.largest, <=, std * sqrt (3) * 1.0001);
      g_assert_cmpfloat (moments.largest, >, std * sqrt (3) * 0.99);
    }
}

static void
test_distributions (void)
{
  /* fan_in 300, fan_out 400; fan_in 360, fan_out 720 */
  const RensaShape matrix = RENSA_SHAPE (400, 300);
  const RensaShape filters = RENSA_SHAPE (80, 40, 3, 3);

  *rensa_random_get_default () = rensa_random_init (5, 0);
  check_distribution ("Normal", RENSA_FLOAT32, matrix, 0.05, FALSE);
  check_distribution ("Normal(scale=2)", RENSA_FLOAT64, filters, 2, FALSE);
  check_distribution ("Uniform", RENSA_FLOAT32, matrix, 0.05 / sqrt (3), TRUE);
  check_distribution ("Uniform(scale=2)", RENSA_FLOAT64, filters, 2 / sqrt (3), TRUE);
  check_distribution ("LeCunNormal", RENSA_FLOAT32, matrix, sqrt (1.0 / 300), FALSE);
  check_distribution ("LeCunNormal(scale=2)", RENSA_FLOAT32, filters, 2 * sqrt (1.0 / 360), FALSE);
  check_distribution ("LeCunUniform", RENSA_FLOAT32, filters, sqrt (1.0 / 360), TRUE);
  check_distribution ("GlorotNormal", RENSA_FLOAT32, matrix, sqrt (2.0 / 700), FALSE);
  check_distribution ("GlorotNormal(scale=2)", RENSA_FLOAT16, filters, 2 * sqrt (2.0 / 1080), FALSE);
  check_distribution ("GlorotUniform", RENSA_FLOAT32, filters, sqrt (2.0 / 1080), TRUE);
  check_distribution ("HeNormal", RENSA_FLOAT32, matrix, sqrt (2.0 / 300), FALSE);
  check_distribution ("HeNormal(fan_option=fan_out, scale=2)", RENSA_FLOAT32, filters, 2 * sqrt (2.0 / 720), FALSE);
  check_distribution ("HeUniform", RENSA_FLOAT32, matrix, sqrt (2.0 / 300), TRUE);
}

static void
test_fans (void)
{
  double fan_in;
  double fan_out;
  g_autoptr (GError) error = NULL;

  g_assert_true (rensa_get_fans (&RENSA_SHAPE (8, 4, 3, 3), &fan_in, &fan_out, NULL));
  g_assert_cmpfloat (fan_in, ==, 36);
  g_assert_cmpfloat (fan_out, ==, 72);
  g_assert_true (rensa_get_fans (&RENSA_SHAPE (0, 3), &fan_in, &fan_out, NULL));
  g_assert_cmpfloat (fan_in, ==, 3);
  g_assert_false (rensa_get_fans (&RENSA_SHAPE (3), &fan_in, &fan_out, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "expected a shape with at least two axes, but it is (3,)");
}

static void
test_seed (void)
{
  g_autoptr (RensaArray) a = NULL;
  g_autoptr (RensaArray) b = NULL;
  g_autoptr (RensaArray) c = NULL;
  g_autofree double *first = NULL;
  g_autofree double *again = NULL;
  g_autofree double *next = NULL;

  *rensa_random_get_default () = rensa_random_init (7, 0);
  a = filled ("Normal", RENSA_FLOAT32, RENSA_SHAPE (20));
  c = filled ("Normal", RENSA_FLOAT32, RENSA_SHAPE (20));
  *rensa_random_get_default () = rensa_random_init (7, 0);
  b = filled ("Normal", RENSA_FLOAT32, RENSA_SHAPE (20));
  first = get_values (a);
  again = get_values (b);
  next = get_values (c);
  g_assert_cmpmem (first, 20 * sizeof (double), again, 20 * sizeof (double));
  for (int i = 0; i < 20; i++)
    g_assert_cmpfloat (first[i], !=, next[i]);
}

static void
test_errors (void)
{
  static const struct
  {
    const char *text;
    RensaShape shape;
    const char *message;
  } cases[] = {
    { "LeCunNormal", { 1, { 3 } }, "LeCunNormal: expected a shape with at least two axes, but it is (3,)" },
    { "HeUniform", { 0 }, "HeUniform: expected a shape with at least two axes, but it is ()" },
    { "Identity", { 2, { 2, 3 } }, "Identity: expected a square matrix, but the shape is (2, 3)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_INITIALIZER, cases[i].text, NULL);
      g_autoptr (RensaArray) array = rensa_array_new (RENSA_FLOAT32, &cases[i].shape, NULL);
      g_autoptr (GError) error = NULL;

      g_assert_false (rensa_initializer_fill (attrs, array, &error));
      assert_message (&error, RENSA_ERROR_INVALID, cases[i].message);
    }
}

static void
test_empty (void)
{
  for (guint i = 0; i < rensa_n_initializers_classes; i++)
    {
      const char *name = rensa_initializers_classes[i]->name;
      g_autofree char *text = g_strconcat (name, g_str_equal (name, "Constant") ? "(fill_value=1)" : "", NULL);
      g_autoptr (RensaArray) array = filled (text, RENSA_FLOAT32, RENSA_SHAPE (0, 0));

      g_assert_cmpint (rensa_array_get_count (array), ==, 0);
    }
}

/* Shapes are checked, numbers are not drawn. */
static void
test_meta (void)
{
  const RensaRandom before = *rensa_random_get_default ();
  g_auto (RensaDeviceScope) scope = rensa_device_enter (&rensa_meta_device);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (&rensa_lecun_normal_class));
  g_autoptr (RensaArray) matrix = NULL;
  g_autoptr (RensaArray) vector = NULL;

  matrix = rensa_array_new (RENSA_FLOAT32, &RENSA_SHAPE (1000000, 1000000), NULL);
  vector = rensa_array_new (RENSA_FLOAT32, &RENSA_SHAPE (3), NULL);
  g_assert_true (rensa_initializer_fill (attrs, matrix, NULL));
  g_assert_false (rensa_initializer_fill (attrs, vector, NULL));
  g_assert_cmpmem (&before, sizeof before, rensa_random_get_default (), sizeof before);
}

static RensaArray *
draw_l2 (RensaLink *link, guint64 seed)
{
  g_assert_true (rensa_link_draw_params (link, seed, NULL));
  return rensa_variable_get_array (find_param (link, "l2/W"));
}

/* The values of l2 depend on the seed, but not on what else there is. */
static void
test_draw (void)
{
  g_autoptr (RensaLink) mlp = mlp_new ();
  g_autoptr (RensaLink) larger = mlp_new ();
  const RensaRandom before = *rensa_random_get_default ();
  g_autofree double *first = NULL;
  g_autofree double *second = NULL;
  g_autofree double *reseeded = NULL;

  g_assert_true (rensa_link_take_child (larger, "a", link_of ("Linear(in_size=9, out_size=9)"), NULL));
  *rensa_random_get_default () = before;
  first = get_values (draw_l2 (mlp, 1));
  second = get_values (draw_l2 (larger, 1));
  reseeded = get_values (draw_l2 (mlp, 2));
  g_assert_cmpmem (first, 3 * sizeof (double), second, 3 * sizeof (double));
  g_assert_cmpfloat (first[0], !=, first[1]);
  g_assert_cmpfloat (first[0], !=, reseeded[0]);
  g_assert_cmpmem (&before, sizeof before, rensa_random_get_default (), sizeof before);
}

/* More rows than are worked on at a time. */
static void
test_orthogonal (void)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_INITIALIZER, "Orthogonal(scale=-2)", NULL);
  g_autoptr (RensaArray) array = rensa_array_zeros (RENSA_FLOAT64, &RENSA_SHAPE (150, 5, 31), NULL);
  g_autofree double *values = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (rensa_initializer_fill (attrs, array, &error));
  values = get_values (array);
  for (int i = 0; i < 150; i += 7)
    for (int j = 0; j < 150; j++)
      {
        double product = 0;

        for (int k = 0; k < 155; k++)
          product += values[155 * i + k] * values[155 * j + k];
        g_assert_cmpfloat_with_epsilon (product, i == j ? 4 : 0, 1e-13);
      }
}

int
main (int argc, char **argv)
{
  link_tests_init (&argc, &argv);
  g_test_add_func ("/links/initializers/exact", test_exact);
  g_test_add_func ("/links/initializers/distributions", test_distributions);
  g_test_add_func ("/links/initializers/fans", test_fans);
  g_test_add_func ("/links/initializers/seed", test_seed);
  g_test_add_func ("/links/initializers/errors", test_errors);
  g_test_add_func ("/links/initializers/empty", test_empty);
  g_test_add_func ("/links/initializers/meta-device", test_meta);
  g_test_add_func ("/links/draw-params", test_draw);
  g_test_add_func ("/links/initializers/orthogonal", test_orthogonal);
  return g_test_run ();
}
