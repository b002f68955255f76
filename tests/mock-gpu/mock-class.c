/* mock-class.c: the devices of the mock GPU.
 * SPDX-License-Identifier: MIT */

#include "rensa-cuda-class.h"
#include "rensa-error.h"
#include "rensa-mock.h"

#define MOCK_WORDS                                                                                                      \
  "seed, failing-allocation, failing-launch, lost-after, memory, architecture, without-dnn, without-nccl, without-lt, " \
  "without-capture and compiler"

/* Applies one setting; FALSE if @name is unknown. */
static gboolean
apply (const char *name, guint64 number, RensaMockOptions *options, RensaCudaApi *api)
{
  if (g_str_equal (name, "seed"))
    options->seed = (guint) number;
  else if (g_str_equal (name, "failing-allocation"))
    options->failing_allocation = number;
  else if (g_str_equal (name, "failing-launch"))
    options->failing_launch = number;
  else if (g_str_equal (name, "lost-after"))
    options->lost_after = number;
  else if (g_str_equal (name, "memory"))
    options->n_bytes = number;
  else if (g_str_equal (name, "architecture"))
    options->architecture = (int) number;
  else if (g_str_equal (name, "without-dnn"))
    rensa_mock_remove_dnn (api);
  else if (g_str_equal (name, "without-nccl"))
    rensa_mock_remove_nccl (api);
  else if (g_str_equal (name, "without-lt"))
    rensa_mock_remove_lt (api);
  else if (g_str_equal (name, "without-capture"))
    options->refuses_capture = TRUE;
  else if (g_str_equal (name, "compiler"))
    rensa_mock_add_compiler (api);
  else
    return FALSE;
  return TRUE;
}

/* The environment variable RENSA_MOCK, "seed=2,lost-after=1000", sets the same options as
 * rensa_mock_set_options (); "without-dnn=1" removes cuDNN, "without-nccl=1" NCCL,
 * "without-lt=1" cuBLASLt and "without-capture=1" graphs, and "compiler=1" adds NVRTC. */
static gboolean
read_options (const char *text, RensaCudaApi *api, GError **error)
{
  RensaMockOptions options = { 0 };
  g_auto (GStrv) settings = g_strsplit (text, ",", -1);

  for (guint i = 0; settings[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (settings[i], "=", 2);
      guint64 number;

      if (g_strv_length (words) != 2 || !g_ascii_string_to_unsigned (words[1], 10, 0, G_MAXUINT64, &number, NULL)
          || !apply (words[0], number, &options, api))
        {
          g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                       "RENSA_MOCK: NAME=NUMBER was expected, with one of the names " MOCK_WORDS ", but found “%s”.",
                       settings[i]);
          return FALSE;
        }
    }
  rensa_mock_set_options (&options);
  return TRUE;
}

static const RensaCudaApi *
find_mock (GError **error)
{
  static RensaCudaApi api;
  const char *options = g_getenv ("RENSA_MOCK");

  rensa_mock_fill (&api);
  if (options != NULL && !read_options (options, &api, error))
    return NULL;
  return &api;
}

/* If the variable is set, even to an empty value, the mock is listed like other devices. */
static __attribute__ ((constructor)) void
register_mock (void)
{
  rensa_cuda_register ("mock", TRUE, g_getenv ("RENSA_MOCK") == NULL, find_mock);
}
