/* test-text.c: text as numbers of tokens.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <string.h>

#include "data-fixture.h"
#include "rensa-datasets.h"
#include "rensa-error.h"

static gboolean
try_load (DataFixture *fixture, const RensaDatasetClass *klass, const char *settings, GError **error)
{
  rensa_data_bundle_clear (&fixture->bundle);
  return load_dataset (klass, settings, fixture->folder, &fixture->bundle, error);
}

static void
load (DataFixture *fixture, const RensaDatasetClass *klass, const char *settings)
{
  g_autoptr (GError) error = NULL;

  try_load (fixture, klass, settings, &error);
  g_assert_no_error (error);
}

static void
load_text (DataFixture *fixture, const char *text, const char *settings)
{
  test_file_write (fixture->folder, "t.txt", text, -1);
  load (fixture, &rensa_dataset_text_class, settings);
}

static void
assert_tokens (DataFixture *fixture, const char *expected)
{
  g_autofree char *tokens = g_strjoinv ("|", fixture->bundle.tokens);

  g_assert_cmpstr (tokens, ==, expected);
}

/* The first token of all examples' field @field, as the texts of the tokens. */
static void
assert_field (DataFixture *fixture, RensaDataset *dataset, int field, const char *expected)
{
  RensaType type;
  g_autofree double *ids = field_to_doubles (dataset, field);
  g_autoptr (GString) text = g_string_new (NULL);
  gint64 n;

  g_assert_true (rensa_dataset_get_field_type (dataset, field, &type));
  n = rensa_dataset_get_length (dataset) * rensa_shape_count (&type.shape);
  for (gint64 i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "|" : "", fixture->bundle.tokens[(int) ids[i]]);
  g_assert_cmpstr (text->str, ==, expected);
}

/* Windows of three, each followed by what comes next; the rest is too short for one. */
static void
test_characters (DataFixture *fixture, gconstpointer data)
{
  load_text (fixture, "abcäbca", "path=t.txt, length=3, test_fraction=0");
  assert_tokens (fixture, "a|b|c|ä");
  assert_field_type (fixture->bundle.train, 0, RENSA_INT32, RENSA_SHAPE (3));
  assert_field (fixture, fixture->bundle.train, 0, "a|b|c|ä|b|c");
  assert_field (fixture, fixture->bundle.train, 1, "b|c|ä|b|c|a");
  g_assert_cmpint (fixture->bundle.n_classes, ==, 4);
  g_assert_null (fixture->bundle.test);

  load_text (fixture, "abcä\r\n", "path=t.txt, length=2, step=1, test_fraction=0");
  assert_field (fixture, fixture->bundle.train, 0, "a|b|b|c|c|ä");
  assert_field (fixture, fixture->bundle.train, 1, "b|c|c|ä|ä|\n");
}

/* For iterators that read on: one token, without an axis. */
static void
test_single (DataFixture *fixture, gconstpointer data)
{
  load_text (fixture, "abcab", "path=t.txt, length=None, test_fraction=0");
  assert_field_type (fixture->bundle.train, 0, RENSA_INT32, RENSA_SHAPE_SCALAR);
  assert_field (fixture, fixture->bundle.train, 0, "a|b|c|a");
  assert_field (fixture, fixture->bundle.train, 1, "b|c|a|b");
}

static void
test_words (DataFixture *fixture, gconstpointer data)
{
  load_text (fixture, "To be,  or\tnot\n\nto be. it's 3rd", "path=t.txt, tokens=words, length=None, test_fraction=0");
  assert_field (fixture, fixture->bundle.train, 0, "To|be|,|or|not|<eos>|<eos>|to|be|.|it|'|s");
  load_text (fixture, "To be,  or\tnot\n\nto be. it's 3rd", "path=t.txt, tokens=blanks, length=None, test_fraction=0");
  assert_field (fixture, fixture->bundle.train, 1, "be,|or|not|<eos>|<eos>|to|be.|it's|3rd");
}

