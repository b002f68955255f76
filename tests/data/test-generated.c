/* test-generated.c: data that is made up, and arrays from NumPy's archives.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <omp.h>
#include <string.h>

#include "data-fixture.h"
#include "rensa-datasets.h"
#include "rensa-error.h"
#include "rensa-npz.h"
#include "rensa-primitives.h"

static void
load (const RensaDatasetClass *klass, const char *settings, RensaDataBundle *bundle)
{
  g_autoptr (GError) error = NULL;

  rensa_data_bundle_clear (bundle);
  load_dataset (klass, settings, "/", bundle, &error);
  g_assert_no_error (error);
}

static void
assert_same (RensaDataset *a, RensaDataset *b, int field, gint64 n_values, gboolean same)
{
  g_autofree double *x = field_to_doubles (a, field);
  g_autofree double *y = field_to_doubles (b, field);

  g_assert_cmpint (memcmp (x, y, n_values * sizeof *x) == 0, ==, same);
}

/* What holds of every made-up set: sizes, types, labels in range, the same for the same seed, and examples that do
 * not depend on how many there are. */
static void
test_points (gconstpointer data)
{
  const RensaDatasetClass *klass = data;
  g_auto (RensaDataBundle) a = { 0 };
  g_auto (RensaDataBundle) b = { 0 };
  g_autofree double *t = NULL;
  RensaType type;

  load (klass, "n=300, n_test=7, seed=1", &a);
  load (klass, "n=200, n_test=7, seed=1", &b);
  g_assert_cmpint (rensa_dataset_get_length (a.train), ==, 300);
  g_assert_cmpint (rensa_dataset_get_length (a.test), ==, 7);
  g_assert_true (rensa_dataset_get_field_type (a.train, 0, &type));
  g_assert_cmpint (type.dtype, ==, RENSA_FLOAT32);
  g_assert_cmpint (type.shape.ndim, ==, 1);
  assert_same (a.train, b.train, 0, 200 * type.shape.dims[0], TRUE);
  assert_same (a.train, b.train, 1, 200, TRUE);
  assert_same (a.test, b.test, 0, 7, TRUE);
  assert_same (a.train, a.test, 0, 7, FALSE);
  load (klass, "n=200, n_test=0, seed=2", &b);
  g_assert_null (b.test);
  assert_same (a.train, b.train, 0, 200, FALSE);

  if (a.n_classes == 0)
    {
      assert_field_type (a.train, 1, RENSA_FLOAT32, RENSA_SHAPE (1));
      return;
    }
  assert_field_type (a.train, 1, RENSA_INT32, RENSA_SHAPE_SCALAR);
  t = field_to_doubles (a.train, 1);
  for (int label = 0; label < a.n_classes; label++)
    {
      int n = 0;

      for (int i = 0; i < 300; i++)
        n += t[i] == label;
      /* Of 300 examples a share this small has a probability below one in a million. */
      g_assert_cmpint (n, >, 150 / a.n_classes);
    }
}

