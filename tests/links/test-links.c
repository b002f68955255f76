/* test-links.c: the links themselves; figures worked out by hand.
 * SPDX-License-Identifier: MIT */

#include "link-fixture.h"
#include "rensa-device.h"
#include "rensa-meta-device.h"
#include "rensa-modes.h"
#include "rensa-random.h"

static void
assert_param_shape (RensaLink *link, const char *path, RensaShape shape)
{
  g_assert_true (
      rensa_shape_equal (rensa_array_get_shape (rensa_variable_get_array (find_param (link, path))), &shape));
}

static void
test_linear (void)
{
  g_autoptr (RensaLink) link = link_of ("Linear(in_size=2, out_size=3, initial_bias=Constant(fill_value=0.5))");
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (1, 2), 10, 1);
  g_autoptr (RensaVariable) y = NULL;

  set_param (link, "W", RENSA_SHAPE (3, 2), 1, 2, 3, 4, 5, 6);
  y = rensa_link_call (link, x, NULL);
  assert_values (rensa_variable_get_array (y), RENSA_SHAPE (1, 3), 12.5, 34.5, 56.5);
}

static void
test_linear_batch_axes (void)
{
  g_autoptr (RensaLink) link = link_of ("Linear(in_size=None, out_size=1, n_batch_axes=2, initialW=One)");
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (1, 2, 3), 1, 2, 3, 4, 5, 6);
  g_autoptr (RensaVariable) y = rensa_link_call (link, x, NULL);

  assert_param_shape (link, "W", RENSA_SHAPE (1, 3));
  assert_values (rensa_variable_get_array (y), RENSA_SHAPE (1, 2, 1), 6, 15);
}

/* One argument is the number of units. */
static void
test_linear_lazy (void)
{
  g_autoptr (RensaLink) link = link_of ("Linear(in_size=4)");
  g_autoptr (RensaVariable) vector = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (3));
  g_autoptr (RensaVariable) doubles = zeros_of (RENSA_FLOAT64, RENSA_SHAPE (3, 5));
  g_autoptr (RensaVariable) x = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (3, 2, 5));
  g_autoptr (RensaVariable) other = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (3, 1));
  g_autoptr (RensaVariable) y = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_variable_get_array (find_param (link, "W")));
  assert_param_shape (link, "b", RENSA_SHAPE (4));

  /* A call that fails teaches nothing. */
  g_assert_null (rensa_link_call (link, vector, &error));
  assert_message (&error, RENSA_ERROR_TYPE_CHECK, "linear: Expect: x.ndim > n_batch_axes, Actual: 1 <= 1");
  g_assert_null (rensa_link_call (link, doubles, &error));
  g_clear_error (&error);
  g_assert_null (rensa_variable_get_array (find_param (link, "W")));

  y = rensa_link_call (link, x, NULL);
  assert_param_shape (link, "W", RENSA_SHAPE (4, 10));
  g_assert_null (rensa_link_call (link, other, &error));
  assert_message (
      &error, RENSA_ERROR_TYPE_CHECK,
      "linear: Expect: x.shape[1] == W.shape[1], Actual: 1 != 10; Linear expects 10 values per example, but 1 was given");
}

/* Of examples of shape (3, 4), the axes that a class names tell the size. */
static void
test_learns_from (void)
{
  static const struct
  {
    const char *text;
    const char *param;
    gint64 size; /* the last extent */
  } cases[] = {
    { "GroupNormalization(groups=1)", "gamma", 3 },
    { "RMSNorm()", "gamma", 4 },
    { "SimplifiedDropconnect(in_size=None, out_size=1)", "W", 12 },
    { "Linear(in_size=None, out_size=1, n_batch_axes=2)", "W", 4 },
    { "Linear(in_size=1)", "W", 12 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RensaLink) link = link_of (cases[i].text);
      g_autoptr (RensaVariable) x = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (2, 3, 4));
      g_autoptr (RensaVariable) y = rensa_link_call (link, x, NULL);
      RensaArray *param = rensa_variable_get_array (find_param (link, cases[i].param));

      g_test_message ("%s", cases[i].text);
      g_assert_nonnull (y);
      g_assert_nonnull (param);
      g_assert_cmpint (rensa_array_get_dim (param, rensa_array_get_ndim (param) - 1), ==, cases[i].size);
    }
}

