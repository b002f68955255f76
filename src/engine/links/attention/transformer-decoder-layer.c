/* transformer-decoder-layer.c: decoder layer with self-attention, attention to the memory, and a
 * feed-forward part.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-transformer-link-private.h"

/* Inputs */
enum
{
  X,
  MEMORY,
  MASK,
  MEMORY_MASK,
  N_INPUTS,
};

/* Children */
enum
{
  ATTENTION,
  MEMORY_ATTENTION,
  FIRST,
  SECOND,
  NORM1,
  NORM2,
  NORM3,
};

static const RensaAttrSpec attrs[] = { RENSA_TRANSFORMER_ATTRS (TRUE, "relu", "GlorotUniform") };

static const RensaChildSpec children[] = {
  [ATTENTION] = { "attention", &rensa_multi_head_attention_link_class,
                  "size={size}, n_heads={n_heads}, causal={causal}, initialW={initialW}, dropout={dropout}" },
  [MEMORY_ATTENTION] = { "memory_attention", &rensa_multi_head_attention_link_class,
                         "size={size}, n_heads={n_heads}, initialW={initialW}, dropout={dropout}" },
  [FIRST] = { "l1", &rensa_linear_link_class, RENSA_TRANSFORMER_FIRST },
  [SECOND] = { "l2", &rensa_linear_link_class, RENSA_TRANSFORMER_SECOND },
  [NORM1] = { "norm1", &rensa_layer_normalization_link_class, RENSA_TRANSFORMER_NORM },
  [NORM2] = { "norm2", &rensa_layer_normalization_link_class, RENSA_TRANSFORMER_NORM },
  [NORM3] = { "norm3", &rensa_layer_normalization_link_class, RENSA_TRANSFORMER_NORM },
};

/* Computed with PyTorch 2.15 in float64. */
static const RensaSample samples[] = {
  { "size=4, n_heads=2, hidden_size=4, dropout=0, initialW=Identity(scale=0.5)",
    "[[[1, -2, 0.5, 3], [0.5, 1, -1, 2], [2, 0, 1, -1]]]; [[[0, 1, 1, -1], [3, -0.5, 0.25, 1]]]",
    "[[[0.4560471069529303, -1.499768419339677, -0.18454066848224687, 1.2282619808689936], "
    "[0.030587864592656073, -0.043517548191301596, -1.407228004372424, 1.4201576879710691], "
    "[1.4962609563739195, -0.6482250371985163, 0.27647981533298044, -1.1245157345083832]]]" },
  { "size=4, n_heads=2, hidden_size=4, dropout=0, initialW=Identity, norm_first=True, causal=False",
    "[[[1, -2, 0.5, 3], [0.5, 1, -1, 2], [2, 0, 1, -1]]]; [[[0, 1, 1, -1], [3, -0.5, 0.25, 1]]]",
    "[[[4.975874305527343, -3.383640216975035, 0.08796738060613851, 6.034076486771177], "
    "[3.2149050578380622, 0.7495896382573892, -1.9175139877579654, 5.332713578638784], "
    "[7.189402203041642, -1.0960419968990445, 2.6328193867793237, -2.8581913845969655]]]" },
};

static RensaVariable *
attend (RensaLink *link, RensaVariable *x, RensaVariable *const *inputs, GError **error)
{
  RensaVariable *const taken[] = { x, NULL, NULL, inputs[MASK] };

  return rensa_transformer_attend (link, ATTENTION, taken, G_N_ELEMENTS (taken), error);
}

static RensaVariable *
attend_to_memory (RensaLink *link, RensaVariable *x, RensaVariable *const *inputs, GError **error)
{
  RensaVariable *const taken[] = { x, inputs[MEMORY], NULL, inputs[MEMORY_MASK] };

  return rensa_transformer_attend (link, MEMORY_ATTENTION, taken, G_N_ELEMENTS (taken), error);
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
  g_autoptr (RensaVariable) read = rensa_transformer_add_part (link, NORM2, attend_to_memory, seen, inputs, error);

  outputs[0] = rensa_transformer_add_part (link, NORM3, feed, read, inputs, error);
  return outputs[0] != NULL ? 1 : -1;
}

static const char chainer_class[] =
    "class TransformerDecoderLayer(chainer.Chain):\n"
    "    \"\"\"Self-attention, attention to a memory, and two layers for each step.\"\"\"\n"
    "\n"
    "    def __init__(self, size, n_heads=8, hidden_size=2048, activation=F.relu, dropout=0.1, norm_first=False,\n"
    "                 causal=True, eps=1e-5, initialW=None):\n" RENSA_TRANSFORMER_CHAINER_INIT
    "            self.memory_attention = MultiHeadAttention(size, n_heads, initialW=initialW, dropout=dropout)\n"
    "            self.norm3 = L.LayerNormalization(size, eps)\n" RENSA_TRANSFORMER_CHAINER_PARTS
    "    def forward(self, x, memory, mask=None, memory_mask=None):\n"
    "        h = self.add(self.norm1, lambda h: self.attention(h, mask=mask), x)\n"
    "        h = self.add(self.norm2, lambda h: self.memory_attention(h, memory, mask=memory_mask), h)\n"
    "        return self.add(self.norm3, self.feed, h)\n";

