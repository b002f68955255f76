/* mock-dnn-attention.h: graphs of attention, as the stand-in for cuDNN reads them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "mock-dnn.h"

G_BEGIN_DECLS

#define MOCK_ATTENTION_MOST_TENSORS 48
#define MOCK_ATTENTION_MOST_STEPS 24

/* What a step reads and writes, by its place in the list of tensors; -1 where it has none. */
typedef struct
{
  int kind; /* of the operation */
  int mode; /* what is done to each element, or to each row */
  int axis; /* of indices */
  int type; /* that it is computed in */
  int x, b, t, y;
} MockStep;

/* A graph whose steps are done one after the other. */
typedef struct
{
  int n_tensors;
  MockTensor tensors[MOCK_ATTENTION_MOST_TENSORS];
  int n_steps;
  MockStep steps[MOCK_ATTENTION_MOST_STEPS];
  gconstpointer workspace;
  int device;
} MockAttention;

/* Whether the finalized @graph has products of matrices, as no other has that the stand-in knows. */
gboolean mock_attention_is (const MockDescriptor *graph);
/* What it is; NULL where cuDNN has nothing of the kind, or a mistake was reported. */
MockAttention *mock_attention_read (const MockDescriptor *graph);
/* How many bytes a plan for it asks for. */
gint64 mock_attention_count_workspace (const MockAttention *attention);
/* Whether anything writes tensor @number of the list. */
gboolean mock_attention_is_result (const MockAttention *attention, int number);

/* mock-dnn-attention-run.c: of operations whose data are a MockAttention. */
extern const MockKind mock_attention_kind;

G_END_DECLS
