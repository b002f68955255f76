/* googlenet.c: GoogLeNet: inception blocks and three classifiers.
 * SPDX-License-Identifier: MIT */

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

static const char torch_class[] = "class GoogLeNet(nn.Module):\n"
                                  "    \"\"\"Filters of several sizes for pictures; gives one of its layers.\"\"\"\n"
                                  "\n"
                                  "    BLOCKS = {\n"
                                  "        '3a': (192, 64, 96, 128, 16, 32, 32),\n"
                                  "        '3b': (256, 128, 128, 192, 32, 96, 64),\n"
                                  "        '4a': (480, 192, 96, 208, 16, 48, 64),\n"
                                  "        '4b': (512, 160, 112, 224, 24, 64, 64),\n"
                                  "        '4c': (512, 128, 128, 256, 24, 64, 64),\n"
                                  "        '4d': (512, 112, 144, 288, 32, 64, 64),\n"
                                  "        '4e': (528, 256, 160, 320, 32, 128, 128),\n"
                                  "        '5a': (832, 256, 160, 320, 32, 128, 128),\n"
                                  "        '5b': (832, 384, 192, 384, 48, 128, 128)}\n"
                                  "\n"
                                  "    def __init__(self, layer):\n"
                                  "        super().__init__()\n"
                                  "        self.layer = layer\n"
                                  "\n"
                                  "        def uniform(layer):\n"
                                  "            return drawn(layer, weight=lambda w: nn.init.kaiming_uniform_(\n"
                                  "                w, nonlinearity='linear'))\n"
                                  "\n"
                                  "        self.conv1 = uniform(nn.Conv2d(3, 64, 7, 2, 3))\n"
                                  "        self.conv2_reduce = uniform(nn.Conv2d(64, 64, 1))\n"
                                  "        self.conv2 = uniform(nn.Conv2d(64, 192, 3, padding=1))\n"
                                  "        for name, sizes in self.BLOCKS.items():\n"
                                  "            self.add_module(f'inc{name}', Inception(*sizes))\n"
                                  "        self.loss3_fc = uniform(nn.Linear(1024, 1000))\n"
                                  "        for name, size in (('loss1', 512), ('loss2', 528)):\n"
                                  "            self.add_module(f'{name}_conv', uniform(nn.Conv2d(size, 128, 1)))\n"
                                  "            self.add_module(f'{name}_fc1', uniform(nn.Linear(2048, 1024)))\n"
                                  "            self.add_module(f'{name}_fc2', uniform(nn.Linear(1024, 1000)))\n"
                                  "\n"
                                  "    def classify(self, name, x):\n"
                                  "        x = F.avg_pool2d(x, 5, 3)\n"
                                  "        x = F.relu(self.get_submodule(f'{name}_conv')(x)).flatten(1)\n"
                                  "        x = F.relu(self.get_submodule(f'{name}_fc1')(x))\n"
                                  "        return self.get_submodule(f'{name}_fc2')(x)\n"
                                  "\n"
                                  "    def run(self, x):\n"
                                  "        def shrink(x):\n"
                                  "            return F.max_pool2d(x, 3, 2, ceil_mode=True)\n"
                                  "\n"
                                  "        def normalize(x):\n"
                                  "            return F.local_response_norm(x, 5, alpha=1e-4)\n"
                                  "\n"
                                  "        x = F.relu(self.conv1(x))\n"
                                  "        yield 'conv1', x\n"
                                  "        x = normalize(shrink(x))\n"
                                  "        yield 'pool1', x\n"
                                  "        x = F.relu(self.conv2_reduce(x))\n"
                                  "        yield 'conv2_reduce', x\n"
                                  "        x = normalize(F.relu(self.conv2(x)))\n"
                                  "        yield 'conv2', x\n"
                                  "        x = shrink(x)\n"
                                  "        yield 'pool2', x\n"
                                  "        before = {}\n"
                                  "        for name in self.BLOCKS:\n"
                                  "            x = before[name] = getattr(self, f'inc{name}')(x)\n"
                                  "            yield f'inception_{name}', x\n"
                                  "            if name in ('3b', '4e'):\n"
                                  "                x = shrink(x)\n"
                                  "                yield f'pool{name[0]}', x\n"
                                  "        x = F.avg_pool2d(x, 7, 1)\n"
                                  "        yield 'pool5', x\n"
                                  "        x = F.dropout(x, 0.4, self.training).flatten(1)\n"
                                  "        x = self.loss3_fc(x)\n"
                                  "        yield 'loss3_fc', x\n"
                                  "        yield 'prob', F.softmax(x, 1)\n"
                                  "        yield 'loss1_fc2', self.classify('loss1', before['4a'])\n"
                                  "        yield 'loss2_fc2', self.classify('loss2', before['4d'])\n"
                                  "\n"
                                  "    def forward(self, x):\n"
                                  "        return next(y for name, y in self.run(x) if name == self.layer)\n";

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
