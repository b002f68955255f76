/* test-precision.c: float16 parameters in float32, and scaled losses, beyond the reference cases.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "folder.h"
#include "rensa-error.h"
#include "rensa-initializers.h"
#include "rensa-links.h"
#include "rensa-modes.h"
#include "rensa-npz.h"
#include "rensa-optimizer-hooks.h"
#include "rensa-optimizers.h"
#include "rensa-primitives.h"

typedef struct
{
  RensaLink *link;
  RensaOptimizer *optimizer;
} Fixture;

/* y = W x with W = 1, of one element. */
static void
fixture_init (Fixture *fixture, RensaDtype dtype, const char *optimizer, const char *const *hooks)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_OPTIMIZER, optimizer, NULL);

  rensa_modes_get ()->dtype = dtype;
  fixture->link = rensa_link_new_from_text ("Linear(in_size=1, out_size=1, nobias=True, initialW=One)", NULL);
  g_assert_true (rensa_link_draw_params (fixture->link, 0, NULL));
  fixture->optimizer = rensa_optimizer_new (attrs, NULL);
  rensa_optimizer_setup (fixture->optimizer, fixture->link);
  for (int i = 0; hooks[i] != NULL; i++)
    {
      g_autoptr (RensaAttrs) hook = rensa_attrs_new_from_text (RENSA_COMPONENT_OPTIMIZER_HOOK, hooks[i], NULL);

      g_assert_true (rensa_optimizer_add_hook (fixture->optimizer, hook, NULL));
    }
}

static void
fixture_clear (Fixture *fixture)
{
  rensa_optimizer_free (fixture->optimizer);
  rensa_link_unref (fixture->link);
}

static RensaVariable *
get_W (Fixture *fixture)
{
  return rensa_link_get_param (fixture->link, 0);
}

static double
get_value (Fixture *fixture)
{
  return rensa_array_get_scalar (rensa_variable_get_array (get_W (fixture)));
}

/* One in which the loss is y, so that its gradient is @value. */
static void
update (Fixture *fixture, double value)
{
  const RensaDtype dtype = rensa_variable_get_type (get_W (fixture)).dtype;
  g_autoptr (RensaArray) array = rensa_array_full (dtype, &RENSA_SHAPE (1, 1), value, NULL);
  g_autoptr (RensaVariable) x = rensa_variable_new_constant (array);
  g_autoptr (GError) error = NULL;

  rensa_optimizer_update_loss (fixture->optimizer, fixture->link, &x, 1, &error);
  g_assert_no_error (error);
}

/* The loss is multiplied and the gradient divided, by a power of two: nothing changes but that. */
static void
test_loss_is_scaled (void)
{
  Fixture fixture;

  fixture_init (&fixture, RENSA_FLOAT32, "SGD(lr=1)", (const char *const[]){ "LossScaling(scale=1024)", NULL });
  update (&fixture, 0.25);
  g_assert_cmpfloat (get_value (&fixture), ==, 0.75);
  g_assert_cmpfloat (rensa_array_get_scalar (rensa_variable_get_grad (get_W (&fixture))), ==, 0.25);
  fixture_clear (&fixture);
}

/* Eight steps of 2^-13, each less than half of the last digit of 1 in float16. */
static void
test_small_steps_add_up (void)
{
  static const char *const without[] = { NULL };
  static const char *const with[] = { "FP32Update", NULL };
  Fixture fixtures[2];

  for (int i = 0; i < 2; i++)
    {
      fixture_init (&fixtures[i], RENSA_FLOAT16, "SGD(lr=0.0001220703125)", i == 0 ? without : with);
      for (int j = 0; j < 8; j++)
        update (&fixtures[i], 1);
    }
  g_assert_cmpfloat (get_value (&fixtures[0]), ==, 1);
  g_assert_cmpfloat (get_value (&fixtures[1]), ==, 1 - 8 * 0.0001220703125);
  fixture_clear (&fixtures[0]);
  fixture_clear (&fixtures[1]);
}

