/* rensa-transformer-link-private.h: shared code of the transformer layers.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 size;
  gint64 n_heads;
  gint64 hidden_size;
  RensaAttrs *activation;
  double dropout;
  gboolean norm_first;
  gboolean causal;
  double eps;
  RensaAttrs *initialW;
} RensaTransformerLink;

#define RENSA_TRANSFORMER_ATTRS(is_causal, first_activation, first_weights)                                          \
  RENSA_ATTR_INT (RensaTransformerLink, size, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, .title = N_ ("Units"), \
                  .hint = N_ ("Number of values per step in both the inputs and the output")),                       \
      RENSA_ATTR_INT (RensaTransformerLink, n_heads, .initial = 8, .min = 1, .max = 1e6, .title = N_ ("Heads"),      \
                      .hint = N_ ("Number of attention heads; must divide the number of units")),                    \
      RENSA_ATTR_INT (RensaTransformerLink, hidden_size, .initial = 2048, .min = 1, .max = G_MAXDOUBLE,              \
                      .title = N_ ("Hidden Units"),                                                                  \
                      .hint = N_ ("Number of hidden units in the two feed-forward layers")),                         \
      RENSA_ATTR_COMPONENT (RensaTransformerLink, activation, .component_kind = RENSA_COMPONENT_FUNCTION,            \
                            .initial_text = first_activation, .title = N_ ("Activation"),                            \
                            .hint = N_ ("Activation function between the two feed-forward layers")),                 \
      RENSA_ATTR_FLOAT (RensaTransformerLink, dropout, .initial = 0.1, .min = 0, .max = 0.999,                       \
                        .title = N_ ("Dropout"),                                                                     \
                        .hint = N_ ("Fraction of values and attention weights set to 0 during training")),           \
      RENSA_ATTR_BOOL (                                                                                              \
          RensaTransformerLink, norm_first, .title = N_ ("Normalize First"),                                         \
          .hint = N_ ("Normalizes before each part of the layer instead of after it, which is easier to train")),    \
      RENSA_ATTR_BOOL (RensaTransformerLink, causal, .initial = is_causal, .title = N_ ("Causal"),                   \
                       .hint = N_ ("Each step attends only to itself and earlier steps")),                           \
      RENSA_ATTR_FLOAT (RensaTransformerLink, eps, .initial = 1e-5, .min = 0, .max = 1, .title = N_ ("Epsilon"),     \
                        .hint = N_ ("Added to the variance to prevent division by zero")),                           \
      RENSA_ATTR_COMPONENT (RensaTransformerLink, initialW, .component_kind = RENSA_COMPONENT_INITIALIZER,           \
                            .initial_text = first_weights, .title = N_ ("Initial Weights"),                          \
                            .hint = N_ ("Initial weights of the attention and feed-forward layers"))

/* Chainer code that begins __init__ () of both layers, and their shared parts. */
#define RENSA_TRANSFORMER_CHAINER_INIT                                                                           \
  "        super().__init__()\n"                                                                                 \
  "        self.activation = activation\n"                                                                       \
  "        self.dropout = dropout\n"                                                                             \
  "        self.norm_first = norm_first\n"                                                                       \
  "        with self.init_scope():\n"                                                                            \
  "            self.attention = MultiHeadAttention(size, n_heads, causal, initialW=initialW, dropout=dropout)\n" \
  "            self.l1 = L.Linear(size, hidden_size, initialW=initialW)\n"                                       \
  "            self.l2 = L.Linear(hidden_size, size, initialW=initialW)\n"                                       \
  "            self.norm1 = L.LayerNormalization(size, eps)\n"                                                   \
  "            self.norm2 = L.LayerNormalization(size, eps)\n"
#define RENSA_TRANSFORMER_CHAINER_PARTS                                                \
  "\n"                                                                                 \
  "    def add(self, norm, part, x):\n"                                                \
  "        def normalize(h):\n"                                                        \
  "            return F.reshape(norm(F.reshape(h, (-1, x.shape[-1]))), x.shape)\n"     \
  "\n"                                                                                 \
  "        if self.norm_first:\n"                                                      \
  "            return x + F.dropout(part(normalize(x)), self.dropout)\n"               \
  "        return normalize(x + F.dropout(part(x), self.dropout))\n"                   \
  "\n"                                                                                 \
  "    def feed(self, x):\n"                                                           \
  "        h = F.dropout(self.activation(self.l1(x, n_batch_axes=2)), self.dropout)\n" \
  "        return self.l2(h, n_batch_axes=2)\n"                                        \
  "\n"

/* The same for PyTorch. */
#define RENSA_TRANSFORMER_TORCH_INIT                                         \
  "        super().__init__()\n"                                             \
  "        self.activation = activation\n"                                   \
  "        self.dropout = dropout\n"                                         \
  "        self.norm_first = norm_first\n"                                   \
  "        self.attention = MultiHeadAttention(\n"                           \
  "            size, n_heads, causal, dropout=dropout, initialW=initialW)\n" \
  "        self.l1 = drawn(nn.Linear(size, hidden_size), weight=initialW)\n" \
  "        self.l2 = drawn(nn.Linear(hidden_size, size), weight=initialW)\n" \
  "        self.norm1 = nn.LayerNorm(size, eps)\n"                           \
  "        self.norm2 = nn.LayerNorm(size, eps)\n"
#define RENSA_TRANSFORMER_TORCH_PARTS                                \
  "\n"                                                               \
  "    def drop(self, x):\n"                                         \
  "        return F.dropout(x, self.dropout, self.training)\n"       \
  "\n"                                                               \
  "    def add(self, norm, part, x):\n"                              \
  "        if self.norm_first:\n"                                    \
  "            return x + self.drop(part(norm(x)))\n"                \
  "        return norm(x + self.drop(part(x)))\n"                    \
  "\n"                                                               \
  "    def feed(self, x):\n"                                         \
  "        return self.l2(self.drop(self.activation(self.l1(x))))\n" \
  "\n"

/* Attributes of the children. */
#define RENSA_TRANSFORMER_NORM "size={size}, eps={eps}"
#define RENSA_TRANSFORMER_FIRST "in_size={size}, out_size={hidden_size}, n_batch_axes=2, initialW={initialW}"
#define RENSA_TRANSFORMER_SECOND "in_size={hidden_size}, out_size={size}, n_batch_axes=2, initialW={initialW}"

/* Computes a part of a layer, which is added to @x. @inputs: the inputs of the layer,
 * RENSA_MAX_INPUT_SPECS of them, NULL if omitted. */
typedef RensaVariable *(*RensaTransformerPart) (RensaLink *link, RensaVariable *x, RensaVariable *const *inputs,
                                                GError **error);

/* norm (x + dropout (part (x))) or, with norm_first, x + dropout (part (norm (x))). @norm: index of
 * the child. Returns NULL if @x is NULL. */
RensaVariable *rensa_transformer_add_part (RensaLink *link, int norm, RensaTransformerPart part, RensaVariable *x,
                                           RensaVariable *const *inputs, GError **error);
/* Applies the two layers, children @first and @first + 1, with the activation in between. */
RensaVariable *rensa_transformer_feed (RensaLink *link, int first, RensaVariable *x, GError **error);
/* Returns the only output of a child with several inputs. */
RensaVariable *rensa_transformer_attend (RensaLink *link, int child, RensaVariable *const *inputs, int n,
                                         GError **error);

G_END_DECLS
