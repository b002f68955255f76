/* test-trainer-finite.c: what is said of a loss that becomes NaN, and that it ends the training.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "rensa-primitives.h"
#include "training-fixture.h"

#define N 12

/* Three numbers for three, of which those of two examples are not finite where @field says so: 0 the inputs, 1 the labels. */
static RensaDataset *
numbers_new (int field, float number)
{
  float values[2][N][3];
  RensaArray *arrays[2];
  RensaDataset *dataset;

  for (int f = 0; f < 2; f++)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < 3; j++)
        values[f][i][j] = sinf (1 + 36 * f + 3 * i + j);
  if (field >= 0)
    values[field][1][1] = values[field][7][1] = number;
  for (int f = 0; f < 2; f++)
    arrays[f] = rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (N, 3), values[f], NULL);
  dataset = rensa_tuple_dataset_new (arrays, 2, NULL);
  rensa_arrays_clear (arrays, 2);
  return dataset;
}

/* @named: the columns have names; @field, @number: of the examples; @spoilt: the first parameters are not finite; @expected: of the sentence */
typedef struct
{
  const char *name;
  const char *optimizer;
  double length;
  gboolean named;
  int field;
  float number;
  gboolean spoilt;
  const char *expected;
} Case;

static const Case cases[] = {
  { "nan-in-a-column", "SGD(lr=0.01)", 6, FALSE, 0, NAN, FALSE,
    "The loss became NaN at iteration 1: the data contains NaN or infinite values: column “x1” in 2 of 12 examples" },
  { "nan-in-a-named-column", "SGD(lr=0.01)", 6, TRUE, 0, NAN, FALSE, "column “b” in 2 of 12 examples" },
  { "infinity-in-a-column", "SGD(lr=0.01)", 6, FALSE, 0, INFINITY, FALSE, "column “x1” in 2 of 12 examples" },
  { "infinity-in-the-labels", "SGD(lr=0.01)", 6, FALSE, 1, INFINITY, FALSE,
    "The loss became infinite at iteration 1: the data contains NaN or infinite values: the labels in 2 of 12 "
    "examples" },
  { "growing", "SGD(lr=40)", 300, FALSE, -1, 0, FALSE, "the data is finite, and the value had grown from " },
  { "first-updates", "SGD(lr=1e30)", 6, FALSE, -1, 0, FALSE, "so the first updates were too large" },
  { "last-update", "SGD(lr=1e39)", 1, FALSE, -1, 0, FALSE,
    "are NaN or infinite after iteration 1: the data and the initial" },
  { "first-parameters", "SGD(lr=0.01)", 6, FALSE, -1, 0, TRUE,
    "Parameter predictor/0/b contains NaN or infinite values before training" },
};

static RensaTrainer *
case_to_trainer (const Case *c, const char *out)
{
  static const char *const columns[] = { "a", "b", "c", NULL };
  g_autoptr (RensaDataset) dataset = numbers_new (c->field, c->number);
  RensaTrainer *trainer = TRAINER (.dataset = dataset, .loss = "mean_squared_error", .optimizer = c->optimizer,
                                   .length = c->length, .unit = "iteration", .out = out);

  rensa_trainer_set_stops_at_nan (trainer, TRUE, c->named ? columns : NULL);
  return trainer;
}

static void
spoil (RensaTrainer *trainer)
{
  const float numbers[3] = { 0, NAN, 0 };
  g_autoptr (RensaArray) array = rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (3), numbers, NULL);

  rensa_variable_set_array (rensa_link_get_param (rensa_link_find (get_model (trainer), "predictor/0"), 1), array);
}

static void
test_cause (gconstpointer data)
{
  const Case *c = data;
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = case_to_trainer (c, out);
  g_autoptr (GError) error = NULL;

  if (c->spoilt)
    spoil (trainer);
  g_assert_false (rensa_trainer_run (trainer, &error));
  assert_message_has (&error, RENSA_ERROR_NOT_FINITE, c->expected);
  test_folder_free (out);
}

static void
start (RensaTrainer *trainer, gpointer troubles)
{
}

static void
file (RensaTrainer *trainer, RensaExtension *extension, const char *kind, const char *path, gpointer troubles)
{
}

static gboolean
failure (RensaTrainer *trainer, RensaExtension *extension, const GError *error, gpointer troubles)
{
  return FALSE;
}

static void
trouble (RensaTrainer *trainer, const GError *error, gpointer troubles)
{
  g_ptr_array_add (troubles, g_strdup (error->message));
}

static const RensaTrainerWatch watch = {
  .start = start, .iteration = start, .file = file, .failure = failure, .trouble = trouble
};

/* Each value is told once, and all iterations are made. */
static void
goes_on (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = case_to_trainer (&cases[0], out);
  g_autoptr (GPtrArray) troubles = g_ptr_array_new_with_free_func (g_free);

  rensa_trainer_set_stops_at_nan (trainer, FALSE, NULL);
  rensa_trainer_set_watch (trainer, &watch, troubles);
  run_trainer (trainer);
  g_assert_cmpint (rensa_updater_get_iteration (rensa_trainer_get_updater (trainer)), ==, 6);
  g_assert_cmpuint (troubles->len, ==, 1);
  g_assert_cmpstr (troubles->pdata[0], ==, cases[0].expected);
  test_folder_free (out);
}

/* What is not learned from ends nothing. */
static void
tells_of_validation (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaDataset) dataset = numbers_new (-1, 0);
  g_autoptr (RensaDataset) validation = numbers_new (0, NAN);
  g_autoptr (RensaTrainer) trainer =
      TRAINER (.dataset = dataset, .loss = "mean_squared_error", .optimizer = "SGD(lr=0.01)", .length = 2, .out = out);
  g_autoptr (GPtrArray) troubles = g_ptr_array_new_with_free_func (g_free);

  extend_evaluator (trainer, validation, 4);
  rensa_trainer_set_stops_at_nan (trainer, TRUE, NULL);
  rensa_trainer_set_watch (trainer, &watch, troubles);
  run_trainer (trainer);
  g_assert_cmpuint (troubles->len, ==, 1);
  g_assert_cmpstr (
      troubles->pdata[0], ==,
      "“validation/main/loss” became NaN at iteration 3: the data contains NaN or infinite values: column “x1” in "
      "2 of 12 examples");
  test_folder_free (out);
}

int
main (int argc, char **argv)
{
  training_tests_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/training/trainer-finite/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_cause);
    }
  g_test_add_func ("/training/trainer-finite/goes-on", goes_on);
  g_test_add_func ("/training/trainer-finite/validation", tells_of_validation);
  return g_test_run ();
}
