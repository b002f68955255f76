/* lists.h: checked indices.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "gpu/lists-args.h"
#include "gpu/sort.h"

/* Returns @i if @least ≤ @i < @extent; otherwise reports it in @verdict and returns -1. */
GPU_FUNCTION k_index
gpu_confine (k_index i, k_index least, k_index extent, float *verdict)
{
  if (i >= least && i < extent)
    return i;
  *verdict = INFINITY - INFINITY;
  return -1;
}
