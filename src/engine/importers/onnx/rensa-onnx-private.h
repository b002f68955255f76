/* rensa-onnx-private.h: an ONNX file while it becomes a document.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "onnx.pb-c.h"
#include "rensa-sketch.h"

G_BEGIN_DECLS

/* Messages and texts of a file */

/* A file that has been looked over: it is not nested too deep, its names are UTF-8. NULL with RENSA_ERROR_IO or
 * RENSA_ERROR_FORMAT. */
Onnx__ModelProto *rensa_onnx_load (const char *path, GError **error);
void rensa_onnx_free (Onnx__ModelProto *model);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Onnx__ModelProto, rensa_onnx_free)

/* FALSE with a sentence that names @what, where the engine has no such type of elements. */
gboolean rensa_onnx_dtype (gint32 elem_type, const char *what, RensaDtype *dtype, GError **error);
/* Its elements, on the host. @folder: where the file lies, below which data outside of it have to be. uint16, uint32 and
 * uint64 come in the next wider type. */
RensaArray *rensa_onnx_read_tensor (const Onnx__TensorProto *tensor, const char *folder, GError **error);

/* The import */

typedef struct _RensaOnnxImport RensaOnnxImport;
typedef struct _RensaOnnxNode RensaOnnxNode;

/* What of a shape is left open for the size of a batch. */
typedef enum
{
  RENSA_ONNX_FREE_FIRST, /* also the first axis of all inputs, where they have the same length there */
  RENSA_ONNX_FREE_NAMED, /* what the file gives a name */
  RENSA_ONNX_FREE_NOTHING
} RensaOnnxFreedom;

/**
 * RensaOnnxImport:
 * @opset: the version of the operators
 * @batch: the sizes of a batch that are tried; 0 where they are not known
 * @values: RensaSketchValue, by the names in the file; borrowed
 * @users: which node takes a value, by its name; the node itself for one user, NULL for several
 * @needed: the names of values that the outputs depend on
 * @done: nodes that another one has taken with it
 *
 * What the operators share.
 */
struct _RensaOnnxImport
{
  const Onnx__ModelProto *model;
  const char *path;
  char *folder;
  gint64 opset;
  gint64 batch[RENSA_SKETCH_PROBES];
  RensaSketch *sketch;
  GHashTable *values;
  GHashTable *users;
  GHashTable *needed;
  GHashTable *done;
};

/* An operator that is known: what it is called, what makes it a node, and a text that @run understands. */
typedef struct
{
  const char *name;
  void (*run) (RensaOnnxNode *node);
  const char *text;
} RensaOnnxOperator;

const RensaOnnxOperator *rensa_onnx_find_operator (const char *name);

/* Tables of operators, each ended by an entry without a name. */
extern const RensaOnnxOperator rensa_onnx_activation_operators[];
extern const RensaOnnxOperator rensa_onnx_array_operators[];
extern const RensaOnnxOperator rensa_onnx_branch_operators[];
extern const RensaOnnxOperator rensa_onnx_connection_operators[];
extern const RensaOnnxOperator rensa_onnx_constant_operators[];
extern const RensaOnnxOperator rensa_onnx_convolution_operators[];
extern const RensaOnnxOperator rensa_onnx_index_operators[];
extern const RensaOnnxOperator rensa_onnx_logic_operators[];
extern const RensaOnnxOperator rensa_onnx_math_operators[];
extern const RensaOnnxOperator rensa_onnx_normalization_operators[];
extern const RensaOnnxOperator rensa_onnx_pooling_operators[];
extern const RensaOnnxOperator rensa_onnx_quantization_operators[];
extern const RensaOnnxOperator rensa_onnx_reduction_operators[];
extern const RensaOnnxOperator rensa_onnx_resize_operators[];
extern const RensaOnnxOperator rensa_onnx_rnn_operators[];
extern const RensaOnnxOperator rensa_onnx_scatter_operators[];

/* Takes over all nodes of @graph, the model's or one within it. */
gboolean rensa_onnx_run_graph (RensaOnnxImport *import, const Onnx__GraphProto *graph, GError **error);

