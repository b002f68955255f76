/* rensa-c-prove.c: verification that a C program computes the same as the model.
 * SPDX-License-Identifier: MIT */

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <math.h>

#include "rensa-array-private.h"
#include "rensa-c-proof-private.h"
#include "rensa-c-prove-private.h"
#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-language.h"
#include "rensa-primitives.h"

/* Number of examples for which each operation is compared. */
#define N_REAL 40
/* Batch size for the model. */
#define BATCH 256
/* Maximum difference between values of the answer whose order may change. */
#define NEARLY 1e-6
/* Maximum distance of an answer from that of the model. */
#define MAX_DISTANCE 1e-3

static const char *const optimizations[] = { "-O0", "-O2" };

/* @answers: answers of the program, concatenated; @expected: answers of the model */
typedef struct
{
  RensaCModel *model;
  RensaCComparison comparison;
  const RensaTrials *samples;
  GArray *answers;
} Run;

static gboolean
probe (guint number, guint output, gconstpointer bytes, gsize size, gpointer data, GError **error)
{
  return rensa_c_comparison_probe (number, output, bytes, size, &((Run *) data)->comparison, error);
}

/* Starts the next example. */
static gboolean
begin_next (guint example, gconstpointer bytes, gpointer data, GError **error)
{
  Run *run = data;
  const gsize size = run->samples->bytes->len / run->samples->n;

  if (example + 1 < run->samples->n)
    rensa_c_comparison_begin (&run->comparison, run->samples->bytes->data + (example + 1) * size);
  return TRUE;
}

static gboolean
keep_answer (guint example, gconstpointer bytes, gpointer data, GError **error)
{
  Run *run = data;
  RensaArray *like = run->model->tape->output;

  for (gint64 i = 0; i < like->count; i++)
    {
      const double value =
          rensa_element_to_double (like->dtype, (const char *) bytes + i * (gint64) rensa_dtype_get_size (like->dtype));

      g_array_append_val (run->answers, value);
    }
  return TRUE;
}

/* The report */

static json_object *
describe_node (const Run *run, guint number)
{
  const RensaTapeOp *op = run->model->plan->ops->pdata[number];
  json_object *node = json_object_new_object ();
  const gboolean is_exact = rensa_c_is_exact (op);

  json_object_object_add (node, "node", json_object_new_string (op->node));
  json_object_object_add (node, "function", json_object_new_string (op->function != NULL ? op->function : "copy"));
  json_object_object_add (node, "bound",
                          json_object_new_string (is_exact                           ? "the same bits"
                                                  : op->kind <= RENSA_TAPE_INDEX_MAP ? "roundings"
                                                                                     : "4 sqrt(k) eps"));
  if (!is_exact && op->kind > RENSA_TAPE_INDEX_MAP)
    json_object_object_add (node, "k", json_object_new_int64 (rensa_c_count_terms (op)));
  json_object_object_add (node, "largest_error", json_object_new_double (run->comparison.distances[number]));
  if (!is_exact)
    json_object_object_add (
        node, "of_its_bound",
        json_object_new_double (isfinite (run->comparison.errors[number]) ? run->comparison.errors[number] : -1));
  return node;
}

static json_object *
describe_build (const Run *run, const RensaCBuild *build)
{
  json_object *report = json_object_new_object ();
  json_object *nodes = json_object_new_array ();
  g_autofree char *hash =
      g_compute_checksum_for_data (G_CHECKSUM_SHA256, run->samples->bytes->data, run->samples->bytes->len);

  json_object_object_add (report, "compiler", json_object_new_string (build->compiler));
  json_object_object_add (report, "flags", json_object_new_string (build->flags));
  json_object_object_add (report, "samples", json_object_new_int ((int) run->samples->n));
  json_object_object_add (report, "samples_sha256", json_object_new_string (hash));
  for (guint i = 0; i < run->model->plan->ops->len; i++)
    json_object_array_add (nodes, describe_node (run, i));
  json_object_object_add (report, "nodes", nodes);
  return report;
}

/* Comparison of each operation, in one build */

static void
note_difference (RensaExportProof *proof, const char *difference)
{
  if (proof->difference == NULL)
    proof->difference = g_strdup (difference);
}

static gboolean
prove_build (RensaCModel *model, const RensaTrials *samples, const RensaCBuild *build, const char *folder,
             json_object *builds, RensaExportProof *proof, GError **error)
{
  g_autoptr (GError) reason = NULL;
  Run run = { .model = model, .samples = samples };
  gboolean ok;

  rensa_c_comparison_init (&run.comparison, model->plan);
  rensa_c_comparison_begin (&run.comparison, samples->bytes->data);
  ok = rensa_c_run (model, build, folder, samples, probe, begin_next, &run, &reason);
  json_object_array_add (builds, describe_build (&run, build));
  if (run.comparison.difference != NULL)
    note_difference (proof, run.comparison.difference);
  if (!ok)
    note_difference (proof, reason->message);
  rensa_c_comparison_clear (&run.comparison);
  return TRUE;
}

/* Answers to all validation examples */

static gboolean
append_values (GArray *values, RensaArray *y, GError **error)
{
  g_autoptr (RensaArray) wide = rensa_array_cast (y, RENSA_FLOAT64, error);
  const guint before = values->len;

  if (wide == NULL)
    return FALSE;
  g_array_set_size (values, before + (guint) wide->count);
  return rensa_array_to_host (wide, &g_array_index (values, double, before), error);
}

