/* studio-settings.h: the settings of a document, one by one.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

/* One setting: "optimizer.alpha" and "0.001", as people read it. */
typedef void (*StudioSettingFunc) (const char *path, const char *value, gpointer data);

/* Every setting that the document has, in its order. Elements of lists are named as rensa_document_set () names them;
 * where nodes stand on the canvas is no setting. Documents of both forms have the same paths for what they have in common, those of the
 * simple one. */
void studio_settings_walk (RensaDocument *document, StudioSettingFunc func, gpointer data);
/* The path that the walk has for @path of @document, which a change of a live run may tell: "optimizer.alpha" for
 * "losses.gen.optimizer.alpha", "hooks.WeightDecay.rate" for "hooks.0.rate". */
char *studio_settings_find_path (RensaDocument *document, const char *path);
/* What attribute @name of a component is where a document says nothing; NULL where nobody knows. */
char *studio_settings_get_default (const char *type, const char *name);

G_END_DECLS
