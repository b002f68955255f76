/* resnet152-layers.c: residual network with 152 layers.
 * SPDX-License-Identifier: MIT */

#include "rensa-resnet-private.h"

static const RensaChildSpec children[] = RENSA_RESNET_CHILDREN (7, 35);

const RensaLinkClass rensa_resnet152_layers_link_class = {
  RENSA_RESNET_FIELDS ("152", 7, 35),
  .title = N_ ("ResNet, 152 Layers"),
};
