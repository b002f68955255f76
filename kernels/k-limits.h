/* k-limits.h: limits of a kernel. Also read by build-aux/extract-components.py.
 * SPDX-License-Identifier: MIT */

#pragma once

/* Inputs and outputs together. */
#define K_MAX_ARGS 12
/* Parameters. */
#define K_MAX_PARAMS 16
/* Axes of each. */
#define K_MAX_NDIM 8
