/* cuda-dnn.h: cuDNN descriptions of convolutions and recurrent networks, and cuDNN plans.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-private.h"

G_BEGIN_DECLS

struct _RensaDnn
{
  GMutex lock; /* protects all members: a handle is used by one thread at a time */
  RensaCudnn handle;
  GHashTable *plans;       /* maps RensaDnnConvolution to RensaDnnPlan, or to NULL if there is none */
  GHashTable *recurrences; /* maps GBytes of the key to the plan of cuda-dnn-rnn.c, or to NULL */
  GHashTable *attentions;  /* maps GBytes of RensaDnnAttention to RensaDnnPlan, or to NULL */
};

typedef enum
{
  RENSA_DNN_FORWARD,
  RENSA_DNN_BACKWARD_X,
  RENSA_DNN_BACKWARD_W,
} RensaDnnOperation;

/* Maximum number of spatial axes in cuDNN's convolutions. */
#define RENSA_DNN_MAX_AXES 3
#define RENSA_DNN_MAX_NDIM (RENSA_DNN_MAX_AXES + 2)

/* Strides in elements; @alignment of the first element, in bytes. */
typedef struct
{
  gint64 dims[RENSA_DNN_MAX_NDIM];
  gint64 strides[RENSA_DNN_MAX_NDIM];
  gint64 alignment;
} RensaDnnTensor;

/* Key of a plan, without padding, so that it can be compared byte by byte. x, W and y are those of
 * the forward pass, or their gradients. */
typedef struct
{
  gint64 operation;
  gint64 dtype;
  gint64 allows_tf32; /* and is float32 */
  gint64 n_axes;      /* spatial */
  gint64 has_bias;
  gint64 stride[RENSA_DNN_MAX_AXES];
  gint64 dilate[RENSA_DNN_MAX_AXES];
  gint64 pad_before[RENSA_DNN_MAX_AXES];
  gint64 pad_behind[RENSA_DNN_MAX_AXES];
  RensaDnnTensor x;
  RensaDnnTensor W;
  RensaDnnTensor y;
} RensaDnnConvolution;

/* FALSE if cuDNN does not support the convolution: more axes, or arrays that are neither
 * C-contiguous nor have their channels last in memory. */
gboolean rensa_dnn_convolution_init (RensaDnnConvolution *self, RensaDnnOperation operation, RensaArray *x,
                                     RensaArray *W, RensaArray *y, gboolean has_bias, const RensaWindow *window);

/* Converts to and from one line of text, unique for each convolution: "forward float32 bias stride
 * 1,1 …", or "tf32" if that is allowed, with extents and strides of x, W and y; FALSE if @text is
 * not valid. */
char *rensa_dnn_convolution_to_string (const RensaDnnConvolution *self);
gboolean rensa_dnn_convolution_parse (RensaDnnConvolution *self, const char *text);

/* Numbers of the arrays in a graph. */
typedef enum
{
  RENSA_DNN_X = 1,
  RENSA_DNN_W,
  RENSA_DNN_Y,
  RENSA_DNN_BIAS,
  RENSA_DNN_PRODUCT, /* result before the bias is added; not stored in memory */
} RensaDnnArray;

/* Executable plan of a cuDNN graph. */
typedef struct
{
  const RensaCudaApi *api;
  GPtrArray *descriptors; /* all components of the plan */
  RensaCudnnDescriptor plan;
  gint64 workspace; /* bytes */
} RensaDnnPlan;

/* Returns the first plan among those that cuDNN proposes that is deterministic and computes in the
 * dtype itself: engines with the notes NONDETERMINISTIC, DOWN_CONVERT_INPUTS or
 * REDUCED_PRECISION_REDUCTION are excluded, and for float32 those that use tensor cores, which
 * round to TF32, unless that is allowed. For the device of @handle or, if that is NULL, the one
 * described by the descriptor @device. NULL if there is none; @why_not, owned by the caller, then
 * receives the call that failed, or states that no engine was left. */
/* Returns cuDNN's data type for @dtype. */
int rensa_dnn_get_data_type (RensaDtype dtype);

RensaDnnPlan *rensa_dnn_plan_new (const RensaCudaApi *api, RensaCudnn handle, RensaCudnnDescriptor device,
                                  const RensaDnnConvolution *convolution, char **why_not);
void rensa_dnn_plan_free (RensaDnnPlan *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaDnnPlan, rensa_dnn_plan_free)

/* Executes the plan with the @n tensors of these @numbers at these addresses. The device is
 * entered, and no other thread uses its cuDNN. */
gboolean rensa_dnn_execute (RensaCudaDevice *device, const RensaDnnPlan *plan, const gint64 *numbers,
                            gpointer const *memory, gint64 n, GError **error);

/* Computes a convolution with cuDNN, with plans cached by @device; sets *@is_done to FALSE, without
 * any effect, if cuDNN has no plan or is not available.
 * @b may be NULL. */
gboolean rensa_dnn_run (RensaCudaDevice *device, const RensaDnnConvolution *convolution, RensaArray *x, RensaArray *W,
                        RensaArray *b, RensaArray *y, gboolean *is_done, GError **error);

/* Describes a layer to cuDNN: one at a time and without dropout, since the engine handles dropout
 * between layers. */
RensaCudaStatus rensa_dnn_set_rnn (const RensaCudaApi *api, RensaCudnnRnn rnn, const RensaRecurrence *recurrence,
                                   gboolean allows_tf32);
/* Describes its x or y: rows of all steps, one below the other, which cuDNN calls packed. */
RensaCudaStatus rensa_dnn_set_rows (const RensaCudaApi *api, RensaCudnnRnnData data, const RensaRecurrence *recurrence,
                                    gint64 n_columns);

G_END_DECLS
