/* rensa-rehearsal.h: checks before training that extensions will work.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-choices.h"
#include "rensa-project-parts.h"

G_BEGIN_DECLS

/* Checks that a batch of a valid document needs few enough operations (rensa-budget.h); FALSE with
 * an error. */
gboolean rensa_operations_check (RensaProject *project, const RensaDataBundle *bundle, gint64 batch_size,
                                 GError **error);

/* Trainer of a document with its model on the meta device: extensions are set up and previews made
 * as in a run, but nothing is computed. */
typedef struct _RensaRehearsal RensaRehearsal;

/**
 * rensa_rehearsal_new:
 * @project: project with inferred types; borrowed, like @bundle, for the lifetime of the rehearsal
 *
 * Returns: (nullable): NULL if the training target of the document cannot be created, or is too
 * large to be created after each edit
 */
RensaRehearsal *rensa_rehearsal_new (RensaProject *project, const RensaDataBundle *bundle, gint64 batch_size);
void rensa_rehearsal_free (RensaRehearsal *rehearsal);

/* Adds a mistake to @mistakes for each extension of the document that would not work, for names
 * that refer to nothing, and for schedules that end with a useless learning rate. Mistakes that do
 * not prevent training, such as those of a preview, are hints. */
void rensa_rehearsal_check (RensaRehearsal *rehearsal, RensaMistakes *mistakes);
/* Returns attributes for schedule @i of the document with which the learning rate ends at a useful
 * value; NULL if they are unknown. */
RensaAttrs *rensa_rehearsal_mend_schedule (RensaRehearsal *rehearsal, guint i);
/* Returns an error if an extension with @attrs would not work in the document; else NULL. */
GError *rensa_rehearsal_try (RensaRehearsal *rehearsal, RensaAttrs *attrs);
/* Returns the names available in the document, and the information needed to suggest previews; borrowed. */
RensaCatalog *rensa_rehearsal_get_catalog (RensaRehearsal *rehearsal);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaRehearsal, rensa_rehearsal_free)

G_END_DECLS
