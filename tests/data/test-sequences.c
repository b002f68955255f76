/* test-sequences.c: data sets whose examples are sequences of unequal lengths.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "data-fixture.h"
#include "messages.h"
#include "rensa-datasets.h"
#include "rensa-npz.h"

static void
assert_sequence (RensaArray *field, gint64 i, const char *wanted)
{
  const RensaLengths *lengths = rensa_array_get_lengths (field);
  g_autofree double *values = get_values (field);
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_nonnull (lengths);
  for (gint64 j = 0; j < rensa_lengths_get (lengths, i); j++)
    g_string_append_printf (text, "%s%g", j > 0 ? " " : "", values[rensa_lengths_get_start (lengths, i) + j]);
  g_assert_cmpstr (text->str, ==, wanted);
}

static RensaArray *
packed (const gint64 *lengths, gint64 n, const gint32 *values)
{
  g_autoptr (RensaLengths) all = rensa_lengths_new (lengths, n);
  RensaArray *array = ints_new (values, rensa_lengths_get_total (all));

  rensa_array_set_lengths (array, all);
  return array;
}

/* Sequences come in the order asked for, whole, beside plain fields. */
static void
test_tuple (void)
{
  g_autoptr (RensaArray) x = packed ((gint64[]){ 1, 3, 2 }, 3, (gint32[]){ 1, 2, 3, 4, 5, 6 });
  g_autoptr (RensaArray) y = packed ((gint64[]){ 2, 1, 3 }, 3, (gint32[]){ 7, 8, 9, 10, 11, 12 });
  g_autoptr (RensaArray) z = packed ((gint64[]){ 1, 3, 2 }, 3, (gint32[]){ 0, 0, 0, 0, 0, 0 });
  g_autoptr (RensaArray) t = ints_new ((gint32[]){ 20, 21, 22 }, 3);
  g_autoptr (RensaDataset) dataset = rensa_tuple_dataset_new ((RensaArray *[]){ x, y, z, t }, 4, NULL);
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  RensaType types[4];

  g_assert_cmpint (rensa_dataset_get_length (dataset), ==, 3);
  for (int i = 0; i < 4; i++)
    g_assert_true (rensa_dataset_get_field_type (dataset, i, &types[i]));
  g_assert_cmpint (types[0].n_sequences, ==, 1);
  g_assert_cmpint (types[3].n_sequences, ==, 0);
  /* Fields have one usual length where all sequences have, and only then. */
  g_assert_cmpint (types[0].shape.dims[0], ==, types[2].shape.dims[0]);
  g_assert_cmpint (types[0].shape.dims[0], !=, types[1].shape.dims[0]);

  g_assert_true (rensa_dataset_get_batch (dataset, (gint64[]){ 2, 0 }, 2, fields, NULL));
  assert_sequence (fields[0], 0, "5 6");
  assert_sequence (fields[0], 1, "1");
  assert_sequence (fields[1], 0, "10 11 12");
  g_assert_null (rensa_array_get_lengths (fields[3]));
  rensa_arrays_clear (fields, 4);
}

static void
test_unlike (void)
{
  g_autoptr (RensaArray) x = packed ((gint64[]){ 1, 2 }, 2, (gint32[]){ 1, 2, 3 });
  g_autoptr (RensaArray) t = ints_new ((gint32[]){ 1, 2, 3 }, 3);
  g_autoptr (RensaDataset) dataset = rensa_tuple_dataset_new (&x, 1, NULL);
  GError *error = NULL;

  g_assert_null (rensa_tuple_dataset_new ((RensaArray *[]){ x, t }, 2, &error));
  assert_message_has (&error, RENSA_ERROR_INVALID, "different lengths: 2 and 3");
  g_assert_null (rensa_concatenated_dataset_new ((RensaDataset *[]){ dataset, dataset }, 2, &error));
  assert_message_has (&error, RENSA_ERROR_INVALID,
                      "data set 0 has different fields than the first one and cannot be appended");
}

