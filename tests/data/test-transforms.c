/* test-transforms.c: what is done to examples, with figures worked out by hand or with NumPy.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "data-fixture.h"
#include "rensa-error.h"
#include "rensa-preprocessing.h"
#include "rensa-transforms.h"

#define SEED 7

/* What is done, and to what. */
typedef struct
{
  GPtrArray *transforms;
  RensaDataBundle bundle;
  RensaPreprocessing *preprocessing;
} Setup;

static void
setup_clear (Setup *setup)
{
  g_clear_pointer (&setup->transforms, g_ptr_array_unref);
  g_clear_pointer (&setup->preprocessing, rensa_preprocessing_unref);
  rensa_data_bundle_clear (&setup->bundle);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Setup, setup_clear)

/* @texts: "Normalize(per=all); RandomFlip". */
static void
setup_transforms (Setup *setup, const char *texts)
{
  g_auto (GStrv) parts = g_strsplit (texts, ";", -1);

  setup->transforms = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_attrs_unref);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;

      g_ptr_array_add (setup->transforms,
                       rensa_attrs_new_from_text (RENSA_COMPONENT_TRANSFORM, g_strstrip (parts[i]), &error));
      g_assert_no_error (error);
    }
}

static gboolean
setup_prepare (Setup *setup, GError **error)
{
  setup->preprocessing = rensa_preprocessing_new (setup->transforms, &setup->bundle, RENSA_FLOAT32, SEED, error);
  return setup->preprocessing != NULL;
}

/* Examples of shape @shape, one after the other in @values. */
static RensaDataset *
make_examples (const double *values, gint64 n, RensaShape shape)
{
  g_autoptr (RensaArray) x = NULL;

  memmove (shape.dims + 1, shape.dims, (gsize) shape.ndim * sizeof *shape.dims);
  shape.dims[0] = n;
  shape.ndim++;
  x = array_of (RENSA_FLOAT32, shape, values);
  return rensa_tuple_dataset_new (&x, 1, NULL);
}

static void
setup_init (Setup *setup, const char *texts, const double *values, gint64 n, RensaShape shape)
{
  g_autoptr (GError) error = NULL;

  setup_transforms (setup, texts);
  setup->bundle.train = make_examples (values, n, shape);
  if (shape.ndim == 3)
    setup->bundle.picture = (RensaPicture){ shape.dims[0], shape.dims[1], shape.dims[2], 10 };
  setup_prepare (setup, &error);
  g_assert_no_error (error);
}

/* Of @n examples of @dataset from the first on; @position as in training. */
static double *
get_examples (Setup *setup, RensaDataset *dataset, gint64 n, gint64 position)
{
  g_autoptr (RensaDataset) prepared = rensa_preprocessing_wrap (setup->preprocessing, dataset);
  g_autofree gint64 *indices = g_new (gint64, n);
  RensaArray *fields[RENSA_MAX_FIELDS];
  g_autoptr (GError) error = NULL;
  RensaType type;
  double *values;

  for (gint64 i = 0; i < n; i++)
    indices[i] = i;
  if (position < 0)
    rensa_dataset_get_batch (prepared, indices, n, fields, &error);
  else
    rensa_dataset_get_training_batch (prepared, indices, n, position, fields, &error);
  g_assert_no_error (error);
  rensa_dataset_get_field_type (prepared, 0, &type);
  g_assert_cmpint (rensa_array_get_count (fields[0]), ==, n * rensa_shape_count (&type.shape));
  g_assert_cmpint (rensa_array_get_dtype (fields[0]), ==, type.dtype);
  values = get_values (fields[0]);
  for (int i = 0; i < rensa_dataset_get_n_fields (prepared); i++)
    rensa_array_unref (fields[i]);
  return values;
}

static void
assert_all (const double *found, const double *expected, gsize n)
{
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon (found[i], expected[i], 1e-6);
}

