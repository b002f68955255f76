/* rensa-transformer-link-private.h: what the layers of a transformer share.
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
                  .hint = N_ ("Values of each step, of the inputs and of the result")),                              \
      RENSA_ATTR_INT (RensaTransformerLink, n_heads, .initial = 8, .min = 1, .max = 1e6, .title = N_ ("Heads"),      \
                      .hint = N_ ("Ways to look, which share the units; the units must be a multiple")),             \
      RENSA_ATTR_INT (RensaTransformerLink, hidden_size, .initial = 2048, .min = 1, .max = G_MAXDOUBLE,              \
                      .title = N_ ("Hidden Units"), .hint = N_ ("Of the two layers that each step goes through")),   \
      RENSA_ATTR_COMPONENT (RensaTransformerLink, activation, .component_kind = RENSA_COMPONENT_FUNCTION,            \
                            .initial_text = first_activation, .title = N_ ("Activation"),                            \
                            .hint = N_ ("Between the two layers that each step goes through")),                      \
      RENSA_ATTR_FLOAT (RensaTransformerLink, dropout, .initial = 0.1, .min = 0, .max = 0.999,                       \
                        .title = N_ ("Dropout"),                                                                     \
                        .hint = N_ ("Share of values that are set to 0 before they are added")),                     \
      RENSA_ATTR_BOOL (RensaTransformerLink, norm_first, .title = N_ ("Normalize First"),                            \
                       .hint = N_ ("Before each part of the layer and not after it, which is easier to train")),     \
      RENSA_ATTR_BOOL (RensaTransformerLink, causal, .initial = is_causal, .title = N_ ("Causal"),                   \
                       .hint = N_ ("A step attends to itself and those before it alone")),                           \
      RENSA_ATTR_FLOAT (RensaTransformerLink, eps, .initial = 1e-5, .min = 0, .max = 1, .title = N_ ("Epsilon"),     \
                        .hint = N_ ("Added to the variance, against division by zero")),                             \
      RENSA_ATTR_COMPONENT (RensaTransformerLink, initialW, .component_kind = RENSA_COMPONENT_INITIALIZER,           \
                            .initial_text = first_weights, .title = N_ ("First Weights"),                            \
                            .hint = N_ ("Of attention and of the two layers"))

/* MultiHeadAttention in Chainer, of which the layers are made there, too. */
#define RENSA_ATTENTION_CHAINER_CLASS(first_weights)                                                         \
  "class MultiHeadAttention(chainer.Chain):\n"                                                               \
  "    \"\"\"Lets steps look at those of another sequence, or at one another.\"\"\"\n"                       \
  "\n"                                                                                                       \
  "    def __init__(self, size, n_heads=8, causal=False, nobias=False, initialW=None, initial_bias=None):\n" \
  "        super().__init__()\n"                                                                             \
  "        self.n_heads = n_heads\n"                                                                         \
  "        self.causal = causal\n"                                                                           \
  "        if initialW is None:\n"                                                                           \
  "            initialW = chainer.initializers." first_weights "()\n"                                        \
  "        with self.init_scope():\n"                                                                        \
  "            self.query = L.Linear(size, size, nobias, initialW, initial_bias)\n"                          \
  "            self.key = L.Linear(size, size, nobias, initialW, initial_bias)\n"                            \
  "            self.value = L.Linear(size, size, nobias, initialW, initial_bias)\n"                          \
  "            self.out = L.Linear(size, size, nobias, initialW, initial_bias)\n"                            \
  "\n"                                                                                                       \
  "    def part(self, layer, x):\n"                                                                          \
  "        h = layer(x, n_batch_axes=2)\n"                                                                   \
  "        return F.transpose(F.reshape(h, x.shape[:2] + (self.n_heads, -1)), (0, 2, 1, 3))\n"               \
  "\n"                                                                                                       \
  "    def bar(self, scores, mask):\n"                                                                       \
  "        barred = self.xp.zeros(scores.shape[2:], dtype=bool)\n"                                           \
  "        if self.causal:\n"                                                                                \
  "            barred = self.xp.triu(~barred, 1)\n"                                                          \
  "        if mask is not None:\n"                                                                           \
  "            mask = getattr(mask, 'array', mask)\n"                                                        \
  "            mask = mask[:, None] if mask.ndim == 3 else mask\n"                                           \
  "            if mask.dtype == bool:\n"                                                                     \
  "                barred = barred | ~mask\n"                                                                \
  "            else:\n"                                                                                      \
  "                scores = scores + self.xp.broadcast_to(mask, scores.shape)\n"                             \
  "        lowest = self.xp.full(scores.shape, -self.xp.inf, dtype=scores.dtype)\n"                          \
  "        return F.where(self.xp.broadcast_to(barred, scores.shape), lowest, scores)\n"                     \
  "\n"                                                                                                       \
  "    def forward(self, query, key=None, value=None, mask=None):\n"                                         \
  "        key = query if key is None else key\n"                                                            \
  "        value = key if value is None else value\n"                                                        \
  "        q, k, v = self.part(self.query, query), self.part(self.key, key), self.part(self.value, value)\n" \
  "        scores = F.matmul(q, k, transb=True) / q.shape[-1] ** 0.5\n"                                      \
  "        y = F.matmul(F.softmax(self.bar(scores, mask), axis=3), v)\n"                                     \
  "        y = F.reshape(F.transpose(y, (0, 2, 1, 3)), query.shape)\n"                                       \
  "        return self.out(y, n_batch_axes=2)\n"

/* What children are made with. */
#define RENSA_TRANSFORMER_NORM "size={size}, eps={eps}"
#define RENSA_TRANSFORMER_FIRST "in_size={size}, out_size={hidden_size}, n_batch_axes=2, initialW={initialW}"
#define RENSA_TRANSFORMER_SECOND "in_size={hidden_size}, out_size={size}, n_batch_axes=2, initialW={initialW}"

/* Part of a layer: what is added to @x. @inputs are those of the layer, RENSA_MAX_INPUT_SPECS of them, NULL where there is none. */
typedef RensaVariable *(*RensaTransformerPart) (RensaLink *link, RensaVariable *x, RensaVariable *const *inputs,
                                                GError **error);

/* norm (x + dropout (part (x))) or, with norm_first, x + dropout (part (norm (x))).  @norm: the index of the child; NULL gives NULL. */
RensaVariable *rensa_transformer_add_part (RensaLink *link, int norm, RensaTransformerPart part, RensaVariable *x,
                                           RensaVariable *const *inputs, GError **error);
/* The two layers, children @first and @first + 1, with the activation between. */
RensaVariable *rensa_transformer_feed (RensaLink *link, int first, RensaVariable *x, GError **error);
/* One output of a child that takes several inputs. */
RensaVariable *rensa_transformer_attend (RensaLink *link, int child, RensaVariable *const *inputs, int n,
                                         GError **error);

G_END_DECLS
