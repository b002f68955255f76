/* test-devices.c: devices, and runs whose device fails, with the program that has the mock GPU.
 * SPDX-License-Identifier: MIT */

#include <json-c/json.h>
#include <math.h>

#include "cli-fixture.h"

#define TRAIN "train a.rensa --quiet --set stop.unit=iteration "
#define SNAPSHOTS                                                                                                            \
  "\"extensions\": [{\"type\": \"snapshot\", \"attrs\": {\"filename\": \"s{.updater.iteration}\"}, \"trigger\": {\"type\": " \
  "\"IntervalTrigger\", \"attrs\": {\"period\": 8, \"unit\": \"iteration\"}}}, {\"type\": \"LogReport\", \"trigger\": "      \
  "{\"type\": \"IntervalTrigger\", \"attrs\": {\"period\": 8, \"unit\": \"iteration\"}}}], \"stop\":"

typedef struct json_object Json;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Json, json_object_put)

static void
test_list (Cli *cli, gconstpointer data)
{
  g_autoptr (Json) rows = NULL;
  Json *cpu;
  Json *memory;

  cli_run (cli, "devices");
  cli_assert_ok (cli);
  g_assert_nonnull (strstr (cli->out, "OpenBLAS "));
  g_assert_nonnull (strstr (cli->out, "oneDNN "));
  g_assert_null (strstr (cli->out, "mock"));

  cli_run (cli, "devices --json");
  cli_assert_ok (cli);
  rows = json_tokener_parse (cli->out);
  cpu = json_object_array_get_idx (rows, 0);
  g_assert_true (json_object_object_get_ex (cpu, "memory", &memory));
  g_assert_cmpint (json_object_get_int64 (memory), >, 1 << 20);
}

/* With the variable set, even to nothing, the mock is a device as any other. */
static void
test_named_stand_in (Cli *cli, gconstpointer data)
{
  g_setenv ("RENSA_MOCK", "", TRUE);
  cli_run (cli, "devices");
  cli_assert_ok (cli);
  g_assert_nonnull (strstr (cli->out, "mock:0"));
  g_assert_nonnull (strstr (cli->out, "mock:1"));
  g_assert_nonnull (strstr (cli->out, "NCCL 2.28.9"));
  cli_write_document (cli, "\"stop\":", "\"stop\":");
  cli_run (cli, "train a.rensa --device nowhere");
  g_unsetenv ("RENSA_MOCK");
  cli_assert_failed (cli, "mock:0 and mock:1");
}

/* A mistake in the variable is an error as any other, not the end of the program. */
static void
test_unknown_setting (Cli *cli, gconstpointer data)
{
  static const char *const wrong[] = { "foo", "foo=1", "seed", "seed=", "seed=x", "seed=1,,lost-after=2" };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_setenv ("RENSA_MOCK", wrong[i], TRUE);
      cli_run (cli, "devices");
      g_unsetenv ("RENSA_MOCK");
      cli_assert_ok (cli);
      g_assert_nonnull (strstr (cli->out, "RENSA_MOCK: NAME=NUMBER was expected"));
      g_assert_null (strstr (cli->out, "mock:0"));
    }
}

/* In the words of the studio. */
static void
test_missing (Cli *cli, gconstpointer data)
{
  cli_write_document (cli, "\"stop\":", "\"device\": \"cuda:7\", \"stop\":");
  cli_run (cli, "train a.rensa");
  cli_assert_failed (cli, "device: device cuda:7 is not available here, only cpu");
  g_assert_false (cli_has (cli, "result"));
}

/* A machine either has a GPU or is told why not. */
static void
test_no_gpu (Cli *cli, gconstpointer data)
{
  g_autoptr (GRegex) regex =
      g_regex_new ("^cuda(:0)? +(No GPU available: .+\\.|.+ of memory, .+ of it free)$", G_REGEX_MULTILINE, 0, NULL);

  cli_run (cli, "devices");
  cli_assert_ok (cli);
  g_assert_true (g_regex_match (regex, cli->out, 0, NULL));
}

/* The loss that the last line of the log tells. */
static double
read_loss (Cli *cli)
{
  g_autofree char *text = cli_read (cli, "result/log", NULL);
  g_autoptr (Json) log = json_tokener_parse (text);
  Json *loss;

  g_assert_cmpuint (json_object_array_length (log), >, 0);
  g_assert_true (json_object_object_get_ex (json_object_array_get_idx (log, json_object_array_length (log) - 1),
                                            "main/loss", &loss));
  return json_object_get_double (loss);
}

static double
train (Cli *cli, const char *options)
{
  g_autofree char *command = g_strconcat (TRAIN, options, NULL);

  cli_run (cli, command);
  cli_assert_ok (cli);
  return read_loss (cli);
}

