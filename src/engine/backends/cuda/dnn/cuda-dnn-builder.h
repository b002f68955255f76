/* cuda-dnn-builder.h: how graphs of cuDNN, and plans for them, are made.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-dnn.h"

G_BEGIN_DECLS

/* After a call that failed there are no others. */
typedef struct
{
  const RensaCudaApi *api;
  RensaCudnn handle;
  RensaCudnnDescriptor device; /* that is described, where there is no handle */
  GPtrArray *descriptors;
  RensaCudaStatus status;
  const char *refused; /* the call */
} RensaDnnBuilder;

RensaDnnBuilder rensa_dnn_builder_begin (const RensaCudaApi *api, RensaCudnn handle, RensaCudnnDescriptor device);
/* The first plan of those that cuDNN proposes which gives the same results each time: engines with the notes
 * NONDETERMINISTIC, DOWN_CONVERT_INPUTS or REDUCED_PRECISION_REDUCTION are left out, and without @may_use_tensor_cores those
 * of tensor cores.  NULL where there is none, and in @why_not, owned by the caller, the call that was refused, or that no
 * engine was left. */
RensaDnnPlan *rensa_dnn_builder_finish (RensaDnnBuilder *self, const RensaCudnnDescriptor *operations,
                                        gint64 n_operations, gboolean may_use_tensor_cores, char **why_not);

/* What is made belongs to @self, and then to the plan. */
RensaCudnnDescriptor rensa_dnn_make (RensaDnnBuilder *self, int kind);
void rensa_dnn_set (RensaDnnBuilder *self, RensaCudnnDescriptor descriptor, int attribute, int type, gint64 n,
                    gconstpointer values);
void rensa_dnn_set_descriptor (RensaDnnBuilder *self, RensaCudnnDescriptor descriptor, int attribute,
                               RensaCudnnDescriptor value);
void rensa_dnn_set_integer (RensaDnnBuilder *self, RensaCudnnDescriptor descriptor, int attribute, gint64 value);
/* An enum of cuDNN. */
void rensa_dnn_set_choice (RensaDnnBuilder *self, RensaCudnnDescriptor descriptor, int attribute, int type, int value);
void rensa_dnn_set_flag (RensaDnnBuilder *self, RensaCudnnDescriptor descriptor, int attribute);
void rensa_dnn_finalize (RensaDnnBuilder *self, RensaCudnnDescriptor descriptor);

/* Of @ndim axes and of cuDNN's data type @type; not finalized, as more may be said of it. */
RensaCudnnDescriptor rensa_dnn_begin_tensor (RensaDnnBuilder *self, gint64 number, int type,
                                             const RensaDnnTensor *tensor, int ndim);

/* What is done to each element; what an operation does not have is NULL. */
typedef struct
{
  int mode;
  int type; /* that it is computed in */
  int axis; /* of indices */
  RensaCudnnDescriptor x, b, t;
  RensaCudnnDescriptor y;
} RensaDnnPointwise;

RensaCudnnDescriptor rensa_dnn_add_pointwise (RensaDnnBuilder *self, const RensaDnnPointwise *pointwise);

G_END_DECLS
