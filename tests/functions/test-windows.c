/* test-windows.c: convolution and pooling that the reference cases leave out, and windows that do not fit.
 * SPDX-License-Identifier: MIT */

#include "messages.h"
#include "rensa-error.h"
#include "rensa-functions.h"
#include "rensa-gradient-check.h"
#include "rensa-primitives.h"

static const RensaCheckTolerance tolerance = { .eps = 1e-3, .rtol = 1e-6, .atol = 1e-7 };

static RensaArray *
noise (const RensaShape *shape)
{
  RensaArray *array = rensa_array_new (RENSA_FLOAT64, shape, NULL);

  g_assert_true (rensa_fill_normal (array, rensa_random_get_default (), 0, 1, NULL));
  return array;
}

static RensaVariable *
noise_variable (const RensaShape *shape)
{
  g_autoptr (RensaArray) array = noise (shape);

  return rensa_variable_new (array);
}

/* Groups, steps that differ, and windows over the edge, in one. */
static int
convolve (gpointer data, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  const RensaInts stride = { .n = 2, .values = { 2, 3 } };
  const RensaInts pad = { .n = 2, .values = { 1, 0 } };
  const RensaInts dilate = { .n = 2, .values = { 1, 2 } };

  outputs[0] = rensa_convolution_2d (inputs[0], inputs[1], inputs[2], &stride, &pad, TRUE, &dilate, 2, error);
  return outputs[0] != NULL ? 1 : -1;
}

static int
deconvolve (gpointer data, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  const RensaInts stride = { .n = RENSA_INTS_SCALAR, .values = { 2 } };
  const RensaInts outsize = { .n = 2, .values = { 6, 7 } };

  outputs[0] = rensa_deconvolution_2d (inputs[0], inputs[1], inputs[2], &stride, NULL, &outsize, NULL, 2, error);
  return outputs[0] != NULL ? 1 : -1;
}

static void
check_gradients (RensaCheckedFunc func, const RensaShape shapes[4])
{
  /* The gradient of the output stands last; NULL ends the list. */
  RensaArray *arrays[5] = { NULL };
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 4; i++)
    arrays[i] = noise (&shapes[i]);

  rensa_check_backward (func, NULL, arrays, 3, &arrays[3], &tolerance, &error);
  g_assert_no_error (error);
  rensa_check_double_backward (func, NULL, arrays, 3, &arrays[3], &tolerance, &error);
  g_assert_no_error (error);

  for (int i = 0; i < 4; i++)
    rensa_array_unref (arrays[i]);
}

static void
test_convolution_gradients (void)
{
  check_gradients (convolve, (RensaShape[]){ RENSA_SHAPE (2, 4, 4, 7), RENSA_SHAPE (2, 2, 3, 2), RENSA_SHAPE (2),
                                             RENSA_SHAPE (2, 2, 3, 3) });
}

/* An output smaller than the windows reach: the convolution that leads back covers all. */
static void
test_deconvolution_gradients (void)
{
  check_gradients (deconvolve, (RensaShape[]){ RENSA_SHAPE (2, 4, 3, 3), RENSA_SHAPE (4, 1, 3, 3), RENSA_SHAPE (2),
                                               RENSA_SHAPE (2, 2, 6, 7) });
}

static void
assert_fails (RensaVariable *result, GError **error, const char *message)
{
  g_assert_null (result);
  assert_sentence (error, message);
}

