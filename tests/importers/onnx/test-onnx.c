/* test-onnx.c: nets that another program wrote as ONNX files.
 * SPDX-License-Identifier: MIT */

#include <json-c/json.h>
#include <math.h>
#include <string.h>

#include "arrays.h"
#include "folder.h"
#include "rensa-builder.h"
#include "rensa-document-values.h"
#include "rensa-importer.h"
#include "rensa-init.h"
#include "rensa-npz.h"
#include "rensa-weights.h"

#define MOST_VALUES 16

/* One of tests/reference/onnx/index.json, with one of its files. */
typedef struct
{
  struct json_object *model; /* borrowed */
  const char *opset;
  RensaNpz *arrays;
  RensaImported *imported;
  RensaArray *inputs[MOST_VALUES];
} Case;

static char *
find_file (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "reference", "onnx", name, NULL);
}

static const char *
get_text (struct json_object *object, const char *key)
{
  return json_object_get_string (json_object_object_get (object, key));
}

static RensaArray *
read_array (Case *self, const char *key)
{
  g_autoptr (GError) error = NULL;
  RensaArray *array = rensa_npz_read (self->arrays, key, &error);

  g_assert_no_error (error);
  return array;
}

static void
case_set_up (Case *self)
{
  const char *name = get_text (json_object_object_get (self->model, "files"), self->opset);
  g_autofree char *path = find_file (name);
  g_autofree char *arrays = find_file (get_text (self->model, "arrays"));
  struct json_object *inputs = json_object_object_get (self->model, "inputs");
  g_autoptr (GError) error = NULL;

  g_test_message ("%s", name);
  self->arrays = rensa_npz_open (arrays, &error);
  g_assert_no_error (error);
  self->imported = rensa_import (path, &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < json_object_array_length (inputs); i++)
    {
      struct json_object *input = json_object_array_get_idx (inputs, i);

      g_assert_cmpstr (self->imported->inputs[i], ==, get_text (input, "name"));
      self->inputs[i] = read_array (self, get_text (input, "key"));
    }
}

static void
case_clear (Case *self)
{
  rensa_arrays_clear (self->inputs, MOST_VALUES);
  rensa_npz_free (self->arrays);
  rensa_imported_free (self->imported);
}

/* Whether what another program gives is what ONNX means where Chainer gives something else: that one skips a cast to
 * float16. */
static gboolean
follows (Case *self)
{
  return !g_str_equal (get_text (self->model, "name"), "casts");
}

static void
compare (Case *self, RensaArray *found, struct json_object *output)
{
  g_autofree char *other = g_strdup_printf ("opset%s.%s", self->opset, get_text (output, "key"));
  g_autoptr (RensaArray) expected =
      read_array (self, follows (self) && rensa_npz_has (self->arrays, other) ? other : get_text (output, "key"));
  const double rtol = json_object_get_double (json_object_object_get (self->model, "rtol"));
  const double atol = json_object_get_double (json_object_object_get (self->model, "atol"));
  g_autofree double *found_values = get_values (found);
  g_autofree double *expected_values = get_values (expected);
  const RensaType found_type = rensa_array_get_type (found);
  const RensaType expected_type = rensa_array_get_type (expected);

  g_assert_true (rensa_type_equal (&found_type, &expected_type));
  for (gint64 i = 0; i < rensa_array_get_count (found); i++)
    g_assert_cmpfloat (fabs (found_values[i] - expected_values[i]), <=, atol + rtol * fabs (expected_values[i]));
}

static void
ask (Case *self)
{
  struct json_object *outputs = json_object_object_get (self->model, "outputs");
  RensaArray *found[MOST_VALUES] = { NULL };
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (g_strv_length (self->imported->outputs), ==, json_object_array_length (outputs));
  g_assert_true (rensa_imported_ask (self->imported, self->inputs, found, &error));
  g_assert_no_error (error);
  for (gsize i = 0; i < json_object_array_length (outputs); i++)
    compare (self, found[i], json_object_array_get_idx (outputs, i));
  rensa_arrays_clear (found, MOST_VALUES);
}

/* Calls @func with each model in each version; gives how many there were. */
static guint
foreach_case (void (*func) (Case *self, gpointer data), gpointer data)
{
  g_autofree char *path = find_file ("index.json");
  struct json_object *index = json_object_from_file (path);
  struct json_object *models = json_object_object_get (index, "models");
  guint n = 0;

  for (gsize i = 0; i < json_object_array_length (models); i++)
    {
      struct json_object *model = json_object_array_get_idx (models, i);

      json_object_object_foreach (json_object_object_get (model, "files"), opset, file)
      {
        Case self = { .model = model, .opset = opset };

        g_assert_nonnull (file);
        case_set_up (&self);
        func (&self, data);
        case_clear (&self);
        n++;
      }
    }
  json_object_put (index);
  return n;
}

