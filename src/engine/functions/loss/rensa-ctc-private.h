/* rensa-ctc-private.h: sums over all paths that produce a label sequence.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-primitives.h"
#include "rensa-variable.h"

G_BEGIN_DECLS

/**
 * RensaCtc:
 * @log_p: (T, N, C), log-probabilities of the classes
 * @lengths: (N, 2), number of frames, and number of states: alternating blanks and labels
 * @path: (N, S), the class of every state; S = 2 L + 1
 * @emission: (T, N, S), log_p of these classes, float64
 *
 * T frames of N sequences of at most L labels. Sums over paths are float64: sums of thousands of
 * logarithms would lose digits in float32.
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

/* Returns the results of an index kernel, which are whole numbers, as int64. */
RensaArray *rensa_ctc_map_integers (const RensaKernel *kernel, const RensaShape *shape, RensaArray *const *inputs,
                                    const double *params, GError **error);

/* Returns the log-probabilities of all frames up to each frame, for every final state (@direction
 * 1), or from each frame on, for every first state (-1); shape (T, N, S). */
RensaArray *rensa_ctc_walk (const RensaCtc *self, int direction, GError **error);

/* Returns the log-probability of the labels of each sequence, from the walk in direction 1. */
RensaArray *rensa_ctc_get_likelihood (const RensaCtc *self, RensaArray *alpha, GError **error);

/* Returns the probability that frame t has class k, over all paths that produce the labels; a view
 * of shape (T, N, C). */
RensaArray *rensa_ctc_get_occupancy (const RensaCtc *self, RensaArray *alpha, RensaArray *likelihood, GError **error);

/* Computes the losses of all sequences (at least one) as a differentiable function of the scores of
 * the frames; shape (N,), float64. */
RensaVariable *rensa_ctc_compose (RensaVariable *const *xs, int n_frames, RensaArray *path, RensaArray *lengths,
                                  GError **error);

G_END_DECLS
