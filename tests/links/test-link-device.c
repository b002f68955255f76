/* test-link-device.c: links whose values lie on another device than the host.
 * SPDX-License-Identifier: MIT */

#include "far-device.h"
#include "link-fixture.h"
#include "rensa-device-find.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"

static const RensaDevice *
get_far (void)
{
  return rensa_device_find ("far:1", NULL);
}

/* A normalization between a layer and one that learns its size. */
static RensaLink *
model_new (void)
{
  RensaLink *link = rensa_sequential_new ();

  g_assert_true (rensa_link_append_child (link, link_of ("Linear(in_size=2, out_size=3)"), NULL));
  g_assert_true (rensa_link_append_child (link, link_of ("BatchNormalization(size=3, use_gamma=False)"), NULL));
  g_assert_true (rensa_link_append_child (
      link, link_of ("Linear(in_size=None, out_size=1, initialW=Constant(fill_value=2))"), NULL));
  return link;
}

static gboolean
check_param (const char *path, RensaVariable *param, gpointer device, GError **error)
{
  RensaArray *array = rensa_variable_get_array (param);
  RensaArray *grad = rensa_variable_get_grad (param);

  g_assert_true (array == NULL || rensa_array_get_device (array) == device);
  g_assert_true (grad == NULL || rensa_array_get_device (grad) == device);
  return TRUE;
}

static gboolean
check_persistent (const char *path, RensaLink *owner, int index, gpointer device, GError **error)
{
  RensaArray *array = rensa_link_get_persistent (owner, index);

  g_assert_true (array == NULL || rensa_array_get_device (array) == device);
  return TRUE;
}

static void
assert_all_on (RensaLink *link, const RensaDevice *device)
{
  g_assert_true (rensa_link_get_device (link) == device);
  rensa_link_foreach_param (link, check_param, (gpointer) device, NULL);
  rensa_link_foreach_persistent (link, check_persistent, (gpointer) device, NULL);
}

/* The sum of what @link makes of the same batch each time, after which the gradients are there. */
static double
call_and_go_back (RensaLink *link)
{
  g_autoptr (RensaArray) here = ARRAY (RENSA_SHAPE (2, 2), 1, 2, 3, -4);
  g_autoptr (RensaArray) there = rensa_array_to_device (here, rensa_link_get_device (link), NULL);
  g_autoptr (RensaVariable) x = rensa_variable_new_constant (there);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaVariable) y = rensa_link_call (link, x, &error);
  g_autoptr (RensaVariable) square = rensa_square (y, &error);
  g_autoptr (RensaVariable) total = rensa_sum (square, NULL, FALSE, &error);

  g_assert_no_error (error);
  g_assert_true (rensa_variable_backward (total, NULL, &error));
  return rensa_array_get_scalar (rensa_variable_get_array (total));
}

/* What was on the host goes there, and what later calls make is made there; the figures stay what they were. */
static void
test_moved (void)
{
  g_autoptr (RensaLink) link = model_new ();
  g_autoptr (RensaLink) twin = rensa_link_copy (link, RENSA_COPY_COPY, NULL);
  g_autoptr (RensaLink) copy = NULL;

  g_assert_true (rensa_link_to_device (link, get_far (), NULL));
  assert_all_on (link, get_far ());
  g_assert_cmpfloat (call_and_go_back (link), ==, call_and_go_back (twin));
  assert_all_on (link, get_far ());
  assert_all_on (twin, rensa_device_get_host ());
  g_assert_nonnull (rensa_variable_get_array (find_param (link, "2/W")));

  copy = rensa_link_copy (link, RENSA_COPY_INIT, NULL);
  assert_all_on (copy, get_far ());
}

/* With gradients, and back. */
static void
test_there_and_back (void)
{
  g_autoptr (RensaLink) link = model_new ();
  g_autofree double *before = NULL;
  g_autofree double *after = NULL;

  call_and_go_back (link);
  before = get_values (rensa_variable_get_grad (find_param (link, "0/W")));
  g_assert_true (rensa_link_to_device (link, get_far (), NULL));
  g_assert_nonnull (rensa_variable_get_grad (find_param (link, "0/W")));
  assert_all_on (link, get_far ());
  g_assert_true (rensa_link_to_device (link, rensa_device_get_host (), NULL));
  assert_all_on (link, rensa_device_get_host ());
  after = get_values (rensa_variable_get_grad (find_param (link, "0/W")));
  g_assert_cmpmem (after, 6 * sizeof *after, before, 6 * sizeof *before);
}

static void
test_copy_params (void)
{
  g_autoptr (RensaLink) here = model_new ();
  g_autoptr (RensaLink) there = model_new ();

  call_and_go_back (here);
  g_assert_true (rensa_link_to_device (there, get_far (), NULL));
  g_assert_true (rensa_link_copy_params (there, here, NULL));
  assert_all_on (there, get_far ());
  assert_values (rensa_variable_get_array (find_param (there, "2/W")), RENSA_SHAPE (1, 3), 2, 2, 2);
}

int
main (int argc, char **argv)
{
  link_tests_init (&argc, &argv);
  far_device_register ();
  g_test_add_func ("/links/link-device/moved", test_moved);
  g_test_add_func ("/links/link-device/there-and-back", test_there_and_back);
  g_test_add_func ("/links/link-device/copy-params", test_copy_params);
  return g_test_run ();
}
