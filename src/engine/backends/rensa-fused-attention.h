/* rensa-fused-attention.h: attention in one call, if supported by the device's library.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/**
 * RensaFusedAttention:
 * @q: (B, H, L, E)
 * @k: (B, H, S, E)
 * @v: (B, H, S, D)
 * @scale: factor of the scores
 * @causal: row i attends only to rows 0 … i
 *
 * softmax (scale q kᵀ) v; all of one dtype, with any strides.
 */
typedef struct
{
  RensaArray *q;
  RensaArray *k;
  RensaArray *v;
  double scale;
  gboolean causal;
} RensaFusedAttention;

/* TRUE if @device supports fused attention. */
gboolean rensa_has_fused_attention (const RensaDevice *device);
/* Computes *@y, (B, H, L, D), and *@totals, log Σ exp of the scores, float32 (B, H, L, 1),
 * C-contiguous; NULL if the device does not support it. */
gboolean rensa_fused_attention_forward (const RensaFusedAttention *attention, RensaArray **y, RensaArray **totals,
                                        GError **error);
/* Computes the gradients of q, k and v from @y and @totals, however computed, and the gradient of
 * y; NULL if the device does not support it. */
gboolean rensa_fused_attention_backward (const RensaFusedAttention *attention, RensaArray *y, RensaArray *totals,
                                         RensaArray *gy, RensaArray *grads[3], GError **error);

G_END_DECLS
