/* test-optimizer.c: updates beyond the reference cases.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "leak-scope.h"
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
  g_autofree char *folder = g_dir_make_tmp ("rensa-optimizer-XXXXXX", NULL);
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
  g_unlink (path);
  g_rmdir (folder);
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
  add_leak_checked_test ("/optimizers/missing-gradient", test_missing_gradient_is_zero);
  add_leak_checked_test ("/optimizers/hooks/order", test_hooks_run_in_order);
  add_leak_checked_test ("/optimizers/hooks/shared-gradient", test_hooks_do_not_share);
  add_leak_checked_test ("/optimizers/hooks/nan", test_nan_is_not_hidden);
  add_leak_checked_test ("/optimizers/attributes", test_attributes_change_while_training);
  add_leak_checked_test ("/optimizers/final-lr", test_final_lr_follows_alpha);
  add_leak_checked_test ("/optimizers/states", test_states);
  add_leak_checked_test ("/optimizers/missing-states", test_missing_states);
  add_leak_checked_test ("/optimizers/required-attribute", test_required_attribute);
  return g_test_run ();
}
