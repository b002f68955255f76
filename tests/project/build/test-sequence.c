/* test-sequence.c: documents whose networks remember what they read.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>
#include <zip.h>

#include "project-fixture.h"
#include "rensa-extensions.h"
#include "rensa-npz.h"
#include "rensa-snapshot.h"

#define N_WORDS 5
#define LENGTH 200

/* It guesses the next word; the text is in words.npz, in the folder of the document. */
static const char document[] =
    "{'format': 1, 'name': 'language', 'seed': 3,"
    " 'data': {'dataset': {'type': 'npz', 'attrs': {'path': 'PATH'}},"
    "  'split': {'fraction': 0.8, 'shuffle': false},"
    "  'iterator': {'type': 'ParallelSequentialIterator', 'attrs': {'batch_size': 4}}},"
    " 'model': {'nodes': ["
    "   {'name': 'x', 'type': 'Input'},"
    "   {'name': 'embed', 'type': 'EmbedID', 'attrs': {'in_size': 5, 'out_size': 8}},"
    "   {'name': 'l1', 'type': 'LSTM', 'attrs': {'out_size': 12}},"
    "   {'name': 'l2', 'type': 'StatefulGRU', 'attrs': {'in_size': 12, 'out_size': 8}},"
    "   {'name': 'out', 'type': 'Linear', 'attrs': {'out_size': 5}}],"
    "  'edges': [{'from': 'x', 'to': 'embed'}, {'from': 'embed', 'to': 'l1'}, {'from': 'l1', 'to': 'l2'},"
    "   {'from': 'l2', 'to': 'out'}],"
    "  'outputs': ['out']},"
    " 'loss': {'type': 'softmax_cross_entropy'}, 'accuracy': {'type': 'accuracy'},"
    " 'optimizer': {'type': 'Adam', 'attrs': {'alpha': 0.02}},"
    " 'updater': {'type': 'BPTTUpdater', 'attrs': {'bprop_len': 5}},"
    " 'stop': {'type': 'IntervalTrigger', 'attrs': {'period': STOP, 'unit': 'iteration'}},"
    " 'extensions': [{'type': 'Evaluator', 'trigger': {'type': 'IntervalTrigger', 'attrs': {'period': 7, 'unit': 'iteration'}}},"
    "  {'type': 'LogReport', 'attrs': {'trigger': {'type': 'IntervalTrigger', 'attrs': {'period': 1, 'unit': 'iteration'}}}}]}";

typedef struct
{
  char *folder;
} Fixture;

/* 0 0 1 0 2 0 3 0 4 0 0 1 …: what follows a 0 is known from what stood before it, and from nothing else. */
static gint32
get_word (gint64 i)
{
  return i % 2 == 1 ? (gint32) (i / 2 % N_WORDS) : 0;
}

static gboolean
write_words (gpointer data, RensaSerializer *serializer, GError **error)
{
  gint32 words[LENGTH], next[LENGTH];

  for (gint64 i = 0; i < LENGTH; i++)
    {
      words[i] = get_word (i);
      next[i] = get_word ((i + 1) % LENGTH);
    }
  {
    g_autoptr (RensaArray) x = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (LENGTH), words, NULL);
    g_autoptr (RensaArray) t = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (LENGTH), next, NULL);

    return rensa_serializer_array (serializer, "x", &x, error) && rensa_serializer_array (serializer, "t", &t, error);
  }
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = NULL;

  fixture->folder = test_folder_new ();
  path = g_build_filename (fixture->folder, "words.npz", NULL);
  g_assert_true (rensa_save_npz (path, write_words, NULL, TRUE, NULL));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  test_folder_free (g_steal_pointer (&fixture->folder));
}

/* Of the document in which @find, if there is one, is replaced. */
static RensaTrainer *
trainer_new (Fixture *fixture, int length, const char *find, const char *replacement)
{
  g_autoptr (GString) text = g_string_new (document);
  g_autofree char *path = g_build_filename (fixture->folder, "words.npz", NULL);
  g_autofree char *stop = g_strdup_printf ("%d", length);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = NULL;
  RensaTrainer *trainer;

  if (find != NULL)
    g_assert_cmpuint (g_string_replace (text, find, replacement, 1), ==, 1);
  g_string_replace (text, "STOP", stop, 1);
  g_string_replace (text, "PATH", path, 1);
  g_string_replace (text, "'", "\"", 0);
  builder = builder_of (text->str, &error);
  g_assert_no_error (error);
  trainer = rensa_builder_make_trainer (builder, fixture->folder, &error);
  g_assert_no_error (error);
  rensa_trainer_set_output (trainer, NULL);
  return trainer;
}

