/* rensa-onnx-trace-private.h: conversion of function calls to operators.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-onnx-run-private.h"
#include "rensa-tape-private.h"

G_BEGIN_DECLS

/**
 * RensaOnnxTrace:
 * @values: maps RensaArray to its value in the graph
 *
 * State of the conversion of a tape to a graph.
 */
typedef struct
{
  RensaTape *tape;
  RensaOnnxGraph *graph;
  GHashTable *values;
} RensaOnnxTrace;

/* @tape and @graph must outlive the trace. */
RensaOnnxTrace *rensa_onnx_trace_new (RensaTape *tape, RensaOnnxGraph *graph);
void rensa_onnx_trace_free (RensaOnnxTrace *trace);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaOnnxTrace, rensa_onnx_trace_free)

/* @value is @array. */
void rensa_onnx_trace_bind (RensaOnnxTrace *trace, RensaArray *array, RensaOnnxValue *value);
/* Returns the value of @array in the graph; arrays that do not depend on the inputs become
 * constants. NULL with an error if the array is not the result of a function. */
RensaOnnxValue *rensa_onnx_trace_find (RensaOnnxTrace *trace, RensaArray *array, const char *place, GError **error);
/* Writes all calls of the tape whose outputs depend on its inputs: a function by its form "onnx" or
 * its formula; if it has neither, by the functions that it calls. FALSE with an error that begins
 * with the name of the node. */
gboolean rensa_onnx_trace_calls (RensaOnnxTrace *trace, GError **error);

/* Returns the outputs (element-type RensaOnnxValue) of a function defined as a typed formula, owned
 * by the caller. @shape: of each output */
struct _RensaFormula;
GPtrArray *rensa_onnx_trace_formula (RensaOnnxRun *run, struct _RensaFormula *formula, RensaOnnxValue *const *inputs,
                                     const RensaShape *shape, GError **error);

G_END_DECLS
