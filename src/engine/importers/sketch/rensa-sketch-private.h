/* rensa-sketch-private.h: what a sketch holds.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <json-c/json.h>

#include "rensa-sketch.h"

G_BEGIN_DECLS

/**
 * RensaSketchNode:
 * @link: (nullable): with its weights; NULL for a function
 * @wanted_name: (nullable): that of the file
 * @scope: (nullable): that of the file which it stands in: "/body/body.3"
 * @last_name: what it is called there
 * @inputs: borrowed; NULL for what is left out
 * @first: the number of its first output in the plan of the predictor, once that has it
 *
 * A node of the document, if an output depends on it.
 */
struct _RensaSketchNode
{
  char *name;
  char *wanted_name;
  char *scope;
  char *last_name;
  RensaAttrs *attrs;
  RensaLink *link;
  RensaSketchValue **inputs;
  int n_inputs;
  int n_outputs;
  int first;
  gboolean is_needed;
};

/* @name is taken over; @wanted_name is that of the file. */
RensaSketchNode *rensa_sketch_node_new (char *name, const char *wanted_name, RensaAttrs *attrs, RensaLink *link,
                                        RensaSketchValue *const *inputs, int n_inputs);
void rensa_sketch_node_free (gpointer node);
/* "/body/body.3" of "/body/body.3/c1"; NULL where the name has no scope. */
char *rensa_sketch_dup_scope (const char *name);
/* Makes a Chain of the nodes of each scope of the file that is a part of the model with one output. @model: "", or the name of the model in
 * @document. Returns: by the path of each node that is in one now what it is called in the predictor. */
GHashTable *rensa_sketch_group_scopes (RensaSketch *sketch, RensaDocument *document, const char *model);

struct _RensaSketch
{
  RensaDtype dtype;
  RensaLink *predictor;
  guint n_inputs;
  GPtrArray *inputs;  /* RensaSketchValue, borrowed */
  GPtrArray *values;  /* RensaSketchValue */
  GHashTable *names;  /* of nodes */
  GPtrArray *pending; /* RensaSketchNode, in an order in which they can be called */
  struct json_object *nodes;
  struct json_object *edges;
};

/* @name with nothing but letters, digits and underscores, unlike all that came before. */
char *rensa_sketch_dup_node_name (RensaSketch *sketch, const char *name);
/* A node of @attrs, NULL for an input, and a wire from each of @inputs. */
void rensa_sketch_write_node (RensaSketch *sketch, const char *name, RensaAttrs *attrs, RensaSketchValue *const *inputs,
                              int n_inputs);

/**
 * rensa_sketch_place:
 * @is_whole: all is wanted, not only what is repeated for each example of a batch
 *
 * What a node takes, or the model gives, comes from a node: @value itself where it does, or where it is a constant that gets one; what stands
 * for it where its numbers depend on the size of a batch. NULL with an error where they do in a way that no node can make.
 */
RensaSketchValue *rensa_sketch_place (RensaSketch *sketch, RensaSketchValue *value, gboolean is_whole, GError **error);
/* Writes the nodes on which @outputs, which have places, depend: into the plan of the predictor, and as nodes and edges. */
gboolean rensa_sketch_write_nodes (RensaSketch *sketch, RensaSketchValue *const *outputs, guint n_outputs,
                                   GError **error);
/* Of a value that has a place and is written. */
int rensa_sketch_value_get_number (const RensaSketchValue *value);
/* Whether both have the same type and the same bytes. */
gboolean rensa_sketch_are_equal (RensaArray *a, RensaArray *b);
/* An axis whose length is that of the batch, for each probe; -1 where there is none. */
int rensa_sketch_value_find_batch (const RensaSketchValue *value);

G_END_DECLS
