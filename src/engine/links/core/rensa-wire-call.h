/* rensa-wire-call.h: calls links and functions with the values of connections, which may be
 * sequences.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

/* A connection carries an array or a sequence: an array with lengths (rensa_array_get_lengths ()),
 * whose first axis has the steps of all sequences one after another. A link or function without
 * support for sequences is called with all steps at once, and outputs with one row per step become
 * sequences of the same lengths. One with list inputs (":sequence") gets one array per sequence, or
 * the rows of a plain array along its first axis. List outputs become sequences again.
 * @inputs: one per connection; NULL for an unconnected optional input. @outputs: receives at most
 *   @max_outputs values, one per output port, owned by the caller. Both functions return their
 *   number; -1 with an error. */
int rensa_link_call_wired (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                           int max_outputs, GError **error);
/* If the function overwrites an input, it is given a copy, because the data set or other nodes may
 * use the original. */
int rensa_function_call_wired (RensaAttrs *function, RensaVariable *const *inputs, int n_inputs,
                               RensaVariable **outputs, int max_outputs, GError **error);

/* Selects the sequences @first, @first + @step, … from the sequence @value; there must be at least
 * one. Returns NULL with an error. */
RensaVariable *rensa_sequences_deal_out (RensaVariable *value, int first, int step, GError **error);

G_END_DECLS
