/* cuda-dnn-api.h: calls of cuDNN for graphs and recurrent networks. Part of cuda-api.h.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct RensaCudnn_ *RensaCudnn;
/* Generic cuDNN descriptor: created with a type, given attributes, then finalized. */
typedef void *RensaCudnnDescriptor;
/* Descriptors of recurrent networks. */
typedef struct RensaCudnnRnn_ *RensaCudnnRnn;
typedef struct RensaCudnnRnnData_ *RensaCudnnRnnData;
typedef struct RensaCudnnTensor_ *RensaCudnnTensor;

enum
{
  RENSA_CUDNN_STATUS_BAD_PARAM = 2000,
};

/* Kinds of descriptors. */
enum
{
  RENSA_CUDNN_POINTWISE = 0,
  RENSA_CUDNN_CONVOLUTION = 1,
  RENSA_CUDNN_ENGINE = 2,
  RENSA_CUDNN_ENGINECFG = 3,
  RENSA_CUDNN_ENGINEHEUR = 4,
  RENSA_CUDNN_EXECUTION_PLAN = 5,
  RENSA_CUDNN_OPERATION_CONVOLUTION_FORWARD = 10,
  RENSA_CUDNN_OPERATION_CONVOLUTION_BACKWARD_FILTER = 11,
  RENSA_CUDNN_OPERATION_CONVOLUTION_BACKWARD_DATA = 12,
  RENSA_CUDNN_OPERATION_POINTWISE = 13,
  RENSA_CUDNN_OPERATIONGRAPH = 15,
  RENSA_CUDNN_VARIANT_PACK = 16,
  RENSA_CUDNN_TENSOR = 17,
  RENSA_CUDNN_MATMUL = 18,
  RENSA_CUDNN_OPERATION_MATMUL = 19,
  RENSA_CUDNN_REDUCTION = 21,
  RENSA_CUDNN_OPERATION_REDUCTION = 22,
  RENSA_CUDNN_OPERATION_RESHAPE = 31,
  RENSA_CUDNN_DEVICEPROP = 38,
};

/* Types of attributes. */
enum
{
  RENSA_CUDNN_TYPE_HANDLE = 0,
  RENSA_CUDNN_TYPE_DATA_TYPE = 1,
  RENSA_CUDNN_TYPE_BOOLEAN = 2,
  RENSA_CUDNN_TYPE_INT64 = 3,
  RENSA_CUDNN_TYPE_FLOAT = 4,
  RENSA_CUDNN_TYPE_DOUBLE = 5,
  RENSA_CUDNN_TYPE_VOID_PTR = 6,
  RENSA_CUDNN_TYPE_CONVOLUTION_MODE = 7,
  RENSA_CUDNN_TYPE_HEUR_MODE = 8,
  RENSA_CUDNN_TYPE_NUMERICAL_NOTE = 11,
  RENSA_CUDNN_TYPE_POINTWISE_MODE = 14,
  RENSA_CUDNN_TYPE_BACKEND_DESCRIPTOR = 15,
  RENSA_CUDNN_TYPE_REDUCTION_OPERATOR_TYPE = 18,
  RENSA_CUDNN_TYPE_CHAR = 24,
};

