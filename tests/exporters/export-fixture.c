/* export-fixture.c: what the tests of exporters share.
 * SPDX-License-Identifier: MIT */

#include "export-fixture.h"

#include <gio/gio.h>
#include <string.h>

#include "rensa-init.h"

#define REST                                                                              \
  "\"data\": {\"dataset\": \"moons\"}, \"loss\": {\"type\": \"softmax_cross_entropy\"}, " \
  "\"optimizer\": {\"type\": \"SGD\"}, \"extensions\": []"

void
export_tests_init (int *argc, char ***argv)
{
  g_test_init (argc, argv, NULL);
  rensa_init ();
}

RensaDocument *
load_document (const char *name)
{
  g_autofree char *path = g_str_has_prefix (name, "examples/")
                              ? g_test_build_filename (G_TEST_DIST, "..", "data", name, NULL)
                              : g_test_build_filename (G_TEST_DIST, "exporters", "chainer", name, NULL);
  g_autoptr (GError) error = NULL;
  RensaDocument *document = rensa_document_load (path, &error);

  g_assert_no_error (error);
  return document;
}

RensaDocument *
document_with_model (const char *model)
{
  g_autofree char *json = g_strdelimit (g_strdup (model), "'", '"');
  g_autofree char *text = g_strdup_printf ("{\"format\": 1, \"model\": %s, " REST "}", json);
  g_autoptr (GError) error = NULL;
  RensaDocument *document = rensa_document_parse (text, -1, "test.rensa", &error);

  g_assert_no_error (error);
  return document;
}

const RensaExporter *
find_exporter (const char *name)
{
  g_autoptr (GError) error = NULL;
  const RensaExporter *exporter = rensa_exporter_find (name, &error);

  g_assert_no_error (error);
  return exporter;
}

char *
write_for (const char *target, RensaDocument *document, const char *weights, GError **error)
{
  return find_exporter (target)->write (document, &(RensaExportNames){ "data.npz", weights }, error);
}

char *
export_to (const char *target, RensaDocument *document)
{
  g_autoptr (GError) error = NULL;
  char *text = write_for (target, document, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (text);
  return text;
}

void
assert_within (const char *text, const char *expected)
{
  if (strstr (text, expected) == NULL)
    g_test_message ("“%s” is not in “%s”", expected, text);
  g_assert_nonnull (strstr (text, expected));
}

gboolean
run_program (const char *folder, const char *const *argv)
{
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *output = NULL;

  g_subprocess_launcher_set_cwd (launcher, folder);
  process = g_subprocess_launcher_spawnv (launcher, argv, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &output, NULL, &error);
  g_assert_no_error (error);
  g_test_message ("%s", output);
  return g_subprocess_get_successful (process);
}
