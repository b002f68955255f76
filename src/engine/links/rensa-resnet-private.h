/* rensa-resnet-private.h: blocks that learn what is to be added to their input.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-layer-set-private.h"
#include "rensa-links.h"

G_BEGIN_DECLS

/* Bottlenecks one after the other: a, which may make pictures smaller, then b1, b2, … */
extern const RensaLinkClass rensa_resnet_block_class;

#define RENSA_RESNET_BLOCK(name, n_more, in, mid, out, by)                                                   \
  {                                                                                                          \
    name, &rensa_resnet_block_class,                                                                         \
        "n_more=" #n_more ", in_channels=" #in ", mid_channels=" #mid ", out_channels=" #out ", stride=" #by \
        ", downsample_fb={downsample_fb}"                                                                    \
  }

/* @n3, @n4: how many bottlenecks follow the first one in the blocks res3 and res4. */
#define RENSA_RESNET_CHILDREN(n3, n4)                                                                                \
  {                                                                                                                  \
    { "conv1", &rensa_convolution_2d_link_class,                                                                     \
      "in_channels=3, out_channels=64, ksize=7, stride=2, pad=3, initialW=HeNormal(scale=1)" },                      \
        { "bn1", &rensa_batch_normalization_link_class, "size=64" }, RENSA_RESNET_BLOCK ("res2", 2, 64, 64, 256, 1), \
        RENSA_RESNET_BLOCK ("res3", n3, 256, 128, 512, 2), RENSA_RESNET_BLOCK ("res4", n4, 512, 256, 1024, 2),       \
        RENSA_RESNET_BLOCK ("res5", 2, 1024, 512, 2048, 2),                                                          \
    {                                                                                                                \
      "fc6", &rensa_linear_link_class, "in_size=2048, out_size=1000"                                                 \
    }                                                                                                                \
  }

extern const RensaLayerSetKind rensa_resnet_kind;
extern const RensaAttrSpec rensa_resnet_attrs[2];

#define RENSA_RESNET_FIELDS(depth)                                                                                \
  .name = "ResNet" depth "Layers", RENSA_LAYER_SET_FIELDS (children, rensa_resnet_attrs, rensa_resnet_kind),      \
  .summary = N_ ("A network of blocks around which their input is led, that tells 1000 classes of pictures"),     \
  .words = N_ ("imagenet;pretrained;transfer learning;feature extraction;photographs;residual;skip connections"), \
  .stem = "resnet", .formula = "y = prob(fc6(mean(res5(res4(res3(res2(pool1(conv1(x)))))))))",                    \
  .reference = "He et al., \"Deep Residual Learning for Image Recognition\", CVPR 2016",                          \
  RENSA_FORMS ({ "chainer", "ResNet" depth "Layers({layer}, {downsample_fb})" },                                  \
               { "chainer_class", RENSA_LAYER_SET_CLASS ("ResNet" depth "Layers", ", downsample_fb",              \
                                                         ", downsample_fb=downsample_fb") })

G_END_DECLS