static void
run (RensaTrainer *trainer)
{
  g_autoptr (GError) error = NULL;

  rensa_trainer_run (trainer, &error);
  g_assert_no_error (error);
}

static double
get_value (RensaTrainer *trainer, guint entry, const char *key)
{
  double value = NAN;

  g_assert_true (rensa_log_lookup (rensa_trainer_get_log (trainer, NULL), entry, key, &value, NULL));
  return value;
}

/* Who remembers guesses every word; who begins anew with each one cannot tell what follows a 0. */
static void
test_remembers (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaTrainer) keeps = trainer_new (fixture, 140, NULL, NULL);
  g_autoptr (RensaTrainer) forgets =
      trainer_new (fixture, 700, "{'type': 'BPTTUpdater', 'attrs': {'bprop_len': 5}}", "{'type': 'StandardUpdater'}");

  run (keeps);
  g_assert_cmpfloat (get_value (keeps, 139, "main/loss"), <, 0.05);
  g_assert_cmpfloat (get_value (keeps, 139, "validation/main/accuracy"), >, 0.8);
  run (forgets);
  g_assert_cmpfloat (get_value (forgets, 699, "validation/main/accuracy"), <, 0.75);
}

/* Saved at any update, in the middle of the text, the run goes on as if nothing had happened. */
static void
test_resume (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "half", NULL);
  g_autoptr (RensaTrainer) whole = trainer_new (fixture, 21, NULL, NULL);

  run (whole);
  for (int when = 1; when < 21; when += 6)
    {
      g_autoptr (RensaTrainer) half = trainer_new (fixture, when, NULL, NULL);
      g_autoptr (RensaTrainer) rest = trainer_new (fixture, 21, NULL, NULL);
      g_autoptr (GError) error = NULL;

      run (half);
      g_assert_true (rensa_snapshot_save (half, path, NULL));
      rensa_snapshot_load (rest, path, &error);
      g_assert_no_error (error);
      run (rest);
      for (guint i = 0; i < 21; i++)
        g_assert_cmpfloat (get_value (rest, i, "main/loss"), ==, get_value (whole, i, "main/loss"));
      g_assert_cmpfloat (get_value (rest, 20, "validation/main/loss"), ==,
                         get_value (whole, 20, "validation/main/loss"));
    }
}

static void
test_state_is_saved (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "half", NULL);
  g_autoptr (RensaTrainer) trainer = trainer_new (fixture, 3, NULL, NULL);
  g_autoptr (RensaNpz) npz = NULL;

  run (trainer);
  g_assert_true (rensa_snapshot_save (trainer, path, NULL));
  npz = rensa_npz_open (path, NULL);
  g_assert_true (rensa_npz_has (npz, "updater/state:main/predictor/l1/c"));
  g_assert_true (rensa_npz_has (npz, "updater/state:main/predictor/l1/h"));
  g_assert_true (rensa_npz_has (npz, "updater/state:main/predictor/l2/h"));
}

/* Evaluation begins anew and leaves the state of the training alone. */
static void
test_evaluation_apart (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaTrainer) often = trainer_new (fixture, 21, "'period': 7", "'period': 1");
  g_autoptr (RensaTrainer) seldom = trainer_new (fixture, 21, NULL, NULL);

  run (often);
  run (seldom);
  for (guint i = 0; i < 21; i++)
    g_assert_cmpfloat (get_value (often, i, "main/loss"), ==, get_value (seldom, i, "main/loss"));
}

/* What is done to key @key of a snapshot, and what is said of it behind the key; @shape NULL takes it out. @whole: the end of the sentence
 * where the key does not stand before it. */
typedef struct
{
  const char *name;
  const char *key;
  const char *descr;
  const char *shape;
  gsize n_data;
  const char *message;
  const char *whole;
} Spoil;

#define STATE "updater/state:main/predictor/"
#define C_EXPECTED "expected float32 of shape (n, 12), but the file contains "
#define H_EXPECTED "expected float32 of shape (4, 12), but the file contains "

