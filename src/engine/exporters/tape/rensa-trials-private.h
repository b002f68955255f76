/* rensa-trials-private.h: test inputs for an exported model.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-tape-private.h"
#include "rensa-trained-private.h"

G_BEGIN_DECLS

/**
 * RensaTrials:
 * @n_tame: number of the first examples with values for which rounding errors are insignificant
 *
 * Concatenated examples; each consists of its concatenated inputs, in the form that the model
 * takes.
 */
typedef struct
{
  GByteArray *bytes;
  guint n;
  guint n_tame;
} RensaTrials;

void rensa_trials_clear (RensaTrials *samples);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaTrials, rensa_trials_clear)

/* Adds @n_real examples of the data, zeros, large and tiny numbers, NaN and infinity. @tape:
 * contains the types of the inputs */
gboolean rensa_trials_make (const RensaTrained *trained, const RensaTape *tape, gint64 n_real, RensaTrials *samples,
                            GError **error);
/* Adds up to @n examples from @first on, as in the data set: of the validation part, or else of the
 * training part. */
gboolean rensa_trials_add_real (const RensaTrained *trained, const RensaTape *tape, gint64 first, gint64 n,
                                RensaTrials *samples, GError **error);

G_END_DECLS