/* Without noise each set obeys its formula. */
static void
test_formulas (void)
{
  g_auto (RensaDataBundle) bundle = { 0 };
  g_autofree double *ring_x = NULL, *ring_t = NULL, *moon_x = NULL, *moon_t = NULL;
  g_autofree double *xor_x = NULL, *xor_t = NULL, *wave_x = NULL, *wave_t = NULL;
  g_autofree double *spiral_x = NULL, *spiral_t = NULL;

  load (&rensa_dataset_circles_class, "n=50, noise=0, classes=3, factor=0.2", &bundle);
  ring_x = field_to_doubles (bundle.train, 0);
  ring_t = field_to_doubles (bundle.train, 1);
  load (&rensa_dataset_moons_class, "n=50, noise=0", &bundle);
  moon_x = field_to_doubles (bundle.train, 0);
  moon_t = field_to_doubles (bundle.train, 1);
  load (&rensa_dataset_xor_class, "n=50, noise=0", &bundle);
  xor_x = field_to_doubles (bundle.train, 0);
  xor_t = field_to_doubles (bundle.train, 1);
  load (&rensa_dataset_waves_class, "n=50, noise=0, waves=2", &bundle);
  wave_x = field_to_doubles (bundle.train, 0);
  wave_t = field_to_doubles (bundle.train, 1);
  load (&rensa_dataset_spirals_class, "n=50, noise=0, classes=4, turns=0", &bundle);
  spiral_x = field_to_doubles (bundle.train, 0);
  spiral_t = field_to_doubles (bundle.train, 1);

  for (int i = 0; i < 50; i++)
    {
      const double *x = ring_x + 2 * i, *m = moon_x + 2 * i, *s = spiral_x + 2 * i;
      const double along = moon_t[i] ? 1 - m[0] : m[0], up = moon_t[i] ? 0.5 - m[1] : m[1];

      g_assert_cmpfloat_with_epsilon (hypot (x[0], x[1]), 1 - 0.4 * ring_t[i], 1e-6);
      g_assert_cmpfloat_with_epsilon (hypot (along, up), 1, 1e-6);
      g_assert_cmpfloat (up, >=, -1e-6);
      g_assert_cmpfloat (xor_t[i], ==, (xor_x[2 * i] > 0) != (xor_x[2 * i + 1] > 0));
      g_assert_cmpfloat (fabs (wave_x[i]), <=, G_PI);
      g_assert_cmpfloat_with_epsilon (wave_t[i], sin (wave_x[i]) + sin (3 * wave_x[i]) / 2, 1e-5);
      /* Without turns the arms are the axes. */
      g_assert_cmpfloat_with_epsilon (s[(int) spiral_t[i] % 2 == 0], 0, 1e-6);
      g_assert_cmpfloat (spiral_t[i] < 2 ? s[0] + s[1] : -s[0] - s[1], >, 0.09);
    }
}

static void
test_blobs (void)
{
  g_auto (RensaDataBundle) bundle = { 0 };
  g_autofree double *x = NULL;
  double sum = 0, squares = 0;

  load (&rensa_dataset_blobs_class, "n=4000, classes=1, dims=5, noise=0.5, spread=0", &bundle);
  assert_field_type (bundle.train, 0, RENSA_FLOAT32, RENSA_SHAPE (5));
  x = field_to_doubles (bundle.train, 0);
  for (int i = 0; i < 20000; i++)
    {
      sum += x[i];
      squares += x[i] * x[i];
    }
  /* Six standard errors. */
  g_assert_cmpfloat (fabs (sum / 20000), <, 6 * 0.5 / sqrt (20000));
  g_assert_cmpfloat (fabs (squares / 20000 - 0.25), <, 6 * 0.25 * sqrt (2.0 / 20000));
}

static void
test_strokes (void)
{
  g_auto (RensaDataBundle) one = { 0 };
  g_auto (RensaDataBundle) two = { 0 };
  g_autofree double *x = NULL;
  g_autofree double *t = NULL;
  const int n_threads = omp_get_max_threads ();
  int counts[10] = { 0 };
  double ink = 0;

  omp_set_num_threads (1);
  load (&rensa_dataset_strokes_class, "n_train=500, n_test=20, seed=3", &one);
  omp_set_num_threads (3);
  load (&rensa_dataset_strokes_class, "n_train=500, n_test=20, seed=3", &two);
  omp_set_num_threads (n_threads);
  assert_same (one.train, two.train, 0, 500 * 784, TRUE);
  assert_same (one.train, two.train, 1, 500, TRUE);
  assert_same (one.test, two.test, 0, 20 * 784, TRUE);
  assert_same (one.train, one.test, 0, 784, FALSE);
  load (&rensa_dataset_strokes_class, "n_train=500, n_test=0, seed=4, ndim=3", &two);
  assert_same (one.train, two.train, 0, 784, FALSE);
  g_assert_null (two.test);
  assert_field_type (one.train, 0, RENSA_FLOAT32, RENSA_SHAPE (784));
  assert_field_type (two.train, 0, RENSA_FLOAT32, RENSA_SHAPE (1, 28, 28));
  g_assert_cmpint (one.n_classes, ==, 10);

  x = field_to_doubles (one.train, 0);
  t = field_to_doubles (one.train, 1);
  for (int i = 0; i < 500 * 784; i++)
    {
      g_assert_true (x[i] >= 0 && x[i] <= 1);
      ink += x[i];
    }
  g_assert_cmpfloat (ink / (500 * 784), >, 0.05);
  g_assert_cmpfloat (ink / (500 * 784), <, 0.3);
  for (int i = 0; i < 500; i++)
    counts[(int) t[i]]++;
  for (int digit = 0; digit < 10; digit++)
    g_assert_cmpint (counts[digit], >, 20);
}