static const Spoil spoils[] = {
  { "units", STATE "l1/c", "<f4", "(4, 11)", 176, C_EXPECTED "float32 of shape (4, 11)" },
  { "a scalar", STATE "l1/c", "<f4", "()", 4, C_EXPECTED "float32 of shape ()" },
  { "an axis more", STATE "l1/c", "<f4", "(4, 12, 1)", 192, C_EXPECTED "float32 of shape (4, 12, 1)" },
  { "no rows", STATE "l1/c", "<f4", "(0, 12)", 0, C_EXPECTED "float32 of shape (0, 12)" },
  { "other rows", STATE "l1/h", "<f4", "(3, 12)", 144, H_EXPECTED "float32 of shape (3, 12)" },
  { "integers", STATE "l1/h", "<i8", "(4, 12)", 384, H_EXPECTED "int64 of shape (4, 12)" },
  { "bools", STATE "l2/h", "|b1", "(4, 8)", 32,
    "expected float32 of shape (n, 8), but the file contains bool of shape (4, 8)" },
  { "a string", STATE "l1/h", "<U1", "()", 4, "expected an array, but the file contains a string" },
  { "too much", STATE "l1/h", "<f4", "(1048576, 1048576)", 192, NULL, "" },
  { "beyond all", STATE "l1/h", "<f4", "(4611686018427387904, 12)", 192, NULL, "" },
  { "missing", STATE "l1/h", NULL, NULL, 0, NULL, " does not contain “" STATE "l1/h”" },
  { "first missing", STATE "l1/c", NULL, NULL, 0, NULL, " does not contain “" STATE "l1/c”" },
  { "one too many", STATE "l1/x", "<f4", "(4, 12)", 192, NULL, " contains “" STATE "l1/x”, which is not used here" },
  { "of another link", STATE "l9/h", "<f4", "(4, 12)", 192, NULL, " contains “" STATE "l9/h”, which is not used here" },
};

/* Every byte is @fill. */
static GByteArray *
make_npy (const Spoil *spoil, guint8 fill)
{
  g_autofree char *header =
      g_strdup_printf ("{'descr': '%s', 'fortran_order': False, 'shape': %s, }\n", spoil->descr, spoil->shape);
  const guint length = strlen (header);
  const guint8 start[] = { 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, length & 0xff, length >> 8 };
  GByteArray *bytes = g_byte_array_new ();

  g_byte_array_append (bytes, start, sizeof start);
  g_byte_array_append (bytes, (const guint8 *) header, length);
  for (gsize i = 0; i < spoil->n_data; i++)
    g_byte_array_append (bytes, &fill, 1);
  return bytes;
}

static void
spoil_archive (const char *path, const Spoil *spoil, guint8 fill)
{
  g_autofree char *name = g_strconcat (spoil->key, ".npy", NULL);
  g_autoptr (GByteArray) npy = make_npy (spoil, fill);
  zip_t *zip = zip_open (path, 0, NULL);

  g_assert_nonnull (zip);
  if (spoil->shape == NULL)
    g_assert_cmpint (zip_delete (zip, zip_name_locate (zip, name, 0)), ==, 0);
  else
    g_assert_cmpint (zip_file_add (zip, name, zip_source_buffer (zip, npy->data, npy->len, 0), ZIP_FL_OVERWRITE), >=,
                     0);
  g_assert_cmpint (zip_close (zip), ==, 0);
}

/* A run of three updates in @path, with something wrong in it. */
static void
make_snapshot (Fixture *fixture, const char *path, const Spoil *spoil, guint8 fill)
{
  g_autoptr (RensaTrainer) trainer = trainer_new (fixture, 3, NULL, NULL);

  run (trainer);
  g_assert_true (rensa_snapshot_save (trainer, path, NULL));
  if (spoil != NULL)
    spoil_archive (path, spoil, fill);
}

static void
assert_refused (RensaTrainer *trainer, const char *path, const Spoil *spoil)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *message = spoil->message != NULL ? g_strdup_printf ("%s: %s: %s", path, spoil->key, spoil->message)
                                                    : g_strconcat (path, spoil->whole, NULL);

  g_test_message ("%s", spoil->name);
  g_assert_false (rensa_snapshot_load (trainer, path, &error));
  g_test_message ("%s", error->message);
  g_assert_true (g_str_has_prefix (error->message, message));
  g_assert_nonnull (strstr (error->message, spoil->key));
}

static void
assert_same (RensaTrainer *a, RensaTrainer *b, guint n)
{
  for (guint i = 0; i < n; i++)
    g_assert_cmpfloat (get_value (a, i, "main/loss"), ==, get_value (b, i, "main/loss"));
}