static RensaArray *
get_field (RensaDataset *dataset, int field, gint64 example)
{
  RensaArray *array = rensa_dataset_get_field (dataset, field, &example, 1, NULL);

  g_assert_nonnull (array);
  return array;
}

/* Example @i as words: "seven hundred and two → 702". */
static char *
spell (const RensaDataBundle *bundle, RensaDataset *dataset, gint64 i, gboolean reversed)
{
  g_autoptr (RensaArray) source = get_field (dataset, 0, i);
  g_autoptr (RensaArray) target = get_field (dataset, 2, i);
  g_autofree double *words = get_values (source);
  g_autofree double *digits = get_values (target);
  const gint64 n = rensa_array_get_count (source);
  GString *text = g_string_new (NULL);

  for (gint64 j = 0; j < n; j++)
    g_string_append_printf (text, "%s ", bundle->tokens[(int) words[reversed ? n - 1 - j : j]]);
  g_string_append (text, "→ ");
  for (gint64 j = 0; j + 1 < rensa_array_get_count (target); j++)
    g_string_append (text, bundle->label_names[(int) digits[j]]);
  return g_string_free (text, FALSE);
}

static gboolean
has_example (const RensaDataBundle *bundle, const char *wanted)
{
  for (gint64 i = 0; i < rensa_dataset_get_length (bundle->train); i++)
    {
      g_autofree char *text = spell (bundle, bundle->train, i, TRUE);

      if (g_str_equal (text, wanted))
        return TRUE;
    }
  return FALSE;
}

/* All numbers of three digits are there once; the target begins and ends with the end token. */
static void
test_number_words (void)
{
  g_auto (RensaDataBundle) bundle = { 0 };
  g_autoptr (RensaArray) begun = NULL;
  g_autofree double *values = NULL;
  GError *error = NULL;

  g_assert_true (load_dataset (&rensa_dataset_number_words_class, "n=1000, n_test=0, digits=3", "/", &bundle, &error));
  g_assert_no_error (error);
  g_assert_null (bundle.test);
  g_assert_cmpstr (bundle.label_names[0], ==, "<eos>");
  g_assert_true (has_example (&bundle, "zero → 0"));
  g_assert_true (has_example (&bundle, "seven hundred and two → 702"));
  g_assert_true (has_example (&bundle, "nine hundred and ninety nine → 999"));
  g_assert_true (has_example (&bundle, "forty → 40"));
  begun = get_field (bundle.train, 1, 0);
  values = get_values (begun);
  g_assert_cmpfloat (values[0], ==, 0);
}

static void
test_large_numbers (void)
{
  g_auto (RensaDataBundle) bundle = { 0 };
  GError *error = NULL;

  g_assert_true (
      load_dataset (&rensa_dataset_number_words_class, "n=9000, n_test=1000, digits=4", "/", &bundle, &error));
  g_assert_cmpint (rensa_dataset_get_length (bundle.test), ==, 1000);
  rensa_data_bundle_clear (&bundle);
  g_assert_false (
      load_dataset (&rensa_dataset_number_words_class, "n=9001, n_test=1000, digits=4", "/", &bundle, &error));
  assert_message_has (
      &error, RENSA_ERROR_INVALID,
      "number_words: 10001 distinct examples were requested, but there are only 10000 numbers with up to 4 digits");
}

static void
test_appointments (void)
{
  g_auto (RensaDataBundle) bundle = { 0 };
  g_auto (RensaDataBundle) again = { 0 };

  g_assert_true (load_dataset (&rensa_dataset_tagged_appointments_class, "n=20, n_test=5", "/", &bundle, NULL));
  g_assert_true (load_dataset (&rensa_dataset_tagged_appointments_class, "n=30, n_test=5", "/", &again, NULL));
  g_assert_cmpint (rensa_dataset_get_length (bundle.train), ==, 20);
  g_assert_cmpint (rensa_dataset_get_length (bundle.test), ==, 5);
  for (gint64 i = 0; i < 20; i++)
    {
      g_autoptr (RensaArray) words = get_field (bundle.train, 0, i);
      g_autoptr (RensaArray) tags = get_field (bundle.train, 1, i);
      g_autoptr (RensaArray) same = get_field (again.train, 1, i);

      g_assert_true (rensa_lengths_equal (rensa_array_get_lengths (words), rensa_array_get_lengths (tags)));
      /* An example does not depend on how many there are. */
      g_assert_cmpint (rensa_array_get_count (tags), ==, rensa_array_get_count (same));
    }
}

