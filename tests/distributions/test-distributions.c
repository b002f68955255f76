/* test-distributions.c: what holds for distributions beside their figures, which the conformance program has.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "rensa-distributions.h"
#include "rensa-error.h"
#include "rensa-example.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"

static RensaVariable *
new_variable (const char *text)
{
  g_autoptr (RensaArray) array = rensa_array_new_from_text (text, RENSA_FLOAT64, NULL);

  return rensa_variable_new (array);
}

static RensaDistribution *
new_normal (const char *loc, const char *scale)
{
  g_autoptr (RensaVariable) l = new_variable (loc);
  g_autoptr (RensaVariable) s = new_variable (scale);
  g_autoptr (GError) error = NULL;
  RensaDistribution *normal = rensa_normal_distribution_new (l, s, &error);

  g_assert_no_error (error);
  return normal;
}

static void
assert_values (RensaVariable *got, const char *text, double tolerance)
{
  g_autoptr (RensaArray) want = rensa_array_new_from_text (text, RENSA_FLOAT64, NULL);
  const gint64 n = rensa_array_get_count (want);
  g_autofree double *got_values = g_new (double, n);
  g_autofree double *want_values = g_new (double, n);

  g_assert_nonnull (got);
  g_assert_true (
      rensa_shape_equal (rensa_array_get_shape (rensa_variable_get_array (got)), rensa_array_get_shape (want)));
  rensa_array_to_host (rensa_variable_get_array (got), got_values, NULL);
  rensa_array_to_host (want, want_values, NULL);
  for (gint64 i = 0; i < n; i++)
    g_assert_cmpfloat (fabs (got_values[i] - want_values[i]), <=, tolerance);
}

/* Parameters of different shapes make a batch of the shape to which they broadcast. */
static void
test_broadcast (void)
{
  g_autoptr (RensaDistribution) normal = new_normal ("[[0], [1]]", "[1, 2, 4]");
  g_autoptr (RensaVariable) mean = rensa_distribution_compute (normal, "mean", NULL, NULL);
  g_autoptr (RensaVariable) variance = rensa_distribution_compute (normal, "variance", NULL, NULL);
  const RensaShape *batch = rensa_distribution_get_batch_shape (normal);

  g_assert_cmpint (batch->ndim, ==, 2);
  g_assert_cmpint (batch->dims[1], ==, 3);
  assert_values (mean, "[[0, 0, 0], [1, 1, 1]]", 0);
  assert_values (variance, "[[1, 4, 16], [1, 4, 16]]", 0);
}

/* What one member follows from another; -ln 2 and such. */
static void
test_derived (void)
{
  g_autoptr (RensaVariable) lam = new_variable ("[2]");
  g_autoptr (RensaVariable) x = new_variable ("[0.5]");
  g_autoptr (RensaDistribution) exponential = rensa_exponential_distribution_new (lam, NULL);
  g_autoptr (RensaVariable) prob = rensa_distribution_compute (exponential, "prob", x, NULL);
  g_autoptr (RensaVariable) log_cdf = rensa_distribution_compute (exponential, "log_cdf", x, NULL);
  g_autoptr (RensaVariable) perplexity = rensa_distribution_compute (exponential, "perplexity", NULL, NULL);

  assert_values (prob, "[0.7357588823428847]", 1e-15);
  assert_values (log_cdf, "[-0.45867514538708193]", 1e-15);
  assert_values (perplexity, "[1.3591409142295225]", 1e-15);
  g_assert_true (rensa_distribution_has (exponential, "survival_function"));
  g_assert_false (rensa_distribution_has (exponential, "covariance"));
}

static void
test_outside_support (void)
{
  g_autoptr (RensaVariable) lam = new_variable ("[2]");
  g_autoptr (RensaVariable) x = new_variable ("[-1]");
  g_autoptr (RensaDistribution) exponential = rensa_exponential_distribution_new (lam, NULL);
  g_autoptr (RensaVariable) cdf = rensa_distribution_compute (exponential, "cdf", x, NULL);
  g_autoptr (RensaVariable) prob = rensa_distribution_compute (exponential, "prob", x, NULL);

  assert_values (cdf, "[0]", 0);
  assert_values (prob, "[0]", 0);
}

/* A certain event costs nothing, and its logarithm no NaN. */
static void
test_certain (void)
{
  g_autoptr (RensaVariable) p = new_variable ("[0, 1]");
  g_autoptr (RensaVariable) x = new_variable ("[0, 1]");
  g_autoptr (RensaDistribution) bernoulli = rensa_bernoulli_distribution_new (p, NULL);
  g_autoptr (RensaVariable) log_prob = rensa_distribution_compute (bernoulli, "log_prob", x, NULL);
  g_autoptr (RensaVariable) entropy = rensa_distribution_compute (bernoulli, "entropy", NULL, NULL);

  assert_values (log_prob, "[0, 0]", 0);
  assert_values (entropy, "[0, 0]", 0);
}

/* H (p, q) = ½ ln 2π + ½ (1 + 1) for unit normals whose means are 1 apart. */
static void
test_cross_entropy (void)
{
  g_autoptr (RensaDistribution) p = new_normal ("[0]", "[1]");
  g_autoptr (RensaDistribution) q = new_normal ("[1]", "[1]");
  g_autoptr (RensaVariable) entropy = rensa_cross_entropy (p, q, NULL);

  assert_values (entropy, "[1.9189385332046727]", 1e-15);
}

