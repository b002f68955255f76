/* cuda-window.h: what kernels that go over windows are handed.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-private.h"
#include "gpu/window-args.h"

G_BEGIN_DECLS

/* The windows between arrays of @x_shape and @y_shape; a thread makes what belongs to an element of @walked, in the order of its memory.
 * The caller adds the arrays. */
void rensa_cuda_set_window (gpu_window_args *args, const RensaWindow *window, const RensaShape *x_shape,
                            const RensaShape *y_shape, RensaArray *walked);
void rensa_cuda_set_window_arg (gpu_arg *arg, RensaArray *array);

/* Has @kernel, of those for @dtype, make all that @args has. */
gboolean rensa_cuda_launch_windows (RensaCudaDevice *device, const char *kernel, RensaDtype dtype,
                                    const gpu_window_args *args, GError **error);

G_END_DECLS
