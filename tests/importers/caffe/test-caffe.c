/* test-caffe.c: nets of Caffe as documents.
 * SPDX-License-Identifier: MIT */

#include <json-c/json.h>
#include <math.h>
#include <string.h>

#include "arrays.h"
#include "rensa-importer.h"
#include "rensa-init.h"
#include "rensa-npz.h"

#define MOST_OUTPUTS 16

static char *
find_file (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "reference", "serialized", name, NULL);
}

static RensaImported *
import (const char *name)
{
  g_autofree char *path = find_file (name);
  g_autoptr (GError) error = NULL;
  RensaImported *imported = rensa_import (path, &error);

  g_assert_no_error (error);
  return imported;
}

static void
compare (RensaArray *found, RensaArray *expected)
{
  g_autofree double *found_values = get_values (found);
  g_autofree double *expected_values = get_values (expected);

  g_assert_true (rensa_shape_equal (rensa_array_get_shape (found), rensa_array_get_shape (expected)));
  for (gint64 i = 0; i < rensa_array_get_count (found); i++)
    g_assert_cmpfloat (fabs (found_values[i] - expected_values[i]), <=, 1e-5 + 1e-4 * fabs (expected_values[i]));
}

/* What no layer takes is what Chainer's CaffeFunction makes. */
static void
outputs (gconstpointer data)
{
  g_autofree char *file = g_strconcat (data, ".caffemodel", NULL);
  g_autofree char *io = g_strconcat (data, "_io.npz", NULL);
  g_autofree char *path = find_file (io);
  g_autoptr (RensaImported) imported = import (file);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaNpz) npz = rensa_npz_open (path, &error);
  g_autoptr (RensaArray) x = NULL;
  RensaArray *found[MOST_OUTPUTS] = { NULL };
  guint n = 0;

  g_assert_no_error (error);
  x = rensa_npz_read (npz, "x", &error);
  g_assert_no_error (error);
  g_assert_true (rensa_imported_ask (imported, &x, found, &error));
  g_assert_no_error (error);
  for (guint i = 0; imported->outputs[i] != NULL; i++)
    {
      g_autofree char *key = g_strconcat ("y.", imported->outputs[i], NULL);
      g_autoptr (RensaArray) expected = rensa_npz_has (npz, key) ? rensa_npz_read (npz, key, &error) : NULL;

      g_assert_no_error (error);
      if (expected != NULL)
        {
          compare (found[i], expected);
          n++;
        }
    }
  g_assert_cmpuint (n, >, 0);
  rensa_arrays_clear (found, MOST_OUTPUTS);
}

/* The size of the pictures, which the file does not tell, is found. */
static void
size (void)
{
  g_autoptr (RensaImported) imported = import ("caffe_small.caffemodel");

  g_assert_cmpint (imported->types[0].shape.dims[1], ==, 2);
  g_assert_cmpint (imported->types[0].shape.dims[2], >=, 5);
  g_assert_cmpint (imported->types[0].shape.dims[2], <=, 6);
  g_assert_cmpuint (imported->notes->len, ==, 2);
  g_assert_nonnull (strstr (imported->notes->pdata[1], "fits"));
}

static void
refused (void)
{
  g_autofree char *path = find_file ("caffe_bad.json");
  struct json_object *all = json_object_from_file (path);
  struct json_object *files = json_object_object_get (all, "refused");

  g_assert_cmpuint (json_object_array_length (files), ==, 6);
  for (gsize i = 0; i < json_object_array_length (files); i++)
    {
      const char *name = json_object_get_string (json_object_object_get (json_object_array_get_idx (files, i), "file"));
      g_autofree char *file = find_file (name);
      g_autoptr (GError) error = NULL;

      g_assert_null (rensa_import (file, &error));
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, name));
    }
  json_object_put (all);
}

int
main (int argc, char **argv)
{
  static const char *const names[] = { "caffe_small", "caffe_v1", "caffe_exported", "caffe_layers", "caffe_loss" };

  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_strconcat ("/importers/caffe/outputs/", names[i], NULL);

      g_test_add_data_func (path, names[i], outputs);
    }
  g_test_add_func ("/importers/caffe/size", size);
  g_test_add_func ("/importers/caffe/refused", refused);
  return g_test_run ();
}
