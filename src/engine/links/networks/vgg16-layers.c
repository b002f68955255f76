/* vgg16-layers.c: VGG with 16 layers of small filters.
 * SPDX-License-Identifier: MIT */

#include "rensa-vgg-private.h"

static const RensaChildSpec children[] = {
  RENSA_VGG_FIRST, RENSA_VGG_BLOCK ("3", 128, 256), RENSA_VGG_BLOCK ("4", 256, 512), RENSA_VGG_BLOCK ("5", 512, 512),
  RENSA_VGG_LAST,
};

#define LAYERS(L)                 \
  RENSA_VGG_FIRST_LAYERS (L)      \
  RENSA_VGG_BLOCK_LAYERS (L, "3") \
  RENSA_VGG_POOL (L, "3")         \
  RENSA_VGG_BLOCK_LAYERS (L, "4") \
  RENSA_VGG_POOL (L, "4") RENSA_VGG_BLOCK_LAYERS (L, "5") RENSA_VGG_POOL (L, "5") RENSA_VGG_LAST_LAYERS (L)

RENSA_LAYER_TABLES (LAYERS);

static const RensaLayerSetKind kind = { layers, G_N_ELEMENTS (layers), { 103.939, 116.779, 123.68 } };

static const RensaAttrSpec attrs[] = { RENSA_ATTR_LAYER (G_N_ELEMENTS (layers) - 2) };

const RensaLinkClass rensa_vgg16_layers_link_class = {
  RENSA_VGG_FIELDS ("16", 3),
  .title = N_ ("VGG, 16 Layers"),
};
