/* cuda-staging.h: transfer of host memory to a device and back.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-private.h"

G_BEGIN_DECLS

/* If the device has no memory for it, uploads from the host wait for all earlier calls to the device. */
gboolean rensa_cuda_make_staging (RensaCudaDevice *device, GError **error);
/* Frees the staging, even if it was only partially created. */
void rensa_cuda_free_staging (RensaCudaDevice *device);
/* Copies host memory, which the caller may modify immediately, to the device, in stream order. The
 * transfer starts before its turn. */
gboolean rensa_cuda_upload (RensaCudaDevice *device, RensaCudaPointer to, gconstpointer host, gsize n_bytes,
                            GError **error);
/* Copies to the host the contents of the memory after all earlier calls, and waits for it. */
gboolean rensa_cuda_download (RensaCudaDevice *device, gpointer host, RensaCudaPointer from, gsize n_bytes,
                              GError **error);

G_END_DECLS
