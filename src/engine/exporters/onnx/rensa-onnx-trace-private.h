/* rensa-onnx-trace-private.h: from calls of functions to operators.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-onnx-run-private.h"
#include "rensa-tape-private.h"

G_BEGIN_DECLS

/**
 * RensaOnnxTrace:
 * @values: of RensaArray, what it is in the graph
 *
 * A tape on its way into a graph.
 */
typedef struct
{
  RensaTape *tape;
  RensaOnnxGraph *graph;
  GHashTable *values;
} RensaOnnxTrace;

/* @tape and @graph have to stay as long. */
RensaOnnxTrace *rensa_onnx_trace_new (RensaTape *tape, RensaOnnxGraph *graph);
void rensa_onnx_trace_free (RensaOnnxTrace *trace);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaOnnxTrace, rensa_onnx_trace_free)

/* @value is @array. */
void rensa_onnx_trace_bind (RensaOnnxTrace *trace, RensaArray *array, RensaOnnxValue *value);
/* What @array is in the graph; what does not depend on the inputs becomes a constant. NULL with an error for what no
 * function has made. */
RensaOnnxValue *rensa_onnx_trace_find (RensaOnnxTrace *trace, RensaArray *array, const char *place, GError **error);
/* Writes all calls of the tape whose outputs depend on its inputs: a function by its form "onnx" or its formula, one
 * without by what it calls.
 * FALSE with an error that begins with the name of the node. */
gboolean rensa_onnx_trace_calls (RensaOnnxTrace *trace, GError **error);

/* The outputs (element-type RensaOnnxValue) of a function that is a typed formula, the caller's. @shape: of each
 * output */
struct _RensaFormula;
GPtrArray *rensa_onnx_trace_formula (RensaOnnxRun *run, struct _RensaFormula *formula, RensaOnnxValue *const *inputs,
                                     const RensaShape *shape, GError **error);

G_END_DECLS
