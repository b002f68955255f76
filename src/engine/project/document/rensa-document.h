/* rensa-document.h: a project as it is kept in a file.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <json-c/json.h>

#include "rensa-error.h"

G_BEGIN_DECLS

/* The newest form of documents that is known here. */
#define RENSA_DOCUMENT_FORMAT 2

/* The JSON of a ".rensa" file; doc/document.md tells what its fields mean. Reference-counted. Whether the fields
 * make sense together is found out by the builder (see rensa-builder.h); fields that nobody knows are kept. */
typedef struct _RensaDocument RensaDocument;

/* @place stands at the start of messages; usually the name of the file. RENSA_ERROR_FORMAT, with line and column,
 * where @text is not JSON (comments, names that stand twice in an object, NaN, more than 64 levels and more than 16
 * MiB are refused too), and where it is not a document or one of a newer format. */
RensaDocument *rensa_document_parse (const char *text, gssize length, const char *place, GError **error);
RensaDocument *rensa_document_load (const char *path, GError **error);
/* A new document: an Input of the data set, nothing else; loss, accuracy, optimizer, extensions as usual. */
RensaDocument *rensa_document_new_empty (const char *name);
/* A deep copy. */
RensaDocument *rensa_document_copy (RensaDocument *document);
/* Likewise, but as if it came from the file @place. */
RensaDocument *rensa_document_copy_to (RensaDocument *document, const char *place);
RensaDocument *rensa_document_ref (RensaDocument *document);
void rensa_document_unref (RensaDocument *document);

/* One value a line, where it fits into a line. */
char *rensa_document_to_text (RensaDocument *document);
/* Writes aside and renames, so that a full disk leaves an earlier file as it was. */
gboolean rensa_document_save (RensaDocument *document, const char *path, GError **error);

/* Borrowed, and not to be changed. */
struct json_object *rensa_document_get_json (RensaDocument *document);
/* The same, to be changed, which is done before the document is shared: what was read from it is forgotten. */
struct json_object *rensa_document_change (RensaDocument *document);
const char *rensa_document_get_place (RensaDocument *document);
/* The folder that relative paths in the document start from. */
const char *rensa_document_get_folder (RensaDocument *document);

/**
 * rensa_document_set:
 * @assignment: "optimizer.alpha=0.01", "model.l1.out_size=50", "data.iterator.batch_size=32", "hooks.0.rate=0.1",
 * "optimizer=SGD(lr=0.1)"
 *
 * Changes one value. Elements of a list are named by number, name or type; "attrs" and "nodes" are left out. The
 * text after "=" is read as the attribute's spec says. RENSA_ERROR_INVALID or RENSA_ERROR_NOT_FOUND, naming the
 * place, where there is no such field or it does not take the value.
 */
gboolean rensa_document_set (RensaDocument *document, const char *assignment, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaDocument, rensa_document_unref)

G_END_DECLS
