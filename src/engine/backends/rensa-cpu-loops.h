/* rensa-cpu-loops.h: what the build makes of the kernels for the CPU.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-kernel.h"

G_BEGIN_DECLS

/* n elements; element i of argument a is at arg[a] + i * stride[a] (bytes); outputs stand after inputs. */
typedef void (*RensaMapLoop) (gint64 n, char *const *args, const gint64 *strides, const double *params);

/* What an index kernel sees of an input. */
typedef struct
{
  const void *data;
  int ndim;
  gint64 shape[K_MAX_NDIM];
  gint64 strides[K_MAX_NDIM]; /* in elements */
} RensaKernelView;

/* Output elements first … first + n - 1 of the C-ordered outputs, whose shape is ndim and shape. */
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

/* A row of the CPU's side table. */
typedef struct
{
  const RensaKernel *kernel;
  RensaCpuLoops loops[3]; /* x86-64 baseline, v3 (AVX2), v4 (AVX-512); one entry is used on other machines */
} RensaCpuKernel;

/* Takes in the @n rows of a group; they are not copied.  Called while the program is loaded. */
void rensa_cpu_add_kernels (const RensaCpuKernel *rows, guint n);

G_END_DECLS
