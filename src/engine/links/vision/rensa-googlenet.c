/* rensa-googlenet.c: blocks of filters of several sizes, with three classifiers.
 * SPDX-License-Identifier: MIT */

#include "rensa-layer-set-private.h"
#include "rensa-links.h"

#define CONV(name, in, out, window)                                                   \
  {                                                                                   \
    name, &rensa_convolution_2d_link_class,                                           \
        "in_channels=" #in ", out_channels=" #out ", " window ", initialW={initialW}" \
  }
#define FC(name, in, out)                                                                     \
  {                                                                                           \
    name, &rensa_linear_link_class, "in_size=" #in ", out_size=" #out ", initialW={initialW}" \
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

static const RensaLayer layers[] = {
  { "conv1", "conv1; relu" },
  { "pool1", POOL ";" NORMALIZE },
  { "conv2_reduce", "conv2_reduce; relu" },
  { "conv2", "conv2; relu;" NORMALIZE },
  { "pool2", POOL },
  { "inception_3a", "inc3a" },
  { "inception_3b", "inc3b" },
  { "pool3", POOL },
  { "inception_4a", "inc4a" },
  { "inception_4b", "inc4b" },
  { "inception_4c", "inc4c" },
  { "inception_4d", "inc4d" },
  { "inception_4e", "inc4e" },
  { "pool4", POOL },
  { "inception_5a", "inc5a" },
  { "inception_5b", "inc5b" },
  { "pool5", "average_pooling_2d(ksize=7, stride=1)" },
  { "loss3_fc", "dropout(ratio=0.4); loss3_fc" },
  { "prob", "softmax" },
  { "loss1_fc2", CLASSIFY ("1"), .from = "inception_4a" },
  { "loss2_fc2", CLASSIFY ("2"), .from = "inception_4d" },
};

static const RensaLinkClass class = RENSA_LAYER_SET_CLASS ("GoogLeNet", children);

const RensaLayerSetKind rensa_googlenet_kind = {
  &class, layers, G_N_ELEMENTS (layers), "LeCunUniform", { 104, 117, 123 },
};
