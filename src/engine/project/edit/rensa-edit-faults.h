/* rensa-edit-faults.h: faults of edits.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-fault.h"

G_BEGIN_DECLS

#define RENSA_EDIT_FAULTS(FAULT)                                       \
  FAULT (no_wire, "NO_WIRE", N_ ("connection {found} does not exist")) \
  FAULT (wire_start, "WIRE_START", N_ ("the connection starts at no node, so nothing can be inserted into it"))

RENSA_EDIT_FAULTS (RENSA_DECLARE_FAULT)

/* NULL-terminated. */
extern const RensaFaultCode *const rensa_edit_faults[];

G_END_DECLS
