/* rensa-cuda-class.h: devices that are reached by the calls of CUDA.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-api.h"
#include "rensa-device.h"

G_BEGIN_DECLS

/* Makes devices NAME:0, NAME:1, … known; @find gives the calls by which they are reached, or NULL and why there are none, and is called when
 * the first of them is asked for.  @is_own: the code of all kernels is behind those calls already; @is_hidden: as of RensaDeviceClass.  Called while a program is loaded. */
void rensa_cuda_register (const char *name, gboolean is_own, gboolean is_hidden,
                          const RensaCudaApi *(*find) (GError **error));

/* The version of cuDNN, 91900 for 9.19.0, that a device of such a name has, or 0: it then works out convolutions by kernels of our own. */
gsize rensa_cuda_get_dnn_version (const RensaDevice *device);

G_END_DECLS
