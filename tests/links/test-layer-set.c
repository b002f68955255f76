/* test-layer-set.c: well-known networks for pictures, with what they give in Chainer.
 * SPDX-License-Identifier: MIT */

#include <json-c/json.h>
#include <math.h>
#include <string.h>

#include "link-fixture.h"
#include "rensa-error.h"
#include "rensa-layer-set.h"
#include "rensa-meta-device.h"
#include "rensa-modes.h"

#define MAX_LAYERS 8

/* Numbers from -1/2 to 1/2, as build-aux/record-layer-sets.py makes them. */
static double
make_number (guint64 k)
{
  k = k * 2654435761 % (G_GUINT64_CONSTANT (1) << 32);
  k = (k ^ k >> 15) * 2246822519 % (G_GUINT64_CONSTANT (1) << 32);
  return (double) k / 4294967296.0 - 0.5;
}

static RensaArray *
make_array (const RensaShape *shape, guint64 start, double factor, double shift)
{
  const gint64 n = rensa_shape_count (shape);
  g_autofree float *values = g_new (float, n);
  RensaArray *array;

  for (gint64 i = 0; i < n; i++)
    values[i] = (float) (shift + factor * make_number (start + (guint64) i));
  array = rensa_array_new_from_host (RENSA_FLOAT32, shape, values, NULL);
  g_assert_nonnull (array);
  return array;
}

static RensaArray *
make_value (const char *path, const RensaShape *shape)
{
  const char *name = strrchr (path, '/') + 1;
  double factor = 0.1;
  double shift = 0;

  if (g_str_equal (name, "W"))
    factor = sqrt (24.0 / ((double) rensa_shape_count (shape) / (double) shape->dims[0]));
  else if (g_str_equal (name, "gamma") || g_str_equal (name, "avg_var"))
    {
      factor = 0.25;
      shift = 1;
    }
  return make_array (shape, strlen (path), factor, shift);
}

static void
note (GPtrArray *lines, const char *path, const RensaShape *shape)
{
  GString *line = g_string_new (path);

  for (int axis = 0; axis < shape->ndim; axis++)
    g_string_append_printf (line, " %" G_GINT64_FORMAT, shape->dims[axis]);
  g_ptr_array_add (lines, g_string_free (line, FALSE));
}

static gboolean
fill_param (const char *path, RensaVariable *param, gpointer lines, GError **error)
{
  const RensaShape shape = rensa_variable_get_type (param).shape;
  g_autoptr (RensaArray) array = make_value (path, &shape);

  note (lines, path, &shape);
  rensa_variable_set_array (param, array);
  return TRUE;
}

static gboolean
fill_persistent (const char *path, RensaLink *owner, int index, gpointer lines, GError **error)
{
  g_autoptr (RensaArray) array = NULL;
  RensaShape shape;

  if (rensa_link_persistent_is_int (owner, index))
    return TRUE;
  shape = *rensa_array_get_shape (rensa_link_get_persistent (owner, index));
  array = make_value (path, &shape);
  note (lines, path, &shape);
  rensa_link_set_persistent (owner, index, array);
  return TRUE;
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Fills all that the set has, whose paths and shapes are Chainer's. */
static void
fill (RensaLink *set, struct json_object *want)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;
  g_autofree char *hash = NULL;

  g_assert_true (rensa_link_foreach_param (set, fill_param, lines, NULL));
  g_assert_true (rensa_link_foreach_persistent (set, fill_persistent, lines, NULL));
  g_assert_cmpint (lines->len, ==, json_object_get_int (json_object_object_get (want, "n_arrays")));
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  text = g_strjoinv ("\n", (char **) lines->pdata);
  hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  g_assert_cmpstr (hash, ==, json_object_get_string (json_object_object_get (want, "arrays")));
}

static void
assert_layer (RensaVariable *got, struct json_object *want)
{
  const RensaShape shape = rensa_variable_get_type (got).shape;
  g_autofree double *values = get_values (rensa_variable_get_array (got));
  struct json_object *extents = json_object_object_get (want, "shape");
  struct json_object *first = json_object_object_get (want, "first");
  const double mean = json_object_get_double (json_object_object_get (want, "mean"));
  const gint64 n = rensa_shape_count (&shape);
  double sum = 0;

  g_assert_cmpint (shape.ndim, ==, json_object_array_length (extents));
  for (int axis = 0; axis < shape.ndim; axis++)
    g_assert_cmpint (shape.dims[axis], ==, json_object_get_int64 (json_object_array_get_idx (extents, (gsize) axis)));
  for (gint64 i = 0; i < n; i++)
    sum += fabs (values[i]);
  g_assert_cmpfloat_with_epsilon (sum / (double) n, mean, 1e-4 * mean);
  for (gsize i = 0; i < json_object_array_length (first); i++)
    g_assert_cmpfloat_with_epsilon (values[i], json_object_get_double (json_object_array_get_idx (first, i)),
                                    2e-3 * mean);
}

