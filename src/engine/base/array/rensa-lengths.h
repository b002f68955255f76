/* rensa-lengths.h: how the rows of an array are sequences of unequal lengths.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The lengths of sequences that stand one after another along the first axis of an array.  Reference-counted, immutable; may be
 * shared by threads. */
typedef struct _RensaLengths RensaLengths;

/* @lengths: of @n sequences, at least one, none negative; their sum fits a gint64 */
RensaLengths *rensa_lengths_new (const gint64 *lengths, gint64 n);
/* @total rows as @n sequences, as alike as can be, the longer ones first. */
RensaLengths *rensa_lengths_new_even (gint64 total, gint64 n);
/* Of the sequences @indices. */
RensaLengths *rensa_lengths_select (const RensaLengths *self, const gint64 *indices, gint64 n);
RensaLengths *rensa_lengths_ref (RensaLengths *self);
void rensa_lengths_unref (RensaLengths *self);

gint64 rensa_lengths_count (const RensaLengths *self);
gint64 rensa_lengths_get (const RensaLengths *self, gint64 i);
/* The row at which sequence @i begins; for @i one after the last, the number of all rows. */
gint64 rensa_lengths_get_start (const RensaLengths *self, gint64 i);
gint64 rensa_lengths_get_total (const RensaLengths *self);
gboolean rensa_lengths_equal (const RensaLengths *a, const RensaLengths *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaLengths, rensa_lengths_unref)

G_END_DECLS
