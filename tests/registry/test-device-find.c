/* test-device-find.c
 * SPDX-License-Identifier: MIT */

#include "rensa-device-find.h"

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
  assert_refused ("xyz", "there is no device xyz here, only many:0, many:1 and broken.");
  assert_refused ("many:2", "there is no device many:2 here, only many:0, many:1 and broken; did you mean many:0?");
  assert_refused ("many:", "there is no device many: here, only many:0, many:1 and broken; did you mean many:0?");
  assert_refused ("many:-1", "there is no device many:-1 here, only many:0, many:1 and broken; did you mean many:1?");
  assert_refused ("broken", "The driver of broken is older than 3.");
  assert_refused ("broken:0", "there is no device broken:0 here, only many:0, many:1 and broken; did you mean broken?");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_device_register (&many);
  rensa_device_register (&broken);
  g_test_add_func ("/registry/device-find/found", test_find);
  g_test_add_func ("/registry/device-find/refused", test_refused);
  return g_test_run ();
}
