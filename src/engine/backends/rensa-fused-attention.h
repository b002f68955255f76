/* rensa-fused-attention.h: attention in one call, where a device's library has that.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/**
 * RensaFusedAttention:
 * @q: (B, H, L, E)
 * @k: (B, H, S, E)
 * @v: (B, H, S, D)
 * @scale: what scores are multiplied by
 * @causal: row i attends to rows 0 … i alone
 *
 * softmax (scale q kᵀ) v, of one dtype, whatever the strides.
 */
typedef struct
{
  RensaArray *q;
  RensaArray *k;
  RensaArray *v;
  double scale;
  gboolean causal;
} RensaFusedAttention;

/* Whether @device does that at all. */
gboolean rensa_has_fused_attention (const RensaDevice *device);
/* Makes *@y, (B, H, L, D), and *@totals, log Σ exp of the scores, float32 (B, H, L, 1), C-contiguous; NULL where the device
 * does not do it. */
gboolean rensa_fused_attention_forward (const RensaFusedAttention *attention, RensaArray **y, RensaArray **totals,
                                        GError **error);
/* From these, whoever made them, and the gradient of y, makes those of q, k and v; NULL where the device does not do
 * it. */
gboolean rensa_fused_attention_backward (const RensaFusedAttention *attention, RensaArray *y, RensaArray *totals,
                                         RensaArray *gy, RensaArray *grads[3], GError **error);

G_END_DECLS
