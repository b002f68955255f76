/* args.h: what a launch hands to a kernel, for the program that launches and the kernel alike.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "k-limits.h"
#include "k-order.h"
#include "k.h"

/* The stand-in looks at what a launch is given word by word, for addresses, so each member is a word of its own. */

/* Threads of a block, for kernels whose threads work alone and for those in which they wait for each other. */
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

/* An array along the axes of a walk; strides in bytes. */
typedef struct
{
  char *data;
  k_index dtype;
  k_index strides[K_MAX_NDIM];
} gpu_arg;

/* Elements of arrays at the same place, inputs first.  @is_flat: one axis, of elements that follow each other in each array. */
typedef struct
{
  k_index count;
  k_index ndim;
  k_index is_flat;
  k_index shape[K_MAX_NDIM];
  gpu_arg args[K_MAX_ARGS];
  double params[K_MAX_PARAMS];
} gpu_map_args;

/* Elements of arrays that lie close together, inputs first, up to an end counted in chunks of all lists before it, too. */
#define GPU_CHUNK 1024
#define GPU_MAX_LISTS 32

typedef struct
{
  k_index count;
  k_index end_chunk;
  char *arrays[K_MAX_ARGS];
} gpu_list;

/* So many lists of arrays, with the same parameters.  @scalars: bit a: of input a there is one element, for all of its list. */
typedef struct
{
  k_index n_lists;
  k_index scalars;
  gpu_list lists[GPU_MAX_LISTS];
  double params[K_MAX_PARAMS];
} gpu_list_args;

/* An input of an index kernel; strides in elements. */
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

/* @bits of @size bytes into each element. */
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

/* RensaRandom, and the numbers of the distribution: low and high - low, loc and scale, keep and value. */
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

/* As RENSA_KEPT_Y and RENSA_KEPT_X. */
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

/* What one block, several blocks or a sequence come to. */
typedef struct
{
  double d;
  k_index i;
  k_index at;
} gpu_partial;

/* Which member of a partial is the result. */
enum
{
  GPU_RESULT_D,
  GPU_RESULT_I,
  GPU_RESULT_AT,
};

/* @x and @y along the axes that are kept, and @reduced, x along the others.  Sequences are cut into blocks, whose results stand in
 * @partials.  Where they go by rows instead, these are cut into groups of @group, whose totals stand in @totals; rows are added four at a
 * time where x is @is_direct: of the type to work in, or a half, of which the host makes that before. */
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

/* Arrays x, factor and y of one type, along the axes that are not scanned; @steps: bytes along the one that is.  Long rows are cut
 * into blocks of @block elements, whose totals stand in @totals. */
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

/* RensaProgram: slots are inputs, constants, registers, outputs; the registers of all threads stand in @registers, side by side. */
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

/* A launch takes no more than 4096 bytes. */
#define GPU_FORMULA_MAX_ARRAYS 48

/* The arrays of a formula that was compiled, inputs first; all of the type that it computes in.  @is_flat: there is one axis. */
typedef struct
{
  k_index count;
  k_index ndim;
  k_index is_flat;
  k_index shape[K_MAX_NDIM];
  gpu_arg arrays[GPU_FORMULA_MAX_ARRAYS];
} gpu_formula_args;