static const char torch_class[] = "class TransformerDecoderLayer(nn.Module):\n"
                                  "    \"\"\"Self-attention, attention to a memory, and two layers.\"\"\"\n"
                                  "\n"
                                  "    def __init__(self, size, n_heads=8, hidden_size=2048, activation=F.relu,\n"
                                  "                 dropout=0.1, norm_first=False, causal=True, eps=1e-5,\n"
                                  "                 initialW=nn.init.xavier_uniform_):\n" RENSA_TRANSFORMER_TORCH_INIT
                                  "        self.memory_attention = MultiHeadAttention(\n"
                                  "            size, n_heads, dropout=dropout, initialW=initialW)\n"
                                  "        self.norm3 = nn.LayerNorm(size, eps)\n" RENSA_TRANSFORMER_TORCH_PARTS
                                  "    def forward(self, x, memory, mask=None, memory_mask=None):\n"
                                  "        h = self.add(\n"
                                  "            self.norm1, lambda h: self.attention(h, mask=mask), x)\n"
                                  "        h = self.add(\n"
                                  "            self.norm2, lambda h: self.memory_attention(\n"
                                  "                h, memory, mask=memory_mask), h)\n"
                                  "        return self.add(self.norm3, self.feed, h)\n";

const RensaLinkClass rensa_transformer_decoder_layer_link_class = {
  .name = "TransformerDecoderLayer",
  .group = &rensa_connection_group,
  .title = N_ ("Transformer Decoder Layer"),
  .summary = N_ ("Self-attention, attention to the output of an encoder, and two feed-forward layers for each step"),
  .words = N_ ("attention;gpt;translation;residual;skip connection;sequence"),
  .stem = "decoder",
  .formula = "h = norm(x + attention(x)), r = norm(h + attention(h, memory)), y = norm(r + W2 a(W1 r + b1) + b2)",
  .reference = "Vaswani et al., \"Attention Is All You Need\", NIPS 2017",
  RENSA_ATTRS (RensaTransformerLink, attrs),
  .inputs = RENSA_INPUTS ("x", "memory", "mask?", "memory_mask?"),
  .n_outputs = 1,
  RENSA_CHILDREN (children),
  RENSA_SAMPLES (samples),
  .forward = forward,
  RENSA_FORMS (
      { "chainer",
        "TransformerDecoderLayer({size}, {n_heads}, {hidden_size}, activation={activation}, dropout={dropout}, norm_first={norm_first}, causal={causal}, eps={eps}, initialW={initialW})" },
      { "chainer_class", chainer_class },
      { "torch",
        "TransformerDecoderLayer({size}, {n_heads}, {hidden_size}, activation={activation}, dropout={dropout}, norm_first={norm_first}, causal={causal}, eps={eps}, initialW={initialW})" },
      { "torch_class", torch_class }, { "torch_uses", "drawn" }),
};

/**
 * rensa_transformer_decoder_layer_link_new:
 * @size: values of each step
 * @n_heads: a divisor of @size
 * @hidden_size: hidden units of the feed-forward part
 * @dropout: fraction of values and attention weights set to 0 during training
 * @norm_first: TRUE to normalize before each part instead of after it
 *
 * A causal TransformerDecoderLayer with relu: maps x of shape (B, L, @size) and memory of shape (B,
 * S, @size) to a result with the shape of x. Masks are as for
 * rensa_multi_head_attention_link_new(). Returns NULL with RENSA_ERROR_INVALID if @n_heads does not
 * divide @size.
 *
 * Vaswani et al., "Attention Is All You Need", NIPS 2017; @norm_first: Xiong et al., "On Layer
 * Normalization in the Transformer Architecture", ICML 2020.
 */
RENSA_API RensaLink *
rensa_transformer_decoder_layer_link_new (gint64 size, gint64 n_heads, gint64 hidden_size, double dropout,
                                          gboolean norm_first, GError **error)
{
  const RensaTransformerLink self = {
    .size = size,
    .n_heads = n_heads,
    .hidden_size = hidden_size,
    .dropout = dropout,
    .norm_first = norm_first,
    .causal = TRUE,
    .eps = 1e-5,
  };

  return rensa_link_new_from_values (&rensa_transformer_decoder_layer_link_class, &self, error);
}