static void
check_values (RensaLink *set, struct json_object *want)
{
  const gint64 extent = json_object_get_int64 (json_object_object_get (want, "extent"));
  g_autoptr (RensaArray) picture = make_array (&RENSA_SHAPE (1, 3, extent, extent), 1, 4, 0);
  g_autoptr (RensaVariable) x = rensa_variable_new_constant (picture);
  g_autoptr (GError) error = NULL;
  const char *names[MAX_LAYERS + 1] = { NULL };
  RensaVariable *results[MAX_LAYERS] = { NULL };
  int n = 0;

  json_object_object_foreach (json_object_object_get (want, "values"), name, layer)
  {
    g_assert_nonnull (layer);
    g_assert_cmpint (n, <, MAX_LAYERS);
    names[n++] = name;
  }
  rensa_layer_set_call (set, x, names, results, &error);
  g_assert_no_error (error);
  for (int i = 0; i < n; i++)
    assert_layer (results[i], json_object_object_get (json_object_object_get (want, "values"), names[i]));
  rensa_variables_clear (results, n);
}

static RensaLink *
new_set (const char *name, gboolean downsample_fb)
{
  g_autoptr (GError) error = NULL;
  RensaLink *set = rensa_layer_set_new (name, NULL, downsample_fb, &error);

  g_assert_no_error (error);
  return set;
}

static void
test_set (gconstpointer data)
{
  const char *key = data;
  g_auto (GStrv) words = g_strsplit (key, " ", 2);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "reference", "layer-sets.json", NULL);
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  struct json_object *sets = json_object_from_file (path);
  struct json_object *want = json_object_object_get (sets, key);
  g_autoptr (RensaLink) set = new_set (words[0], words[1] != NULL);
  g_auto (GStrv) layers = rensa_layer_set_list_layers (set);
  struct json_object *names = json_object_object_get (want, "layers");

  rensa_modes_get ()->train = FALSE;
  rensa_modes_get ()->enable_backprop = FALSE;
  g_assert_cmpint (g_strv_length (layers), ==, json_object_array_length (names));
  for (gsize i = 0; layers[i] != NULL; i++)
    g_assert_cmpstr (layers[i], ==, json_object_get_string (json_object_array_get_idx (names, i)));
  fill (set, want);
  check_values (set, want);
  json_object_put (sets);
}

/* Shapes of whole pictures, without a number of them. */
static void
test_meta (void)
{
  static const char *const names[] = { "VGG16Layers", "VGG19Layers", "ResNet152Layers", "GoogLeNet" };
  g_auto (RensaDeviceScope) on_meta = rensa_device_enter (&rensa_meta_device);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (RensaLink) set = rensa_layer_set_new (names[i], NULL, FALSE, NULL);
      g_autoptr (RensaVariable) x = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (2, 3, 224, 224));
      g_autoptr (RensaVariable) y = rensa_link_call (set, x, NULL);

      g_assert_nonnull (y);
      g_assert_true (rensa_shape_equal (rensa_array_get_shape (rensa_variable_get_array (y)), &RENSA_SHAPE (2, 1000)));
    }
}

