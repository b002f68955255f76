/* test-random.c: the generator.  Expected figures come from the Random123 distribution and from Python's integers.
 * SPDX-License-Identifier: MIT */

#include "rensa-random.h"

#include <math.h>

static void
assert_words (guint64 seed, guint64 stream, guint64 counter, guint32 w0, guint32 w1, guint32 w2, guint32 w3)
{
  guint32 words[4];

  rensa_philox (seed, stream, counter, words);
  g_assert_cmphex (words[0], ==, w0);
  g_assert_cmphex (words[1], ==, w1);
  g_assert_cmphex (words[2], ==, w2);
  g_assert_cmphex (words[3], ==, w3);
}

static void
test_known_answers (void)
{
  assert_words (0, 0, 0, 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8);
  assert_words (G_MAXUINT64, G_MAXUINT64, G_MAXUINT64, 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd);
  assert_words (0x299f31d0a4093822, 0x0370734413198a2e, 0x85a308d3243f6a88, 0xd16cfe09, 0x94fdcceb, 0x5001e420,
                0x24126ea1);
}

static void
test_draws (void)
{
  RensaRandom words = rensa_random_init (42, 7);
  RensaRandom doubles = words;
  RensaRandom normals = words;
  RensaRandom bounded = words;
  const guint32 expected_words[] = { 0x67ee6f2c, 0xe5dde940, 0x24ecfc6e };
  const double expected_doubles[] = { 0.40598197203736, 0.8979173479619227, 0.14424112392597033 };
  const double expected_normals[] = { -0.9058995237737948, -1.9776185123508188, -0.29979790290977226 };
  const guint64 expected_bounded[] = { 8, 3, 9 };

  for (int i = 0; i < 3; i++)
    {
      g_assert_cmphex (rensa_random_uint32 (&words), ==, expected_words[i]);
      g_assert_cmpfloat (rensa_random_double (&doubles), ==, expected_doubles[i]);
      g_assert_cmpfloat_with_epsilon (rensa_random_normal (&normals), expected_normals[i], 1e-14);
      g_assert_cmpuint (rensa_random_below (&bounded, 10), ==, expected_bounded[i]);
    }
  g_assert_cmpuint (words.counter, ==, 3);
  g_assert_cmpuint (doubles.counter, ==, 3);
  g_assert_cmpuint (normals.counter, ==, 3);
  g_assert_cmpuint (bounded.counter, ==, 3);
}

/* For a bound just above 2^63 about half of all blocks have to be drawn again. */
static void
test_below (void)
{
  RensaRandom random = rensa_random_init (42, 7);
  const guint64 expected[] = { 8262425701416122262u, 8647005183583616567u, 1544899156188830224u, 4119551039106559334u };
  int n_found[7] = { 0 };

  for (int i = 0; i < 4; i++)
    g_assert_cmpuint (rensa_random_below (&random, (G_GUINT64_CONSTANT (1) << 63) + 1), ==, expected[i]);
  g_assert_cmpuint (random.counter, ==, 7);
  g_assert_cmpuint (rensa_random_below (&random, 1), ==, 0);
  for (int i = 0; i < 70000; i++)
    n_found[rensa_random_below (&random, 7)]++;
  /* Five standard deviations of a binomial count. */
  for (int i = 0; i < 7; i++)
    g_assert_cmpint (ABS (n_found[i] - 10000), <, 463);
}

static void
test_moments (void)
{
  RensaRandom random = rensa_random_init (1, 0);
  const int n = 100000;
  double sum = 0;
  double sum_squares = 0;
  double sum_uniform = 0;

  for (int i = 0; i < n; i++)
    {
      const double x = rensa_random_normal (&random);
      const double u = rensa_random_double (&random);

      g_assert_true (isfinite (x) && u >= 0 && u < 1);
      sum += x;
      sum_squares += x * x;
      sum_uniform += u;
    }

  /* Five standard errors. */
  g_assert_cmpfloat (fabs (sum / n), <, 5 / sqrt (n));
  g_assert_cmpfloat (fabs (sum_squares / n - 1), <, 5 * sqrt (2.0 / n));
  g_assert_cmpfloat (fabs (sum_uniform / n - 0.5), <, 5 * sqrt (1.0 / 12 / n));
}

static void
test_take (void)
{
  RensaRandom random = rensa_random_init (3, 4);
  const RensaRandom first = rensa_random_take (&random, 9);
  const RensaRandom second = rensa_random_take (&random, 0);
  const RensaRandom third = rensa_random_take (&random, 4);

  g_assert_cmpuint (first.counter, ==, 0);
  g_assert_cmpuint (second.counter, ==, 3);
  g_assert_cmpuint (third.counter, ==, 3);
  g_assert_cmpuint (random.counter, ==, 4);
  g_assert_cmpuint (third.seed, ==, 3);
  g_assert_cmpuint (third.stream, ==, 4);
}

static void
test_permutation (void)
{
  RensaRandom random = rensa_random_init (42, 7);
  gint64 order[1000];
  gboolean seen[1000] = { FALSE };
  const gint64 expected[] = { 2, 0, 6, 5, 4, 1, 9, 7, 3, 8 };

  rensa_random_permutation (&random, order, 10);
  for (int i = 0; i < 10; i++)
    g_assert_cmpint (order[i], ==, expected[i]);

  rensa_random_permutation (&random, order, 1000);
  for (int i = 0; i < 1000; i++)
    {
      g_assert_cmpint (order[i], >=, 0);
      g_assert_cmpint (order[i], <, 1000);
      g_assert_false (seen[order[i]]);
      seen[order[i]] = TRUE;
    }

  const guint64 counter = random.counter;
  rensa_random_permutation (&random, order, 1);
  g_assert_cmpint (order[0], ==, 0);
  rensa_random_permutation (&random, order, 0);
  g_assert_cmpuint (random.counter, ==, counter);
}

static gpointer
draw_in_thread (gpointer data)
{
  *(guint32 *) data = rensa_random_uint32 (rensa_random_get_default ());
  return NULL;
}

/* Each thread has its own, which starts from the same place. */
static void
test_default (void)
{
  guint32 there = 0;
  const guint32 here = rensa_random_uint32 (rensa_random_get_default ());

  g_thread_join (g_thread_new ("random", draw_in_thread, &there));
  g_assert_cmphex (here, ==, 0x6627e8d5);
  g_assert_cmphex (there, ==, here);
  g_assert_cmpuint (rensa_random_get_default ()->counter, ==, 1);

  *rensa_random_get_default () = rensa_random_init (42, 7);
  g_assert_cmphex (rensa_random_uint32 (rensa_random_get_default ()), ==, 0x67ee6f2c);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/random/known-answers", test_known_answers);
  g_test_add_func ("/base/random/draws", test_draws);
  g_test_add_func ("/base/random/below", test_below);
  g_test_add_func ("/base/random/moments", test_moments);
  g_test_add_func ("/base/random/take", test_take);
  g_test_add_func ("/base/random/permutation", test_permutation);
  g_test_add_func ("/base/random/default", test_default);

  return g_test_run ();
}
