/* rensa-channels-private.h: activations with a parameter for each channel.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/* Input 0 is (N, C…, …) and input 1 is (C…), of one floating dtype; the output has the type of input 0. */
gboolean rensa_channels_infer (RensaInference *inference, GError **error);

/* The shape of input 1 that broadcasts to that of input 0. */
RensaShape rensa_channels_get_shape (const RensaShape *x, const RensaShape *parameter);

/* Output 0 = kernel (x, parameter); retains both. */
gboolean rensa_channels_forward (RensaCall *call, const RensaKernel *kernel, GError **error);

/* Where backward is not recorded: gx = kernel_x (x, parameter, gy), and the gradient of the parameter is the sum of
 * kernel_parameter (x, parameter, gy). */
gboolean rensa_channels_backward (RensaBackward *backward, const RensaKernel *kernel_x,
                                  const RensaKernel *kernel_parameter, GError **error);

G_END_DECLS
