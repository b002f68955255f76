/* cuda-program.c: runs typed formulas, and interprets those that have no compiled kernel.
 * SPDX-License-Identifier: MIT */

#include "cuda-formula.h"

#include <string.h>

#include "cuda-staging.h"

G_STATIC_ASSERT (RENSA_PROGRAM_MAX_INPUTS + RENSA_PROGRAM_MAX_OUTPUTS <= GPU_PROGRAM_MAX_ARRAYS);
G_STATIC_ASSERT (sizeof (RensaInstruction) == 5 * sizeof (unsigned short));

/* Maximum size of the registers of all threads. */
#define MOST_REGISTER_BYTES (64 << 20)

/* Uploads arrays, constants and instructions consecutively to the device. */
static RensaBuffer *
upload_program (RensaCudaDevice *device, const RensaProgram *program, const RensaWalk *walk, RensaDtype dtype,
                gpu_program_args *args, GError **error)
{
  const int n_arrays = program->n_inputs + program->n_outputs;
  const gsize arrays_size = n_arrays * sizeof (gpu_arg);
  const gsize constants_size = program->n_constants * sizeof (double);
  const gsize instructions_size = program->n_instructions * sizeof (RensaInstruction);
  const gsize size = arrays_size + constants_size + instructions_size;
  g_autofree char *table = g_malloc0 (size);
  g_autoptr (RensaBuffer) buffer = rensa_cuda_get_scratch (device, size, error);

  if (buffer == NULL)
    return NULL;

  for (int i = 0; i < n_arrays; i++)
    rensa_cuda_set_arg ((gpu_arg *) table + i, walk, i, dtype);
  if (constants_size > 0)
    memcpy (table + arrays_size, program->constants, constants_size);
  memcpy (table + arrays_size + constants_size, program->instructions, instructions_size);
  args->arrays = buffer->data;
  args->constants = (const double *) ((char *) buffer->data + arrays_size);
  args->instructions = (const unsigned short *) ((char *) buffer->data + arrays_size + constants_size);
  return rensa_cuda_upload (device, rensa_cuda_pointer (buffer->data), table, size, error) ? g_steal_pointer (&buffer)
                                                                                           : NULL;
}

static gboolean
run_steps (RensaCudaDevice *device, const RensaProgram *program, const RensaWalk *walk, RensaDtype dtype,
           GError **error)
{
  const gint64 register_bytes = MAX (program->n_registers, 1) * (gint64) rensa_dtype_get_size (dtype);
  gpu_program_args args = {
    .n_inputs = program->n_inputs,
    .n_constants = program->n_constants,
    .n_registers = program->n_registers,
    .n_outputs = program->n_outputs,
    .n_instructions = program->n_instructions,
    .count = walk->count,
    .ndim = walk->ndim,
  };
  const gint64 n_threads = MIN (walk->count, MAX (MOST_REGISTER_BYTES / register_bytes, GPU_BLOCK));

  args.n_threads = rensa_cuda_count_threads (device, n_threads);
  memcpy (args.shape, walk->shape, walk->ndim * sizeof *args.shape);

  g_autoptr (RensaBuffer) table = upload_program (device, program, walk, dtype, &args, error);
  g_autoptr (RensaBuffer) registers =
      table != NULL ? rensa_cuda_get_scratch (device, (gsize) (args.n_threads * register_bytes), error) : NULL;
  if (registers == NULL)
    return FALSE;
  args.registers = registers->data;
  return rensa_cuda_launch (device, rensa_cuda_name_kernel ("program", NULL, dtype).text, &args, n_threads, error);
}

gboolean
rensa_cuda_run_program (const RensaProgram *program, RensaArray *const *inputs, RensaArray *const *outputs,
                        GError **error)
{
  RensaCudaDevice *device = rensa_cuda_get_device (outputs[0]);
  RensaArray *arrays[RENSA_WALK_MAX_ARGS];
  RensaWalk walk;
  gboolean is_done;

  memcpy (arrays, inputs, program->n_inputs * sizeof (RensaArray *));
  memcpy (arrays + program->n_inputs, outputs, program->n_outputs * sizeof (RensaArray *));
  rensa_walk_init (&walk, &outputs[0]->shape, arrays, program->n_inputs + program->n_outputs);
  return rensa_cuda_run_formula (device, program, &walk, outputs[0]->dtype, &is_done, error)
         && (is_done || run_steps (device, program, &walk, outputs[0]->dtype, error));
}
