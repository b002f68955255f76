/* main.c: the program rensa-bench.
 * SPDX-License-Identifier: MIT */

#include <locale.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "rensa-device-find.h"
#include "rensa-fault.h"
#include "rensa-init.h"
#include "rensa-mock.h"
#include "rensa-modes.h"
#include "rensa-pool.h"
#include "rensa-start.h"

/* Exit statuses, as for rensa. */
#define FAILED 1
#define MISUSED 2

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
    g_print ("%-16s %12.0f %-10s %10.4f ms per update, ±%.0f %%, %.1f MB at most\n", name, rate, workload->unit,
             1e3 / updates, 50 * spread, (double) figures.peak_bytes * 1e-6);
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

static gboolean
measure_all (const char *const *names, const Options *options, GError **error)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (!measure (names[i], options, error))
      return FALSE;
  return TRUE;
}

/* Sets the device for everything that this thread computes. */
static gboolean
choose_device (const char *name, GError **error)
{
  const RensaDevice *device = rensa_device_find (name, error);

  if (device != NULL)
    rensa_device_set_current (device);
  return device != NULL;
}

static gboolean
parse (Options *options, int *argc, char ***argv, GError **error)
{
  const GOptionEntry entries[] = {
    { "json", 'j', 0, G_OPTION_ARG_NONE, &options->json, "Print one JSON object per line", NULL },
    { "threads", 't', 0, G_OPTION_ARG_INT, &options->threads, "Compute with N threads", "N" },
    { "device", 'd', 0, G_OPTION_ARG_STRING, &options->device, "Compute on DEVICE (default: cpu)", "DEVICE" },
    { "counts", 0, 0, G_OPTION_ARG_NONE, &options->counts,
      "Count the GPU operations of an update, on a mock GPU, instead of measuring its time", NULL },
    { "tf32", 0, 0, G_OPTION_ARG_NONE, &options->tf32, "Allow TF32 for float32 products on a GPU", NULL },
    { "seconds", 0, 0, G_OPTION_ARG_DOUBLE, &options->seconds, "Length of each of the five timed blocks (default: 1)",
      "S" },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("[limits | functions [NAME…] | WORKLOAD…]");

  g_option_context_set_summary (context, "Measures how fast reference networks train on this machine.");
  g_option_context_set_description (
      context,
      "Workloads: mlp-mushrooms, mlp-mnist-100, mlp-mnist-1000, lenet5, vgg-small, resnet-small, lstm-lm, word2vec-ns,\n"
      "dcgan, seq2seq; all of them by default.  One update is forward, backward and an optimizer step on a batch that is\n"
      "in memory; the rate is the median of five blocks.\n\n"
      "limits measures the limits of the machine: matrix product, convolution, copy, and the number of engine calls of\n"
      "one element, forward and backward, in a microsecond.\n"
      "functions measures all functions, or the named ones, on large arrays of float32.");
  g_option_context_add_main_entries (context, entries, NULL);
  return g_option_context_parse (context, argc, argv, error);
}

/* Checks the arguments; the message of an error is complete. */
static gboolean
check (const Options *options, const char *const *names, GError **error)
{
  const char *mistake = NULL;

  if (options->threads < 0 || options->threads > 1024)
    mistake = "--threads must be between 1 and 1024";
  else if (!(options->seconds > 0 && options->seconds <= 3600))
    mistake = "--seconds must be above 0 and at most 3600";
  if (mistake != NULL)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, mistake);
      return FALSE;
    }
  if (g_strcmp0 (names[0], "functions") == 0 || (g_strcmp0 (names[0], "limits") == 0 && names[1] == NULL))
    return TRUE;

  for (guint i = 0; names[i] != NULL; i++)
    if (!g_strv_contains (bench_workload_names, names[i]))
      {
        g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "There is no workload %s", names[i]);
        return FALSE;
      }
  return TRUE;
}

static gboolean
prepare (Options *options, GError **error)
{
  if (options->threads > 0)
    omp_set_num_threads (options->threads);
  if (options->counts && options->device == NULL)
    options->device = g_strdup ("mock");
  if (options->device != NULL && !choose_device (options->device, error))
    return FALSE;
  if (options->counts)
    rensa_mock_set_options (&(RensaMockOptions){ .only_counts = TRUE });
  rensa_modes_get ()->allow_tf32 = options->tf32;
  return TRUE;
}

static gboolean
run (const Options *options, const char *const *names, GError **error)
{
  if (g_strcmp0 (names[0], "functions") == 0)
    return bench_functions (names + 1, options->seconds, options->json, error);
  if (g_strcmp0 (names[0], "limits") == 0)
    return bench_limits (options->seconds, options->json, error);
  return measure_all (names[0] != NULL ? names : bench_workload_names, options, error);
}

int
main (int argc, char **argv)
{
  g_auto (Options) options = { .seconds = 1 };
  g_autoptr (GError) error = NULL;

  rensa_restart_with_short_spinning (argv);
  setlocale (LC_ALL, "");
  rensa_init ();
  if (!parse (&options, &argc, &argv, &error) || !check (&options, (const char *const *) argv + 1, &error))
    {
      g_autofree char *sentence = rensa_error_to_sentence (error);

      g_printerr ("rensa-bench: %s\nTry rensa-bench --help.\n", sentence);
      return MISUSED;
    }
  if (prepare (&options, &error) && run (&options, (const char *const *) argv + 1, &error))
    return EXIT_SUCCESS;

  g_autofree char *sentence = rensa_error_to_sentence (error);
  g_printerr ("rensa-bench: %s\n", sentence);
  return FAILED;
}