/* A run that begins on one device goes on on another with the same numbers, but for the last digits of sums. */
static void
test_resume_elsewhere (Cli *cli, gconstpointer data)
{
  double whole;
  double before;

  cli_write_document (cli, "\"stop\":", SNAPSHOTS);
  whole = train (cli, "--set stop.period=16");

  before = train (cli, "--set stop.period=8 --device mock");
  g_assert_cmpfloat (fabs (before - whole), >, 1e-3);
  g_assert_cmpfloat (fabs (train (cli, "--set stop.period=16 --resume result/s8") - whole), <, 1e-5);

  train (cli, "--set stop.period=8");
  g_assert_cmpfloat (fabs (train (cli, "--set stop.period=16 --device mock:1 --resume result/s8") - whole), <, 1e-5);
}

/* Products are rounded where that is asked for, and by a GPU alone. */
static void
test_tf32 (Cli *cli, gconstpointer data)
{
  double exact;
  double rounded;

  cli_write_document (cli, "\"stop\":", SNAPSHOTS);
  exact = train (cli, "--set stop.period=8 --device mock");
  rounded = train (cli, "--set stop.period=8 --device mock --tf32");
  g_assert_cmpfloat (rounded, !=, exact);
  g_assert_cmpfloat (fabs (rounded - exact), <, 1e-2);
  g_assert_cmpfloat (train (cli, "--set stop.period=8 --device mock --set tf32=true"), ==, rounded);
  g_assert_cmpfloat (train (cli, "--set stop.period=8 --tf32"), ==, train (cli, "--set stop.period=8"));
}

/* The last snapshot stays what it was. */
static void
test_lost_device (Cli *cli, gconstpointer data)
{
  double whole;

  cli_write_document (cli, "\"stop\":", SNAPSHOTS);
  whole = train (cli, "--set stop.period=16 --device mock");

  /* In the middle of a capture, or in what a graph is made of. */
  for (int n = 900; n < 1000; n += 33)
    {
      g_autofree char *options = g_strdup_printf ("lost-after=%d", n);

      g_setenv ("RENSA_MOCK", options, TRUE);
      cli_run (cli, TRAIN "--set stop.period=1000 --device mock --out lost");
      g_unsetenv ("RENSA_MOCK");
      /* cuBLAS has words of its own. */
      cli_assert_failed (cli, strstr (cli->err, "cublas") != NULL
                                  ? " failed on device mock:0: the function failed to launch on the GPU."
                                  : " failed on device mock:0: unspecified launch failure.");
    }
  g_assert_true (cli_has (cli, "lost/s8"));
  g_assert_false (cli_has (cli, "lost/model.npz"));
  g_assert_cmpfloat (fabs (train (cli, "--set stop.period=16 --resume lost/s8") - whole), <, 1e-5);
}

#define PARALLEL "--set updater=ParallelUpdater "

/* Each of two devices has a copy of the model; a run goes on on one of them, and the other way round. */
static void
test_several (Cli *cli, gconstpointer data)
{
  double whole;

  cli_write_document (cli, "\"stop\":", SNAPSHOTS);
  whole = train (cli, PARALLEL "--set stop.period=16");

  train (cli, PARALLEL "--set stop.period=8 --device mock:0,mock:1");
  g_assert_cmpfloat (fabs (train (cli, PARALLEL "--set stop.period=16 --resume result/s8") - whole), <, 1e-5);

  train (cli, PARALLEL "--set stop.period=8");
  g_assert_cmpfloat (
      fabs (train (cli, PARALLEL "--set stop.period=16 --device mock:1,mock:0 --resume result/s8") - whole), <, 1e-5);
  g_assert_cmpfloat (fabs (train (cli, PARALLEL "--set stop.period=16 --device mock:1,cpu --resume result/s8") - whole),
                     <, 1e-5);
}

static void
test_several_lost (Cli *cli, gconstpointer data)
{
  double whole;

  cli_write_document (cli, "\"stop\":", SNAPSHOTS);
  whole = train (cli, PARALLEL "--set stop.period=16");

  g_setenv ("RENSA_MOCK", "lost-after=3000", TRUE);
  cli_run (cli, TRAIN PARALLEL "--set stop.period=1000 --device mock:0,mock:1 --out lost");
  g_unsetenv ("RENSA_MOCK");
  cli_assert_failed (cli, " failed on device mock:");
  g_assert_true (cli_has (cli, "lost/s8"));
  g_assert_false (cli_has (cli, "lost/model.npz"));
  g_assert_cmpfloat (fabs (train (cli, PARALLEL "--set stop.period=16 --resume lost/s8") - whole), <, 1e-5);
}

