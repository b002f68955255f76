/* rensa-layer-set-private.h: shared definitions of well-known image networks.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

/**
 * RensaLayer:
 * @name: name in Chainer
 * @steps: steps separated by semicolons, each a child of the set or a function with attributes
 * @from: (nullable): the layer that provides its input, instead of the previous one
 */
typedef struct
{
  const char *name;
  const char *steps;
  const char *from;
} RensaLayer;

/* The rule of a set's class. @mean: mean of its training images, blue first */
typedef struct
{
  const RensaLayer *layers;
  guint n_layers;
  double mean[3];
} RensaLayerSetKind;

/* Attributes; the second one is for ResNet only. */
typedef struct
{
  int layer;
  gboolean downsample_fb;
} RensaLayerSet;

/* A list of layers is LAYERS (L), with L ("name", "steps", …) for each; this macro defines both
 * tables from it. */
#define RENSA_LAYER_NAME(name, ...) name,
#define RENSA_LAYER_ROW(name, ...) { name, __VA_ARGS__ },
#define RENSA_LAYER_TABLES(LAYERS)                                             \
  static const char *const layer_names[] = { LAYERS (RENSA_LAYER_NAME) NULL }; \
  static const RensaLayer layers[] = { LAYERS (RENSA_LAYER_ROW) }

#define RENSA_ATTR_LAYER(last)                                                                             \
  RENSA_ATTR_CHOICE (RensaLayerSet, layer, .initial = last, .choices = layer_names, .title = N_ ("Layer"), \
                     .hint = N_ ("Layer whose values are returned; prob returns the probabilities of 1000 classes"))

/* The call of all sets: computes the layer in their attribute. */
RensaVariable *rensa_layer_set_forward (RensaLink *set, RensaVariable *x, GError **error);

/* In Chainer, all layers are returned by name. */
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
