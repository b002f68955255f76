/* rensa-onnx-graph-private.h: graph of ONNX operators, not yet serialized.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/**
 * RensaOnnxValue:
 * @name: unique name
 * @is_shaped: TRUE if @shape is known
 * @constant: (nullable): constant value: an initializer
 * @is_param: TRUE for a parameter or persistent value of the model
 *
 * An input or output of an operator.
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
 * @numbers: (element-type double): a single one if it is not a list
 * @text: (nullable): value of kind 's'
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
 * @name: unique name
 * @inputs: (element-type RensaOnnxValue): NULL if omitted
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
 * @values: (element-type RensaOnnxValue): all values, owned
 * @nodes: (element-type RensaOnnxOp): in topological order
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

/* All results are owned by the graph. A number is appended to names that are already used. */

/* @shape: (nullable): if known */
RensaOnnxValue *rensa_onnx_graph_add_value (RensaOnnxGraph *graph, const char *name, RensaDtype dtype,
                                            const RensaShape *shape);
/* Uses the elements that @array has when the graph is written. */
RensaOnnxValue *rensa_onnx_graph_add_constant (RensaOnnxGraph *graph, const char *name, RensaArray *array,
                                               gboolean is_param);
/* Adds an int64 array of one axis, or a number if @is_list is FALSE. */
RensaOnnxValue *rensa_onnx_graph_add_integers (RensaOnnxGraph *graph, const char *name, const gint64 *values, gint64 n,
                                               gboolean is_list, GError **error);
/* Renames @value, appending a number if necessary. */
void rensa_onnx_graph_rename (RensaOnnxGraph *graph, RensaOnnxValue *value, const char *name);
/* Returns TRUE if @value is an intermediate result of known shape. */
gboolean rensa_onnx_graph_is_between (const RensaOnnxGraph *graph, const RensaOnnxValue *value);
/* Appends the node "/place/Op" without inputs, outputs and attributes. */
RensaOnnxOp *rensa_onnx_graph_add_node (RensaOnnxGraph *graph, const char *place, const char *op);
/* Adds an output, whose type follows from the operator, its inputs and its attributes. */
RensaOnnxValue *rensa_onnx_graph_add_output (RensaOnnxGraph *graph, RensaOnnxOp *node);

/* Returns @value in @dtype: itself if it already has that type, otherwise the result of a node at
 * @place, in the same shape. */
RensaOnnxValue *rensa_onnx_graph_cast (RensaOnnxGraph *graph, const char *place, RensaOnnxValue *value,
                                       RensaDtype dtype);

/* Adds an attribute without value to @node. */
RensaOnnxAttr *rensa_onnx_op_add_attr (RensaOnnxOp *node, const char *name, char kind, gboolean is_list);
/* Returns NULL if there is none. */
const RensaOnnxAttr *rensa_onnx_op_find_attr (const RensaOnnxOp *node, const char *name);

/* Returns the code of @dtype in files. */
int rensa_onnx_dtype_to_code (RensaDtype dtype);
/* Inverse function; float32 for a code without counterpart in Rensa. */
RensaDtype rensa_onnx_dtype_from_code (int code);

G_END_DECLS
