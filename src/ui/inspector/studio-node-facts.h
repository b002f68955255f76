/* studio-node-facts.h: analysis results of a node in words.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-analysis.h"
#include "studio-facts.h"

G_BEGIN_DECLS

/* Shows outputs, parameters and memory. */
void studio_node_facts_fill (StudioFacts *facts, const RensaNodeFacts *known, gint64 batch_size);
/* Returns the size that an empty attribute of @component infers from its input, such as "784"; NULL
 * if the attribute cannot be inferred or the size is unknown. */
char *studio_node_facts_infer (const RensaNodeFacts *known, const RensaComponent *component, const char *attr);

G_END_DECLS
