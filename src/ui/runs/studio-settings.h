/* studio-settings.h: enumerates the settings of a document.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

/* Called for each setting, such as "optimizer.alpha" and "0.001", as shown to the user. */
typedef void (*StudioSettingFunc) (const char *path, const char *value, gpointer data);

/* Calls @func for every setting of the document, in document order. List elements are named as in
 * rensa_document_set (); positions of nodes on the canvas are not settings. Settings that both
 * forms of documents have in common get the paths of the simple form. */
void studio_settings_walk (RensaDocument *document, StudioSettingFunc func, gpointer data);
/* Returns the path used by the walk for @path of @document, which may come from a change of a live
 * run: "optimizer.alpha" for "losses.gen.optimizer.alpha", "hooks.WeightDecay.rate" for
 * "hooks.0.rate". */
char *studio_settings_find_path (RensaDocument *document, const char *path);
/* Returns the default of attribute @name of a component; NULL if unknown. */
char *studio_settings_get_default (const char *type, const char *name);

G_END_DECLS