/* In documents, they give the layer before the shares unless another is asked for. */
static void
test_links (void)
{
  static const struct
  {
    const char *text;
    RensaShape shape;
  } cases[] = {
    { "VGG16Layers", { 2, { 2, 1000 } } },
    { "VGG16Layers(layer=conv3_3)", { 4, { 2, 256, 56, 56 } } },
    { "VGG19Layers(layer=conv5_4)", { 4, { 2, 512, 14, 14 } } },
    { "ResNet50Layers(layer=pool5)", { 2, { 2, 2048 } } },
    { "ResNet101Layers(layer=res3, downsample_fb=True)", { 4, { 2, 512, 28, 28 } } },
    { "ResNet152Layers", { 2, { 2, 1000 } } },
    { "GoogLeNet", { 2, { 2, 1000 } } },
    { "GoogLeNet(layer=inception_4d)", { 4, { 2, 528, 14, 14 } } },
  };
  g_auto (RensaDeviceScope) on_meta = rensa_device_enter (&rensa_meta_device);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RensaLink) link = rensa_link_new_from_text (cases[i].text, NULL);
      g_autoptr (RensaVariable) x = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (2, 3, 224, 224));
      g_autoptr (RensaVariable) y = rensa_link_call (link, x, NULL);

      g_test_message ("%s", cases[i].text);
      g_assert_nonnull (y);
      g_assert_true (rensa_shape_equal (rensa_array_get_shape (rensa_variable_get_array (y)), &cases[i].shape));
    }
}

/* Blue first, less its mean. */
static void
test_prepare (void)
{
  const RensaDevice *host = rensa_device_get_current ();
  g_auto (RensaDeviceScope) on_meta = rensa_device_enter (&rensa_meta_device);
  g_autoptr (RensaLink) set = rensa_layer_set_new ("VGG16Layers", NULL, FALSE, NULL);
  g_auto (RensaDeviceScope) on_host = rensa_device_enter (host);
  g_autoptr (RensaArray) picture =
      array_of (RENSA_UINT8, RENSA_SHAPE (1, 2, 3), (double[]){ 10, 20, 30, 250, 200, 150 });
  g_autoptr (RensaArray) gray = array_of (RENSA_UINT8, RENSA_SHAPE (1, 2), (double[]){ 1, 2 });
  g_autoptr (RensaArray) x = rensa_layer_set_prepare (set, picture, NULL);
  GError *error = NULL;

  assert_values (x, RENSA_SHAPE (3, 1, 2), -73.939, 46.061, -96.779, 83.221, -113.68, 126.32);
  g_assert_null (rensa_layer_set_prepare (set, gray, &error));
  assert_message_has (&error, RENSA_ERROR_TYPE_CHECK,
                      "expected an image of shape (height, width, 3), but its shape is (1, 2)");
}

static void
test_faults (void)
{
  g_auto (RensaDeviceScope) on_meta = rensa_device_enter (&rensa_meta_device);
  g_autoptr (RensaLink) set = rensa_layer_set_new ("GoogLeNet", NULL, FALSE, NULL);
  g_autoptr (RensaVariable) x = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (1, 3, 224, 224));
  RensaVariable *y = NULL;
  GError *error = NULL;

  g_assert_null (rensa_layer_set_new ("VGG17Layers", NULL, FALSE, &error));
  assert_message (&error, RENSA_ERROR_NOT_FOUND, "there is no layer set “VGG17Layers”");
  g_assert_null (rensa_layer_set_new ("Linear", NULL, FALSE, &error));
  assert_message (&error, RENSA_ERROR_NOT_FOUND, "there is no layer set “Linear”");
  g_assert_null (rensa_layer_set_new ("VGG16Layers", NULL, TRUE, &error));
  assert_message_has (&error, RENSA_ERROR_INVALID, "downsample_fb");
  g_assert_null (rensa_layer_set_new ("GoogLeNet", "/missing/weights.npz", FALSE, &error));
  assert_message_has (&error, RENSA_ERROR_IO, "/missing/weights.npz");
  g_assert_false (rensa_layer_set_call (set, x, (const char *const[]){ "pool9", NULL }, &y, &error));
  assert_message (&error, RENSA_ERROR_NOT_FOUND, "GoogLeNet has no layer “pool9”");
}

int
main (int argc, char **argv)
{
  static const char *const sets[] = { "VGG16Layers",     "VGG19Layers",     "ResNet50Layers", "ResNet50Layers fb",
                                      "ResNet101Layers", "ResNet152Layers", "GoogLeNet" };

  link_tests_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    {
      g_autofree char *path = g_strdup_printf ("/links/layer-set/values/%s", sets[i]);

      g_test_add_data_func (g_strdelimit (path, " ", '-'), sets[i], test_set);
    }
  g_test_add_func ("/links/layer-set/meta-device", test_meta);
  g_test_add_func ("/links/layer-set/links", test_links);
  g_test_add_func ("/links/layer-set/prepare", test_prepare);
  g_test_add_func ("/links/layer-set/faults", test_faults);
  return g_test_run ();
}
