/* test-link-file.c: links saved and loaded.
 * SPDX-License-Identifier: MIT */

#include "link-fixture.h"
#include "rensa-npz.h"
#include "rensa-primitives.h"

/* A file in a folder of its own; both are deleted in the end. */
typedef struct
{
  char *folder;
  char *path;
} File;

static File
file_new (void)
{
  char *folder = test_folder_new ();

  return (File){ folder, g_build_filename (folder, "model.npz", NULL) };
}

static void
file_clear (File *file)
{
  g_free (file->path);
  test_folder_free (file->folder);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (File, file_clear)

static void
save (const File *file, RensaLink *link)
{
  GError *error = NULL;

  rensa_save_npz (file->path, rensa_link_serialize, link, TRUE, &error);
  g_assert_no_error (error);
}

static gboolean
load (const File *file, RensaLink *link, GError **error)
{
  return rensa_load_npz (file->path, NULL, RENSA_NPZ_EXACT, rensa_link_serialize, link, error);
}

static RensaLink *
model_new (const char *l1, const char *bn)
{
  RensaLink *root = rensa_chain_new ();
  RensaLink *predictor = rensa_chain_new ();

  g_assert_true (rensa_link_take_child (predictor, "l1", link_of (l1), NULL));
  g_assert_true (rensa_link_take_child (predictor, "bn", link_of (bn), NULL));
  g_assert_true (rensa_link_take_child (root, "predictor", predictor, NULL));
  return root;
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

static char *
list_keys (const char *path)
{
  g_autoptr (RensaNpz) npz = rensa_npz_open (path, NULL);
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();

  for (guint i = 0; i < rensa_npz_get_n_keys (npz); i++)
    g_ptr_array_add (keys, (gpointer) rensa_npz_get_key (npz, i));
  g_ptr_array_sort (keys, compare_texts);
  g_ptr_array_add (keys, NULL);
  return g_strjoinv (" ", (char **) keys->pdata);
}

static void
test_round_trip (void)
{
  g_auto (File) file = file_new ();
  g_autoptr (RensaLink) saved = model_new ("Linear(in_size=2, out_size=2)", "BatchNormalization(size=2)");
  g_autoptr (RensaLink) loaded = model_new ("Linear(in_size=2, out_size=2)", "BatchNormalization(size=2)");
  RensaLink *normalization = rensa_link_find (saved, "predictor/bn");
  g_autofree char *keys = NULL;

  set_param (saved, "predictor/l1/W", RENSA_SHAPE (2, 2), 1, 2, 3, 4);
  rensa_link_set_persistent_int (normalization, "N", 6);
  g_assert_true (rensa_array_fill (rensa_link_get_persistent (normalization, 2), 5, NULL));
  save (&file, saved);

  keys = list_keys (file.path);
  g_assert_cmpstr (keys, ==,
                   "predictor/bn/N predictor/bn/avg_mean predictor/bn/avg_var predictor/bn/beta predictor/bn/gamma "
                   "predictor/l1/W predictor/l1/b");

  g_assert_true (load (&file, loaded, NULL));
  assert_values (rensa_variable_get_array (find_param (loaded, "predictor/l1/W")), RENSA_SHAPE (2, 2), 1, 2, 3, 4);
  normalization = rensa_link_find (loaded, "predictor/bn");
  g_assert_cmpint (rensa_link_get_persistent_int (normalization, "N"), ==, 6);
  assert_values (rensa_link_get_persistent (normalization, 2), RENSA_SHAPE (2), 5, 5);
}

/* What a lazy link does not know yet, it takes from the file. */
static void
test_lazy (void)
{
  g_auto (File) file = file_new ();
  g_autoptr (RensaLink) saved = model_new ("Linear(in_size=2, out_size=2)", "BatchNormalization(size=2)");
  g_autoptr (RensaLink) loaded = model_new ("Linear(in_size=None, out_size=2)", "BatchNormalization(axis=0)");

  set_param (saved, "predictor/l1/W", RENSA_SHAPE (2, 2), 1, 2, 3, 4);
  save (&file, saved);
  g_assert_true (load (&file, loaded, NULL));
  assert_values (rensa_variable_get_array (find_param (loaded, "predictor/l1/W")), RENSA_SHAPE (2, 2), 1, 2, 3, 4);
  assert_values (rensa_variable_get_array (find_param (loaded, "predictor/bn/gamma")), RENSA_SHAPE (2), 1, 1);
  assert_values (rensa_link_get_persistent (rensa_link_find (loaded, "predictor/bn"), 2), RENSA_SHAPE (2), 1, 1);
}

static void
test_lazy_saved (void)
{
  g_auto (File) file = file_new ();
  g_autoptr (RensaLink) saved = model_new ("Linear(in_size=None, out_size=2)", "BatchNormalization(axis=0)");
  g_autoptr (RensaLink) loaded = model_new ("Linear(in_size=None, out_size=2)", "BatchNormalization(axis=0)");

  set_param (saved, "predictor/l1/b", RENSA_SHAPE (2), 3, 4);
  save (&file, saved);
  g_assert_true (load (&file, loaded, NULL));
  g_assert_null (rensa_variable_get_array (find_param (loaded, "predictor/l1/W")));
  assert_values (rensa_variable_get_array (find_param (loaded, "predictor/l1/b")), RENSA_SHAPE (2), 3, 4);
}

/* A file that does not fit leaves everything as it was, lazy parameters too. */
static void
test_misfit (void)
{
  g_auto (File) file = file_new ();
  g_autoptr (RensaLink) saved = model_new ("Linear(in_size=2, out_size=2)", "BatchNormalization(size=3)");
  g_autoptr (RensaLink) loaded = model_new ("Linear(in_size=None, out_size=2)", "BatchNormalization(size=2)");
  g_autoptr (GError) error = NULL;

  set_param (saved, "predictor/l1/b", RENSA_SHAPE (2), 3, 4);
  save (&file, saved);
  g_assert_false (load (&file, loaded, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_assert_nonnull (g_strstr_len (error->message, -1, "predictor/bn/"));
  g_assert_null (rensa_variable_get_array (find_param (loaded, "predictor/l1/W")));
  assert_values (rensa_variable_get_array (find_param (loaded, "predictor/l1/b")), RENSA_SHAPE (2), 0, 0);
}

int
main (int argc, char **argv)
{
  link_tests_init (&argc, &argv);
  g_test_add_func ("/links/file/round-trip", test_round_trip);
  g_test_add_func ("/links/file/lazy", test_lazy);
  g_test_add_func ("/links/file/lazy-saved", test_lazy_saved);
  g_test_add_func ("/links/file/misfit", test_misfit);
  return g_test_run ();
}
