/* rensa-kernel.h: formulas that the build copies into the loops of every device.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dtype.h"

G_BEGIN_DECLS

/* A formula stands once, between two comments, in the file of the function that owns it (CONTRIBUTING.md, "Kernels"):
 *
 *   |[ / * kernel: leaky_relu (x; slope) -> y * /
 *      KERNEL real
 *      leaky_relu (real x, real slope)
 *      {
 *        return x >= 0 ? x : slope * x;
 *      }
 *      / * end kernel * / ]|
 *
 * The build turns each into a RensaKernel `rensa_kernel_NAME`, declared in the generated header.
 */

#define RENSA_KERNEL_MAX_ARGS 12

typedef enum
{
  RENSA_KERNEL_MAP,   /* one output element from the input elements at the same (broadcast) place */
  RENSA_KERNEL_INDEX, /* one output element from its index and whole inputs */
} RensaKernelShape;

/* n elements; element i of argument a is at arg[a] + i * stride[a] (bytes); outputs stand after inputs. */
typedef void (*RensaMapLoop) (gint64 n, char *const *args, const gint64 *strides, const double *params);

/* What an index kernel sees of an input. */
typedef struct
{
  const void *data;
  int ndim;
  gint64 shape[8];
  gint64 strides[8]; /* in elements */
} RensaKernelView;

/* Output elements first … first + n - 1 of the C-ordered outputs, whose shape is ndim and shape. */
typedef void (*RensaIndexLoop) (gint64 first, gint64 n, int ndim, const gint64 *shape, const RensaKernelView *inputs,
                                void *const *outputs, const double *params);

/* The compiled loops of one kernel on the CPU, for one instruction set. */
typedef struct
{
  RensaMapLoop map_float;
  RensaMapLoop map_double;
  RensaIndexLoop index_float;
  RensaIndexLoop index_double;
} RensaCpuLoops;

typedef struct
{
  const char *name;
  RensaKernelShape shape;
  int n_inputs;
  int n_outputs;
  int n_params;
  guint int_inputs;     /* bit i: input i of an index kernel is read as int64, whatever its dtype */
  guint cost;           /* rough cost of an element in units of one addition, for the choice of threads */
  const char *source;   /* the fenced text, for NVRTC and exported C */
  RensaCpuLoops cpu[3]; /* x86-64 baseline, v3 (AVX2), v4 (AVX-512); one entry is used on other machines */
} RensaKernel;

G_END_DECLS
