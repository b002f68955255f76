/* cuda-lists.h: maps over many separate arrays, batched in one launch.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-private.h"

G_BEGIN_DECLS

void rensa_cuda_make_lists (RensaCudaDevice *device);
void rensa_cuda_free_lists (RensaCudaDevice *device);
/* Sets *@is_put_off to TRUE if the map could be deferred, together with others of its kind, until
 * the next other call to the device. */
gboolean rensa_cuda_put_off (RensaCudaDevice *device, const RensaKernel *kernel, RensaDtype dtype,
                             const gpu_map_args *args, gboolean *is_put_off, GError **error);
/* The same for a copy of 32-bit words; large copies, and sizes that are not multiples of 32 bits,
 * are not deferred. */
gboolean rensa_cuda_put_off_copy (RensaCudaDevice *device, const char *from, char *to, gsize n_bytes,
                                  gboolean *is_put_off, GError **error);
/* Runs the deferred maps. */
gboolean rensa_cuda_run_lists (RensaCudaDevice *device, GError **error);

G_END_DECLS
