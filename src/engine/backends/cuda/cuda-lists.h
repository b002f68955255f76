/* cuda-lists.h: maps that are called for one array after the other, as one launch.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-private.h"

G_BEGIN_DECLS

void rensa_cuda_make_lists (RensaCudaDevice *device);
void rensa_cuda_free_lists (RensaCudaDevice *device);
/* Whether the map could be put off, together with others of its kind, until something else is asked of the device. */
gboolean rensa_cuda_put_off (RensaCudaDevice *device, const RensaKernel *kernel, RensaDtype dtype,
                             const gpu_map_args *args, gboolean *is_put_off, GError **error);
/* The same of a copy of words of 32 bits to others; large ones, and odd bytes, are not put off. */
gboolean rensa_cuda_put_off_copy (RensaCudaDevice *device, const char *from, char *to, gsize n_bytes,
                                  gboolean *is_put_off, GError **error);
/* Has those run that wait. */
gboolean rensa_cuda_run_lists (RensaCudaDevice *device, GError **error);

G_END_DECLS
