/* wires.h: the wires of a document as texts, for tests.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-network.h"

/* "x>l1 l1>sum:a": those of a scope as the document has them or, in a sequence, as its nodes stand. */
char *wires_to_text (RensaDocument *document, const char *scope);
/* The id of "l1>sum:a"; -1 where there is no such wire. */
int wires_find (RensaDocument *document, const char *scope, const char *text);
/* The nodes of a scope, without what comes into a sequence: RensaModelNode. */
GPtrArray *nodes_of (RensaDocument *document, const char *scope);
