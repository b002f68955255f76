/* rensa-export-model-private.h: queries on models and training steps for program writers.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-project.h"

G_BEGIN_DECLS

/* Sequences */

/* Return TRUE if the node takes and returns lists, like the function or link in the library; if a
 * node of the model does, at any depth. */
gboolean rensa_export_takes_lists (const RensaModelNode *node);
gboolean rensa_export_model_takes_lists (const RensaModel *model);
/* Returns TRUE if the data of @project consists of sequences, or if a node of its model or step is
 * made for them. */
gboolean rensa_export_has_sequences (const RensaProject *project);
/* For each node, TRUE if its inputs may be lists although it is not made for them. */
gboolean *rensa_export_list_stepwise (const RensaModel *model);
/* Returns TRUE if a node that takes lists has several outputs. */
gboolean rensa_export_gives_several (const RensaModelNode *node);

/* Gradients */

/* For each node of @model, TRUE if another one computes a gradient with respect to its output; NULL
 * if none does. */
gboolean *rensa_export_list_leaves (const RensaModel *model);

/* Calls of a step */

/* A pass computes everything, as in validation; or the first call of an iteration; or, given by its
 * index, a loss that is recomputed. */
enum
{
  RENSA_EXPORT_WHOLE = -2,
  RENSA_EXPORT_FIRST = -1,
};

/* Return TRUE if losses are recomputed; if a pass computes a loss or a report; and, for each node,
 * if the pass needs it. */
gboolean rensa_export_has_passes (const RensaProject *project);
gboolean rensa_export_makes_loss (const RensaProject *project, int pass, guint i);
gboolean rensa_export_makes_report (const RensaProject *project, int pass, guint i);
gboolean *rensa_export_list_needed (const RensaProject *project, int pass);

G_END_DECLS
