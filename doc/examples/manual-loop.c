/* manual-loop.c: a training loop written by hand: a network of three layers learns to read digits.
 * SPDX-License-Identifier: MIT */

/* Usage: manual-loop [FOLDER]
 *
 * FOLDER has the four files of MNIST.  Without it they are looked for in the dataset root, and where they are not there
 * either, the digits are drawn, which needs no download. */

#include <rensa.h>
#include <stdio.h>

#define N_UNITS "100"
#define BATCH_SIZE 100
#define N_EPOCHS 10
#define SEED 0
#define FILE_NAME "digits.npz"

/* The data */

typedef struct
{
  RensaDataset *train;
  RensaDataset *validation; /* a tenth of what there is to train with, which is only looked at */
  RensaDataset *test;
} Digits;

static void
digits_clear (Digits *digits)
{
  g_clear_pointer (&digits->train, rensa_dataset_unref);
  g_clear_pointer (&digits->validation, rensa_dataset_unref);
  g_clear_pointer (&digits->test, rensa_dataset_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Digits, digits_clear)

/* @folder: (nullable) */
static gboolean
load_source (const char *name, const char *folder, RensaDataBundle *bundle, GError **error)
{
  g_autofree char *root = rensa_dataset_root_new ();
  const RensaDataPlaces places = { .root = root, .base = "." };
  g_autoptr (RensaAttrs) source = rensa_attrs_new_from_text (RENSA_COMPONENT_DATASET, name, error);

  return source != NULL && (folder == NULL || rensa_attrs_set_text (source, "folder", folder, error))
         && rensa_dataset_load (source, &places, bundle, error);
}

static gboolean
load_bundle (const char *folder, RensaDataBundle *bundle, GError **error)
{
  g_autoptr (GError) reason = NULL;

  if (load_source ("mnist", folder, bundle, &reason))
    {
      puts ("The digits are those of MNIST.");
      return TRUE;
    }
  if (folder != NULL || !g_error_matches (reason, RENSA_ERROR, RENSA_ERROR_NOT_FOUND))
    {
      g_propagate_error (error, g_steal_pointer (&reason));
      return FALSE;
    }

  puts ("The digits are those of strokes, drawn as if by hand: MNIST is not in the dataset root.");
  rensa_data_bundle_clear (bundle);
  return load_source ("strokes", NULL, bundle, error);
}

static gboolean
load_digits (const char *folder, Digits *digits, GError **error)
{
  g_auto (RensaDataBundle) bundle = { 0 };
  gint64 n;

  if (!load_bundle (folder, &bundle, error))
    return FALSE;

  n = rensa_dataset_get_length (bundle.train);
  digits->test = rensa_dataset_ref (bundle.test);
  return rensa_split_dataset_random (bundle.train, n - n / 10, SEED, &digits->train, &digits->validation, error);
}

/* The examples of a batch and their labels. */
typedef struct
{
  RensaVariable *x;
  RensaVariable *t;
} Batch;

static void
batch_clear (Batch *batch)
{
  g_clear_pointer (&batch->x, rensa_variable_unref);
  g_clear_pointer (&batch->t, rensa_variable_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Batch, batch_clear)

/* 1; 0 behind the last batch; -1 with an error. */
static int
next_batch (RensaIterator *iterator, Batch *batch, GError **error)
{
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  const int n_fields = rensa_iterator_next (iterator, NULL, fields, error);

  if (n_fields <= 0)
    return n_fields;

  batch->x = rensa_variable_new_constant (fields[0]);
  batch->t = rensa_variable_new_constant (fields[1]);
  rensa_arrays_clear (fields, n_fields);
  return 1;
}

/* The model */

static RensaLink *
make_model (GError **error)
{
  static const struct
  {
    const char *name;
    const char *link;
  } layers[] = {
    { "l1", "Linear(in_size=784, out_size=" N_UNITS ")" },
    { "l2", "Linear(in_size=" N_UNITS ", out_size=" N_UNITS ")" },
    { "l3", "Linear(in_size=" N_UNITS ", out_size=10)" },
  };
  g_autoptr (RensaLink) model = rensa_chain_new ();

  for (guint i = 0; i < G_N_ELEMENTS (layers); i++)
    if (!rensa_link_take_child (model, layers[i].name, rensa_link_new_from_text (layers[i].link, error), error))
      return NULL;
  return rensa_link_draw_params (model, SEED, error) ? g_steal_pointer (&model) : NULL;
}

/* (N, 784) → a score for each of the ten digits, (N, 10). */
static RensaVariable *
predict (RensaLink *model, RensaVariable *x, GError **error)
{
  g_autoptr (RensaVariable) h1 = rensa_link_call (rensa_link_find (model, "l1"), x, error);
  g_autoptr (RensaVariable) a1 = rensa_relu (h1, error);
  g_autoptr (RensaVariable) h2 = rensa_link_call (rensa_link_find (model, "l2"), a1, error);
  g_autoptr (RensaVariable) a2 = rensa_relu (h2, error);

  return rensa_link_call (rensa_link_find (model, "l3"), a2, error);
}

/* Means over batches. */
typedef struct
{
  RensaSummary loss;
  RensaSummary accuracy;
} Score;

static double
get_number (RensaVariable *variable)
{
  return rensa_array_get_scalar (rensa_variable_get_array (variable));
}

/* The loss of a batch, which goes into @score with its accuracy. */
static RensaVariable *
compute_loss (RensaLink *model, const Batch *batch, Score *score, GError **error)
{
  g_autoptr (RensaVariable) y = predict (model, batch->x, error);
  g_autoptr (RensaVariable) loss = rensa_softmax_cross_entropy (y, batch->t, error);
  g_autoptr (RensaVariable) accuracy = rensa_accuracy (y, batch->t, RENSA_INT_NONE, error);
  const gint64 n = rensa_array_get_dim (rensa_variable_get_array (batch->t), 0);

  if (accuracy == NULL)
    return NULL;

  rensa_summary_add (&score->loss, get_number (loss), n);
  rensa_summary_add (&score->accuracy, get_number (accuracy), n);
  return g_steal_pointer (&loss);
}

/* One time through @dataset. Nothing is learned, so no graph is recorded, and dropout, if there were any, would not drop. */
static gboolean
evaluate (RensaLink *model, RensaDataset *dataset, Score *score, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autoptr (RensaIterator) iterator = rensa_serial_iterator_new (dataset, BATCH_SIZE, FALSE, FALSE, SEED, error);

  rensa_modes_get ()->train = FALSE;
  rensa_modes_get ()->enable_backprop = FALSE;
  while (iterator != NULL)
    {
      g_auto (Batch) batch = { NULL };
      g_autoptr (RensaVariable) loss = NULL;
      const int n = next_batch (iterator, &batch, error);

      if (n <= 0)
        return n == 0;

      loss = compute_loss (model, &batch, score, error);
      if (loss == NULL)
        return FALSE;
    }
  return FALSE;
}

/* Learning */

static gboolean
step (RensaLink *model, RensaOptimizer *optimizer, RensaIterator *iterator, Score *score, GError **error)
{
  g_auto (Batch) batch = { NULL };
  g_autoptr (RensaVariable) loss = NULL;

  if (next_batch (iterator, &batch, error) <= 0)
    return FALSE;

  loss = compute_loss (model, &batch, score, error);
  rensa_link_cleargrads (model);
  return loss != NULL && rensa_variable_backward (loss, NULL, error) && rensa_optimizer_update (optimizer, error);
}

/* After an epoch: how good the model was while it learned, and how good it is on what it has not seen. */
static gboolean
report (int epoch, const Score *learned, RensaLink *model, RensaDataset *validation, GError **error)
{
  Score validated = { 0 };

  if (!evaluate (model, validation, &validated, error))
    return FALSE;

  printf ("%5d  %7.4f  %8.4f  %15.4f  %19.4f\n", epoch, rensa_summary_get_mean (&learned->loss),
          rensa_summary_get_mean (&learned->accuracy), rensa_summary_get_mean (&validated.loss),
          rensa_summary_get_mean (&validated.accuracy));
  return TRUE;
}

static gboolean
train (RensaLink *model, const Digits *digits, GError **error)
{
  g_autoptr (RensaIterator) iterator = rensa_serial_iterator_new (digits->train, BATCH_SIZE, TRUE, TRUE, SEED, error);
  g_autoptr (RensaOptimizer) optimizer = rensa_optimizer_new_from_text ("Adam", error);
  Score score = { 0 };

  if (iterator == NULL || optimizer == NULL)
    return FALSE;

  rensa_optimizer_setup (optimizer, model);
  puts ("epoch     loss  accuracy  validation loss  validation accuracy");
  while (rensa_iterator_get_place (iterator)->epoch < N_EPOCHS)
    {
      const RensaIteratorPlace *place = rensa_iterator_get_place (iterator);

      if (!step (model, optimizer, iterator, &score, error))
        return FALSE;
      if (!place->is_new_epoch)
        continue;
      if (!report (place->epoch, &score, model, digits->validation, error))
        return FALSE;
      score = (Score){ 0 };
    }
  return TRUE;
}

/* Using what was learned */

static gboolean
read_first_digit (RensaLink *model, RensaDataset *dataset, GError **error)
{
  g_autoptr (RensaArray) picture = rensa_dataset_get_field (dataset, 0, (gint64[]){ 0 }, 1, error);
  g_autoptr (RensaArray) label =
      picture != NULL ? rensa_dataset_get_field (dataset, 1, (gint64[]){ 0 }, 1, error) : NULL;
  g_autoptr (RensaVariable) x = rensa_variable_new_constant (picture);
  g_autoptr (RensaVariable) y = predict (model, x, error);
  g_autoptr (RensaVariable) p = rensa_softmax (y, 1, error);
  g_autoptr (RensaVariable) digit = rensa_argmax (p, RENSA_INT_NONE, error);
  g_autoptr (RensaVariable) most = rensa_max (p, NULL, FALSE, error);

  if (label == NULL || digit == NULL || most == NULL)
    return FALSE;

  printf ("The first picture of the test shows a %g; it is read as a %g, with %.1f %%.\n",
          rensa_array_get_scalar (label), get_number (digit), 100 * get_number (most));
  return TRUE;
}

/* Another model, with first values of its own, becomes the one that was saved. */
static gboolean
use (const char *path, RensaDataset *test, GError **error)
{
  g_autoptr (RensaLink) model = make_model (error);
  Score score = { 0 };

  if (model == NULL || !rensa_load_npz (path, NULL, RENSA_NPZ_EXACT, rensa_link_serialize, model, error)
      || !evaluate (model, test, &score, error))
    return FALSE;

  printf ("Accuracy on the test: %.4f\n", rensa_summary_get_mean (&score.accuracy));
  return read_first_digit (model, test, error);
}

static gboolean
run (const char *folder, GError **error)
{
  g_auto (Digits) digits = { NULL };
  g_autoptr (RensaLink) model = make_model (error);

  if (model == NULL || !load_digits (folder, &digits, error) || !train (model, &digits, error)
      || !rensa_save_npz (FILE_NAME, rensa_link_serialize, model, FALSE, error))
    return FALSE;

  puts ("Saved as " FILE_NAME ".");
  return use (FILE_NAME, digits.test, error);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  if (argc > 2)
    {
      fprintf (stderr, "Usage: %s [FOLDER]\n", argv[0]);
      return 2;
    }
  if (run (argc > 1 ? argv[1] : NULL, &error))
    return 0;

  fprintf (stderr, "%s\n", error->message);
  return 1;
}
