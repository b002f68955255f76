/* cuda-formula.c: runs typed formulas with compiled kernels.
 * SPDX-License-Identifier: MIT */

#include "cuda-formula.h"

#include <string.h>

struct _RensaCudaFormulas
{
  GMutex lock; /* protects all members; held while a formula is compiled */
  RensaNvrtcTarget target;
  GHashTable
      *functions; /* key: GBytes of a whole program; value: RensaCudaFunction, or NULL if it is interpreted step by
                   * step */
};

void
rensa_cuda_open_formulas (RensaCudaDevice *device)
{
  RensaNvrtcTarget target;

  if (!rensa_nvrtc_choose_target (device->api, device->architecture, &target))
    return;

  device->formulas = g_new (RensaCudaFormulas, 1);
  *device->formulas =
      (RensaCudaFormulas){ .target = target, .functions = g_hash_table_new (g_bytes_hash, g_bytes_equal) };
  g_mutex_init (&device->formulas->lock);
}

static GBytes *
make_key (const RensaProgram *program, RensaDtype dtype)
{
  const int head[] = { (int) dtype, program->n_inputs, program->n_constants, program->n_registers, program->n_outputs };
  const gsize constants_size = program->n_constants * sizeof *program->constants;
  const gsize instructions_size = program->n_instructions * sizeof *program->instructions;
  char *key = g_malloc (sizeof head + constants_size + instructions_size);

  memcpy (key, head, sizeof head);
  if (constants_size > 0)
    memcpy (key + sizeof head, program->constants, constants_size);
  memcpy (key + sizeof head + constants_size, program->instructions, instructions_size);
  return g_bytes_new_take (key, sizeof head + constants_size + instructions_size);
}

/* Returns NULL if the driver rejects the image. A module stays loaded as long as its device exists. */
static RensaCudaFunction
load (RensaCudaDevice *device, GBytes *image)
{
  RensaCudaModule module;
  RensaCudaFunction function;

  if (device->api->cuModuleLoadData (&module, g_bytes_get_data (image, NULL)) != RENSA_CUDA_SUCCESS
      || device->api->cuModuleGetFunction (&function, module, "formula") != RENSA_CUDA_SUCCESS)
    return NULL;
  return function;
}

static RensaCudaFunction
make_function (RensaCudaDevice *device, const RensaProgram *program, RensaDtype dtype)
{
  const RensaNvrtcTarget *target = &device->formulas->target;
  g_autofree char *source = rensa_formula_print_source (program, dtype);

  if (source == NULL)
    return NULL;

  g_autofree char *key = rensa_nvrtc_make_key (device->api, target, source);
  g_autoptr (GBytes) kept = rensa_kernel_cache_read (key);
  RensaCudaFunction function = kept != NULL ? load (device, kept) : NULL;
  if (function != NULL)
    return function;

  g_autofree char *log = NULL;
  g_autoptr (GBytes) image = rensa_nvrtc_compile (device->api, target, source, &log);
  function = image != NULL ? load (device, image) : NULL;
  if (function != NULL)
    rensa_kernel_cache_write (key, image);
  else
    g_debug ("A formula is gone through step by step on device %s, since it could not be %s: %s\n%s", device->base.name,
             image != NULL ? "loaded" : "compiled", log, source);
  return function;
}

static RensaCudaFunction
find_function (RensaCudaDevice *device, const RensaProgram *program, RensaDtype dtype)
{
  RensaCudaFormulas *self = device->formulas;
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&self->lock);
  g_autoptr (GBytes) key = make_key (program, dtype);
  gpointer function;

  if (g_hash_table_lookup_extended (self->functions, key, NULL, &function))
    return function;

  function = make_function (device, program, dtype);
  g_hash_table_insert (self->functions, g_steal_pointer (&key), function);
  return function;
}

gboolean
rensa_cuda_run_formula (RensaCudaDevice *device, const RensaProgram *program, const RensaWalk *walk, RensaDtype dtype,
                        gboolean *is_done, GError **error)
{
  gpu_formula_args args = { .count = walk->count, .ndim = walk->ndim, .is_flat = walk->ndim == 1 };

  *is_done = FALSE;
  if (device->formulas == NULL || !rensa_cuda_enter (device, error))
    return device->formulas == NULL;

  RensaCudaFunction function = find_function (device, program, dtype);
  if (function == NULL)
    return TRUE;

  memcpy (args.shape, walk->shape, walk->ndim * sizeof *args.shape);
  for (int i = 0; i < walk->n_args; i++)
    rensa_cuda_set_arg (&args.arrays[i], walk, i, dtype);
  *is_done = rensa_cuda_launch_function (device, function, &args, walk->count, error);
  return *is_done;
}
