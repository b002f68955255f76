/* cli-predict.c: rensa predict.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "cli.h"
#include "rensa-examples.h"
#include "rensa-fault.h"
#include "rensa-importer.h"
#include "rensa-language.h"
#include "rensa-npz.h"
#include "rensa-primitives.h"

/* Batch size of predictions. */
#define BATCH 256

typedef struct
{
  CliProject project;
  char *weights;
  char *out;
  RensaBuilder *builder;
  RensaLink *model;
  GPtrArray *answers; /* RensaArray, one per file or per batch of it */
} Predict;

static void
predict_clear (Predict *self)
{
  cli_project_clear (&self->project);
  g_free (self->weights);
  g_free (self->out);
  g_clear_pointer (&self->answers, g_ptr_array_unref);
  g_clear_pointer (&self->model, rensa_link_unref);
  g_clear_pointer (&self->builder, rensa_builder_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Predict, predict_clear)

static gboolean
load (Predict *self, const char *file, GError **error)
{
  g_autoptr (RensaDocument) document = cli_project_load (&self->project, file, error);
  g_autofree char *weights =
      document != NULL ? cli_project_find_weights (&self->project, document, self->weights, error) : NULL;

  self->builder = weights != NULL ? rensa_builder_new (document, self->project.dataset_root, error) : NULL;
  self->model = self->builder != NULL ? rensa_builder_make_model (self->builder, error) : NULL;
  return self->model != NULL && cli_load_weights (self->model, document, weights, error);
}

/* Answers */

/* Quotes as in CSV (RFC 4180), regardless of the language of the name. */
static char *
quote (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "\"", -1);
  g_autofree char *doubled = g_strjoinv ("\"\"", parts);

  return strpbrk (name, ",\"\r\n") != NULL ? g_strdup_printf ("\"%s\"", doubled) : g_strdup (name);
}

static void
print_header (Predict *self, gint64 n)
{
  const char *const *names = rensa_builder_get_label_names (self->builder);
  const gboolean are_classes = rensa_builder_get_prediction (self->builder) == RENSA_PREDICTION_SOFTMAX;
  const gboolean have_names = are_classes && names != NULL && (gint64) g_strv_length ((char **) names) == n;

  if (are_classes)
    g_print ("class,");
  for (gint64 i = 0; i < n; i++)
    {
      g_autofree char *quoted = have_names ? quote (names[i]) : g_strdup_printf ("y%lld", (long long) i);

      g_print ("%s%s", i > 0 ? "," : "", quoted);
    }
  g_print ("\n");
}

static void
print_row (Predict *self, const double *values, gint64 n)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  gint64 best = 0;

  for (gint64 i = 1; i < n; i++)
    if (values[i] > values[best])
      best = i;
  if (rensa_builder_get_prediction (self->builder) == RENSA_PREDICTION_SOFTMAX)
    g_print ("%lld,", (long long) best);
  for (gint64 i = 0; i < n; i++)
    g_print ("%s%s", i > 0 ? "," : "", g_ascii_formatd (digits, sizeof digits, "%.9g", values[i]));
  g_print ("\n");
}

static gboolean
print_answers (Predict *self, RensaArray *y, gboolean is_first, GError **error)
{
  g_autoptr (RensaArray) wide = rensa_array_cast (y, RENSA_FLOAT64, error);
  const gint64 n_rows = wide != NULL ? rensa_array_get_dim (wide, 0) : 0;
  const gint64 n = n_rows > 0 ? rensa_array_get_count (wide) / n_rows : 0;
  g_autofree double *values = g_new (double, MAX (n_rows * n, 1));

  if (wide == NULL || !rensa_array_to_host (wide, values, error))
    return FALSE;
  if (is_first)
    print_header (self, n);
  for (gint64 i = 0; i < n_rows; i++)
    print_row (self, values + i * n, n);
  return TRUE;
}

/* Writes all predictions as one array "y". */
static gboolean
serialize (gpointer answers, RensaSerializer *serializer, GError **error)
{
  return rensa_serializer_array (serializer, "y", answers, error);
}

static gboolean
save (Predict *self, GError **error)
{
  RensaArray *first = self->answers->pdata[0];
  RensaShape shape = *rensa_array_get_shape (first);
  g_autoptr (RensaArray) all = NULL;
  gint64 at = 0;

  shape.dims[0] = 0;
  for (guint i = 0; i < self->answers->len; i++)
    shape.dims[0] += rensa_array_get_dim (self->answers->pdata[i], 0);
  all = rensa_array_new (rensa_array_get_dtype (first), &shape, error);
  for (guint i = 0; all != NULL && i < self->answers->len; i++)
    {
      const gint64 n = rensa_array_get_dim (self->answers->pdata[i], 0);
      g_autoptr (RensaArray) part = rensa_array_view_range (all, 0, at, n);

      if (!rensa_array_assign (part, self->answers->pdata[i], error))
        return FALSE;
      at += n;
    }
  return all != NULL && rensa_save_npz (self->out, serialize, &all, FALSE, error);
}

