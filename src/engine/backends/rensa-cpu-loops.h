/* rensa-cpu-loops.h: loops that the build generates from kernels for the CPU.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-kernel.h"

G_BEGIN_DECLS

/* n elements; element i of argument a is at arg[a] + i * stride[a] (bytes); outputs follow inputs. */
typedef void (*RensaMapLoop) (gint64 n, char *const *args, const gint64 *strides, const double *params);

/* Input of an index kernel. */
typedef struct
{
  const void *data;
  int ndim;
  gint64 shape[K_MAX_NDIM];
  gint64 strides[K_MAX_NDIM]; /* strides in elements */
} RensaKernelView;

/* Computes elements first … first + n - 1 of the C-ordered outputs, whose shape is given by ndim
 * and shape. */
typedef void (*RensaIndexLoop) (gint64 first, gint64 n, int ndim, const gint64 *shape, const RensaKernelView *inputs,
                                void *const *outputs, const double *params);

/* The compiled loops of one kernel for one instruction set. */
typedef struct
{
  RensaMapLoop map_float;
  RensaMapLoop map_double;
  RensaIndexLoop index_float;
  RensaIndexLoop index_double;
} RensaCpuLoops;

/* Row of the CPU's kernel table. */
typedef struct
{
  const RensaKernel *kernel;
  RensaCpuLoops loops[3]; /* x86-64 baseline, v3 (AVX2), v4 (AVX-512); other machines use only one entry */
} RensaCpuKernel;

/* Registers the @n rows of a group, which are not copied. Called while the program is loaded. */
void rensa_cpu_add_kernels (const RensaCpuKernel *rows, guint n);

G_END_DECLS
