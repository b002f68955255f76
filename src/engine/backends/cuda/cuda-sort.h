/* cuda-sort.h: brings entries into the order of the places that they name.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-private.h"
#include "gpu/sort-args.h"

G_BEGIN_DECLS

/* Memory for the keys of @n_entries, which @args gets; a kernel puts them there. */
RensaBuffer *rensa_cuda_make_keys (RensaCudaDevice *device, gpu_sort_args *args, gint64 n_entries, GError **error);
/* Sorts the keys that the entries have got. */
gboolean rensa_cuda_sort_keys (RensaCudaDevice *device, const gpu_sort_args *keys, GError **error);

G_END_DECLS
