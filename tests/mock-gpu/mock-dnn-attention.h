/* mock-dnn-attention.h: graphs of attention, as read by the mock of cuDNN.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "mock-dnn.h"

G_BEGIN_DECLS

#define MOCK_ATTENTION_MOST_TENSORS 48
#define MOCK_ATTENTION_MOST_STEPS 24

/* Inputs and outputs of a step, as indices in the list of tensors; -1 if it has none. */
typedef struct
{
  int kind; /* of the operation */
  int mode; /* operation on each element, or on each row */
  int axis; /* of indices */
  int type; /* data type of the computation */
  int x, b, t, y;
} MockStep;

/* A graph whose steps are performed one after the other. */
typedef struct
{
  int n_tensors;
  MockTensor tensors[MOCK_ATTENTION_MOST_TENSORS];
  int n_steps;
  MockStep steps[MOCK_ATTENTION_MOST_STEPS];
  gconstpointer workspace;
  int device;
} MockAttention;

/* Returns TRUE if the finalized @graph contains matrix products; no other supported graph does. */
gboolean mock_attention_is (const MockDescriptor *graph);
/* Returns the meaning of the graph; NULL if cuDNN does not support it, or a mistake was
 * reported. */
MockAttention *mock_attention_read (const MockDescriptor *graph);
/* Returns the number of bytes of workspace that a plan for it requires. */
gint64 mock_attention_count_workspace (const MockAttention *attention);
/* Returns TRUE if a step writes tensor @number of the list. */
gboolean mock_attention_is_result (const MockAttention *attention, int number);

/* mock-dnn-attention-run.c: kind of operations whose data are a MockAttention. */
extern const MockKind mock_attention_kind;

G_END_DECLS
