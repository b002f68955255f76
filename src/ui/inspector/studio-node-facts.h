/* studio-node-facts.h: what the analysis knows of a node, in words.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-analysis.h"
#include "studio-facts.h"

G_BEGIN_DECLS

/* Outputs, parameters and memory. */
void studio_node_facts_fill (StudioFacts *facts, const RensaNodeFacts *known, gint64 batch_size);
/* The size that an attribute of @component left empty gets from what comes in: "784"; NULL where it is no such attribute or not
 * known. */
char *studio_node_facts_infer (const RensaNodeFacts *known, const RensaComponent *component, const char *attr);

G_END_DECLS
