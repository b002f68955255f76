/* rensa-document-values.h: values of a document by path.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"
#include "rensa-document.h"

G_BEGIN_DECLS

/* Top-level settings of the document. */
typedef struct
{
  char *name;
  char *description;
  gint64 seed;
  char *device;
  RensaDtype dtype;
  gboolean tf32;
  gboolean stop_at_nan;
  char *weights;
} RensaSettings;

/* Returns the JSON value at a path as in rensa_document_set (), borrowed; NULL if there is none. */
struct json_object *rensa_document_get (RensaDocument *document, const char *path);
/* Returns the number of components in a list ("hooks", "data.preprocessing"), including the default
 * ones if the document does not specify the list. */
guint rensa_document_count_components (RensaDocument *document, const char *list);
/* Returns the component at a path ("optimizer", "hooks.0", "model.block.l1",
 * "extensions.2.trigger") with its defaults filled in; NULL with an error if there is none. */
RensaAttrs *rensa_document_get_attrs (RensaDocument *document, const char *path, GError **error);
/* Returns the settings next to such a component ("extensions.2"), its name and when it is called,
 * as the attributes of a component; NULL if it has none. */
RensaAttrs *rensa_document_get_settings (RensaDocument *document, const char *path);
/* Returns the settings of "data.split", as the attributes of a component. */
RensaAttrs *rensa_document_get_split (RensaDocument *document, GError **error);
/* Returns the number of parts of a cross-validation, and which of them is used for validation, from
 * 1; 0 if a fraction is held out instead. */
gint64 rensa_document_get_parts (RensaDocument *document, gint64 *part);
/* Reads "weights_map", which maps the name of a value of the model to its name in the file of
 * "weights" (see rensa_weights_load_what_fits ()): *@map is owned by the caller, NULL if there is
 * none. RENSA_ERROR_INVALID if the member is not such a map. */
gboolean rensa_document_read_weights_map (RensaDocument *document, GHashTable **map, GError **error);
/* Stores such a map; NULL, or an empty one, removes it. */
void rensa_document_set_weights_map (RensaDocument *document, GHashTable *map);
/* Returns the file of @path, "weights" of the document: a file installed with Rensa ("rensa:NAME";
 * @path itself if it is not installed), or a path relative to the folder of the document; owned. */
char *rensa_document_find_file (RensaDocument *document, const char *path);

G_END_DECLS
