/* test-training.c: convolutional networks train on a GPU without the host's memory.
 * SPDX-License-Identifier: MIT */

#include "backend-fixture.h"

#include "rensa-detours.h"
#include "rensa-device-find.h"
#include "rensa-functions.h"
#include "rensa-init.h"
#include "rensa-late-check.h"
#include "rensa-link.h"
#include "rensa-mock.h"
#include "rensa-modes.h"
#include "rensa-optimizers.h"

#define BATCH 4
#define N_CLASSES 10
#define N_ITERATIONS 2
#define MOST_STEPS 16

/* A link or, with a small letter, a function, of the input, number 0, or what earlier steps made. */
typedef struct
{
  const char *text;
  int x;
  int other; /* 0: no second input */
} Step;

typedef struct
{
  RensaShape x;
  guint
      n_dnn_calls; /* of cuDNN, in each iteration: forward, and the gradients of W and of x, which the images do not need */
  guint n_normalizations;
  Step steps[MOST_STEPS];
} Model;

static const Model lenet = {
  .x = { 4, { BATCH, 1, 28, 28 } },
  .n_dnn_calls = 3 * 3 - 1,
  .steps = { { "Convolution2D(in_channels=1, out_channels=6, ksize=5)", 0 },
             { "sigmoid", 1 },
             { "max_pooling_2d(ksize=2)", 2 },
             { "Convolution2D(in_channels=6, out_channels=16, ksize=5)", 3 },
             { "sigmoid", 4 },
             { "max_pooling_2d(ksize=2)", 5 },
             { "Convolution2D(in_channels=16, out_channels=120, ksize=4)", 6 },
             { "sigmoid", 7 },
             { "Linear(in_size=120, out_size=84)", 8 },
             { "sigmoid", 9 },
             { "Linear(in_size=84, out_size=10)", 10 } },
};

static const Model vgg = {
  .x = { 4, { BATCH, 3, 12, 12 } },
  .n_dnn_calls = 3 * 3 - 1,
  .n_normalizations = 2,
  .steps = { { "Convolution2D(in_channels=3, out_channels=8, ksize=3, pad=1, nobias=True)", 0 },
             { "BatchNormalization(size=8)", 1 },
             { "relu", 2 },
             { "Convolution2D(in_channels=8, out_channels=8, ksize=3, pad=1, nobias=True)", 3 },
             { "BatchNormalization(size=8)", 4 },
             { "relu", 5 },
             { "max_pooling_2d(ksize=2, stride=2)", 6 },
             { "Convolution2D(in_channels=8, out_channels=12, ksize=3, pad=1)", 7 },
             { "relu", 8 },
             { "max_pooling_2d(ksize=3, stride=2)", 9 },
             { "Linear(in_size=108, out_size=16)", 10 },
             { "relu", 11 },
             { "Linear(in_size=16, out_size=10)", 12 } },
};

static const Model residual = {
  .x = { 4, { BATCH, 4, 9, 9 } },
  .n_dnn_calls = 3 * 3 - 2,
  .n_normalizations = 3,
  .steps = { { "Convolution2D(in_channels=4, out_channels=8, ksize=3, stride=2, pad=1, nobias=True)", 0 },
             { "BatchNormalization(size=8)", 1 },
             { "relu", 2 },
             { "Convolution2D(in_channels=8, out_channels=8, ksize=3, pad=1, nobias=True)", 3 },
             { "BatchNormalization(size=8)", 4 },
             { "Convolution2D(in_channels=4, out_channels=8, ksize=1, stride=2, nobias=True)", 0 },
             { "BatchNormalization(size=8)", 6 },
             { "add", 5, 7 },
             { "relu", 8 },
             { "average_pooling_2d(ksize=5)", 9 },
             { "Linear(in_size=8, out_size=10)", 10 } },
};

static RensaLink *
model_new (const Model *model)
{
  g_autoptr (GError) error = NULL;
  RensaLink *chain = rensa_chain_new ();

  for (int i = 0; i < MOST_STEPS && model->steps[i].text != NULL; i++)
    {
      const Step *step = &model->steps[i];
      const int inputs[] = { step->x, step->other };
      const int n_inputs = step->other > 0 ? 2 : 1;
      g_autofree char *name = g_strdup_printf ("step%d", i + 1);

      if (g_ascii_isupper (step->text[0]))
        g_assert_true (rensa_link_take_child (chain, name, rensa_link_new_from_text (step->text, &error), &error)
                       && rensa_chain_plan_link (chain, name, inputs, n_inputs, 1, &error) > 0);
      else
        {
          g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, step->text, &error);

          g_assert_no_error (error);
          rensa_chain_plan_function (chain, name, attrs, inputs, n_inputs, 1, &error);
        }
      g_assert_no_error (error);
    }
  g_assert_true (rensa_link_draw_params (chain, 1, &error));
  return chain;
}

static RensaVariable *
variable_on (RensaArray *array, const RensaDevice *device)
{
  g_autoptr (RensaArray) there = rensa_array_to_device (array, device, NULL);

  return rensa_variable_new_constant (there);
}

