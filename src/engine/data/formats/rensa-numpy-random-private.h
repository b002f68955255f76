/* rensa-numpy-random-private.h: the order in which NumPy would shuffle.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* numpy.random.RandomState (seed).permutation (n), so that a random split is that of Chainer with the same seed.
 * A seed of more than 32 bits, which NumPy takes as an array of words, is taken likewise. */
void rensa_numpy_permutation (guint64 seed, gint64 *order, gint64 n);

G_END_DECLS