/* What validation alone has, and what is too rare, the vocabulary does not know. */
static void
test_vocabulary (DataFixture *fixture, gconstpointer data)
{
  load_text (fixture, "a b b c c c d d\nx", "path=t.txt, tokens=blanks, length=None, test_fraction=0.2");
  assert_tokens (fixture, "a|b|c|d|<unk>");
  assert_field (fixture, fixture->bundle.train, 0, "a|b|b|c|c|c|d");
  assert_field (fixture, fixture->bundle.test, 1, "<unk>");

  load_text (fixture, "a b b c c c d d e", "path=t.txt, tokens=blanks, vocabulary=2, length=None, test_fraction=0");
  assert_tokens (fixture, "b|c|<unk>");
  assert_field (fixture, fixture->bundle.train, 0, "<unk>|b|b|c|c|c|<unk>|<unk>");

  /* The word of that name is used for them where the text has it. */
  load_text (fixture, "<unk> <unk> b b c", "path=t.txt, tokens=blanks, vocabulary=2, length=None, test_fraction=0");
  assert_tokens (fixture, "<unk>|b");
}

/* A folder is read in the order of its names; so is another for the test. */
static void
test_folder (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *one = g_build_filename (fixture->folder, "one", NULL);
  g_autofree char *two = g_build_filename (fixture->folder, "two", NULL);

  g_assert_cmpint (g_mkdir (one, 0700), ==, 0);
  g_assert_cmpint (g_mkdir (two, 0700), ==, 0);
  test_file_write (one, "b.txt", "cd", -1);
  test_file_write (one, "a.txt", "ab", -1);
  test_file_write (one, ".hidden", "h", -1);
  test_file_write (two, "a.txt", "dca", -1);
  load (fixture, &rensa_dataset_text_class, "path=one, test=two, length=None");
  assert_field (fixture, fixture->bundle.train, 0, "a|b|c");
  assert_field (fixture, fixture->bundle.test, 0, "d|c");
}

/* Bytes that are not UTF-8 are those of Windows; who insists is told the line and offered the other. */
static void
test_encodings (DataFixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  const RensaDataNote *note;

  load_text (fixture, "ab\n\xe4z", "path=t.txt, length=None, test_fraction=0");
  assert_field (fixture, fixture->bundle.train, 1, "b|\n|ä|z");
  note = rensa_data_notes_find (fixture->bundle.notes, RENSA_DATA_READING);
  g_assert_cmpstr (note->text, ==, "Windows-1252");

  g_assert_false (try_load (fixture, &rensa_dataset_text_class, "path=t.txt, encoding=UTF-8", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, "t.txt, line 2: byte 0xe4 is not valid UTF-8 text"));
  note = rensa_data_notes_find (fixture->bundle.notes, RENSA_DATA_REMEDY);
  g_assert_cmpstr (((RensaDataChange *) note->changes->pdata[0])->value, ==, "Windows-1252");
}

