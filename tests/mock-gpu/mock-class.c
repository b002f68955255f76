/* mock-class.c: the devices of the stand-in.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-cuda-class.h"
#include "rensa-mock.h"

/* The environment variable RENSA_MOCK, "seed=2,lost-after=1000", sets what rensa_mock_set_options () sets; with "without-dnn=1" there is no
 * cuDNN, with "without-nccl=1" no NCCL, with "without-lt=1" no cuBLASLt, with "without-capture=1" there are no graphs, and with "compiler=1"
 * there is NVRTC. */
static void
read_options (const char *text, RensaCudaApi *api)
{
  RensaMockOptions options = { 0 };
  g_auto (GStrv) settings = g_strsplit (text, ",", -1);

  for (guint i = 0; settings[i] != NULL; i++)
    {
      const char *value = strchr (settings[i], '=');
      const guint64 number = value != NULL ? g_ascii_strtoull (value + 1, NULL, 10) : 0;

      if (g_str_has_prefix (settings[i], "seed="))
        options.seed = (guint) number;
      else if (g_str_has_prefix (settings[i], "failing-allocation="))
        options.failing_allocation = number;
      else if (g_str_has_prefix (settings[i], "failing-launch="))
        options.failing_launch = number;
      else if (g_str_has_prefix (settings[i], "lost-after="))
        options.lost_after = number;
      else if (g_str_has_prefix (settings[i], "memory="))
        options.n_bytes = number;
      else if (g_str_has_prefix (settings[i], "architecture="))
        options.architecture = (int) number;
      else if (g_str_has_prefix (settings[i], "without-dnn="))
        rensa_mock_remove_dnn (api);
      else if (g_str_has_prefix (settings[i], "without-nccl="))
        rensa_mock_remove_nccl (api);
      else if (g_str_has_prefix (settings[i], "without-lt="))
        rensa_mock_remove_lt (api);
      else if (g_str_has_prefix (settings[i], "without-capture="))
        options.refuses_capture = TRUE;
      else if (g_str_has_prefix (settings[i], "compiler="))
        rensa_mock_add_compiler (api);
      else
        g_error ("RENSA_MOCK: “%s” is none of seed, failing-allocation, failing-launch, lost-after, memory, "
                 "architecture, without-dnn, without-nccl, without-lt, without-capture and compiler, and a number",
                 settings[i]);
    }
  rensa_mock_set_options (&options);
}

static const RensaCudaApi *
find_mock (GError **error)
{
  static RensaCudaApi api;
  const char *options = g_getenv ("RENSA_MOCK");

  rensa_mock_fill (&api);
  if (options != NULL)
    read_options (options, &api);
  return &api;
}

/* Who sets the variable, be it to nothing, knows of the stand-in and is told of it as of other devices. */
static __attribute__ ((constructor)) void
register_mock (void)
{
  rensa_cuda_register ("mock", TRUE, g_getenv ("RENSA_MOCK") == NULL, find_mock);
}
