/* test-optimizer.c: updates beyond the reference cases.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "far-device.h"
#include "folder.h"
#include "rensa-device-find.h"
#include "rensa-error.h"
#include "rensa-initializers.h"
#include "rensa-npz.h"
#include "rensa-optimizer-hooks.h"
#include "rensa-optimizers.h"
#include "rensa-primitives.h"

typedef struct
{
  RensaLink *link;
  RensaOptimizer *optimizer;
  RensaAttrs *initializer;
} Fixture;

/* A link with parameters a = 1, b = 1 of one element. */
static void
fixture_init (Fixture *fixture, const char *optimizer)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_OPTIMIZER, optimizer, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (attrs);
  fixture->initializer = rensa_attrs_new_from_text (RENSA_COMPONENT_INITIALIZER, "One", NULL);
  fixture->link = rensa_chain_new ();
  g_assert_true (rensa_link_add_param (fixture->link, "a", &RENSA_SHAPE (1), fixture->initializer, &error));
  g_assert_true (rensa_link_add_param (fixture->link, "b", &RENSA_SHAPE (1), fixture->initializer, &error));
  fixture->optimizer = rensa_optimizer_new (attrs, &error);
  g_assert_no_error (error);
  rensa_optimizer_setup (fixture->optimizer, fixture->link);
}

static void
fixture_clear (Fixture *fixture)
{
  rensa_optimizer_free (fixture->optimizer);
  rensa_link_unref (fixture->link);
  rensa_attrs_unref (fixture->initializer);
}

static void
set_grad (Fixture *fixture, int i, double value)
{
  g_autoptr (RensaArray) grad = rensa_array_full (RENSA_FLOAT32, &RENSA_SHAPE (1), value, NULL);

  rensa_variable_set_grad (rensa_link_get_param (fixture->link, i), grad);
}

static double
get_param (Fixture *fixture, int i)
{
  return rensa_array_get_scalar (rensa_variable_get_array (rensa_link_get_param (fixture->link, i)));
}

static void
add_hook (Fixture *fixture, const char *text)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_OPTIMIZER_HOOK, text, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (attrs);
  rensa_optimizer_add_hook (fixture->optimizer, attrs, &error);
  g_assert_no_error (error);
}

static void
update (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  rensa_optimizer_update (fixture->optimizer, &error);
  g_assert_no_error (error);
}

/* A parameter that backward did not reach is still pulled by its momentum and by weight decay. */
static void
test_missing_gradient_is_zero (void)
{
  Fixture fixture;

  fixture_init (&fixture, "MomentumSGD(lr=0.5, momentum=0.5)");
  set_grad (&fixture, 0, 1);
  update (&fixture);
  g_assert_cmpfloat (get_param (&fixture, 0), ==, 0.5);
  g_assert_cmpfloat (get_param (&fixture, 1), ==, 1);

  rensa_link_cleargrads (fixture.link);
  update (&fixture);
  g_assert_cmpfloat (get_param (&fixture, 0), ==, 0.25);
  fixture_clear (&fixture);
}

/* WeightDecay makes (1, 1) of gradients (0, 0); clipping to √2 / 2 halves it.  The other way round nothing is clipped. */
static void
test_hooks_run_in_order (void)
{
  Fixture fixture;

  fixture_init (&fixture, "SGD(lr=1)");
  add_hook (&fixture, "WeightDecay(rate=1)");
  add_hook (&fixture, "GradientClipping(threshold=0.70710678118654752)");
  update (&fixture);
  g_assert_cmpfloat_with_epsilon (get_param (&fixture, 0), 0.5, 1e-6);
  fixture_clear (&fixture);

  fixture_init (&fixture, "SGD(lr=1)");
  add_hook (&fixture, "GradientClipping(threshold=0.70710678118654752)");
  add_hook (&fixture, "WeightDecay(rate=1)");
  update (&fixture);
  g_assert_cmpfloat_with_epsilon (get_param (&fixture, 0), 0, 1e-6);
  fixture_clear (&fixture);
}

