/* mock-dnn.h: what the parts of the stand-in for cuDNN share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "mock-private.h"

G_BEGIN_DECLS

#define MOCK_DNN_MAX_NDIM 5

/* What is set by its name, and whether it is done with. */
typedef struct
{
  int kind;
  gboolean is_finalized;
  GArray *attributes; /* MockAttribute */
  int engine;         /* of a configuration, an engine and a plan: which one */
} MockDescriptor;

typedef struct
{
  int name;
  int type;
  gint64 n;
  gpointer values;
} MockAttribute;

/* NULL where it was not set. */
const MockAttribute *mock_dnn_find (const MockDescriptor *descriptor, int name);
const gint64 *mock_dnn_get_integers (const MockDescriptor *descriptor, int name);
/* An enum of cuDNN. */
int mock_dnn_get_choice (const MockDescriptor *descriptor, int name);
/* One that is still there, which is reported otherwise. */
const MockDescriptor *mock_dnn_get_descriptor (const MockDescriptor *descriptor, int name, gint64 number);

/* A tensor of a graph, and where it lies, which is nowhere for those between two steps. */
typedef struct
{
  gint64 number;
  gboolean is_virtual;
  RensaDtype dtype;
  int ndim;
  gint64 dims[MOCK_DNN_MAX_NDIM];
  gint64 strides[MOCK_DNN_MAX_NDIM];
  gint64 alignment;
  char *data;
} MockTensor;

/* A convolution or one of its gradients, whichever @kind says, with what is added to a forward pass. */
typedef struct
{
  int kind;
  int n_axes;
  gint64 stride[MOCK_DNN_MAX_NDIM - 2];
  gint64 dilate[MOCK_DNN_MAX_NDIM - 2];
  gint64 pad[MOCK_DNN_MAX_NDIM - 2];
  gint64 pad_behind[MOCK_DNN_MAX_NDIM - 2];
  MockTensor x, W, y;
  RensaDtype compute_dtype;
  gboolean is_tf32; /* factors are rounded */
  gboolean has_bias;
  MockTensor bias;
  gboolean has_relu;
  gconstpointer workspace;
  int device;
} MockConvolution;

/* How many bytes a plan for it asks for. */
gint64 mock_dnn_count_workspace (const MockConvolution *convolution);
/* Whether the extents fit together; else reports it. */
gboolean mock_dnn_check_extents (const MockConvolution *convolution);
/* Of operations whose data are a MockConvolution. */
extern const MockKind mock_dnn_kind;

/* mock-dnn-graph.c: what the finalized @graph is; FALSE where cuDNN has nothing of the kind, or a mistake was reported. */
gboolean mock_dnn_read_graph (const MockDescriptor *graph, MockConvolution *convolution);
/* Whether the descriptor, which is about to be finalized, is all right; else reports it. */
gboolean mock_dnn_check (const MockDescriptor *descriptor);

G_END_DECLS
