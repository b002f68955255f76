/* rensa-cuda-images.h: the GPU code of a program.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Called while a program is loaded that has GPU code: @images, NULL after the last, made for @version of CUDA (13000 for 13.0). */
void rensa_cuda_set_images (const gconstpointer *images, int version);

G_END_DECLS
