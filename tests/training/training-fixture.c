/* training-fixture.c: what the tests of training share.
 * SPDX-License-Identifier: MIT */

#include "training-fixture.h"

#include "rensa-npz.h"

#include <math.h>
#include <string.h>

#include "rensa-initializers.h"
#include "rensa-iterators.h"
#include "rensa-optimizer-hooks.h"
#include "rensa-optimizers.h"
#include "rensa-order-samplers.h"
#include "rensa-random.h"
#include "rensa-triggers.h"
#include "rensa-updaters.h"

#define REGISTER(KIND, name)                                                                          \
  rensa_registry_add (RENSA_COMPONENT_##KIND, (const RensaComponent *const *) rensa_##name##_classes, \
                      rensa_n_##name##_classes)

void
training_tests_init (int *argc, char ***argv)
{
  g_test_init (argc, argv, NULL);
  REGISTER (FUNCTION, functions);
  REGISTER (LINK, links);
  REGISTER (INITIALIZER, initializers);
  REGISTER (OPTIMIZER, optimizers);
  REGISTER (OPTIMIZER_HOOK, optimizer_hooks);
  REGISTER (UPDATER, updaters);
  REGISTER (TRIGGER, triggers);
  REGISTER (EXTENSION, extensions);
  REGISTER (ITERATOR, iterators);
  REGISTER (ORDER_SAMPLER, order_samplers);
}

gboolean
has_file (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

char *
reference_file (const char *name)
{
  const char *root = g_getenv ("RENSA_REFERENCE");

  return root != NULL ? g_build_filename (root, name, NULL)
                      : g_build_filename (g_test_get_dir (G_TEST_DIST), "reference", name, NULL);
}

/* Points around three centres, far enough apart to be learned and close enough to be mistaken. */
RensaDataset *
examples_new (gint64 n)
{
  g_autofree float *x = g_new (float, 4 * n);
  g_autofree gint32 *t = g_new (gint32, n);
  RensaArray *arrays[2];
  RensaDataset *dataset;

  for (gint64 i = 0; i < n; i++)
    {
      t[i] = i % 3;
      for (int j = 0; j < 4; j++)
        x[4 * i + j] = (j == t[i]) + sinf (12.9898f * (4 * i + j + 1));
    }
  arrays[0] = rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (n, 4), x, NULL);
  arrays[1] = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (n), t, NULL);
  dataset = rensa_tuple_dataset_new (arrays, 2, NULL);
  g_assert_nonnull (dataset);
  rensa_array_unref (arrays[0]);
  rensa_array_unref (arrays[1]);
  return dataset;
}

static void
append_link (RensaLink *sequential, const char *text)
{
  GError *error = NULL;
  RensaLink *link = rensa_link_new_from_text (text, &error);

  g_assert_no_error (error);
  g_assert_true (rensa_link_append_child (sequential, link, &error));
}

RensaLink *
mlp_new (gint64 n_in, gint64 n_units, gint64 n_out)
{
  RensaLink *mlp = rensa_chain_new ();
  g_autoptr (RensaAttrs) relu = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, "relu", NULL);
  const gint64 sizes[] = { n_in, n_units, n_units, n_out };
  int value = 0;
  GError *error = NULL;

  for (int i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("l%d", i + 1);
      g_autofree char *text = g_strdup_printf ("Linear(in_size=%" G_GINT64_FORMAT ", out_size=%" G_GINT64_FORMAT ")",
                                               sizes[i], sizes[i + 1]);

      g_assert_true (rensa_link_take_child (mlp, name, rensa_link_new_from_text (text, NULL), NULL));
      value = rensa_chain_plan_link (mlp, name, &value, 1, 1, &error);
      if (i < 2)
        value = rensa_chain_plan_function (mlp, "relu", relu, &value, 1, 1, &error);
      g_assert_no_error (error);
    }
  return mlp;
}

static RensaLink *
predictor_new (gboolean noisy)
{
  RensaLink *predictor = rensa_sequential_new ();

  if (noisy)
    {
      g_autoptr (RensaAttrs) dropout = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, "dropout(ratio=0.3)", NULL);

      append_link (predictor, "Linear(in_size=None, out_size=6)");
      append_link (predictor, "BatchNormalization(size=6)");
      rensa_sequential_append_function (predictor, dropout);
    }
  append_link (predictor, "Linear(in_size=None, out_size=3)");
  return predictor;
}

