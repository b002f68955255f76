/* rensa-kernel.h: formulas that the build copies into the loops of every device.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "k-limits.h"
#include "rensa-dtype.h"

G_BEGIN_DECLS

/* A formula is written once, between two comments, in the file of the function that owns it
 * (kernels/README.md):
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

#define RENSA_KERNEL_MAX_ARGS K_MAX_ARGS

typedef enum
{
  RENSA_KERNEL_MAP,   /* one output element from the input elements at the same (broadcast) index */
  RENSA_KERNEL_INDEX, /* one output element from its index and whole inputs */
} RensaKernelShape;

/* A fenced kernel. Arguments are positional: inputs, parameters, outputs; their names occur only in
 * the source text. A device stores its implementation (loops, compiled text) in its own table,
 * indexed by the address of the record. */
typedef struct
{
  const char *name;
  RensaKernelShape shape;
  int n_inputs;
  int n_outputs;
  int n_params;
  guint int_inputs;   /* bit i: input i of an index kernel is read as int64, regardless of its dtype */
  guint int_params;   /* bit i: parameter i of an index kernel is a k_index */
  gboolean has_list;  /* a GPU may process several lists of arrays at once, as used by optimizers */
  guint cost;         /* approximate cost per element in additions, determines the number of threads */
  const char *source; /* helper functions of its file and the fenced text, which require only k.h and special.h */
} RensaKernel;

G_END_DECLS
