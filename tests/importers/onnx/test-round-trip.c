/* test-round-trip.c: models that are written as ONNX files and read again.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "folder.h"
#include "rensa-builder.h"
#include "rensa-exporter.h"
#include "rensa-importer.h"
#include "rensa-init.h"
#include "rensa-npz.h"
#include "rensa-primitives.h"

#define N_EXAMPLES 3
/* Another order of sums. */
#define TOLERANCE 1e-5

typedef struct
{
  char *folder;
  char *weights;
  char *file;
  RensaBuilder *builder;
  RensaLink *model;
  RensaDocument *document;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer name)
{
  g_autofree char *file = g_strconcat (name, ".rensa", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", file, NULL);
  g_autoptr (GError) error = NULL;

  fixture->folder = test_folder_new ();
  fixture->weights = g_build_filename (fixture->folder, "model.npz", NULL);
  fixture->file = g_build_filename (fixture->folder, "model.onnx", NULL);
  fixture->document = rensa_document_load (path, &error);
  fixture->builder = rensa_builder_new (fixture->document, NULL, &error);
  fixture->model = rensa_builder_make_model (fixture->builder, &error);
  rensa_save_npz (fixture->weights, rensa_link_serialize, fixture->model, FALSE, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer name)
{
  rensa_link_unref (fixture->model);
  rensa_builder_free (fixture->builder);
  rensa_document_unref (fixture->document);
  test_folder_free (fixture->folder);
  g_free (fixture->weights);
  g_free (fixture->file);
}

static double *
get_values (RensaArray *array)
{
  g_autoptr (RensaArray) wide = rensa_array_cast (array, RENSA_FLOAT64, NULL);
  double *values = g_new (double, rensa_array_get_count (array));

  g_assert_true (rensa_array_to_host (wide, values, NULL));
  return values;
}

static void
assert_close (RensaArray *found, RensaArray *expected)
{
  g_autofree double *a = get_values (found);
  g_autofree double *b = get_values (expected);

  g_assert_cmpint (rensa_array_get_count (found), ==, rensa_array_get_count (expected));
  for (gint64 i = 0; i < rensa_array_get_count (found); i++)
    g_assert_cmpfloat_with_epsilon (a[i], b[i], TOLERANCE * MAX (1, fabs (b[i])));
}

/* What is read gives what the builder gives. */
static void
assert_round_trip (Fixture *fixture, gboolean gives_logits)
{
  const RensaExportTarget target = { .path = fixture->file, .weights = fixture->weights, .gives_logits = gives_logits };
  const gint64 first[N_EXAMPLES] = { 0, 1, 2 };
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaImported) imported = NULL;
  g_autoptr (RensaArray) x = NULL;
  g_autoptr (RensaArray) expected = NULL;
  g_autoptr (RensaArray) found = NULL;
  RensaLink *predictor = rensa_builder_find_predictor (fixture->builder, fixture->model, &error);

  g_assert_true (rensa_export_save (rensa_exporter_find ("onnx", NULL), fixture->document, &target, &error));
  imported = rensa_import (fixture->file, &error);
  g_assert_no_error (error);
  x = rensa_dataset_get_field (rensa_builder_get_train (fixture->builder), 0, first, N_EXAMPLES, &error);
  expected = rensa_builder_ask (fixture->builder, predictor, &x, 1, &error);
  g_assert_true (rensa_imported_ask (imported, &x, &found, &error));
  g_assert_no_error (error);
  assert_close (found, expected);
}

static void
test_round_trip (Fixture *fixture, gconstpointer name)
{
  assert_round_trip (fixture, FALSE);
}

/* A classifier whose file has no softmax is the model that a library which applies its own takes. */
static void
test_logits (Fixture *fixture, gconstpointer name)
{
  g_assert_cmpint (rensa_builder_get_prediction (fixture->builder), ==, RENSA_PREDICTION_SOFTMAX);
  rensa_builder_give_logits (fixture->builder);
  g_assert_cmpint (rensa_builder_get_prediction (fixture->builder), ==, RENSA_PREDICTION_IDENTITY);
  assert_round_trip (fixture, TRUE);
}

int
main (int argc, char **argv)
{
  static const char *const names[] = { "moons", "waves", "strokes-mlp", "strokes-convnet",
                                       "little-sentences-transformer" };

  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_strconcat ("/importers/onnx/round-trip/", names[i], NULL);

      g_test_add (path, Fixture, names[i], set_up, test_round_trip, tear_down);
    }
  g_test_add ("/importers/onnx/round-trip/logits", Fixture, "moons", set_up, test_logits, tear_down);
  return g_test_run ();
}
