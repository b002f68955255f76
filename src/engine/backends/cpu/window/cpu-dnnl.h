/* cpu-dnnl.h: oneDNN convolutions, created once for each geometry.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-conv-private.h"

#include <dnnl.h>

G_BEGIN_DECLS

/**
 * RensaDnnlConv:
 * @kind, @n_threads, @with_bias, @conv: the parameters for which it was created
 * @primitive: oneDNN's compiled convolution, or NULL if oneDNN has none for this geometry
 * @reorder: conversion between plain (C-contiguous) weights and those that the primitive requires;
 *   NULL if they are the same
 * @x, @weights, @plain_weights, @bias, @y: layouts of the primitive's arrays
 * @scratch: layout of the scratch memory for one execution
 *
 * May be executed by several threads at once.
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

/* Looks up or creates an entry in this thread's cache; valid until the thread calls rensa_dnnl_trim
 * () or ends. NULL with an error if creating it failed. @n_threads is the number of threads that
 * will execute it together. */
const RensaDnnlConv *rensa_dnnl_find_conv (RensaCpuConvKind kind, const RensaCpuConv *conv, gboolean with_bias,
                                           int n_threads, GError **error);

/* Clears this thread's cache if it has grown too large. */
void rensa_dnnl_trim (void);

/* One array argument of a primitive. */
typedef struct
{
  int name; /* DNNL_ARG_… */
  const dnnl_memory_desc_t *layout;
  gpointer data;
} RensaDnnlArgument;

#define RENSA_DNNL_MAX_ARGUMENTS 5

/* Runs @primitive on the calling thread (and its team) and waits for it. Sets no GError, so it may
 * be called from a parallel region. */
dnnl_status_t rensa_dnnl_execute (dnnl_primitive_t primitive, const RensaDnnlArgument *arguments, int n_arguments);

/* Converts a failed @status to an error: RENSA_ERROR_NO_MEMORY or RENSA_ERROR_INVALID. Returns TRUE
 * if @status is success. */
gboolean rensa_dnnl_check (dnnl_status_t status, RensaCpuConvKind kind, GError **error);

G_END_DECLS
