/* cuda-dnn-attention.h: attention as cuDNN is asked for it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-dnn.h"

G_BEGIN_DECLS

/* The tensors with an address, by their numbers in a graph. */
typedef enum
{
  /* Arrays; gy and those behind it are of the backward pass alone. */
  RENSA_ATTENTION_Q = 1,
  RENSA_ATTENTION_K,
  RENSA_ATTENTION_V,
  RENSA_ATTENTION_Y,
  RENSA_ATTENTION_GY,
  RENSA_ATTENTION_GQ,
  RENSA_ATTENTION_GK,
  RENSA_ATTENTION_GV,
  /* float32, (B, H, L, 1): log Σ exp of the scores, and Σ gy y, which the backward pass needs meanwhile. */
  RENSA_ATTENTION_TOTALS,
  RENSA_ATTENTION_ALONG,
  /* float32 numbers in memory of the host. */
  RENSA_ATTENTION_SCALE,
  RENSA_ATTENTION_ONE,
  RENSA_ATTENTION_HIDDEN, /* a score that does not count: -infinity */
  RENSA_ATTENTION_END,
} RensaAttentionTensor;

#define RENSA_ATTENTION_N_ARRAYS (RENSA_ATTENTION_GV + 1)

/* All that a plan depends on, without gaps, since its bytes are compared. */
typedef struct
{
  gint64 dtype;
  gint64 is_causal;
  gint64 is_backward;
  RensaDnnTensor arrays[RENSA_ATTENTION_N_ARRAYS]; /* by their numbers */
} RensaDnnAttention;

/* Whether cuDNN may be asked for it: of float16 or bfloat16, and with extents that are multiples of 8. */
gboolean rensa_dnn_can_attend (const RensaFusedAttention *attention);
/* A reference to @array or, where cuDNN does not take how it lies in memory, a copy. */
RensaArray *rensa_dnn_take_heads (RensaArray *array, GError **error);
/* @arrays: by their numbers, as cuDNN takes them; of gradients, and of arrays that have none yet, NULL. */
void rensa_dnn_attention_init (RensaDnnAttention *self, gboolean causal, gboolean is_backward,
                               RensaArray *const arrays[RENSA_ATTENTION_N_ARRAYS]);

/* As rensa_dnn_plan_new (). */
RensaDnnPlan *rensa_dnn_attention_plan_new (const RensaCudaApi *api, RensaCudnn handle, RensaCudnnDescriptor device,
                                            const RensaDnnAttention *attention, char **why_not);

G_END_DECLS
