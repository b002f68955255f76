/* cuda-dnn-builder.h: construction of cuDNN graphs and plans.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-dnn.h"

G_BEGIN_DECLS

/* After a failed call, no more calls are made. */
typedef struct
{
  const RensaCudaApi *api;
  RensaCudnn handle;
  RensaCudnnDescriptor device; /* described device, if there is no handle */
  GPtrArray *descriptors;
  RensaCudaStatus status;
  const char *refused; /* the call */
} RensaDnnBuilder;

RensaDnnBuilder rensa_dnn_builder_begin (const RensaCudaApi *api, RensaCudnn handle, RensaCudnnDescriptor device);
/* Returns the first deterministic plan among those that cuDNN proposes: engines with the notes
 * NONDETERMINISTIC, DOWN_CONVERT_INPUTS or REDUCED_PRECISION_REDUCTION are excluded, and, without
 * @may_use_tensor_cores, those that use tensor cores. NULL if there is none; @why_not, owned by the
 * caller, then receives the call that failed, or states that no engine was left. */
RensaDnnPlan *rensa_dnn_builder_finish (RensaDnnBuilder *self, const RensaCudnnDescriptor *operations,
                                        gint64 n_operations, gboolean may_use_tensor_cores, char **why_not);

/* Created descriptors are owned by @self, and later by the plan. */
RensaCudnnDescriptor rensa_dnn_make (RensaDnnBuilder *self, int kind);
void rensa_dnn_set (RensaDnnBuilder *self, RensaCudnnDescriptor descriptor, int attribute, int type, gint64 n,
                    gconstpointer values);
void rensa_dnn_set_descriptor (RensaDnnBuilder *self, RensaCudnnDescriptor descriptor, int attribute,
                               RensaCudnnDescriptor value);
void rensa_dnn_set_integer (RensaDnnBuilder *self, RensaCudnnDescriptor descriptor, int attribute, gint64 value);
/* Sets an enum attribute of cuDNN. */
void rensa_dnn_set_choice (RensaDnnBuilder *self, RensaCudnnDescriptor descriptor, int attribute, int type, int value);
void rensa_dnn_set_flag (RensaDnnBuilder *self, RensaCudnnDescriptor descriptor, int attribute);
void rensa_dnn_finalize (RensaDnnBuilder *self, RensaCudnnDescriptor descriptor);

/* Creates a tensor with @ndim axes and cuDNN data type @type; not finalized, so that more
 * attributes can be set. */
RensaCudnnDescriptor rensa_dnn_begin_tensor (RensaDnnBuilder *self, gint64 number, int type,
                                             const RensaDnnTensor *tensor, int ndim);

/* Pointwise operation; unused members are NULL. */
typedef struct
{
  int mode;
  int type; /* data type of the computation */
  int axis; /* axis of indices */
  RensaCudnnDescriptor x, b, t;
  RensaCudnnDescriptor y;
} RensaDnnPointwise;

RensaCudnnDescriptor rensa_dnn_add_pointwise (RensaDnnBuilder *self, const RensaDnnPointwise *pointwise);

G_END_DECLS
