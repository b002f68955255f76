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

/* Attributes of all sets. */
typedef struct
{
  RensaAttrs *initialW;
  gboolean downsample_fb;
} RensaLayerSet;

extern const RensaAttrSpec rensa_layer_set_attrs[2];

/* @initialW: what draws first weights; @mean: of the pictures, blue first */
typedef struct
{
  const RensaLinkClass *klass;
  const RensaLayer *layers;
  guint n_layers;
  const char *initialW;
  double mean[3];
} RensaLayerSetKind;

extern const RensaLayerSetKind rensa_vgg_kinds[2];
extern const RensaLayerSetKind rensa_resnet_kinds[3];
extern const RensaLayerSetKind rensa_googlenet_kind;

/* The call of all sets: the layer "prob". */
RensaVariable *rensa_layer_set_forward (RensaLink *set, RensaVariable *x, GError **error);

#define RENSA_LAYER_SET_CLASS(title, table)                                                                          \
  {                                                                                                                  \
    .name = title, RENSA_ATTRS (RensaLayerSet, rensa_layer_set_attrs), .inputs = RENSA_INPUTS ("x"), .n_outputs = 1, \
    RENSA_CHILDREN (table), .forward1 = rensa_layer_set_forward                                                      \
  }

G_END_DECLS
