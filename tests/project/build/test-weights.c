/* test-weights.c: models that begin with the weights of others.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "project-fixture.h"
#include "rensa-document-values.h"
#include "rensa-edit.h"
#include "rensa-error.h"
#include "rensa-snapshot.h"
#include "rensa-weights.h"

static RensaLink *
make_model (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = builder_of (text, &error);
  RensaLink *model = builder != NULL ? rensa_builder_make_model (builder, &error) : NULL;

  g_assert_no_error (error);
  return model;
}

/* The first number of W of a link. */
static double
get_weight (RensaLink *model, const char *owner)
{
  RensaArray *array = rensa_variable_get_array (rensa_link_get_param (rensa_link_find (model, owner), 0));
  float values[64];

  g_assert_cmpuint (rensa_array_get_n_bytes (array), <=, sizeof values);
  g_assert_true (rensa_array_to_host (array, values, NULL));
  return values[0];
}

/* The model of the same document with another seed, so that nothing agrees by chance, or its predictor alone; saved. */
static RensaLink *
save_other (const char *path, const char *part)
{
  g_autofree char *text = document_text_with ("\"seed\": 3", "\"seed\": 4");
  RensaLink *model = make_model (text);
  g_autoptr (GError) error = NULL;

  rensa_save_file (path, rensa_link_serialize, part != NULL ? rensa_link_find (model, part) : model, FALSE, &error);
  g_assert_no_error (error);
  return model;
}

/* Of the test document with @find replaced, whose first weights are those of @path. */
static RensaBuilder *
make_builder (const char *path, const char *find, const char *replacement)
{
  g_autofree char *text = document_text_with (find, replacement);
  g_autoptr (RensaDocument) document = document_of (text);
  g_autofree char *setting = g_strconcat ("weights=", path, NULL);
  g_autoptr (GError) error = NULL;
  RensaBuilder *builder;

  rensa_document_set (document, setting, &error);
  g_assert_no_error (error);
  builder = rensa_builder_new (document, NULL, &error);
  g_assert_no_error (error);
  return builder;
}

static RensaLink *
get_model (RensaTrainer *trainer)
{
  return rensa_updater_get_target (rensa_trainer_get_updater (trainer), RENSA_MAIN);
}

/* "/l1/W:0 /l1/b:0 ": key and status of each. */
static char *
list_entries (GPtrArray *entries)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < entries->len; i++)
    {
      const RensaLoadEntry *entry = entries->pdata[i];

      g_string_append_printf (text, "%s:%d ", entry->key, entry->status);
    }
  return g_string_free (text, FALSE);
}

/* Begins a run whose l1 is that of the file, and whose l2 is where it fits. */
static void
check_run (const char *name, const char *part, const char *find, const char *replacement, const char *expected)
{
  char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = document_text_with (find, replacement);
  g_autoptr (RensaLink) other = save_other (path, part);
  g_autoptr (RensaLink) fresh = make_model (text);
  g_autoptr (RensaBuilder) builder = make_builder (path, find, replacement);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaTrainer) trainer = rensa_builder_make_trainer (builder, folder, &error);
  g_autofree char *entries = NULL;
  gboolean fits_all;

  g_assert_no_error (error);
  entries = list_entries (rensa_builder_get_weights (builder));
  g_assert_cmpstr (entries, ==, expected);
  fits_all = strstr (entries, ":2") == NULL;
  g_assert_cmpfloat (get_weight (get_model (trainer), "predictor/l1"), ==, get_weight (other, "predictor/l1"));
  g_assert_cmpfloat (get_weight (get_model (trainer), "predictor/l1"), !=, get_weight (fresh, "predictor/l1"));
  g_assert_cmpfloat (get_weight (get_model (trainer), "predictor/l2"), ==,
                     get_weight (fits_all ? other : fresh, "predictor/l2"));
  test_folder_free (folder);
}

#define ALL "predictor/l1/W:0 predictor/l1/b:0 predictor/l2/W:0 predictor/l2/b:0 "

static void
test_formats (void)
{
  check_run ("model.npz", NULL, "\"seed\": 3", "\"seed\": 3", ALL);
  check_run ("model.h5", NULL, "\"seed\": 3", "\"seed\": 3", ALL);
}

static void
test_predictor (void)
{
  check_run ("model.npz", "predictor", "\"seed\": 3", "\"seed\": 3", "l1/W:0 l1/b:0 l2/W:0 l2/b:0 ");
}

/* What has another size begins as it would have without the file. */
static void
test_other_layers (void)
{
  check_run ("model.npz", NULL, "\"out_size\": 2", "\"out_size\": 3",
             "predictor/l1/W:0 predictor/l1/b:0 predictor/l2/W:2 predictor/l2/b:2 ");
}

