/* resnet50-layers.c: residual network with 50 layers.
 * SPDX-License-Identifier: MIT */

#include "rensa-resnet-private.h"

static const RensaChildSpec children[] = RENSA_RESNET_CHILDREN (3, 5);

const RensaLinkClass rensa_resnet50_layers_link_class = {
  RENSA_RESNET_FIELDS ("50", 3, 5),
  .title = N_ ("ResNet, 50 Layers"),
};
