/* rensa-numpy-random-private.h: NumPy-compatible shuffling.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Computes numpy.random.RandomState (seed).permutation (n), so that a random split equals that of
 * Chainer with the same seed. As in NumPy, a seed of more than 32 bits is treated as an array of
 * words. */
void rensa_numpy_permutation (guint64 seed, gint64 *order, gint64 n);

G_END_DECLS
