/* rensa-export-model-private.h: what writers of programs ask about a model or a training step.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-project.h"

G_BEGIN_DECLS

/* Sequences */

/* Whether the node takes and gives lists, as the function or link of the library does; and whether a node of the model does, at any depth. */
gboolean rensa_export_takes_lists (const RensaModelNode *node);
gboolean rensa_export_model_takes_lists (const RensaModel *model);
/* Whether the data of @project are sequences, or something of its model or step is made for them. */
gboolean rensa_export_has_sequences (const RensaProject *project);
/* For each node whether what it takes may be lists, though it is not made for them. */
gboolean *rensa_export_list_stepwise (const RensaModel *model);
/* Whether a node that takes lists gives several values. */
gboolean rensa_export_gives_several (const RensaModelNode *node);

/* Gradients */

/* For each node of @model whether another one takes a gradient with respect to what it gives; NULL where none does. */
gboolean *rensa_export_list_leaves (const RensaModel *model);

/* Calls of a step */

/* Of all that it has, as a validation is; that with which an iteration begins; or, by its number, that of a loss that is worked out anew. */
enum
{
  RENSA_EXPORT_WHOLE = -2,
  RENSA_EXPORT_FIRST = -1,
};

/* Whether losses are worked out anew; which losses and reports a call makes, and for each node whether it needs it. */
gboolean rensa_export_has_passes (const RensaProject *project);
gboolean rensa_export_makes_loss (const RensaProject *project, int pass, guint i);
gboolean rensa_export_makes_report (const RensaProject *project, int pass, guint i);
gboolean *rensa_export_list_needed (const RensaProject *project, int pass);

G_END_DECLS
