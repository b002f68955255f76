/* rensa-sequences-private.h: sequences of unequal length as one batch per step.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-variable.h"

G_BEGIN_DECLS

/* Sorts sequences by decreasing length, so that each step is a batch of those that have not ended. */
typedef struct
{
  int n;
  int n_steps;
  struct _RensaSequence *order;
  RensaVariable *indices; /* NULL if they were already in that order */
} RensaSequences;

/* @xs: at least one sequence, each with 1 to G_MAXINT elements along its first axis. */
gboolean rensa_sequences_init (RensaSequences *self, RensaVariable *const *xs, int n, GError **error);
void rensa_sequences_clear (RensaSequences *self);
/* Converts one array per sequence, of its length, to n_steps batches; the caller owns the list and
 * the batches. Returns NULL with an error. */
RensaVariable **rensa_sequences_get_steps (const RensaSequences *self, RensaVariable *const *xs, GError **error);
/* Converts steps back to sequences, in input order. */
gboolean rensa_sequences_give_back (const RensaSequences *self, RensaVariable *const *steps, RensaVariable **xs,
                                    GError **error);
/* Reorders @x along @axis (one entry per sequence) from input order to step order, or back if
 * @back. Returns a new reference, NULL if @x is NULL. */
RensaVariable *rensa_sequences_reorder (const RensaSequences *self, RensaVariable *x, int axis, gboolean back,
                                        GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaSequences, rensa_sequences_clear)

G_END_DECLS