static gboolean
ask (Predict *self, RensaArray *const *inputs, guint n_inputs, GError **error)
{
  RensaLink *predictor = rensa_builder_find_predictor (self->builder, self->model, error);
  const gint64 n = rensa_array_get_dim (inputs[0], 0);

  for (gint64 first = 0; predictor != NULL && first < n; first += BATCH)
    {
      RensaArray *parts[RENSA_MAX_FIELDS] = { NULL };
      RensaArray *y;

      for (guint i = 0; i < n_inputs; i++)
        parts[i] = rensa_array_view_range (inputs[i], 0, first, MIN (BATCH, n - first));
      y = rensa_builder_ask (self->builder, predictor, parts, n_inputs, error);
      rensa_arrays_clear (parts, (int) n_inputs);
      if (y == NULL)
        return FALSE;
      g_ptr_array_add (self->answers, y);
      if (self->out == NULL && !print_answers (self, y, self->answers->len == 1, error))
        return FALSE;
    }
  return predictor != NULL;
}

/* Examples */

/* Returns the form of field @i of the data set; the preprocessing describes only the first field. */
static RensaExampleForm
get_form (Predict *self, guint i)
{
  RensaPreprocessing *preprocessing = rensa_builder_get_preprocessing (self->builder);
  RensaExampleForm form = *rensa_preprocessing_get_form (preprocessing, 0);

  if (i > 0)
    {
      form = (RensaExampleForm){ 0 };
      rensa_dataset_get_field_type (rensa_preprocessing_get_source (preprocessing), (int) i, &form.type);
    }
  return form;
}

/* Several inputs must be in one .npz file, as x0, x1, …; a single input may be. */
static gboolean
predict_file (Predict *self, const char *path, GError **error)
{
  const int n_fields =
      rensa_dataset_get_n_fields (rensa_preprocessing_get_source (rensa_builder_get_preprocessing (self->builder)));
  const guint n_inputs = (guint) n_fields - 1;
  RensaArray *inputs[RENSA_MAX_FIELDS] = { NULL };
  gboolean ok = TRUE;

  if (n_inputs > 1 && !g_str_has_suffix (path, ".npz"))
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("%s: the model takes %u inputs; provide them as x0, x1, … in one .npz file"), path,
                       n_inputs);
      return FALSE;
    }
  for (guint i = 0; ok && i < n_inputs; i++)
    {
      const RensaExampleForm form = get_form (self, i);
      g_autofree char *key = n_inputs > 1 ? g_strdup_printf ("x%u", i) : NULL;

      inputs[i] = rensa_examples_read (path, &form, key, error);
      ok = inputs[i] != NULL;
      if (ok && rensa_array_get_dim (inputs[i], 0) != rensa_array_get_dim (inputs[0], 0))
        {
          rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: x0 has %lld examples, but x%u has %lld"), path,
                           (long long) rensa_array_get_dim (inputs[0], 0), i,
                           (long long) rensa_array_get_dim (inputs[i], 0));
          ok = FALSE;
        }
    }
  ok = ok && ask (self, inputs, n_inputs, error);
  rensa_arrays_clear (inputs, (int) n_inputs);
  return ok;
}

static gboolean
predict (Predict *self, char **paths, GError **error)
{
  self->answers = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_array_unref);
  for (guint i = 0; paths[i] != NULL; i++)
    if (!predict_file (self, paths[i], error))
      return FALSE;
  if (self->out == NULL || self->answers->len == 0)
    return TRUE;
  return save (self, error);
}

static int
run (const CliCommand *command, int argc, char **argv)
{
  g_auto (Predict) self = { 0 };
  const GOptionEntry entries[] = {
    { "weights", 'w', 0, G_OPTION_ARG_FILENAME, &self.weights,
      N_ ("The trained model: model.npz, an HDF5 file or a snapshot (default: that of the run or the document)"),
      N_ ("FILE") },
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &self.out, N_ ("Write the predictions as array “y” into FILE (NPZ)"),
      N_ ("FILE") },
    CLI_PROJECT_ENTRIES (self.project),
    { NULL },
  };
  GError *error = NULL;

  if (!cli_parse (command, entries, &argc, &argv, 2, -1) || !cli_set_threads (command, self.project.threads))
    return CLI_MISUSED;
  if (rensa_importer_find (argv[1]) != NULL && self.weights != NULL)
    return cli_misuse (command, _ ("%s contains its own weights; --weights only applies to documents."), argv[1]);
  if (rensa_importer_find (argv[1]) != NULL)
    return cli_predict_imported (argv[1], argv + 2, self.out, &error) ? CLI_OK : cli_fail (error);
  return load (&self, argv[1], &error) && predict (&self, argv + 2, &error) ? CLI_OK : cli_fail (error);
}

const CliCommand cli_predict = {
  .name = "predict",
  .arguments = N_ ("FILE INPUT…"),
  .summary = N_ ("Predicts examples with a trained model: .npy, .npz, images, tables (.csv, .tsv)"),
  .details = N_ (
      "FILE is a document, a run of the studio (run:ID, see rensa runs), or a model of another program (.onnx,\n"
      ".caffemodel). Predictions are printed as a table; for classes, it has the number of the most probable class\n"
      "and the probability of each."),
  .examples = "  rensa predict digits.rensa --weights result/model.npz seven.png\n"
              "  rensa predict run:latest seven.png",
  .run = run,
};
