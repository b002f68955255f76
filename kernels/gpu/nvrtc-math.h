/* nvrtc-math.h: replacement for <math.h> under NVRTC, which provides the functions but no headers.
 * SPDX-License-Identifier: MIT */

#pragma once

#define NAN (__int_as_float (0x7fc00000))
#define INFINITY (__int_as_float (0x7f800000))
