/* rensa-sketch.h: builds a document node by node, with the weights of its links.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-importer.h"

G_BEGIN_DECLS

/* A model being built by an importer. Calls with only constant inputs are evaluated at once and
 * do not become nodes. For all other calls the types are inferred for two batch sizes, to
 * determine what depends on the size. */
typedef struct _RensaSketch RensaSketch;

#define RENSA_SKETCH_PROBES 2

typedef enum
{
  RENSA_SKETCH_VALUE,    /* output of the node */
  RENSA_SKETCH_CONSTANT, /* numbers that are not trained */
  RENSA_SKETCH_WEIGHT,   /* numbers that are trained if they reach a node unchanged */
} RensaSketchKind;

typedef struct _RensaSketchNode RensaSketchNode;
typedef struct _RensaSketchValue RensaSketchValue;

/**
 * RensaSketchValue:
 * @kind: kind of value
 * @name: name of its node, or the name that it would get
 * @probes: for each batch size: the numbers of a constant, on the host, or an array on the meta
 *   device. Both are the same if the size makes no difference
 * @source: start of its connections; NULL for a constant without a node
 * @maker: (nullable): node that produces it; NULL for an input
 * @number: index among the outputs of its node, or among the inputs
 * @rows: (nullable): numbers of one example if they are repeated for each example of a batch
 * @whole: (nullable): value with the rows repeated by a node
 *
 * A value of the model, owned by the sketch.
 */
struct _RensaSketchValue
{
  RensaSketchKind kind;
  char *name;
  RensaVariable *probes[RENSA_SKETCH_PROBES];
  char *source;
  RensaSketchNode *maker;
  int number;
  RensaSketchValue *rows;
  RensaSketchValue *whole;
};

/* Value of a parameter or persistent value of a link, with its path: "W" or "0/w1". */
typedef struct
{
  const char *path;
  RensaArray *array;
} RensaSketchWeight;

/* @dtype: data type of parameters. The current device of the thread must be the host. */
RensaSketch *rensa_sketch_new (RensaDtype dtype, guint n_inputs);
void rensa_sketch_free (RensaSketch *sketch);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaSketch, rensa_sketch_free)

/* Add all inputs first. Returns NULL with an error if a type is invalid. */
RensaSketchValue *rensa_sketch_add_input (RensaSketch *sketch, const char *name,
                                          const RensaType types[RENSA_SKETCH_PROBES], GError **error);
/* @array is referenced. */
RensaSketchValue *rensa_sketch_add_constant (RensaSketch *sketch, const char *name, RensaSketchKind kind,
                                             RensaArray *array);
/* Adds a constant that differs between the two batch sizes. */
RensaSketchValue *rensa_sketch_add_numbers (RensaSketch *sketch, const char *name, RensaArray *const *arrays);

/* Calls a function. Optional inputs may be NULL. Returns the number of outputs, or -1 with an error. */
int rensa_sketch_call (RensaSketch *sketch, const char *name, RensaAttrs *function, RensaSketchValue *const *inputs,
                       int n_inputs, RensaSketchValue **outputs, int max_outputs, GError **error);
/* The same for a link with the values @weights; its sizes must be specified. */
int rensa_sketch_call_link (RensaSketch *sketch, const char *name, RensaAttrs *link, const RensaSketchWeight *weights,
                            guint n_weights, RensaSketchValue *const *inputs, int n_inputs, RensaSketchValue **outputs,
                            int max_outputs, GError **error);

/* Type for the first batch size, and whether it depends on the batch size. */
RensaType rensa_sketch_value_get_type (const RensaSketchValue *value);
gboolean rensa_sketch_value_varies (const RensaSketchValue *value);
/* Returns the borrowed array of a constant that does not depend on the batch size; NULL for other values. */
RensaArray *rensa_sketch_value_get_array (const RensaSketchValue *value);

/**
 * rensa_sketch_finish:
 * @path: path of the source file, which gives the document its name
 * @outputs: the @n_outputs outputs of the model, named @names
 *
 * Builds the document and its predictor from the nodes that an output depends on; the sketch must
 * not be used afterwards.
 */
RensaImported *rensa_sketch_finish (RensaSketch *sketch, const char *path, RensaSketchValue *const *outputs,
                                    const char *const *names, guint n_outputs, GError **error);

G_END_DECLS
