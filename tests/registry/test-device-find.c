/* test-device-find.c
 * SPDX-License-Identifier: MIT */

#include "rensa-device-find.h"
#include "rensa-device-list.h"

#include "rensa-error.h"

static RensaDevice devices[2];

static int
count (const RensaDeviceClass *klass)
{
  return G_N_ELEMENTS (devices);
}

static const RensaDevice *
open_device (const RensaDeviceClass *klass, int number, GError **error)
{
  return &devices[number];
}

static const RensaDevice *
open_broken (const RensaDeviceClass *klass, int number, GError **error)
{
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "The driver of broken is older than 3.");
  return NULL;
}

static int
count_none (const RensaDeviceClass *klass)
{
  return 0;
}

static void
explain (const RensaDeviceClass *klass, GError **error)
{
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "Nobody has plugged in a %s.", klass->name);
}

static const RensaDeviceClass secret = { .name = "secret", .is_hidden = TRUE, .count = count, .open = open_device };
static const RensaDeviceClass none = { .name = "none", .count = count_none, .explain = explain };
static const RensaDeviceClass many = { .name = "many", .count = count, .open = open_device };
static const RensaDeviceClass broken = { .name = "broken", .open = open_broken };

static void
assert_refused (const char *name, const char *message)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_device_find (name, &error));
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_find (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (rensa_device_find ("many:1", &error) == &devices[1]);
  g_assert_true (rensa_device_find ("many:0", &error) == &devices[0]);
  g_assert_true (rensa_device_find ("many", &error) == &devices[0]);
  g_assert_no_error (error);
}

static void
test_refused (void)
{
  assert_refused ("xyz", "device xyz is not available here, only broken, many:0 and many:1.");
  assert_refused ("", "device \"\" is not available here, only broken, many:0 and many:1.");
  assert_refused ("x y ", "device \"x y \" is not available here, only broken, many:0 and many:1.");
  assert_refused ("many:2", "device many:2 is not available here, only broken, many:0 and many:1; did you mean "
                            "many:0?");
  assert_refused ("many:", "device many: is not available here, only broken, many:0 and many:1; did you mean many:0?");
  assert_refused ("many:-1", "device many:-1 is not available here, only broken, many:0 and many:1; did you mean "
                             "many:1?");
  assert_refused ("broken", "The driver of broken is older than 3.");
  assert_refused ("broken:0", "device broken:0 is not available here, only broken, many:0 and many:1; did you mean "
                              "broken?");
}

static void
assert_listed (GPtrArray *list, guint i, const char *name, const RensaDeviceClass *class, int number,
               const char *why_not)
{
  const RensaListedDevice *listed = list->pdata[i];

  g_assert_cmpstr (listed->name, ==, name);
  g_assert_true (listed->klass == class);
  g_assert_cmpint (listed->number, ==, number);
  g_assert_cmpstr (listed->why_not != NULL ? listed->why_not->message : NULL, ==, why_not);
}

/* A class without devices says why; what is hidden comes last, where it is asked for; nothing is opened. */
static void
test_list (void)
{
  g_autoptr (GPtrArray) usual = rensa_device_list (FALSE);
  g_autoptr (GPtrArray) all = rensa_device_list (TRUE);

  g_assert_cmpuint (usual->len, ==, 4);
  g_assert_cmpuint (all->len, ==, 6);
  assert_listed (all, 0, "broken", &broken, 0, NULL);
  assert_listed (all, 1, "many:0", &many, 0, NULL);
  assert_listed (all, 2, "many:1", &many, 1, NULL);
  assert_listed (all, 3, "none", &none, 0, "Nobody has plugged in a none.");
  assert_listed (all, 4, "secret:0", &secret, 0, NULL);
  assert_listed (all, 5, "secret:1", &secret, 1, NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_device_register (&secret);
  rensa_device_register (&none);
  rensa_device_register (&many);
  rensa_device_register (&broken);
  g_test_add_func ("/registry/device-find/found", test_find);
  g_test_add_func ("/registry/device-find/refused", test_refused);
  g_test_add_func ("/registry/device-find/list", test_list);
  return g_test_run ();
}