/* A node */

#define RENSA_ONNX_MAX_OUTPUTS 16

/**
 * RensaOnnxNode:
 * @name: for nodes of the document
 * @inputs: NULL for what is left out
 * @outputs: what @run fills in, at least those that are needed
 * @error: the first thing that went wrong; with it, nothing below does anything and values are NULL
 *
 * A node that is being taken over.
 */
struct _RensaOnnxNode
{
  RensaOnnxImport *import;
  const Onnx__NodeProto *proto;
  const char *text;
  char *name;
  guint n_inputs;
  guint n_outputs;
  RensaSketchValue **inputs;
  RensaSketchValue *outputs[RENSA_ONNX_MAX_OUTPUTS];
  GStringChunk *chunk;
  GSList *kept;
  GError *error;
};

/* Takes over one node; FALSE with a sentence that names it. */
gboolean rensa_onnx_run_node (RensaOnnxImport *import, const Onnx__NodeProto *proto, GError **error);

/* Frees @memory, of g_malloc (), with the node. */
void rensa_onnx_keep (RensaOnnxNode *node, gpointer memory);

/* Sets the error of @node, in marked words. */
void rensa_onnx_fail (RensaOnnxNode *node, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* What has no counterpart, shown as NAME = VALUE. */
void rensa_onnx_refuse_attribute (RensaOnnxNode *node, const char *name, const char *value);

/* Attributes, or what stands for one that is left out. */
gboolean rensa_onnx_has (RensaOnnxNode *node, const char *name);
gint64 rensa_onnx_get_int (RensaOnnxNode *node, const char *name, gint64 fallback);
double rensa_onnx_get_float (RensaOnnxNode *node, const char *name, double fallback);
const char *rensa_onnx_get_text (RensaOnnxNode *node, const char *name, const char *fallback);
/* NULL where it is left out; the node's. */
const gint64 *rensa_onnx_get_ints (RensaOnnxNode *node, const char *name, gsize *n);
const Onnx__TensorProto *rensa_onnx_get_tensor (RensaOnnxNode *node, const char *name);
const Onnx__AttributeProto *rensa_onnx_find_attribute (RensaOnnxNode *node, const char *name);

/* Input @i; an error where it is left out. */
RensaSketchValue *rensa_onnx_input (RensaOnnxNode *node, guint i);
/* NULL where it is. */
RensaSketchValue *rensa_onnx_find_input (RensaOnnxNode *node, guint i);
gboolean rensa_onnx_needs_output (RensaOnnxNode *node, guint i);
/* The type for the first size of a batch; a scalar after an error. */
RensaType rensa_onnx_type (RensaOnnxNode *node, RensaSketchValue *value);
int rensa_onnx_ndim (RensaOnnxNode *node, RensaSketchValue *value);
/* From 0 on; an error where @value has no such axis. */
int rensa_onnx_axis (RensaOnnxNode *node, RensaSketchValue *value, gint64 axis);

/* The numbers of a constant: an error where it is none or depends on the size of a batch. The node's. */
const gint64 *rensa_onnx_numbers (RensaOnnxNode *node, RensaSketchValue *value, gsize *n);
double rensa_onnx_number (RensaOnnxNode *node, RensaSketchValue *value);
/* Likewise for one size of a batch. */
const gint64 *rensa_onnx_probe_numbers (RensaOnnxNode *node, RensaSketchValue *value, int probe, gsize *n);
/* What an attribute says or, in later versions, input @i; NULL where neither does. */
const gint64 *rensa_onnx_ints_of (RensaOnnxNode *node, const char *name, guint i, gsize *n);
/* Whether @value is a constant that is the same for any batch, whatever trains it. */
gboolean rensa_onnx_is_constant (RensaSketchValue *value);
/* Whether it is one number, which is then in @number. */
gboolean rensa_onnx_is_number (RensaOnnxNode *node, RensaSketchValue *value, double *number);

/* Texts for the attributes of functions and links, the node's. */
const char *rensa_onnx_float (RensaOnnxNode *node, double value);
const char *rensa_onnx_tuple (RensaOnnxNode *node, const gint64 *values, gsize n);
const char *rensa_onnx_format (RensaOnnxNode *node, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Calls of the function "NAME(attr=value, …)"; @values that may be left out may be NULL. */
RensaSketchValue *rensa_onnx_call (RensaOnnxNode *node, RensaSketchValue *const *values, int n, const char *format, ...)
    G_GNUC_PRINTF (4, 5);
RensaSketchValue *rensa_onnx_call1 (RensaOnnxNode *node, RensaSketchValue *x, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
RensaSketchValue *rensa_onnx_call2 (RensaOnnxNode *node, RensaSketchValue *a, RensaSketchValue *b, const char *format,
                                    ...) G_GNUC_PRINTF (4, 5);
/* The number of outputs, at most RENSA_ONNX_MAX_OUTPUTS. */
int rensa_onnx_call_many (RensaOnnxNode *node, RensaSketchValue *const *values, int n, RensaSketchValue **outputs,
                          const char *format, ...) G_GNUC_PRINTF (5, 6);
/* @slices: as between NumPy's brackets: "slice(1, None), 0". */
RensaSketchValue *rensa_onnx_get_item (RensaOnnxNode *node, RensaSketchValue *x, const char *slices);
/* A link of one output with its weights, which have to be constants; a value NULL is passed over. */
typedef struct
{
  const char *path;
  RensaSketchValue *value;
} RensaOnnxWeight;

int rensa_onnx_call_link (RensaOnnxNode *node, RensaSketchValue *const *inputs, int n_inputs,
                          const RensaOnnxWeight *weights, guint n_weights, RensaSketchValue **outputs,
                          const char *format, ...) G_GNUC_PRINTF (7, 8);
RensaSketchValue *rensa_onnx_link1 (RensaOnnxNode *node, RensaSketchValue *x, const RensaOnnxWeight *weights,
                                    guint n_weights, const char *format, ...) G_GNUC_PRINTF (5, 6);

/* A constant of these numbers in @dtype. */
RensaSketchValue *rensa_onnx_make_floats (RensaOnnxNode *node, RensaDtype dtype, const RensaShape *shape,
                                          const double *numbers);
/* 0, 1, … below @n along @axis of @ndim, as float64. */
RensaSketchValue *rensa_onnx_make_range (RensaOnnxNode *node, int ndim, int axis, gint64 n);
/* The same where numbers depend on the size of a batch; arrays are taken over, NULL after an error. */
RensaSketchValue *rensa_onnx_take_arrays (RensaOnnxNode *node, RensaArray *const arrays[RENSA_SKETCH_PROBES]);

RensaSketchValue *rensa_onnx_cast (RensaOnnxNode *node, RensaSketchValue *x, RensaDtype dtype);
/* @x itself where it is floating, else as float64. */
RensaSketchValue *rensa_onnx_as_floating (RensaOnnxNode *node, RensaSketchValue *x);
/* A formula of up to three inputs, of any types alike; the result has @dtype. */
RensaSketchValue *rensa_onnx_formula (RensaOnnxNode *node, RensaSketchValue *const *values, int n, RensaDtype dtype,
                                      const char *formula);
/* The shape @n numbers, of which one may be -1. */
RensaSketchValue *rensa_onnx_reshape (RensaOnnxNode *node, RensaSketchValue *x, const gint64 *shape, gsize n);
/* The shape of @like, for any batch. */
RensaSketchValue *rensa_onnx_reshape_like (RensaOnnxNode *node, RensaSketchValue *x, RensaSketchValue *like);
RensaSketchValue *rensa_onnx_transpose (RensaOnnxNode *node, RensaSketchValue *x, const gint64 *axes, gsize n);
/* Puts @pads, before and behind each axis (as ONNX orders them), around @x. */
RensaSketchValue *rensa_onnx_pad (RensaOnnxNode *node, RensaSketchValue *x, const gint64 *pads, const char *mode,
                                  double value);

G_END_DECLS