static void
test_convolution (void)
{
  g_autoptr (RensaLink) link = link_of ("Convolution2D(in_channels=1, out_channels=1, ksize=2, pad=1, stride=2)");
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (1, 1, 2, 2), 1, 2, 3, 4);
  g_autoptr (RensaVariable) two = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (1, 2, 2, 2));
  g_autoptr (RensaVariable) y = NULL;
  g_autoptr (GError) error = NULL;

  set_param (link, "W", RENSA_SHAPE (1, 1, 2, 2), 1, 10, 100, 1000);
  set_param (link, "b", RENSA_SHAPE (1), 0.25);
  y = rensa_link_call (link, x, NULL);
  /* Each window sees one corner of the image. */
  assert_values (rensa_variable_get_array (y), RENSA_SHAPE (1, 1, 2, 2), 1000.25, 200.25, 30.25, 4.25);

  g_assert_null (rensa_link_call (link, two, &error));
  g_assert_true (g_str_has_suffix (error->message, "; Convolution2D expects images of 1 channel, but 2 were given"));
}

static void
test_convolution_lazy (void)
{
  g_autoptr (RensaLink) link =
      link_of ("Convolution2D(in_channels=None, out_channels=6, ksize=(3, 2), groups=2, nobias=True)");
  g_autoptr (RensaLink) brief = link_of ("Convolution2D(in_channels=6, out_channels=3)");
  g_autoptr (RensaVariable) x = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (2, 4, 5, 5));
  g_autoptr (RensaVariable) matrix = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (2, 4));
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaVariable) y = NULL;
  g_autoptr (RensaVariable) z = NULL;

  g_assert_null (rensa_link_call (link, matrix, &error));
  assert_message (&error, RENSA_ERROR_TYPE_CHECK, "convolution_2d: Expect: x.ndim == 4, Actual: 2 != 4");
  y = rensa_link_call (link, x, &error);
  g_assert_no_error (error);
  assert_param_shape (link, "W", RENSA_SHAPE (6, 2, 3, 2));

  z = rensa_link_call (brief, x, &error);
  g_assert_no_error (error);
  assert_param_shape (brief, "W", RENSA_SHAPE (6, 4, 3, 3));
}

/* mean (2, 20), variance (1, 100); the running variance takes twice as much, because there are two rows */
static void
test_batch_normalization (void)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autoptr (RensaLink) link = link_of ("BatchNormalization(size=2, eps=0)");
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (2, 2), 1, 10, 3, 30);
  g_autoptr (RensaVariable) y = NULL;
  g_autoptr (RensaVariable) z = NULL;

  set_param (link, "gamma", RENSA_SHAPE (2), 1, 2);
  set_param (link, "beta", RENSA_SHAPE (2), 0, 5);
  y = rensa_link_call (link, x, NULL);
  assert_values (rensa_variable_get_array (y), RENSA_SHAPE (2, 2), -1, 3, 1, 7);
  assert_values (rensa_link_get_persistent (link, 1), RENSA_SHAPE (2), 0.2, 2);
  assert_values (rensa_link_get_persistent (link, 2), RENSA_SHAPE (2), 1.1, 20.9);
  g_assert_cmpint (rensa_link_get_persistent_int (link, "N"), ==, 0);

  rensa_modes_get ()->train = FALSE;
  z = rensa_link_call (link, x, NULL);
  assert_values (rensa_variable_get_array (z), RENSA_SHAPE (2, 2), 0.762770, 2 * 1.749915 + 5, 2.669695,
                 2 * 6.124701 + 5);
  assert_values (rensa_link_get_persistent (link, 1), RENSA_SHAPE (2), 0.2, 2);
}

