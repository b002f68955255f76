/* rensa-trials-private.h: what an exported model is tried with.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-tape-private.h"
#include "rensa-trained-private.h"

G_BEGIN_DECLS

/**
 * RensaTrials:
 * @n_tame: how many of the first are of sizes at which rounding is no matter
 *
 * Examples, one behind the other; of each the inputs, one behind the other, as the model takes them.
 */
typedef struct
{
  GByteArray *bytes;
  guint n;
  guint n_tame;
} RensaTrials;

void rensa_trials_clear (RensaTrials *samples);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaTrials, rensa_trials_clear)

/* @n_real examples of the data, zeros, large and tiny numbers, NaN and infinity. @tape: has the types of the inputs */
gboolean rensa_trials_make (const RensaTrained *trained, const RensaTape *tape, gint64 n_real, RensaTrials *samples,
                            GError **error);
/* Up to @n examples from @first on, as the data set gives them: of the part for validation, else of that for
 * training. */
gboolean rensa_trials_add_real (const RensaTrained *trained, const RensaTape *tape, gint64 first, gint64 n,
                                RensaTrials *samples, GError **error);

G_END_DECLS
