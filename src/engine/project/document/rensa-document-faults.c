/* rensa-document-faults.c: faults of components in a document.
 * SPDX-License-Identifier: MIT */

#include "rensa-document-faults.h"

#include "rensa-language.h"

RENSA_DOCUMENT_FAULTS (RENSA_DEFINE_FAULT)
const RensaFaultCode *const rensa_document_faults[] = { RENSA_DOCUMENT_FAULTS (RENSA_LIST_FAULT) NULL };
