/* test-document.c: the document, exported as it stands.
 * SPDX-License-Identifier: MIT */

#include "export-fixture.h"

static void
test_same_text (void)
{
  static const char *const names[] = { "examples/moons.rensa", "examples/strokes-mlp.rensa" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (RensaDocument) document = load_document (names[i]);
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", names[i], NULL);
      g_autoptr (GError) error = NULL;
      g_autofree char *text =
          find_exporter ("document")->write (document, &(RensaExportNames){ "data.npz", NULL }, &error);
      g_autofree char *file = NULL;

      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (path, &file, NULL, NULL));
      g_assert_cmpstr (text, ==, file);
    }
}

/* What has been changed since is in the file; nothing lies beside it. */
static void
test_saved (void)
{
  g_autoptr (RensaDocument) document = load_document ("examples/moons.rensa");
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "copy.rensa", NULL);
  const RensaExportTarget target = { .path = path };
  g_autoptr (RensaDocument) copy = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *copied = NULL;

  g_assert_true (rensa_document_set (document, "stop.period=7", &error));
  g_assert_true (rensa_export_save (find_exporter ("document"), document, &target, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (test_folder_count (folder), ==, 1);
  copy = rensa_document_load (path, &error);
  g_assert_no_error (error);
  text = rensa_document_to_text (document);
  copied = rensa_document_to_text (copy);
  g_assert_cmpstr (copied, ==, text);
  test_folder_remove (folder);
}

int
main (int argc, char **argv)
{
  export_tests_init (&argc, &argv);
  g_test_add_func ("/exporters/document/same-text", test_same_text);
  g_test_add_func ("/exporters/document/saved", test_saved);
  return g_test_run ();
}
