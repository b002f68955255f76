/* rensa-onnx-graph-private.h: a graph of ONNX operators, before it is a file.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/**
 * RensaOnnxValue:
 * @name: no other value has it
 * @is_shaped: whether @shape is known
 * @constant: (nullable): what it always is: an initializer
 * @is_param: it is a parameter or persistent value of the model
 *
 * What an operator takes and gives.
 */
typedef struct
{
  char *name;
  RensaDtype dtype;
  gboolean is_shaped;
  RensaShape shape;
  RensaArray *constant;
  gboolean is_param;
} RensaOnnxValue;

/**
 * RensaOnnxAttr:
 * @kind: 'i' for integers, 'f' for floating numbers, 's' for a text
 * @numbers: (element-type double): one where it is no list
 * @text: (nullable): of the kind 's'
 *
 * An attribute of an operator.
 */
typedef struct
{
  char *name;
  char kind;
  gboolean is_list;
  GArray *numbers;
  char *text;
} RensaOnnxAttr;

/**
 * RensaOnnxOp:
 * @name: no other node has it
 * @inputs: (element-type RensaOnnxValue): NULL for one that is left out
 * @outputs: (element-type RensaOnnxValue)
 * @attrs: (element-type RensaOnnxAttr)
 *
 * A call of an operator.
 */
typedef struct
{
  char *name;
  char *op;
  GPtrArray *inputs;
  GPtrArray *outputs;
  GPtrArray *attrs;
} RensaOnnxOp;

/**
 * RensaOnnxGraph:
 * @values: (element-type RensaOnnxValue): all there are, owned
 * @nodes: (element-type RensaOnnxOp): in an order in which they can be computed
 * @inputs: (element-type RensaOnnxValue)
 * @outputs: (element-type RensaOnnxValue)
 */
typedef struct
{
  GPtrArray *values;
  GPtrArray *nodes;
  GPtrArray *inputs;
  GPtrArray *outputs;
  GHashTable *names;
} RensaOnnxGraph;

RensaOnnxGraph *rensa_onnx_graph_new (void);
void rensa_onnx_graph_free (RensaOnnxGraph *graph);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaOnnxGraph, rensa_onnx_graph_free)

/* All of these are the graph's. Names that are taken get a number behind them. */

/* @shape: (nullable): where it is known */
RensaOnnxValue *rensa_onnx_graph_add_value (RensaOnnxGraph *graph, const char *name, RensaDtype dtype,
                                            const RensaShape *shape);
/* Of the elements that @array has at the end. */
RensaOnnxValue *rensa_onnx_graph_add_constant (RensaOnnxGraph *graph, const char *name, RensaArray *array,
                                               gboolean is_param);
/* An int64 array of one axis, or a number where @is_list is FALSE. */
RensaOnnxValue *rensa_onnx_graph_add_integers (RensaOnnxGraph *graph, const char *name, const gint64 *values, gint64 n,
                                               gboolean is_list, GError **error);
/* Gives @value another name, or a number behind it. */
void rensa_onnx_graph_rename (RensaOnnxGraph *graph, RensaOnnxValue *value, const char *name);
/* Whether @value is computed between inputs and outputs, and its shape is known. */
gboolean rensa_onnx_graph_is_between (const RensaOnnxGraph *graph, const RensaOnnxValue *value);
/* The node "/place/Op" without inputs, outputs and attributes, behind all others. */
RensaOnnxOp *rensa_onnx_graph_add_node (RensaOnnxGraph *graph, const char *place, const char *op);
/* Its next output, whose type follows from the operator, its inputs and its attributes. */
RensaOnnxValue *rensa_onnx_graph_add_output (RensaOnnxGraph *graph, RensaOnnxOp *node);

/* @value in @dtype: itself where it has it, else what a node at @place makes of it, in the same shape. */
RensaOnnxValue *rensa_onnx_graph_cast (RensaOnnxGraph *graph, const char *place, RensaOnnxValue *value,
                                       RensaDtype dtype);

/* The new attribute of @node, without a value. */
RensaOnnxAttr *rensa_onnx_op_add_attr (RensaOnnxOp *node, const char *name, char kind, gboolean is_list);
/* NULL where there is none. */
const RensaOnnxAttr *rensa_onnx_op_find_attr (const RensaOnnxOp *node, const char *name);

/* The number that stands for @dtype in files. */
int rensa_onnx_dtype_to_code (RensaDtype dtype);
/* The other way round; float32 for one that Rensa does not have. */
RensaDtype rensa_onnx_dtype_from_code (int code);

G_END_DECLS
