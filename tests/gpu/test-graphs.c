/* test-graphs.c: iterations as graphs, whose results are those without.
 * SPDX-License-Identifier: MIT */

#include "gpu-fixture.h"

#include <string.h>

#include "rensa-functions.h"
#include "rensa-init.h"
#include "rensa-iterators.h"
#include "rensa-late-check.h"
#include "rensa-links.h"
#include "rensa-optimizers.h"
#include "rensa-pool.h"
#include "rensa-sanitizer.h"
#include "rensa-updaters.h"

#define MOCK (gpu_find ("mock:0"))
/* Iterations before the first one that is captured. */
#define N_UNCAPTURED 2

static RensaMockCounts
count (void)
{
  RensaMockCounts counts;

  rensa_mock_get_counts (&counts);
  return counts;
}

/* x + n x, by n launches. */
static RensaArray *
add_up (RensaArray *x, int n)
{
  g_autoptr (GError) error = NULL;
  RensaArray *y = rensa_array_copy (x, &error);

  for (int i = 0; i < n; i++)
    rensa_array_accumulate (y, x, &error);
  g_assert_no_error (error);
  return y;
}

/* @x on MOCK: each time at another place. */
static void
assert_adds_up (RensaArray *x, RensaArray *found, int n)
{
  g_autoptr (RensaArray) expected = add_up (x, n);

  assert_same (expected, found);
}

/* Iterations of so many launches; the results are looked at when all have been asked for. */
static guint64
count_graphs (const int *lengths, int n)
{
  g_autoptr (GError) error = NULL;
  RensaArray *x[16], *far_x[16], *y[16];
  const guint64 before = count ().n_graphs;

  for (int i = 0; i < n; i++)
    {
      x[i] = noise (RENSA_FLOAT32, RENSA_SHAPE (40 + i), i);
      far_x[i] = gpu_copy_to (MOCK, x[i]);
    }
  for (int i = 0; i < n; i++)
    {
      rensa_device_begin_iteration (MOCK);
      y[i] = add_up (far_x[i], lengths[i]);
      g_assert_true (rensa_device_end_iteration (MOCK, &error));
    }
  for (int i = 0; i < n; i++)
    {
      assert_adds_up (x[i], y[i], lengths[i]);
      rensa_array_unref (x[i]);
      rensa_array_unref (far_x[i]);
      rensa_array_unref (y[i]);
    }
  return count ().n_graphs - before;
}

/* The next iteration is like none before. */
static void
forget_lengths (void)
{
  count_graphs ((int[]){ 1, 2 }, 2);
}

static void
test_iterations (void)
{
  for (guint seed = 1; seed <= 5; seed++)
    {
      guint64 before;

      rensa_mock_set_options (&(RensaMockOptions){ .seed = seed });
      forget_lengths ();
      before = count ().n_in_graphs;
      g_assert_cmpuint (count_graphs ((int[]){ 9, 9, 9, 9, 9, 9 }, 6), ==, 6 - N_UNCAPTURED);
      /* The copy with which each begins is put off, and comes before its graph. */
      g_assert_cmpuint (count ().n_in_graphs - before, ==, (6 - N_UNCAPTURED) * 9);
    }
}

/* The iterations that are captured are those before which two were alike, whatever they turn out to be. */
static void
test_lengths (void)
{
  forget_lengths ();
  g_assert_cmpuint (count_graphs ((int[]){ 5, 5, 5, 7, 7, 7, 5, 5, 5 }, 9), ==, 5);
  forget_lengths ();
  g_assert_cmpuint (count_graphs ((int[]){ 1, 2, 4, 5, 6, 7, 8 }, 7), ==, 0);
  /* Too few to be worth it. */
  g_assert_cmpuint (count_graphs ((int[]){ 1, 1, 1, 1, 1, 1 }, 6), ==, 0);
}

/* Who reads a result has what was asked for before; what follows is a graph of its own. */
static void
test_reading (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (40), 1);
  g_autoptr (RensaArray) far_x = gpu_copy_to (MOCK, x);
  const guint64 before = count ().n_graphs;

  for (int i = 0; i < 5; i++)
    {
      rensa_device_begin_iteration (MOCK);
      g_autoptr (RensaArray) first = add_up (far_x, 6);
      assert_adds_up (x, first, 6);
      g_autoptr (RensaArray) second = add_up (far_x, 7);
      g_assert_true (rensa_device_synchronize (MOCK, &error));
      g_assert_true (rensa_device_synchronize (MOCK, &error));
      g_autoptr (RensaArray) third = add_up (far_x, 1);
      g_assert_true (rensa_device_end_iteration (MOCK, &error));
      assert_adds_up (x, second, 7);
      assert_adds_up (x, third, 1);
    }
  g_assert_cmpuint (count ().n_graphs - before, ==, 2 * (5 - N_UNCAPTURED));
}