/* numpy: (x - x.mean(0)) / x.std(0); the last column never changes. */
static void
test_normalize (void)
{
  const double x[] = { 1, 10, 5, 2, 20, 5, 6, 60, 5 };
  const double expected[] = { -0.9258200997725514, -0.9258200997725514, 0, -0.4629100498862757, -0.4629100498862757, 0,
                              1.3887301496588271,  1.3887301496588271,  0 };
  g_auto (Setup) setup = { 0 };
  g_autofree double *y = NULL;

  setup_init (&setup, "Normalize", x, 3, RENSA_SHAPE (3));
  y = get_examples (&setup, setup.bundle.train, 3, -1);
  assert_all (y, expected, G_N_ELEMENTS (expected));
}

/* Two channels of 1 × 2 points: means 2.5 and 25, deviations 1.118033988749895 and 11.18033988749895. */
static void
test_normalize_channels (void)
{
  const double x[] = { 1, 2, 10, 20, 3, 4, 30, 40 };
  const double unit[] = { -1.3416407864998738, -0.4472135954999579, 0.4472135954999579, 1.3416407864998738 };
  const double per_channel[] = { unit[0], unit[1], unit[0], unit[1], unit[2], unit[3], unit[2], unit[3] };
  const double mean = 13.75;
  const double deviation = 13.77270852083932; /* statistics.pstdev of all */
  g_auto (Setup) setup = { 0 };
  g_auto (Setup) all = { 0 };
  g_autofree double *y = NULL;
  g_autofree double *z = NULL;

  setup_init (&setup, "Normalize", x, 2, RENSA_SHAPE (2, 1, 2));
  y = get_examples (&setup, setup.bundle.train, 2, -1);
  assert_all (y, per_channel, 8);

  setup_init (&all, "Normalize(per=all)", x, 2, RENSA_SHAPE (2, 1, 2));
  z = get_examples (&all, all.bundle.train, 2, -1);
  for (int i = 0; i < 8; i++)
    g_assert_cmpfloat_with_epsilon (z[i], (x[i] - mean) / deviation, 1e-6);
}

static void
test_scale_range (void)
{
  const double x[] = { 0, 7, 5, 7, 10, 7 };
  const double expected[] = { -1, -1, 0, -1, 1, -1 };
  const double other[] = { 20, 8 };
  g_auto (Setup) setup = { 0 };
  g_autoptr (RensaDataset) test = make_examples (other, 1, RENSA_SHAPE (2));
  g_autofree double *y = NULL;
  g_autofree double *z = NULL;

  setup_init (&setup, "ScaleRange(low=-1, high=1)", x, 3, RENSA_SHAPE (2));
  y = get_examples (&setup, setup.bundle.train, 3, -1);
  assert_all (y, expected, 6);
  /* By the figures of training: 20 lies as far above the range as it did above the values. */
  z = get_examples (&setup, test, 1, -1);
  assert_all (z, (double[]){ 3, 1 }, 2);
}

/* The second column holds the classes 2, 5 and 9; 7 was not seen. */
static void
test_one_hot (void)
{
  const double x[] = { 1.5, 5, 2.5, 2, 3.5, 9, 4.5, 5 };
  const double expected[] = { 1.5, 0, 1, 0, 2.5, 1, 0, 0, 3.5, 0, 0, 1, 4.5, 0, 1, 0 };
  const double other[] = { 6, 7 };
  g_auto (Setup) setup = { 0 };
  g_autoptr (RensaDataset) test = make_examples (other, 1, RENSA_SHAPE (2));
  g_autofree double *y = NULL;
  g_autofree double *z = NULL;
  const RensaExampleForm *form;

  setup_init (&setup, "OneHot(columns='1')", x, 4, RENSA_SHAPE (2));
  y = get_examples (&setup, setup.bundle.train, 4, -1);
  assert_all (y, expected, G_N_ELEMENTS (expected));
  z = get_examples (&setup, test, 1, -1);
  assert_all (z, (double[]){ 6, 0, 0, 0 }, 4);
  form = rensa_preprocessing_get_form (setup.preprocessing, 1);
  g_assert_cmpstr (form->names[0], ==, "x0");
  g_assert_cmpstr (form->names[3], ==, "x1=9");
}

