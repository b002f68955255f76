/* test-parallel.c: training on two GPUs, each with a copy of the model or with a part of it.
 * SPDX-License-Identifier: MIT */

#include "backend-fixture.h"

#include <string.h>

#include "rensa-collectives.h"
#include "rensa-device-find.h"
#include "rensa-functions.h"
#include "rensa-init.h"
#include "rensa-iterators.h"
#include "rensa-late-check.h"
#include "rensa-link-replicas.h"
#include "rensa-links.h"
#include "rensa-mock.h"
#include "rensa-optimizers.h"
#include "rensa-updater.h"

#define N_EXAMPLES 30
#define N_IN 5
#define N_UNITS 7
#define N_CLASSES 3
#define BATCH 9
#define N_ITERATIONS 6
#define N_SEEDS 8

/* Whether there is NCCL: once more the program runs without it. */
static gboolean
has_library (void)
{
  return g_getenv ("RENSA_MOCK") == NULL;
}

/* What is asked of either device after an exchange finds what that has made. */
static void
test_arrays (void)
{
  for (guint seed = 1; has_library () && seed <= N_SEEDS; seed++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaArray) x = noise (RENSA_FLOAT64, RENSA_SHAPE (40, 7), seed);
      g_autoptr (RensaArray) twice = rensa_array_copy (x, &error);
      RensaArray *there[2];

      rensa_mock_set_options (&(RensaMockOptions){ .seed = seed });
      g_assert_true (rensa_array_accumulate (twice, x, &error));
      for (int k = 0; k < 2; k++)
        there[k] = rensa_array_to_device (x, rensa_device_find (k == 0 ? "mock:0" : "mock:1", &error), &error);
      g_assert_true (rensa_collectives_fit (there, 1, 2));
      g_assert_true (rensa_collectives_reduce (there, 1, 2, &error));
      g_assert_true (rensa_array_fill (there[1], 0, &error));
      assert_same (there[0], twice);
      g_assert_true (rensa_collectives_broadcast (there, 1, 2, &error));
      assert_same (there[1], twice);
      g_assert_no_error (error);
      rensa_arrays_clear (there, 2);
    }
}

static void
test_fit (void)
{
  const RensaDevice *first = rensa_device_find ("mock:0", NULL);
  const RensaDevice *second = rensa_device_find ("mock:1", NULL);
  g_autoptr (RensaArray) host = noise (RENSA_FLOAT32, RENSA_SHAPE (2, 3), 1);
  g_autoptr (RensaArray) here = rensa_array_to_device (host, first, NULL);
  g_autoptr (RensaArray) also_here = rensa_array_copy (here, NULL);
  g_autoptr (RensaArray) there = rensa_array_to_device (host, second, NULL);
  g_autoptr (RensaArray) wide = rensa_array_cast (there, RENSA_FLOAT64, NULL);
  g_autoptr (RensaArray) turned = rensa_array_view_transpose (there, (const int[]){ 1, 0 });
  g_autoptr (RensaArray) turned_here = rensa_array_view_transpose (here, (const int[]){ 1, 0 });

  g_assert_cmpint (rensa_collectives_fit ((RensaArray *[]){ here, there }, 1, 2), ==, has_library ());
  g_assert_false (rensa_collectives_fit ((RensaArray *[]){ here, there }, 0, 2));
  g_assert_false (rensa_collectives_fit ((RensaArray *[]){ here }, 1, 1));
  g_assert_false (rensa_collectives_fit ((RensaArray *[]){ here, also_here }, 1, 2));
  g_assert_false (rensa_collectives_fit ((RensaArray *[]){ here, host }, 1, 2));
  g_assert_false (rensa_collectives_fit ((RensaArray *[]){ host, here }, 1, 2));
  g_assert_false (rensa_collectives_fit ((RensaArray *[]){ here, wide }, 1, 2));
  g_assert_false (rensa_collectives_fit ((RensaArray *[]){ here, turned }, 1, 2));
  g_assert_false (rensa_collectives_fit ((RensaArray *[]){ turned_here, turned }, 1, 2));
  g_assert_false (rensa_collectives_fit ((RensaArray *[]){ here, there, there, here }, 2, 2));
}

