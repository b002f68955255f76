/* rensa-attention-private.h: attention, block by block.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-primitives.h"
#include "rensa-variable.h"

G_BEGIN_DECLS

/**
 * RensaAttention:
 * @q: (B, L, E), multiplied by the scale already
 * @k: (B, S, E)
 * @v: (B, S, D)
 * @mask: (nullable): of the shape (…, L, S), the leading axes of which are B together; usually spread out
 * @causal: element i attends to elements 0 … i alone
 * @dropout: the probability of a weight to become zero; the others grow by 1 / (1 - @dropout)
 * @random: where @dropout is above 0, the generator that says which; from the same state the same are drawn
 *
 * All floating arrays have one dtype, float32 or float64; a bool mask tells which scores count, another is added to
 * them.
 */
typedef struct
{
  RensaArray *q;
  RensaArray *k;
  RensaArray *v;
  RensaArray *mask;
  gboolean causal;
  double dropout;
  RensaRandom *random;
} RensaAttention;

/* dropout (softmax (q kᵀ + mask)) v, of shape (B, L, D); rows to which nothing counts are 0.  @totals gets log Σ exp of the
 * scores, (B, L, 1). */
RensaArray *rensa_attention_forward (const RensaAttention *self, RensaArray **totals, GError **error);

/* The gradients of q, as it is scaled, k and v, from what forward gave and its gradient. */
gboolean rensa_attention_backward (const RensaAttention *self, RensaArray *y, RensaArray *totals, RensaArray *gy,
                                   RensaArray *grads[3], GError **error);

/* What forward multiplies weights by, of shape (B, L, S): 0 or 1 / (1 - dropout), and 0 where causal attention does not
 * look. */
RensaArray *rensa_attention_draw_kept (const RensaAttention *self, GError **error);

/* Writes -infinity over the scores that lie out of reach of causal attention; *@scores (…, rows, columns) begins at
 * that row and that column of all. */
gboolean rensa_attention_hide (RensaArray **scores, gint64 first_row, gint64 first_column, GError **error);

/* The scores with a mask, which is broadcast to their shape: added or, where it is bool, chosen. */
gboolean rensa_attention_apply_mask (RensaArray **scores, RensaArray *mask, GError **error);

/* 0 in the place of -infinity, which is the largest of a row where nothing counts. */
gboolean rensa_attention_bound (RensaArray **largest, GError **error);

/* rensa-attention-composed.c: dropout (softmax (scores)) v, whose gradients can be differentiated; a row that nothing counts in has
 * the total 0, for which 1 stands.
 * @mask: (nullable): as that of RensaAttention
 * @kept: (nullable): what weights are multiplied by */
RensaVariable *rensa_attention_compose (RensaVariable *scores, RensaVariable *mask, RensaVariable *v,
                                        RensaVariable *kept, gboolean causal, GError **error);

G_END_DECLS
