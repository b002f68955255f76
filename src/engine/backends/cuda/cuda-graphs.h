/* cuda-graphs.h: what an iteration asks of a device, as graphs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-private.h"

G_BEGIN_DECLS

void rensa_cuda_make_graphs (RensaCudaDevice *device);
void rensa_cuda_free_graphs (RensaCudaDevice *device);

/* Of this thread.  An iteration within another one, or beside that of another thread, is not captured by itself. */
void rensa_cuda_begin_iteration (RensaCudaDevice *device);
gboolean rensa_cuda_end_iteration (RensaCudaDevice *device, GError **error);

/* The stream is about to be asked for something that can be captured.  FALSE with what failed when nobody listened. */
gboolean rensa_cuda_note_call (RensaCudaDevice *device, GError **error);
/* Gives @memory back to the driver as soon as all that uses it is with the device. */
void rensa_cuda_give_back (RensaCudaDevice *device, RensaCudaPointer memory);

G_END_DECLS
