/* rensa-resnet-private.h: residual blocks.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-layer-set-private.h"
#include "rensa-links.h"

G_BEGIN_DECLS

/* Consecutive bottlenecks: a, which may downsample, then b1, b2, … */
extern const RensaLinkClass rensa_resnet_block_class;

#define RENSA_RESNET_BLOCK(name, n_more, in, mid, out, by)                                                   \
  {                                                                                                          \
    name, &rensa_resnet_block_class,                                                                         \
        "n_more=" #n_more ", in_channels=" #in ", mid_channels=" #mid ", out_channels=" #out ", stride=" #by \
        ", downsample_fb={downsample_fb}"                                                                    \
  }

/* @n3, @n4: number of bottlenecks after the first one in the blocks res3 and res4. */
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

#define RENSA_RESNET_TORCH_CLASS(depth, n3, n4)                                     \
  "class ResNet" depth "Layers(nn.Module):\n"                                       \
  "    \"\"\"" depth " layers for pictures; gives one of them.\"\"\"\n"             \
  "\n"                                                                              \
  "    def __init__(self, layer, downsample_fb=False):\n"                           \
  "        super().__init__()\n"                                                    \
  "        self.layer = layer\n"                                                    \
  "        self.conv1 = drawn(\n"                                                   \
  "            nn.Conv2d(3, 64, 7, 2, 3),\n"                                        \
  "            weight=lambda w: nn.init.kaiming_normal_(w, nonlinearity='relu'))\n" \
  "        self.bn1 = BatchNormalization(64)\n"                                     \
  "        sizes = [(2, 64, 64, 256, 1), (" #n3 ", 256, 128, 512, 2),\n"            \
  "                 (" #n4 ", 512, 256, 1024, 2), (2, 1024, 512, 2048, 2)]\n"       \
  "        for i, size in enumerate(sizes):\n"                                      \
  "            self.add_module(f'res{i + 2}', ResNetBlock(*size, downsample_fb))\n" \
  "        self.fc6 = nn.Linear(2048, 1000)\n"                                      \
  "\n"                                                                              \
  "    def run(self, x):\n"                                                         \
  "        x = F.relu(self.bn1(self.conv1(x)))\n"                                   \
  "        yield 'conv1', x\n"                                                      \
  "        x = F.max_pool2d(x, 3, 2, ceil_mode=True)\n"                             \
  "        yield 'pool1', x\n"                                                      \
  "        for name in ('res2', 'res3', 'res4', 'res5'):\n"                         \
  "            x = getattr(self, name)(x)\n"                                        \
  "            yield name, x\n"                                                     \
  "        x = x.mean((2, 3))\n"                                                    \
  "        yield 'pool5', x\n"                                                      \
  "        x = self.fc6(x)\n"                                                       \
  "        yield 'fc6', x\n"                                                        \
  "        yield 'prob', F.softmax(x, 1)\n"                                         \
  "\n"                                                                              \
  "    def forward(self, x):\n"                                                     \
  "        return next(y for name, y in self.run(x) if name == self.layer)\n"

#define RENSA_RESNET_FIELDS(depth, n3, n4)                                                                        \
  .name = "ResNet" depth "Layers", RENSA_LAYER_SET_FIELDS (children, rensa_resnet_attrs, rensa_resnet_kind),      \
  .summary = N_ ("Residual network that classifies images into 1000 classes"),                                    \
  .words = N_ ("imagenet;pretrained;transfer learning;feature extraction;photographs;residual;skip connections"), \
  .stem = "resnet", .formula = "y = prob(fc6(mean(res5(res4(res3(res2(pool1(conv1(x)))))))))",                    \
  .reference = "He et al., \"Deep Residual Learning for Image Recognition\", CVPR 2016",                          \
  RENSA_FORMS ({ "chainer", "ResNet" depth "Layers({layer}, {downsample_fb})" },                                  \
               { "chainer_class", RENSA_LAYER_SET_CLASS ("ResNet" depth "Layers", ", downsample_fb",              \
                                                         ", downsample_fb=downsample_fb") },                      \
               { "torch", "ResNet" depth "Layers({layer}, downsample_fb={downsample_fb})" },                      \
               { "torch_class", RENSA_RESNET_TORCH_CLASS (depth, n3, n4) }, { "torch_uses", "drawn" })

G_END_DECLS