/* What comes to the device in an iteration, and what is copied to another one. */
static void
test_copies (void)
{
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 4; i++)
    {
      g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (300), i);

      rensa_device_begin_iteration (MOCK);
      g_autoptr (RensaArray) far_x = gpu_copy_to (MOCK, x);
      g_autoptr (RensaArray) y = add_up (far_x, 6);
      g_autoptr (RensaArray) farther_y = gpu_copy_to (gpu_find ("mock:1"), y);
      g_autoptr (RensaArray) back = gpu_copy_to (MOCK, farther_y);
      g_autoptr (RensaArray) z = add_up (back, 6);
      g_assert_true (rensa_device_end_iteration (MOCK, &error));

      g_autoptr (RensaArray) expected = add_up (x, 6);
      assert_same (expected, back);
      assert_adds_up (expected, z, 6);
    }
}

/* Memory goes back to the driver when the graph that uses it is on its way. */
static void
test_memory (void)
{
  g_autoptr (GError) error = NULL;
  guint64 before;

  forget_lengths ();
  before = count ().n_graphs;
  for (int i = 0; i < 4; i++)
    {
      g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (1000), i);
      g_autoptr (RensaArray) far_x = gpu_copy_to (MOCK, x);

      rensa_device_begin_iteration (MOCK);
      g_autoptr (RensaArray) y = add_up (far_x, 6);
      g_clear_pointer (&far_x, rensa_array_unref);
      rensa_pool_trim ();
      g_autoptr (RensaArray) z = add_up (y, 3);
      g_assert_true (rensa_device_end_iteration (MOCK, &error));
      g_autoptr (RensaArray) expected = add_up (x, 6);
      assert_adds_up (expected, z, 3);
    }
  g_assert_cmpuint (count ().n_graphs - before, ==, 4 - N_UNCAPTURED);
}

static gpointer
read_array (gpointer array)
{
  return GINT_TO_POINTER ((int) rensa_array_get_scalar (array));
}

/* A thread that reads what another one's iteration made has it, and the iteration goes on. */
static void
test_threads (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (1), 1);
  g_autoptr (RensaArray) far_x = gpu_copy_to (MOCK, x);

  for (int i = 0; i < 4; i++)
    {
      rensa_device_begin_iteration (MOCK);
      g_autoptr (RensaArray) y = add_up (far_x, 6);
      g_assert_cmpint (GPOINTER_TO_INT (g_thread_join (g_thread_new ("reader", read_array, y))), ==, 7);
      g_autoptr (RensaArray) z = add_up (y, 6);
      g_assert_true (rensa_device_end_iteration (MOCK, &error));
      g_assert_cmpfloat (rensa_array_get_scalar (z), ==, 49);
    }
}

/* A network, by its layers; functions begin with a small letter. */
typedef struct
{
  RensaShape x; /* of an example */
  const char *optimizer;
  const char *layers[8];
} Model;

static const Model mlp = {
  { 1, { 12 } },
  "Adam",
  { "Linear(in_size=12, out_size=8)", "relu", "Linear(in_size=8, out_size=8)", "relu",
    "Linear(in_size=8, out_size=3)" },
};

static const Model convolution = {
  { 3, { 1, 8, 8 } },
  "MomentumSGD(lr=0.05)",
  { "Convolution2D(in_channels=1, out_channels=4, ksize=3)", "sigmoid", "max_pooling_2d(ksize=2)",
    "BatchNormalization(size=4)", "dropout(ratio=0.25)", "Linear(in_size=36, out_size=3)" },
};

static RensaLink *
model_new (const Model *model, const RensaDevice *device)
{
  g_autoptr (GError) error = NULL;
  RensaLink *network = rensa_sequential_new ();
  RensaLink *classifier;

  *rensa_random_get_default () = rensa_random_init (3, 0);
  for (int i = 0; model->layers[i] != NULL; i++)
    if (g_ascii_isupper (model->layers[i][0]))
      g_assert_true (rensa_link_append_child (network, rensa_link_new_from_text (model->layers[i], &error), &error));
    else
      {
        g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, model->layers[i], &error);

        rensa_sequential_append_function (network, attrs);
      }
  classifier = rensa_classifier_new (network, NULL, NULL, &error);
  g_assert_true (rensa_link_draw_params (classifier, 1, &error));
  g_assert_true (rensa_link_to_device (classifier, device, &error));
  g_assert_no_error (error);
  return classifier;
}

