/* mock-nvrtc.c: a mock of NVRTC that uses the C++ compiler of the machine; the code for a device is
 * a shared object.
 * SPDX-License-Identifier: MIT */

#include "mock-private.h"

#include <dlfcn.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "rensa-file.h"

#define COMPILATION_FAILED 6
#define MOST_BYTES (16 << 20)
/* <math.h>, which the C++ compiler provides. */
#define LEFT_OUT "math.h"

/* The code for a device does not contain its own length, so it is stored here. */
typedef struct
{
  guint64 n_bytes;
  char bytes[];
} Image;

struct RensaNvrtcProgram_
{
  char *folder; /* folder of the source, the headers and the compiled files */
  char *log;
  Image *image;
};

static RensaCudaStatus
get_version (int *major, int *minor)
{
  *major = 13;
  *minor = 0;
  return RENSA_CUDA_SUCCESS;
}

static const int architectures[] = { 80, 90 };

static RensaCudaStatus
count_architectures (int *n)
{
  *n = G_N_ELEMENTS (architectures);
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
list_architectures (int *known)
{
  memcpy (known, architectures, sizeof architectures);
  return RENSA_CUDA_SUCCESS;
}

static gboolean
write_file (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  return g_mkdir_with_parents (parent, 0700) == 0 && g_file_set_contents (path, text, -1, NULL);
}

static RensaCudaStatus
create_program (RensaNvrtcProgram *program, const char *source, const char *name, int n_headers,
                const char *const *headers, const char *const *names)
{
  RensaNvrtcProgram self = g_new0 (struct RensaNvrtcProgram_, 1);
  gboolean is_written;

  self->folder = g_dir_make_tmp ("rensa-mock-XXXXXX", NULL);
  self->log = g_strdup ("");
  is_written = self->folder != NULL && write_file (self->folder, "formula.cc", source);
  for (int i = 0; i < n_headers && is_written; i++)
    is_written = strcmp (names[i], LEFT_OUT) == 0 || write_file (self->folder, names[i], headers[i]);
  *program = self;
  return is_written ? RENSA_CUDA_SUCCESS : RENSA_CUDA_ERROR_INVALID_VALUE;
}

static RensaCudaStatus
destroy_program (RensaNvrtcProgram *program)
{
  rensa_file_remove_folder ((*program)->folder); /* together with the files in it */
  g_free ((*program)->folder);
  g_free ((*program)->log);
  g_free ((*program)->image);
  g_clear_pointer (program, g_free);
  return RENSA_CUDA_SUCCESS;
}

static Image *
read_image (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "formula.so", NULL);
  gsize n_bytes;
  g_autofree char *bytes = rensa_file_read (path, MOST_BYTES, &n_bytes, NULL);

  if (bytes == NULL)
    return NULL;

  Image *image = g_malloc (sizeof (Image) + n_bytes);
  image->n_bytes = n_bytes;
  memcpy (image->bytes, bytes, n_bytes);
  return image;
}

/* Compiles like the kernels of the mock. The given options come first, before those that only
 * the mock has. */
static RensaCudaStatus
compile_program (RensaNvrtcProgram program, int n_options, const char *const *options)
{
  static const char *const arguments[] = { "c++",
                                           "-std=gnu++17",
                                           "-O2",
                                           "-shared",
                                           "-fPIC",
                                           "-ffp-contract=off",
                                           "-fno-math-errno",
                                           "-iquote.",
                                           "-iquote" MOCK_KERNELS,
                                           "-fno-trapping-math",
                                           "-fno-exceptions",
                                           "-fno-rtti",
                                           "-oformula.so",
                                           "formula.cc",
                                           NULL };
  gboolean is_exact = FALSE;

  for (int i = 0; i < n_options; i++)
    is_exact = is_exact || strcmp (options[i], "--fmad=false") == 0;
  if (!is_exact)
    mock_report ("nvrtcCompileProgram: products may be fused with sums");

  g_rec_mutex_lock (&mock_lock);
  mock_counts.n_compilations++;
  g_rec_mutex_unlock (&mock_lock);
  g_clear_pointer (&program->log, g_free);
  if (!g_spawn_sync (program->folder, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, &program->log,
                     NULL, NULL))
    program->log = g_strdup ("there is no c++");
  program->image = read_image (program->folder);
  return program->image != NULL ? RENSA_CUDA_SUCCESS : COMPILATION_FAILED;
}

static RensaCudaStatus
get_image_size (RensaNvrtcProgram program, gsize *n_bytes)
{
  *n_bytes = sizeof (Image) + program->image->n_bytes;
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
get_image (RensaNvrtcProgram program, char *image)
{
  memcpy (image, program->image, sizeof (Image) + program->image->n_bytes);
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
get_log_size (RensaNvrtcProgram program, gsize *n_bytes)
{
  *n_bytes = strlen (program->log) + 1;
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
get_log (RensaNvrtcProgram program, char *log)
{
  strcpy (log, program->log);
  return RENSA_CUDA_SUCCESS;
}

const gpu_host_kernel *
mock_load_kernel (gconstpointer data)
{
  const Image *image = data;
  const gpu_host_kernel *before = mock_get_last_kernel ();
  g_autofree char *path = NULL;
  const int file = g_file_open_tmp ("rensa-mock-XXXXXX.so", &path, NULL);
  gboolean is_loaded;

  if (file < 0)
    return NULL;

  /* It registers its kernel while it is loaded, and stays loaded. */
  is_loaded = write (file, image->bytes, image->n_bytes) == (gssize) image->n_bytes
              && dlopen (path, RTLD_NOW | RTLD_LOCAL) != NULL;
  close (file);
  g_unlink (path);
  return is_loaded && mock_get_last_kernel () != before ? mock_get_last_kernel () : NULL;
}

void
rensa_mock_add_compiler (RensaCudaApi *api)
{
  api->nvrtcVersion = get_version;
  api->nvrtcGetNumSupportedArchs = count_architectures;
  api->nvrtcGetSupportedArchs = list_architectures;
  api->nvrtcCreateProgram = create_program;
  api->nvrtcCompileProgram = compile_program;
  api->nvrtcDestroyProgram = destroy_program;
  api->nvrtcGetCUBINSize = get_image_size;
  api->nvrtcGetCUBIN = get_image;
  api->nvrtcGetPTXSize = get_image_size;
  api->nvrtcGetPTX = get_image;
  api->nvrtcGetProgramLogSize = get_log_size;
  api->nvrtcGetProgramLog = get_log;
}
