/* rensa-exporter.h: documents in the languages of others.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

/**
 * RensaExportNames:
 * @data: the file that the program reads its examples from, beside it: "strokes_mlp_data.npz"
 * @weights: (nullable): the trained parameters that it starts with unless it is told otherwise
 *
 * What the text that is written calls other files.
 */
typedef struct
{
  const char *data;
  const char *weights;
} RensaExportNames;

/**
 * RensaExporter:
 * @name: for the command line: "chainer"
 * @title: for people
 * @summary: one sentence
 * @language: GtkSourceView's name of the language: "python3"
 * @ending: of file names: ".py"
 * @usage: (nullable): a command that runs what was written; %s stands for the file
 * @write: the text; *@reads_data tells whether it needs rensa_export_data_npz ()
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *summary;
  const char *language;
  const char *ending;
  const char *usage;
  char *(*write) (RensaDocument *document, const RensaExportNames *names, gboolean *reads_data, GError **error);
} RensaExporter;

extern const RensaExporter rensa_exporter_chainer;
extern const RensaExporter rensa_exporter_document;

/* All there are. */
const RensaExporter *const *rensa_exporter_list (guint *n);
/* RENSA_ERROR_NOT_FOUND, naming those there are. */
const RensaExporter *rensa_exporter_find (const char *name, GError **error);

/* "strokes_mlp" for the document "Strokes, MLP": a name for files that Python can import, too. */
char *rensa_export_dup_stem (RensaDocument *document);
/* "x/strokes_mlp_data.npz" for "x/strokes_mlp.py": where the data of a program lie. */
char *rensa_export_dup_data_path (const char *path);

/**
 * rensa_export_data_npz:
 * @dataset_root: (nullable): where downloaded data sets lie
 *
 * Writes all examples as the document trains with them, split and in the type of the parameters, as NumPy's arrays
 * x_train, y_train, x_test and y_test; x0_train, x1_train … where the model has several inputs. Without a test part the
 * last two are left out. Errors are those of rensa_builder_prepare () and rensa_save_npz ().
 */
gboolean rensa_export_data_npz (RensaDocument *document, const char *dataset_root, const char *path, GError **error);
/* "x_train": of input @i, or of the label where @i is -1. */
char *rensa_export_dup_key (int i, int n_inputs, const char *part);

/* The Chainer program (Python 3) that the document stands for; it reads its data from "data.npz". */
char *rensa_export_chainer (RensaDocument *document, const char *weights, GError **error);

G_END_DECLS
