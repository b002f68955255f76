/* studio-setting.h: describes a setting of a document in words, and finds its page.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"
#include "rensa-document.h"

G_BEGIN_DECLS

/* Names of the learning rate in Chainer's optimizers; NULL-terminated. */
extern const char *const studio_learning_rates[];

/* Returns the learning rate of an optimizer; NULL if @component has none. */
const RensaAttrSpec *studio_find_learning_rate (const RensaComponent *component);
/* Returns the undo label for setting @path of @document: "Change “Learning rate” of Adam", "Choose SGD". */
char *studio_setting_make_label (RensaDocument *document, const char *path);
/* Returns the undo label for freezing nodes: "Freeze l1, l2". */
char *studio_setting_make_frozen_label (const char *const *names, gboolean is_frozen);

/* Returns the page that edits the field at @place, for example of a problem: "data", "training" or
 * "model". */
const char *studio_place_get_page (const char *place);

G_END_DECLS
