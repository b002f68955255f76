/* rensa-rehearsal.h: whether extensions will work, before anything is trained.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-choices.h"
#include "rensa-project-private.h"

G_BEGIN_DECLS

/* Whether a batch of the right document takes few enough operations (rensa-budget.h); FALSE with an error. */
gboolean rensa_operations_check (RensaProject *project, const RensaDataBundle *bundle, gint64 batch_size,
                                 GError **error);

/* The trainer of a document with its model on the meta device: extensions are set up and previews made as in a run, but nothing is computed. */
typedef struct _RensaRehearsal RensaRehearsal;

/**
 * rensa_rehearsal_new:
 * @project: whose types are known; borrowed, as @bundle is, while the rehearsal lives
 *
 * Returns: (nullable): NULL where what the document trains cannot be made, or is too large to be made after each edit
 */
RensaRehearsal *rensa_rehearsal_new (RensaProject *project, const RensaDataBundle *bundle, gint64 batch_size);
void rensa_rehearsal_free (RensaRehearsal *rehearsal);

/* Puts a mistake among @mistakes for each extension of the document that would not work, for names that stand for nothing, and for schedules that
 * end with a useless learning rate. What does not keep anybody from training, such as a preview, is a hint. */
void rensa_rehearsal_check (RensaRehearsal *rehearsal, RensaMistakes *mistakes);
/* The attributes of schedule @i of the document, with which the learning rate ends at a useful value; NULL where that is not known. */
RensaAttrs *rensa_rehearsal_mend_schedule (RensaRehearsal *rehearsal, guint i);
/* An error where an extension with @attrs would not work in the document; else NULL. */
GError *rensa_rehearsal_try (RensaRehearsal *rehearsal, RensaAttrs *attrs);
/* What there is in the document to be named, and all that is known of it to suggest previews; borrowed. */
RensaCatalog *rensa_rehearsal_get_catalog (RensaRehearsal *rehearsal);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaRehearsal, rensa_rehearsal_free)

G_END_DECLS