static void
test_windows_that_do_not_fit (void)
{
  g_autoptr (RensaVariable) x = noise_variable (&RENSA_SHAPE (1, 3, 4, 4));
  g_autoptr (RensaVariable) W = noise_variable (&RENSA_SHAPE (3, 3, 5, 5));
  const RensaInts three = { .n = 3, .values = { 1, 2, 3 } };
  const RensaInts five = { .n = RENSA_INTS_SCALAR, .values = { 5 } };
  const RensaInts zero = { .n = RENSA_INTS_SCALAR, .values = { 0 } };
  g_autoptr (GError) error = NULL;

  assert_fails (rensa_convolution_2d (x, W, NULL, NULL, NULL, FALSE, NULL, 1, &error), &error,
                "convolution_2d: Expect: windows that fit into x, Actual: extent 4 of axis 2, padded by 0 on both "
                "sides, is too small for windows of 5");
  assert_fails (rensa_max_pooling_2d (x, &five, NULL, NULL, FALSE, &error), &error,
                "max_pooling_2d: Expect: windows that fit into x, Actual: extent 4 of axis 2, padded by 0 on both "
                "sides, is too small for windows of 5");
  assert_fails (rensa_average_pooling_2d (x, &three, NULL, NULL, &error), &error,
                "average_pooling_2d: ksize expects an integer or a tuple of 2, but (1, 2, 3) was given.");
  assert_fails (rensa_max_pooling_2d (x, &five, &zero, NULL, TRUE, &error), &error,
                "max_pooling_2d: stride expects integers from 1 to 32767, but 0 was given.");
  assert_fails (rensa_deconvolution_2d (x, W, NULL, NULL, NULL, &five, NULL, 1, &error), &error,
                "deconvolution_2d: Expect: an outsize that the convolution maps back to the size of x, Actual: "
                "outsize (5, 5) for x of (4, 4)");
  assert_fails (rensa_convolution_2d (x, W, NULL, NULL, NULL, FALSE, NULL, 2, &error), &error,
                "convolution_2d: Expect: x.shape[1] == W.shape[1] * groups, Actual: 3 != 6");
}

/* A number more than there are axes, and one less. */
static void
test_axes_that_do_not_fit (void)
{
  g_autoptr (RensaVariable) x = noise_variable (&RENSA_SHAPE (1, 1, 2, 2, 2, 2));
  g_autoptr (RensaVariable) W = noise_variable (&RENSA_SHAPE (1, 1, 1, 1, 1, 1));
  g_autoptr (RensaVariable) W3 = noise_variable (&RENSA_SHAPE (1, 1, 1, 1, 1));
  const RensaInts five = { .n = 5, .values = { 1, 1, 1, 1, 1 } };
  const RensaInts three = { .n = 3, .values = { 1, 1, 1 } };
  g_autoptr (GError) error = NULL;

  assert_fails (rensa_convolution_nd (x, W, NULL, &five, NULL, FALSE, NULL, 1, &error), &error,
                "convolution_nd: stride expects an integer or a tuple of 4, but (1, 1, 1, 1, 1) was given.");
  assert_fails (rensa_deconvolution_nd (x, W, NULL, NULL, NULL, &five, NULL, 1, &error), &error,
                "deconvolution_nd: outsize expects an integer or a tuple of 4, but (1, 1, 1, 1, 1) was given.");
  assert_fails (rensa_convolution_nd (x, W3, NULL, NULL, NULL, FALSE, NULL, 1, &error), &error,
                "convolution_nd: Expect: W.ndim == x.ndim, Actual: 5 != 6");
  assert_fails (rensa_max_pooling_nd (x, &five, NULL, NULL, TRUE, &error), &error,
                "max_pooling_nd: Expect: x.ndim == len(ksize) + 2, Actual: 6 != 5 + 2");
  assert_fails (rensa_average_pooling_nd (x, &three, NULL, NULL, 0, &error), &error,
                "average_pooling_nd: Expect: x.ndim == len(ksize) + 2, Actual: 6 != 3 + 2");
  assert_fails (rensa_unpooling_nd (x, &five, NULL, NULL, NULL, TRUE, &error), &error,
                "unpooling_nd: Expect: x.ndim == len(ksize) + 2, Actual: 6 != 5 + 2");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/functions/convolution_2d/gradients", test_convolution_gradients);
  g_test_add_func ("/functions/deconvolution_2d/gradients", test_deconvolution_gradients);
  g_test_add_func ("/functions/windows/that_do_not_fit", test_windows_that_do_not_fit);
  g_test_add_func ("/functions/windows/axes_that_do_not_fit", test_axes_that_do_not_fit);
  return g_test_run ();
}