/* Labels, and inputs of which each class has some larger. */
static RensaDataset *
examples_new (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (N_EXAMPLES, N_IN), 3);
  double classes[N_EXAMPLES];

  for (int i = 0; i < N_EXAMPLES; i++)
    classes[i] = i * 7 % N_CLASSES;

  g_autoptr (RensaArray) t = array_of (RENSA_INT32, RENSA_SHAPE (N_EXAMPLES), classes);
  RensaDataset *dataset = rensa_tuple_dataset_new ((RensaArray *[]){ x, t }, 2, &error);
  g_assert_no_error (error);
  return dataset;
}

static RensaLink *
link_new (const char *text)
{
  g_autoptr (GError) error = NULL;
  RensaLink *link = rensa_link_new_from_text (text, &error);

  g_assert_no_error (error);
  return link;
}

/* With running statistics and a persistent count. */
static RensaLink *
classifier_new (void)
{
  static const char *const layers[] = { "Linear(in_size=5, out_size=7)", "BatchNormalization(size=7)",
                                        "Linear(in_size=7, out_size=3)" };
  g_autoptr (GError) error = NULL;
  RensaLink *predictor = rensa_sequential_new ();
  g_autoptr (RensaAttrs) loss = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, "softmax_cross_entropy", &error);
  RensaLink *classifier;

  for (guint i = 0; i < G_N_ELEMENTS (layers); i++)
    g_assert_true (rensa_link_append_child (predictor, link_new (layers[i]), &error));
  classifier = rensa_classifier_new (predictor, loss, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (rensa_link_draw_params (classifier, 1, &error));
  return classifier;
}

/* Of a link each on mock:0 and mock:1. */
static void
replicas_new (const char *text, RensaLink *replicas[2])
{
  for (int k = 0; k < 2; k++)
    {
      replicas[k] = link_new (text);
      g_assert_true (rensa_link_draw_params (replicas[k], (guint64) k + 1, NULL));
      g_assert_true (rensa_link_to_device (replicas[k], rensa_device_find (k == 0 ? "mock:0" : "mock:1", NULL), NULL));
    }
}

static void
set_grad (RensaLink *link, int index, double value)
{
  RensaVariable *param = rensa_link_get_param (link, index);
  g_autoptr (RensaArray) grad = rensa_array_copy (rensa_variable_get_array (param), NULL);

  g_assert_true (rensa_array_fill (grad, value, NULL));
  rensa_variable_set_grad (param, grad);
}

/* What only some of them have a gradient of has that one. */
static void
test_missing_grads (void)
{
  g_autoptr (GError) error = NULL;
  RensaLink *replicas[2];

  replicas_new ("Linear(in_size=2, out_size=1)", replicas);
  set_grad (replicas[0], 0, 1);
  set_grad (replicas[1], 0, 2);
  set_grad (replicas[1], 1, 5);
  g_assert_true (rensa_replicas_reduce_grads (replicas, 2, &error));
  g_assert_no_error (error);
  assert_values (rensa_variable_get_grad (rensa_link_get_param (replicas[0], 0)), RENSA_FLOAT32, RENSA_SHAPE (1, 2), 0,
                 3, 3);
  assert_values (rensa_variable_get_grad (rensa_link_get_param (replicas[0], 1)), RENSA_FLOAT32, RENSA_SHAPE (1), 0, 5);
  g_assert_true (rensa_array_get_device (rensa_variable_get_grad (rensa_link_get_param (replicas[0], 1)))
                 == rensa_link_get_device (replicas[0]));
  rensa_link_unref (replicas[0]);
  rensa_link_unref (replicas[1]);
}

/* A gradient that is another one's, too, is added to apart. */
static void
test_shared_grad (void)
{
  g_autoptr (GError) error = NULL;
  RensaLink *replicas[2];

  replicas_new ("Linear(in_size=1, out_size=1)", replicas);
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 2; i++)
      set_grad (replicas[k], i, k + 1);

  g_autoptr (RensaArray) before = rensa_array_ref (rensa_variable_get_grad (rensa_link_get_param (replicas[0], 0)));
  g_assert_true (rensa_replicas_reduce_grads (replicas, 2, &error));
  g_assert_no_error (error);
  assert_values (before, RENSA_FLOAT32, RENSA_SHAPE (1, 1), 0, 1);
  assert_values (rensa_variable_get_grad (rensa_link_get_param (replicas[0], 0)), RENSA_FLOAT32, RENSA_SHAPE (1, 1), 0,
                 3);
  rensa_link_unref (replicas[0]);
  rensa_link_unref (replicas[1]);
}

