/* rensa-history.h: undo and redo of a document, without limit.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

typedef struct _RensaHistory RensaHistory;

/* Holds the states of a document.  @document is the first. */
RensaHistory *rensa_history_new (RensaDocument *document);
void rensa_history_free (RensaHistory *history);

/* The present state; borrowed, and not to be changed. */
RensaDocument *rensa_history_get_document (RensaHistory *history);
/* @document becomes the present state; what was undone is forgotten. @label: "Add Linear". Where @merge_key is that of
 * the step before, which was less than two seconds ago, both become one. FALSE, and no step, where nothing differs. */
gboolean rensa_history_push (RensaHistory *history, RensaDocument *document, const char *label, const char *merge_key);
/* Labels of what would be undone and redone; NULL where there is nothing. */
const char *rensa_history_get_undo_label (RensaHistory *history);
const char *rensa_history_get_redo_label (RensaHistory *history);
gboolean rensa_history_undo (RensaHistory *history);
gboolean rensa_history_redo (RensaHistory *history);
/* Whether the present state is the one that was marked last. */
void rensa_history_mark_saved (RensaHistory *history);
gboolean rensa_history_is_saved (RensaHistory *history);
/* All states belong into the file at @place from now on; the present one becomes a copy there. */
void rensa_history_set_place (RensaHistory *history, const char *place);
/* All states have that name from now on, so that no step changes it. */
void rensa_history_set_name (RensaHistory *history, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaHistory, rensa_history_free)

G_END_DECLS
