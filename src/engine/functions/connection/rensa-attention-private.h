/* rensa-attention-private.h: blockwise attention.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-primitives.h"
#include "rensa-variable.h"

G_BEGIN_DECLS

/**
 * RensaAttention:
 * @q: (B, L, E), already scaled
 * @k: (B, S, E)
 * @v: (B, S, D)
 * @mask: (nullable): shape (…, L, S), whose leading axes together make up B; usually broadcast
 * @causal: element i attends only to elements 0 … i
 * @dropout: probability that a weight is set to zero; the others are multiplied by 1 / (1 -
 *   @dropout)
 * @random: if @dropout is above 0, the generator that selects them; the same state gives the same
 *   selection
 *
 * All floating arrays have one dtype, float32 or float64; a bool mask selects the scores that
 * count, any other is added to them.
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

/* Computes dropout (softmax (q kᵀ + mask)) v, of shape (B, L, D); rows without unmasked scores are
 * 0. @totals receives log Σ exp of the scores, (B, L, 1). */
RensaArray *rensa_attention_forward (const RensaAttention *self, RensaArray **totals, GError **error);

/* Computes the gradients of the scaled q, k and v from the outputs of forward and the gradient of y. */
gboolean rensa_attention_backward (const RensaAttention *self, RensaArray *y, RensaArray *totals, RensaArray *gy,
                                   RensaArray *grads[3], GError **error);

/* Draws the factors by which forward multiplies the weights, shape (B, L, S): 0 or 1 / (1 -
 * dropout), and 0 for positions that causal attention skips. */
RensaArray *rensa_attention_draw_kept (const RensaAttention *self, GError **error);

/* Sets scores outside the range of causal attention to -infinity; *@scores (…, rows, columns)
 * starts at the given row and column of the whole. */
gboolean rensa_attention_hide (RensaArray **scores, gint64 first_row, gint64 first_column, GError **error);

/* Applies a mask, broadcast to the shape of the scores: added or, if bool, used to select. */
gboolean rensa_attention_apply_mask (RensaArray **scores, RensaArray *mask, GError **error);

/* Replaces -infinity, the maximum of a fully masked row, by 0. */
gboolean rensa_attention_bound (RensaArray **largest, GError **error);

/* rensa-attention-composed.c: dropout (softmax (scores)) v, with differentiable gradients; a fully
 * masked row has the total 0, which is replaced by 1.
 * @mask: (nullable): same as in RensaAttention
 * @kept: (nullable): factors of the weights */
RensaVariable *rensa_attention_compose (RensaVariable *scores, RensaVariable *mask, RensaVariable *v,
                                        RensaVariable *kept, gboolean causal, GError **error);

G_END_DECLS
