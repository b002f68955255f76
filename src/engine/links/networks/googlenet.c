/* googlenet.c: GoogLeNet: inception blocks and three classifiers.
 * SPDX-License-Identifier: MIT */

#include "googlenet.py.inc"
#include "rensa-layer-set-private.h"
#include "rensa-links.h"

#define CONV(name, in, out, window)                                                     \
  {                                                                                     \
    name, &rensa_convolution_2d_link_class,                                             \
        "in_channels=" #in ", out_channels=" #out ", " window ", initialW=LeCunUniform" \
  }
#define FC(name, in, out)                                                                       \
  {                                                                                             \
    name, &rensa_linear_link_class, "in_size=" #in ", out_size=" #out ", initialW=LeCunUniform" \
  }
#define INCEPTION(name, in, n1, p3, n3, p5, n5, pool)                                              \
  {                                                                                                \
    name, &rensa_inception_link_class,                                                             \
        "in_channels=" #in ", out1=" #n1 ", proj3=" #p3 ", out3=" #n3 ", proj5=" #p5 ", out5=" #n5 \
        ", proj_pool=" #pool                                                                       \
  }

static const RensaChildSpec children[] = {
  CONV ("conv1", 3, 64, "ksize=7, stride=2, pad=3"),
  CONV ("conv2_reduce", 64, 64, "ksize=1"),
  CONV ("conv2", 64, 192, "ksize=3, pad=1"),
  INCEPTION ("inc3a", 192, 64, 96, 128, 16, 32, 32),
  INCEPTION ("inc3b", 256, 128, 128, 192, 32, 96, 64),
  INCEPTION ("inc4a", 480, 192, 96, 208, 16, 48, 64),
  INCEPTION ("inc4b", 512, 160, 112, 224, 24, 64, 64),
  INCEPTION ("inc4c", 512, 128, 128, 256, 24, 64, 64),
  INCEPTION ("inc4d", 512, 112, 144, 288, 32, 64, 64),
  INCEPTION ("inc4e", 528, 256, 160, 320, 32, 128, 128),
  INCEPTION ("inc5a", 832, 256, 160, 320, 32, 128, 128),
  INCEPTION ("inc5b", 832, 384, 192, 384, 48, 128, 128),
  FC ("loss3_fc", 1024, 1000),
  CONV ("loss1_conv", 512, 128, "ksize=1"),
  FC ("loss1_fc1", 2048, 1024),
  FC ("loss1_fc2", 1024, 1000),
  CONV ("loss2_conv", 528, 128, "ksize=1"),
  FC ("loss2_fc1", 2048, 1024),
  FC ("loss2_fc2", 1024, 1000),
};

#define POOL "max_pooling_2d(ksize=3, stride=2)"
#define NORMALIZE "local_response_normalization(n=5, k=1, alpha=2e-5)"
#define CLASSIFY(n) "average_pooling_2d(ksize=5, stride=3); loss" n "_conv; relu; loss" n "_fc1; relu; loss" n "_fc2"

#define LAYERS(L)                                         \
  L ("conv1", "conv1; relu")                              \
  L ("pool1", POOL ";" NORMALIZE)                         \
  L ("conv2_reduce", "conv2_reduce; relu")                \
  L ("conv2", "conv2; relu;" NORMALIZE)                   \
  L ("pool2", POOL)                                       \
  L ("inception_3a", "inc3a")                             \
  L ("inception_3b", "inc3b")                             \
  L ("pool3", POOL)                                       \
  L ("inception_4a", "inc4a")                             \
  L ("inception_4b", "inc4b")                             \
  L ("inception_4c", "inc4c")                             \
  L ("inception_4d", "inc4d")                             \
  L ("inception_4e", "inc4e")                             \
  L ("pool4", POOL)                                       \
  L ("inception_5a", "inc5a")                             \
  L ("inception_5b", "inc5b")                             \
  L ("pool5", "average_pooling_2d(ksize=7, stride=1)")    \
  L ("loss3_fc", "dropout(ratio=0.4); loss3_fc")          \
  L ("prob", "softmax")                                   \
  L ("loss1_fc2", CLASSIFY ("1"), .from = "inception_4a") \
  L ("loss2_fc2", CLASSIFY ("2"), .from = "inception_4d")

RENSA_LAYER_TABLES (LAYERS);

static const RensaLayerSetKind kind = { layers, G_N_ELEMENTS (layers), { 104, 117, 123 } };

/* loss3_fc is followed by prob and the layers of the two auxiliary classifiers. */
static const RensaAttrSpec attrs[] = { RENSA_ATTR_LAYER (G_N_ELEMENTS (layers) - 4) };

static const char chainer_class[] = RENSA_LAYER_SET_CLASS ("GoogLeNet", "", "");

const RensaLinkClass rensa_googlenet_link_class = {
  .name = "GoogLeNet",
  RENSA_LAYER_SET_FIELDS (children, attrs, kind),
  .title = N_ ("GoogLeNet"),
  .summary = N_ (
      "Network with parallel filters of several sizes that classifies images of 224 × 224 pixels into 1000 classes"),
  .words = N_ ("imagenet;pretrained;transfer learning;feature extraction;photographs;inception"),
  .stem = "googlenet",
  .formula = "y = prob(loss3_fc(pool5(inception_5b(…conv1(x)…))))",
  .reference = "Szegedy et al., \"Going Deeper with Convolutions\", CVPR 2015",
  RENSA_FORMS ({ "chainer", "GoogLeNet({layer})" }, { "chainer_class", chainer_class },
               { "torch", "GoogLeNet({layer})" }, { "torch_class", torch_class }, { "torch_uses", "drawn" }),
};