static void
test_batch_normalization_finetune (void)
{
  g_autoptr (RensaLink) link =
      link_of ("BatchNormalization(size=2, eps=0, finetune=True, use_gamma=False, use_beta=False)");
  g_autofree char *params = list_params (link);
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (2, 2), 1, 10, 3, 30);
  g_autoptr (RensaVariable) zeros = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (2, 2));
  g_autoptr (RensaVariable) y = NULL;
  g_autoptr (RensaVariable) z = NULL;

  g_assert_cmpstr (params, ==, "");
  y = rensa_link_call (link, x, NULL);
  assert_values (rensa_variable_get_array (y), RENSA_SHAPE (2, 2), -1, -1, 1, 1);
  assert_values (rensa_link_get_persistent (link, 1), RENSA_SHAPE (2), 2, 20);
  assert_values (rensa_link_get_persistent (link, 2), RENSA_SHAPE (2), 2, 200);

  z = rensa_link_call (link, zeros, NULL);
  assert_values (rensa_link_get_persistent (link, 1), RENSA_SHAPE (2), 1, 10);
  g_assert_cmpint (rensa_link_get_persistent_int (link, "N"), ==, 2);
}

static void
test_batch_normalization_lazy (void)
{
  g_autoptr (RensaLink) link = link_of (
      "BatchNormalization(axis=(0, 2), initial_avg_mean=Constant(fill_value=7), initial_gamma=Constant(fill_value=3))");
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autoptr (RensaVariable) x = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (2, 3, 4));
  g_autoptr (RensaVariable) y = NULL;

  g_assert_null (rensa_link_get_persistent (link, 1));
  rensa_modes_get ()->train = FALSE;
  y = rensa_link_call (link, x, NULL);
  g_assert_nonnull (y);
  assert_values (rensa_variable_get_array (find_param (link, "gamma")), RENSA_SHAPE (3), 3, 3, 3);
  assert_values (rensa_link_get_persistent (link, 1), RENSA_SHAPE (3), 7, 7, 7);
  assert_values (rensa_link_get_persistent (link, 2), RENSA_SHAPE (3), 1, 1, 1);
}

static void
test_batch_normalization_dtype (void)
{
  g_autoptr (RensaLink) link = link_of ("BatchNormalization(size=(2, 3), dtype=float64)");
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (rensa_variable_get_type (find_param (link, "beta")).dtype, ==, RENSA_FLOAT64);
  g_assert_cmpint (rensa_array_get_dtype (rensa_link_get_persistent (link, 2)), ==, RENSA_FLOAT64);
  assert_param_shape (link, "gamma", RENSA_SHAPE (2, 3));
  g_assert_cmpint (rensa_modes_get ()->dtype, ==, RENSA_FLOAT32);
  g_assert_null (rensa_link_new_from_text ("BatchNormalization(size=2, dtype=float7)", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
}

static void
test_batch_normalization_channels (void)
{
  g_autoptr (RensaLink) link = link_of ("BatchNormalization(size=2)");
  g_autoptr (RensaVariable) x = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (2, 3, 4, 4));
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_link_call (link, x, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_TYPE_CHECK);
  g_assert_true (g_str_has_suffix (error->message, "; BatchNormalization expects 2 channels, but 3 were given"));
}

/* A call that fails teaches nothing: the statistics are as unknown as before. */
static void
test_batch_normalization_failure (void)
{
  g_autoptr (RensaLink) link = link_of ("BatchNormalization(axis=0)");
  g_autoptr (RensaVariable) ids = zeros_of (RENSA_INT32, RENSA_SHAPE (2, 3));
  g_autoptr (RensaVariable) x = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (2, 4));
  g_autoptr (RensaVariable) y = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_link_call (link, ids, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_TYPE_CHECK);
  g_assert_null (rensa_variable_get_array (find_param (link, "gamma")));
  g_assert_null (rensa_link_get_persistent (link, 1));
  g_assert_cmpint (rensa_link_get_learnt (link), ==, RENSA_INT_NONE);

  y = rensa_link_call (link, x, NULL);
  g_assert_nonnull (y);
  g_assert_cmpint (rensa_link_get_learnt (link), ==, 4);
}

