/* rensa-ctc-private.h: sums over all paths that spell a sequence of labels.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-primitives.h"
#include "rensa-variable.h"

G_BEGIN_DECLS

/**
 * RensaCtc:
 * @log_p: (T, N, C), logarithms of probabilities of classes
 * @lengths: (N, 2), how many frames count, and how many states: blanks and labels in turns
 * @path: (N, S), the class of every state; S = 2 L + 1
 * @emission: (T, N, S), log_p of these, float64
 *
 * T frames of N sequences of at most L labels.  What is summed over paths is float64: sums of thousands of logarithms
 * would lose digits in float32.
 */
typedef struct
{
  RensaArray *log_p;
  RensaArray *lengths;
  RensaArray *path;
  RensaArray *emission;
} RensaCtc;

void rensa_ctc_clear (RensaCtc *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaCtc, rensa_ctc_clear)

/* The results of an index kernel, which are whole numbers, as int64. */
RensaArray *rensa_ctc_map_integers (const RensaKernel *kernel, const RensaShape *shape, RensaArray *const *inputs,
                                    const double *params, GError **error);

/* The logarithms of the probabilities of all frames up to each, with every state as the last (@direction 1), or from
 * each on, with every state as the first (-1); shape (T, N, S). */
RensaArray *rensa_ctc_walk (const RensaCtc *self, int direction, GError **error);

/* The logarithm of the probability of the labels of each sequence, from the walk in direction 1. */
RensaArray *rensa_ctc_get_likelihood (const RensaCtc *self, RensaArray *alpha, GError **error);

/* How probable it is that frame t is of class k, all paths that spell the labels taken together; a view of shape
 * (T, N, C). */
RensaArray *rensa_ctc_get_occupancy (const RensaCtc *self, RensaArray *alpha, RensaArray *likelihood, GError **error);

/* The losses of all sequences, of which there is at least one, as a differentiable function of the scores of the
 * frames; shape (N,), float64. */
RensaVariable *rensa_ctc_compose (RensaVariable *const *xs, int n_frames, RensaArray *path, RensaArray *lengths,
                                  GError **error);

G_END_DECLS
