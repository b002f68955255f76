/* rensa-sketch-private.h: internals of a sketch.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <json-c/json.h>

#include "rensa-sketch.h"

G_BEGIN_DECLS

/**
 * RensaSketchNode:
 * @link: (nullable): link with its weights; NULL for a function
 * @wanted_name: (nullable): name in the file
 * @scope: (nullable): enclosing scope in the file: "/body/body.3"
 * @last_name: name within @scope
 * @inputs: borrowed; NULL if omitted
 * @first: index of its first output in the predictor's plan, once added
 *
 * A node; it becomes part of the document if an output depends on it.
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

/* Takes ownership of @name; @wanted_name is the name in the file. */
RensaSketchNode *rensa_sketch_node_new (char *name, const char *wanted_name, RensaAttrs *attrs, RensaLink *link,
                                        RensaSketchValue *const *inputs, int n_inputs);
void rensa_sketch_node_free (gpointer node);
/* "/body/body.3" for "/body/body.3/c1"; NULL if the name has no scope. */
char *rensa_sketch_dup_scope (const char *name);
/* Groups the nodes of each scope of the file into a Chain if they form a part of the model with one
 * output. @model: "", or the name of the model in
 * @document. Returns: names in the predictor, by the paths of the nodes that are now in a Chain. */
GHashTable *rensa_sketch_group_scopes (RensaSketch *sketch, RensaDocument *document, const char *model);

struct _RensaSketch
{
  RensaDtype dtype;
  RensaLink *predictor;
  guint n_inputs;
  GPtrArray *inputs;  /* RensaSketchValue, borrowed */
  GPtrArray *values;  /* RensaSketchValue */
  GHashTable *names;  /* names of nodes */
  GPtrArray *pending; /* RensaSketchNode, in a valid call order */
  struct json_object *nodes;
  struct json_object *edges;
};

/* Returns a unique name based on @name, with letters, digits and underscores only. */
char *rensa_sketch_dup_node_name (RensaSketch *sketch, const char *name);
/* Writes a node with @attrs (NULL for an input), and a connection from each of @inputs. */
void rensa_sketch_write_node (RensaSketch *sketch, const char *name, RensaAttrs *attrs, RensaSketchValue *const *inputs,
                              int n_inputs);

/**
 * rensa_sketch_place:
 * @is_whole: FALSE if one row suffices for values that repeat for each example of a batch
 *
 * Ensures that an input of a node, or an output of the model, is produced by a node. Returns @value
 * itself if it has a node, or is a constant that is given one; a substitute if its numbers depend
 * on the batch size. Returns NULL with an error if no node can produce them.
 */
RensaSketchValue *rensa_sketch_place (RensaSketch *sketch, RensaSketchValue *value, gboolean is_whole, GError **error);
/* Writes the nodes that @outputs, which must be placed, depend on: to the predictor's plan, and as
 * nodes and edges. */
gboolean rensa_sketch_write_nodes (RensaSketch *sketch, RensaSketchValue *const *outputs, guint n_outputs,
                                   GError **error);
/* Returns the index of a value that is placed and written. */
int rensa_sketch_value_get_number (const RensaSketchValue *value);
/* Returns TRUE if both have the same type and the same bytes. */
gboolean rensa_sketch_are_equal (RensaArray *a, RensaArray *b);
/* Returns the batch axis, whose length differs between the probes; -1 if there is none. */
int rensa_sketch_value_find_batch (const RensaSketchValue *value);

G_END_DECLS
