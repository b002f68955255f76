/* rensa-document.h: a project as stored in a file.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <json-c/json.h>

#include "rensa-error.h"

G_BEGIN_DECLS

/* Newest supported document format. */
#define RENSA_DOCUMENT_FORMAT 2

/* The JSON of a ".rensa" file; doc/document.md describes its fields. Reference-counted. The builder
 * checks that the fields are consistent (see rensa-builder.h); unknown fields are kept. */
typedef struct _RensaDocument RensaDocument;

/* @place is the start of messages; usually the name of the file. RENSA_ERROR_FORMAT, with line and
 *   column, if @text is not JSON (comments, duplicate names in an object, NaN, more than 64 levels
 *   and more than 16 MiB are rejected too), and if it is not a document or has a newer format. */
RensaDocument *rensa_document_parse (const char *text, gssize length, const char *place, GError **error);
RensaDocument *rensa_document_load (const char *path, GError **error);
/* Creates a document with an Input of the data set and no other nodes; loss, accuracy, optimizer
 * and extensions have their defaults. */
RensaDocument *rensa_document_new_empty (const char *name);
/* A deep copy. */
RensaDocument *rensa_document_copy (RensaDocument *document);
/* Same, but as if it had been loaded from the file @place. */
RensaDocument *rensa_document_copy_to (RensaDocument *document, const char *place);
RensaDocument *rensa_document_ref (RensaDocument *document);
void rensa_document_unref (RensaDocument *document);

/* Writes one value per line, unless an object or array fits on one line. */
char *rensa_document_to_text (RensaDocument *document);
/* Writes to a temporary file and renames it, so that a full disk leaves an existing file unchanged. */
gboolean rensa_document_save (RensaDocument *document, const char *path, GError **error);

/* Borrowed; must not be changed. */
struct json_object *rensa_document_get_json (RensaDocument *document);
/* Same, for changing it, which must happen before the document is shared: the network read from
 * it is discarded. */
struct json_object *rensa_document_change (RensaDocument *document);
const char *rensa_document_get_place (RensaDocument *document);
/* Returns the folder that relative paths in the document start from. */
const char *rensa_document_get_folder (RensaDocument *document);

/**
 * rensa_document_set:
 * @assignment: "optimizer.alpha=0.01", "model.l1.out_size=50", "data.iterator.batch_size=32",
 *   "hooks.0.rate=0.1", "optimizer=SGD(lr=0.1)"
 *
 * Changes one value. Elements of a list are addressed by number, name or type; "attrs" and "nodes"
 * are omitted. The text after "=" is parsed according to the attribute's spec. RENSA_ERROR_INVALID
 * or RENSA_ERROR_NOT_FOUND, naming the place, if there is no such field or it does not accept the
 * value.
 */
gboolean rensa_document_set (RensaDocument *document, const char *assignment, GError **error);
/* Splits the names in @models of a loss, "gen, dis"; a loss without a name uses the first. */
GStrv rensa_learners_split (const char *models);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaDocument, rensa_document_unref)

G_END_DECLS
