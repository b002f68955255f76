/* cpu-dnnl.h: oneDNN's convolutions, made once for each geometry.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-conv-private.h"

#include <dnnl.h>

G_BEGIN_DECLS

/**
 * RensaDnnlConv:
 * @kind, @n_threads, @with_bias, @conv: what it was made for
 * @primitive: oneDNN's compiled convolution, or NULL where oneDNN has none for this geometry
 * @reorder: between plain (C-contiguous) weights and those the primitive wants; NULL where they are the same
 * @x, @weights, @plain_weights, @bias, @y: the layouts of the primitive's arrays
 * @scratch: the memory that one execution needs
 *
 * It may be executed by several threads at once.
 */
typedef struct
{
  gint64 kind;
  gint64 n_threads;
  gint64 with_bias;
  RensaCpuConv conv;
  dnnl_primitive_t primitive;
  dnnl_primitive_t reorder;
  dnnl_memory_desc_t x;
  dnnl_memory_desc_t weights;
  dnnl_memory_desc_t plain_weights;
  dnnl_memory_desc_t bias;
  dnnl_memory_desc_t y;
  dnnl_memory_desc_t scratch;
} RensaDnnlConv;

/* From the cache of this thread; valid until the thread calls rensa_dnnl_trim () or ends.  NULL with an error when
 * making it failed.  @n_threads is how many threads will execute it together. */
const RensaDnnlConv *rensa_dnnl_find_conv (RensaCpuConvKind kind, const RensaCpuConv *conv, gboolean with_bias,
                                           int n_threads, GError **error);

/* Empties this thread's cache when it has grown too large. */
void rensa_dnnl_trim (void);

/* One array given to a primitive. */
typedef struct
{
  int name; /* DNNL_ARG_… */
  const dnnl_memory_desc_t *layout;
  gpointer data;
} RensaDnnlArgument;

#define RENSA_DNNL_MAX_ARGUMENTS 5

/* Runs @primitive on the calling thread (and its team) and waits for it.  Sets no GError, so that it may be called
 * from a parallel region. */
dnnl_status_t rensa_dnnl_execute (dnnl_primitive_t primitive, const RensaDnnlArgument *arguments, int n_arguments);

/* Makes an error of @status: RENSA_ERROR_NO_MEMORY or RENSA_ERROR_INVALID.  Returns whether there was none. */
gboolean rensa_dnnl_check (dnnl_status_t status, RensaCpuConvKind kind, GError **error);

G_END_DECLS
