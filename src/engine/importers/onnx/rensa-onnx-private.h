/* rensa-onnx-private.h: internals of the ONNX importer.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "onnx.pb-c.h"
#include "rensa-sketch.h"

G_BEGIN_DECLS

/* Messages and strings of a file */

/* Loads and validates a file: nesting is bounded, names are UTF-8. Returns NULL with RENSA_ERROR_IO
 * or RENSA_ERROR_FORMAT. */
Onnx__ModelProto *rensa_onnx_load (const char *path, GError **error);
void rensa_onnx_free (Onnx__ModelProto *model);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Onnx__ModelProto, rensa_onnx_free)

/* Returns FALSE with an error that names @what if the engine does not support the element type. */
gboolean rensa_onnx_dtype (gint32 elem_type, const char *what, RensaDtype *dtype, GError **error);
/* Reads the elements into host memory. @folder: the folder of the file, which must contain all
 * external data. uint16, uint32 and uint64 are converted to the next wider type. */
RensaArray *rensa_onnx_read_tensor (const Onnx__TensorProto *tensor, const char *folder, GError **error);

/* The import */

typedef struct _RensaOnnxImport RensaOnnxImport;
typedef struct _RensaOnnxNode RensaOnnxNode;

/* Axes that are left open for the batch size */
typedef enum
{
  RENSA_ONNX_FREE_FIRST, /* also the first axis of all inputs if it has the same length in each */
  RENSA_ONNX_FREE_NAMED, /* only axes that the file names */
  RENSA_ONNX_FREE_NOTHING
} RensaOnnxFreedom;

/**
 * RensaOnnxImport:
 * @opset: operator set version
 * @batch: batch sizes to try; 0 if unknown
 * @values: borrowed RensaSketchValue by name in the file
 * @users: users of a value, by its name: the node if there is only one, NULL for several
 * @needed: the names of values that the outputs depend on
 * @done: nodes that were fused into another one or are not needed
 *
 * State shared by the operators.
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

/* A supported operator: its name, the function that converts a node, and a text that @run interprets. */
typedef struct
{
  const char *name;
  void (*run) (RensaOnnxNode *node);
  const char *text;
} RensaOnnxOperator;

const RensaOnnxOperator *rensa_onnx_find_operator (const char *name);

/* Operator tables, each terminated by an entry without a name. */
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

/* Converts all nodes of @graph, the main graph or a nested one. */
gboolean rensa_onnx_run_graph (RensaOnnxImport *import, const Onnx__GraphProto *graph, GError **error);

/* A node */

#define RENSA_ONNX_MAX_OUTPUTS 16

/**
 * RensaOnnxNode:
 * @name: base name for nodes of the document
 * @inputs: NULL if omitted
 * @outputs: set by @run, at least those that are needed
 * @error: first error; once set, the functions below do nothing and return NULL values
 *
 * A node that is being converted.
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

/* Converts one node. Returns FALSE with an error that names the node. */
gboolean rensa_onnx_run_node (RensaOnnxImport *import, const Onnx__NodeProto *proto, GError **error);

/* Makes the node own @memory, from g_malloc (). */
void rensa_onnx_keep (RensaOnnxNode *node, gpointer memory);