/* In copybook writing all examples of a digit are one of a few images. */
static void
test_copybook (void)
{
  g_auto (RensaDataBundle) bundle = { 0 };
  g_autofree double *x = NULL;
  int n_different = 0;

  load (&rensa_dataset_strokes_class, "n_train=400, n_test=0, difficulty=0", &bundle);
  x = field_to_doubles (bundle.train, 0);
  for (int i = 0; i < 400; i++)
    {
      gboolean is_new = TRUE;

      for (int j = 0; j < i && is_new; j++)
        is_new = memcmp (x + 784 * i, x + 784 * j, 784 * sizeof *x) != 0;
      n_different += is_new;
    }
  g_assert_cmpint (n_different, >=, 25);
  g_assert_cmpint (n_different, <=, 40);
}

/* A ten-line classifier, the nearest mean, must see the digits, and must not be enough. */
static void
test_strokes_can_be_learned (void)
{
  g_auto (RensaDataBundle) bundle = { 0 };
  g_autofree double *x = NULL, *t = NULL, *test_x = NULL, *test_t = NULL;
  g_autofree double *means = g_new0 (double, 10 * 784);
  int counts[10] = { 0 }, n_right = 0;

  load (&rensa_dataset_strokes_class, "n_train=2000, n_test=500", &bundle);
  x = field_to_doubles (bundle.train, 0);
  t = field_to_doubles (bundle.train, 1);
  test_x = field_to_doubles (bundle.test, 0);
  test_t = field_to_doubles (bundle.test, 1);
  for (int i = 0; i < 2000; i++)
    {
      counts[(int) t[i]]++;
      for (int j = 0; j < 784; j++)
        means[784 * (int) t[i] + j] += x[784 * i + j];
    }

  for (int i = 0; i < 500; i++)
    {
      double least = G_MAXDOUBLE;
      int best = 0;

      for (int digit = 0; digit < 10; digit++)
        {
          double distance = 0;

          for (int j = 0; j < 784; j++)
            distance += pow (means[784 * digit + j] / counts[digit] - test_x[784 * i + j], 2);
          if (distance < least)
            {
              least = distance;
              best = digit;
            }
        }
      n_right += best == test_t[i];
    }
  g_test_message ("the nearest mean is right for %d of 500", n_right);
  g_assert_cmpint (n_right, >, 200);
  g_assert_cmpint (n_right, <, 450);
}

static gboolean
serialize_arrays (gpointer object, RensaSerializer *serializer, GError **error)
{
  RensaArray **arrays = object;

  return rensa_serializer_array (serializer, "x", &arrays[0], error)
         && rensa_serializer_array (serializer, "t", &arrays[1], error)
         && rensa_serializer_array (serializer, "short", &arrays[2], error);
}

