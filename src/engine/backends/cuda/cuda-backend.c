/* cuda-backend.c: backend table of a GPU.
 * SPDX-License-Identifier: MIT */

#include "cuda-private.h"

#define ENTRY(entry) .entry = rensa_cuda_##entry,

const RensaBackend rensa_cuda_backend = { RENSA_CUDA_ENTRIES (ENTRY).takes_halves = TRUE };
