/* rensa-sketch-private.h: what a sketch holds.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <json-c/json.h>

#include "rensa-sketch.h"

G_BEGIN_DECLS

struct _RensaSketch
{
  RensaDtype dtype;
  RensaLink *predictor;
  guint n_inputs;
  GPtrArray *inputs; /* RensaSketchValue, borrowed */
  GPtrArray *values; /* RensaSketchValue */
  GHashTable *names; /* of nodes */
  struct json_object *nodes;
  struct json_object *edges;
};

/* @name with nothing but letters, digits and underscores, unlike all that came before. */
char *rensa_sketch_dup_node_name (RensaSketch *sketch, const char *name);
/* A node of @attrs, NULL for an input, and a wire from each of @inputs. */
void rensa_sketch_write_node (RensaSketch *sketch, const char *name, RensaAttrs *attrs, RensaSketchValue *const *inputs,
                              int n_inputs);

/* Numbers that a node takes, or that the model gives, come from a node themselves; nothing is done for what has one. */
gboolean rensa_sketch_place (RensaSketch *sketch, RensaSketchValue *value, GError **error);

G_END_DECLS
