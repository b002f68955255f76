/* mock-dnn.h: common code of the parts of the mock of cuDNN.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "mock-private.h"

G_BEGIN_DECLS

struct RensaCudnn_
{
  RensaCudaStream stream;
};

#define MOCK_DNN_MAX_NDIM 5

/* Attributes by name, and whether the descriptor is finalized. */
typedef struct
{
  int kind;
  gboolean is_finalized;
  GArray *attributes; /* MockAttribute */
  int engine;         /* for a configuration, an engine and a plan: index of the engine */
} MockDescriptor;

typedef struct
{
  int name;
  int type;
  gint64 n;
  gpointer values;
} MockAttribute;

/* Returns NULL if it was not set. */
const MockAttribute *mock_dnn_find (const MockDescriptor *descriptor, int name);
const gint64 *mock_dnn_get_integers (const MockDescriptor *descriptor, int name);
/* An enum of cuDNN. */
int mock_dnn_get_choice (const MockDescriptor *descriptor, int name);
/* Returns an existing descriptor; reports any other. */
const MockDescriptor *mock_dnn_get_descriptor (const MockDescriptor *descriptor, int name, gint64 number);

/* A tensor of a graph, and its address, which tensors between two steps do not have. */
typedef struct
{
  gint64 number;
  gboolean is_virtual;
  gboolean is_by_value; /* its address is on the host, where there is one number */
  RensaDtype dtype;
  int ndim;
  gint64 dims[MOCK_DNN_MAX_NDIM];
  gint64 strides[MOCK_DNN_MAX_NDIM];
  gint64 alignment;
  char *data;
  float value; /* that number */
} MockTensor;

/* A convolution or one of its gradients, depending on @kind, with the operations after a forward
 * pass. */
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

/* Returns the number of bytes of workspace that a plan for it requires. */
gint64 mock_dnn_count_workspace (const MockConvolution *convolution);
/* Checks that the extents match; reports it if they do not. */
gboolean mock_dnn_check_extents (const MockConvolution *convolution);
/* Kind of operations whose data are a MockConvolution. */
extern const MockKind mock_dnn_kind;

/* mock-dnn-graph.c: returns the dtype for cuDNN's @type. */
RensaDtype mock_dnn_find_dtype (int type);
/* Reads the descriptor of a tensor. */
void mock_dnn_read_tensor (const MockDescriptor *descriptor, MockTensor *tensor);
/* Reads the finalized @graph; FALSE if cuDNN does not support it, or a mistake was reported. */
gboolean mock_dnn_read_graph (const MockDescriptor *graph, MockConvolution *convolution);
/* Checks the descriptor, which is about to be finalized; reports mistakes. */
gboolean mock_dnn_check (const MockDescriptor *descriptor);

/* A layer of a recurrent network, as described; all members are 32-bit numbers, since their
 * bytes are compared. */
typedef struct
{
  gint32 is_set;
  gint32 kind;
  gint32 n_directions;
  gint32 dtype;
  gint32 math;
  gint32 n_in;
  gint32 n_units;
} MockRnn;

typedef enum
{
  MOCK_RNN_FORWARD,
  MOCK_RNN_BACKWARD_DATA,
  MOCK_RNN_BACKWARD_WEIGHTS,
} MockRnnPass;

/* One pass over the sequences. There are two of h and of c each. */
typedef struct
{
  MockRnn rnn;
  MockRnnPass pass;
  int device;
  char *x, *y, *before[2], *after[2], *weights;
  char *gx, *gy, *gbefore[2], *gafter[2], *gweights;
  char *work, *reserve;
  int n_steps;
  int n_batch;
  int lengths[];
} MockRecurrence;

/* mock-dnn-rnn.c */
void mock_dnn_fill_rnn (RensaCudaApi *api);

/* mock-dnn-rnn-run.c */
/* Returns the number of weights for x; there are as many for h. */
int mock_rnn_count_gates (const MockRnn *rnn);
/* Returns the number of bytes of all weights. */
gsize mock_rnn_count_weights (const MockRnn *rnn);
/* Returns the position of weight @number of @direction, or of its bias, in elements. */
gint64 mock_rnn_find_weight (const MockRnn *rnn, int direction, int number, gboolean is_bias);
gsize mock_rnn_count_work (const MockRnn *rnn, int n_batch);
gsize mock_rnn_count_reserve (const MockRnn *rnn, gint64 n_rows);
/* Kind of operations whose data are a MockRecurrence. */
extern const MockKind mock_rnn_kind;

G_END_DECLS