static void
test_npz (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "a.npz", NULL);
  const double x[] = { 1.5, 2, 3, 4 };
  const gint64 t[] = { 3, 0 };
  RensaArray *arrays[3] = {
    rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (2, 2), x, NULL),
    rensa_array_new_from_host (RENSA_INT64, &RENSA_SHAPE (2), t, NULL),
    rensa_array_new_from_host (RENSA_INT64, &RENSA_SHAPE (1), t, NULL),
  };
  g_auto (RensaDataBundle) bundle = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_true (rensa_save_npz (path, serialize_arrays, arrays, TRUE, NULL));
  load_dataset (&rensa_dataset_npz_class, "path=a.npz, test_x=x, test_t=t", folder, &bundle, &error);
  g_assert_no_error (error);
  assert_field_type (bundle.train, 0, RENSA_FLOAT32, RENSA_SHAPE (2));
  assert_field_type (bundle.train, 1, RENSA_INT32, RENSA_SHAPE_SCALAR);
  g_assert_cmpint (bundle.n_classes, ==, 4);
  g_assert_cmpint (rensa_dataset_get_n_fields (bundle.test), ==, 2);
  assert_same (bundle.train, bundle.test, 0, 4, TRUE);
  rensa_data_bundle_clear (&bundle);

  /* Several arrays are the first values of an example. */
  load_dataset (&rensa_dataset_npz_class, "path=a.npz, x='x, t', t=None", folder, &bundle, &error);
  g_assert_no_error (error);
  g_assert_cmpint (rensa_dataset_get_n_fields (bundle.train), ==, 2);
  assert_field_type (bundle.train, 1, RENSA_INT32, RENSA_SHAPE_SCALAR);
  rensa_data_bundle_clear (&bundle);
  g_assert_false (load_dataset (&rensa_dataset_npz_class, "path=a.npz, x='x, short'", folder, &bundle, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_assert_true (g_str_has_suffix (error->message, "/a.npz: x contains 2 examples, but short contains 1"));
  g_clear_error (&error);
  g_assert_false (
      load_dataset (&rensa_dataset_npz_class, "path=a.npz, x='x, t, x, t, x, t, x, t'", folder, &bundle, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_false (load_dataset (&rensa_dataset_npz_class, "path=a.npz, x='x, y'", folder, &bundle, &error));
  g_assert_true (g_str_has_suffix (error->message, "/a.npz does not contain “y”, only “x”, “t”, “short”"));
  g_clear_error (&error);

  g_assert_false (load_dataset (&rensa_dataset_npz_class, "path=a.npz, t=y", folder, &bundle, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND);
  g_assert_true (g_str_has_suffix (error->message, "/a.npz does not contain “y”, only “x”, “t”, “short”"));
  g_clear_error (&error);
  g_assert_false (load_dataset (&rensa_dataset_npz_class, "path=a.npz, t=short", folder, &bundle, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_assert_true (g_str_has_suffix (error->message, "/a.npz: x contains 2 examples, but short contains 1"));
  g_clear_error (&error);
  g_assert_false (load_dataset (&rensa_dataset_npz_class, "path=b.npz", folder, &bundle, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);

  for (int i = 0; i < 3; i++)
    rensa_array_unref (arrays[i]);
  test_folder_free (g_steal_pointer (&folder));
}

/* The defaults of every data set must satisfy its own specs, or no dialog could show them. */
static void
test_descriptors (void)
{
  g_assert_cmpuint (rensa_n_datasets_classes, >=, 12);
  for (guint i = 0; i < rensa_n_datasets_classes; i++)
    {
      const RensaDatasetClass *klass = rensa_datasets_classes[i];
      g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (klass));

      g_assert_nonnull (klass->title);
      g_assert_nonnull (klass->summary);
      for (guint j = 0; j < klass->n_attrs; j++)
        {
          const RensaAttrSpec *spec = &klass->attrs[j];
          g_autofree char *text = spec->required ? g_strdup ("'a file'") : rensa_attrs_get_text (attrs, spec);
          g_autoptr (GError) error = NULL;

          g_assert_nonnull (spec->title);
          rensa_attrs_set_text (attrs, spec->name, text, &error);
          g_assert_no_error (error);
        }
    }
}

int
main (int argc, char **argv)
{
  const RensaDatasetClass *points[] = {
    &rensa_dataset_blobs_class,   &rensa_dataset_circles_class, &rensa_dataset_moons_class,
    &rensa_dataset_spirals_class, &rensa_dataset_waves_class,   &rensa_dataset_xor_class,
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    {
      g_autofree char *path = g_strdup_printf ("/data/%s/examples", points[i]->name);

      g_test_add_data_func (path, points[i], test_points);
    }
  g_test_add_func ("/data/points/formulas", test_formulas);
  g_test_add_func ("/data/blobs/noise", test_blobs);
  g_test_add_func ("/data/strokes/examples", test_strokes);
  g_test_add_func ("/data/strokes/copybook", test_copybook);
  g_test_add_func ("/data/strokes/can-be-learned", test_strokes_can_be_learned);
  g_test_add_func ("/data/npz/examples", test_npz);
  g_test_add_func ("/data/descriptors/defaults", test_descriptors);
  return g_test_run ();
}
