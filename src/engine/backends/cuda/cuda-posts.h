/* cuda-posts.h: asynchronous transfer of numbers to the host.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-private.h"

G_BEGIN_DECLS

gboolean rensa_cuda_make_posts (RensaCudaDevice *device, GError **error);
/* Frees the posts, even if they were only partially created. */
void rensa_cuda_free_posts (RensaCudaDevice *device);
/* Implementation of RensaDeviceClass. */
gpointer rensa_cuda_post (const RensaDevice *device, gconstpointer from, gsize n_bytes);
gboolean rensa_cuda_receive (const RensaDevice *device, gpointer post, gpointer host, gsize n_bytes);

G_END_DECLS
