/* rensa-elementwise-private.h: common code for functions made of one map kernel.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/* Expects one floating input; the output has its type. */
gboolean rensa_infer_elementwise (RensaInference *inference, GError **error);

/* Expects two floating inputs of one dtype; the output has their broadcast shape. */
gboolean rensa_infer_broadcast (RensaInference *inference, GError **error);

/* Expects two inputs, already checked except for their shapes; the output has their broadcast shape
 * and @dtype. */
gboolean rensa_infer_broadcast_as (RensaInference *inference, RensaDtype dtype, GError **error);

/* Computes output 0 = kernel (all inputs; params). */
gboolean rensa_forward_map (RensaCall *call, const RensaKernel *kernel, const double *params, GError **error);

/* Takes ownership of @grad and sets it as the gradient of input @i, summed over the axes along
 * which that input was broadcast. */
void rensa_backward_take_summed (RensaBackward *backward, int i, RensaVariable *grad, GError **error);

/* Same for kernel (args…; params), if backward is not recorded. */
gboolean rensa_backward_take_map (RensaBackward *backward, int i, const RensaKernel *kernel, const double *params,
                                  RensaVariable *const *args, GError **error);

/* The gradient of input 0 is kernel (at…, gy; params), which is linear in gy and piecewise constant
 * in @at (relu, absolute, max): the factor of gy is treated as a constant when the gradient is
 * differentiated again. */
gboolean rensa_backward_piecewise (RensaBackward *backward, const RensaKernel *kernel, const double *params,
                                   RensaArray *const *at, RensaVariable *gy, GError **error);
/* Same for input @i, which may have been broadcast. */
gboolean rensa_backward_piecewise_of (RensaBackward *backward, int i, const RensaKernel *kernel, const double *params,
                                      RensaArray *const *at, RensaVariable *gy, GError **error);

/* Stores the shape to which all inputs (at least one) broadcast. FALSE with "Expect: shapes that
 * broadcast together" if there is none, and also if an array of that shape is impossible. */
gboolean rensa_expect_common_shape (RensaInference *inference, RensaShape *shape, GError **error);

G_END_DECLS