/* What is refused leaves the run where it was, so that it goes on from what it had loaded before. */
static void
test_spoiled_state (Fixture *fixture, gconstpointer data)
{
  g_autofree char *sound = g_build_filename (fixture->folder, "sound", NULL);
  g_autofree char *bad = g_build_filename (fixture->folder, "bad", NULL);
  g_autoptr (RensaTrainer) whole = trainer_new (fixture, 9, NULL, NULL);
  g_autoptr (RensaTrainer) rest = trainer_new (fixture, 9, NULL, NULL);
  g_autoptr (RensaTrainer) fresh = trainer_new (fixture, 9, NULL, NULL);

  run (whole);
  make_snapshot (fixture, sound, NULL, 0);
  g_assert_true (rensa_snapshot_load (rest, sound, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (spoils); i++)
    {
      make_snapshot (fixture, bad, &spoils[i], 0);
      assert_refused (rest, bad, &spoils[i]);
      assert_refused (fresh, bad, &spoils[i]);
    }
  run (rest);
  assert_same (rest, whole, 9);
  run (fresh);
  assert_same (fresh, whole, 9);
}

/* How many sequences there are, the file says; that these are not those of the data set shows in the first batch. */
static void
test_state_of_other_batch (Fixture *fixture, gconstpointer data)
{
  static const Spoil three = { "rows", STATE "l2/h", "<f4", "(3, 8)", 96, NULL, NULL };
  g_autofree char *sound = g_build_filename (fixture->folder, "sound", NULL);
  g_autofree char *bad = g_build_filename (fixture->folder, "bad", NULL);
  g_autoptr (RensaTrainer) whole = trainer_new (fixture, 9, NULL, NULL);
  g_autoptr (RensaTrainer) rest = trainer_new (fixture, 9, NULL, NULL);
  g_autoptr (GError) error = NULL;

  run (whole);
  make_snapshot (fixture, sound, NULL, 0);
  make_snapshot (fixture, bad, &three, 0);
  g_assert_true (rensa_snapshot_load (rest, bad, NULL));
  g_assert_false (rensa_trainer_run (rest, &error));
  assert_message_has (&error, RENSA_ERROR_TYPE_CHECK,
                      "l2 keeps the state of a batch of 3 and only takes batches of that size, but one of 4 was given");
  g_assert_true (rensa_snapshot_load (rest, sound, NULL));
  run (rest);
  assert_same (rest, whole, 9);
}

/* As of parameters: the numbers are those of the file, whatever they are, in the type of the link. */
static void
test_odd_numbers (Fixture *fixture, gconstpointer data)
{
  static const Spoil wide = { "wide", STATE "l1/h", "<f8", "(4, 12)", 384, NULL, NULL };
  static const Spoil single = { "single", STATE "l1/h", "<f4", "(4, 12)", 192, NULL, NULL };
  g_autofree char *path = g_build_filename (fixture->folder, "odd", NULL);
  g_autoptr (RensaTrainer) of_wide = trainer_new (fixture, 5, NULL, NULL);
  g_autoptr (RensaTrainer) of_single = trainer_new (fixture, 5, NULL, NULL);
  g_autoptr (RensaTrainer) of_nan = trainer_new (fixture, 5, "'seed': 3", "'seed': 3, 'stop_at_nan': false");

  make_snapshot (fixture, path, &wide, 0);
  g_assert_true (rensa_snapshot_load (of_wide, path, NULL));
  make_snapshot (fixture, path, &single, 0);
  g_assert_true (rensa_snapshot_load (of_single, path, NULL));
  run (of_wide);
  run (of_single);
  assert_same (of_wide, of_single, 5);

  make_snapshot (fixture, path, &single, 0xff);
  g_assert_true (rensa_snapshot_load (of_nan, path, NULL));
  rensa_trainer_set_stops_at_nan (of_nan, FALSE, NULL);
  run (of_nan);
  g_assert_true (isnan (get_value (of_nan, 3, "main/loss")));
}

static void
add (const char *path, void (*test) (Fixture *fixture, gconstpointer data))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  add ("/project/build/sequence/remembers", test_remembers);
  add ("/project/build/sequence/resume", test_resume);
  add ("/project/build/sequence/state-is-saved", test_state_is_saved);
  add ("/project/build/sequence/evaluation-apart", test_evaluation_apart);
  add ("/project/build/sequence/spoiled-state", test_spoiled_state);
  add ("/project/build/sequence/state-of-other-batch", test_state_of_other_batch);
  add ("/project/build/sequence/odd-numbers", test_odd_numbers);
  return g_test_run ();
}
