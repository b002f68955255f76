/* cuda-staging.h: host memory on its way to a device and back.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-private.h"

G_BEGIN_DECLS

/* Where the device has no memory for it, all that comes from the host waits for what was asked of the device before. */
gboolean rensa_cuda_make_staging (RensaCudaDevice *device, GError **error);
/* As far as it was made. */
void rensa_cuda_free_staging (RensaCudaDevice *device);
/* Copies host memory, which the caller may change at once, to the device, in the order of the stream.  It is on its way
 * before it is its turn. */
gboolean rensa_cuda_upload (RensaCudaDevice *device, RensaCudaPointer to, gconstpointer host, gsize n_bytes,
                            GError **error);
/* Copies to the host what was asked for so far has made of the memory, and waits for it. */
gboolean rensa_cuda_download (RensaCudaDevice *device, gpointer host, RensaCudaPointer from, gsize n_bytes,
                              GError **error);

G_END_DECLS