static void
test_samples_repeat (void)
{
  const gint64 n = 5;

  for (int kind = 0; kind < 2; kind++)
    {
      g_autoptr (RensaVariable) k = new_variable ("[0.5, 3]");
      g_autoptr (RensaDistribution) distribution =
          kind == 0 ? new_normal ("[0, 1]", "[1, 2]") : rensa_chisquare_distribution_new (k, NULL);
      RensaRandom first = rensa_random_init (1, 2);
      RensaRandom second = rensa_random_init (1, 2);
      g_autoptr (RensaVariable) a = rensa_distribution_sample (distribution, &RENSA_SHAPE (n), &first, NULL);
      g_autoptr (RensaVariable) b = rensa_distribution_sample (distribution, &RENSA_SHAPE (n), &second, NULL);
      g_autoptr (RensaVariable) c = rensa_distribution_sample (distribution, &RENSA_SHAPE (n), &second, NULL);
      double values[3][10];

      rensa_array_to_host (rensa_variable_get_array (a), values[0], NULL);
      rensa_array_to_host (rensa_variable_get_array (b), values[1], NULL);
      rensa_array_to_host (rensa_variable_get_array (c), values[2], NULL);
      g_assert_cmpmem (values[0], sizeof values[0], values[1], sizeof values[1]);
      g_assert_cmpint (memcmp (values[1], values[2], sizeof values[1]), !=, 0);
      g_assert_cmpuint (first.counter, <, second.counter);
    }
}

/* ∂ (loc + scale ε) / ∂ loc = 1, and that of scale is the noise. */
static void
test_reparametrized (void)
{
  g_autoptr (RensaVariable) loc = new_variable ("[0.5, -1]");
  g_autoptr (RensaVariable) scale = new_variable ("[2, 0.5]");
  g_autoptr (RensaDistribution) normal = rensa_normal_distribution_new (loc, scale, NULL);
  RensaRandom random = rensa_random_init (1, 2);
  g_autoptr (RensaVariable) sample = rensa_distribution_sample (normal, &RENSA_SHAPE_SCALAR, &random, NULL);
  g_autoptr (RensaVariable) total = rensa_sum (sample, &(RensaInts){ .n = RENSA_INTS_NONE }, FALSE, NULL);
  g_autoptr (RensaVariable) away = rensa_subtract (sample, loc, NULL);
  g_autoptr (RensaVariable) noise = rensa_divide (away, scale, NULL);
  double grads[2];
  double wanted[2];

  g_assert_true (rensa_variable_backward (total, NULL, NULL));
  rensa_array_to_host (rensa_variable_get_grad (loc), grads, NULL);
  g_assert_cmpfloat (grads[0], ==, 1);
  rensa_array_to_host (rensa_variable_get_grad (scale), grads, NULL);
  rensa_array_to_host (rensa_variable_get_array (noise), wanted, NULL);
  for (int i = 0; i < 2; i++)
    g_assert_cmpfloat (fabs (grads[i] - wanted[i]), <, 1e-14);
}

static void
assert_refused (RensaDistribution *distribution, GError *error, RensaError code, const char *message)
{
  g_assert_null (distribution);
  g_assert_error (error, RENSA_ERROR, code);
  g_assert_cmpstr (error->message, ==, message);
  g_error_free (error);
}

static void
test_refused (void)
{
  g_autoptr (RensaVariable) two = new_variable ("[1, 2]");
  g_autoptr (RensaVariable) three = new_variable ("[1, 2, 3]");
  g_autoptr (RensaVariable) number = new_variable ("1");
  GError *error = NULL;
  RensaDistribution *distribution =
      rensa_distribution_new (&rensa_normal_distribution_class, (RensaVariable *[]){ two, NULL, NULL }, NULL, &error);

  assert_refused (distribution, error, RENSA_ERROR_INVALID,
                  "Normal expects the parameters “loc scale” or “loc log_scale”, but “loc” was given");
  error = NULL;
  distribution = rensa_dirichlet_distribution_new (number, &error);
  assert_refused (distribution, error, RENSA_ERROR_TYPE_CHECK, "Dirichlet: alpha must have at least 1 axis, not 0");
  error = NULL;
  distribution = rensa_normal_distribution_new (two, three, &error);
  g_assert_null (distribution);
  g_assert_nonnull (error);
  g_assert_true (g_str_has_prefix (error->message, "Normal: "));
  /* Nothing is done once an error is set. */
  g_assert_null (rensa_normal_distribution_new (two, two, &error));
  g_clear_error (&error);
}

static void
test_missing_members (void)
{
  g_autoptr (RensaVariable) two = new_variable ("[1, 2]");
  g_autoptr (RensaDistribution) gamma = rensa_gamma_distribution_new (two, two, NULL);
  g_autoptr (RensaDistribution) normal = new_normal ("[0, 0]", "[1, 1]");
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_distribution_compute (gamma, "cdf", two, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND);
  g_assert_cmpstr (error->message, ==, "Gamma has no cdf");
  g_clear_error (&error);
  g_assert_null (rensa_kl_divergence (gamma, normal, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/distributions/distributions/broadcast", test_broadcast);
  g_test_add_func ("/distributions/distributions/derived", test_derived);
  g_test_add_func ("/distributions/distributions/outside-support", test_outside_support);
  g_test_add_func ("/distributions/distributions/certain", test_certain);
  g_test_add_func ("/distributions/distributions/cross-entropy", test_cross_entropy);
  g_test_add_func ("/distributions/distributions/samples-repeat", test_samples_repeat);
  g_test_add_func ("/distributions/distributions/reparametrized", test_reparametrized);
  g_test_add_func ("/distributions/distributions/refused", test_refused);
  g_test_add_func ("/distributions/distributions/missing-members", test_missing_members);
  return g_test_run ();
}
