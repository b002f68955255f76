/* cuda-load.c: loading of CUDA's driver and libraries.
 * SPDX-License-Identifier: MIT */

#include "cuda-private.h"

#include <dlfcn.h>

#include "rensa-cuda-class.h"
#include "rensa-cuda-images.h"

typedef struct
{
  const char *name;
  gsize offset; /* offset of the call in the table */
} Symbol;

#define SYMBOL(call, arguments) { #call, G_STRUCT_OFFSET (RensaCudaApi, call) },

static const Symbol driver_symbols[] = { RENSA_CUDA_DRIVER_CALLS (SYMBOL) };
static const Symbol nvrtc_symbols[] = { RENSA_NVRTC_CALLS (SYMBOL) };
static const Symbol lt_symbols[] = { RENSA_CUDA_LT_CALLS (SYMBOL) };

#undef SYMBOL
#define SYMBOL(type, call, arguments) { #call, G_STRUCT_OFFSET (RensaCudaApi, call) },

static const Symbol blas_symbols[] = { RENSA_CUDA_BLAS_CALLS (SYMBOL) };
static const Symbol dnn_symbols[] = { RENSA_CUDNN_CALLS (SYMBOL) };
static const Symbol nccl_symbols[] = { RENSA_NCCL_CALLS (SYMBOL) };

/* Install location of the toolkit's libraries, if the loader does not find them. */
#define TOOLKIT_FOLDER "/usr/local/cuda/lib64"

static gpointer
open_library (const char *const *names)
{
  for (int i = 0; names[i] != NULL; i++)
    {
      g_autofree char *path = g_build_filename (TOOLKIT_FOLDER, names[i], NULL);
      gpointer library = dlopen (names[i], RTLD_NOW | RTLD_LOCAL);

      if (library == NULL)
        library = dlopen (path, RTLD_NOW | RTLD_LOCAL);
      if (library != NULL)
        return library;
    }
  return NULL;
}

static gboolean
find_symbols (RensaCudaApi *api, const char *const *names, const char *what, const Symbol *symbols, guint n,
              GError **error)
{
  gpointer library = open_library (names);

  if (library == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("No GPU available: %s (%s) is not installed."), what,
                       names[0]);
      return FALSE;
    }
  for (guint i = 0; i < n; i++)
    {
      gpointer function = dlsym (library, symbols[i].name);

      if (function == NULL)
        {
          rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("No GPU available: %s lacks %s; the version is too old."),
                           what, symbols[i].name);
          return FALSE;
        }
      G_STRUCT_MEMBER (gpointer, api, symbols[i].offset) = function;
    }
  return TRUE;
}

/* Loads all calls of a library, or none of them. */
static gboolean
load_optional (RensaCudaApi *api, const char *const *names, const char *what, const Symbol *symbols, guint n)
{
  RensaCudaApi found = *api;

  if (!find_symbols (&found, names, what, symbols, n, NULL))
    return FALSE;

  *api = found;
  return TRUE;
}

gboolean
rensa_cuda_load_dnn (RensaCudaApi *api)
{
  static const char *const names[] = { "libcudnn.so.9", NULL };

  return load_optional (api, names, "cuDNN", dnn_symbols, G_N_ELEMENTS (dnn_symbols));
}

gboolean
rensa_cuda_load_nccl (RensaCudaApi *api)
{
  static const char *const names[] = { "libnccl.so.2", NULL };

  return load_optional (api, names, "NCCL", nccl_symbols, G_N_ELEMENTS (nccl_symbols));
}

gboolean
rensa_cuda_load_nvrtc (RensaCudaApi *api)
{
  static const char *const names[] = { "libnvrtc.so.13", "libnvrtc.so.12", NULL };

  return load_optional (api, names, "NVRTC", nvrtc_symbols, G_N_ELEMENTS (nvrtc_symbols));
}

static const gconstpointer no_images[] = { NULL };
static const gconstpointer *images = no_images;
static int images_version;

void
rensa_cuda_set_images (const gconstpointer *own_images, int version)
{
  images = own_images;
  images_version = version;
}

const gconstpointer *
rensa_cuda_get_images (void)
{
  return images;
}

/* GPU code is compiled for the CUDA version of the build; an older driver rejects it. */
static gboolean
check_version (const RensaCudaApi *api, GError **error)
{
  int version = 0;

  if (api->cuDriverGetVersion (&version) == RENSA_CUDA_SUCCESS && version >= images_version)
    return TRUE;

  rensa_set_words (
      error, RENSA_ERROR_NOT_FOUND,
      N_ ("No GPU available: the driver is older than the runtime; it supports CUDA %d.%d, but %d.%d is required."),
      version / 1000, version % 1000 / 10, images_version / 1000, images_version % 1000 / 10);
  return FALSE;
}

/* Loads the driver and the libraries of the machine. */
static const RensaCudaApi *
find_driver (GError **error)
{
  static RensaCudaApi api;
  static const char *const driver_names[] = { "libcuda.so.1", NULL };
  static const char *const blas_names[] = { "libcublas.so.13", "libcublas.so.12", NULL };
  static const char *const lt_names[] = { "libcublasLt.so.13", "libcublasLt.so.12", NULL };

  if (images[0] == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("No GPU available: this program was built without nvcc."));
      return NULL;
    }
  if (!find_symbols (&api, driver_names, _ ("NVIDIA driver"), driver_symbols, G_N_ELEMENTS (driver_symbols), error)
      || !check_version (&api, error)
      || !find_symbols (&api, blas_names, "cuBLAS", blas_symbols, G_N_ELEMENTS (blas_symbols), error))
    return NULL;

  /* These affect only speed. */
  load_optional (&api, lt_names, "cuBLASLt", lt_symbols, G_N_ELEMENTS (lt_symbols));
  rensa_cuda_load_dnn (&api);
  rensa_cuda_load_nccl (&api);
  rensa_cuda_load_nvrtc (&api);

  const RensaCudaStatus status = api.cuInit (0);
  if (status == RENSA_CUDA_SUCCESS)
    return &api;

  const char *text = NULL;
  api.cuGetErrorString (status, &text);
  rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("No GPU available: the driver reports “%s”."),
                   text != NULL ? text : "?");
  return NULL;
}

/* Symbol that makes the linker include this file. */
const char rensa_cuda_name[] = "cuda";

static __attribute__ ((constructor)) void
register_cuda (void)
{
  rensa_cuda_register (rensa_cuda_name, FALSE, FALSE, find_driver);
}