/* Columns that hold words are taken by themselves, and their names tell the words. */
static void
test_one_hot_words (void)
{
  const double x[] = { 0, 3, 1, 4 };
  char *words[] = { (char *) "red", (char *) "blue", NULL };
  char *names[] = { (char *) "colour", (char *) "size", NULL };
  g_auto (Setup) setup = { 0 };
  g_autofree double *y = NULL;
  g_autoptr (GError) error = NULL;
  const RensaExampleForm *form;

  setup_transforms (&setup, "OneHot");
  setup.bundle.train = make_examples (x, 2, RENSA_SHAPE (2));
  setup.bundle.feature_names = g_strdupv (names);
  setup.bundle.feature_categories = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  g_ptr_array_add (setup.bundle.feature_categories, g_strdupv (words));
  g_ptr_array_add (setup.bundle.feature_categories, NULL);
  g_assert_true (setup_prepare (&setup, &error));
  y = get_examples (&setup, setup.bundle.train, 2, -1);
  assert_all (y, (double[]){ 1, 0, 3, 0, 1, 4 }, 6);
  form = rensa_preprocessing_get_form (setup.preprocessing, 1);
  g_assert_cmpstr (form->names[1], ==, "colour=blue");
  g_assert_cmpstr (form->names[2], ==, "size");
}

/* 3 × 4 points: 0 … 11. */
static void
fill_ramp (double *x, gsize n)
{
  for (gsize i = 0; i < n; i++)
    x[i] = (double) i;
}

static void
test_center_crop (void)
{
  double x[12];
  g_auto (Setup) setup = { 0 };
  g_autofree double *y = NULL;

  fill_ramp (x, 12);
  setup_init (&setup, "CenterCrop(height=1, width=2)", x, 1, RENSA_SHAPE (1, 3, 4));
  y = get_examples (&setup, setup.bundle.train, 1, -1);
  assert_all (y, (double[]){ 5, 6 }, 2);
}

static void
test_rotate (void)
{
  static const struct
  {
    const char *text;
    gint64 height;
    double y[6];
  } all[] = {
    { "Rotate", 3, { 3, 0, 4, 1, 5, 2 } },
    { "Rotate(by=180)", 2, { 5, 4, 3, 2, 1, 0 } },
    { "Rotate(by=270)", 3, { 2, 5, 1, 4, 0, 3 } },
    { "Rotate(by=transpose)", 3, { 0, 3, 1, 4, 2, 5 } },
    { "Rotate; Rotate(by=270)", 2, { 0, 1, 2, 3, 4, 5 } },
  };
  double x[6];

  fill_ramp (x, 6);
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_auto (Setup) setup = { 0 };
      g_autofree double *y = NULL;
      const RensaExampleForm *form;

      setup_init (&setup, all[i].text, x, 1, RENSA_SHAPE (1, 2, 3));
      form = rensa_preprocessing_get_form (setup.preprocessing, setup.transforms->len);
      g_assert_cmpint (form->picture.height, ==, all[i].height);
      g_assert_cmpint (form->type.shape.dims[1], ==, all[i].height);
      y = get_examples (&setup, setup.bundle.train, 1, -1);
      assert_all (y, all[i].y, 6);
    }
}

/* Rows of @y must be neighbours in the ramp of @width. */
static gboolean
is_part (const double *y, gint64 height, gint64 width, gint64 full_width)
{
  for (gint64 i = 0; i < height * width; i++)
    if (y[i] != y[0] + (double) (i / width * full_width + i % width))
      return FALSE;
  return TRUE;
}

