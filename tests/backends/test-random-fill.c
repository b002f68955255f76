/* test-random-fill.c: random fills.
 * SPDX-License-Identifier: MIT */

#include "backend-fixture.h"

#include <math.h>

#define SEED G_GUINT64_CONSTANT (0x123456789abcdef0)
#define STREAM G_GUINT64_CONSTANT (0xfedcba9876543210)

/* Every number must be the word that its place says, however the loop makes them. */
static void
test_uniform_words (void)
{
  g_autoptr (GError) error = NULL;
  RensaRandom random = rensa_random_init (SEED, STREAM);
  g_autoptr (RensaArray) x = rensa_array_new (RENSA_FLOAT32, &RENSA_SHAPE (333), &error);
  g_autoptr (RensaArray) y = rensa_array_new (RENSA_FLOAT64, &RENSA_SHAPE (7, 11), &error);

  /* The upper half of the counter must change in the midst of a batch. */
  random.counter = G_GUINT64_CONSTANT (0xfffffff9);
  const RensaRandom start = random;

  g_assert_true (rensa_fill_uniform (x, &random, -1, 3, &error));
  g_assert_cmpuint (random.counter, ==, start.counter + 84);
  random = start;
  g_assert_true (rensa_fill_uniform (y, &random, 0, 1, &error));
  g_assert_cmpuint (random.counter, ==, start.counter + 39);

  g_autofree double *floats = get_values (x);
  g_autofree double *doubles = get_values (y);
  for (int i = 0; i < 333; i++)
    {
      guint32 words[4];

      rensa_philox (SEED, STREAM, start.counter + i / 4, words);
      g_assert_cmpfloat (floats[i], ==, (float) (-1 + 4 * ((words[i % 4] >> 8) * 0x1p-24)));
      if (i % 4 % 2 == 0 && i / 2 < 77)
        g_assert_cmpfloat (doubles[i / 2], ==, ((words[i % 4] >> 5) * 0x1p26 + (words[i % 4 + 1] >> 6)) * 0x1p-53);
    }
}

static void
test_normal_words (void)
{
  for (int dtype = RENSA_FLOAT32; dtype <= RENSA_FLOAT64; dtype++)
    {
      g_autoptr (GError) error = NULL;
      RensaRandom random = rensa_random_init (SEED, STREAM);
      g_autoptr (RensaArray) x = rensa_array_new (dtype, &RENSA_SHAPE (101), &error);

      g_assert_true (rensa_fill_normal (x, &random, 5, 2, &error));
      g_assert_cmpuint (random.counter, ==, 51);

      g_autofree double *values = get_values (x);
      for (int i = 0; i < 101; i++)
        {
          guint32 words[4];

          rensa_philox (SEED, STREAM, i / 2, words);
          const double u = words[2 * (i % 2)] * 0x1p-32;
          const double v = words[2 * (i % 2) + 1] * 0x1p-32;
          g_assert_cmpfloat_with_epsilon (values[i], 5 + 2 * sqrt (-2 * log (u)) * cos (2 * G_PI * v),
                                          dtype == RENSA_FLOAT32 ? 1e-3 : 1e-8);
        }
    }
}

static void
test_moments (void)
{
  g_autoptr (GError) error = NULL;
  RensaRandom random = rensa_random_init (1, 2);
  const gint64 n = 400000;
  g_autoptr (RensaArray) x = rensa_array_new (RENSA_FLOAT32, &RENSA_SHAPE (n), &error);

  rensa_fill_normal (x, &random, 0, 1, &error);
  g_autoptr (RensaArray) sum = rensa_reduce (RENSA_REDUCE_SUM, x, 1, FALSE, &error);
  g_autoptr (RensaArray) squares = rensa_reduce (RENSA_REDUCE_SUM_SQUARE, x, 1, FALSE, &error);
  g_assert_cmpfloat_with_epsilon (rensa_array_get_scalar (sum) / n, 0, 5 / sqrt (n));
  g_assert_cmpfloat_with_epsilon (rensa_array_get_scalar (squares) / n, 1, 5 * sqrt (2.0 / n));

  rensa_fill_uniform (x, &random, 2, 4, &error);
  g_autoptr (RensaArray) min = rensa_reduce (RENSA_REDUCE_MIN, x, 1, FALSE, &error);
  g_autoptr (RensaArray) max = rensa_reduce (RENSA_REDUCE_MAX, x, 1, FALSE, &error);
  g_autoptr (RensaArray) total = rensa_reduce (RENSA_REDUCE_SUM, x, 1, FALSE, &error);
  g_assert_cmpfloat (rensa_array_get_scalar (min), >=, 2);
  g_assert_cmpfloat (rensa_array_get_scalar (max), <, 4);
  g_assert_cmpfloat_with_epsilon (rensa_array_get_scalar (total) / n, 3, 5 * 2 / sqrt (12.0 * n));
}

