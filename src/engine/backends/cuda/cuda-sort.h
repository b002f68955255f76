/* cuda-sort.h: sorts entries by place.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-private.h"
#include "gpu/sort-args.h"

G_BEGIN_DECLS

/* Allocates memory for the keys of @n_entries entries and stores it in @args; a kernel fills it. */
RensaBuffer *rensa_cuda_make_keys (RensaCudaDevice *device, gpu_sort_args *args, gint64 n_entries, GError **error);
/* Sorts the keys of the entries. */
gboolean rensa_cuda_sort_keys (RensaCudaDevice *device, const gpu_sort_args *keys, GError **error);

G_END_DECLS