/* Attributes. */
enum
{
  RENSA_CUDNN_ATTR_POINTWISE_MODE = 0,
  RENSA_CUDNN_ATTR_POINTWISE_MATH_PREC = 1,
  RENSA_CUDNN_ATTR_POINTWISE_AXIS = 9,
  RENSA_CUDNN_ATTR_CONVOLUTION_COMP_TYPE = 100,
  RENSA_CUDNN_ATTR_CONVOLUTION_CONV_MODE = 101,
  RENSA_CUDNN_ATTR_CONVOLUTION_DILATIONS = 102,
  RENSA_CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES = 103,
  RENSA_CUDNN_ATTR_CONVOLUTION_POST_PADDINGS = 104,
  RENSA_CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS = 105,
  RENSA_CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS = 106,
  RENSA_CUDNN_ATTR_ENGINEHEUR_MODE = 200,
  RENSA_CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH = 201,
  RENSA_CUDNN_ATTR_ENGINEHEUR_RESULTS = 202,
  RENSA_CUDNN_ATTR_ENGINEHEUR_DEVICEPROP = 204,
  RENSA_CUDNN_ATTR_ENGINECFG_ENGINE = 300,
  RENSA_CUDNN_ATTR_EXECUTION_PLAN_HANDLE = 400,
  RENSA_CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG = 401,
  RENSA_CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE = 402,
  RENSA_CUDNN_ATTR_EXECUTION_PLAN_DEVICEPROP = 407,
  RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA = 700,
  RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA = 701,
  RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC = 702,
  RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W = 703,
  RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X = 704,
  RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y = 705,
  RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_ALPHA = 706,
  RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_BETA = 707,
  RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC = 708,
  RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W = 709,
  RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX = 710,
  RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY = 711,
  RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_ALPHA = 712,
  RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_BETA = 713,
  RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC = 714,
  RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW = 715,
  RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X = 716,
  RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY = 717,
  RENSA_CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR = 750,
  RENSA_CUDNN_ATTR_OPERATION_POINTWISE_XDESC = 751,
  RENSA_CUDNN_ATTR_OPERATION_POINTWISE_BDESC = 752,
  RENSA_CUDNN_ATTR_OPERATION_POINTWISE_YDESC = 753,
  RENSA_CUDNN_ATTR_OPERATION_POINTWISE_TDESC = 758,
  RENSA_CUDNN_ATTR_OPERATIONGRAPH_HANDLE = 800,
  RENSA_CUDNN_ATTR_OPERATIONGRAPH_OPS = 801,
  RENSA_CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT = 900,
  RENSA_CUDNN_ATTR_TENSOR_DATA_TYPE = 901,
  RENSA_CUDNN_ATTR_TENSOR_DIMENSIONS = 902,
  RENSA_CUDNN_ATTR_TENSOR_STRIDES = 903,
  RENSA_CUDNN_ATTR_TENSOR_UNIQUE_ID = 906,
  RENSA_CUDNN_ATTR_TENSOR_IS_VIRTUAL = 907,
  RENSA_CUDNN_ATTR_TENSOR_IS_BY_VALUE = 908,
  RENSA_CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS = 1000,
  RENSA_CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS = 1001,
  RENSA_CUDNN_ATTR_VARIANT_PACK_WORKSPACE = 1003,
  RENSA_CUDNN_ATTR_ENGINE_NUMERICAL_NOTE = 1303,
  RENSA_CUDNN_ATTR_MATMUL_COMP_TYPE = 1500,
  RENSA_CUDNN_ATTR_OPERATION_MATMUL_ADESC = 1520,
  RENSA_CUDNN_ATTR_OPERATION_MATMUL_BDESC = 1521,
  RENSA_CUDNN_ATTR_OPERATION_MATMUL_CDESC = 1522,
  RENSA_CUDNN_ATTR_OPERATION_MATMUL_DESC = 1523,
  RENSA_CUDNN_ATTR_REDUCTION_OPERATOR = 1600,
  RENSA_CUDNN_ATTR_REDUCTION_COMP_TYPE = 1601,
  RENSA_CUDNN_ATTR_OPERATION_REDUCTION_XDESC = 1610,
  RENSA_CUDNN_ATTR_OPERATION_REDUCTION_YDESC = 1611,
  RENSA_CUDNN_ATTR_OPERATION_REDUCTION_DESC = 1612,
  RENSA_CUDNN_ATTR_OPERATION_RESHAPE_XDESC = 2200,
  RENSA_CUDNN_ATTR_OPERATION_RESHAPE_YDESC = 2201,
  RENSA_CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION = 2702,
};

