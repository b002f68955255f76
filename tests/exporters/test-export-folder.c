/* test-export-folder.c: a program with all that belongs to it, in a folder of its own.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <string.h>

#include "export-fixture.h"
#include "rensa-npz.h"

typedef struct
{
  char *folder;
  char *out;
  char *weights;
  RensaDocument *document;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = NULL;
  g_autoptr (RensaLink) model = NULL;

  fixture->document = load_document ("examples/moons.rensa");
  builder = rensa_builder_new (fixture->document, NULL, &error);
  model = rensa_builder_make_model (builder, &error);
  g_assert_no_error (error);
  fixture->folder = test_folder_new ();
  fixture->out = g_build_filename (fixture->folder, "out", NULL);
  fixture->weights = g_build_filename (fixture->folder, "some.npz", NULL);
  rensa_save_npz (fixture->weights, rensa_link_serialize, model, FALSE, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  rensa_document_unref (fixture->document);
  test_folder_free (fixture->folder);
  g_free (fixture->out);
  g_free (fixture->weights);
}

static gboolean
save (Fixture *fixture, const char *target, const char *path, char **proof, GError **error)
{
  const RensaExportTarget to = { .path = path, .weights = fixture->weights };

  return rensa_export_save_folder (find_exporter (target), fixture->document, &to, proof, error);
}

static char *
read_file (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

/* What @folder holds, in order. */
static char *
list (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GList) names = NULL;
  GString *text = g_string_new (NULL);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    names = g_list_insert_sorted (names, (char *) g_intern_string (name), (GCompareFunc) strcmp);
  for (GList *l = names; l != NULL; l = l->next)
    g_string_append_printf (text, "%s%s", l == names ? "" : " ", (const char *) l->data);
  return g_string_free (text, FALSE);
}

static void
test_program (Fixture *fixture, gconstpointer data)
{
  g_autofree char *files = NULL;
  g_autofree char *program = NULL;
  g_autofree char *readme = NULL;
  g_autofree char *proof = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (save (fixture, "chainer", fixture->out, &proof, &error));
  g_assert_no_error (error);
  files = list (fixture->out);
  g_assert_cmpstr (files, ==, "README.md model.npz train_moons.py train_moons_data.npz");
  program = read_file (fixture->out, "train_moons.py");
  g_assert_nonnull (strstr (program, "pathlib.Path(__file__).parent / 'model.npz'"));
  readme = read_file (fixture->out, "README.md");
  g_assert_true (g_str_has_prefix (readme, "# Moons\n\n"));
  g_assert_nonnull (strstr (readme, "\n- `model.npz` ("));
  g_assert_nonnull (strstr (readme, "\npython3 train_moons.py\n"));
}

static void
test_proof (Fixture *fixture, gconstpointer data)
{
  g_autofree char *files = NULL;
  g_autofree char *readme = NULL;
  g_autofree char *proof = NULL;
  g_autofree char *compiler = g_find_program_in_path ("cc");
  g_autoptr (GError) error = NULL;

  if (compiler == NULL)
    {
      g_test_skip ("There is no compiler of C here (cc).");
      return;
    }
  g_assert_true (save (fixture, "c", fixture->out, &proof, &error));
  g_assert_no_error (error);
  files = list (fixture->out);
  g_assert_cmpstr (files, ==, "README.md net_moons.c net_moons.h net_moons_proof.json");
  g_assert_true (g_regex_match_simple (
      "^Verified: the predictions for [0-9]+ examples differ by at most [0-9]\\.[0-9]e-0[6-9]\\.$", proof, 0, 0));
  readme = read_file (fixture->out, "README.md");
  g_assert_nonnull (strstr (readme, proof));
}

static void
test_no_compiler (Fixture *fixture, gconstpointer data)
{
  g_autofree char *files = NULL;
  g_autofree char *proof = NULL;
  g_autofree char *path = g_strdup (g_getenv ("PATH"));
  g_autoptr (GError) error = NULL;

  g_setenv ("PATH", "/nowhere", TRUE);
  g_assert_true (save (fixture, "c", fixture->out, &proof, &error));
  g_setenv ("PATH", path, TRUE);
  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (proof, "Not verified: Verification requires a C compiler"));
  files = list (fixture->out);
  g_assert_cmpstr (files, ==, "README.md net_moons.c net_moons.h");
}