/* An infinite gradient changes neither the parameter nor what Adam keeps. */
static void
test_overflow_is_passed_over (void)
{
  static const char *const hooks[] = { "FP32Update", "LossScaling(interval=2)", NULL };
  Fixture fixture;
  Fixture other;

  fixture_init (&fixture, RENSA_FLOAT16, "Adam(alpha=0.01)", hooks);
  fixture_init (&other, RENSA_FLOAT16, "Adam(alpha=0.01)", hooks);
  update (&fixture, 0.5);
  update (&fixture, INFINITY);
  update (&fixture, 0.25);
  update (&other, 0.5);
  update (&other, 0.25);
  g_assert_cmpfloat (get_value (&fixture), ==, get_value (&other));
  g_assert_cmpint (rensa_optimizer_get_t (fixture.optimizer), ==, 3);
  /* 1, doubled, halved, then √2 times as large. */
  g_assert_cmpfloat_with_epsilon (rensa_optimizer_get_loss_scale (fixture.optimizer), sqrt (2), 1e-12);
  g_assert_cmpfloat (rensa_optimizer_get_loss_scale (other.optimizer), ==, 4);
  fixture_clear (&fixture);
  fixture_clear (&other);
}

static void
run_some (Fixture *fixture, double first)
{
  for (int i = 0; i < 5; i++)
    update (fixture, first + 0.001 * i);
}

/* What a resumed run needs beside the parameter in float16: its copy, the states, and the factor. */
static void
test_resume (void)
{
  static const char *const hooks[] = { "FP32Update", "LossScaling(interval=3)", NULL };
  char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "optimizer.npz", NULL);
  g_autoptr (RensaArray) W = NULL;
  g_autoptr (GError) error = NULL;
  Fixture fixture;
  Fixture resumed;

  fixture_init (&fixture, RENSA_FLOAT16, "MomentumSGD(lr=0.0003)", hooks);
  fixture_init (&resumed, RENSA_FLOAT16, "MomentumSGD(lr=0.0003)", hooks);
  update (&fixture, INFINITY);
  run_some (&fixture, 0.1);
  g_assert_true (rensa_save_npz (path, rensa_optimizer_serialize, fixture.optimizer, FALSE, &error));
  W = rensa_array_copy (rensa_variable_get_array (get_W (&fixture)), NULL);
  rensa_variable_set_array (get_W (&resumed), W);
  g_clear_pointer (&W, rensa_array_unref);
  rensa_load_npz (path, NULL, RENSA_NPZ_EXACT, rensa_optimizer_serialize, resumed.optimizer, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (rensa_optimizer_get_loss_scale (resumed.optimizer), ==,
                     rensa_optimizer_get_loss_scale (fixture.optimizer));

  for (int i = 0; i < 8; i++)
    {
      run_some (&fixture, 0.2);
      run_some (&resumed, 0.2);
      g_assert_cmpfloat (get_value (&fixture), ==, get_value (&resumed));
    }
  g_assert_cmpfloat (get_value (&fixture), <, 0.99);
  fixture_clear (&fixture);
  fixture_clear (&resumed);
  test_folder_free (folder);
}

static void
test_refused (void)
{
  g_autoptr (GError) error = NULL;
  Fixture fixture;

  fixture_init (&fixture, RENSA_FLOAT32, "SGD", (const char *const[]){ NULL });
  g_assert_false (rensa_optimizer_set_loss_scaling (fixture.optimizer, 1000, 0, &error));
  g_assert_cmpstr (error->message, ==,
                   "loss scaling requires an interval of at least 1 or a factor above 0, but they are 1000 and 0");
  g_clear_error (&error);
  g_assert_false (rensa_optimizer_set_loss_scaling (fixture.optimizer, 0, NAN, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_cmpfloat (rensa_optimizer_get_loss_scale (fixture.optimizer), ==, 1);
  fixture_clear (&fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_registry_add (RENSA_COMPONENT_OPTIMIZER, (const RensaComponent *const *) rensa_optimizers_classes,
                      rensa_n_optimizers_classes);
  rensa_registry_add (RENSA_COMPONENT_OPTIMIZER_HOOK, (const RensaComponent *const *) rensa_optimizer_hooks_classes,
                      rensa_n_optimizer_hooks_classes);
  rensa_registry_add (RENSA_COMPONENT_INITIALIZER, (const RensaComponent *const *) rensa_initializers_classes,
                      rensa_n_initializers_classes);
  rensa_registry_add (RENSA_COMPONENT_LINK, (const RensaComponent *const *) rensa_links_classes, rensa_n_links_classes);
  g_test_add_func ("/optimizers/precision/loss-is-scaled", test_loss_is_scaled);
  g_test_add_func ("/optimizers/precision/small-steps-add-up", test_small_steps_add_up);
  g_test_add_func ("/optimizers/precision/overflow-is-passed-over", test_overflow_is_passed_over);
  g_test_add_func ("/optimizers/precision/resume", test_resume);
  g_test_add_func ("/optimizers/precision/refused", test_refused);
  return g_test_run ();
}
