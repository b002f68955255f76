/* test-nccl.c: the NCCL of the machine has the calls that are declared.
 * SPDX-License-Identifier: MIT */

#include "cuda-private.h"

static void
test_version (void)
{
  RensaCudaApi api = { 0 };
  int version = 0;

  if (!rensa_cuda_load_nccl (&api))
    {
      g_assert_null (api.ncclGetVersion);
      g_test_skip ("NCCL is not installed");
      return;
    }
  g_assert_cmpint (api.ncclGetVersion (&version), ==, RENSA_CUDA_SUCCESS);
  g_assert_cmpint (version, >=, 20000);
  g_assert_cmpstr (api.ncclGetErrorString (RENSA_NCCL_UNHANDLED_CUDA_ERROR), ==,
                   "unhandled cuda error (run with NCCL_DEBUG=INFO for details)");
}

/* What is asked of no device at all is nothing. */
static void
test_empty_group (void)
{
  RensaCudaApi api = { 0 };

  if (!rensa_cuda_load_nccl (&api))
    {
      g_test_skip ("NCCL is not installed");
      return;
    }
  g_assert_cmpint (api.ncclGroupStart (), ==, RENSA_CUDA_SUCCESS);
  g_assert_cmpint (api.ncclGroupEnd (), ==, RENSA_CUDA_SUCCESS);
  g_assert_cmpint (api.ncclReduce (NULL, NULL, 1, RENSA_NCCL_FLOAT32, RENSA_NCCL_SUM, 0, NULL, NULL), ==,
                   RENSA_NCCL_INVALID_ARGUMENT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/nccl/version", test_version);
  g_test_add_func ("/gpu/nccl/empty-group", test_empty_group);
  return g_test_run ();
}