static void
test_snapshot (void)
{
  char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "snapshot", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = document_text_with ("\"seed\": 3", "\"seed\": 4");
  g_autoptr (RensaBuilder) other = builder_of (text, &error);
  g_autoptr (RensaTrainer) saved = rensa_builder_make_trainer (other, folder, &error);
  g_autoptr (RensaBuilder) builder = make_builder (path, "\"seed\": 3", "\"seed\": 3");
  g_autoptr (RensaTrainer) trainer = NULL;

  g_assert_no_error (error);
  rensa_snapshot_save (saved, path, &error);
  g_assert_no_error (error);
  trainer = rensa_builder_make_trainer (builder, folder, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (get_weight (get_model (trainer), "predictor/l1"), ==,
                     get_weight (get_model (saved), "predictor/l1"));
  test_folder_free (folder);
}

/* A file that is missing ends the run before it begins, unless a snapshot comes that holds everything. */
static void
test_missing (void)
{
  g_autoptr (RensaBuilder) builder = make_builder ("/nowhere/model.npz", "\"seed\": 3", "\"seed\": 3");
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaTrainer) trainer = NULL;

  g_assert_null (rensa_builder_make_trainer (builder, ".", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
  g_assert_nonnull (strstr (error->message, "test.rensa: weights: "));
  g_assert_nonnull (strstr (error->message, "/nowhere/model.npz"));
  g_clear_error (&error);

  rensa_builder_expect_snapshot (builder);
  trainer = rensa_builder_make_trainer (builder, ".", &error);
  g_assert_no_error (error);
  g_assert_null (rensa_builder_get_weights (builder));
}

/* A file of which nothing fits ends the run, too, but can be compared. */
static void
test_nothing_fits (void)
{
  char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "model.npz", NULL);
  g_autoptr (RensaLink) other G_GNUC_UNUSED = save_other (path, "predictor/l1");
  g_autoptr (RensaBuilder) builder = make_builder (path, "\"seed\": 3", "\"seed\": 3");
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *list = NULL;

  g_assert_null (rensa_builder_make_trainer (builder, folder, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND);
  g_assert_true (g_str_has_suffix (error->message, "model.npz contains no matching weights"));
  g_clear_error (&error);
  entries = rensa_builder_compare_weights (builder, path, &error);
  g_assert_no_error (error);
  list = list_entries (entries);
  g_assert_cmpstr (list, ==, "l1/W:1 l1/b:1 l2/W:1 l2/b:1 W:3 b:3 ");
  g_assert_true (rensa_load_entry_can_take (entries->pdata[0], entries->pdata[4]));
  g_assert_false (rensa_load_entry_can_take (entries->pdata[0], entries->pdata[5]));
  g_assert_false (rensa_load_entry_can_take (entries->pdata[4], entries->pdata[4]));
  test_folder_free (folder);
}

/* What the dialog shows, without a trainer; the names lead from the document's folder. */
static void
test_compare (void)
{
  char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "model.npz", NULL);
  g_autofree char *file = g_build_filename (folder, "net.rensa", NULL);
  g_autoptr (RensaLink) other = save_other (path, NULL);
  g_autoptr (RensaDocument) document = NULL;
  g_autoptr (RensaBuilder) builder = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autofree char *list = NULL;

  g_assert_nonnull (other);
  test_file_write (folder, "net.rensa", test_document, -1);
  document = rensa_document_load (file, &error);
  builder = rensa_builder_new (document, NULL, &error);
  entries = rensa_builder_compare_weights (builder, "model.npz", &error);
  g_assert_no_error (error);
  list = list_entries (entries);
  g_assert_cmpstr (list, ==, ALL);
  test_folder_free (folder);
}

/* The test document, whose l1 is called first, with the weights of @path, in which it is not. */
static RensaDocument *
rename_first (const char *path)
{
  RensaDocument *document = document_of (test_document);
  g_autofree char *setting = g_strconcat ("weights=", path, NULL);

  g_assert_true (rensa_document_rename_node (document, "", "l1", "first", NULL));
  g_assert_true (rensa_document_set (document, setting, NULL));
  return document;
}

static void
map (RensaDocument *document, const char *name, const char *entry)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  g_hash_table_insert (names, (gpointer) name, (gpointer) entry);
  rensa_document_set_weights_map (document, names);
}

static RensaTrainer *
make_trainer (RensaDocument *document, const char *folder, GError **error)
{
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, NULL, error);

  return builder != NULL ? rensa_builder_make_trainer (builder, folder, error) : NULL;
}

/* What is mapped is loaded, and the document keeps it. */
static void
test_map (void)
{
  char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "model.npz", NULL);
  g_autoptr (RensaLink) other = save_other (path, NULL);
  g_autoptr (RensaDocument) document = rename_first (path);
  g_autofree char *text = NULL;
  g_autoptr (RensaDocument) read = NULL;
  g_autoptr (RensaTrainer) plain = make_trainer (document, folder, NULL);
  g_autoptr (RensaTrainer) trainer = NULL;
  g_autoptr (GError) error = NULL;

  map (document, "predictor/first/W", "predictor/l1/W");
  text = rensa_document_to_text (document);
  read = document_of (text);
  trainer = make_trainer (read, folder, &error);
  g_assert_no_error (error);
  g_assert_true (rensa_document_set (read, "weights=other.npz", NULL));
  g_assert_null (rensa_document_get (read, "weights_map"));
  g_assert_cmpfloat (get_weight (get_model (trainer), "predictor/first"), ==, get_weight (other, "predictor/l1"));
  g_assert_cmpfloat (get_weight (get_model (plain), "predictor/first"), !=, get_weight (other, "predictor/l1"));
  g_assert_cmpfloat (get_weight (get_model (trainer), "predictor/l2"), ==, get_weight (other, "predictor/l2"));
  test_folder_free (folder);
}