static void
check_outputs (Case *self, gpointer data)
{
  ask (self);
}

static void
outputs (void)
{
  g_assert_cmpuint (foreach_case (check_outputs, NULL), ==, 117);
}

/* What is saved and built anew says the same; what cannot be trained is not saved, and says so. */
static void
check_document (Case *self, gpointer n)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "model.rensa", NULL);
  g_autofree char *weights = g_build_filename (folder, "model.npz", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = NULL;
  g_autoptr (RensaBuilder) builder = NULL;
  g_autoptr (RensaLink) model = NULL;
  RensaLink *ours;

  if (!rensa_imported_save (self->imported, path, FALSE, &error))
    {
      g_test_message ("%s: %s", get_text (self->model, "name"), error->message);
      g_assert_nonnull (
          strstr (error->message, "This model can be used with “rensa predict”, but cannot be converted"));
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
      test_folder_free (g_steal_pointer (&folder));
      return;
    }
  document = rensa_document_load (path, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (json_object_get_string (rensa_document_get (document, "weights")), ==, "model.npz");
  builder = rensa_builder_new (document, NULL, &error);
  model = builder != NULL ? rensa_builder_make_model (builder, &error) : NULL;
  g_assert_no_error (error);
  g_assert_true (rensa_weights_load (model, weights, NULL, &error));
  g_assert_no_error (error);
  ours = self->imported->predictor;
  self->imported->predictor = rensa_builder_find_predictor (builder, model, &error);
  ask (self);
  self->imported->predictor = ours;
  ++*(guint *) n;
  test_folder_free (g_steal_pointer (&folder));
}

static void
documents (void)
{
  guint n = 0;

  foreach_case (check_document, &n);
  g_assert_cmpuint (n, >=, 95);
}

/* A batch of another size than that in the file. */
static void
other_batch (void)
{
  g_autofree char *path = find_file ("lenet.opset11.onnx");
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaImported) imported = rensa_import (path, &error);
  g_autofree double *zeros = g_new0 (double, 5 * 144);
  g_autoptr (RensaArray) x = array_of (RENSA_FLOAT32, RENSA_SHAPE (5, 1, 12, 12), zeros);
  RensaArray *y = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (imported->notes->len, ==, 1);
  g_assert_nonnull (strstr (imported->notes->pdata[0], "random numbers"));
  g_assert_true (rensa_imported_ask (imported, &x, &y, &error));
  g_assert_cmpint (rensa_array_get_dim (y, 0), ==, 5);
  rensa_array_unref (y);
}

/* The weights are links, which learn on from those of the file. */
static void
trains (void)
{
  g_autofree char *path = find_file ("lenet.opset9.onnx");
  g_autofree char *folder = test_folder_new ();
  g_autofree char *saved = g_build_filename (folder, "lenet.rensa", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaImported) imported = rensa_import (path, &error);
  g_autoptr (RensaDocument) document = NULL;
  g_autoptr (RensaBuilder) builder = NULL;
  g_autoptr (RensaTrainer) trainer = NULL;
  GPtrArray *weights;

  g_assert_no_error (error);
  g_assert_true (rensa_imported_save (imported, saved, FALSE, &error));
  document = rensa_document_load (saved, &error);
  g_assert_true (rensa_document_set (document, "stop=IntervalTrigger(period=1, unit='epoch')", &error));
  builder = rensa_builder_new (document, NULL, &error);
  trainer = builder != NULL ? rensa_builder_make_trainer (builder, folder, &error) : NULL;
  g_assert_no_error (error);
  weights = rensa_builder_get_weights (builder);
  g_assert_cmpuint (weights->len, ==, 6);
  for (guint i = 0; i < weights->len; i++)
    g_assert_cmpint (((RensaLoadEntry *) weights->pdata[i])->status, ==, RENSA_LOAD_MATCHED);
  g_assert_true (rensa_trainer_run (trainer, &error));
  g_assert_no_error (error);
  g_clear_pointer (&trainer, rensa_trainer_free);
  test_folder_free (g_steal_pointer (&folder));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  g_test_add_func ("/importers/onnx/outputs", outputs);
  g_test_add_func ("/importers/onnx/documents", documents);
  g_test_add_func ("/importers/onnx/other-batch", other_batch);
  g_test_add_func ("/importers/onnx/trains", trains);
  return g_test_run ();
}
