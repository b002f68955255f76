/* test-link-hook.c: what is called around the calls of links.
 * SPDX-License-Identifier: MIT */

#include "link-fixture.h"
#include "rensa-link-hooks.h"

static RensaLinkHook *
hook_of (const RensaLinkHookClass *class, const char *text)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (class));

  g_assert_true (rensa_attrs_parse (attrs, text, NULL));
  return rensa_link_hook_new (attrs, NULL);
}

static void
test_timer (void)
{
  g_autoptr (RensaLinkHook) timer = rensa_link_timer_hook_new ();
  g_autoptr (RensaLink) link = link_of ("Highway(in_out_size=2)");
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (1, 2), 1, 2);
  g_autoptr (RensaVariable) y = NULL;
  g_autoptr (RensaVariable) z = NULL;
  g_autofree char *report = NULL;
  RensaCallProfile *profile;

  rensa_link_hook_push (timer);
  y = rensa_link_call (link, x, NULL);
  rensa_link_hook_pop (timer);
  z = rensa_link_call (link, x, NULL);
  profile = rensa_link_timer_hook_get_profile (timer);
  g_assert_cmpuint (rensa_call_profile_find (profile, "Highway")->n_calls, ==, 1);
  g_assert_cmpuint (rensa_call_profile_find (profile, "Linear")->n_calls, ==, 2);
  g_assert_null (rensa_call_profile_find (profile, "Maxout"));
  g_assert_cmpfloat (rensa_call_profile_get_total (profile, 0), ==,
                     rensa_call_profile_find (profile, "Highway")->costs[0]);
  g_assert_cmpfloat (rensa_call_profile_find (profile, "Highway")->costs[0], >=,
                     rensa_call_profile_find (profile, "Linear")->costs[0]);
  report = rensa_call_profile_report (profile, "auto", NULL);
  g_assert_true (g_str_has_prefix (report, "LinkName  ElapsedTime  Occurrence\n  Linear"));
}

/* What the hook made goes with it. */
static void
test_added_and_deleted (void)
{
  g_autoptr (RensaLinkHook) hook = hook_of (&rensa_spectral_normalization_hook_class, "use_gamma=True");
  g_autoptr (RensaLink) link = link_of ("Linear(in_size=2, out_size=2, initialW=Identity(scale=3))");
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (1, 2), 1, 2);
  g_autoptr (RensaVariable) y = NULL;
  g_autofree char *with = NULL;
  g_autofree char *without = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (rensa_link_add_hook (link, hook, &error));
  with = list_params (link);
  g_assert_cmpstr (with, ==, "/W /b /gamma");
  /* The largest singular value is 3, and so is the scale. */
  assert_values (rensa_variable_get_array (find_param (link, "gamma")), RENSA_SHAPE_SCALAR, 3);
  y = rensa_link_call (link, x, &error);
  assert_values (rensa_variable_get_array (y), RENSA_SHAPE (1, 2), 3, 6);
  g_assert_false (rensa_link_add_hook (link, hook, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "Linear already has a hook SpectralNormalization");

  g_assert_true (rensa_link_delete_hook (link, "SpectralNormalization", &error));
  without = list_params (link);
  g_assert_cmpstr (without, ==, "/W /b");
  g_assert_null (rensa_link_find_persistent (link, "W_u"));
  g_assert_false (rensa_link_delete_hook (link, "SpectralNormalization", &error));
  assert_message (&error, RENSA_ERROR_NOT_FOUND, "Linear has no hook SpectralNormalization");
}

/* The weight of a link that learns its size; the parameter itself stays as it is, in a copy, too. */
static void
test_lazy (void)
{
  g_autoptr (RensaLinkHook) hook = hook_of (&rensa_spectral_normalization_hook_class, "factor=2, n_power_iteration=20");
  g_autoptr (RensaLink) link = link_of ("Linear(in_size=None, out_size=2, initialW=Identity(scale=3))");
  g_autoptr (RensaLink) copy = NULL;
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (1, 2), 1, 2);
  g_autoptr (RensaVariable) y = NULL;
  g_autoptr (RensaVariable) z = NULL;

  g_assert_true (rensa_link_add_hook (link, hook, NULL));
  g_assert_null (rensa_link_find_persistent (link, "W_u"));
  y = rensa_link_call (link, x, NULL);
  assert_values (rensa_variable_get_array (y), RENSA_SHAPE (1, 2), 2, 4);
  assert_values (rensa_variable_get_array (find_param (link, "W")), RENSA_SHAPE (2, 2), 3, 0, 0, 3);
  copy = rensa_link_copy (link, RENSA_COPY_COPY, NULL);
  z = rensa_link_call (copy, x, NULL);
  assert_values (rensa_variable_get_array (z), RENSA_SHAPE (1, 2), 2, 4);
}

static void
test_refused (void)
{
  g_autoptr (RensaLinkHook) spectral = hook_of (&rensa_spectral_normalization_hook_class, "weight_name=V");
  g_autoptr (RensaLinkHook) even = hook_of (&rensa_weight_standardization_hook_class, NULL);
  g_autoptr (RensaLink) link = link_of ("Linear(in_size=2, out_size=2)");
  g_autoptr (RensaLink) chain = rensa_chain_new ();
  g_autoptr (GError) error = NULL;

  g_assert_false (rensa_link_add_hook (link, spectral, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "SpectralNormalization: Linear has no parameter “V”");
  g_assert_false (rensa_link_add_hook (chain, even, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "WeightStandardization: Chain has no parameter “W”");
}

int
main (int argc, char **argv)
{
  link_tests_init (&argc, &argv);
  g_test_add_func ("/links/link-hook/timer", test_timer);
  g_test_add_func ("/links/link-hook/added-and-deleted", test_added_and_deleted);
  g_test_add_func ("/links/link-hook/lazy", test_lazy);
  g_test_add_func ("/links/link-hook/refused", test_refused);
  return g_test_run ();
}
