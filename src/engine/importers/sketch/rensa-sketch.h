/* rensa-sketch.h: a document that grows node by node, with the weights of its links.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-importer.h"

G_BEGIN_DECLS

/* A model that an importer makes. What is made of constants alone is worked out at once and becomes no node; of
 * everything else the types are worked out, for two sizes of a batch, so that what depends on the size is told from
 * what does not. */
typedef struct _RensaSketch RensaSketch;

#define RENSA_SKETCH_PROBES 2

typedef enum
{
  RENSA_SKETCH_VALUE,    /* what a node makes */
  RENSA_SKETCH_CONSTANT, /* numbers that are not trained */
  RENSA_SKETCH_WEIGHT,   /* numbers that are, where they come to a node as they are */
} RensaSketchKind;

typedef struct _RensaSketchNode RensaSketchNode;
typedef struct _RensaSketchValue RensaSketchValue;

/**
 * RensaSketchValue:
 * @kind: what it is
 * @name: what its node is called, or would be
 * @probes: for each size of a batch: of a constant the numbers, on the host; of a value an array on the meta device.
 * The same twice where the size makes no difference
 * @source: where wires begin; NULL for a constant that has no node yet
 * @maker: (nullable): the node of it; NULL for an input
 * @number: which of the outputs of its node, or of the inputs, it is
 * @rows: (nullable): of numbers that are repeated for each example of a batch, those of one
 * @whole: (nullable): a node that repeats them
 *
 * A value of the model; it belongs to the sketch.
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

/* What a parameter or persistent value of a link holds: its path there, "W" or "0/w1". */
typedef struct
{
  const char *path;
  RensaArray *array;
} RensaSketchWeight;

/* @dtype: of parameters. The current device of the thread has to be the host. */
RensaSketch *rensa_sketch_new (RensaDtype dtype, guint n_inputs);
void rensa_sketch_free (RensaSketch *sketch);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaSketch, rensa_sketch_free)

/* All inputs first; NULL with an error where a type is none. */
RensaSketchValue *rensa_sketch_add_input (RensaSketch *sketch, const char *name,
                                          const RensaType types[RENSA_SKETCH_PROBES], GError **error);
/* @array is referenced. */
RensaSketchValue *rensa_sketch_add_constant (RensaSketch *sketch, const char *name, RensaSketchKind kind,
                                             RensaArray *array);
/* Different numbers for the two sizes of a batch. */
RensaSketchValue *rensa_sketch_add_numbers (RensaSketch *sketch, const char *name, RensaArray *const *arrays);

/* Calls a function. Inputs that may be left out may be NULL. Gives how many outputs there are, -1 with an error. */
int rensa_sketch_call (RensaSketch *sketch, const char *name, RensaAttrs *function, RensaSketchValue *const *inputs,
                       int n_inputs, RensaSketchValue **outputs, int max_outputs, GError **error);
/* The same of a link with the values @weights; its sizes have to be given. */
int rensa_sketch_call_link (RensaSketch *sketch, const char *name, RensaAttrs *link, const RensaSketchWeight *weights,
                            guint n_weights, RensaSketchValue *const *inputs, int n_inputs, RensaSketchValue **outputs,
                            int max_outputs, GError **error);

/* What it takes or gives for the first size of a batch, and whether that depends on the size. */
RensaType rensa_sketch_value_get_type (const RensaSketchValue *value);
gboolean rensa_sketch_value_varies (const RensaSketchValue *value);
/* Of a constant that does not depend on the size of a batch: borrowed; NULL for others. */
RensaArray *rensa_sketch_value_get_array (const RensaSketchValue *value);

/**
 * rensa_sketch_finish:
 * @path: of the file that it comes from, whose name the document gets
 * @outputs: @n_outputs values that the model gives, under the names @names
 *
 * The document and its predictor, with the nodes that lead to an output; the sketch is of no use any more.
 */
RensaImported *rensa_sketch_finish (RensaSketch *sketch, const char *path, RensaSketchValue *const *outputs,
                                    const char *const *names, guint n_outputs, GError **error);

G_END_DECLS
