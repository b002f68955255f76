/* rensa-lengths.h: division of an array's rows into sequences of unequal lengths.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Lengths of consecutive sequences along the first axis of an array. Reference-counted, immutable;
 * may be shared by threads. */
typedef struct _RensaLengths RensaLengths;

/* @lengths: of @n sequences, at least one, none negative; their sum fits in a gint64 */
RensaLengths *rensa_lengths_new (const gint64 *lengths, gint64 n);
/* Divides @total rows into @n sequences, of lengths as equal as possible, the longer ones first. */
RensaLengths *rensa_lengths_new_even (gint64 total, gint64 n);
/* Returns the lengths of the sequences @indices. */
RensaLengths *rensa_lengths_select (const RensaLengths *self, const gint64 *indices, gint64 n);
RensaLengths *rensa_lengths_ref (RensaLengths *self);
void rensa_lengths_unref (RensaLengths *self);

gint64 rensa_lengths_count (const RensaLengths *self);
gint64 rensa_lengths_get (const RensaLengths *self, gint64 i);
/* Returns the first row of sequence @i; for @i one after the last, the total number of rows. */
gint64 rensa_lengths_get_start (const RensaLengths *self, gint64 i);
gint64 rensa_lengths_get_total (const RensaLengths *self);
gboolean rensa_lengths_equal (const RensaLengths *a, const RensaLengths *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaLengths, rensa_lengths_unref)

G_END_DECLS
