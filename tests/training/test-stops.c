/* test-stops.c: how often the host waits for a device while a model is trained on it.
 * SPDX-License-Identifier: MIT */

#include "far-device.h"
#include "rensa-device-find.h"
#include "rensa-fault.h"
#include "rensa-late-check.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"
#include "training-fixture.h"

static const RensaDevice *
get_far (void)
{
  return rensa_device_find ("far", NULL);
}

/* Pictures of 2 x 2. */
static RensaLink *
convnet_new (void)
{
  RensaLink *link = rensa_sequential_new ();
  g_autoptr (RensaAttrs) reshape =
      rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, "reshape(shape=(-1,1,2,2))", NULL);
  g_autoptr (RensaAttrs) relu = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, "relu", NULL);

  rensa_sequential_append_function (link, reshape);
  g_assert_true (rensa_link_append_child (
      link, rensa_link_new_from_text ("Convolution2D(in_channels=1, out_channels=4, ksize=3, pad=1)", NULL), NULL));
  g_assert_true (rensa_link_append_child (link, rensa_link_new_from_text ("BatchNormalization(size=4)", NULL), NULL));
  rensa_sequential_append_function (link, relu);
  g_assert_true (
      rensa_link_append_child (link, rensa_link_new_from_text ("Linear(in_size=16, out_size=3)", NULL), NULL));
  return link;
}

/* Numbers read in one iteration, with a bound for the gradients. */
static guint
count_reads (RensaLink *predictor)
{
  g_autoptr (RensaTrainer) trainer = TRAINER (.predictor = predictor, .optimizer = "Adam");
  g_autoptr (RensaAttrs) clipping =
      rensa_attrs_new_from_text (RENSA_COMPONENT_OPTIMIZER_HOOK, "GradientClipping(threshold=0.1)", NULL);
  RensaUpdater *updater = rensa_trainer_get_updater (trainer);
  g_autoptr (GError) error = NULL;
  guint before;

  g_assert_true (rensa_link_to_device (get_model (trainer), get_far (), NULL));
  g_assert_true (rensa_optimizer_add_hook (rensa_updater_get_optimizer (updater, RENSA_MAIN), clipping, NULL));
  before = far_device_count_reads ();
  rensa_updater_update (updater, &error);
  g_assert_no_error (error);
  return far_device_count_reads () - before;
}

/* The one number says that no label of the iteration was wrong; it is read when all else has been asked for. */
static void
test_mlp (void)
{
  g_assert_cmpuint (count_reads (mlp_new (4, 8, 3)), ==, 1);
}

static void
test_convnet (void)
{
  g_assert_cmpuint (count_reads (convnet_new ()), ==, 1);
}

