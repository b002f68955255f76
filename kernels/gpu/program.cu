/* program.cu: step-by-step interpreter for user-defined formulas.
 * SPDX-License-Identifier: MIT */

#include "gpu/map.h"
#include "rensa-program-ops.h"

#define OP_ENUM(name, ...) OP_##name,
enum
{
  RENSA_PROGRAM_OPS1 (OP_ENUM) RENSA_PROGRAM_OPS2 (OP_ENUM) RENSA_PROGRAM_OPS3 (OP_ENUM)
};

#define EVALUATE(name, text, level, cost, value, ...) \
  case OP_##name:                                     \
    return value;

namespace
{
#define real float
#include "special.h"
GPU_FUNCTION float
evaluate (int op, float a, float b, float c)
{
  switch (op)
    {
      RENSA_PROGRAM_OPS1 (EVALUATE)
      RENSA_PROGRAM_OPS2 (EVALUATE)
      RENSA_PROGRAM_OPS3 (EVALUATE)
    }
  return 0;
}
#undef real

#define real double
#include "special.h"
GPU_FUNCTION double
evaluate (int op, double a, double b, double c)
{
  switch (op)
    {
      RENSA_PROGRAM_OPS1 (EVALUATE)
      RENSA_PROGRAM_OPS2 (EVALUATE)
      RENSA_PROGRAM_OPS3 (EVALUATE)
    }
  return 0;
}
#undef real
}

GPU_FUNCTION char *
seek_array (const gpu_program_args *args, int array, k_index i)
{
  k_index offset;

  gpu_seek<1> (i, args->count, args->ndim, args->shape, &args->arrays[array], &offset);
  return args->arrays[array].data + offset;
}

/* Returns the value of @slot for element @i. */
template <typename T>
GPU_FUNCTION T
read_slot (const gpu_program_args *args, int slot, k_index i)
{
  const int first_register = args->n_inputs + args->n_constants;
  const int first_output = first_register + args->n_registers;

  if (slot < args->n_inputs)
    return *(const T *) seek_array (args, slot, i);
  if (slot < first_register)
    return (T) args->constants[slot - args->n_inputs];
  if (slot < first_output)
    return ((const T *) args->registers)[(slot - first_register) * args->n_threads + gpu_first ()];
  return *(const T *) seek_array (args, args->n_inputs + slot - first_output, i);
}

template <typename T>
GPU_FUNCTION void
write_slot (const gpu_program_args *args, int slot, k_index i, T value)
{
  const int first_register = args->n_inputs + args->n_constants;
  const int first_output = first_register + args->n_registers;

  if (slot < first_output)
    ((T *) args->registers)[(slot - first_register) * args->n_threads + gpu_first ()] = value;
  else
    *(T *) seek_array (args, args->n_inputs + slot - first_output, i) = value;
}

template <typename T>
GPU_FUNCTION void
run_program (const gpu_program_args *args)
{
  for (k_index i = gpu_first (); i < args->count; i += gpu_step ())
    for (int step = 0; step < args->n_instructions; step++)
      {
        const unsigned short *const instruction = args->instructions + step * 5;
        T operands[3];

        for (int k = 0; k < 3; k++)
          operands[k] = read_slot<T> (args, instruction[2 + k], i);
        write_slot<T> (args, instruction[1], i, evaluate (instruction[0], operands[0], operands[1], operands[2]));
      }
}

GPU_KERNEL (program_float, gpu_program_args, args) { run_program<float> (&args); }

GPU_KERNEL (program_double, gpu_program_args, args) { run_program<double> (&args); }
