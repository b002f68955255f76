/* rensa-channels-private.h: activations with one parameter per channel.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/* Input 0 has shape (N, C…, …) and input 1 has shape (C…), both of the same floating dtype; the
 * output has the type of input 0. */
gboolean rensa_channels_infer (RensaInference *inference, GError **error);

/* Returns the shape of input 1 that broadcasts to that of input 0. */
RensaShape rensa_channels_get_shape (const RensaShape *x, const RensaShape *parameter);

/* Computes output 0 = kernel (x, parameter); retains both inputs. */
gboolean rensa_channels_forward (RensaCall *call, const RensaKernel *kernel, GError **error);

/* If backward is not recorded: gx = kernel_x (x, parameter, gy), and the gradient of the parameter
 * is the sum of kernel_parameter (x, parameter, gy). */
gboolean rensa_channels_backward (RensaBackward *backward, const RensaKernel *kernel_x,
                                  const RensaKernel *kernel_parameter, GError **error);

G_END_DECLS
