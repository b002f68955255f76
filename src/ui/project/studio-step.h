/* studio-step.h: names for a document's training step and its models.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"
#include "rensa-network.h"

G_BEGIN_DECLS

gboolean studio_document_has_step (RensaDocument *document);

/* Returns TRUE if the document's model can be given examples: the model of a simple document, or
 * the only model of a step if it is called predictor. */
gboolean studio_document_can_predict (RensaDocument *document);

/* Returns the model that contains the level at @scope ("gen", "gen.block"); NULL for the step
 * itself, and if the document has no such model. Borrowed. */
const RensaModelNode *studio_step_find_model (RensaDocument *document, const char *scope);

/* Returns the name of loss @i in reports, such as "gen". */
char *studio_step_name_loss (RensaDocument *document, guint i);
/* Returns the display name of loss @i: its own name or, if it has none, that of its node. */
char *studio_step_title_loss (RensaDocument *document, guint i);
/* Returns the models that learn from loss @i, such as "encoder, decoder", or the name of the loss
 * if none do. */
char *studio_step_title_learning (RensaDocument *document, guint i);
/* Returns "losses.gen" if that path finds the loss by its name, otherwise "losses.0". Run settings
 * use names because the order of losses may have changed since. */
char *studio_step_get_loss_path (RensaDocument *document, guint i);
/* Returns the path in @document of a setting that a document of either form has at @path:
 * "optimizer.alpha" may be "losses.gen.optimizer.alpha". Returns NULL if @document has several, one
 * for each loss. */
char *studio_step_find_path (RensaDocument *document, const char *path);
char *studio_step_name_report (RensaDocument *document, guint i);

/* Returns the subset of rensa_network_list_learners () that learns from loss @i. */
GStrv studio_step_list_learning (RensaDocument *document, guint i);
/* Returns the nodes of the step. */
GStrv studio_step_list_nodes (RensaDocument *document);
/* Returns the most likely node for a new loss or report: one without outgoing connections that is
 * in neither list, otherwise the last node. NULL if there are no nodes. Borrowed. */
const char *studio_step_suggest_node (RensaDocument *document);

gboolean studio_step_is_loss (const RensaNetwork *network, const RensaModelNode *node);
/* Returns a node's role in the step, for its card: "loss", "report"; NULL if it is in neither list.
 * Translated. */
const char *studio_step_describe_node (const RensaNetwork *network, const RensaModelNode *node);

G_END_DECLS