static gboolean
ask_model (RensaCModel *model, gint64 n, GArray *values, GError **error)
{
  const guint n_inputs = model->tape->inputs->len;

  for (gint64 first = 0; first < n; first += BATCH)
    {
      g_autoptr (RensaArray) y = rensa_trained_ask (&model->trained, n_inputs, first, MIN (BATCH, n - first), error);

      if (y == NULL || !append_values (values, y, error))
        return FALSE;
    }
  return TRUE;
}

static gint64
find_class (const double *values, gint64 n)
{
  gint64 best = 0;

  for (gint64 i = 1; i < n; i++)
    if (values[i] > values[best])
      best = i;
  return best;
}

static gboolean
have_nan (const double *values, gint64 n)
{
  for (gint64 i = 0; i < n; i++)
    if (isnan (values[i]))
      return TRUE;
  return FALSE;
}

/* Without probabilities, there are no classes to compare, so the values must be close. */
static gboolean
agree (RensaCModel *model, const double *found, const double *expected, gint64 n)
{
  const RensaPrediction prediction = rensa_builder_get_prediction (model->trained.builder);

  if (prediction == RENSA_PREDICTION_SOFTMAX && have_nan (expected, n))
    return have_nan (found, n);
  if (prediction == RENSA_PREDICTION_SOFTMAX)
    {
      const gint64 class = find_class (found, n);

      return expected[find_class (expected, n)] - expected[class] <= NEARLY;
    }
  for (gint64 i = 0; i < n; i++)
    {
      const double limit = prediction == RENSA_PREDICTION_SIGMOID ? NEARLY : MAX_DISTANCE * (1 + fabs (expected[i]));

      if (prediction == RENSA_PREDICTION_SIGMOID
              ? (found[i] > 0.5) != (expected[i] > 0.5) && fabs (expected[i] - 0.5) > limit
              : !(fabs (found[i] - expected[i]) <= limit) && isfinite (expected[i]))
        return FALSE;
    }
  return TRUE;
}

static void
compare_answers (RensaCModel *model, GArray *found, GArray *expected, gint64 n, json_object *report,
                 RensaExportProof *proof)
{
  const gint64 size = model->tape->output->count;
  gint64 n_equal = 0;
  double distance = 0;

  for (gint64 i = 0; i < n; i++)
    {
      const double *mine = &g_array_index (found, double, i *size);
      const double *other = &g_array_index (expected, double, i *size);

      for (gint64 j = 0; j < size; j++)
        distance = MAX (distance, isfinite (mine[j]) && isfinite (other[j]) ? fabs (mine[j] - other[j]) : 0);
      if (agree (model, mine, other, size))
        n_equal++;
      else if (proof->difference == NULL)
        proof->difference = g_strdup_printf (_ ("Example %lld produces a different prediction"), (long long) i);
    }
  json_object_object_add (rensa_export_proof_add_answers (report, n, distance), "equal",
                          json_object_new_int64 (n_equal));
}

static gboolean
prove_answers (RensaCModel *model, const RensaCBuild *build, const char *folder, json_object *report,
               RensaExportProof *proof, GError **error)
{
  g_auto (RensaTrials) samples = { NULL };
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GError) reason = NULL;
  Run run = { .model = model, .samples = &samples, .answers = found };

  if (!rensa_trials_add_real (&model->trained, model->tape, 0, G_MAXINT64 / 2, &samples, error)
      || !ask_model (model, samples.n, expected, error))
    return FALSE;
  if (!rensa_c_run (model, build, folder, &samples, NULL, keep_answer, &run, &reason))
    {
      note_difference (proof, reason->message);
      return TRUE;
    }
  compare_answers (model, found, expected, samples.n, report, proof);
  return TRUE;
}

/* The whole verification, in @folder */

static gboolean
prove (RensaCModel *model, const char *folder, json_object *report, RensaExportProof *proof, GError **error)
{
  g_auto (RensaTrials) samples = { NULL };
  json_object *builds = json_object_new_array ();

  json_object_object_add (report, "builds", builds);
  if (!rensa_trials_make (&model->trained, model->tape, N_REAL, &samples, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (optimizations); i++)
    {
      g_auto (RensaCBuild) build = { NULL };

      if (!rensa_c_build (model, folder, optimizations[i], &build, error)
          || !prove_build (model, &samples, &build, folder, builds, proof, error))
        return FALSE;
      if (i + 1 == G_N_ELEMENTS (optimizations) && !prove_answers (model, &build, folder, report, proof, error))
        return FALSE;
    }
  return TRUE;
}

static void
add_file (RensaCModel *model, json_object *report)
{
  g_autofree char *path = rensa_c_model_dup_path (model, ".c");
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *text = NULL;
  gsize length = 0;
  g_autofree char *hash = g_file_get_contents (path, &text, &length, NULL)
                              ? g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, (gssize) length)
                              : g_strdup ("");

  json_object_object_add (report, "program", json_object_new_string (name));
  json_object_object_add (report, "program_sha256", json_object_new_string (hash));
}

gboolean
rensa_c_prove (RensaDocument *document, const RensaExportTarget *target, RensaExportProof *proof, GError **error)
{
  g_auto (RensaCModel) model = { 0 };
  g_autofree char *folder = g_dir_make_tmp ("rensa-proof-XXXXXX", error);
  json_object *report = json_object_new_object ();
  gboolean ok = folder != NULL && rensa_c_model_load (&model, document, target, error);

  if (ok)
    add_file (&model, report);
  ok = ok && prove (&model, folder, report, proof, error);
  if (ok)
    proof->report = rensa_export_proof_write (report, proof->difference);
  json_object_put (report);
  if (folder != NULL)
    rensa_file_remove_folder (folder);
  return ok;
}
