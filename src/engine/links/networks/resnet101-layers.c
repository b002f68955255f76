/* resnet101-layers.c: residual network with 101 layers.
 * SPDX-License-Identifier: MIT */

#include "rensa-resnet-private.h"

static const RensaChildSpec children[] = RENSA_RESNET_CHILDREN (3, 22);

const RensaLinkClass rensa_resnet101_layers_link_class = {
  RENSA_RESNET_FIELDS ("101", 3, 22),
  .title = N_ ("ResNet, 101 Layers"),
};
