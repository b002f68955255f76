/* test-summary.c: means and deviations; the figures are Chainer's.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "link-fixture.h"
#include "rensa-npz.h"
#include "rensa-primitives.h"
#include "rensa-reporter.h"

static void
test_summary (void)
{
  static const double values[] = { 1, 2, 4, 7 };
  static const double weights[] = { 1, 2, 1, 0.5 };
  RensaSummary plain = { 0 };
  RensaSummary weighted = { 0 };

  for (int i = 0; i < 4; i++)
    {
      rensa_summary_add (&plain, values[i], 1);
      rensa_summary_add (&weighted, values[i], weights[i]);
    }
  g_assert_cmpfloat_with_epsilon (rensa_summary_get_mean (&plain), 3.5, 1e-12);
  g_assert_cmpfloat_with_epsilon (rensa_summary_get_std (&plain), 2.29128784747792, 1e-12);
  g_assert_cmpfloat_with_epsilon (rensa_summary_get_mean (&weighted), 2.7777777777777777, 1e-12);
  g_assert_cmpfloat_with_epsilon (rensa_summary_get_std (&weighted), 1.8121673811444545, 1e-12);
}

static void
test_extremes (void)
{
  RensaSummary equal = { 0 };
  RensaSummary nan = { 0 };

  for (int i = 0; i < 10; i++)
    rensa_summary_add (&equal, 0.1, 1);
  g_assert_cmpfloat_with_epsilon (rensa_summary_get_std (&equal), 0, 1e-8);
  rensa_summary_add (&nan, 1, 1);
  rensa_summary_add (&nan, NAN, 1);
  g_assert_true (isnan (rensa_summary_get_mean (&nan)));
  g_assert_true (isnan (rensa_summary_get_std (&nan)));
}

/* {a: 1, b: 2}, {a: 3}, {b: 6, c: 1} */
static RensaDictSummary *
summary_new (void)
{
  RensaDictSummary *summary = rensa_dict_summary_new ();
  g_autoptr (RensaObservation) observation = rensa_observation_new ();
  g_autoptr (RensaVariable) three = VARIABLE (RENSA_SHAPE_SCALAR, 3);
  g_autoptr (RensaVariable) vector = VARIABLE (RENSA_SHAPE (2), 3, 4);

  rensa_observation_set (observation, "a", 1);
  rensa_observation_set (observation, "b", 2);
  rensa_dict_summary_add (summary, observation, NULL);
  rensa_observation_clear (observation);
  rensa_observation_set_variable (observation, "a", three);
  rensa_observation_set_variable (observation, "vector", vector);
  rensa_dict_summary_add (summary, observation, NULL);
  rensa_observation_clear (observation);
  rensa_observation_set (observation, "b", 6);
  rensa_observation_set (observation, "c", 1);
  rensa_dict_summary_add (summary, observation, NULL);
  return summary;
}

static void
assert_observed (RensaObservation *observation, guint i, const char *key, double value)
{
  g_assert_cmpstr (rensa_observation_get_key (observation, i), ==, key);
  g_assert_cmpfloat_with_epsilon (rensa_observation_get_value (observation, i), value, 1e-12);
}

static void
assert_statistics (RensaDictSummary *summary)
{
  g_autoptr (RensaObservation) means = rensa_observation_new ();
  g_autoptr (RensaObservation) statistics = rensa_observation_new ();

  rensa_dict_summary_compute_mean (summary, means);
  g_assert_cmpuint (rensa_observation_get_n (means), ==, 3);
  assert_observed (means, 0, "a", 2);
  assert_observed (means, 1, "b", 4);
  assert_observed (means, 2, "c", 1);

  rensa_dict_summary_make_statistics (summary, statistics);
  g_assert_cmpuint (rensa_observation_get_n (statistics), ==, 6);
  assert_observed (statistics, 0, "a", 2);
  assert_observed (statistics, 1, "a.std", 1);
  assert_observed (statistics, 2, "b", 4);
  assert_observed (statistics, 3, "b.std", 2);
  assert_observed (statistics, 4, "c", 1);
  assert_observed (statistics, 5, "c.std", 0);
}

static void
test_dict_summary (void)
{
  g_autoptr (RensaDictSummary) summary = summary_new ();

  assert_statistics (summary);
}

