/* test-first-iterations.c: each project that comes with the program and needs no data from elsewhere, for three iterations;
 * what these learn is test-examples.c's.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "cli-fixture.h"

/* Whose data somebody has to fetch. */
static const char *const with_data[] = {
  "cifar10-resnet.rensa", "cifar10-vgg.rensa", "mnist-lenet5.rensa",    "mnist-mlp.rensa",
  "mushrooms.rensa",      "ptb-vectors.rensa", "tinyshakespeare.rensa", NULL,
};

static void
test_iterations (Cli *cli, gconstpointer name)
{
  g_autofree char *file = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", name, NULL);
  const char *few =
      g_str_has_prefix (name, "strokes") ? "--set data.dataset.n_train=300 --set data.dataset.n_test=20" : "";
  g_autofree char *arguments = g_strdup_printf (
      "train '%s' --out o --quiet --set stop.unit=iteration --set stop.period=3 "
      "--set \"extensions.LogReport=LogReport(trigger=IntervalTrigger(period=3,unit='iteration'))\" %s",
      file, few);
  g_autofree char *log = NULL;

  cli_run (cli, arguments);
  cli_assert_ok (cli);
  log = cli_read (cli, "o/log", NULL);
  g_assert_nonnull (strstr (log, "\"iteration\": 3"));
  g_assert_null (strstr (log, "NaN"));
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = NULL;
  g_autoptr (GDir) dir = NULL;
  const char *name;
  guint n = 0;

  cli_tests_init (&argc, &argv);
  folder = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", NULL);
  dir = g_dir_open (folder, 0, NULL);
  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".rensa") && !g_strv_contains (with_data, name))
      {
        g_autofree char *path = g_strconcat ("/cli/first-iterations/", name, NULL);

        g_test_add (path, Cli, g_intern_string (name), cli_set_up, test_iterations, cli_tear_down);
        n++;
      }
  g_assert_cmpuint (n, >, 20);
  return g_test_run ();
}