static RensaOptimizer *
optimizer_new (const Setup *setup)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (
      RENSA_COMPONENT_OPTIMIZER, setup->optimizer != NULL ? setup->optimizer : "SGD(lr=0.1)", NULL);
  g_autoptr (RensaAttrs) loss =
      setup->loss != NULL ? rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, setup->loss, NULL) : NULL;
  g_autoptr (RensaAttrs) accuracy =
      setup->loss == NULL ? rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, "accuracy", NULL) : NULL;
  RensaOptimizer *optimizer = rensa_optimizer_new (attrs, NULL);
  g_autoptr (RensaLink) model = NULL;
  GError *error = NULL;

  *rensa_random_get_default () = rensa_random_init (3, 0);
  model = rensa_classifier_new (setup->predictor != NULL ? setup->predictor : predictor_new (setup->noisy), loss,
                                accuracy, &error);
  g_assert_no_error (error);
  rensa_optimizer_setup (optimizer, model);
  return optimizer;
}

static RensaTrigger *
stop_new (const Setup *setup)
{
  g_autoptr (RensaAttrs) attrs = NULL;
  RensaTrigger *stop;
  GError *error = NULL;

  if (setup->stop == NULL)
    return every (setup->length != 0 ? setup->length : 1, setup->unit != NULL ? setup->unit : "epoch");
  attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_TRIGGER, setup->stop, &error);
  g_assert_no_error (error);
  stop = rensa_trigger_new (attrs, &error);
  g_assert_no_error (error);
  return stop;
}

RensaTrainer *
trainer_new (const Setup *setup)
{
  g_autoptr (RensaDataset) dataset = setup->dataset != NULL
                                         ? rensa_dataset_ref (setup->dataset)
                                         : examples_new (setup->n_examples != 0 ? setup->n_examples : 12);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (
      RENSA_COMPONENT_UPDATER, setup->updater != NULL ? setup->updater : "StandardUpdater", NULL);
  GError *error = NULL;
  RensaUpdater *updater = rensa_updater_new (attrs, &error);
  RensaTrainer *trainer;

  rensa_updater_take_iterator (updater, RENSA_MAIN,
                               rensa_serial_iterator_new (dataset, setup->batch_size != 0 ? setup->batch_size : 4,
                                                          !setup->once, setup->shuffle, 7, &error));
  rensa_updater_take_optimizer (updater, RENSA_MAIN, optimizer_new (setup));
  g_assert_no_error (error);
  trainer = rensa_trainer_new (updater, stop_new (setup), setup->out);
  rensa_trainer_set_output (trainer, NULL);
  return trainer;
}

RensaLink *
get_model (RensaTrainer *trainer)
{
  return rensa_updater_get_target (rensa_trainer_get_updater (trainer), RENSA_MAIN);
}

static void
append_values (GArray *weights, RensaArray *array)
{
  const guint n = weights->len;

  g_assert_cmpint (rensa_array_get_dtype (array), ==, RENSA_FLOAT32);
  g_array_set_size (weights, n + (guint) rensa_array_get_count (array));
  g_assert_true (rensa_array_to_host (array, &g_array_index (weights, float, n), NULL));
}

static gboolean
append_param (const char *path, RensaVariable *param, gpointer weights, GError **error)
{
  append_values (weights, rensa_variable_get_array (param));
  return TRUE;
}

GArray *
get_weights (RensaTrainer *trainer)
{
  GArray *weights = g_array_new (FALSE, FALSE, sizeof (float));
  RensaLink *normalization = rensa_link_find (get_model (trainer), "predictor/1");

  rensa_link_foreach_param (get_model (trainer), append_param, weights, NULL);
  /* One of the three is an integer. */
  for (int i = 0; normalization != NULL && i < 3; i++)
    {
      if (rensa_link_get_persistent (normalization, i) != NULL)
        append_values (weights, rensa_link_get_persistent (normalization, i));
    }
  return weights;
}

