/* lists.h: numbers of places.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "gpu/lists-args.h"
#include "gpu/sort.h"

/* Number @i, where it is from @least to before @extent; another one is told of, and taken for -1. */
GPU_FUNCTION k_index
gpu_confine (k_index i, k_index least, k_index extent, float *verdict)
{
  if (i >= least && i < extent)
    return i;
  *verdict = INFINITY - INFINITY;
  return -1;
}