static void
test_random_crop (void)
{
  double x[12 * 64];
  g_auto (Setup) setup = { 0 };
  g_autofree double *y = NULL;
  g_autofree double *middle = NULL;
  guint starts = 0;

  for (int i = 0; i < 64; i++)
    fill_ramp (x + i * 12, 12);
  setup_init (&setup, "RandomCrop(height=2, width=3)", x, 64, RENSA_SHAPE (1, 3, 4));
  y = get_examples (&setup, setup.bundle.train, 64, 0);
  for (int i = 0; i < 64; i++)
    {
      g_assert_true (is_part (y + i * 6, 2, 3, 4));
      starts |= 1u << (int) y[i * 6];
    }
  /* The four corners that such a part can begin at, all of them: 0, 1, 4 and 5. */
  g_assert_cmpuint (starts, ==, 1 << 0 | 1 << 1 | 1 << 4 | 1 << 5);
  middle = get_examples (&setup, setup.bundle.train, 2, -1);
  assert_all (middle, (double[]){ 0, 1, 2, 4, 5, 6, 0, 1, 2, 4, 5, 6 }, 12);
}

/* What is beyond the edge is black, and outside of training nothing moves. */
static void
test_random_crop_padded (void)
{
  const double x[] = { 1, 2, 3, 4 };
  g_auto (Setup) setup = { 0 };
  g_autofree double *same = NULL;
  gboolean differs = FALSE;

  setup_init (&setup, "RandomCrop(pad=1)", x, 1, RENSA_SHAPE (1, 2, 2));
  same = get_examples (&setup, setup.bundle.train, 1, -1);
  assert_all (same, x, 4);
  for (gint64 position = 0; position < 20; position++)
    {
      g_autofree double *y = get_examples (&setup, setup.bundle.train, 1, position);

      for (int i = 0; i < 4; i++)
        {
          g_assert_true (y[i] == floor (y[i]) && y[i] >= 0 && y[i] <= 4);
          differs |= y[i] != x[i];
        }
    }
  g_assert_true (differs);
}

static void
test_random_flip (void)
{
  const double x[] = { 1, 2, 3, 4 };
  const double across[] = { 2, 1, 4, 3 };
  const double both[] = { 4, 3, 2, 1 };
  g_auto (Setup) setup = { 0 };
  g_auto (Setup) always = { 0 };
  g_autofree double *same = NULL;
  g_autofree double *turned = NULL;
  int n_flipped = 0;

  setup_init (&setup, "RandomFlip", x, 1, RENSA_SHAPE (1, 2, 2));
  for (gint64 position = 0; position < 1000; position++)
    {
      g_autofree double *y = get_examples (&setup, setup.bundle.train, 1, position);

      assert_all (y, y[0] == 1 ? x : across, 4);
      n_flipped += y[0] == 2;
    }
  /* Six deviations of a binomial distribution. */
  g_assert_cmpint (abs (n_flipped - 500), <, 95);
  same = get_examples (&setup, setup.bundle.train, 1, -1);
  assert_all (same, x, 4);

  setup_init (&always, "RandomFlip(vertical=true, rate=1)", x, 1, RENSA_SHAPE (1, 2, 2));
  turned = get_examples (&always, always.bundle.train, 1, 0);
  assert_all (turned, both, 4);
}