/* Values. */
enum
{
  RENSA_CUDNN_DATA_FLOAT = 0,
  RENSA_CUDNN_DATA_DOUBLE = 1,
  RENSA_CUDNN_DATA_HALF = 2,
  RENSA_CUDNN_DATA_INT32 = 4,
  RENSA_CUDNN_DATA_BFLOAT16 = 9,
  RENSA_CUDNN_DATA_BOOLEAN = 11,
  RENSA_CUDNN_CROSS_CORRELATION = 1,
  RENSA_CUDNN_HEUR_MODE_FALLBACK = 2,
  RENSA_CUDNN_HEUR_MODE_A = 3,
  RENSA_CUDNN_POINTWISE_ADD = 0,
  RENSA_CUDNN_POINTWISE_MUL = 1,
  RENSA_CUDNN_POINTWISE_DIV = 6,
  RENSA_CUDNN_POINTWISE_SUB = 9,
  RENSA_CUDNN_POINTWISE_EXP = 13,
  RENSA_CUDNN_POINTWISE_LOG = 15,
  RENSA_CUDNN_POINTWISE_RELU_FWD = 100,
  RENSA_CUDNN_POINTWISE_CMP_GE = 303,
  RENSA_CUDNN_POINTWISE_GEN_INDEX = 501,
  RENSA_CUDNN_POINTWISE_BINARY_SELECT = 601,
  RENSA_CUDNN_REDUCE_TENSOR_ADD = 0,
  RENSA_CUDNN_REDUCE_TENSOR_MAX = 3,
  RENSA_CUDNN_NUMERICAL_NOTE_TENSOR_CORE = 0,
  RENSA_CUDNN_NUMERICAL_NOTE_DOWN_CONVERT_INPUTS = 1,
  RENSA_CUDNN_NUMERICAL_NOTE_REDUCED_PRECISION_REDUCTION = 2,
  RENSA_CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC = 4,
  RENSA_CUDNN_NUMERICAL_NOTE_TYPE_COUNT = 10,
};

/* Recurrent networks. */
enum
{
  RENSA_CUDNN_FWD_MODE_TRAINING = 1,
  RENSA_CUDNN_RNN_ALGO_STANDARD = 0,
  RENSA_CUDNN_RNN_RELU = 0,
  RENSA_CUDNN_RNN_TANH = 1,
  RENSA_CUDNN_LSTM = 2,
  RENSA_CUDNN_GRU = 3,
  RENSA_CUDNN_RNN_DOUBLE_BIAS = 2,
  RENSA_CUDNN_UNIDIRECTIONAL = 0,
  RENSA_CUDNN_BIDIRECTIONAL = 1,
  RENSA_CUDNN_LINEAR_INPUT = 0,
  RENSA_CUDNN_DEFAULT_MATH = 0, /* float32 may be rounded to TF32 */
  RENSA_CUDNN_FMA_MATH = 3,
  RENSA_CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED = 1,
  RENSA_CUDNN_RNN_PADDED_IO_DISABLED = 0,
  RENSA_CUDNN_WGRAD_MODE_ADD = 0,
};

/* clang-format off */
/* Type, name in the library, and arguments; NULL in the table if cuDNN is not available. */
#define RENSA_CUDNN_CALLS(C)                                                                                         \
  C (gsize, cudnnGetVersion, (void))                                                                                 \
  C (const char *, cudnnGetErrorString, (RensaCudaStatus status))                                                    \
  C (RensaCudaStatus, cudnnCreate, (RensaCudnn *handle))                                                             \
  C (RensaCudaStatus, cudnnDestroy, (RensaCudnn handle))                                                             \
  C (RensaCudaStatus, cudnnSetStream, (RensaCudnn handle, RensaCudaStream stream))                                   \
  C (RensaCudaStatus, cudnnBackendCreateDescriptor, (int kind, RensaCudnnDescriptor *descriptor))                    \
  C (RensaCudaStatus, cudnnBackendDestroyDescriptor, (RensaCudnnDescriptor descriptor))                              \
  C (RensaCudaStatus, cudnnBackendSetAttribute, (RensaCudnnDescriptor descriptor, int attribute, int type,           \
                                                 gint64 n, const void *values))                                      \
  C (RensaCudaStatus, cudnnBackendGetAttribute, (RensaCudnnDescriptor descriptor, int attribute, int type,           \
                                                 gint64 n_wanted, gint64 *n, void *values))                          \
  C (RensaCudaStatus, cudnnBackendFinalize, (RensaCudnnDescriptor descriptor))                                       \
  C (RensaCudaStatus, cudnnBackendExecute, (RensaCudnn handle, RensaCudnnDescriptor plan,                            \
                                            RensaCudnnDescriptor arguments))                                         \
  RENSA_CUDNN_RNN_CALLS (C)

