/* rensa-document-faults.h: faults of components in a document.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-fault.h"

G_BEGIN_DECLS

#define RENSA_DOCUMENT_FAULTS(FAULT)                                                                                   \
  FAULT (no_link_or_function, "NO_LINK_OR_FUNCTION", N_ ("There is no link or function {found}"))                      \
  FAULT (lists, "LISTS", N_ ("The function {who} takes several lists of inputs, which connections cannot tell apart")) \
  FAULT (no_type, "NO_TYPE", N_ ("expected an object with a \"type\", but {found} was given"))                         \
  FAULT (not_here, "NOT_HERE", N_ ("There is no {expected} {found} here"))

RENSA_DOCUMENT_FAULTS (RENSA_DECLARE_FAULT)

/* NULL-terminated. */
extern const RensaFaultCode *const rensa_document_faults[];

G_END_DECLS