static void
refuse_map (RensaDocument *document, const char *folder, const char *sentence)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (make_trainer (document, folder, &error));
  g_assert_nonnull (strstr (error->message, sentence));
}

static void
test_map_refused (void)
{
  char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "model.npz", NULL);
  g_autoptr (RensaLink) other = save_other (path, NULL);
  g_autoptr (RensaDocument) document = rename_first (path);

  g_assert_nonnull (other);
  map (document, "predictor/first/W", "predictor/l1/b");
  refuse_map (
      document, folder,
      "“predictor/l1/b” cannot be loaded into “predictor/first/W”: expected float32 of shape (4, 2), but it is float32 of shape (4,)");
  map (document, "predictor/first/W", "predictor/l9/W");
  refuse_map (document, folder, "test.rensa: weights: ");
  map (document, "predictor/l2/c", "predictor/l1/W");
  refuse_map (document, folder, "“predictor/l1/W” is mapped to “predictor/l2/c”, which does not exist");
  json_object_object_add (rensa_document_change (document), "weights_map", json_object_new_string ("l1"));
  refuse_map (document, folder,
              "test.rensa: weights_map: expected an object that maps names in the model to names in the file");
  test_folder_free (folder);
}

/* Models that learned apart lie apart: their names tell which is meant, and nothing goes from one to the other. */
static void
test_map_step (void)
{
  char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "snapshot", NULL);
  g_autofree char *text = step_text_with ("'seed': 3", "'seed': 4");
  g_autofree char *setting = g_strconcat ("weights=", path, NULL);
  g_autoptr (RensaDocument) saved = document_of (text);
  g_autoptr (RensaDocument) document = document_of (test_step);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaTrainer) other = make_trainer (saved, folder, &error);
  g_autoptr (RensaTrainer) trainer = NULL;

  g_assert_no_error (error);
  rensa_snapshot_save (other, path, &error);
  g_assert_no_error (error);
  g_assert_true (rensa_document_rename_node (document, "gen", "l0", "first", &error));
  g_assert_true (rensa_document_set (document, setting, NULL));
  map (document, "gen/first/W", "dis/l0/W");
  refuse_map (document, folder, "does not contain “dis/l0/W”");
  map (document, "first/W", "gen/l0/W");
  refuse_map (document, folder, "“gen/l0/W” is mapped to “first/W”, which does not exist");
  map (document, "gen/first/W", "gen/l0/W");
  trainer = make_trainer (document, folder, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (get_weight (rensa_updater_get_target (rensa_trainer_get_updater (trainer), "gen"), "first"), ==,
                     get_weight (rensa_updater_get_target (rensa_trainer_get_updater (other), "gen"), "l0"));
  test_folder_free (folder);
}

/* A document that moves to another folder takes the way to the file along. */
static void
test_moved (void)
{
  char *folder = test_folder_new ();
  g_autofree char *file = g_build_filename (folder, "net.rensa", NULL);
  g_autofree char *inside = g_build_filename (folder, "inside", NULL);
  g_autofree char *path = g_build_filename (folder, "model.npz", NULL);
  g_autofree char *text = document_text_with ("\"seed\": 3", "\"seed\": 3, \"weights\": \"model.npz\"");
  g_autoptr (RensaDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  test_file_write (folder, "net.rensa", text, -1);
  test_file_write (folder, "model.npz", "", 0);
  document = rensa_document_load (file, &error);
  g_assert_no_error (error);
  rensa_document_move_files (document, inside);
  g_assert_cmpstr (json_object_get_string (rensa_document_get (document, "weights")), ==, path);
  test_folder_free (folder);
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  g_test_add_func ("/project/build/weights/formats", test_formats);
  g_test_add_func ("/project/build/weights/predictor", test_predictor);
  g_test_add_func ("/project/build/weights/other-layers", test_other_layers);
  g_test_add_func ("/project/build/weights/snapshot", test_snapshot);
  g_test_add_func ("/project/build/weights/missing", test_missing);
  g_test_add_func ("/project/build/weights/nothing-fits", test_nothing_fits);
  g_test_add_func ("/project/build/weights/compare", test_compare);
  g_test_add_func ("/project/build/weights/map", test_map);
  g_test_add_func ("/project/build/weights/map-refused", test_map_refused);
  g_test_add_func ("/project/build/weights/map-step", test_map_step);
  g_test_add_func ("/project/build/weights/moved", test_moved);
  return g_test_run ();
}
