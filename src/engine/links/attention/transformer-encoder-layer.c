/* transformer-encoder-layer.c: encoder layer with self-attention and a feed-forward part.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-transformer-link-private.h"

/* Inputs */
enum
{
  X,
  MASK,
  N_INPUTS,
};

/* Children */
enum
{
  ATTENTION,
  FIRST,
  SECOND,
  NORM1,
  NORM2,
};

static const RensaAttrSpec attrs[] = { RENSA_TRANSFORMER_ATTRS (FALSE, "relu", "GlorotUniform") };

static const RensaChildSpec children[] = {
  [ATTENTION] = { "attention", &rensa_multi_head_attention_link_class,
                  "size={size}, n_heads={n_heads}, causal={causal}, initialW={initialW}, dropout={dropout}" },
  [FIRST] = { "l1", &rensa_linear_link_class, RENSA_TRANSFORMER_FIRST },
  [SECOND] = { "l2", &rensa_linear_link_class, RENSA_TRANSFORMER_SECOND },
  [NORM1] = { "norm1", &rensa_layer_normalization_link_class, RENSA_TRANSFORMER_NORM },
  [NORM2] = { "norm2", &rensa_layer_normalization_link_class, RENSA_TRANSFORMER_NORM },
};

/* Computed with PyTorch 2.15 in float64. */
static const RensaSample samples[] = {
  { "size=4, n_heads=2, hidden_size=4, dropout=0, initialW=Identity(scale=0.5)",
    "[[[1, -2, 0.5, 3], [0.5, 1, -1, 2], [2, 0, 1, -1]]]",
    "[[[0.18372592320187667, -1.3870491305321155, -0.21022330233804176, 1.4135465096682807], "
    "[-0.10237636665372057, 0.05477323151246264, -1.3878205552715237, 1.4354236904127813], "
    "[1.4552333839084526, -0.6230795164838473, 0.34148385363931166, -1.1736377210639168]]]" },
  { "size=4, n_heads=2, hidden_size=4, dropout=0, initialW=Identity, norm_first=True, causal=True, activation=tanh",
    "[[[1, -2, 0.5, 3], [0.5, 1, -1, 2], [2, 0, 1, -1]]]",
    "[[[1.4180594865377705, -4.37422945767112, 0.35974269622692834, 5.203647784856866], "
    "[0.48814804291536434, 0.6963057099127331, -3.122961918431663, 4.167429122333334], "
    "[3.717905239400478, -1.1380184706792627, 1.81174623520727, -2.935685965727462]]]" },
};

static RensaVariable *
attend (RensaLink *link, RensaVariable *x, RensaVariable *const *inputs, GError **error)
{
  RensaVariable *const taken[] = { x, NULL, NULL, inputs[MASK] };

  return rensa_transformer_attend (link, ATTENTION, taken, G_N_ELEMENTS (taken), error);
}

static RensaVariable *
feed (RensaLink *link, RensaVariable *x, RensaVariable *const *inputs, GError **error)
{
  return rensa_transformer_feed (link, FIRST, x, error);
}

static int
forward (RensaLink *link, RensaVariable *const *given, int n_given, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  RensaVariable *inputs[N_INPUTS] = { NULL };

  for (int i = 0; i < MIN (n_given, N_INPUTS); i++)
    inputs[i] = given[i];

  g_autoptr (RensaVariable) seen = rensa_transformer_add_part (link, NORM1, attend, inputs[X], inputs, error);

  outputs[0] = rensa_transformer_add_part (link, NORM2, feed, seen, inputs, error);
  return outputs[0] != NULL ? 1 : -1;
}

static const char chainer_class[] =
    "class TransformerEncoderLayer(chainer.Chain):\n"
    "    \"\"\"Self-attention and two layers for each step.\"\"\"\n"
    "\n"
    "    def __init__(self, size, n_heads=8, hidden_size=2048, activation=F.relu, dropout=0.1, norm_first=False,\n"
    "                 causal=False, eps=1e-5, initialW=None):\n" RENSA_TRANSFORMER_CHAINER_INIT
        RENSA_TRANSFORMER_CHAINER_PARTS "    def forward(self, x, mask=None):\n"
    "        h = self.add(self.norm1, lambda h: self.attention(h, mask=mask), x)\n"
    "        return self.add(self.norm2, self.feed, h)\n";

