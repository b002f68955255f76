/* studio-step.h: the training step of a document, and the models beside it, as pages name them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"
#include "rensa-network.h"

G_BEGIN_DECLS

gboolean studio_document_has_step (RensaDocument *document);

/* Whether examples can be given to its model: that of a simple document, or the only one beside a step where it is called predictor. */
gboolean studio_document_can_predict (RensaDocument *document);

/* The model that the level at @scope ("gen", "gen.block") lies in; NULL in the step, and where the document has none. Borrowed. */
const RensaModelNode *studio_step_find_model (RensaDocument *document, const char *scope);

/* "gen": as it is called in what is reported, for loss @i. */
char *studio_step_name_loss (RensaDocument *document, guint i);
/* Loss @i for a person: by its own name or, where it has none, by that of its node. */
char *studio_step_title_loss (RensaDocument *document, guint i);
/* "encoder, decoder": what learns from loss @i, or the name of that where nothing does. */
char *studio_step_title_learning (RensaDocument *document, guint i);
/* "losses.gen" where that finds the loss by its name; else "losses.0". Settings of runs are told so: the order of losses may have
 * changed since. */
char *studio_step_get_loss_path (RensaDocument *document, guint i);
/* Where @document has the setting that a document of either form has at @path: "optimizer.alpha" may be "losses.gen.optimizer.alpha".
 * NULL where @document has several of it, one for each loss. */
char *studio_step_find_path (RensaDocument *document, const char *path);
char *studio_step_name_report (RensaDocument *document, guint i);

/* Of rensa_network_list_learners () those that learn from loss @i. */
GStrv studio_step_list_learning (RensaDocument *document, guint i);
/* The nodes of the step. */
GStrv studio_step_list_nodes (RensaDocument *document);
/* The node that a person most likely wants to learn from or to report: one that nothing takes and that is in neither list, else the last.
 * NULL where there are no nodes. Borrowed. */
const char *studio_step_suggest_node (RensaDocument *document);

gboolean studio_step_is_loss (const RensaNetwork *network, const RensaModelNode *node);
/* A node's part in the step, for its card: "loss", "report"; NULL where it is in neither list. Translated. */
const char *studio_step_describe_node (const RensaNetwork *network, const RensaModelNode *node);

G_END_DECLS