void
assert_same_weights (GArray *a, GArray *b)
{
  g_assert_cmpmem (a->data, a->len * sizeof (float), b->data, b->len * sizeof (float));
}

void
extend (RensaTrainer *trainer, const char *extension, RensaTrigger *trigger)
{
  GError *error = NULL;
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, extension, &error);

  g_assert_no_error (error);
  rensa_trainer_extend (trainer, attrs, NULL, trigger, &error);
  g_assert_no_error (error);
}

void
extend_evaluator (RensaTrainer *trainer, RensaDataset *dataset, gint64 batch_size)
{
  GError *error = NULL;
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (&rensa_evaluator_class));
  RensaExtension *evaluator = rensa_extension_new (attrs, NULL, NULL, &error);

  g_assert_no_error (error);
  rensa_extension_take_iterator (evaluator, "validation",
                                 rensa_serial_iterator_new (dataset, batch_size, FALSE, FALSE, 0, &error));
  rensa_trainer_take_extension (trainer, evaluator, &error);
  g_assert_no_error (error);
}

RensaTrigger *
every (double period, const char *unit)
{
  GError *error = NULL;
  RensaTrigger *trigger = rensa_interval_trigger_new (period, unit, &error);

  g_assert_no_error (error);
  return trigger;
}

void
run_trainer (RensaTrainer *trainer)
{
  GError *error = NULL;

  rensa_trainer_run (trainer, &error);
  g_assert_no_error (error);
}

static gboolean
call_probe (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  Probe *probe = rensa_extension_get_state (extension);

  probe->n_calls++;
  return probe->func == NULL || probe->func (trainer, probe->data, error);
}

static void
note_error (RensaExtension *extension, RensaTrainer *trainer)
{
  ((Probe *) rensa_extension_get_state (extension))->n_errors++;
}

static gboolean
note_end (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  ((Probe *) rensa_extension_get_state (extension))->n_finalized++;
  return TRUE;
}

const RensaExtensionClass probe_class = {
  .name = "Probe",
  .title = "Probe",
  .summary = "Does what a test asks for",
  .priority = RENSA_PRIORITY_READER,
  .trigger_period = 1,
  .trigger_unit = "iteration",
  .state_size = sizeof (Probe),
  .call = call_probe,
  .on_error = note_error,
  .finalize = note_end,
};

Probe *
add_probe (RensaTrainer *trainer, const RensaExtensionClass *class, const char *name, RensaTrigger *trigger)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (class));
  GError *error = NULL;

  rensa_trainer_extend (trainer, attrs, name, trigger, &error);
  g_assert_no_error (error);
  return rensa_extension_get_state (rensa_trainer_get_extension (trainer, name));
}

void
assert_same_arrays (const char *path_a, const char *path_b)
{
  g_autoptr (RensaNpz) a = rensa_npz_open (path_a, NULL);
  g_autoptr (RensaNpz) b = rensa_npz_open (path_b, NULL);
  guint n_compared = 0;

  g_assert_cmpuint (rensa_npz_get_n_keys (a), ==, rensa_npz_get_n_keys (b));
  for (guint i = 0; i < rensa_npz_get_n_keys (a); i++)
    {
      const char *key = rensa_npz_get_key (a, i);
      g_autoptr (RensaArray) x = rensa_npz_read (a, key, NULL);
      g_autoptr (RensaArray) y = rensa_npz_read (b, key, NULL);
      g_autofree char *left = NULL;
      g_autofree char *right = NULL;

      if (x == NULL || g_str_equal (key, "_snapshot_elapsed_time"))
        continue;
      g_test_message ("%s", key);
      g_assert_nonnull (y);
      left = g_malloc (rensa_array_get_n_bytes (x) + 1);
      right = g_malloc (rensa_array_get_n_bytes (y) + 1);
      g_assert_true (rensa_array_to_host (x, left, NULL));
      g_assert_true (rensa_array_to_host (y, right, NULL));
      g_assert_cmpmem (left, rensa_array_get_n_bytes (x), right, rensa_array_get_n_bytes (y));
      n_compared++;
    }
  g_assert_cmpuint (n_compared, >, 30);
}