#define RENSA_CUDNN_RNN_CALLS(C)                                                                                     \
  C (RensaCudaStatus, cudnnCreateTensorDescriptor, (RensaCudnnTensor *tensor))                                       \
  C (RensaCudaStatus, cudnnDestroyTensorDescriptor, (RensaCudnnTensor tensor))                                       \
  C (RensaCudaStatus, cudnnSetTensorNdDescriptor, (RensaCudnnTensor tensor, int dtype, int ndim, const int *dims,    \
                                                   const int *strides))                                              \
  C (RensaCudaStatus, cudnnCreateRNNDescriptor, (RensaCudnnRnn *rnn))                                                \
  C (RensaCudaStatus, cudnnDestroyRNNDescriptor, (RensaCudnnRnn rnn))                                                \
  C (RensaCudaStatus, cudnnSetRNNDescriptor_v8, (RensaCudnnRnn rnn, int algorithm, int kind, int bias, int direction,\
                                                 int input, int dtype, int precision, int math, gint32 n_in,         \
                                                 gint32 n_units, gint32 n_projected, gint32 n_layers, void *dropout, \
                                                 guint32 flags))                                                     \
  C (RensaCudaStatus, cudnnCreateRNNDataDescriptor, (RensaCudnnRnnData *data))                                       \
  C (RensaCudaStatus, cudnnDestroyRNNDataDescriptor, (RensaCudnnRnnData data))                                       \
  C (RensaCudaStatus, cudnnSetRNNDataDescriptor, (RensaCudnnRnnData data, int dtype, int layout, int n_steps,        \
                                                  int n_batch, int n_columns, const int *lengths, void *padding))    \
  C (RensaCudaStatus, cudnnGetRNNWeightSpaceSize, (RensaCudnn handle, RensaCudnnRnn rnn, gsize *n_bytes))            \
  C (RensaCudaStatus, cudnnGetRNNWeightParams, (RensaCudnn handle, RensaCudnnRnn rnn, gint32 layer, gsize n_bytes,   \
                                                const void *weights, gint32 number, RensaCudnnTensor matrix,         \
                                                void **matrix_memory, RensaCudnnTensor bias, void **bias_memory))    \
  C (RensaCudaStatus, cudnnGetRNNTempSpaceSizes, (RensaCudnn handle, RensaCudnnRnn rnn, int mode,                    \
                                                  RensaCudnnRnnData x, gsize *n_work, gsize *n_reserve))             \
  C (RensaCudaStatus, cudnnRNNForward, (RensaCudnn handle, RensaCudnnRnn rnn, int mode, const gint32 *lengths,       \
                                        RensaCudnnRnnData x_data, const void *x, RensaCudnnRnnData y_data, void *y,  \
                                        RensaCudnnTensor h, const void *hx, void *hy, RensaCudnnTensor c,            \
                                        const void *cx, void *cy, gsize n_weights, const void *weights,              \
                                        gsize n_work, void *work, gsize n_reserve, void *reserve))                   \
  C (RensaCudaStatus, cudnnRNNBackwardData_v8, (RensaCudnn handle, RensaCudnnRnn rnn, const gint32 *lengths,         \
                                                RensaCudnnRnnData y_data, const void *y, const void *gy,             \
                                                RensaCudnnRnnData x_data, void *gx, RensaCudnnTensor h,              \
                                                const void *hx, const void *ghy, void *ghx, RensaCudnnTensor c,      \
                                                const void *cx, const void *gcy, void *gcx, gsize n_weights,         \
                                                const void *weights, gsize n_work, void *work, gsize n_reserve,      \
                                                void *reserve))                                                      \
  C (RensaCudaStatus, cudnnRNNBackwardWeights_v8, (RensaCudnn handle, RensaCudnnRnn rnn, int mode,                   \
                                                   const gint32 *lengths, RensaCudnnRnnData x_data, const void *x,   \
                                                   RensaCudnnTensor h, const void *hx, RensaCudnnRnnData y_data,     \
                                                   const void *y, gsize n_weights, void *gweights, gsize n_work,     \
                                                   void *work, gsize n_reserve, void *reserve))
/* clang-format on */

G_END_DECLS