static void
test_text_pairs (DataFixture *fixture, gconstpointer unused)
{
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  GError *error = NULL;

  test_file_write (fixture->folder, "pairs.tsv", "the cat\tle chat\n\nthe dog sleeps\tle chien dort\r\na\t\n", -1);
  g_assert_true (load_dataset (&rensa_dataset_text_pairs_class, "path='pairs.tsv', reverse=False, test_fraction=0",
                               fixture->folder, &fixture->bundle, &error));
  g_assert_no_error (error);
  g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.train), ==, 3);
  g_assert_true (rensa_dataset_get_batch (fixture->bundle.train, (gint64[]){ 0, 1, 2 }, 3, fields, NULL));
  assert_sequence (fields[0], 0, "0 1");
  assert_sequence (fields[0], 1, "0 2 3");
  /* Between two end tokens. */
  assert_sequence (fields[1], 0, "0 1 2");
  assert_sequence (fields[2], 0, "1 2 0");
  assert_sequence (fields[1], 2, "0");
  assert_sequence (fields[2], 2, "0");
  rensa_arrays_clear (fields, 3);
}

/* Words that validation alone has are unknown; sources are read from their end. */
static void
test_unknown (DataFixture *fixture, gconstpointer unused)
{
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };

  test_file_write (fixture->folder, "pairs.tsv", "a b\tx\na c\tz\n", -1);
  g_assert_true (load_dataset (&rensa_dataset_text_pairs_class, "path='pairs.tsv', test_fraction=0.5", fixture->folder,
                               &fixture->bundle, NULL));
  g_assert_cmpint (g_strv_length (fixture->bundle.tokens), ==, 3);
  g_assert_cmpstr (fixture->bundle.tokens[2], ==, "<unk>");
  g_assert_true (rensa_dataset_get_batch (fixture->bundle.test, (gint64[]){ 0 }, 1, fields, NULL));
  assert_sequence (fields[0], 0, "2 0");
  rensa_arrays_clear (fields, 3);
}

static void
test_tagged_text (DataFixture *fixture, gconstpointer unused)
{
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  GError *error = NULL;

  test_file_write (fixture->folder, "tags.conll", "Rain NN B-NP\nfalls VB O\n\n\nRain\tNN\tO", -1);
  g_assert_true (load_dataset (&rensa_dataset_tagged_text_class, "path='tags.conll', test_fraction=0", fixture->folder,
                               &fixture->bundle, &error));
  g_assert_no_error (error);
  g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.train), ==, 2);
  g_assert_true (rensa_dataset_get_batch (fixture->bundle.train, (gint64[]){ 0, 1 }, 2, fields, NULL));
  assert_sequence (fields[0], 0, "0 1");
  assert_sequence (fields[0], 1, "0");
  assert_sequence (fields[1], 0, "0 1");
  assert_sequence (fields[1], 1, "1");
  rensa_arrays_clear (fields, 2);
}

typedef struct
{
  const char *name;
  const RensaDatasetClass *class;
  const char *content;
  const char *message;
} BadFile;

