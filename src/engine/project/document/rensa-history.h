/* rensa-history.h: unlimited undo and redo of a document.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

typedef struct _RensaHistory RensaHistory;

/* Holds the states of a document. @document is the first state. */
RensaHistory *rensa_history_new (RensaDocument *document);
void rensa_history_free (RensaHistory *history);

/* Returns the present state; borrowed and must not be changed. */
RensaDocument *rensa_history_get_document (RensaHistory *history);
/* Makes @document the present state and discards the undone states. @label: "Add Linear". If
 * @merge_key is that of the previous step, less than two seconds ago, both become one. Returns
 * FALSE and adds no step if nothing differs. */
gboolean rensa_history_push (RensaHistory *history, RensaDocument *document, const char *label, const char *merge_key);
/* Return the labels of the steps to undo and redo; NULL if there are none. */
const char *rensa_history_get_undo_label (RensaHistory *history);
const char *rensa_history_get_redo_label (RensaHistory *history);
gboolean rensa_history_undo (RensaHistory *history);
gboolean rensa_history_redo (RensaHistory *history);
/* The second returns TRUE if the present state is the one that was marked last. */
void rensa_history_mark_saved (RensaHistory *history);
gboolean rensa_history_is_saved (RensaHistory *history);
/* Assigns all states to the file at @place; the present one becomes a copy there. */
void rensa_history_set_place (RensaHistory *history, const char *place);
/* Sets the name in all states, so that no step changes it. */
void rensa_history_set_name (RensaHistory *history, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaHistory, rensa_history_free)

G_END_DECLS