/* The root mean square of what a hook makes of gradients of zeros, in update @t. */
static double
measure_noise (int t)
{
  const RensaShape shape = RENSA_SHAPE (100000);
  g_autoptr (RensaLink) link = rensa_chain_new ();
  g_autoptr (RensaAttrs) zero = rensa_attrs_new_from_text (RENSA_COMPONENT_INITIALIZER, "Zero", NULL);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_OPTIMIZER, "SGD(lr=1)", NULL);
  g_autoptr (RensaAttrs) hook =
      rensa_attrs_new_from_text (RENSA_COMPONENT_OPTIMIZER_HOOK, "GradientNoise(eta=0.3)", NULL);
  g_autoptr (RensaOptimizer) optimizer = rensa_optimizer_new (attrs, NULL);
  g_autoptr (RensaArray) squares = NULL;
  RensaArray *param;

  g_assert_true (rensa_link_add_param (link, "p", &shape, zero, NULL));
  rensa_optimizer_setup (optimizer, link);
  g_assert_true (rensa_optimizer_add_hook (optimizer, hook, NULL));
  for (int i = 1; i < t; i++)
    {
      g_assert_true (rensa_optimizer_update (optimizer, NULL));
      rensa_link_cleargrads (link);
    }
  param = rensa_variable_get_array (rensa_link_get_param (link, 0));
  g_assert_true (rensa_array_fill (param, 0, NULL));
  g_assert_true (rensa_optimizer_update (optimizer, NULL));
  squares = rensa_reduce (RENSA_REDUCE_SUM_SQUARE, param, 1, FALSE, NULL);
  return sqrt (rensa_array_get_scalar (squares) / 1e5);
}

/* Chainer's variance, eta / (1 + updates made)^0.55; the deviation of 100,000 numbers is right to a third of a percent. */
static void
test_noise_fades (void)
{
  g_assert_cmpfloat_with_epsilon (measure_noise (1), sqrt (0.3), 0.01);
  g_assert_cmpfloat_with_epsilon (measure_noise (20), sqrt (0.3 / pow (20, 0.55)), 0.005);
}

/* Two parameters may have been given one gradient array; a hook must not scale it twice. */
static void
test_hooks_do_not_share (void)
{
  g_autoptr (RensaArray) shared = rensa_array_full (RENSA_FLOAT32, &RENSA_SHAPE (1), 1, NULL);
  Fixture fixture;

  fixture_init (&fixture, "SGD(lr=1)");
  add_hook (&fixture, "WeightDecay(rate=1)");
  rensa_variable_set_grad (rensa_link_get_param (fixture.link, 0), shared);
  rensa_variable_set_grad (rensa_link_get_param (fixture.link, 1), shared);
  update (&fixture);
  g_assert_cmpfloat (get_param (&fixture, 0), ==, -1);
  g_assert_cmpfloat (get_param (&fixture, 1), ==, -1);
  g_assert_cmpfloat (rensa_array_get_scalar (shared), ==, 1);
  fixture_clear (&fixture);
}

