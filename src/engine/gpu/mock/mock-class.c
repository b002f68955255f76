/* mock-class.c: the devices of the stand-in.
 * SPDX-License-Identifier: MIT */

#include "rensa-cuda-class.h"
#include "rensa-mock.h"

static const RensaCudaApi *
find_mock (GError **error)
{
  static RensaCudaApi api;

  rensa_mock_fill (&api);
  return &api;
}

static __attribute__ ((constructor)) void
register_mock (void)
{
  rensa_cuda_register ("mock", TRUE, find_mock);
}
