/* rensa-elementwise-private.h: what functions made of one map kernel have in common.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/* One floating input; the output has its type. */
gboolean rensa_infer_elementwise (RensaInference *inference, GError **error);

/* Two floating inputs of one dtype; the output has the shape that both broadcast to. */
gboolean rensa_infer_broadcast (RensaInference *inference, GError **error);

/* Two inputs that were checked but for their shapes; the output has the shape that both broadcast to, and @dtype. */
gboolean rensa_infer_broadcast_as (RensaInference *inference, RensaDtype dtype, GError **error);

/* Output 0 = kernel (all inputs; params). */
gboolean rensa_forward_map (RensaCall *call, const RensaKernel *kernel, const double *params, GError **error);

/* Takes @grad over as the gradient of input @i, summed over the axes along which that input was broadcast. */
void rensa_backward_take_summed (RensaBackward *backward, int i, RensaVariable *grad, GError **error);

/* The same for kernel (args…; params), where backward is not recorded. */
gboolean rensa_backward_take_map (RensaBackward *backward, int i, const RensaKernel *kernel, const double *params,
                                  RensaVariable *const *args, GError **error);

/* The gradient of input 0 is kernel (at…, gy; params), which is linear in gy and depends on @at by jumps alone
 * (relu, absolute, max): what stands before gy counts as constant when the gradient is differentiated again. */
gboolean rensa_backward_piecewise (RensaBackward *backward, const RensaKernel *kernel, const double *params,
                                   RensaArray *const *at, RensaVariable *gy, GError **error);
/* The same for input @i, which may have been broadcast. */
gboolean rensa_backward_piecewise_of (RensaBackward *backward, int i, const RensaKernel *kernel, const double *params,
                                      RensaArray *const *at, RensaVariable *gy, GError **error);

G_END_DECLS