/* Of all groups together, and without those parameters that are left out. */
static void
test_learnt (void)
{
  g_autoptr (RensaLink) convolution =
      link_of ("Convolution2D(in_channels=None, out_channels=6, ksize=3, groups=2, nobias=True)");
  g_autoptr (RensaLink) normalization = link_of ("BatchNormalization(size=4, use_gamma=False, use_beta=False)");
  g_autoptr (RensaLink) embedding = link_of ("EmbedID(in_size=3, out_size=2)");
  g_autoptr (RensaVariable) x = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (2, 4, 5, 5));
  g_autoptr (RensaVariable) y = NULL;

  g_assert_cmpint (rensa_link_get_learnt (convolution), ==, RENSA_INT_NONE);
  y = rensa_link_call (convolution, x, NULL);
  g_assert_cmpint (rensa_link_get_learnt (convolution), ==, 4);
  g_assert_cmpint (rensa_link_get_learnt (normalization), ==, 4);
  g_assert_cmpint (rensa_link_get_learnt (embedding), ==, RENSA_INT_NONE);
}

static void
test_constructors (void)
{
  const RensaInts three = { .n = RENSA_INTS_SCALAR, .values = { 3 } };
  const RensaInts one = { .n = RENSA_INTS_SCALAR, .values = { 1 } };
  const RensaInts pair = { .n = 2, .values = { 2, 5 } };
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaLink) linear = rensa_linear_link_new (4, 3, TRUE, &error);
  g_autoptr (RensaLink) convolution = rensa_convolution_2d_link_new (2, 6, &three, &one, &one, FALSE, &error);
  g_autoptr (RensaLink) normalization = rensa_batch_normalization_link_new (5, &error);
  g_autoptr (RensaLink) embedding = rensa_embed_id_link_new (7, 2, &error);
  g_autoptr (RensaLink) parameter = rensa_parameter_link_new (&pair, &error);

  g_assert_no_error (error);
  assert_param_shape (linear, "W", RENSA_SHAPE (3, 4));
  g_assert_null (find_param (linear, "b"));
  assert_param_shape (convolution, "W", RENSA_SHAPE (6, 2, 3, 3));
  assert_param_shape (convolution, "b", RENSA_SHAPE (6));
  assert_param_shape (normalization, "gamma", RENSA_SHAPE (5));
  assert_param_shape (embedding, "W", RENSA_SHAPE (7, 2));
  assert_param_shape (parameter, "W", RENSA_SHAPE (2, 5));
  g_assert_null (rensa_linear_link_new (4, -1, TRUE, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
}

static void
test_embed_id (void)
{
  g_autoptr (RensaLink) link = link_of ("EmbedID(in_size=3, out_size=2, ignore_label=-1)");
  g_autoptr (RensaVariable) ids = variable_of (RENSA_INT32, RENSA_SHAPE (3), (double[]){ 2, -1, 0 });
  g_autoptr (RensaVariable) y = NULL;

  set_param (link, "W", RENSA_SHAPE (3, 2), 1, 2, 3, 4, 5, 6);
  y = rensa_link_call (link, ids, NULL);
  assert_values (rensa_variable_get_array (y), RENSA_SHAPE (3, 2), 5, 6, 0, 0, 1, 2);
}

static void
test_parameter (void)
{
  g_autoptr (RensaLink) link = link_of ("Parameter(shape=(2, 1), initialW=Constant(fill_value=4))");
  g_autoptr (RensaLink) vector = link_of ("Parameter(shape=3)");
  RensaVariable *y = NULL;

  g_assert_cmpint (rensa_link_call_n (link, NULL, 0, &y, 1, NULL), ==, 1);
  assert_values (rensa_variable_get_array (y), RENSA_SHAPE (2, 1), 4, 4);
  rensa_variable_unref (y);
  assert_values (rensa_variable_get_array (find_param (vector, "W")), RENSA_SHAPE (3), 0, 0, 0);
}

static void
run_on_meta (const char *text, RensaDtype dtype, RensaShape x_shape, RensaShape y_shape)
{
  g_autoptr (RensaLink) link = link_of (text);
  g_autoptr (RensaVariable) x = zeros_of (dtype, x_shape);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaVariable) y = rensa_link_call (link, x, &error);

  g_assert_no_error (error);
  g_assert_true (rensa_array_get_device (rensa_variable_get_array (y)) == &rensa_meta_device);
  g_assert_true (rensa_shape_equal (rensa_array_get_shape (rensa_variable_get_array (y)), &y_shape));
}

