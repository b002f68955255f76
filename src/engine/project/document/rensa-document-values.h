/* rensa-document-values.h: values of a document by their path.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"
#include "rensa-document.h"

G_BEGIN_DECLS

/* The fields of the document itself. */
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

/* The JSON at a path such as rensa_document_set () takes, borrowed; NULL where there is nothing. */
struct json_object *rensa_document_get (RensaDocument *document, const char *path);
/* How many components a list ("hooks", "data.preprocessing") has, those included that stand for it where the document says nothing. */
guint rensa_document_count_components (RensaDocument *document, const char *list);
/* The component at a path ("optimizer", "hooks.0", "model.block.l1", "extensions.2.trigger"), its defaults filled in;
 * NULL with an error where there is none. */
RensaAttrs *rensa_document_get_attrs (RensaDocument *document, const char *path, GError **error);
/* What stands beside such a component ("extensions.2"): its name and when it is called, as the attributes of a component;
 * NULL where it has nothing of that kind. */
RensaAttrs *rensa_document_get_settings (RensaDocument *document, const char *path);
/* The settings of "data.split", as the attributes of a component. */
RensaAttrs *rensa_document_get_split (RensaDocument *document, GError **error);
/* How many parts a cross-validation has, and which of them is for validation, from 1; 0 where a share is held out. */
gint64 rensa_document_get_parts (RensaDocument *document, gint64 *part);
/* "weights_map", by the name of a value of the model the name that it has in the file of "weights" (see
 * rensa_weights_load_what_fits ()): *@map is the caller's, NULL where there is none. RENSA_ERROR_INVALID where it is something else. */
gboolean rensa_document_read_weights_map (RensaDocument *document, GHashTable **map, GError **error);
/* Enters such a map; NULL, or an empty one, takes it away. */
void rensa_document_set_weights_map (RensaDocument *document, GHashTable *map);
/* The file that @path, "weights" of the document, means: one that is installed with Rensa ("rensa:NAME"; @path itself where it is
 * not there), or one that is told from the folder of the document; owned. */
char *rensa_document_find_file (RensaDocument *document, const char *path);

G_END_DECLS
