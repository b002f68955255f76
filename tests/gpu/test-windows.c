/* test-windows.c: how convolution and pooling go about it on a GPU.
 * SPDX-License-Identifier: MIT */

#include "backend-fixture.h"

#include <string.h>

#include "rensa-cuda-class.h"
#include "rensa-mock.h"

#define N_SEEDS 5

static const RensaWindow window = {
  .n = 2, .kernel = { 3, 3 }, .stride = { 1, 2 }, .pad = { 1, 1 }, .dilate = { 1, 1 }, .groups = 1
};

/* Convolutions of different extents are different plans. */
static RensaArray *
convolve (gint64 width, RensaArray **gW)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (2, 3, 5, width), 1);
  g_autoptr (RensaArray) W = noise (RENSA_FLOAT32, RENSA_SHAPE (4, 3, 3, 3), 2);
  g_autoptr (RensaArray) b = noise (RENSA_FLOAT32, RENSA_SHAPE (4), 3);
  RensaArray *y = rensa_convolve (x, W, b, &window, &error);

  *gW = rensa_convolve_backward_W (x, y, &window, rensa_array_get_shape (W), &error);
  g_assert_no_error (error);
  return y;
}

static guint64
count_dnn_calls (void)
{
  RensaMockCounts counts;

  rensa_mock_get_counts (&counts);
  return counts.n_dnn_calls;
}

/* What cuDNN refuses is worked out without it; what it took once, it takes again. */
static void
test_refused (void)
{
  const guint64 n_before = count_dnn_calls ();
  g_autoptr (RensaArray) gW = NULL;
  g_autoptr (RensaArray) own_gW = NULL;

  rensa_mock_set_options (&(RensaMockOptions){ .refuses_convolutions = TRUE });
  g_autoptr (RensaArray) own = convolve (7, &own_gW);
  g_assert_cmpuint (count_dnn_calls (), ==, n_before);
  rensa_mock_set_options (&(RensaMockOptions){ .seed = 1 });
  g_autoptr (RensaArray) still_own_gW = NULL;
  g_autoptr (RensaArray) still_own = convolve (7, &still_own_gW);
  g_assert_cmpuint (count_dnn_calls (), ==, n_before);
  assert_same (own, still_own);

  g_autoptr (RensaArray) y G_GNUC_UNUSED = convolve (8, &gW);
  g_assert_cmpuint (count_dnn_calls (), ==, n_before + 2);
}

static RensaArray *
normalize (GError **error)
{
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (3, 5, 40, 40), 1);
  g_autoptr (RensaArray) gamma = noise (RENSA_FLOAT32, RENSA_SHAPE (5), 2);
  g_autoptr (RensaArray) mean = NULL;
  g_autoptr (RensaArray) var = NULL;
  g_autoptr (RensaArray) inv_std = NULL;

  return rensa_normalize_forward (x, gamma, gamma, 1 | 4 | 8, 1e-5, &mean, &var, &inv_std, error);
}

/* Windows that overlap, so that several of them add to one place. */
static RensaArray *
scatter (GError **error)
{
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (2, 3, 20, 20), 1);
  g_autoptr (RensaArray) index = NULL;
  g_autoptr (RensaArray) y = rensa_pool_max (x, &window, &index, error);

  return rensa_pool_max_scatter (y, index, &window, rensa_array_get_shape (x), error);
}

static RensaArray *
spread (GError **error)
{
  g_autoptr (RensaArray) index = rensa_array_zeros (RENSA_INT64, &RENSA_SHAPE (2, 4, 50), error);
  g_autoptr (RensaArray) weight = noise (RENSA_FLOAT32, RENSA_SHAPE (2, 4, 50), 1);
  g_autoptr (RensaArray) gy = noise (RENSA_FLOAT32, RENSA_SHAPE (2, 3, 50, 2), 2);

  return rensa_spread_taps (gy, &(RensaTaps){ .index = index, .weight = weight }, 3, error);
}

/* In any order of blocks and threads. */
static void
test_orders (void)
{
  RensaArray *(*const runs[]) (GError * *error) = { normalize, scatter, spread };

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaArray) first = NULL;

      for (guint seed = 1; seed <= N_SEEDS; seed++)
        {
          rensa_mock_set_options (&(RensaMockOptions){ .seed = seed });
          g_autoptr (RensaArray) again = runs[i](&error);
          g_assert_no_error (error);
          assert_numbers_right ();
          if (first == NULL)
            first = g_steal_pointer (&again);
          else
            assert_same (first, again);
        }
    }
}

/* Kernels count in 32 bits. */
static void
test_far_padding (void)
{
  const gint64 far = G_GINT64_CONSTANT (1) << 31;
  const RensaWindow wide = { .n = 1, .kernel = { 3 }, .stride = { far }, .pad = { far }, .dilate = { 1 } };
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (1, 1, 4), 1);

  g_assert_null (rensa_pool_sum (x, &wide, 1, &error));
  assert_message (&error, RENSA_ERROR_INVALID,
                  "windows require examples of fewer than 2147483647 elements including padding on device mock:0: "
                  "found 2147483651");
}

static void
test_version (void)
{
  const RensaDevice *device = rensa_device_get_current ();
  g_auto (RensaDeviceFacts) facts = { NULL };

  g_assert_cmpuint (rensa_cuda_get_dnn_version (device), ==, 91900);
  g_assert_true (device->klass->get_facts (device, &facts, NULL));
  g_assert_nonnull (strstr (facts.libraries, ", cuDNN 9.19.0, "));
  g_assert_true (g_str_has_suffix (facts.libraries, ", no NVRTC"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/windows/refused", test_refused);
  g_test_add_func ("/gpu/windows/orders", test_orders);
  g_test_add_func ("/gpu/windows/far-padding", test_far_padding);
  g_test_add_func ("/gpu/windows/version", test_version);
  return run_tests ();
}
