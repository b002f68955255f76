/* rensa-wire-call.h: calls of links and functions with what wires carry, which may be sequences.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

/* A wire carries an array or a sequence: an array with lengths (rensa_array_get_lengths ()), whose first axis has the steps of all
 * sequences one after another. A link or function that is not made for sequences is called with all steps at once, and what it gives for
 * each of them is a sequence of the same lengths. One that takes lists, whose inputs say so (":sequence"), gets one array for each
 * sequence; of a plain array the rows along its first axis. What it gives as a list is a sequence again.
 *
 * @inputs: one for each wire; NULL where an input that may be left out has none. @outputs: gets at most @max_outputs, one for each wire
 * that could begin here, owned by the caller. Both return how many; -1 with an error. */
int rensa_link_call_wired (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                           int max_outputs, GError **error);
/* Where the function writes over an input it gets a copy, since that belongs to the data set, or to others who read it. */
int rensa_function_call_wired (RensaAttrs *function, RensaVariable *const *inputs, int n_inputs,
                               RensaVariable **outputs, int max_outputs, GError **error);

/* Of @value, which is a sequence, the sequences @first, @first + @step, …, of which there is one at least; NULL with an error. */
RensaVariable *rensa_sequences_deal_out (RensaVariable *value, int first, int step, GError **error);

G_END_DECLS
