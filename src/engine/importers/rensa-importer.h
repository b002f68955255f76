/* rensa-importer.h: models from the files of others.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"
#include "rensa-link.h"

G_BEGIN_DECLS

/**
 * RensaImported:
 * @document: a project with the model; random numbers stand for its data, and its loss is a guess
 * @predictor: the model with its weights, which takes and gives one value for each name
 * @inputs: how the file calls what the model takes
 * @types: of these, with the first size of a batch that was tried
 * @outputs: how the file calls what it gives
 * @paths: (nullable): of nodes of the document that stand in a Chain, by their paths, what @predictor calls them
 * @problem: (nullable): why no document of it can be trained, as it stands behind a colon
 * @notes: (element-type utf8): sentences on what is not as in the file, and on what the person has to add
 *
 * What became of a file.
 */
typedef struct
{
  RensaDocument *document;
  RensaLink *predictor;
  GStrv inputs;
  RensaType *types;
  GStrv outputs;
  GHashTable *paths;
  char *problem;
  GPtrArray *notes;
} RensaImported;

void rensa_imported_free (RensaImported *imported);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaImported, rensa_imported_free)

/**
 * RensaImporter: a kind of files, described in its folder
 * @name: "onnx"
 * @title: for people
 * @ending: of the names of its files: ".onnx"
 * @read: makes a document of a file. RENSA_ERROR_IO, or RENSA_ERROR_FORMAT with a sentence that names the place
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *ending;
  RensaImported *(*read) (const char *path, GError **error);
} RensaImporter;

/* All there are, one for each folder of sources. */
const RensaImporter *const *rensa_importer_list (guint *n);
/* By the name of the file; NULL, without an error, where it is none of theirs. */
const RensaImporter *rensa_importer_find (const char *path);

/**
 * rensa_import:
 * @path: a file that rensa_importer_find () knows
 *
 * Makes a document of the model in a file, whose nodes are functions and links with the weights of the file, so that it
 * can be trained on.
 *
 * Returns: the caller's; NULL with RENSA_ERROR_NOT_FOUND, naming the endings there are, where no importer knows the
 * file, or with the error of the importer
 */
RensaImported *rensa_import (const char *path, GError **error);

/**
 * rensa_imported_save:
 * @path: of the document, "model.rensa"; the weights go beside it, into "model.npz"
 * @overwrites: what is there already may be lost
 *
 * Tries the document, then writes both files; the document then names the weights. G_FILE_ERROR_EXIST, naming it, where one of them is there
 * already; RENSA_ERROR_FORMAT with the reason where the model can be asked, but its document could not be trained.
 */
gboolean rensa_imported_save (RensaImported *imported, const char *path, gboolean overwrites, GError **error);

/* A RensaImported's predictor asked in test mode, without a graph: @outputs gets one array for each of its outputs,
 * owned by the caller. */
gboolean rensa_imported_ask (RensaImported *imported, RensaArray *const *inputs, RensaArray **outputs, GError **error);

G_END_DECLS