static RensaOptimizer *
optimizer_new (const Model *model, const RensaDevice *device)
{
  g_autoptr (RensaLink) link = model_new (model, device);
  RensaOptimizer *optimizer = rensa_optimizer_new_from_text (model->optimizer, NULL);

  rensa_optimizer_setup (optimizer, link);
  return optimizer;
}

static RensaArray *
labels_new (gint64 n)
{
  g_autofree double *labels = g_new (double, n);

  for (gint64 i = 0; i < n; i++)
    labels[i] = (double) (i * i % 3);
  return array_of (RENSA_INT32, RENSA_SHAPE (n), labels);
}

static RensaArray *
examples_new (const Model *model, gint64 n, guint seed)
{
  RensaShape shape = { model->x.ndim + 1, { n } };

  memcpy (shape.dims + 1, model->x.dims, model->x.ndim * sizeof *shape.dims);
  return noise (RENSA_FLOAT32, shape, seed);
}

#define N_ITERATIONS 10

/* Batches of one size and of two others, whose losses nobody looks at before the end. */
static void
train (const Model *model, const RensaDevice *device, RensaArray *losses[N_ITERATIONS])
{
  static const gint64 sizes[N_ITERATIONS] = { 8, 8, 8, 8, 5, 8, 8, 7, 7, 8 };
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaOptimizer) optimizer = optimizer_new (model, device);
  RensaLink *link = rensa_optimizer_get_target (optimizer);

  for (int i = 0; i < N_ITERATIONS; i++)
    {
      g_autoptr (RensaArray) x = examples_new (model, sizes[i], i);
      g_autoptr (RensaArray) t = labels_new (sizes[i]);
      RensaVariable *batch[2];
      RensaVariable *loss = NULL;

      rensa_device_begin_iteration (device);
      rensa_batch_place ((RensaArray *[]){ rensa_array_ref (x), rensa_array_ref (t) }, 2, device, batch, &error);
      rensa_link_call_n (link, batch, 2, &loss, 1, &error);
      rensa_link_cleargrads (link);
      g_assert_true (rensa_variable_backward (loss, NULL, &error) && rensa_optimizer_update (optimizer, &error));
      rensa_variables_clear (batch, 2);
      g_assert_true (rensa_device_end_iteration (device, &error));
      losses[i] = rensa_array_ref (rensa_variable_get_array (loss));
      rensa_variable_unref (loss);
    }
  g_assert_true (rensa_late_checks_read (&error));
}

/* Of a driver that refuses to capture, and of one that does not. */
static void
test_losses (gconstpointer model)
{
  RensaArray *expected[N_ITERATIONS];
  RensaArray *found[N_ITERATIONS];
  const guint64 before = count ().n_graphs;

  rensa_mock_set_options (&(RensaMockOptions){ .seed = 1, .refuses_capture = TRUE });
  train (model, gpu_find ("mock:1"), expected);
  g_assert_cmpuint (count ().n_graphs, ==, before);
  rensa_mock_set_options (&(RensaMockOptions){ .seed = 2 });
  train (model, MOCK, found);
  g_assert_cmpuint (count ().n_graphs - before, >=, 1);
  for (int i = 0; i < N_ITERATIONS; i++)
    {
      assert_same (expected[i], found[i]);
      rensa_array_unref (expected[i]);
      rensa_array_unref (found[i]);
    }
}

/* An updater tells the device where its iterations begin and end. */
static void
test_updater (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_UPDATER, "StandardUpdater", &error);
  g_autoptr (RensaUpdater) updater = rensa_updater_new (attrs, &error);
  g_autoptr (RensaArray) x = examples_new (&mlp, 12, 1);
  g_autoptr (RensaArray) t = labels_new (12);
  g_autoptr (RensaDataset) dataset = rensa_tuple_dataset_new ((RensaArray *[]){ x, t }, 2, &error);
  guint64 before;

  forget_lengths ();
  before = count ().n_graphs;
  rensa_updater_take_iterator (updater, RENSA_MAIN, rensa_serial_iterator_new (dataset, 4, TRUE, FALSE, 0, &error));
  rensa_updater_take_optimizer (updater, RENSA_MAIN, optimizer_new (&mlp, MOCK));
  g_assert_no_error (error);
  for (int i = 0; i < 6; i++)
    g_assert_true (rensa_updater_update (updater, &error));
  /* The first one is like no other, since the optimizer makes its states there. */
  g_assert_cmpuint (count ().n_graphs - before, ==, 5 - N_UNCAPTURED);
}

