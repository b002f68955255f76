/* test-preprocessing.c: what a document does to its examples, and how a model keeps it.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "arrays.h"
#include "project-fixture.h"
#include "rensa-archive.h"
#include "rensa-document-values.h"
#include "rensa-edit.h"
#include "rensa-error.h"
#include "rensa-extensions.h"
#include "rensa-log.h"
#include "rensa-meta-device.h"
#include "rensa-npz.h"
#include "rensa-snapshot.h"

#define NORMALIZED "\"data\": {\"preprocessing\": [{\"type\": \"Normalize\"}, {\"type\": \"GaussianNoise\"}],"

static char *
make_text (const char *data)
{
  return document_text_with ("\"data\": {", data);
}

static RensaBuilder *
make_builder (const char *data)
{
  g_autofree char *text = make_text (data);
  g_autoptr (GError) error = NULL;
  RensaBuilder *builder = builder_of (text, &error);

  g_assert_no_error (error);
  return builder;
}

/* The first field of all examples. */
static RensaArray *
get_inputs (RensaDataset *dataset)
{
  const gint64 n = rensa_dataset_get_length (dataset);
  g_autofree gint64 *indices = g_new (gint64, n);
  g_autoptr (GError) error = NULL;
  RensaArray *x;

  for (gint64 i = 0; i < n; i++)
    indices[i] = i;
  x = rensa_dataset_get_field (dataset, 0, indices, n, &error);
  g_assert_no_error (error);
  return x;
}

static double
get_mean (const double *values, gint64 n)
{
  double sum = 0;

  for (gint64 i = 0; i < n; i++)
    sum += values[i * 2];
  return sum / (double) n;
}

/* Whoever computes on a device without memory, as a rehearsal does, or on another one: examples are read on the host. */
static void
test_any_device (void)
{
  g_autoptr (RensaBuilder) builder = make_builder (NORMALIZED);
  g_autoptr (RensaArray) here = NULL;
  g_autoptr (RensaArray) there = NULL;
  g_autofree double *expected = NULL;
  g_autofree double *values = NULL;
  gsize n;

  g_assert_true (rensa_builder_prepare (builder, NULL));
  here = get_inputs (rensa_builder_get_train (builder));
  {
    g_auto (RensaDeviceScope) scope = rensa_device_enter (&rensa_meta_device);

    there = get_inputs (rensa_builder_get_train (builder));
  }
  n = (gsize) rensa_shape_count (rensa_array_get_shape (here));
  g_assert_true (rensa_array_get_device (there) == rensa_device_get_host ());
  expected = get_values (here);
  values = get_values (there);
  g_assert_cmpmem (values, n * sizeof *values, expected, n * sizeof *expected);
}

/* The mean is that of the examples for training, which that of all is not, and the test part is moved by the same. */
static void
test_fitted_on_training (void)
{
  g_autoptr (RensaBuilder) plain = make_builder ("\"data\": {");
  g_autoptr (RensaBuilder) builder = make_builder (NORMALIZED);
  g_autoptr (RensaArray) x = NULL;
  g_autoptr (RensaArray) y = NULL;
  g_autofree double *raw = NULL;
  g_autofree double *raw_test = NULL;
  g_autofree double *mean = NULL;
  g_autofree double *std = NULL;
  g_autofree double *test = NULL;
  g_autoptr (RensaArray) z = NULL;

  g_assert_true (rensa_builder_prepare (plain, NULL) && rensa_builder_prepare (builder, NULL));
  x = get_inputs (rensa_builder_get_train (plain));
  y = get_inputs (rensa_builder_get_test (plain));
  z = get_inputs (rensa_builder_get_test (builder));
  raw = get_values (x);
  raw_test = get_values (y);
  test = get_values (z);
  mean = get_values (rensa_preprocessing_get_figure (rensa_builder_get_preprocessing (builder), 0, 0));
  std = get_values (rensa_preprocessing_get_figure (rensa_builder_get_preprocessing (builder), 0, 1));
  g_assert_cmpfloat_with_epsilon (mean[0], get_mean (raw, 60), 1e-6);
  g_assert_cmpfloat (fabs (get_mean (raw, 60) - get_mean (raw_test, 20)), >, 1e-3);
  for (int i = 0; i < 40; i++)
    g_assert_cmpfloat_with_epsilon (test[i], (raw_test[i] - mean[i % 2]) / std[i % 2], 1e-5);
}

static RensaTrainer *
trainer_new (const char *data, const char *out, int length)
{
  g_autofree char *short_text = make_text (data);
  g_autofree char *period = g_strdup_printf ("\"period\": %d", length);
  g_autoptr (GString) text = g_string_new (short_text);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = NULL;
  RensaTrainer *trainer;

  g_string_replace (text, "\"period\": 2", period, 1);
  builder = builder_of (text->str, &error);
  g_assert_no_error (error);
  trainer = rensa_builder_make_trainer (builder, out, &error);
  g_assert_no_error (error);
  rensa_trainer_set_output (trainer, NULL);
  return trainer;
}

