/* args.h: kernel argument structs, shared by the launching program and the kernels.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "k-limits.h"
#include "k-order.h"
#include "k.h"

/* The mock device scans launch arguments word by word for addresses, so each member is a separate word. */

/* Threads per block, both for kernels with independent threads and for those whose threads synchronize. */
#define GPU_BLOCK 256
#define GPU_WARP 32

/* RensaDtype. */
enum
{
  GPU_BOOL,
  GPU_INT8,
  GPU_INT16,
  GPU_INT32,
  GPU_INT64,
  GPU_UINT8,
  GPU_FLOAT16,
  GPU_BFLOAT16,
  GPU_FLOAT32,
  GPU_FLOAT64,
};

/* Array along the axes of an element walk; strides in bytes. */
typedef struct
{
  char *data;
  k_index dtype;
  k_index strides[K_MAX_NDIM];
} gpu_arg;

/* Arrays traversed element by element at the same index, inputs first. @is_flat: one axis, and the
 * elements of each array are contiguous. */
typedef struct
{
  k_index count;
  k_index ndim;
  k_index is_flat;
  k_index shape[K_MAX_NDIM];
  gpu_arg args[K_MAX_ARGS];
  double params[K_MAX_PARAMS];
} gpu_map_args;

/* Contiguous arrays, inputs first. @end_chunk is cumulative: it also counts the chunks of all
 * preceding lists. */
#define GPU_CHUNK 1024
#define GPU_MAX_LISTS 32

typedef struct
{
  k_index count;
  k_index end_chunk;
  char *arrays[K_MAX_ARGS];
} gpu_list;

/* Lists of arrays with the same parameters. Bit a of @scalars: input a is one element for its whole list. */
typedef struct
{
  k_index n_lists;
  k_index scalars;
  gpu_list lists[GPU_MAX_LISTS];
  double params[K_MAX_PARAMS];
} gpu_list_args;

/* Input of an index kernel; strides in elements. */
typedef struct
{
  const void *data;
  k_index ndim;
  k_index shape[K_MAX_NDIM];
  k_index strides[K_MAX_NDIM];
} gpu_view;

/* The outputs are C-contiguous and have one shape. */
typedef struct
{
  k_index count;
  k_index ndim;
  k_index shape[K_MAX_NDIM];
  gpu_view inputs[K_MAX_ARGS];
  void *outputs[K_MAX_ARGS];
  double params[K_MAX_PARAMS];
} gpu_index_args;

/* Writes @size bytes from @bits into each element. */
typedef struct
{
  k_index count;
  k_index ndim;
  k_index size;
  k_index shape[K_MAX_NDIM];
  gpu_arg to;
  unsigned long long bits;
} gpu_fill_args;

enum
{
  GPU_COPY_FROM,
  GPU_COPY_TO,
};

typedef struct
{
  k_index count;
  k_index ndim;
  k_index shape[K_MAX_NDIM];
  gpu_arg args[2];
} gpu_copy_args;

/* RensaRandom and the distribution's parameters: low and high - low, loc and scale, or keep and value. */
typedef struct
{
  k_index count;
  void *to;
  unsigned long long seed;
  unsigned long long stream;
  unsigned long long counter;
  double a;
  double b;
} gpu_random_args;

/* Same as RENSA_KEPT_Y and RENSA_KEPT_X. */
enum
{
  GPU_KEPT_Y,
  GPU_KEPT_X,
};

/* RensaReduction. */
enum
{
  GPU_REDUCE_SUM,
  GPU_REDUCE_SUM_SQUARE,
  GPU_REDUCE_PROD,
  GPU_REDUCE_MAX,
  GPU_REDUCE_MIN,
  GPU_REDUCE_ARGMAX,
  GPU_REDUCE_ARGMIN,
  GPU_REDUCE_N_NOT_FINITE,
};

/* Partial result of one block, several blocks or a sequence. */
typedef struct
{
  double d;
  k_index i;
  k_index at;
} gpu_partial;

/* Selects the member of a gpu_partial that holds the result. */
enum
{
  GPU_RESULT_D,
  GPU_RESULT_I,
  GPU_RESULT_AT,
};

/* Arrays along the kept axes: @x and @y; @reduced is x along the other axes. Sequences are split
 * into blocks, whose results are stored in @partials. In the row-wise reduction, sequences are
 * split into groups of @group, whose totals are stored in @totals. Rows are added four at a time if
 * x is @is_direct: in the working type, or in half precision that the host has converted
 * beforehand. */
typedef struct
{
  k_index reduction;
  k_index result;
  k_index n_kept;
  k_index n_reduced;
  k_index kept_ndim;
  k_index reduced_ndim;
  k_index kept_shape[K_MAX_NDIM];
  k_index reduced_shape[K_MAX_NDIM];
  gpu_arg kept[2];
  gpu_arg reduced;
  k_index n_blocks;
  gpu_partial *partials;
  k_index is_direct;
  k_index group;
  k_index n_groups;
  void *totals;
} gpu_reduce_args;

/* RensaScan. */
enum
{
  GPU_SCAN_SUM,
  GPU_SCAN_PROD,
  GPU_SCAN_LINEAR,
};

/* Arrays x, factor and y of one type, along the axes that are not scanned; @steps: strides in bytes
 * along the scanned axis. Long rows are split into blocks of @block elements, whose totals are
 * stored in @totals. */
typedef struct
{
  k_index scan;
  k_index ndim;
  k_index count;
  k_index shape[K_MAX_NDIM];
  gpu_arg args[3];
  k_index steps[3];
  k_index length;
  k_index block;
  k_index n_blocks;
  double *totals;
} gpu_scan_args;

#define GPU_PROGRAM_MAX_ARRAYS 64

/* RensaProgram: slots are inputs, constants, registers and outputs; the registers of all threads
 * are interleaved in @registers. */
typedef struct
{
  k_index count;
  k_index ndim;
  k_index n_inputs;
  k_index n_constants;
  k_index n_registers;
  k_index n_outputs;
  k_index n_instructions;
  k_index n_threads;
  k_index shape[K_MAX_NDIM];
  const gpu_arg *arrays;
  const double *constants;
  const unsigned short *instructions;
  void *registers;
} gpu_program_args;

/* Launch arguments are limited to 4096 bytes. */
#define GPU_FORMULA_MAX_ARRAYS 48

/* Arrays of a compiled formula, inputs first; all have the type that the formula computes in.
 * @is_flat: there is one axis. */
typedef struct
{
  k_index count;
  k_index ndim;
  k_index is_flat;
  k_index shape[K_MAX_NDIM];
  gpu_arg arrays[GPU_FORMULA_MAX_ARRAYS];
} gpu_formula_args;
