/* cli-bench.c: rensa bench.
 * SPDX-License-Identifier: MIT */

#include <omp.h>

#include "bench.h"
#include "rensa-device-find.h"
#include "rensa-fault.h"
#include "rensa-mock.h"
#include "rensa-modes.h"
#include "rensa-pool.h"

typedef struct
{
  gboolean json;
  gboolean counts;
  gboolean tf32;
  int threads;
  char *device;
  double seconds;
} Options;

static void
options_clear (Options *options)
{
  g_free (options->device);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static gboolean
update (gpointer data, gint64 i, GError **error)
{
  BenchWorkload *workload = data;

  return bench_workload_update (workload, i, error);
}

static void
print_result (const char *name, const BenchWorkload *workload, double updates, double spread, gboolean json)
{
  const double rate = updates * workload->n_work;
  RensaPoolFigures figures;

  rensa_pool_get_figures (&figures);
  if (json)
    g_print ("{\"workload\": \"%s\", \"peer\": \"rensa %s\", \"device\": \"%s\", \"threads\": %d, \"unit\": \"%s\", "
             "\"rate\": %.2f, \"ms_per_update\": %.4f, \"spread\": %.3f, \"peak_bytes\": %" G_GSIZE_FORMAT "}\n",
             name, RENSA_VERSION, rensa_device_get_current ()->klass->name, omp_get_max_threads (), workload->unit,
             rate, 1e3 / updates, spread, figures.peak_bytes);
  else
    {
      g_autofree char *count = cli_format_count ((gint64) (rate + 0.5));

      g_print ("%-16s %12s %-10s %10.4f ms per update, ±%.0f %%, %.1f MB at most\n", name, count, workload->unit,
               1e3 / updates, 50 * spread, (double) figures.peak_bytes * 1e-6);
    }
  fflush (stdout);
}

static gboolean
measure (const char *name, const Options *options, GError **error)
{
  g_autoptr (BenchWorkload) workload = bench_workload_new (name, error);
  double rates[BENCH_N_BLOCKS];
  double spread;
  double median;

  if (workload == NULL)
    return FALSE;
  if (options->counts)
    return bench_count (name, workload, options->json, error);
  rensa_pool_reset_peak ();
  if (!bench_time (update, workload, options->seconds, rates, error))
    return FALSE;

  median = bench_summarize (rates, &spread);
  print_result (name, workload, median, spread, options->json);
  return TRUE;
}

static int
measure_all (const char *const *names, const Options *options)
{
  GError *error = NULL;

  for (guint i = 0; names[i] != NULL; i++)
    if (!measure (names[i], options, &error))
      return cli_fail (error);
  return CLI_OK;
}

/* Everything that this thread computes is computed there. */
static gboolean
choose_device (const char *name, GError **error)
{
  g_autoptr (GError) own_error = NULL;
  const RensaDevice *device = rensa_device_find (name, &own_error);

  if (device == NULL)
    {
      g_autofree char *sentence = rensa_error_to_sentence (own_error);

      g_set_error_literal (error, own_error->domain, own_error->code, sentence);
      return FALSE;
    }

  rensa_device_set_current (device);
  return TRUE;
}

static int
run (const CliCommand *command, int argc, char **argv)
{
  g_auto (Options) options = { .seconds = 1 };
  const GOptionEntry entries[] = {
    { "json", 'j', 0, G_OPTION_ARG_NONE, &options.json, "Print one JSON object a line", NULL },
    { "threads", 't', 0, G_OPTION_ARG_INT, &options.threads, "Compute with N threads", "N" },
    { "device", 'd', 0, G_OPTION_ARG_STRING, &options.device, "Where to compute (default: cpu)", "DEVICE" },
    { "counts", 0, 0, G_OPTION_ARG_NONE, &options.counts,
      "Count what an update asks of a GPU, on the stand-in for one, in place of its time", NULL },
    CLI_TF32_ENTRY (options.tf32),
    { "seconds", 0, 0, G_OPTION_ARG_DOUBLE, &options.seconds, "The length of one of the five timed blocks (default: 1)",
      "S" },
    { NULL },
  };
  GError *error = NULL;

  if (!cli_parse (command, entries, &argc, &argv, 0, -1) || !cli_set_threads (command, options.threads))
    return CLI_MISUSED;
  if (!(options.seconds > 0 && options.seconds <= 3600))
    return cli_misuse (command, "--seconds lies above 0 and is at most 3600.");
  if (options.counts && options.device == NULL)
    options.device = g_strdup ("mock");
  if (options.device != NULL && !choose_device (options.device, &error))
    return cli_fail (error);
  if (options.counts)
    rensa_mock_set_options (&(RensaMockOptions){ .only_counts = TRUE });
  rensa_modes_get ()->allow_tf32 = options.tf32;
  if (argc > 1 && g_str_equal (argv[1], "functions"))
    return bench_functions ((const char *const *) argv + 2, options.seconds, options.json, &error) ? CLI_OK
                                                                                                   : cli_fail (error);
  if (argc == 2 && g_str_equal (argv[1], "limits"))
    return bench_limits (options.seconds, options.json, &error) ? CLI_OK : cli_fail (error);
  for (int i = 1; i < argc; i++)
    if (!g_strv_contains (bench_workload_names, argv[i]))
      return cli_misuse (command, "There is no workload %s.", argv[i]);
  return measure_all (argc > 1 ? (const char *const *) argv + 1 : bench_workload_names, &options);
}

const CliCommand cli_bench = {
  .name = "bench",
  .arguments = "[limits | functions [NAME…] | WORKLOAD…]",
  .summary = "Measures how fast reference networks train here",
  .details =
      "Workloads: mlp-mushrooms, mlp-mnist-100, mlp-mnist-1000, lenet5, vgg-small, resnet-small, lstm-lm, word2vec-ns,\n"
      "dcgan, seq2seq; all of them where none is named.  One update is forward, backward and a step of the optimizer on\n"
      "a batch that is in memory; the rate is the median of five blocks.\n\n"
      "rensa bench limits tells what the machine can do: matrix product, convolution, copy,\n"
      "and how many functions of one element the engine calls, forward and backward, in a microsecond.\n"
      "rensa bench functions goes through all functions, or those named, with many elements of float32.",
  .run = run,
};