/* Shapes far larger than memory, and not one random number drawn. */
static void
test_meta (void)
{
  g_auto (RensaDeviceScope) on_meta = rensa_device_enter (&rensa_meta_device);
  const RensaRandom random = *rensa_random_get_default ();
  g_auto (RensaModesScope) scope = rensa_modes_enter ();

  run_on_meta ("Linear(in_size=1000000, out_size=2000000)", RENSA_FLOAT32, RENSA_SHAPE (100000, 1000000),
               RENSA_SHAPE (100000, 2000000));
  run_on_meta ("Linear(in_size=None, out_size=3)", RENSA_FLOAT32, RENSA_SHAPE (4, 5, 6), RENSA_SHAPE (4, 3));
  run_on_meta ("Convolution2D(in_channels=None, out_channels=7, ksize=3, pad=1, stride=2)", RENSA_FLOAT32,
               RENSA_SHAPE (2, 3, 9, 9), RENSA_SHAPE (2, 7, 5, 5));
  run_on_meta ("BatchNormalization(size=3, finetune=True)", RENSA_FLOAT32, RENSA_SHAPE (2, 3, 9, 9),
               RENSA_SHAPE (2, 3, 9, 9));
  run_on_meta ("BatchNormalization(axis=0, use_gamma=False)", RENSA_FLOAT32, RENSA_SHAPE (2, 3), RENSA_SHAPE (2, 3));
  rensa_modes_get ()->train = FALSE;
  run_on_meta ("BatchNormalization(size=3)", RENSA_FLOAT32, RENSA_SHAPE (2, 3), RENSA_SHAPE (2, 3));
  run_on_meta ("EmbedID(in_size=10, out_size=4)", RENSA_INT32, RENSA_SHAPE (2, 3), RENSA_SHAPE (2, 3, 4));
  g_assert_cmpmem (&random, sizeof random, rensa_random_get_default (), sizeof random);
}

/* Counts may be of any kind of number. */
static void
test_counts_dtype (void)
{
  const double expected[] = { 1, 3, 2 };
  g_autoptr (RensaArray) counts =
      rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (3), (float[]){ 1, 3, 2 }, NULL);
  g_autoptr (RensaLink) link = rensa_negative_sampling_link_new (2, counts, 1, 0.75, NULL);
  struct json_object *json, *list;

  g_assert_nonnull (link);
  json = rensa_attrs_to_json (rensa_link_get_attrs (link));
  list = json_object_object_get (json, "counts");
  g_assert_cmpuint (json_object_array_length (list), ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpfloat (json_object_get_double (json_object_array_get_idx (list, i)), ==, expected[i]);
  json_object_put (json);
}

int
main (int argc, char **argv)
{
  link_tests_init (&argc, &argv);
  g_test_add_func ("/links/counts-dtype", test_counts_dtype);
  g_test_add_func ("/links/linear/values", test_linear);
  g_test_add_func ("/links/linear/batch-axes", test_linear_batch_axes);
  g_test_add_func ("/links/linear/lazy", test_linear_lazy);
  g_test_add_func ("/links/learns-from", test_learns_from);
  g_test_add_func ("/links/convolution-2d/values", test_convolution);
  g_test_add_func ("/links/convolution-2d/lazy", test_convolution_lazy);
  g_test_add_func ("/links/batch-normalization/values", test_batch_normalization);
  g_test_add_func ("/links/batch-normalization/finetune", test_batch_normalization_finetune);
  g_test_add_func ("/links/batch-normalization/lazy", test_batch_normalization_lazy);
  g_test_add_func ("/links/batch-normalization/dtype", test_batch_normalization_dtype);
  g_test_add_func ("/links/batch-normalization/channels", test_batch_normalization_channels);
  g_test_add_func ("/links/batch-normalization/failure", test_batch_normalization_failure);
  g_test_add_func ("/links/learnt", test_learnt);
  g_test_add_func ("/links/constructors", test_constructors);
  g_test_add_func ("/links/embed-id/values", test_embed_id);
  g_test_add_func ("/links/parameter/values", test_parameter);
  g_test_add_func ("/links/meta-device", test_meta);
  return g_test_run ();
}