static void
test_attributes_change_while_training (void)
{
  g_autoptr (GError) error = NULL;
  Fixture fixture;

  fixture_init (&fixture, "SGD(lr=0.25)");
  set_grad (&fixture, 0, 1);
  update (&fixture);
  g_assert_true (rensa_optimizer_set_attr_text (fixture.optimizer, "lr", "0.5", &error));
  update (&fixture);
  g_assert_cmpfloat (get_param (&fixture, 0), ==, 0.25);

  g_assert_false (rensa_optimizer_set_attr_text (fixture.optimizer, "lr", "-1", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  fixture_clear (&fixture);
}

/* The bounds of AdaBound close in on final_lr times what alpha has become relative to its beginning. */
static void
test_final_lr_follows_alpha (void)
{
  Fixture fixture;

  fixture_init (&fixture, "Adam(alpha=1, beta1=0, adabound=True, final_lr=0.1, gamma=1e9)");
  set_grad (&fixture, 0, 1);
  update (&fixture);
  g_assert_cmpfloat_with_epsilon (get_param (&fixture, 0), 0.9, 1e-6);
  g_assert_true (rensa_optimizer_set_attr_text (fixture.optimizer, "alpha", "0.5", NULL));
  update (&fixture);
  g_assert_cmpfloat_with_epsilon (get_param (&fixture, 0), 0.85, 1e-6);
  fixture_clear (&fixture);
}

static void
test_states (void)
{
  Fixture fixture;

  fixture_init (&fixture, "Adam");
  g_assert_null (rensa_optimizer_get_state (fixture.optimizer, "/a", "m"));
  set_grad (&fixture, 0, 2);
  update (&fixture);
  g_assert_cmpfloat_with_epsilon (rensa_array_get_scalar (rensa_optimizer_get_state (fixture.optimizer, "/a", "m")),
                                  0.2, 1e-6);
  g_assert_null (rensa_optimizer_get_state (fixture.optimizer, "/a", "vhat"));
  g_assert_null (rensa_optimizer_get_state (fixture.optimizer, "/nobody", "m"));
  g_assert_cmpint (rensa_optimizer_get_t (fixture.optimizer), ==, 1);
  fixture_clear (&fixture);
}

/* Where the parameters go there the states follow. */
static void
test_states_follow (void)
{
  const RensaDevice *far = rensa_device_find ("far:1", NULL);
  RensaArray *m;
  Fixture fixture;

  fixture_init (&fixture, "Adam");
  set_grad (&fixture, 0, 2);
  update (&fixture);
  g_assert_true (rensa_link_to_device (fixture.link, far, NULL));
  update (&fixture);
  m = rensa_optimizer_get_state (fixture.optimizer, "/a", "m");
  g_assert_true (rensa_array_get_device (m) == far);
  g_assert_cmpfloat_with_epsilon (rensa_array_get_scalar (m), 0.9 * 0.2 + 0.1 * 2, 1e-6);
  fixture_clear (&fixture);
}

static gboolean
leave_out_states (gpointer optimizer, RensaSerializer *serializer, GError **error)
{
  gint64 t = 3;
  gint64 epoch = 0;

  return rensa_serializer_int (serializer, "t", &t, error) && rensa_serializer_int (serializer, "epoch", &epoch, error)
         && rensa_serializer_int (rensa_serializer_child (serializer, "a"), "t", &t, error)
         && rensa_serializer_int (rensa_serializer_child (serializer, "b"), "t", &t, error);
}

/* Moments that are missing after three updates would count as zero. */
static void
test_missing_states (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "snapshot", NULL);
  g_autoptr (GError) error = NULL;
  Fixture fixture;

  fixture_init (&fixture, "Adam");
  g_assert_true (rensa_save_npz (path, leave_out_states, NULL, FALSE, &error));
  g_assert_false (
      rensa_load_npz (path, NULL, RENSA_NPZ_ALLOW_EXTRA, rensa_optimizer_serialize, fixture.optimizer, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "a/m"));
  g_assert_cmpint (rensa_optimizer_get_t (fixture.optimizer), ==, 0);
  g_clear_error (&error);

  fixture_clear (&fixture);
  fixture_init (&fixture, "SGD");
  rensa_load_npz (path, NULL, RENSA_NPZ_ALLOW_EXTRA, rensa_optimizer_serialize, fixture.optimizer, &error);
  g_assert_no_error (error);
  fixture_clear (&fixture);
  test_folder_remove (folder);
}

/* Who goes back to before the first update has no moments of those that were made. */
static void
test_states_are_dropped (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "snapshot", NULL);
  g_autoptr (GError) error = NULL;
  Fixture fixture;

  fixture_init (&fixture, "Adam");
  g_assert_true (rensa_save_npz (path, rensa_optimizer_serialize, fixture.optimizer, FALSE, &error));
  set_grad (&fixture, 0, 2);
  update (&fixture);
  rensa_load_npz (path, NULL, RENSA_NPZ_EXACT, rensa_optimizer_serialize, fixture.optimizer, &error);
  g_assert_no_error (error);
  g_assert_null (rensa_optimizer_get_state (fixture.optimizer, "/a", "m"));
  g_assert_null (rensa_optimizer_get_state (fixture.optimizer, "/a", "v"));
  fixture_clear (&fixture);
  test_folder_remove (folder);
}