static void
test_file (void)
{
  g_autoptr (RensaDictSummary) saved = summary_new ();
  g_autoptr (RensaDictSummary) loaded = rensa_dict_summary_new ();
  g_autoptr (RensaObservation) other = rensa_observation_new ();
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "summary.npz", NULL);
  g_autoptr (RensaNpz) npz = NULL;
  g_autoptr (GError) error = NULL;

  rensa_save_npz (path, rensa_dict_summary_serialize, saved, TRUE, &error);
  g_assert_no_error (error);
  npz = rensa_npz_open (path, &error);
  g_assert_cmpuint (rensa_npz_get_n_keys (npz), ==, 1 + 3 * 3);
  g_assert_true (rensa_npz_has (npz, "_names"));
  g_assert_true (rensa_npz_has (npz, "_summaries/2/_x2"));

  /* What stood there before is replaced. */
  rensa_observation_set (other, "z", 1);
  rensa_dict_summary_add (loaded, other, NULL);
  rensa_load_npz (path, NULL, RENSA_NPZ_EXACT, rensa_dict_summary_serialize, loaded, &error);
  g_assert_no_error (error);
  assert_statistics (loaded);
  test_folder_remove (folder);
}

/* @k of @n examples, as a link reports them of a batch. */
static void
add_share (RensaDictSummary *summary, RensaDtype dtype, int k, int n)
{
  g_autoptr (RensaReporter) reporter = rensa_reporter_new ();
  g_autoptr (RensaObservation) observation = rensa_observation_new ();
  const double share = (double) k / n;
  g_autoptr (RensaArray) exact = rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE_SCALAR, &share, NULL);
  g_autoptr (RensaArray) rounded = rensa_array_cast (exact, dtype, NULL);
  g_autoptr (RensaVariable) variable = rensa_variable_new_constant (rounded);

  rensa_reporter_push (reporter, observation);
  rensa_report_weigh (n);
  rensa_report ("share", variable, NULL);
  rensa_reporter_pop (reporter);
  rensa_dict_summary_add (summary, observation, NULL);
}

/* Every third of 100 examples counts; of any type and any batch size, the mean is 0.34 to the last bit. */
static void
test_weight (void)
{
  static const RensaDtype dtypes[] = { RENSA_FLOAT16, RENSA_BFLOAT16, RENSA_FLOAT32, RENSA_FLOAT64 };

  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    for (int size = 1; size <= 100; size++)
      {
        g_autoptr (RensaDictSummary) summary = rensa_dict_summary_new ();
        g_autoptr (RensaObservation) means = rensa_observation_new ();

        for (int begin = 0; begin < 100; begin += size)
          {
            const int end = MIN (begin + size, 100);

            add_share (summary, dtypes[i], (end + 2) / 3 - (begin + 2) / 3, end - begin);
          }
        rensa_dict_summary_compute_mean (summary, means);
        g_assert_cmpfloat (rensa_observation_get_value (means, 0), ==, 34.0 / 100);
      }
}

static gboolean
serialize_names (gpointer names, RensaSerializer *serializer, GError **error)
{
  return rensa_serializer_string (serializer, "_names", names, error);
}

static void
test_bad_names (void)
{
  static const char *const cases[] = { "", "{\"a\": 1}", "[1]", "[\"a\", \"a\"]", "[\"a\"" };
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "summary.npz", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RensaDictSummary) summary = rensa_dict_summary_new ();
      g_autofree char *names = g_strdup (cases[i]);
      g_autoptr (GError) error = NULL;

      g_assert_true (rensa_save_npz (path, serialize_names, &names, FALSE, NULL));
      g_assert_false (
          rensa_load_npz (path, NULL, RENSA_NPZ_ALLOW_EXTRA, rensa_dict_summary_serialize, summary, &error));
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
      g_assert_true (g_str_has_suffix (error->message, "_names: expected a JSON list of distinct names"));
    }
  test_folder_remove (folder);
}

int
main (int argc, char **argv)
{
  link_tests_init (&argc, &argv);
  g_test_add_func ("/links/summary/values", test_summary);
  g_test_add_func ("/links/summary/extremes", test_extremes);
  g_test_add_func ("/links/dict-summary/values", test_dict_summary);
  g_test_add_func ("/links/dict-summary/weight", test_weight);
  g_test_add_func ("/links/dict-summary/file", test_file);
  g_test_add_func ("/links/dict-summary/bad-names", test_bad_names);
  return g_test_run ();
}
