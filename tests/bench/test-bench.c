/* test-bench.c: the benchmark program.
 * SPDX-License-Identifier: MIT */

#include <json-c/json.h>
#include <string.h>

#include "cli-fixture.h"

typedef struct json_object Json;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Json, json_object_put)

static void
assert_failed (Cli *cli, int status, const char *expected)
{
  g_assert_cmpstr (cli->err, ==, expected);
  g_assert_cmpint (cli->status, ==, status);
  g_assert_cmpstr (cli->out, ==, "");
}

static void
test_output (Cli *cli, gconstpointer data)
{
  g_autoptr (Json) json = NULL;

  cli_run (cli, "--json --threads 1 --seconds 0.001 mlp-mushrooms");
  cli_assert_ok (cli);
  json = json_tokener_parse (cli->out);
  g_assert_cmpstr (json_object_get_string (json_object_object_get (json, "workload")), ==, "mlp-mushrooms");
  g_assert_cmpstr (json_object_get_string (json_object_object_get (json, "unit")), ==, "examples/s");
  g_assert_cmpint (json_object_get_int (json_object_object_get (json, "threads")), ==, 1);
  g_assert_cmpfloat (json_object_get_double (json_object_object_get (json, "rate")), >, 0);
  g_assert_cmpint (json_object_get_int64 (json_object_object_get (json, "peak_bytes")), >, 56 * 100 * 22 * 4);

  cli_run (cli, "functions --json --seconds 0.001 exp");
  cli_assert_ok (cli);
  g_clear_pointer (&json, json_object_put);
  json = json_tokener_parse (cli->out);
  g_assert_cmpstr (json_object_get_string (json_object_object_get (json, "function")), ==, "exp");
  g_assert_cmpint (json_object_get_int64 (json_object_object_get (json, "bytes")), >, 16 * 1024 * 4);
  g_assert_cmpfloat (json_object_get_double (json_object_object_get (json, "share_of_copy")), >, 0);
  g_assert_cmpint (json_object_array_length (json_object_object_get (json, "inputs")), ==, 1);
  g_assert_cmpfloat (json_object_get_double (json_object_object_get (json, "both_ms")), >,
                     json_object_get_double (json_object_object_get (json, "forward_ms")) / 2);
  cli_run (cli, "functions expp");
  assert_failed (cli, 1, "rensa-bench: There is no function expp; did you mean exp?\n");

  cli_run (cli, "--seconds 0.001 mlp-mushrooms lenet6");
  assert_failed (cli, 2, "rensa-bench: There is no workload lenet6.\nTry rensa-bench --help.\n");

  cli_run (cli, "--device cuda:0 mlp-mushrooms");
  assert_failed (cli, 1, "rensa-bench: Device cuda:0 is not available here, only cpu.\n");
}

/* Those that are no classifiers of pictures or numbers: each a few updates, and what it counts. */
static void
test_workloads (Cli *cli, gconstpointer data)
{
  static const struct
  {
    const char *name;
    const char *unit;
    int n_work;
  } workloads[] = {
    { "lstm-lm", "words/s", 20 * 35 },
    { "word2vec-ns", "pairs/s", 1000 * 10 },
    { "dcgan", "iters/s", 1 },
    { "seq2seq", "words/s", 64 * 20 },
  };
  g_auto (GStrv) lines = NULL;

  cli_run (cli, "--json --seconds 0.001 lstm-lm word2vec-ns dcgan seq2seq");
  cli_assert_ok (cli);
  lines = g_strsplit (cli->out, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, G_N_ELEMENTS (workloads) + 1);
  for (guint i = 0; i < G_N_ELEMENTS (workloads); i++)
    {
      g_autoptr (Json) json = json_tokener_parse (lines[i]);
      const double rate = json_object_get_double (json_object_object_get (json, "rate"));
      const double ms = json_object_get_double (json_object_object_get (json, "ms_per_update"));

      g_assert_cmpstr (json_object_get_string (json_object_object_get (json, "workload")), ==, workloads[i].name);
      g_assert_cmpstr (json_object_get_string (json_object_object_get (json, "unit")), ==, workloads[i].unit);
      g_assert_cmpfloat_with_epsilon (rate * ms * 1e-3, workloads[i].n_work, 0.05 * workloads[i].n_work);
    }

  cli_run (cli, "--help");
  cli_assert_ok (cli);
  for (guint i = 0; i < G_N_ELEMENTS (workloads); i++)
    g_assert_nonnull (strstr (cli->out, workloads[i].name));
}

static void
test_misuse (Cli *cli, gconstpointer data)
{
  static const char *const wrong[] = { "--seconds 0", "--seconds 3601", "--threads -1",
                                       "--fast",      "limits lenet5",  "resnet" };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      cli_run (cli, wrong[i]);
      g_assert_cmpint (cli->status, ==, 2);
      g_assert_cmpstr (cli->out, ==, "");
      g_assert_true (g_str_has_suffix (cli->err, ".\nTry rensa-bench --help.\n"));
    }
}

static gint64
get_count (Json *counts, const char *name)
{
  Json *number;

  g_assert_true (json_object_object_get_ex (counts, name, &number));
  return json_object_get_int64 (number);
}

/* What doc/cuda.md says: a steady update is one graph, with so much in it, and nothing waits. */
static void
test_counts (Cli *cli, gconstpointer data)
{
  static const struct
  {
    const char *workload;
    gint64 in_graph;
  } expected[] = {
    { "mlp-mushrooms", 22 }, { "mlp-mnist-100", 29 }, { "mlp-mnist-1000", 29 }, { "lenet5", 53 }, { "vgg-small", 86 },
    { "resnet-small", 313 }, { "lstm-lm", 216 },      { "word2vec-ns", 124 },   { "dcgan", 458 }, { "seq2seq", 137 },
  };
  static const char *const nothing[] = { "copies_in", "copies_out", "synchronizations", "detours" };
  g_auto (GStrv) lines = NULL;

  cli_run (cli, "--counts --json");
  cli_assert_ok (cli);
  lines = g_strsplit (cli->out, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, G_N_ELEMENTS (expected) + 1);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autoptr (Json) counts = json_tokener_parse (lines[i]);
      Json *workload;

      g_assert_true (json_object_object_get_ex (counts, "workload", &workload));
      g_assert_cmpstr (json_object_get_string (workload), ==, expected[i].workload);
      g_assert_cmpint (get_count (counts, "graphs"), ==, 1);
      /* Which copies wait for each other depends on where memory is given out again. */
      g_assert_cmpint (ABS (get_count (counts, "in_graphs") - expected[i].in_graph), <=, expected[i].in_graph / 100);
      for (guint n = 0; n < G_N_ELEMENTS (nothing); n++)
        g_assert_cmpint (get_count (counts, nothing[n]), ==, 0);
    }
}

int
main (int argc, char **argv)
{
  cli_tests_init (&argc, &argv);
  ADD_CLI_TEST ("/bench/output", test_output);
  ADD_CLI_TEST ("/bench/workloads", test_workloads);
  ADD_CLI_TEST ("/bench/misuse", test_misuse);
  ADD_CLI_TEST ("/bench/counts", test_counts);
  return g_test_run ();
}
