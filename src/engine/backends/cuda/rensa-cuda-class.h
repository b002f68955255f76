/* rensa-cuda-class.h: devices accessed through CUDA's API.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-api.h"
#include "rensa-device.h"

G_BEGIN_DECLS

/* Registers devices NAME:0, NAME:1, …; @find returns the table of calls, or NULL with an error, and
 * is called when the first device is requested. @is_own: the calls already contain the code of all
 * kernels; @is_hidden: as in RensaDeviceClass. Called while a program is loaded. */
void rensa_cuda_register (const char *name, gboolean is_own, gboolean is_hidden,
                          const RensaCudaApi *(*find) (GError **error));

/* Returns the version of cuDNN used by the device, 91900 for 9.19.0, or 0 if there is none:
 * convolutions then use Rensa's own kernels. */
gsize rensa_cuda_get_dnn_version (const RensaDevice *device);

G_END_DECLS