static void
test_refused (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *word = g_strnfill (3000, 'w');
  g_autoptr (GError) error = NULL;

  test_file_write (fixture->folder, "t.txt", "ab", -1);
  g_assert_false (try_load (fixture, &rensa_dataset_text_class, "path=t.txt, length=2, test_fraction=0", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_cmpstr (
      error->message, ==,
      "a part of the text has 2 tokens, which is not enough for one example of 2 tokens plus the next one");
  g_clear_error (&error);

  test_file_write (fixture->folder, "t.txt", word, -1);
  g_assert_false (try_load (fixture, &rensa_dataset_text_class, "path=t.txt, tokens=words", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, "a word has more than a thousand letters; use characters as tokens"));
  g_clear_error (&error);

  test_file_write (fixture->folder, "t.txt", "a\0b", 3);
  g_assert_false (try_load (fixture, &rensa_dataset_text_class, "path=t.txt", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
}

static void
write_in (DataFixture *fixture, const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (fixture->folder, folder, NULL);

  g_assert_cmpint (g_mkdir_with_parents (path, 0700), ==, 0);
  test_file_write (path, name, text, -1);
}

/* One folder a class; what is short is filled up, what is long is cut. */
static void
test_classes (DataFixture *fixture, gconstpointer data)
{
  g_autofree double *x = NULL;
  g_autofree double *t = NULL;

  write_in (fixture, "r/train/bad", "1", "no no");
  write_in (fixture, "r/train/good/more", "1", "yes it is");
  write_in (fixture, "r/test/bad", "1", "it never is");
  load (fixture, &rensa_dataset_text_folder_class, "path=r, tokens=blanks, length=2");
  g_assert_cmpint (fixture->bundle.n_classes, ==, 2);
  g_assert_cmpstr (fixture->bundle.label_names[1], ==, "good");
  g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.train), ==, 2);
  assert_field (fixture, fixture->bundle.test, 0, "it|<unk>");

  load (fixture, &rensa_dataset_text_folder_class, "path=r, tokens=blanks, length=4");
  t = field_to_doubles (fixture->bundle.train, 1);
  assert_field (fixture, fixture->bundle.train, 0,
                t[0] == 0 ? "no|no|<pad>|<pad>|yes|it|is|<pad>" : "yes|it|is|<pad>|no|no|<pad>|<pad>");
  x = field_to_doubles (fixture->bundle.train, 0);
  g_assert_cmpfloat (x[3], ==, 0);
}

/* What unpacking an archive into a folder makes: the classes are further down. */
static void
test_classes_below (DataFixture *fixture, gconstpointer data)
{
  write_in (fixture, "r/docs/bad", "1", "no");
  write_in (fixture, "r/docs/good", "1", "yes");
  write_in (fixture, "r/docs/good", "2", "yes");
  load (fixture, &rensa_dataset_text_folder_class, "path=r, test_fraction=0");
  g_assert_cmpint (fixture->bundle.n_classes, ==, 2);
  g_assert_cmpstr (fixture->bundle.label_names[0], ==, "bad");
  /* Beside another folder with texts it is a class. */
  write_in (fixture, "r/more", "1", "no");
  load (fixture, &rensa_dataset_text_folder_class, "path=r, test_fraction=0");
  g_assert_cmpstr (fixture->bundle.label_names[0], ==, "docs");
}

static void
test_classes_refused (DataFixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  write_in (fixture, "r/train/good", "1", "yes");
  write_in (fixture, "r/test/other", "1", "yes");
  g_assert_false (try_load (fixture, &rensa_dataset_text_folder_class, "path=r", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message,
                            "contains a folder “other” of test texts, but there are no training texts for this class"));
  g_clear_error (&error);
  write_in (fixture, "empty/a", ".hidden", "");
  g_assert_false (try_load (fixture, &rensa_dataset_text_folder_class, "path=empty", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, "contains no folders with texts; expected one folder per class"));
}

/* Lines end in "<eos>", empty ones too, and words have the numbers of the order in which the training text has them. */
static void
test_ptb (DataFixture *fixture, gconstpointer data)
{
  write_in (fixture, "ptb_words", "ptb.train.txt", " aa bb \n aa N cc \n");
  write_in (fixture, "ptb_words", "ptb.valid.txt", " cc zz \n");
  write_in (fixture, "ptb_words", "ptb.test.txt", " bb bb\n\n");
  load (fixture, &rensa_dataset_ptb_words_class, "");
  assert_tokens (fixture, "aa|bb|<eos>|N|cc|<unk>");
  assert_field_type (fixture->bundle.train, 0, RENSA_INT32, RENSA_SHAPE_SCALAR);
  assert_field (fixture, fixture->bundle.train, 0, "aa|bb|<eos>|aa|N|cc");
  assert_field (fixture, fixture->bundle.test, 1, "<unk>|<eos>");
  load (fixture, &rensa_dataset_ptb_words_class, "part=test, length=2");
  assert_field (fixture, fixture->bundle.test, 0, "bb|bb");
  assert_field (fixture, fixture->bundle.train, 1, "bb|<eos>|aa|N|cc|<eos>");
}

/* As `tr ' ' '\n'` and `sort -u` count: 65 different characters of 1,115,394. */
static void
test_real (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *path = find_test_data ("text/tinyshakespeare.txt");
  g_autofree char *settings = g_strdup_printf ("path='%s', length=None, test_fraction=0", path);

  if (path == NULL)
    return;
  load (fixture, &rensa_dataset_text_class, settings);
  g_assert_cmpuint (g_strv_length (fixture->bundle.tokens), ==, 65);
  g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.train), ==, 1115394 - 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) g_test_add ("/data/text/" path, DataFixture, NULL, data_set_up, function, data_tear_down)
  ADD ("characters", test_characters);
  ADD ("single", test_single);
  ADD ("words", test_words);
  ADD ("vocabulary", test_vocabulary);
  ADD ("folder", test_folder);
  ADD ("encodings", test_encodings);
  ADD ("refused", test_refused);
  ADD ("classes", test_classes);
  ADD ("classes-belowclasses-below", test_classes_below);
  ADD ("classes-refused", test_classes_refused);
  ADD ("ptb", test_ptb);
  ADD ("real", test_real);
  return g_test_run ();
}
