/* test-document.c: reading and writing documents.
 * SPDX-License-Identifier: MIT */

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "project-fixture.h"
#include "rensa-error.h"

/* What nobody knows is kept, numbers as they were written. */
static void
test_round_trip (void)
{
  static const char text[] =
      "{\n"
      "  \"format\": 1,\n"
      "  \"studio\": { \"zoom\": 0.10, \"big\": 12345678901234567890, \"on\": true, \"none\": null },\n"
      "  \"model\": { \"nodes\": [ { \"name\": \"x\", \"colour\": \"grün/blue\" } ] }\n"
      "}\n";
  g_autoptr (RensaDocument) document = document_of (text);
  g_autofree char *written = rensa_document_to_text (document);

  g_assert_cmpstr (written, ==, text);
}

static void
test_layout (void)
{
  g_autoptr (RensaDocument) document = document_of (test_document);
  g_autofree char *once = rensa_document_to_text (document);
  g_autoptr (RensaDocument) again = document_of (once);
  g_autofree char *twice = rensa_document_to_text (again);
  g_auto (GStrv) lines = g_strsplit (once, "\n", -1);

  g_assert_cmpstr (once, ==, twice);
  g_assert_true (g_strv_contains ((const char *const *) lines, "      { \"name\": \"relu1\", \"type\": \"relu\" },"));
  for (guint i = 0; lines[i] != NULL; i++)
    g_assert_cmpuint (strlen (lines[i]), <=, 112);
}

static void
test_file (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "a.rensa", NULL);
  g_autofree char *nowhere = g_build_filename (folder, "missing", "a.rensa", NULL);
  g_autofree char *missing = g_strdup_printf ("“%s” could not be opened: No such file or directory", nowhere);
  g_autoptr (RensaDocument) document = document_of (test_document);
  g_autoptr (RensaDocument) loaded = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (rensa_document_save (document, path, &error));
  g_assert_no_error (error);
  loaded = rensa_document_load (path, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (rensa_document_get_place (loaded), ==, path);
  g_assert_cmpstr (rensa_document_get_folder (loaded), ==, folder);
  g_assert_true (json_object_equal (rensa_document_get_json (document), rensa_document_get_json (loaded)));

  g_assert_false (rensa_document_save (document, nowhere, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
  g_clear_error (&error);
  g_assert_null (rensa_document_load (nowhere, &error));
  assert_sentence (&error, missing);
  test_folder_remove (folder);
}

static const struct
{
  const char *text;
  const char *message;
} bad[] = {
  { "", "line 1, column 1: unexpected end of input." },
  { "{\"format\": 1,\n \"a\" 2}", "line 2, column 6: expected a colon after the name." },
  { "{\"format\": 1,\n \"a\": [1 2]}", "line 2, column 10: expected a comma or a closing bracket." },
  { "{\"format\": 1,\n", "line 2, column 1: unexpected end of input." },
  { "{\"format\": 1} x", "line 1, column 15: unexpected character." },
  { "{\"format\": 1, \"a\": {\"b\": 1, \"b\": 2}}",
    "line 1, column 29: the name \"b\" occurs twice in the same object." },
  { "{\"format\": 1, \"a\": {\"\\u0062\": 1, \"b\": 2}}",
    "line 1, column 34: the name \"b\" occurs twice in the same object." },
  { "{\"format\": 1, \"a\": NaN}", "line 1, column 20: NaN is not a JSON value." },
  { "{\"format\": 1, \"a\": -Infinity}", "line 1, column 20: -Infinity is not a JSON value." },
  { "{\"format\": 1, \"a\": 1e999}", "line 1, column 20: the number 1e999 is too large." },
  { "{\"format\": 1, \"a\": 18446744073709551616}",
    "line 1, column 20: the number 18446744073709551616 is too large." },
  { "{\"format\": 1, \"a\": -9223372036854775809}",
    "line 1, column 20: the number -9223372036854775809 is too large." },
  { "{\"format\": 1, /* no */ \"a\": 1}", "line 1, column 15: expected a name in double quotes." },
  { "{\"format\": 1, 'a': 1}", "line 1, column 15: expected a name in double quotes." },
  { "{\"format\": 1, \"a\": 'b'}", "line 1, column 20: unexpected character." },
  { "{\"format\": 1, \"a\": 1.}", "line 1, column 20: 1. is not a JSON value." },
  { "{\"format\": 1, \"a\": \"b\nc\"}", "line 1, column 22: a string contains a control character or a line break." },
  { "{\"format\": 1, \"a\": \"\xff\"}", "line 1, column 21: invalid UTF-8 character." },
  { "\xef\xbb\xbf{\"format\": 1}",
    "line 1, column 1: the file begins with a byte order mark, which JSON does not allow; save it as UTF-8 without "
    "one." },
  { "null", "a document must be a JSON object, but this is null." },
  { "[1]", "a document must be a JSON object, but this is [1]." },
  { "{}", "this is not a Rensa document: it has no \"format\"." },
  { "{\"format\": 3}",
    "the document has format 3, but this version of Rensa supports only formats up to 2; open it with a newer "
    "version." },
  { "{\"format\": \"one\"}", "format must be an integer from 1 to 2, not \"one\"." },
  { "{\"format\": 0}", "format must be an integer from 1 to 2, not 0." },
};

static void
test_bad (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *expected = g_strconcat ("bad.rensa: ", bad[i].message, NULL);
      g_autoptr (GError) error = NULL;

      g_assert_null (rensa_document_parse (bad[i].text, -1, "bad.rensa", &error));
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
      assert_sentence (&error, expected);
    }
}

/* What never ends or blocks is not opened, what is too large not read. */
static void
test_odd_files (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *pipe = g_build_filename (folder, "pipe.rensa", NULL);
  g_autofree char *large = g_build_filename (folder, "large.rensa", NULL);
  const char *const paths[] = { "/dev/zero", pipe, folder, large };
  static const char *const reasons[] = { "it is not a file", "it is not a file", "it is a folder",
                                         "is larger than 16.0" };

  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  g_assert_true (g_file_set_contents (large, "", 0, NULL));
  g_assert_cmpint (truncate (large, G_GINT64_CONSTANT (1) << 40), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (rensa_document_load (paths[i], &error));
      g_assert_nonnull (strstr (error->message, reasons[i]));
    }
  test_folder_remove (folder);
}

/* The file's name is bytes, in old archives those of Latin-1; messages about it are text. */
static void
test_name_in_latin_1 (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder,
                                            "Gr\xfc\xdf"
                                            "e.rensa",
                                            NULL);
  g_autofree char *bad_text = document_text_with ("\"relu\"", "\"relux\"");
  g_autoptr (RensaDocument) document = NULL;
  g_autoptr (RensaBuilder) builder = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_document_load (path, &error));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_clear_error (&error);

  g_assert_true (g_file_set_contents (path, "{", -1, NULL));
  g_assert_null (rensa_document_load (path, &error));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_clear_error (&error);

  g_assert_true (g_file_set_contents (path, bad_text, -1, NULL));
  document = rensa_document_load (path, &error);
  g_assert_no_error (error);
  builder = rensa_builder_new (document, NULL, &error);
  g_assert_null (builder);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  test_folder_remove (folder);
}

