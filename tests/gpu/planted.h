/* planted.h: what the kernels of planted.cu are given.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "gpu/args.h"

typedef struct
{
  const float *x;
  float *y;
  k_index n;
} planted_args;