static const BadFile bad_files[] = {
  { "no-tab", &rensa_dataset_text_pairs_class, "a\tb\nab\n",
    "line 2: expected a source, a tab and a target, but there is no tab" },
  { "no-source", &rensa_dataset_text_pairs_class, "a\tb\n\tb\n", "line 2: expected a sequence of at least one token" },
  { "empty", &rensa_dataset_text_pairs_class, "\n\n", "no examples" },
  { "no-tag", &rensa_dataset_tagged_text_class, "a O\nb\n", "line 2: expected a word, a space or tab, and a tag" },
  { "blank-first", &rensa_dataset_tagged_text_class, " O\n", "line 1: expected a word, a space or tab, and a tag" },
};

static void
test_bad_file (gconstpointer data)
{
  const BadFile *bad = data;
  DataFixture fixture = { 0 };
  GError *error = NULL;

  data_set_up (&fixture, NULL);
  test_file_write (fixture.folder, "file.txt", bad->content, -1);
  g_assert_false (load_dataset (bad->class, "path='file.txt'", fixture.folder, &fixture.bundle, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, bad->message));
  g_clear_error (&error);
  data_tear_down (&fixture, NULL);
}

typedef struct
{
  RensaArray *values;
  RensaArray *lengths;
} Archive;

static gboolean
write_archive (gpointer data, RensaSerializer *serializer, GError **error)
{
  Archive *archive = data;

  return rensa_serializer_array (serializer, "xs", &archive->values, error)
         && rensa_serializer_array (serializer, "n", &archive->lengths, error);
}

static gboolean
load_archive (DataFixture *fixture, const gint32 *lengths, gint64 n, GError **error)
{
  g_autofree char *path = g_build_filename (fixture->folder, "data.npz", NULL);
  g_autoptr (RensaArray) values = ints_new ((gint32[]){ 1, 2, 3, 4 }, 4);
  g_autoptr (RensaArray) all = ints_new (lengths, n);

  g_assert_true (rensa_save_npz (path, write_archive, &(Archive){ values, all }, FALSE, NULL));
  return load_dataset (&rensa_dataset_npz_class, "path='data.npz', x='xs: n', t=None", fixture->folder,
                       &fixture->bundle, error);
}

static void
test_npz (DataFixture *fixture, gconstpointer unused)
{
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };

  g_assert_true (load_archive (fixture, (gint32[]){ 3, 1 }, 2, NULL));
  g_assert_true (rensa_dataset_get_batch (fixture->bundle.train, (gint64[]){ 1, 0 }, 2, fields, NULL));
  assert_sequence (fields[0], 0, "4");
  assert_sequence (fields[0], 1, "1 2 3");
  rensa_arrays_clear (fields, 1);
}

static void
test_bad_npz (DataFixture *fixture, gconstpointer unused)
{
  const gint32 wrong[][2] = { { 3, 2 }, { 4, 0 }, { -1, 5 }, { 3, 0 } };
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_assert_false (load_archive (fixture, wrong[i], 2, &error));
      assert_message_has (&error, RENSA_ERROR_FORMAT,
                          "n must contain sequence lengths, integers of at least 1 that sum to 4");
      rensa_data_bundle_clear (&fixture->bundle);
    }
}

#define ADD(name, function) \
  g_test_add ("/data/sequences/" name, DataFixture, NULL, data_set_up, function, data_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/data/sequences/tuple", test_tuple);
  g_test_add_func ("/data/sequences/unlike", test_unlike);
  g_test_add_func ("/data/sequences/number-words", test_number_words);
  g_test_add_func ("/data/sequences/large-numbers", test_large_numbers);
  g_test_add_func ("/data/sequences/appointments", test_appointments);
  ADD ("text-pairs", test_text_pairs);
  ADD ("unknown", test_unknown);
  ADD ("tagged-text", test_tagged_text);
  for (guint i = 0; i < G_N_ELEMENTS (bad_files); i++)
    {
      g_autofree char *path = g_strconcat ("/data/sequences/bad/", bad_files[i].name, NULL);

      g_test_add_data_func (path, &bad_files[i], test_bad_file);
    }
  ADD ("npz", test_npz);
  ADD ("bad-npz", test_bad_npz);
  return g_test_run ();
}