static const char torch_class[] =
    "class TransformerEncoderLayer(nn.Module):\n"
    "    \"\"\"Self-attention and two layers for each step.\"\"\"\n"
    "\n"
    "    def __init__(self, size, n_heads=8, hidden_size=2048, activation=F.relu,\n"
    "                 dropout=0.1, norm_first=False, causal=False, eps=1e-5,\n"
    "                 initialW=nn.init.xavier_uniform_):\n" RENSA_TRANSFORMER_TORCH_INIT RENSA_TRANSFORMER_TORCH_PARTS
    "    def forward(self, x, mask=None):\n"
    "        h = self.add(\n"
    "            self.norm1, lambda h: self.attention(h, mask=mask), x)\n"
    "        return self.add(self.norm2, self.feed, h)\n";

const RensaLinkClass rensa_transformer_encoder_layer_link_class = {
  .name = "TransformerEncoderLayer",
  .group = &rensa_connection_group,
  .title = N_ ("Transformer Encoder Layer"),
  .summary = N_ ("Self-attention and two feed-forward layers for each step, each with a residual connection and "
                 "normalization"),
  .words = N_ ("attention;bert;residual;skip connection;sequence"),
  .stem = "encoder",
  .formula = "h = norm(x + attention(x)), y = norm(h + W2 a(W1 h + b1) + b2)",
  .reference = "Vaswani et al., \"Attention Is All You Need\", NIPS 2017",
  RENSA_ATTRS (RensaTransformerLink, attrs),
  .inputs = RENSA_INPUTS ("x", "mask?"),
  .n_outputs = 1,
  RENSA_CHILDREN (children),
  RENSA_SAMPLES (samples),
  .forward = forward,
  RENSA_FORMS (
      { "chainer",
        "TransformerEncoderLayer({size}, {n_heads}, {hidden_size}, activation={activation}, dropout={dropout}, norm_first={norm_first}, causal={causal}, eps={eps}, initialW={initialW})" },
      { "chainer_class", chainer_class },
      { "torch",
        "TransformerEncoderLayer({size}, {n_heads}, {hidden_size}, activation={activation}, dropout={dropout}, norm_first={norm_first}, causal={causal}, eps={eps}, initialW={initialW})" },
      { "torch_class", torch_class }, { "torch_uses", "drawn" }),
};

/**
 * rensa_transformer_encoder_layer_link_new:
 * @size: values of each step
 * @n_heads: a divisor of @size
 * @hidden_size: hidden units of the feed-forward part
 * @dropout: fraction of values and attention weights set to 0 during training
 * @norm_first: TRUE to normalize before each part instead of after it
 *
 * A TransformerEncoderLayer with relu: maps x of shape (B, L, @size) to a result of the same shape.
 * The mask is as for rensa_multi_head_attention_link_new(). Returns NULL with RENSA_ERROR_INVALID
 * if @n_heads does not divide @size.
 *
 * Vaswani et al., "Attention Is All You Need", NIPS 2017; @norm_first: Xiong et al., "On Layer
 * Normalization in the Transformer Architecture", ICML 2020.
 */
RENSA_API RensaLink *
rensa_transformer_encoder_layer_link_new (gint64 size, gint64 n_heads, gint64 hidden_size, double dropout,
                                          gboolean norm_first, GError **error)
{
  const RensaTransformerLink self = {
    .size = size,
    .n_heads = n_heads,
    .hidden_size = hidden_size,
    .dropout = dropout,
    .norm_first = norm_first,
    .causal = FALSE,
    .eps = 1e-5,
  };

  return rensa_link_new_from_values (&rensa_transformer_encoder_layer_link_class, &self, error);
}
