/* test-own-iterator.c: a kind of iterator that one file adds, used by a document.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "project-fixture.h"
#include "rensa-extensions.h"
#include "rensa-npz.h"
#include "rensa-random.h"
#include "rensa-snapshot.h"

/* LotteryIterator: each example of a batch is drawn from all of them, so that an epoch may hold one twice and another one
 * not at all. */

#define MOST 1000

typedef struct
{
  gint64 batch_size;
} Lottery;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Lottery, batch_size, .required = TRUE, .min = 1, .max = MOST, .title = "Batch Size"),
};

static gint64
get_batch_size (RensaIterator *iterator)
{
  return ((const Lottery *) rensa_iterator_get_values (iterator))->batch_size;
}

static gint64
get_length (RensaIterator *iterator)
{
  return rensa_dataset_get_length (rensa_iterator_get_dataset (iterator));
}

static void
set_place (RensaIterator *iterator, gint64 n_seen)
{
  RensaIteratorPlace *place = rensa_iterator_get_place (iterator);
  const gint64 epoch = n_seen / get_length (iterator);

  place->is_new_epoch = epoch > place->epoch;
  place->epoch = epoch;
  place->epoch_detail = (double) n_seen / get_length (iterator);
  place->n_seen = n_seen;
}

static gboolean
next (RensaIterator *iterator, RensaBatch *batch, GError **error)
{
  const gint64 n_seen = rensa_iterator_get_place (iterator)->n_seen;
  RensaRandom random = rensa_random_init (rensa_iterator_get_seed (iterator), n_seen);
  const gboolean is_once = rensa_iterator_is_once (iterator);
  gint64 *drawn = rensa_iterator_get_state (iterator);

  batch->indices = drawn;
  for (; batch->n < get_batch_size (iterator) && (!is_once || n_seen + batch->n < get_length (iterator)); batch->n++)
    drawn[batch->n] = is_once ? n_seen + batch->n : (gint64) rensa_random_below (&random, get_length (iterator));
  if (batch->n > 0)
    set_place (iterator, n_seen + batch->n);
  return TRUE;
}

static void
reset (RensaIterator *iterator)
{
}

static gboolean
serialize (RensaIterator *iterator, RensaSerializer *serializer, GError **error)
{
  gint64 n_seen = rensa_iterator_get_place (iterator)->n_seen;

  if (!rensa_serializer_int (serializer, "n_seen", &n_seen, error))
    return FALSE;
  set_place (iterator, n_seen);
  return TRUE;
}

static const RensaIteratorClass lottery_class = {
  .name = "LotteryIterator",
  .title = "Lottery",
  .summary = "Draws each example from all of them",
  RENSA_ATTRS (Lottery, attrs),
  .state_size = MOST * sizeof (gint64),
  .next = next,
  .reset = reset,
  .get_batch_size = get_batch_size,
  .serialize = serialize,
};

static const RensaComponent *const classes[] = { RENSA_COMPONENT (&lottery_class) };

static RensaTrainer *
trainer_new (const char *out, int length)
{
  g_autoptr (GString) text = g_string_new (test_document);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = NULL;
  g_autofree char *period = g_strdup_printf ("\"period\": %d", length);
  RensaTrainer *trainer;

  g_string_replace (text, "SerialIterator", "LotteryIterator", 1);
  g_string_replace (text, "\"period\": 2", period, 1);
  g_string_replace (text, "\"Adam\"", "\"Adam\", \"attrs\": {\"alpha\": 0.02}", 1);
  builder = builder_of (text->str, &error);
  g_assert_no_error (error);
  trainer = rensa_builder_make_trainer (builder, out, &error);
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
get_last (RensaTrainer *trainer, const char *key)
{
  RensaLog *log = rensa_trainer_get_log (trainer, NULL);
  double value = NAN;

  g_assert_true (rensa_log_lookup (log, rensa_log_get_n_entries (log) - 1, key, &value, NULL));
  return value;
}

/* It trains, validates, and goes on from a snapshot as if nothing had happened. */
static void
test_document_uses_it (void)
{
  g_autofree char *out = test_folder_new ();
  g_autofree char *path = g_build_filename (out, "half", NULL);
  g_autoptr (RensaTrainer) whole = trainer_new (out, 40);
  g_autoptr (RensaTrainer) half = NULL;
  g_autoptr (RensaTrainer) rest = NULL;
  g_autoptr (RensaNpz) npz = NULL;

  run (whole);
  g_assert_cmpfloat (get_last (whole, "main/loss"), <, 0.6);
  g_assert_cmpfloat (get_last (whole, "validation/main/accuracy"), >, 0.5);

  half = trainer_new (out, 20);
  run (half);
  g_assert_true (rensa_snapshot_save (half, path, NULL));
  npz = rensa_npz_open (path, NULL);
  g_assert_true (rensa_npz_has (npz, "updater/iterator:main/n_seen"));
  rest = trainer_new (out, 40);
  g_assert_true (rensa_snapshot_load (rest, path, NULL));
  run (rest);
  g_assert_cmpfloat (get_last (rest, "main/loss"), ==, get_last (whole, "main/loss"));
  g_assert_cmpfloat (get_last (rest, "validation/main/loss"), ==, get_last (whole, "validation/main/loss"));
  test_folder_remove (out);
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  rensa_registry_add (RENSA_COMPONENT_ITERATOR, classes, G_N_ELEMENTS (classes));
  g_test_add_func ("/project/build/own-iterator/document-uses-it", test_document_uses_it);
  return g_test_run ();
}