/* Neither is anything lost, nor does anything half done stay. */
static void
test_failures (Fixture *fixture, gconstpointer data)
{
  g_autofree char *inside = g_build_filename (fixture->folder, "nowhere", "out", NULL);
  g_autofree char *files = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_false (save (fixture, "chainer", fixture->folder, NULL, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_EXIST);
  g_clear_error (&error);
  g_assert_false (save (fixture, "chainer", inside, NULL, &error));
  g_assert_nonnull (strstr (error->message, "nowhere/out” could not be written: "));
  g_clear_error (&error);
  g_unlink (fixture->weights);
  g_assert_false (save (fixture, "c", fixture->out, NULL, &error));
  g_assert_nonnull (strstr (error->message, "some.npz"));
  files = list (fixture->folder);
  g_assert_cmpstr (files, ==, "");
}

static void
test_empty_folder (Fixture *fixture, gconstpointer data)
{
  g_autofree char *slashed = g_strconcat (fixture->out, "/", NULL);
  g_autofree char *files = NULL;
  g_autoptr (GError) error = NULL;

  g_mkdir (fixture->out, 0777);
  g_assert_true (save (fixture, "document", slashed, NULL, &error));
  g_assert_no_error (error);
  files = list (fixture->out);
  g_assert_cmpstr (files, ==, "README.md moons.rensa");
}

/* The texts of a document are words in the README, and no more. */
static void
test_hostile_words (Fixture *fixture, gconstpointer data)
{
  g_autofree char *readme = NULL;
  g_autoptr (GError) error = NULL;
  struct json_object *root = rensa_document_change (fixture->document);

  json_object_object_add (root, "name", json_object_new_string ("A\n## <b>`x`"));
  g_assert_true (save (fixture, "document", fixture->out, NULL, &error));
  g_assert_no_error (error);
  readme = read_file (fixture->out, "README.md");
  g_assert_true (g_str_has_prefix (readme, "# A \\#\\# \\<b\\>\\`x\\`\n\n"));
}

/* A file in C has the first output of a model; a program has all. */
static void
test_left_out (Fixture *fixture, gconstpointer data)
{
  static const char json[] =
      "{\"format\": 2, \"data\": {\"dataset\": \"moons\"}, \"models\": {\"predictor\": {\"nodes\": [{\"name\": \"x\", "
      "\"type\": \"Input\"}, {\"name\": \"h\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 2}}, {\"name\": \"y\", \"type\": "
      "\"tanh\"}, {\"name\": \"z\", \"type\": \"relu\"}], \"edges\": [{\"from\": \"x\", \"to\": \"h\"}, {\"from\": \"h\", \"to\": "
      "\"y\"}, {\"from\": \"h\", \"to\": \"z\"}], \"outputs\": [\"y\", \"h\", \"z\"]}}, \"step\": {\"nodes\": [{\"name\": \"x\", "
      "\"type\": \"Field\"}, {\"name\": \"t\", \"type\": \"Field\"}, {\"name\": \"p\", \"type\": \"Model\", \"attrs\": {\"model\": "
      "\"predictor\"}}], \"edges\": [{\"from\": \"x\", \"to\": \"p:0\"}]}}";
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = rensa_document_parse (json, -1, "a.rensa", &error);
  g_autofree char *c = NULL;

  g_assert_no_error (error);
  c = rensa_export_describe_left_out (find_exporter ("c"), document);
  g_assert_cmpstr (c, ==, "Only the first model output is exported; omitted: h, z.");
  g_assert_null (rensa_export_describe_left_out (find_exporter ("torch"), document));
  g_assert_null (rensa_export_describe_left_out (find_exporter ("c"), fixture->document));
}

static void
write_report (Fixture *fixture, const char *text)
{
  g_assert_true (g_file_set_contents (fixture->weights, text, -1, NULL));
}

static void
test_reports (Fixture *fixture, gconstpointer data)
{
  static const char *const bad[] = { "", "[]", "{", "{\"holds\": true}", "{\"holds\": true, \"answers\": []}" };
  g_autofree char *failed = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      write_report (fixture, bad[i]);
      g_assert_null (rensa_export_describe_proof (fixture->weights, NULL));
    }
  g_assert_null (rensa_export_describe_proof (fixture->folder, NULL));
  write_report (fixture, "{\"holds\": false, \"difference\": \"l1 differs\"}");
  failed = rensa_export_describe_proof (fixture->weights, NULL);
  g_assert_cmpstr (failed, ==, "Not verified: l1 differs");
}

#define ADD_TEST(name, func) g_test_add ("/exporters/folder/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  export_tests_init (&argc, &argv);
  ADD_TEST ("program", test_program);
  ADD_TEST ("proof", test_proof);
  ADD_TEST ("no-compiler", test_no_compiler);
  ADD_TEST ("failures", test_failures);
  ADD_TEST ("empty", test_empty_folder);
  ADD_TEST ("hostile", test_hostile_words);
  ADD_TEST ("left-out", test_left_out);
  ADD_TEST ("reports", test_reports);
  return g_test_run ();
}
