/* wires.h: the connections of a document as text, for tests.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-network.h"

/* Returns "x>l1 l1>sum:a": the connections of a scope as in the document or, for a sequence,
 * those implied by the order of its nodes. */
char *wires_to_text (RensaDocument *document, const char *scope);
/* Returns the id of "l1>sum:a"; -1 if there is no such connection. */
int wires_find (RensaDocument *document, const char *scope, const char *text);
/* Returns the nodes of a scope, except the inputs of a sequence: RensaModelNode. */
GPtrArray *nodes_of (RensaDocument *document, const char *scope);
