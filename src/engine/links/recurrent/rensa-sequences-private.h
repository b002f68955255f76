/* rensa-sequences-private.h: sequences of unequal length, as batches of one step each.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-variable.h"

G_BEGIN_DECLS

/* The order of sequences, longer ones first, in which each step is a batch of those that still go on. */
typedef struct
{
  int n;
  int n_steps;
  struct _RensaSequence *order;
  RensaVariable *indices; /* NULL where they were given in that order */
} RensaSequences;

/* @xs: at least one, each with at least one element along its first axis, at most G_MAXINT. */
gboolean rensa_sequences_init (RensaSequences *self, RensaVariable *const *xs, int n, GError **error);
void rensa_sequences_clear (RensaSequences *self);
/* What is given for each sequence, of its length, as n_steps batches, owned by the caller with the list; NULL with an error. */
RensaVariable **rensa_sequences_get_steps (const RensaSequences *self, RensaVariable *const *xs, GError **error);
/* Steps as sequences again, in the order in which they were given. */
gboolean rensa_sequences_give_back (const RensaSequences *self, RensaVariable *const *steps, RensaVariable **xs,
                                    GError **error);
/* A new reference to @x with what stands along @axis, one for each sequence, in the order of the steps, or @back in that in which they were
 * given; NULL for NULL. */
RensaVariable *rensa_sequences_reorder (const RensaSequences *self, RensaVariable *x, int axis, gboolean back,
                                        GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaSequences, rensa_sequences_clear)

G_END_DECLS