static void
test_integers (void)
{
  g_autoptr (GError) error = NULL;
  RensaLink *replicas[2];

  replicas_new ("BatchNormalization(size=3)", replicas);
  rensa_link_set_persistent_int (replicas[0], "N", 5);
  g_assert_true (rensa_replicas_broadcast_params (replicas, 2, &error));
  g_assert_no_error (error);
  g_assert_cmpint (rensa_link_get_persistent_int (replicas[1], "N"), ==, 5);
  rensa_link_unref (replicas[0]);
  rensa_link_unref (replicas[1]);
}

static void
test_unlike (void)
{
  g_autoptr (GError) error = NULL;
  RensaLink *replicas[2];

  replicas_new ("Linear(in_size=2, out_size=1)", replicas);
  rensa_link_unref (replicas[1]);
  replicas[1] = link_new ("Linear(in_size=2, out_size=4)");
  g_assert_true (rensa_link_draw_params (replicas[1], 1, &error)
                 && rensa_link_to_device (replicas[1], rensa_device_find ("mock:1", NULL), &error));
  g_assert_false (rensa_replicas_broadcast_params (replicas, 2, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "the source has the shape (1, 2), not (4, 2)"));
  rensa_link_unref (replicas[0]);
  rensa_link_unref (replicas[1]);
}

/* "mock:0,mock:1" */
static RensaUpdater *
updater_new (const char *devices, int n_models)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strdup_printf ("ParallelUpdater(n_models=%d)", n_models);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_UPDATER, text, &error);
  g_autoptr (RensaAttrs) iterator =
      rensa_attrs_new_from_text (RENSA_COMPONENT_ITERATOR, "SerialIterator(batch_size=9, shuffle=False)", &error);
  g_autoptr (RensaDataset) dataset = examples_new ();
  g_autoptr (RensaLink) classifier = classifier_new ();
  g_autoptr (GPtrArray) found = rensa_devices_find (devices, &error);
  RensaOptimizer *optimizer = rensa_optimizer_new_from_text ("MomentumSGD(lr=0.1)", &error);
  RensaUpdater *updater = rensa_updater_new (attrs, &error);

  g_assert_no_error (error);
  g_assert_true (rensa_link_to_device (classifier, found->pdata[0], &error));
  rensa_optimizer_setup (optimizer, classifier);
  rensa_updater_take_optimizer (updater, RENSA_MAIN, optimizer);
  rensa_updater_take_iterator (updater, RENSA_MAIN, rensa_iterator_new (iterator, dataset, 1, &error));
  if (found->len > 1)
    rensa_updater_set_devices (updater, found);
  g_assert_no_error (error);
  return updater;
}

static gboolean
add_values (const char *path, RensaVariable *param, gpointer values, GError **error)
{
  RensaArray *array = rensa_variable_get_array (param);
  const guint before = ((GByteArray *) values)->len;

  g_byte_array_set_size (values, before + (guint) rensa_array_get_n_bytes (array));
  return rensa_array_to_host (array, ((GByteArray *) values)->data + before, error);
}

/* All parameters, as float32, after so many iterations. */
static GByteArray *
train (const char *devices, int n_models)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaUpdater) updater = updater_new (devices, n_models);
  GByteArray *values = g_byte_array_new ();

  for (int i = 0; i < N_ITERATIONS; i++)
    g_assert_true (rensa_updater_update (updater, &error));
  g_assert_true (rensa_link_foreach_param (rensa_updater_get_target (updater, RENSA_MAIN), add_values, values, &error));
  g_assert_no_error (error);
  return values;
}

static void
assert_near (GByteArray *values, GByteArray *expected)
{
  g_assert_cmpuint (values->len, ==, expected->len);
  for (guint i = 0; i < values->len / sizeof (float); i++)
    g_assert_cmpfloat_with_epsilon (((float *) (gpointer) values->data)[i], ((float *) (gpointer) expected->data)[i],
                                    1e-5);
}