static const Model wide = {
  { 1, { 4096 } },
  "SGD(lr=0.01)",
  { "Linear(in_size=4096, out_size=3)" },
};

/* The weights after as many updates with batches of 8 of these examples as there are losses. */
static RensaArray *
train_by_updater (RensaArray *x, RensaArray *t, guint seed)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_UPDATER, "StandardUpdater", &error);
  g_autoptr (RensaUpdater) updater = rensa_updater_new (attrs, &error);
  g_autoptr (RensaDataset) dataset = rensa_tuple_dataset_new ((RensaArray *[]){ x, t }, 2, &error);
  RensaOptimizer *optimizer = optimizer_new (&wide, MOCK);
  RensaLink *layer = rensa_link_find (rensa_optimizer_get_target (optimizer), "predictor/0");

  rensa_mock_set_options (&(RensaMockOptions){ .seed = seed });
  rensa_updater_take_iterator (updater, RENSA_MAIN, rensa_serial_iterator_new (dataset, 8, TRUE, FALSE, 0, &error));
  rensa_updater_take_optimizer (updater, RENSA_MAIN, optimizer);
  for (int i = 0; i < N_ITERATIONS; i++)
    g_assert_true (rensa_updater_update (updater, &error));
  g_assert_no_error (error);
  g_assert_cmpint (rensa_updater_get_place (updater)->n_seen, ==, 8 * N_ITERATIONS);
  return rensa_array_copy (rensa_variable_get_array (rensa_link_get_param (layer, 0)), NULL);
}

/* Likewise, each batch when it is needed. */
static RensaArray *
train_by_hand (RensaArray *x, RensaArray *t)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaOptimizer) optimizer = optimizer_new (&wide, MOCK);
  RensaLink *link = rensa_optimizer_get_target (optimizer);
  RensaLink *layer = rensa_link_find (link, "predictor/0");

  for (int i = 0; i < N_ITERATIONS; i++)
    {
      RensaArray *fields[] = { rensa_array_view_range (x, 0, i % 3 * 8, 8),
                               rensa_array_view_range (t, 0, i % 3 * 8, 8) };
      RensaVariable *batch[2];
      RensaVariable *loss = NULL;

      rensa_batch_place (fields, 2, MOCK, batch, &error);
      rensa_link_call_n (link, batch, 2, &loss, 1, &error);
      rensa_link_cleargrads (link);
      g_assert_true (rensa_variable_backward (loss, NULL, &error) && rensa_optimizer_update (optimizer, &error));
      rensa_variables_clear (batch, 2);
      rensa_variable_unref (loss);
    }
  g_assert_true (rensa_late_checks_read (&error));
  return rensa_array_copy (rensa_variable_get_array (rensa_link_get_param (layer, 0)), NULL);
}

/* The batch of the next iteration comes while the device computes. */
static void
test_next_batch (void)
{
  g_autoptr (RensaArray) x = examples_new (&wide, 24, 1);
  g_autoptr (RensaArray) t = labels_new (24);
  g_autoptr (RensaArray) expected = train_by_hand (x, t);

  for (guint seed = 1; seed <= 3; seed++)
    {
      const guint64 before = count ().n_early_copies;
      g_autoptr (RensaArray) found = train_by_updater (x, t, seed);

      /* With a sanitizer memory goes back at once, which waits for the device. */
      g_assert_true (RENSA_SANITIZED || count ().n_early_copies > before);
      assert_same (expected, found);
    }
}

/* An iteration of which all was captured, but for its end. */
static RensaArray *
begin_captured (RensaArray *far_x)
{
  for (int i = 0; i < N_UNCAPTURED; i++)
    {
      rensa_device_begin_iteration (MOCK);
      g_autoptr (RensaArray) y G_GNUC_UNUSED = add_up (far_x, 6);
      g_assert_true (rensa_device_end_iteration (MOCK, NULL));
    }
  rensa_device_begin_iteration (MOCK);
  return add_up (far_x, 6);
}

/* Ends an iteration, of which all was captured, while @options say what goes wrong. */
static void
end_badly (RensaArray *far_x, const RensaMockOptions *options, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) y G_GNUC_UNUSED = begin_captured (far_x);

  rensa_mock_set_options (options);
  g_assert_false (rensa_device_end_iteration (MOCK, &error));
  g_assert_cmpstr (error->message, ==, message);
  rensa_mock_set_options (&(RensaMockOptions){ 0 });
}

