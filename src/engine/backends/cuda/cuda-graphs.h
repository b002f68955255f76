/* cuda-graphs.h: the device calls of an iteration as graphs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-private.h"

G_BEGIN_DECLS

void rensa_cuda_make_graphs (RensaCudaDevice *device);
void rensa_cuda_free_graphs (RensaCudaDevice *device);

/* For this thread. An iteration within another one, or concurrent with that of another thread, is
 * not captured separately. */
void rensa_cuda_begin_iteration (RensaCudaDevice *device);
gboolean rensa_cuda_end_iteration (RensaCudaDevice *device, GError **error);

/* Called before each call on the stream that can be captured. Returns FALSE with an earlier error
 * that has not been reported yet. */
gboolean rensa_cuda_note_call (RensaCudaDevice *device, GError **error);
/* Returns @memory to the driver as soon as all calls that use it have been submitted to the device. */
void rensa_cuda_give_back (RensaCudaDevice *device, RensaCudaPointer memory);

G_END_DECLS