/* What training on @device says to label 7 of three classes. */
static char *
train_on_wild_label (const RensaDevice *device)
{
  const float features[4 * 4] = { 0 };
  const gint32 labels[] = { 0, 1, 7, 2 };
  g_autoptr (RensaArray) x = rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (4, 4), features, NULL);
  g_autoptr (RensaArray) t = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (4), labels, NULL);
  g_autoptr (RensaDataset) dataset = rensa_tuple_dataset_new ((RensaArray *[]){ x, t }, 2, NULL);
  g_autoptr (RensaTrainer) trainer = TRAINER (.dataset = dataset, .predictor = mlp_new (4, 8, 3));
  g_autoptr (GError) error = NULL;

  g_assert_true (rensa_link_to_device (get_model (trainer), device, NULL));
  g_assert_false (rensa_updater_update (rensa_trainer_get_updater (trainer), &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  return g_strdup (error->message);
}

static void
test_wild_label (void)
{
  g_autofree char *here = train_on_wild_label (rensa_device_get_host ());
  g_autofree char *there = train_on_wild_label (get_far ());

  g_assert_cmpstr (there, ==, "softmax_cross_entropy: label 7 of example 2 is outside 0 … 2");
  g_assert_true (g_str_has_suffix (here, there));
}

/* What a chain "block" within another says to it, whose step "judge" is the loss. */
static char *
judge_in_chain (const RensaDevice *device)
{
  static const int inputs[] = { 0, 1 };
  static const int result = 2;
  const gint32 label = 7;
  g_auto (RensaDeviceScope) scope G_GNUC_UNUSED = rensa_device_enter (device);
  g_autoptr (RensaAttrs) loss = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, "softmax_cross_entropy", NULL);
  g_autoptr (RensaLink) outer = rensa_chain_new ();
  RensaLink *inner = rensa_chain_new ();
  g_autoptr (RensaArray) scores = rensa_array_zeros (RENSA_FLOAT32, &RENSA_SHAPE (1, 3), NULL);
  g_autoptr (RensaArray) labels = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (1), &label, NULL);
  g_autoptr (RensaVariable) x = rensa_variable_new_constant (scores);
  g_autoptr (RensaVariable) t = rensa_variable_new_constant (labels);
  g_autoptr (RensaVariable) y = NULL;
  g_autoptr (GError) error = NULL;

  rensa_chain_set_n_inputs (inner, 2);
  g_assert_cmpint (rensa_chain_plan_function (inner, "judge", loss, inputs, 2, 1, &error), ==, result);
  g_assert_true (rensa_chain_set_outputs (inner, &result, 1, &error));
  rensa_chain_set_n_inputs (outer, 2);
  g_assert_true (rensa_link_take_child (outer, "block", inner, &error));
  g_assert_cmpint (rensa_chain_plan_link (outer, "block", inputs, 2, 1, &error), ==, result);
  g_assert_true (rensa_chain_set_outputs (outer, &result, 1, &error));

  rensa_link_call_n (outer, (RensaVariable *[]){ x, t }, 2, &y, 1, &error);
  g_assert_cmpint (y != NULL, ==, device != rensa_device_get_host ());
  rensa_late_checks_read (&error);
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_cmpstr (rensa_error_get_fault (error)->link, ==, "block/judge");
  return g_strdup (error->message);
}

/* What is found late has the same place as what is found at once. */
static void
test_place (void)
{
  g_autofree char *here = judge_in_chain (rensa_device_get_host ());
  g_autofree char *there = judge_in_chain (get_far ());

  g_assert_cmpstr (there, ==, "block/judge: softmax_cross_entropy: label 7 of example 0 is outside 0 … 2");
  g_assert_cmpstr (here, ==, there);
}

/* Debug mode waits, so that the function itself fails. */
static void
test_debug (void)
{
  g_auto (RensaDeviceScope) device = rensa_device_enter (get_far ());
  g_auto (RensaModesScope) modes = rensa_modes_enter ();
  const gint32 label = 3;
  g_autoptr (RensaArray) scores = rensa_array_zeros (RENSA_FLOAT32, &RENSA_SHAPE (1, 3), NULL);
  g_autoptr (RensaArray) labels = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (1), &label, NULL);
  g_autoptr (RensaVariable) x = rensa_variable_new_constant (scores);
  g_autoptr (RensaVariable) t = rensa_variable_new_constant (labels);
  g_autoptr (RensaVariable) y = rensa_softmax_cross_entropy (x, t, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (y);
  g_assert_false (rensa_late_checks_read (&error));
  assert_message_has (&error, RENSA_ERROR_INVALID, "label 3 of example 0 is outside 0 … 2");
  g_assert_true (rensa_late_checks_read (&error));

  rensa_modes_get ()->debug = TRUE;
  g_assert_null (rensa_softmax_cross_entropy (x, t, &error));
  assert_message_has (&error, RENSA_ERROR_INVALID, "label 3 of example 0 is outside 0 … 2");
}

int
main (int argc, char **argv)
{
  training_tests_init (&argc, &argv);
  far_device_register ();
  g_test_add_func ("/training/stops/mlp", test_mlp);
  g_test_add_func ("/training/stops/convnet", test_convnet);
  g_test_add_func ("/training/stops/wild-label", test_wild_label);
  g_test_add_func ("/training/stops/place", test_place);
  g_test_add_func ("/training/stops/debug", test_debug);
  return g_test_run ();
}