/* How many graphs an iteration is; its result is right. */
static guint64
end_well (RensaArray *x, RensaArray *far_x)
{
  g_autoptr (RensaArray) y = begin_captured (far_x);
  const guint64 before = count ().n_graphs;

  g_assert_true (rensa_device_end_iteration (MOCK, NULL));
  assert_adds_up (x, y, 6);
  return count ().n_graphs - before;
}

static void
test_failed_launch (void)
{
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (40), 1);
  g_autoptr (RensaArray) far_x = gpu_copy_to (MOCK, x);

  end_badly (far_x, &(RensaMockOptions){ .failing_launch = 1 },
             "cuGraphLaunch failed on device mock:0: unspecified launch failure");
  g_assert_cmpuint (end_well (x, far_x), ==, 1);
}

/* A launch that fails because the pool wants memory is told to the next one who listens. */
static void
test_failure_in_between (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (40), 1);
  g_autoptr (RensaArray) far_x = gpu_copy_to (MOCK, x);
  g_autoptr (RensaArray) y = begin_captured (far_x);
  g_auto (RensaDeviceScope) scope G_GNUC_UNUSED = rensa_device_enter (MOCK);

  rensa_mock_set_options (&(RensaMockOptions){ .failing_launch = 1, .failing_allocation = 1 });
  g_autoptr (RensaArray) other G_GNUC_UNUSED = rensa_array_new (RENSA_FLOAT32, &RENSA_SHAPE (123456), &error);
  g_assert_no_error (error);
  g_assert_false (rensa_array_accumulate (y, far_x, &error));
  g_assert_cmpstr (error->message, ==, "cuGraphLaunch failed on device mock:0: unspecified launch failure");
  g_assert_true (rensa_device_end_iteration (MOCK, NULL));
}

/* In the middle of what a graph does. */
static void
test_lost (void)
{
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (40), 1);
  g_autoptr (RensaArray) far_x = gpu_copy_to (MOCK, x);

  end_badly (far_x, &(RensaMockOptions){ .lost_after = 1 },
             "cuGraphLaunch failed on device mock:0: unspecified launch failure");
  g_assert_cmpuint (end_well (x, far_x), ==, 1);
}

/* Where a capture fails, later iterations go on without graphs; so this is the last test. */
static void
test_lost_capture (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) late_error = NULL;
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (40), 1);
  g_autoptr (RensaArray) far_x = gpu_copy_to (MOCK, x);
  g_autoptr (RensaArray) y = begin_captured (far_x);

  rensa_mock_set_options (&(RensaMockOptions){ .lost_after = 1 });
  g_assert_false (rensa_array_accumulate (y, far_x, &error));
  g_assert_cmpstr (error->message, ==, "cuLaunchKernel failed on device mock:0: unspecified launch failure");
  g_assert_false (rensa_device_end_iteration (MOCK, &late_error));
  g_assert_cmpstr (late_error->message, ==, "cuStreamEndCapture failed on device mock:0: unspecified launch failure");
  rensa_mock_set_options (&(RensaMockOptions){ 0 });
  g_assert_cmpuint (end_well (x, far_x), ==, 0);
}

int
main (int argc, char **argv)
{
  rensa_init ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/graphs/iterations", test_iterations);
  g_test_add_func ("/gpu/graphs/lengths", test_lengths);
  g_test_add_func ("/gpu/graphs/reading", test_reading);
  g_test_add_func ("/gpu/graphs/copies", test_copies);
  g_test_add_func ("/gpu/graphs/memory", test_memory);
  g_test_add_func ("/gpu/graphs/threads", test_threads);
  g_test_add_data_func ("/gpu/graphs/mlp", &mlp, test_losses);
  g_test_add_data_func ("/gpu/graphs/convolution", &convolution, test_losses);
  g_test_add_func ("/gpu/graphs/updater", test_updater);
  g_test_add_func ("/gpu/graphs/next-batch", test_next_batch);
  g_test_add_func ("/gpu/graphs/failed-launch", test_failed_launch);
  g_test_add_func ("/gpu/graphs/failure-in-between", test_failure_in_between);
  g_test_add_func ("/gpu/graphs/lost", test_lost);
  g_test_add_func ("/gpu/graphs/lost-capture", test_lost_capture);
  return run_tests ();
}
