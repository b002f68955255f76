/* k-limits.h: how much a kernel may have.  build-aux/extract-components.py reads these, too.
 * SPDX-License-Identifier: MIT */

#pragma once

/* Inputs and outputs together. */
#define K_MAX_ARGS 12
/* Parameters. */
#define K_MAX_PARAMS 16
/* Axes of each. */
#define K_MAX_NDIM 8
