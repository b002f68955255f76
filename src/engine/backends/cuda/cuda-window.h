/* cuda-window.h: arguments of window kernels.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-private.h"
#include "gpu/window-args.h"

G_BEGIN_DECLS

/* Describes the windows between arrays of @x_shape and @y_shape; each thread processes one element
 * of @walked, in memory order. The caller sets the arrays. */
void rensa_cuda_set_window (gpu_window_args *args, const RensaWindow *window, const RensaShape *x_shape,
                            const RensaShape *y_shape, RensaArray *walked);
void rensa_cuda_set_window_arg (gpu_arg *arg, RensaArray *array);

/* Runs @kernel, in the version for @dtype, on everything in @args. */
gboolean rensa_cuda_launch_windows (RensaCudaDevice *device, const char *kernel, RensaDtype dtype,
                                    const gpu_window_args *args, GError **error);

G_END_DECLS