static void
test_zero_byte (void)
{
  static const char text[] = "{\"format\": 1}\0{}";
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_document_parse (text, sizeof text - 1, "bad.rensa", &error));
  assert_sentence (&error, "bad.rensa: line 1, column 14: the file contains a null byte.");
}

static void
test_depth (void)
{
  g_autofree char *brackets = g_strnfill (100000, '[');
  g_autofree char *deep = g_strdup_printf ("{\"format\": 1, \"a\": %s", brackets);
  g_autofree char *open = g_strnfill (62, '[');
  g_autofree char *close = g_strnfill (62, ']');
  g_autofree char *fits = g_strdup_printf ("{\"format\": 1, \"a\": %s%s}", open, close);
  g_autoptr (RensaDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_document_parse (deep, -1, "bad.rensa", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, "brackets are nested more than 64 levels deep."));
  document = document_of (fits);
}

static void
test_size (void)
{
  g_autofree char *spaces = g_strnfill (16 * 1024 * 1024 + 1, ' ');
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_document_parse (spaces, -1, "bad.rensa", &error));
  assert_sentence (&error, "bad.rensa: a document must not exceed 16 MiB, but this one has 16777217 bytes.");
}

/* Whatever becomes of the bytes, the document is read or refused with a sentence that begins with its place. */
static void
test_damaged (void)
{
  static const char bytes[] = "{}[]\",:0-9eaN.\\\x01\xff ";
  const gsize n = strlen (test_document);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (int i = 0; i < 3000; i++)
    {
      g_autofree char *text = g_strdup (test_document);
      const gsize length = i % 3 == 0 ? (gsize) g_rand_int_range (random, 0, (gint32) n) : n;
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaDocument) document = NULL;
      g_autoptr (RensaBuilder) builder = NULL;

      for (int j = 0; j < 1 + i % 4; j++)
        text[g_rand_int_range (random, 0, (gint32) n)] = bytes[g_rand_int_range (random, 0, (gint32) sizeof bytes - 1)];
      document = rensa_document_parse (text, length, "bad.rensa", &error);
      builder = document != NULL ? rensa_builder_new (document, NULL, &error) : NULL;
      g_assert_true ((builder != NULL) == (error == NULL));
      g_assert_true (error == NULL || g_str_has_prefix (error->message, "bad.rensa: "));
    }
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  g_test_add_func ("/project/document/round-trip", test_round_trip);
  g_test_add_func ("/project/document/layout", test_layout);
  g_test_add_func ("/project/document/file", test_file);
  g_test_add_func ("/project/document/bad", test_bad);
  g_test_add_func ("/project/document/damaged", test_damaged);
  g_test_add_func ("/project/document/odd-files", test_odd_files);
  g_test_add_func ("/project/document/name-in-latin-1", test_name_in_latin_1);
  g_test_add_func ("/project/document/zero-byte", test_zero_byte);
  g_test_add_func ("/project/document/depth", test_depth);
  g_test_add_func ("/project/document/size", test_size);
  return g_test_run ();
}
