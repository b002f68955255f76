/* cuda-nvrtc.c: compilation of formulas with NVRTC.
 * SPDX-License-Identifier: MIT */

#include "cuda-formula.h"

/* Products and sums are not fused, so that results match the host's as far as the functions do. */
static const char *const fixed_options[] = { "--std=c++17", "--fmad=false" };

gboolean
rensa_nvrtc_choose_target (const RensaCudaApi *api, int architecture, RensaNvrtcTarget *target)
{
  int n = 0;

  *target = (RensaNvrtcTarget){ 0 };
  if (api->nvrtcVersion == NULL || api->nvrtcGetNumSupportedArchs (&n) != RENSA_CUDA_SUCCESS || n <= 0)
    return FALSE;

  g_autofree int *known = g_new0 (int, n);
  if (api->nvrtcGetSupportedArchs (known) != RENSA_CUDA_SUCCESS)
    return FALSE;
  for (int i = 0; i < n; i++)
    if (known[i] <= architecture)
      target->architecture = MAX (target->architecture, known[i]);
  target->is_exact = target->architecture == architecture;
  return target->architecture > 0;
}

static char *
print_target (const RensaNvrtcTarget *target)
{
  return g_strdup_printf ("--gpu-architecture=%s_%d", target->is_exact ? "sm" : "compute", target->architecture);
}

/* Includes the terminator, so that different lists of strings have different checksums. */
static void
add_text (GChecksum *checksum, const char *text)
{
  g_checksum_update (checksum, (const guchar *) text, (gssize) strlen (text) + 1);
}

char *
rensa_nvrtc_make_key (const RensaCudaApi *api, const RensaNvrtcTarget *target, const char *source)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *option = print_target (target);
  int major = 0;
  int minor = 0;

  api->nvrtcVersion (&major, &minor);
  g_autofree char *version = g_strdup_printf ("%d.%d", major, minor);
  add_text (checksum, version);
  add_text (checksum, option);
  for (guint i = 0; i < G_N_ELEMENTS (fixed_options); i++)
    add_text (checksum, fixed_options[i]);
  for (guint i = 0; rensa_formula_header_names[i] != NULL; i++)
    {
      add_text (checksum, rensa_formula_header_names[i]);
      add_text (checksum, rensa_formula_headers[i]);
    }
  add_text (checksum, source);
  return g_strdup (g_checksum_get_string (checksum));
}

static char *
get_log (const RensaCudaApi *api, RensaNvrtcProgram program)
{
  gsize n = 0;

  if (api->nvrtcGetProgramLogSize (program, &n) != RENSA_CUDA_SUCCESS)
    n = 0;

  char *log = g_malloc0 (n + 1);
  if (n > 0)
    api->nvrtcGetProgramLog (program, log);
  return log;
}

static GBytes *
get_image (const RensaCudaApi *api, RensaNvrtcProgram program, gboolean is_code)
{
  gsize n = 0;

  if ((is_code ? api->nvrtcGetCUBINSize (program, &n) : api->nvrtcGetPTXSize (program, &n)) != RENSA_CUDA_SUCCESS
      || n == 0)
    return NULL;

  char *image = g_malloc (n);
  if ((is_code ? api->nvrtcGetCUBIN (program, image) : api->nvrtcGetPTX (program, image)) == RENSA_CUDA_SUCCESS)
    return g_bytes_new_take (image, n);
  g_free (image);
  return NULL;
}

GBytes *
rensa_nvrtc_compile (const RensaCudaApi *api, const RensaNvrtcTarget *target, const char *source, char **log)
{
  g_autofree char *option = print_target (target);
  const char *options[1 + G_N_ELEMENTS (fixed_options)] = { option };
  const int n_headers = (int) g_strv_length ((GStrv) rensa_formula_header_names);
  RensaNvrtcProgram program;
  GBytes *image = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (fixed_options); i++)
    options[1 + i] = fixed_options[i];
  if (api->nvrtcCreateProgram (&program, source, "formula.cu", n_headers, rensa_formula_headers,
                               rensa_formula_header_names)
      != RENSA_CUDA_SUCCESS)
    {
      *log = g_strdup ("nvrtcCreateProgram failed");
      return NULL;
    }
  if (api->nvrtcCompileProgram (program, G_N_ELEMENTS (options), options) == RENSA_CUDA_SUCCESS)
    image = get_image (api, program, target->is_exact);
  *log = get_log (api, program);
  api->nvrtcDestroyProgram (&program);
  return image;
}
