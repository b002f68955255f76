/* rensa-importer.h: import of models from foreign files.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"
#include "rensa-link.h"

G_BEGIN_DECLS

/**
 * RensaImported:
 * @document: a project with the model; random numbers serve as its data, and its loss is a guess
 * @predictor: the model with its weights; has one input and output per name
 * @inputs: names of the model's inputs in the file
 * @types: types of the inputs for the first batch size that was tried
 * @fixed: (nullable): per input, a bit for each axis whose length the file leaves open, but which must
 *   be as in @types because the model was converted for it
 * @outputs: names of the model's outputs in the file
 * @paths: (nullable): names in @predictor of the document's nodes that are in a Chain, by their
 *   paths
 * @problem: (nullable): why the document cannot be trained, phrased to follow a colon
 * @notes: (element-type utf8): sentences on differences from the file, and on what the user must
 *   add
 *
 * Result of importing a file.
 */
typedef struct
{
  RensaDocument *document;
  RensaLink *predictor;
  GStrv inputs;
  RensaType *types;
  guint32 *fixed;
  GStrv outputs;
  GHashTable *paths;
  char *problem;
  GPtrArray *notes;
} RensaImported;

void rensa_imported_free (RensaImported *imported);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaImported, rensa_imported_free)

/**
 * RensaImporter: a file format, implemented in its own folder
 * @name: "onnx"
 * @title: display name
 * @ending: file name extension: ".onnx"
 * @read: converts a file to a document. Fails with RENSA_ERROR_IO, or RENSA_ERROR_FORMAT with a
 *   message that names the location
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *ending;
  RensaImported *(*read) (const char *path, GError **error);
} RensaImporter;

/* Returns all importers, one per source folder. */
const RensaImporter *const *rensa_importer_list (guint *n);
/* Finds an importer by file name. Returns NULL, without an error, if there is none. */
const RensaImporter *rensa_importer_find (const char *path);

/**
 * rensa_import:
 * @path: a file for which rensa_importer_find () finds an importer
 *
 * Converts the model in a file to a document with functions and links as nodes and the weights of
 * the file, so that training can continue.
 *
 * Returns: owned by the caller; NULL with RENSA_ERROR_NOT_FOUND, listing the known extensions, if
 * there is no importer for the file, or with the importer's error
 */
RensaImported *rensa_import (const char *path, GError **error);

/**
 * rensa_imported_save:
 * @path: path of the document, "model.rensa"; the weights are saved next to it as "model.npz"
 * @overwrites: TRUE if existing files may be overwritten
 *
 * Tests the document, then writes both files and makes the document refer to the weights. Fails
 * with G_FILE_ERROR_EXIST, naming the file, if one of them exists; with RENSA_ERROR_FORMAT and the
 * reason if the model can predict, but its document cannot be trained.
 */
gboolean rensa_imported_save (RensaImported *imported, const char *path, gboolean overwrites, GError **error);

/* Runs the predictor of a RensaImported in test mode, without a graph. Stores one array per output
 * in @outputs, owned by the caller. */
gboolean rensa_imported_ask (RensaImported *imported, RensaArray *const *inputs, RensaArray **outputs, GError **error);

G_END_DECLS
