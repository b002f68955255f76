/* rensa-cuda-images.h: GPU code of a program.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Called when a program with GPU code is loaded: @images, NULL-terminated, compiled for @version of
 * CUDA (13000 for 13.0). */
void rensa_cuda_set_images (const gconstpointer *images, int version);

G_END_DECLS