static double
run (RensaTrainer *trainer)
{
  g_autoptr (GError) error = NULL;
  RensaLog *log;
  double value = NAN;

  rensa_trainer_run (trainer, &error);
  g_assert_no_error (error);
  log = rensa_trainer_get_log (trainer, NULL);
  g_assert_true (rensa_log_lookup (log, rensa_log_get_n_entries (log) - 1, "main/loss", &value, NULL));
  return value;
}

/* With noise in every example a run that goes on from a snapshot has the same figures, to the last bit. */
static void
test_resume (void)
{
  g_autofree char *out = test_folder_new ();
  g_autofree char *path = g_build_filename (out, "half", NULL);
  g_autoptr (RensaTrainer) whole = trainer_new (NORMALIZED, out, 6);
  g_autoptr (RensaTrainer) half = trainer_new (NORMALIZED, out, 3);
  g_autoptr (RensaTrainer) rest = trainer_new (NORMALIZED, out, 6);
  g_autoptr (RensaTrainer) calm = trainer_new ("\"data\": {\"preprocessing\": [{\"type\": \"Normalize\"}],", out, 6);
  g_autoptr (RensaNpz) npz = NULL;
  const double loss = run (whole);

  run (half);
  g_assert_true (rensa_snapshot_save (half, path, NULL));
  npz = rensa_npz_open (path, NULL);
  g_assert_true (rensa_npz_has (npz, "updater/model:main/preprocessing/0/mean"));
  g_assert_true (rensa_npz_has (npz, "updater/model:main/preprocessing/0/std"));
  g_assert_true (rensa_snapshot_load (rest, path, NULL));
  g_assert_cmpfloat (run (rest), ==, loss);
  g_assert_cmpfloat (run (calm), !=, loss);
  test_folder_remove (out);
}

/* Figures that somebody else has chosen, as a file of a model has them. */
typedef struct
{
  RensaLink *model;
  const double *mean;
  const double *std;
  int n;
  RensaDtype dtype;
} Figures;

static gboolean
write_figures (gpointer data, RensaSerializer *serializer, GError **error)
{
  const Figures *self = data;
  RensaSerializer *place;
  g_autoptr (RensaArray) mean = array_of (self->dtype, RENSA_SHAPE (self->n), self->mean);
  g_autoptr (RensaArray) std = array_of (self->dtype, RENSA_SHAPE (self->n), self->std);

  if (!rensa_link_serialize (self->model, serializer, error))
    return FALSE;
  place = rensa_serializer_child (rensa_serializer_child (serializer, "preprocessing"), "0");
  return rensa_serializer_array (place, "mean", &mean, error) && rensa_serializer_array (place, "std", &std, error);
}

/* @figures without a model of their own are written beside the parameters of one without preprocessing. */
static char *
save_figures (const char *folder, Figures figures)
{
  g_autoptr (RensaBuilder) builder = make_builder ("\"data\": {");
  g_autoptr (RensaLink) model = rensa_builder_make_model (builder, NULL);
  char *path = g_build_filename (folder, "model.npz", NULL);

  figures.model = model;
  g_assert_true (rensa_save_npz (path, write_figures, &figures, FALSE, NULL));
  return path;
}