static guint64
count_launches (const RensaDevice *device)
{
  RensaMockCounts counts;

  /* Updates that wait for each other belong to the iteration that asked for them. */
  g_assert_true (rensa_device_synchronize (device, NULL));
  rensa_mock_get_counts (&counts);
  return counts.n_launches + counts.n_copies_within;
}

static RensaOptimizer *
optimizer_new (RensaLink *link, const char *const *hooks)
{
  g_autoptr (GError) error = NULL;
  RensaOptimizer *optimizer = rensa_optimizer_new_from_text ("MomentumSGD(lr=0.05)", &error);

  rensa_optimizer_setup (optimizer, link);
  for (int i = 0; hooks[i] != NULL; i++)
    {
      g_autoptr (RensaAttrs) hook = rensa_attrs_new_from_text (RENSA_COMPONENT_OPTIMIZER_HOOK, hooks[i], &error);

      g_assert_no_error (error);
      g_assert_true (rensa_optimizer_add_hook (optimizer, hook, &error));
    }
  return optimizer;
}

/* The loss of each iteration; and what the last one asked of the device up to the gradients. */
typedef struct
{
  double losses[N_ITERATIONS];
  guint64 n_launches;
} Outcome;

/* As float32, or as halves with hooks. */
static Outcome
train (const Model *model, RensaDtype dtype, const char *device_name)
{
  static const char *const hooks[] = { "LossScaling(scale=64)", "FP32Update", NULL };
  static const double classes[BATCH] = { 3, 0, 7, 9 };
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autoptr (GError) error = NULL;
  const RensaDevice *device = rensa_device_find (device_name, &error);

  rensa_modes_get ()->dtype = dtype;
  g_autoptr (RensaLink) link = model_new (model);
  g_autoptr (RensaArray) images = noise (dtype, model->x, 1);
  g_autoptr (RensaArray) labels = array_of (RENSA_INT32, RENSA_SHAPE (BATCH), classes);
  g_autoptr (RensaVariable) x = variable_on (images, device);
  g_autoptr (RensaVariable) t = variable_on (labels, device);

  g_assert_no_error (error);
  g_assert_true (rensa_link_to_device (link, device, &error));

  RensaOptimizer *optimizer = optimizer_new (link, rensa_dtype_is_half (dtype) ? hooks : hooks + 2);
  Outcome outcome;
  for (int i = 0; i < N_ITERATIONS; i++)
    {
      const RensaBackwardOptions options = { .loss_scale = rensa_optimizer_get_loss_scale (optimizer) };
      const guint64 n_before = count_launches (device);
      g_autoptr (RensaVariable) y = rensa_link_call (link, x, &error);
      g_autoptr (RensaVariable) loss = rensa_softmax_cross_entropy (y, t, &error);

      g_assert_no_error (error);
      outcome.losses[i] = rensa_array_get_scalar (rensa_variable_get_array (loss));
      rensa_link_cleargrads (link);
      g_assert_true (rensa_variable_backward (loss, &options, &error));
      outcome.n_launches = count_launches (device) - n_before;
      g_assert_true (rensa_optimizer_update (optimizer, &error));
    }
  g_assert_true (rensa_late_checks_read (&error));
  rensa_optimizer_free (optimizer);
  return outcome;
}

/* Nothing is done by the host, and the losses are those of the host. */
static Outcome
compare (const Model *model, RensaDtype dtype, double tolerance)
{
  const guint64 n_before = rensa_count_detours ();
  RensaMockCounts before, after;

  rensa_mock_get_counts (&before);
  const Outcome outcome = train (model, dtype, "mock:0");
  rensa_mock_get_counts (&after);
  g_assert_cmpuint (rensa_count_detours (), ==, n_before);
  g_assert_cmpuint (after.n_dnn_calls - before.n_dnn_calls, ==, N_ITERATIONS * model->n_dnn_calls);

  const Outcome expected = train (model, dtype, "cpu");
  for (int i = 0; i < N_ITERATIONS; i++)
    g_assert_cmpfloat_with_epsilon (outcome.losses[i], expected.losses[i], tolerance);
  g_assert_cmpfloat (outcome.losses[1], <, outcome.losses[0]);
  return outcome;
}

/* Halves ask for casts of what the loss looks up by labels, and of what batch normalization has for each channel; for no others before the
 * gradients are there. */
#define CASTS_OF_LOSS 6
#define CASTS_OF_NORMALIZATION 10

static void
test_model (gconstpointer data)
{
  const Model *model = data;
  const Outcome single = compare (model, RENSA_FLOAT32, 2e-5);
  const Outcome half = compare (model, RENSA_FLOAT16, 5e-3);
  const Outcome bfloat = compare (model, RENSA_BFLOAT16, 5e-2);

  g_assert_cmpuint (half.n_launches, ==,
                    single.n_launches + CASTS_OF_LOSS + model->n_normalizations * CASTS_OF_NORMALIZATION);
  g_assert_cmpuint (bfloat.n_launches, ==, half.n_launches);
}

int
main (int argc, char **argv)
{
  rensa_init ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/gpu/training/lenet-5", &lenet, test_model);
  g_test_add_data_func ("/gpu/training/vgg", &vgg, test_model);
  g_test_add_data_func ("/gpu/training/residual", &residual, test_model);
  return run_tests ();
}
