/* cuda-dnn.h: convolutions and recurrent networks as cuDNN is asked for them, and plans for whatever it is asked for.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-private.h"

G_BEGIN_DECLS

struct _RensaDnn
{
  GMutex lock; /* of all of it: a handle is used by one thread at a time */
  RensaCudnn handle;
  GHashTable *plans;       /* RensaDnnConvolution: RensaDnnPlan, or NULL where there is none */
  GHashTable *recurrences; /* GBytes of what one depends on: the plan of cuda-dnn-rnn.c, likewise */
  GHashTable *attentions;  /* GBytes of RensaDnnAttention: RensaDnnPlan, likewise */
};

typedef enum
{
  RENSA_DNN_FORWARD,
  RENSA_DNN_BACKWARD_X,
  RENSA_DNN_BACKWARD_W,
} RensaDnnOperation;

/* cuDNN takes convolutions over at most so many axes. */
#define RENSA_DNN_MAX_AXES 3
#define RENSA_DNN_MAX_NDIM (RENSA_DNN_MAX_AXES + 2)

/* Strides in elements; @alignment of the first one, in bytes. */
typedef struct
{
  gint64 dims[RENSA_DNN_MAX_NDIM];
  gint64 strides[RENSA_DNN_MAX_NDIM];
  gint64 alignment;
} RensaDnnTensor;

/* All that a plan depends on, without gaps, so that it can be compared byte by byte.  x, W and y are what they are for the forward pass, or the
 * gradients in their place. */
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

/* FALSE where cuDNN has nothing of the kind: more axes, or arrays that are neither C-contiguous nor have their channels last in memory. */
gboolean rensa_dnn_convolution_init (RensaDnnConvolution *self, RensaDnnOperation operation, RensaArray *x,
                                     RensaArray *W, RensaArray *y, gboolean has_bias, const RensaWindow *window);

/* "forward float32 bias stride 1,1 …", or "tf32" where that is allowed, with extents and strides of x, W and y: one line for each convolution that there is, and back; FALSE where
 * @text is none. */
char *rensa_dnn_convolution_to_string (const RensaDnnConvolution *self);
gboolean rensa_dnn_convolution_parse (RensaDnnConvolution *self, const char *text);

/* The numbers of the arrays in a graph. */
typedef enum
{
  RENSA_DNN_X = 1,
  RENSA_DNN_W,
  RENSA_DNN_Y,
  RENSA_DNN_BIAS,
  RENSA_DNN_PRODUCT, /* before the bias; has no memory */
} RensaDnnArray;

/* How cuDNN does what a graph says. */
typedef struct
{
  const RensaCudaApi *api;
  GPtrArray *descriptors; /* all of which it is made */
  RensaCudnnDescriptor plan;
  gint64 workspace; /* bytes */
} RensaDnnPlan;

/* The first plan of those that cuDNN proposes which gives the same results each time and computes in the dtype itself: engines with the notes
 * NONDETERMINISTIC, DOWN_CONVERT_INPUTS or REDUCED_PRECISION_REDUCTION are left out, and for float32 those of tensor cores, which round to TF32,
 * unless that is allowed.  For the device of @handle or, where that is NULL, the one that @device, a descriptor, describes.  NULL where there is none, and
 * in @why_not, owned by the caller, the call that was refused, or that no engine was left. */
/* What cuDNN calls elements of @dtype. */
int rensa_dnn_get_data_type (RensaDtype dtype);

RensaDnnPlan *rensa_dnn_plan_new (const RensaCudaApi *api, RensaCudnn handle, RensaCudnnDescriptor device,
                                  const RensaDnnConvolution *convolution, char **why_not);
void rensa_dnn_plan_free (RensaDnnPlan *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaDnnPlan, rensa_dnn_plan_free)

/* Asks for it, with the @n tensors of these @numbers at these addresses.  The device is entered, and nobody else asks its cuDNN. */
gboolean rensa_dnn_execute (RensaCudaDevice *device, const RensaDnnPlan *plan, const gint64 *numbers,
                            gpointer const *memory, gint64 n, GError **error);

/* Does a convolution by cuDNN, whose plans @device keeps; *@is_done is FALSE, and nothing happened, where that has none or is not there.
 * @b may be NULL. */
gboolean rensa_dnn_run (RensaCudaDevice *device, const RensaDnnConvolution *convolution, RensaArray *x, RensaArray *W,
                        RensaArray *b, RensaArray *y, gboolean *is_done, GError **error);

/* How cuDNN is told of a layer: one at a time and without dropout, since what is dropped between layers is the engine's
 * business. */
RensaCudaStatus rensa_dnn_set_rnn (const RensaCudaApi *api, RensaCudnnRnn rnn, const RensaRecurrence *recurrence,
                                   gboolean allows_tf32);
/* And of its x or y: rows of all steps, one below the other, which cuDNN calls packed. */
RensaCudaStatus rensa_dnn_set_rows (const RensaCudaApi *api, RensaCudnnRnnData data, const RensaRecurrence *recurrence,
                                    gint64 n_columns);

G_END_DECLS
