/* rensa-layer-set-private.h: what well-known networks for pictures are made of.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

/**
 * RensaLayer:
 * @name: Chainer's
 * @steps: what it does, one after the other, with a semicolon between: a child of the set, or a function with attributes
 * @from: (nullable): the layer that it goes on from, in place of the one before it
 */
typedef struct
{
  const char *name;
  const char *steps;
  const char *from;
} RensaLayer;

/* The rule of a set's class.  @mean: of the pictures that it was trained with, blue first */
typedef struct
{
  const RensaLayer *layers;
  guint n_layers;
  double mean[3];
} RensaLayerSetKind;

/* Attributes; the second is ResNet's. */
typedef struct
{
  int layer;
  gboolean downsample_fb;
} RensaLayerSet;

/* A list of layers is LAYERS (L), with L ("name", "steps", …) for each; this makes both tables of it. */
#define RENSA_LAYER_NAME(name, ...) name,
#define RENSA_LAYER_ROW(name, ...) { name, __VA_ARGS__ },
#define RENSA_LAYER_TABLES(LAYERS)                                             \
  static const char *const layer_names[] = { LAYERS (RENSA_LAYER_NAME) NULL }; \
  static const RensaLayer layers[] = { LAYERS (RENSA_LAYER_ROW) }

#define RENSA_ATTR_LAYER(last)                                                                             \
  RENSA_ATTR_CHOICE (RensaLayerSet, layer, .initial = last, .choices = layer_names, .title = N_ ("Layer"), \
                     .hint = N_ ("Layer whose values are returned; prob returns the probabilities of 1000 classes"))

/* The call of all sets: the layer that their attribute says. */
RensaVariable *rensa_layer_set_forward (RensaLink *set, RensaVariable *x, GError **error);

/* Chainer's gives all layers by their names. */
#define RENSA_LAYER_SET_CLASS(name, parameters, arguments)         \
  "class " name "(L." name "):\n"                                  \
  "    \"\"\"Gives one of its layers.\"\"\"\n"                     \
  "\n"                                                             \
  "    def __init__(self, layer" parameters "):\n"                 \
  "        super().__init__(pretrained_model=None" arguments ")\n" \
  "        self.layer = layer\n"                                   \
  "\n"                                                             \
  "    def forward(self, x):\n"                                    \
  "        return super().forward(x, layers=[self.layer])[self.layer]\n"

#define RENSA_LAYER_SET_FIELDS(table, attrs_table, kind)                                                 \
  .group = &rensa_network_group, RENSA_ATTRS (RensaLayerSet, attrs_table), .inputs = RENSA_INPUTS ("x"), \
  .n_outputs = 1, RENSA_CHILDREN (table), .rule = &(kind), .forward1 = rensa_layer_set_forward

G_END_DECLS
