/* rensa-links-faults.h: faults of links and of the sequences that connections carry.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-fault.h"

G_BEGIN_DECLS

#define RENSA_LINKS_FAULTS(FAULT)                                                                                \
  FAULT (lengths, "LENGTHS", N_ ("{who} expects sequences of the same lengths, but those of its inputs differ")) \
  FAULT (sequence, "SEQUENCE", N_ ("the input {port} of {who} expects an array, but is a sequence"))             \
  FAULT (no_sequence, "NO_SEQUENCE", N_ ("{who} expects sequences, but its input has no time steps"))            \
  FAULT (gap, "GAP", N_ ("input {port} of {who} is connected, but an earlier one is not"))                       \
  FAULT (no_filter_size, "NO_FILTER_SIZE", N_ ("{who} has no filter size"))

#define RENSA_LINKS_UNITS(UNIT) UNIT (given, "given", NN_ ("{n} was given", "{n} were given"))

RENSA_LINKS_FAULTS (RENSA_DECLARE_FAULT)
RENSA_LINKS_UNITS (RENSA_DECLARE_UNIT)

/* NULL-terminated. */
extern const RensaFaultCode *const rensa_links_faults[];
extern const RensaCountUnit *const rensa_links_units[];

G_END_DECLS