/* A gradient that is not a number stays one: nothing is clipped away. */
static void
test_nan_is_not_hidden (void)
{
  Fixture fixture;

  fixture_init (&fixture, "SGD(lr=1)");
  add_hook (&fixture, "GradientClipping(threshold=1)");
  set_grad (&fixture, 0, NAN);
  set_grad (&fixture, 1, 1);
  update (&fixture);
  g_assert_true (isnan (get_param (&fixture, 0)));
  fixture_clear (&fixture);
}

static void
test_required_attribute (void)
{
  g_autoptr (RensaAttrs) optimizer = rensa_attrs_new_from_text (RENSA_COMPONENT_OPTIMIZER, "SGD", NULL);
  g_autoptr (RensaAttrs) hook = rensa_attrs_new_from_text (RENSA_COMPONENT_OPTIMIZER_HOOK, "WeightDecay", NULL);
  g_autoptr (RensaOptimizer) sgd = rensa_optimizer_new (optimizer, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (hook);
  g_assert_false (rensa_optimizer_add_hook (sgd, hook, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
}

static void
test_from_text (void)
{
  g_autoptr (RensaOptimizer) adam = rensa_optimizer_new_from_text ("Adam(alpha=0.25)", NULL);
  g_autoptr (RensaOptimizer) adan = NULL;
  g_autoptr (GError) error = NULL;
  double rate;

  g_assert_true (rensa_optimizer_get_learning_rate (adam, &rate));
  g_assert_cmpfloat (rate, ==, 0.25);
  g_assert_null (rensa_optimizer_new (NULL, NULL));

  adan = rensa_optimizer_new_from_text ("Adan", &error);
  g_assert_null (adan);
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "Adam"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  far_device_register ();
  rensa_registry_add (RENSA_COMPONENT_OPTIMIZER, (const RensaComponent *const *) rensa_optimizers_classes,
                      rensa_n_optimizers_classes);
  rensa_registry_add (RENSA_COMPONENT_OPTIMIZER_HOOK, (const RensaComponent *const *) rensa_optimizer_hooks_classes,
                      rensa_n_optimizer_hooks_classes);
  rensa_registry_add (RENSA_COMPONENT_INITIALIZER, (const RensaComponent *const *) rensa_initializers_classes,
                      rensa_n_initializers_classes);
  g_test_add_func ("/optimizers/missing-gradient", test_missing_gradient_is_zero);
  g_test_add_func ("/optimizers/hooks/order", test_hooks_run_in_order);
  g_test_add_func ("/optimizers/hooks/shared-gradient", test_hooks_do_not_share);
  g_test_add_func ("/optimizers/hooks/noise", test_noise_fades);
  g_test_add_func ("/optimizers/hooks/nan", test_nan_is_not_hidden);
  g_test_add_func ("/optimizers/attributes", test_attributes_change_while_training);
  g_test_add_func ("/optimizers/final-lr", test_final_lr_follows_alpha);
  g_test_add_func ("/optimizers/states", test_states);
  g_test_add_func ("/optimizers/states-follow", test_states_follow);
  g_test_add_func ("/optimizers/missing-states", test_missing_states);
  g_test_add_func ("/optimizers/dropped-states", test_states_are_dropped);
  g_test_add_func ("/optimizers/required-attribute", test_required_attribute);
  g_test_add_func ("/optimizers/from-text", test_from_text);
  return g_test_run ();
}