/* Whatever the order in which devices work, and whether they have a library for what they exchange, the bits are the same. */
static void
test_data (void)
{
  RensaMockCounts before, after;
  g_autoptr (GByteArray) host = train ("cpu", 2);
  g_autoptr (GByteArray) one = train ("mock:0", 2);

  assert_near (one, host);
  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      rensa_mock_set_options (&(RensaMockOptions){ .seed = seed });
      rensa_mock_get_counts (&before);
      g_autoptr (GByteArray) two = train ("mock:0,mock:1", 2);
      rensa_mock_get_counts (&after);
      g_assert_cmpmem (two->data, two->len, one->data, one->len);
      /* W, b, gamma, beta, W and b up; down again with the running mean and variance. */
      g_assert_cmpuint (after.n_collectives - before.n_collectives, ==, has_library () ? N_ITERATIONS * (6 + 8) : 0);
    }
}

/* Three models on two devices, and devices of two classes: what a library cannot exchange is copied. */
static void
test_copies (void)
{
  static const char *const devices[] = { "mock:0,mock:1", "mock:1,cpu", "cpu,mock:0" };
  RensaMockCounts before, after;
  g_autoptr (GByteArray) host = train ("cpu", 3);

  rensa_mock_get_counts (&before);
  for (guint i = 0; i < G_N_ELEMENTS (devices); i++)
    {
      g_autoptr (GByteArray) values = train (devices[i], 3);

      assert_near (values, host);
    }
  rensa_mock_get_counts (&after);
  g_assert_cmpuint (after.n_collectives, ==, before.n_collectives);
}

/* Host and devices are waited for once an iteration, when the late checks of each device are read. */
static void
test_side_by_side (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaUpdater) updater = updater_new ("mock:0,mock:1", 2);
  RensaMockCounts before, after;

  g_assert_true (rensa_updater_update (updater, &error));
  rensa_mock_get_counts (&before);
  g_assert_true (rensa_updater_update (updater, &error));
  rensa_mock_get_counts (&after);
  g_assert_no_error (error);
  g_assert_cmpuint (after.n_copies_out - before.n_copies_out, ==, 2);
  g_assert_cmpuint (after.n_synchronizations - before.n_synchronizations, ==, 2);
  g_assert_cmpuint (after.n_copies_between - before.n_copies_between, ==, has_library () ? 0 : 6 + 8);
}

static void
test_too_few_models (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaUpdater) updater = updater_new ("mock:0,mock:1", 1);

  g_assert_false (rensa_updater_update (updater, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==, "ParallelUpdater expects at least 2 models, one per device, but found 1");
}

/* What was put off when the device went is told to who asks next. */
static void
listen (const char *device)
{
  g_autoptr (GError) told = NULL;

  rensa_device_synchronize (rensa_device_find (device, NULL), &told);
}

/* A device that is lost in an exchange holds up nobody. */
static void
test_lost (void)
{
  for (guint n = 1; n < 400; n += 13)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaUpdater) updater = updater_new ("mock:0,mock:1", 2);

      rensa_updater_update (updater, &error);
      g_assert_no_error (error);
      rensa_mock_set_options (&(RensaMockOptions){ .seed = n, .lost_after = n });
      for (int i = 0; error == NULL && i < N_ITERATIONS; i++)
        rensa_updater_update (updater, &error);
      rensa_mock_set_options (&(RensaMockOptions){ .seed = n });
      listen ("mock:0");
      listen ("mock:1");
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
      g_assert_nonnull (strstr (error->message, " failed on device mock:"));
    }
}