static void
test_several_refused (Cli *cli, gconstpointer data)
{
  static const struct
  {
    const char *options;
    const char *expected;
  } cases[] = {
    { "--device mock:0,mock:1", "a.rensa: updater: StandardUpdater trains on one device, but 2 are specified." },
    { PARALLEL "--device mock:0,mock:0", "a.rensa: device: device mock:0 is specified twice." },
    { PARALLEL "--device mock:0,mock:7", "a.rensa: device: device mock:7 is not available here, only cpu" },
    { PARALLEL "--set updater.n_models=1 --device mock:0,mock:1",
      "ParallelUpdater expects at least 2 models, one per device, but found 1" },
  };

  cli_write_document (cli, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *command = g_strconcat (TRAIN, cases[i].options, NULL);

      cli_run (cli, command);
      cli_assert_failed (cli, cases[i].expected);
    }
}

/* With graphs and without, to the last digit. */
static void
test_graphs (Cli *cli, gconstpointer data)
{
  double with;

  cli_write_document (cli, "\"stop\":", SNAPSHOTS);
  with = train (cli, "--set stop.period=16 --device mock");
  g_setenv ("RENSA_CUDA_GRAPHS", "0", TRUE);
  g_assert_cmpfloat (train (cli, "--set stop.period=16 --device mock"), ==, with);
  g_unsetenv ("RENSA_CUDA_GRAPHS");
  g_setenv ("RENSA_MOCK", "without-capture=1", TRUE);
  g_assert_cmpfloat (train (cli, "--set stop.period=16 --device mock"), ==, with);
  g_unsetenv ("RENSA_MOCK");
}

static void
test_failed_launch (Cli *cli, gconstpointer data)
{
  cli_write_document (cli, "\"stop\":", SNAPSHOTS);
  g_setenv ("RENSA_MOCK", "failing-launch=50", TRUE);
  cli_run (cli, TRAIN "--set stop.period=1000 --device mock");
  g_unsetenv ("RENSA_MOCK");
  cli_assert_failed (cli, "cuLaunchKernel failed on device mock:0: unspecified launch failure");

  /* By then all that is launched is graphs. */
  g_setenv ("RENSA_MOCK", "failing-launch=600", TRUE);
  cli_run (cli, TRAIN "--set stop.period=1000 --device mock");
  g_unsetenv ("RENSA_MOCK");
  cli_assert_failed (cli, "cuGraphLaunch failed on device mock:0: unspecified launch failure");
}

/* One failed allocation is made good by what the pool gives back; a device that is too small is told. */
static void
test_no_memory (Cli *cli, gconstpointer data)
{
  cli_write_document (cli, "\"stop\":", SNAPSHOTS);
  g_setenv ("RENSA_MOCK", "failing-allocation=20", TRUE);
  train (cli, "--set stop.period=8 --device mock");
  /* cuBLAS has 32 MiB of it. */
  g_setenv ("RENSA_MOCK", "memory=34054432", TRUE);
  cli_run (cli, TRAIN "--set stop.period=8 --set model.l1.out_size=50000 --device mock");
  g_unsetenv ("RENSA_MOCK");
  cli_assert_failed (cli, "not enough memory on device mock:0 for an array of shape (50000,)");
}

int
main (int argc, char **argv)
{
  cli_tests_init (&argc, &argv);
  ADD_CLI_TEST ("/cli/devices/list", test_list);
  ADD_CLI_TEST ("/cli/devices/named-stand-in", test_named_stand_in);
  ADD_CLI_TEST ("/cli/devices/unknown-setting", test_unknown_setting);
  ADD_CLI_TEST ("/cli/devices/missing", test_missing);
  ADD_CLI_TEST ("/cli/devices/no-gpu", test_no_gpu);
  ADD_CLI_TEST ("/cli/devices/resume-elsewhere", test_resume_elsewhere);
  ADD_CLI_TEST ("/cli/devices/tf32", test_tf32);
  ADD_CLI_TEST ("/cli/devices/lost-device", test_lost_device);
  ADD_CLI_TEST ("/cli/devices/several", test_several);
  ADD_CLI_TEST ("/cli/devices/several-lost", test_several_lost);
  ADD_CLI_TEST ("/cli/devices/several-refused", test_several_refused);
  ADD_CLI_TEST ("/cli/devices/graphs", test_graphs);
  ADD_CLI_TEST ("/cli/devices/failed-launch", test_failed_launch);
  ADD_CLI_TEST ("/cli/devices/no-memory", test_no_memory);
  return g_test_run ();
}