/* What the model was trained with counts, not what the data are now. */
static void
test_figures_of_file (void)
{
  const double mean[] = { 5, 6 };
  const double std[] = { 2, 4 };
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = save_figures (folder, (Figures){ NULL, mean, std, 2, RENSA_FLOAT64 });
  g_autoptr (RensaBuilder) plain = make_builder ("\"data\": {");
  g_autoptr (RensaBuilder) builder = make_builder (NORMALIZED);
  g_autoptr (RensaLink) model = rensa_builder_make_model (builder, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = NULL;
  g_autoptr (RensaArray) y = NULL;
  g_autofree double *raw = NULL;
  g_autofree double *values = NULL;

  rensa_load_npz (path, NULL, RENSA_NPZ_EXACT, rensa_link_serialize, model, &error);
  g_assert_no_error (error);
  g_assert_true (rensa_builder_prepare (plain, NULL));
  x = get_inputs (rensa_builder_get_test (plain));
  y = get_inputs (rensa_builder_get_test (builder));
  raw = get_values (x);
  values = get_values (y);
  for (int i = 0; i < 40; i++)
    g_assert_cmpfloat_with_epsilon (values[i], (raw[i] - mean[i % 2]) / std[i % 2], 1e-6);
  test_folder_remove (folder);
}

static void
assert_refused (Figures figures, const char *part)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = save_figures (folder, figures);
  g_autoptr (RensaBuilder) builder = make_builder (NORMALIZED);
  g_autoptr (RensaLink) model = rensa_builder_make_model (builder, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (rensa_load_npz (path, NULL, RENSA_NPZ_EXACT, rensa_link_serialize, model, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, part));
  g_assert_nonnull (strstr (error->message, "preprocessing/0/"));
  test_folder_remove (folder);
}

static void
test_hostile_figures (void)
{
  const double good[] = { 1, 1, 1 };
  const double nan[] = { 1, NAN, 1 };
  const double zero[] = { 1, 0, 1 };
  const double infinite[] = { 1, INFINITY, 1 };

  assert_refused ((Figures){ NULL, good, zero, 2, RENSA_FLOAT64 }, "standard deviations must be positive");
  assert_refused ((Figures){ NULL, nan, good, 2, RENSA_FLOAT64 }, "expected finite float64 numbers");
  assert_refused ((Figures){ NULL, good, infinite, 2, RENSA_FLOAT64 }, "expected finite float64 numbers");
  assert_refused ((Figures){ NULL, good, good, 2, RENSA_INT32 }, "expected finite float64 numbers");
  assert_refused ((Figures){ NULL, good, good, 3, RENSA_FLOAT64 },
                  "expected 2 numbers, but the file contains an array of shape (3,)");
}

/* A model trained with figures does not fit a document that knows of none; one without leaves those of the data. */
static void
test_other_files (void)
{
  const double good[] = { 1, 1 };
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = save_figures (folder, (Figures){ NULL, good, good, 2, RENSA_FLOAT64 });
  g_autoptr (RensaBuilder) plain = make_builder ("\"data\": {");
  g_autoptr (RensaBuilder) builder = make_builder (NORMALIZED);
  g_autoptr (RensaLink) model = rensa_builder_make_model (plain, NULL);
  g_autoptr (RensaLink) normalized = rensa_builder_make_model (builder, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (rensa_load_npz (path, NULL, RENSA_NPZ_EXACT, rensa_link_serialize, model, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_clear_error (&error);
  g_assert_true (rensa_save_npz (path, rensa_link_serialize, model, FALSE, NULL));
  g_assert_true (rensa_load_npz (path, NULL, RENSA_NPZ_EXACT, rensa_link_serialize, normalized, &error));
  g_assert_no_error (error);
  test_folder_remove (folder);
}

/* The list is edited as others are, and other members of the data stay. */
static void
test_edit (void)
{
  g_autoptr (RensaDocument) document = document_of (test_document);
  g_autoptr (RensaDocument) again = NULL;
  g_autofree char *text = NULL;
  g_autofree char *text_again = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaAttrs) attrs = NULL;

  g_assert_cmpuint (rensa_document_count_components (document, "data.preprocessing"), ==, 0);
  g_assert_true (rensa_document_add_component (document, "data.preprocessing", "Normalize", &error));
  g_assert_true (rensa_document_add_component (document, "data.preprocessing", "GaussianNoise", &error));
  g_assert_true (rensa_document_move_component (document, "data.preprocessing", 1, 0, &error));
  g_assert_true (rensa_document_set (document, "data.preprocessing.0.std=0.25", &error));
  text = rensa_document_to_text (document);
  again = document_of (text);
  text_again = rensa_document_to_text (again);
  g_assert_cmpstr (text, ==, text_again);
  g_assert_cmpuint (rensa_document_count_components (again, "data.preprocessing"), ==, 2);
  attrs = rensa_document_get_attrs (again, "data.preprocessing.0", &error);
  g_assert_cmpstr (rensa_attrs_get_component (attrs)->name, ==, "GaussianNoise");
  g_assert_nonnull (rensa_document_get (again, "data.dataset"));
  g_assert_true (rensa_document_remove_component (again, "data.preprocessing", 1, &error));
  g_assert_cmpuint (rensa_document_count_components (again, "data.preprocessing"), ==, 1);
  g_assert_no_error (error);

  g_assert_false (rensa_document_add_component (again, "data.iterator", "Normalize", &error));
  g_assert_cmpstr (error->message, ==, "Documents have no list named data.iterator.");
}

static void
assert_document_refused (const char *data, const char *message)
{
  g_autofree char *text = make_text (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = builder_of (text, &error);

  if (builder != NULL)
    g_assert_false (rensa_builder_prepare (builder, &error));
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_refused (void)
{
  assert_document_refused (
      "\"data\": {\"preprocessing\": [{\"type\": \"Normalise\"}],",
      "test.rensa: data.preprocessing.0: There is no transform Normalise; did you mean Normalize?");
  assert_document_refused ("\"data\": {\"preprocessing\": 3,", "test.rensa: data.preprocessing: expected an array.");
  assert_document_refused ("\"data\": {\"preprocessing\": [{\"type\": \"RandomFlip\"}],",
                           "test.rensa: data.preprocessing.0: only available for images");
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  g_test_add_func ("/project/build/preprocessing/fitted-on-training", test_fitted_on_training);
  g_test_add_func ("/project/build/preprocessing/any-device", test_any_device);
  g_test_add_func ("/project/build/preprocessing/resume", test_resume);
  g_test_add_func ("/project/build/preprocessing/figures-of-file", test_figures_of_file);
  g_test_add_func ("/project/build/preprocessing/hostile-figures", test_hostile_figures);
  g_test_add_func ("/project/build/preprocessing/other-files", test_other_files);
  g_test_add_func ("/project/build/preprocessing/edit", test_edit);
  g_test_add_func ("/project/build/preprocessing/refused", test_refused);
  return g_test_run ();
}