static void
test_bernoulli (void)
{
  g_autoptr (GError) error = NULL;
  RensaRandom random = rensa_random_init (3, 4);
  RensaRandom again = random;
  const gint64 n = 100003;
  g_autoptr (RensaArray) x = rensa_array_new (RENSA_FLOAT32, &RENSA_SHAPE (n), &error);
  g_autoptr (RensaArray) y = rensa_array_new (RENSA_FLOAT64, &RENSA_SHAPE (n), &error);
  g_autoptr (RensaArray) half = rensa_array_new (RENSA_FLOAT16, &RENSA_SHAPE (n), &error);

  g_assert_true (rensa_fill_bernoulli (x, &random, 0.75, 2, &error));
  random = again;
  g_assert_true (rensa_fill_bernoulli (y, &random, 0.75, 2, &error));
  g_assert_true (rensa_fill_bernoulli (half, &again, 0.75, 2, &error));

  g_autoptr (RensaArray) from_double = rensa_array_cast (y, RENSA_FLOAT32, &error);
  g_autoptr (RensaArray) from_half = rensa_array_cast (half, RENSA_FLOAT32, &error);
  g_autoptr (RensaArray) sum = rensa_reduce (RENSA_REDUCE_SUM, x, 1, FALSE, &error);
  assert_same (x, from_double);
  assert_same (x, from_half);
  g_assert_cmpfloat_with_epsilon (rensa_array_get_scalar (sum) / (2.0 * n), 0.75, 5 * sqrt (0.1875 / n));

  g_autoptr (RensaArray) all = rensa_array_new (RENSA_FLOAT32, &RENSA_SHAPE (1000), &error);
  rensa_fill_bernoulli (all, &random, 1, 1, &error);
  g_autoptr (RensaArray) every = rensa_reduce (RENSA_REDUCE_MIN, all, 1, FALSE, &error);
  rensa_fill_bernoulli (all, &random, 0, 1, &error);
  g_autoptr (RensaArray) none = rensa_reduce (RENSA_REDUCE_MAX, all, 1, FALSE, &error);
  assert_values (every, RENSA_FLOAT32, RENSA_SHAPE_SCALAR, 0, 1);
  assert_values (none, RENSA_FLOAT32, RENSA_SHAPE_SCALAR, 0, 0);
}

/* Numbers belong to indices, not to places in memory. */
static void
test_views (void)
{
  g_autoptr (GError) error = NULL;
  RensaRandom random = rensa_random_init (5, 6);
  RensaRandom again = random;
  g_autoptr (RensaArray) x = rensa_array_zeros (RENSA_FLOAT32, &RENSA_SHAPE (9, 13), &error);
  g_autoptr (RensaArray) other_order = reordered (x);

  g_assert_true (rensa_fill_uniform (x, &random, 0, 1, &error));
  g_assert_true (rensa_fill_uniform (other_order, &again, 0, 1, &error));
  assert_same (x, other_order);
}

static RensaArray *
make_noise (gconstpointer data)
{
  RensaRandom random = rensa_random_init (7, 8);
  RensaArray *x = rensa_array_new (RENSA_FLOAT32, &RENSA_SHAPE (101, 503), NULL);

  g_assert_true (rensa_fill_normal (x, &random, 0, 1, NULL));
  return x;
}

static void
test_threads (void)
{
  assert_same_for_any_threads (make_noise, NULL);
}

static void
test_errors (void)
{
  g_autoptr (GError) error = NULL;
  RensaRandom random = rensa_random_init (9, 10);
  g_autoptr (RensaArray) integers = rensa_array_zeros (RENSA_INT32, &RENSA_SHAPE (3), &error);
  g_autoptr (RensaArray) empty = rensa_array_zeros (RENSA_FLOAT32, &RENSA_SHAPE (0), &error);

  g_assert_false (rensa_fill_uniform (integers, &random, 0, 1, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "fill_uniform expects floating-point arrays: found int32");
  g_assert_false (rensa_fill_normal (integers, &random, 0, 1, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "fill_normal expects floating-point arrays: found int32");
  g_assert_true (rensa_fill_normal (empty, &random, 0, 1, &error));
  g_assert_cmpuint (random.counter, ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/backends/random/uniform-words", test_uniform_words);
  g_test_add_func ("/backends/random/normal-words", test_normal_words);
  g_test_add_func ("/backends/random/moments", test_moments);
  g_test_add_func ("/backends/random/bernoulli", test_bernoulli);
  g_test_add_func ("/backends/random/views", test_views);
  g_test_add_func ("/backends/random/threads", test_threads);
  g_test_add_func ("/backends/random/errors", test_errors);
  return run_tests ();
}