/* Sets the error of @node; @format is marked for translation. */
void rensa_onnx_fail (RensaOnnxNode *node, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Reports an unsupported attribute, shown as NAME = VALUE. */
void rensa_onnx_refuse_attribute (RensaOnnxNode *node, const char *name, const char *value);

/* Attributes, with a fallback if omitted */
gboolean rensa_onnx_has (RensaOnnxNode *node, const char *name);
gint64 rensa_onnx_get_int (RensaOnnxNode *node, const char *name, gint64 fallback);
double rensa_onnx_get_float (RensaOnnxNode *node, const char *name, double fallback);
const char *rensa_onnx_get_text (RensaOnnxNode *node, const char *name, const char *fallback);
/* Returns NULL if omitted. Owned by the node. */
const gint64 *rensa_onnx_get_ints (RensaOnnxNode *node, const char *name, gsize *n);
const Onnx__TensorProto *rensa_onnx_get_tensor (RensaOnnxNode *node, const char *name);
const Onnx__AttributeProto *rensa_onnx_find_attribute (RensaOnnxNode *node, const char *name);

/* Returns input @i; sets an error if it is omitted. */
RensaSketchValue *rensa_onnx_input (RensaOnnxNode *node, guint i);
/* Returns NULL if input @i is omitted. */
RensaSketchValue *rensa_onnx_find_input (RensaOnnxNode *node, guint i);
gboolean rensa_onnx_needs_output (RensaOnnxNode *node, guint i);
/* Returns the type for the first batch size; a scalar after an error. */
RensaType rensa_onnx_type (RensaOnnxNode *node, RensaSketchValue *value);
int rensa_onnx_ndim (RensaOnnxNode *node, RensaSketchValue *value);
/* Converts @axis to a nonnegative index; sets an error if @value has no such axis. */
int rensa_onnx_axis (RensaOnnxNode *node, RensaSketchValue *value, gint64 axis);
/* Returns the length of @axis; sets an error if it depends on the batch size. */
gint64 rensa_onnx_length (RensaOnnxNode *node, RensaSketchValue *value, int axis);

/* Returns the numbers of a constant. Sets an error if @value is not constant or depends on the
 * batch size. Owned by the node. */
const gint64 *rensa_onnx_numbers (RensaOnnxNode *node, RensaSketchValue *value, gsize *n);
double rensa_onnx_number (RensaOnnxNode *node, RensaSketchValue *value);
/* The same for one batch size. */
const gint64 *rensa_onnx_probe_numbers (RensaOnnxNode *node, RensaSketchValue *value, int probe, gsize *n);
/* Returns the value of an attribute or, in later versions, of input @i; NULL if both are omitted. */
const gint64 *rensa_onnx_ints_of (RensaOnnxNode *node, const char *name, guint i, gsize *n);
/* Returns TRUE if @value is the same for any batch, be it trainable or not. */
gboolean rensa_onnx_is_constant (RensaSketchValue *value);
/* Returns TRUE if @value is a single number, and stores it in @number. */
gboolean rensa_onnx_is_number (RensaOnnxNode *node, RensaSketchValue *value, double *number);

/* Attribute values of functions and links, as text owned by the node. */
const char *rensa_onnx_float (RensaOnnxNode *node, double value);
const char *rensa_onnx_tuple (RensaOnnxNode *node, const gint64 *values, gsize n);
const char *rensa_onnx_format (RensaOnnxNode *node, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Calls the function "NAME(attr=value, …)"; optional @values may be NULL. */
RensaSketchValue *rensa_onnx_call (RensaOnnxNode *node, RensaSketchValue *const *values, int n, const char *format, ...)
    G_GNUC_PRINTF (4, 5);
RensaSketchValue *rensa_onnx_call1 (RensaOnnxNode *node, RensaSketchValue *x, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
RensaSketchValue *rensa_onnx_call2 (RensaOnnxNode *node, RensaSketchValue *a, RensaSketchValue *b, const char *format,
                                    ...) G_GNUC_PRINTF (4, 5);
/* Returns the number of outputs, at most RENSA_ONNX_MAX_OUTPUTS. */
int rensa_onnx_call_many (RensaOnnxNode *node, RensaSketchValue *const *values, int n, RensaSketchValue **outputs,
                          const char *format, ...) G_GNUC_PRINTF (5, 6);
/* @slices: index in NumPy's notation: "slice(1, None), 0". */
RensaSketchValue *rensa_onnx_get_item (RensaOnnxNode *node, RensaSketchValue *x, const char *slices);
/* A weight of a link with one output. Weights must be constants; entries with a NULL value are skipped. */
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

/* Creates a constant of @dtype from @numbers. */
RensaSketchValue *rensa_onnx_make_floats (RensaOnnxNode *node, RensaDtype dtype, const RensaShape *shape,
                                          const double *numbers);
/* Creates 0, 1, …, @n - 1 along @axis of @ndim axes, as float64. */
RensaSketchValue *rensa_onnx_make_range (RensaOnnxNode *node, int ndim, int axis, gint64 n);
/* Creates a constant that may depend on the batch size. Takes ownership of @arrays. Returns NULL on error. */
RensaSketchValue *rensa_onnx_take_arrays (RensaOnnxNode *node, RensaArray *const arrays[RENSA_SKETCH_PROBES]);

RensaSketchValue *rensa_onnx_cast (RensaOnnxNode *node, RensaSketchValue *x, RensaDtype dtype);
/* Returns @x itself if it is floating, otherwise a cast to float64. */
RensaSketchValue *rensa_onnx_as_floating (RensaOnnxNode *node, RensaSketchValue *x);
/* Applies a formula to up to three inputs of any data types; the result has @dtype. */
RensaSketchValue *rensa_onnx_formula (RensaOnnxNode *node, RensaSketchValue *const *values, int n, RensaDtype dtype,
                                      const char *formula);
/* Reshapes to @n lengths, one of which may be -1. */
RensaSketchValue *rensa_onnx_reshape (RensaOnnxNode *node, RensaSketchValue *x, const gint64 *shape, gsize n);
/* Reshapes to the shape of @like, for any batch size. */
RensaSketchValue *rensa_onnx_reshape_like (RensaOnnxNode *node, RensaSketchValue *x, RensaSketchValue *like);
RensaSketchValue *rensa_onnx_transpose (RensaOnnxNode *node, RensaSketchValue *x, const gint64 *axes, gsize n);
/* Pads @x by @pads, given before and after each axis (in ONNX order). */
RensaSketchValue *rensa_onnx_pad (RensaOnnxNode *node, RensaSketchValue *x, const gint64 *pads, const char *mode,
                                  double value);

G_END_DECLS
