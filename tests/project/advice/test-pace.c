/* test-pace.c: which nodes run over time, and which once.
 * SPDX-License-Identifier: MIT */

#include "project-fixture.h"
#include "rensa-analysis.h"

static RensaAnalysis *
analyse_example (const char *name, const char *assignment)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *file = g_strconcat (name, ".rensa", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", file, NULL);
  g_autoptr (RensaDocument) document = rensa_document_load (path, &error);
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);

  g_assert_no_error (error);
  if (assignment != NULL)
    rensa_document_set (document, assignment, &error);
  g_assert_no_error (error);
  return rensa_analysis_new (document, cache);
}

static void
assert_pace (RensaAnalysis *analysis, const char *path, RensaPace pace)
{
  g_test_message ("%s", path);
  g_assert_nonnull (rensa_analysis_get_facts (analysis, path));
  g_assert_cmpint (rensa_analysis_get_pace (analysis, path), ==, pace);
}

/* Only truncated backpropagation lets it go on. */
static void
test_state (void)
{
  g_autoptr (RensaAnalysis) through_time = analyse_example ("little-sentences", NULL);
  g_autoptr (RensaAnalysis) each = analyse_example ("little-sentences", "updater=StandardUpdater");

  assert_pace (through_time, "x", RENSA_PACE_ONCE);
  assert_pace (through_time, "embed1", RENSA_PACE_ONCE);
  assert_pace (through_time, "lstm1", RENSA_PACE_GOES_ON);
  assert_pace (through_time, "l1", RENSA_PACE_ONCE);
  assert_pace (each, "lstm1", RENSA_PACE_CARRIES);
}

static void
test_sequences (void)
{
  g_autoptr (RensaAnalysis) analysis = analyse_example ("numbers-in-words-attention", NULL);

  assert_pace (analysis, "words", RENSA_PACE_ONCE);
  assert_pace (analysis, "encoded", RENSA_PACE_THROUGH);
  assert_pace (analysis, "loss", RENSA_PACE_EACH_STEP);
  assert_pace (analysis, "perplexity", RENSA_PACE_ONCE);
  assert_pace (analysis, "encoder.embed", RENSA_PACE_EACH_STEP);
  assert_pace (analysis, "encoder.lstm", RENSA_PACE_THROUGH);
  assert_pace (analysis, "decoder.h", RENSA_PACE_ONCE);
  assert_pace (analysis, "decoder.attention", RENSA_PACE_THROUGH);
  assert_pace (analysis, "decoder.scores", RENSA_PACE_EACH_STEP);
}

static void
test_once (void)
{
  g_autoptr (RensaAnalysis) moons = analyse_example ("moons", NULL);
  g_autoptr (RensaAnalysis) gan = analyse_example ("strokes-dcgan", NULL);

  assert_pace (moons, "l1", RENSA_PACE_ONCE);
  assert_pace (gan, "x_fake", RENSA_PACE_ONCE);
  assert_pace (gan, "loss_dis", RENSA_PACE_ONCE);
  g_assert_cmpint (rensa_analysis_get_pace (gan, "nobody"), ==, RENSA_PACE_ONCE);
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  g_test_add_func ("/project/advice/pace/state", test_state);
  g_test_add_func ("/project/advice/pace/sequences", test_sequences);
  g_test_add_func ("/project/advice/pace/once", test_once);
  return g_test_run ();
}
