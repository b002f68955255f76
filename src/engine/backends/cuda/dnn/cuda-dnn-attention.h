/* cuda-dnn-attention.h: attention in terms of cuDNN.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-dnn.h"

G_BEGIN_DECLS

/* Tensors with an address, by their numbers in a graph. */
typedef enum
{
  /* Arrays; gy and those after it are used only in the backward pass. */
  RENSA_ATTENTION_Q = 1,
  RENSA_ATTENTION_K,
  RENSA_ATTENTION_V,
  RENSA_ATTENTION_Y,
  RENSA_ATTENTION_GY,
  RENSA_ATTENTION_GQ,
  RENSA_ATTENTION_GK,
  RENSA_ATTENTION_GV,
  /* float32, (B, H, L, 1): log Σ exp of the scores, and Σ gy y, an intermediate result of the
   * backward pass. */
  RENSA_ATTENTION_TOTALS,
  RENSA_ATTENTION_ALONG,
  /* float32 numbers in host memory. */
  RENSA_ATTENTION_SCALE,
  RENSA_ATTENTION_ONE,
  RENSA_ATTENTION_HIDDEN, /* a masked score: -infinity */
  RENSA_ATTENTION_END,
} RensaAttentionTensor;

#define RENSA_ATTENTION_N_ARRAYS (RENSA_ATTENTION_GV + 1)

/* Key of a plan, without padding, since its bytes are compared. */
typedef struct
{
  gint64 dtype;
  gint64 is_causal;
  gint64 is_backward;
  RensaDnnTensor arrays[RENSA_ATTENTION_N_ARRAYS]; /* arrays by their numbers */
} RensaDnnAttention;

/* TRUE if cuDNN can be used: for float16 or bfloat16, with extents that are multiples of 8. */
gboolean rensa_dnn_can_attend (const RensaFusedAttention *attention);
/* Returns a reference to @array or, if cuDNN does not support its memory layout, a copy. */
RensaArray *rensa_dnn_take_heads (RensaArray *array, GError **error);
/* @arrays: by their numbers, with a layout that cuDNN supports; NULL for gradients and for arrays
 *   that do not exist yet. */
void rensa_dnn_attention_init (RensaDnnAttention *self, gboolean causal, gboolean is_backward,
                               RensaArray *const arrays[RENSA_ATTENTION_N_ARRAYS]);

/* The same as rensa_dnn_plan_new (). */
RensaDnnPlan *rensa_dnn_attention_plan_new (const RensaCudaApi *api, RensaCudnn handle, RensaCudnnDescriptor device,
                                            const RensaDnnAttention *attention, char **why_not);

G_END_DECLS
