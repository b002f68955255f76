/* onnx-graph.h: ONNX files that a test makes node by node.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "onnx.pb-c.h"
#include "rensa-importer.h"

#define GRAPH_MOST 16
#define GRAPH_FLOAT ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT
#define GRAPH_INT64 ONNX__TENSOR_PROTO__DATA_TYPE__INT64

/* A graph with the input x and the output y that grows node by node; what it points to lives as long as the test. */
typedef struct
{
  Onnx__ModelProto model;
  Onnx__GraphProto graph;
  Onnx__NodeProto *nodes[GRAPH_MOST];
  Onnx__TensorProto *arrays[GRAPH_MOST];
  Onnx__ValueInfoProto *inputs[GRAPH_MOST];
  Onnx__ValueInfoProto *outputs[GRAPH_MOST];
  Onnx__OperatorSetIdProto *opsets[1];
  GPtrArray *kept;
  char *folder;
} Graph;

/* @dims: of the input, ended by -1; 0 for an open axis */
void graph_init (Graph *self, const gint64 *dims);
void graph_clear (Graph *self);
/* Copies @size bytes that live as long as the graph. */
gpointer graph_keep (Graph *self, gconstpointer from, gsize size);

Onnx__ValueInfoProto *graph_make_info (Graph *self, const char *name, int type, const gint64 *dims, gsize n);
/* @inputs, @outputs: names parted by ", " */
Onnx__NodeProto *graph_add_node (Graph *self, const char *type, const char *name, const char *inputs,
                                 const char *outputs);
/* @text: "axis=1 alpha=0.5 pads=[0,1] mode=linear"; a number with a point is a float. */
void graph_set_attrs (Graph *self, Onnx__NodeProto *node, const char *text);
Onnx__TensorProto *graph_add_array (Graph *self, const char *name, int type, const gint64 *dims, gsize n);
void graph_add_ints (Graph *self, const char *name, const gint64 *values, gsize n);
/* 0.5, 1, 1.5, … */
void graph_add_floats (Graph *self, const char *name, const gint64 *dims, gsize n);

RensaImported *graph_import (Graph *self, GError **error);
/* The document trains, and has @n_nodes nodes. */
void graph_assert_works (Graph *self, RensaImported *imported, guint n_nodes);
/* Returns the output of the model for ones, in float64; owned by the caller. */
RensaArray *graph_ask (RensaImported *imported, const RensaShape *shape);

/**
 * GraphRow:
 * @type: the operator, "Shrink"
 * @opset: version of the operators
 * @attrs: as graph_set_attrs () takes them
 * @x: the input, "f 2, 3: 1 2 3 4 5 6": a letter for the type (f float32, d float64, i int64, h int32, c int8, u uint8, b bool),
 *   the lengths, and the numbers; the file leaves a length with a question mark open
 * @constants: other inputs, parted by ";"; an empty one is omitted
 * @y: the outputs likewise, or "!SENTENCE": what the refusal contains, with
 *   a ";" behind it for each further output
 *
 * A file with one node, and what its model answers.
 */
typedef struct
{
  const char *type;
  int opset;
  const char *attrs;
  const char *x;
  const char *constants;
  const char *y;
} GraphRow;

/* Adds a test for each row, PATH/Shrink/0. */
void graph_add_rows (const char *path, const GraphRow *rows, guint n);