/* All that a shift by whole points can give is a ramp with black at its edge. */
static void
test_random_shift (void)
{
  const double x[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
  guint seen = 0;
  g_auto (Setup) setup = { 0 };

  setup_init (&setup, "RandomShift(down=1, across=1)", x, 1, RENSA_SHAPE (1, 3, 3));
  for (gint64 position = 0; position < 200; position++)
    {
      g_autofree double *y = get_examples (&setup, setup.bundle.train, 1, position);
      const int down = y[4] == 0 ? 9 : 1 - ((int) y[4] - 1) / 3;
      const int across = 1 - ((int) y[4] - 1) % 3;

      g_assert_cmpint (down, <=, 1);
      for (int i = 0; i < 9; i++)
        {
          const int row = i / 3 - down;
          const int column = i % 3 - across;

          g_assert_cmpfloat (y[i], ==, row >= 0 && row < 3 && column >= 0 && column < 3 ? x[row * 3 + column] : 0);
        }
      seen |= 1u << ((down + 1) * 3 + across + 1);
    }
  g_assert_cmpuint (seen, ==, 0x1ff);
}

/* A picture with one bright point: where it goes tells the angle, and it stays as far from the middle. */
static void
test_random_rotation (void)
{
  double x[21 * 21] = { 0 };
  double largest = 0;
  g_auto (Setup) setup = { 0 };

  x[10 * 21 + 18] = 10;
  setup_init (&setup, "RandomRotation(degrees=30)", x, 1, RENSA_SHAPE (1, 21, 21));
  for (gint64 position = 0; position < 50; position++)
    {
      g_autofree double *y = get_examples (&setup, setup.bundle.train, 1, position);
      double sum = 0, row = 0, column = 0;

      for (int i = 0; i < 21 * 21; i++)
        {
          sum += y[i];
          row += y[i] * (i / 21 - 10);
          column += y[i] * (i % 21 - 10);
        }
      /* One point comes out of four, whose weights sum to 1 only where the turned grid lies well. */
      g_assert_cmpfloat_with_epsilon (hypot (row, column) / sum, 8, 0.25);
      largest = MAX (largest, fabs (atan2 (row, column)) * 180 / G_PI);
    }
  g_assert_cmpfloat (largest, <, 32);
  g_assert_cmpfloat (largest, >, 20);
}

static void
test_gaussian_noise (void)
{
  g_autofree double *x = g_new0 (double, 20000);
  g_auto (Setup) setup = { 0 };
  g_autofree double *y = NULL;
  double sum = 0, square = 0;

  setup_init (&setup, "GaussianNoise(std=0.5)", x, 100, RENSA_SHAPE (200));
  y = get_examples (&setup, setup.bundle.train, 100, 0);
  for (int i = 0; i < 20000; i++)
    {
      sum += y[i];
      square += y[i] * y[i];
    }
  /* Six deviations of the mean and of the variance of so many. */
  g_assert_cmpfloat (fabs (sum / 20000), <, 6 * 0.5 / sqrt (20000));
  g_assert_cmpfloat (fabs (square / 20000 - 0.25), <, 6 * 0.25 * sqrt (2.0 / 20000));
  g_assert_cmpfloat (y[0], !=, y[200]);
}

/* y = (x - mean) c + mean + b: two points tell c and b, the others must agree; black 0, white 10. */
static void
test_color_jitter (void)
{
  const double x[] = { 4, 5, 6, 5 };
  double least = 2, most = 0;
  g_auto (Setup) setup = { 0 };

  setup_init (&setup, "ColorJitter(brightness=0.2, contrast=0.5)", x, 1, RENSA_SHAPE (1, 2, 2));
  for (gint64 position = 0; position < 100; position++)
    {
      g_autofree double *y = get_examples (&setup, setup.bundle.train, 1, position);
      const double contrast = (y[2] - y[0]) / 2;

      least = MIN (least, contrast);
      most = MAX (most, contrast);
      g_assert_cmpfloat (fabs (y[1] - 5), <=, 2 + 1e-6);
      g_assert_cmpfloat_with_epsilon (y[1], y[3], 1e-6);
      g_assert_cmpfloat_with_epsilon (y[1] - y[0], contrast, 1e-5);
    }
  g_assert_cmpfloat (least, >=, 0.5 - 1e-6);
  g_assert_cmpfloat (least, <, 0.6);
  g_assert_cmpfloat (most, <=, 1.5 + 1e-6);
  g_assert_cmpfloat (most, >, 1.4);
}

/* An example that training sees for the 70th time or so is the same whatever the batches were. */
static void
test_position (void)
{
  const double x[] = { 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4 };
  g_auto (Setup) setup = { 0 };
  g_autofree double *whole = NULL;
  g_autofree double *again = NULL;
  g_autofree double *other = NULL;

  setup_init (&setup, "RandomFlip(vertical=true); RandomShift(down=1, across=1); GaussianNoise; ColorJitter", x, 3,
              RENSA_SHAPE (1, 2, 2));
  whole = get_examples (&setup, setup.bundle.train, 3, 70);
  again = get_examples (&setup, setup.bundle.train, 1, 72);
  other = get_examples (&setup, setup.bundle.train, 1, 73);
  for (int i = 0; i < 4; i++)
    g_assert_cmpfloat (whole[8 + i], ==, again[i]);
  g_assert_cmpfloat (other[0], !=, again[0]);
}

/* A transform learns from what those before it leave. */
static void
test_order (void)
{
  const double x[] = { 2, 4, 6, 8 };
  g_auto (Setup) setup = { 0 };
  g_autofree double *y = NULL;
  g_autofree double *smallest = NULL;

  setup_init (&setup, "Normalize; ScaleRange", x, 4, RENSA_SHAPE (1));
  y = get_examples (&setup, setup.bundle.train, 4, -1);
  assert_all (y, (double[]){ 0, 1.0 / 3, 2.0 / 3, 1 }, 4);
  smallest = get_values (rensa_preprocessing_get_figure (setup.preprocessing, 1, 0));
  g_assert_cmpfloat_with_epsilon (smallest[0], -1.3416407864998738, 1e-6);
}

static void
assert_refused (const char *texts, RensaShape shape, const char *message)
{
  double x[64] = { 0 };
  g_auto (Setup) setup = { 0 };
  g_autoptr (GError) error = NULL;

  setup_transforms (&setup, texts);
  setup.bundle.train = make_examples (x, 1, shape);
  g_assert_false (setup_prepare (&setup, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_refused (void)
{
  assert_refused ("Normalize; RandomFlip", RENSA_SHAPE (3), "data.preprocessing.1: only available for images");
  assert_refused ("CenterCrop(height=9, width=9)", RENSA_SHAPE (1, 8, 8),
                  "data.preprocessing.0: cannot crop 9 × 9 pixels from 8 × 8");
  assert_refused ("ScaleRange(low=2, high=1)", RENSA_SHAPE (3),
                  "data.preprocessing.0: the minimum of the range, 2, must be less than the maximum, 1");
  assert_refused ("OneHot(columns='7')", RENSA_SHAPE (3), "data.preprocessing.0: the inputs have no column “7”");
  assert_refused ("OneHot", RENSA_SHAPE (3),
                  "data.preprocessing.0: there are no text columns; specify which columns contain classes");
  assert_refused ("OneHot(columns='0')", RENSA_SHAPE (2, 3), "data.preprocessing.0: only available for tables");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_registry_add (RENSA_COMPONENT_TRANSFORM, (const RensaComponent *const *) rensa_transforms_classes,
                      rensa_n_transforms_classes);
  g_test_add_func ("/data/transforms/normalize", test_normalize);
  g_test_add_func ("/data/transforms/normalize-channels", test_normalize_channels);
  g_test_add_func ("/data/transforms/scale-range", test_scale_range);
  g_test_add_func ("/data/transforms/one-hot", test_one_hot);
  g_test_add_func ("/data/transforms/one-hot-words", test_one_hot_words);
  g_test_add_func ("/data/transforms/center-crop", test_center_crop);
  g_test_add_func ("/data/transforms/rotate", test_rotate);
  g_test_add_func ("/data/transforms/random-crop", test_random_crop);
  g_test_add_func ("/data/transforms/random-crop-padded", test_random_crop_padded);
  g_test_add_func ("/data/transforms/random-flip", test_random_flip);
  g_test_add_func ("/data/transforms/random-shift", test_random_shift);
  g_test_add_func ("/data/transforms/random-rotation", test_random_rotation);
  g_test_add_func ("/data/transforms/gaussian-noise", test_gaussian_noise);
  g_test_add_func ("/data/transforms/color-jitter", test_color_jitter);
  g_test_add_func ("/data/transforms/position", test_position);
  g_test_add_func ("/data/transforms/order", test_order);
  g_test_add_func ("/data/transforms/refused", test_refused);
  return g_test_run ();
}
