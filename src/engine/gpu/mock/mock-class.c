/* mock-class.c: the devices of the stand-in.
 * SPDX-License-Identifier: MIT */

#include "rensa-cuda-class.h"
#include "rensa-mock.h"

/* The environment variable RENSA_MOCK_SEED chooses another order of what may be done in any. */
static const RensaCudaApi *
find_mock (GError **error)
{
  static RensaCudaApi api;
  const char *seed = g_getenv ("RENSA_MOCK_SEED");

  rensa_mock_fill (&api);
  if (seed != NULL)
    rensa_mock_set_options (&(RensaMockOptions){ .seed = (guint) g_ascii_strtoull (seed, NULL, 10) });
  return &api;
}

static __attribute__ ((constructor)) void
register_mock (void)
{
  rensa_cuda_register ("mock", TRUE, find_mock);
}
