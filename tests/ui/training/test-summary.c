/* test-summary.c: components in two lines.
 * SPDX-License-Identifier: MIT */

#include "rensa-init.h"
#include "studio-summary.h"

static void
check (const char *path, const char *title, const char *details)
{
  static const char text[] =
      "{ \"format\": 1,"
      "  \"optimizer\": { \"type\": \"Adam\", \"attrs\": { \"alpha\": 0.01, \"beta1\": 0.8 } },"
      "  \"hooks\": [ { \"type\": \"WeightDecay\", \"attrs\": { \"rate\": 0.5 } }, \"NoSuchHook\" ],"
      "  \"stop\": { \"type\": \"IntervalTrigger\", \"attrs\": { \"period\": 1500, \"unit\": \"iteration\" } },"
      "  \"updater\": { \"type\": \"StandardUpdater\" },"
      "  \"extensions\": [ { \"type\": \"snapshot\","
      "    \"trigger\": { \"type\": \"IntervalTrigger\", \"attrs\": { \"period\": 5, \"unit\": \"epoch\" } } } ] }";
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = rensa_document_parse (text, -1, "demo", &error);
  g_autoptr (StudioSummary) summary = NULL;

  g_assert_no_error (error);
  summary = studio_summary_new (document, path);
  g_assert_cmpstr (summary->title, ==, title);
  if (details != NULL)
    g_assert_cmpstr (summary->details, ==, details);
  g_assert_cmpstr (summary->details, !=, "");
}

static void
test_differences (void)
{
  check ("optimizer", "Adam", "alpha 0.01, beta1 0.8");
}

static void
test_period (void)
{
  check ("stop", "1,500 iterations", NULL);
}

/* What has no settings of its own says what it is. */
static void
test_default (void)
{
  check ("updater", "StandardUpdater", NULL);
}

static void
test_trigger (void)
{
  check ("extensions.0", "snapshot", "every 5 epochs");
}

static void
test_unknown (void)
{
  check ("hooks.1", "hooks.1", NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  g_test_add_func ("/ui/training/summary/differences", test_differences);
  g_test_add_func ("/ui/training/summary/period", test_period);
  g_test_add_func ("/ui/training/summary/default", test_default);
  g_test_add_func ("/ui/training/summary/trigger", test_trigger);
  g_test_add_func ("/ui/training/summary/unknown", test_unknown);
  return g_test_run ();
}