/* What a model with a layer on each of two devices, which may be one, has for a loss in each iteration. */
static void
train_parts (const RensaDevice *first, const RensaDevice *second, double losses[N_ITERATIONS])
{
  g_autoptr (GError) error = NULL;
  RensaLink *l1 = link_new ("Linear(in_size=5, out_size=7)");
  RensaLink *l2 = link_new ("Linear(in_size=7, out_size=3)");
  g_autoptr (RensaLink) chain = rensa_chain_new ();
  RensaOptimizer *optimizer = rensa_optimizer_new_from_text ("Adam(alpha=0.05)", &error);
  g_autoptr (RensaAttrs) clipping =
      rensa_attrs_new_from_text (RENSA_COMPONENT_OPTIMIZER_HOOK, "GradientClipping(threshold=0.5)", &error);
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (BATCH, N_IN), 5);
  g_autoptr (RensaArray) t = ARRAY (RENSA_INT32, RENSA_SHAPE (BATCH), 0, 2, 1, 1, 0, 2, 2, 1, 0);
  g_autoptr (RensaArray) x_there = rensa_array_to_device (x, first, &error);
  g_autoptr (RensaArray) t_there = rensa_array_to_device (t, second, &error);
  g_autoptr (RensaVariable) input = rensa_variable_new_constant (x_there);
  g_autoptr (RensaVariable) labels = rensa_variable_new_constant (t_there);

  g_assert_true (rensa_link_take_child (chain, "l1", l1, &error) && rensa_link_take_child (chain, "l2", l2, &error));
  g_assert_true (rensa_link_draw_params (chain, 1, &error));
  g_assert_true (rensa_link_to_device (l1, first, &error) && rensa_link_to_device (l2, second, &error));
  rensa_optimizer_setup (optimizer, chain);
  g_assert_true (rensa_optimizer_add_hook (optimizer, clipping, &error));
  for (int i = 0; i < N_ITERATIONS; i++)
    {
      g_autoptr (RensaVariable) h = rensa_link_call (l1, input, &error);
      g_autoptr (RensaVariable) a = rensa_tanh (h, &error);
      g_autoptr (RensaVariable) b = rensa_copy (a, second == rensa_device_get_host () ? -1 : second->number, &error);
      g_autoptr (RensaVariable) y = rensa_link_call (l2, b, &error);
      g_autoptr (RensaVariable) loss = rensa_softmax_cross_entropy (y, labels, &error);

      g_assert_no_error (error);
      /* What is made next takes the memory of what is let go here, though the other device may not have read it yet. */
      g_clear_pointer (&a, rensa_variable_unref);
      g_clear_pointer (&h, rensa_variable_unref);
      rensa_link_cleargrads (chain);
      g_assert_true (rensa_variable_backward (loss, NULL, &error));
      g_clear_pointer (&b, rensa_variable_unref);
      g_clear_pointer (&y, rensa_variable_unref);
      g_assert_true (rensa_optimizer_update (optimizer, &error));
      losses[i] = rensa_array_get_scalar (rensa_variable_get_array (loss));
    }
  g_assert_true (rensa_late_checks_read (&error));
  rensa_optimizer_free (optimizer);
}

static void
test_parts (void)
{
  const RensaDevice *host = rensa_device_find ("cpu", NULL);
  const RensaDevice *first = rensa_device_find ("mock:0", NULL);
  const RensaDevice *second = rensa_device_find ("mock:1", NULL);
  double expected[N_ITERATIONS];
  double one[N_ITERATIONS];

  train_parts (host, host, expected);
  train_parts (first, first, one);
  g_assert_cmpfloat (expected[N_ITERATIONS - 1], <, expected[0]);
  for (guint seed = 1; seed <= 4 * N_SEEDS; seed++)
    {
      double losses[N_ITERATIONS];

      rensa_mock_set_options (&(RensaMockOptions){ .seed = seed });
      train_parts (first, second, losses);
      for (int i = 0; i < N_ITERATIONS; i++)
        {
          g_assert_cmpfloat (losses[i], ==, one[i]);
          g_assert_cmpfloat_with_epsilon (losses[i], expected[i], 1e-5);
        }
    }
}

int
main (int argc, char **argv)
{
  rensa_init ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/parallel/arrays", test_arrays);
  g_test_add_func ("/gpu/parallel/fit", test_fit);
  g_test_add_func ("/gpu/parallel/missing-grads", test_missing_grads);
  g_test_add_func ("/gpu/parallel/shared-grad", test_shared_grad);
  g_test_add_func ("/gpu/parallel/integers", test_integers);
  g_test_add_func ("/gpu/parallel/unlike", test_unlike);
  g_test_add_func ("/gpu/parallel/data", test_data);
  g_test_add_func ("/gpu/parallel/side-by-side", test_side_by_side);
  g_test_add_func ("/gpu/parallel/copies", test_copies);
  g_test_add_func ("/gpu/parallel/too-few-models", test_too_few_models);
  g_test_add_func ("/gpu/parallel/lost", test_lost);
  g_test_add_func ("/gpu/parallel/parts", test_parts);
  return run_tests ();
}
