/* studio-setting.h: a setting of a document in words.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"
#include "rensa-document.h"

G_BEGIN_DECLS

/* What Chainer's optimizers call their learning rate; NULL-terminated. */
extern const char *const studio_learning_rates[];

/* The optimizer's learning rate; NULL where @component has none. */
const RensaAttrSpec *studio_find_learning_rate (const RensaComponent *component);
/* What setting @path of @document did, for undo: "Change “Learning rate” of Adam", "Choose SGD". */
char *studio_setting_make_label (RensaDocument *document, const char *path);

G_END_DECLS
