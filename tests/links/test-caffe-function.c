/* test-caffe-function.c: nets of Caffe, whole and spoiled.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>

#include "link-fixture.h"
#include "rensa-caffe-function.h"
#include "rensa-error.h"
#include "rensa-modes.h"
#include "rensa-random.h"

static char *
find_file (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "reference", "serialized", name, NULL);
}

static GBytes *
read_bytes (const char *name)
{
  g_autofree char *path = find_file (name);
  char *data = NULL;
  gsize size = 0;

  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  return g_bytes_new_take (data, size);
}

static RensaLink *
net_of (const char *name)
{
  g_autofree char *path = find_file (name);
  g_autoptr (GError) error = NULL;
  RensaLink *net = rensa_caffe_function_new (path, &error);

  g_assert_no_error (error);
  return net;
}

/* What is not known is told, what holds data is not. */
static void
test_skipped (void)
{
  g_autoptr (RensaLink) net = net_of ("caffe_layers.caffemodel");
  g_autoptr (RensaLink) old = net_of ("caffe_v1.caffemodel");
  g_autofree char *names = g_strjoinv (" ", (char **) rensa_caffe_function_get_skipped (net));

  g_assert_cmpstr (names, ==, "not_there: TanH");
  g_assert_cmpstr (rensa_caffe_function_get_skipped (old)[0], ==, "tanh: 23");
  g_assert_null (rensa_caffe_function_get_skipped (old)[1]);
}

/* As any link: data and labels go in, the last layer that could run comes out. */
static void
test_call (void)
{
  g_autoptr (RensaLink) net = net_of ("caffe_loss.caffemodel");
  g_autoptr (RensaVariable) x = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (4, 5));
  g_autoptr (RensaVariable) t = zeros_of (RENSA_INT32, RENSA_SHAPE (4));
  RensaVariable *y = NULL;

  g_assert_cmpint (rensa_link_call_n (net, (RensaVariable *[]){ x, t }, 2, &y, 1, NULL), ==, 1);
  g_assert_cmpint (rensa_variable_get_type (y).shape.ndim, ==, 0);
  g_clear_pointer (&y, rensa_variable_unref);
  g_assert_cmpint (rensa_link_call_n (net, &x, 1, &y, 1, NULL), ==, 1);
  g_assert_cmpint (rensa_variable_get_type (y).shape.dims[1], ==, 3);
  rensa_variable_unref (y);
}

static void
test_disable (void)
{
  g_autoptr (RensaLink) net = net_of ("caffe_loss.caffemodel");
  g_autoptr (RensaVariable) x = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (4, 5));
  const char *const names[] = { "data", NULL };
  const char *const wanted[] = { "fc1", "sig1", NULL };
  const char *const disable[] = { "sig1", "drop1", NULL };
  RensaVariable *results[2] = { NULL };
  GError *error = NULL;

  g_assert_true (rensa_caffe_function_call (net, names, &x, wanted, NULL, results, NULL));
  rensa_variables_clear (results, 2);
  g_assert_false (rensa_caffe_function_call (net, names, &x, wanted, disable, results, &error));
  assert_message (&error, RENSA_ERROR_NOT_FOUND, "“sig1” was requested, but no executed layer produces it");
}

static void
test_faults (void)
{
  char *folder = test_folder_new ();
  g_autofree char *missing = g_build_filename (folder, "missing.caffemodel", NULL);
  g_autofree char *blobs = find_file ("caffe_bad_blobs.caffemodel");
  g_autofree char *within = find_file ("caffe_bad_within.caffemodel");
  g_autofree char *truncated = find_file ("caffe_bad_truncated.caffemodel");
  g_autoptr (GBytes) nothing = g_bytes_new_static ("", 0);
  GError *error = NULL;

  g_assert_null (rensa_caffe_function_new (missing, &error));
  assert_message_has (&error, RENSA_ERROR_IO, "cannot be read");
  g_assert_null (rensa_caffe_function_new (blobs, &error));
  assert_message_has (&error, RENSA_ERROR_FORMAT, ": blob 1 (counted from 0) is missing from the file");
  g_assert_null (rensa_caffe_function_new (within, &error));
  assert_message_has (&error, RENSA_ERROR_FORMAT, "(LRN): normalization within a channel is not supported");
  g_assert_null (rensa_caffe_function_new (truncated, &error));
  assert_message_has (&error, RENSA_ERROR_FORMAT, "net: expected a field at byte");
  g_assert_null (rensa_caffe_function_new_from_bytes (nothing, &error));
  assert_message_has (&error, RENSA_ERROR_FORMAT, "expected a Caffe net, but there is no layer that can be called");
  test_folder_free (folder);
}

/* Some bytes changed, or the end cut off. */
static GBytes *
spoil (GBytes *bytes, RensaRandom *random)
{
  gsize size;
  guint8 *data = g_memdup2 (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  const guint n = 1 + rensa_random_uint32 (random) % 3;

  size = g_bytes_get_size (bytes);
  if (rensa_random_uint32 (random) % 8 == 0)
    size = rensa_random_below (random, size);
  for (guint i = 0; i < n && size > 0; i++)
    data[rensa_random_below (random, size)] = (guint8) rensa_random_uint32 (random);
  return g_bytes_new_take (data, size);
}

/* Each is taken, or refused with a sentence. */
static void
test_spoiled (void)
{
  static const char *const names[] = { "caffe_layers.caffemodel", "caffe_v1.caffemodel", "caffe_small.caffemodel",
                                       "caffe_loss.caffemodel" };
  RensaRandom random = rensa_random_init (5, 0);
  guint n_refused = 0;

  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    {
      g_autoptr (GBytes) sound = read_bytes (names[k]);

      for (int i = 0; i < 500; i++)
        {
          g_autoptr (GBytes) spoiled = spoil (sound, &random);
          g_autoptr (GError) error = NULL;
          g_autoptr (RensaLink) net = rensa_caffe_function_new_from_bytes (spoiled, &error);

          g_assert_true ((net == NULL) == (error != NULL));
          n_refused += net == NULL;
        }
    }
  g_assert_cmpuint (n_refused, >, 200);
}

int
main (int argc, char **argv)
{
  link_tests_init (&argc, &argv);
  g_test_add_func ("/links/caffe-function/skipped", test_skipped);
  g_test_add_func ("/links/caffe-function/call", test_call);
  g_test_add_func ("/links/caffe-function/disable", test_disable);
  g_test_add_func ("/links/caffe-function/faults", test_faults);
  g_test_add_func ("/links/caffe-function/spoiled", test_spoiled);
  return g_test_run ();
}
