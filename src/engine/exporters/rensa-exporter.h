/* rensa-exporter.h: documents in the languages of others.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"
#include "rensa-dtype.h"

G_BEGIN_DECLS

/**
 * RensaExportNames:
 * @data: the file that the program reads its examples from, beside it: "strokes_mlp_data.npz"
 * @weights: (nullable): the trained parameters that it starts with unless it is told otherwise, seen from its folder
 *
 * What the text that is written calls other files.
 */
typedef struct
{
  const char *data;
  const char *weights;
} RensaExportNames;

/**
 * RensaExportTarget:
 * @path: the file; a device or a pipe is written to as it stands, and the examples then go to the current folder
 * @weights: (nullable): a file of trained parameters, seen from the current folder
 * @dataset_root: (nullable): where downloaded data sets lie
 * @overwrites: what is there already may be lost
 * @gives_logits: the trained model ends without the softmax or sigmoid of its loss; of an exporter with @make
 * @saved: (nullable): gets the names of the files
 * @warnings: (nullable): gets a sentence for each warning about the data that are written
 *
 * Where an exported program goes.
 */
typedef struct
{
  const char *path;
  const char *weights;
  const char *dataset_root;
  gboolean overwrites;
  gboolean gives_logits;
  GPtrArray *saved;
  GPtrArray *warnings;
} RensaExportTarget;

/**
 * RensaExportFile:
 * @path: where it goes
 * @bytes: what it holds
 * @text: (nullable): what it says, to be read, where the bytes are no text
 *
 * One of the files of a target.
 */
typedef struct
{
  char *path;
  GBytes *bytes;
  char *text;
} RensaExportFile;

/* @bytes is taken over. */
RensaExportFile *rensa_export_file_new (const char *path, GBytes *bytes);
void rensa_export_file_free (gpointer file);

/**
 * RensaExportProof:
 * @report: in JSON
 * @difference: (nullable): a sentence that says what differs first
 *
 * What became of a comparison.
 */
typedef struct
{
  char *report;
  char *difference;
} RensaExportProof;

void rensa_export_proof_clear (RensaExportProof *proof);
/* How far an answer of @dtype may be from ours, in parts of answers above 1: 1e-5, or 16 roundings of a half. */
double rensa_export_proof_get_bound (RensaDtype dtype);
/* Adds what rensa_export_describe_proof () tells: how many answers were compared, and the largest difference. Returns: the member that has
 * them, for what else a target knows; it is the report's */
struct json_object *rensa_export_proof_add_answers (struct json_object *report, gint64 n_examples, double largest);
/* @report, an object, as a report that says whether the proof holds; the caller's. */
char *rensa_export_proof_write (struct json_object *report, const char *difference);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaExportProof, rensa_export_proof_clear)

/**
 * RensaExporter: a target, described in its folder
 * @name: for the command line: "chainer"
 * @title: for people
 * @summary: one sentence
 * @language: (nullable): GtkSourceView's name of the language: "python3"
 * @prefix: of file names: a program called numpy.py or random.py would be imported in place of the module
 * @ending: of file names: ".py"
 * @is_binary: what is written is no text
 * @reads_data: whether it needs rensa_export_data_npz ()
 * @takes_weights: whether the program starts with the parameters that --weights names
 * @takes_all_forms: whether it finds them in each form that rensa_weights_load () reads; other programs read an NPZ file with the
 * names of the whole model
 * @is_usual: whether it is meant where nobody says which; one is
 * @usage: (nullable): a command that runs what was written; %s stands for the file
 * @write: the text; NULL where there is @make
 * @beside: (nullable): a further file, which stands beside the text: "Makefile"
 * @write_beside: its text, for a program in the file @name; NULL with an error where it cannot be called so
 * @make: the files, of a trained model; its data are loaded for that
 * @prove: (nullable): compares what was saved with the model; FALSE with an error where that could not be done
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *summary;
  const char *language;
  const char *prefix;
  const char *ending;
  gboolean is_binary;
  gboolean reads_data;
  gboolean takes_weights;
  gboolean takes_all_forms;
  gboolean is_usual;
  const char *usage;
  char *(*write) (RensaDocument *document, const RensaExportNames *names, GError **error);
  const char *beside;
  char *(*write_beside) (const char *name, GError **error);
  gboolean (*make) (RensaDocument *document, const RensaExportTarget *target, GPtrArray *files, GError **error);
  gboolean (*prove) (RensaDocument *document, const RensaExportTarget *target, RensaExportProof *proof, GError **error);
} RensaExporter;

/* All there are, one for each folder of targets. */
const RensaExporter *const *rensa_exporter_list (guint *n);
/* The usual one for NULL. RENSA_ERROR_NOT_FOUND, naming those there are. */
const RensaExporter *rensa_exporter_find (const char *name, GError **error);

/* What value @i of the examples of a document with a step is called there: "x0_train". */
char *rensa_export_dup_field_key (int i, const char *part);

/* "train_strokes_mlp.py" for the document "Strokes, MLP": a name for files that Python can import, too. */
char *rensa_export_dup_file_name (const RensaExporter *exporter, RensaDocument *document);
/* "x/strokes_mlp_data.npz" for "x/strokes_mlp.py": where the data of a program lie. */
char *rensa_export_dup_data_path (const char *path);
/* "x/moons_proof.json" likewise. */
char *rensa_export_dup_proof_path (const char *path);

/**
 * rensa_export_data_npz:
 * @dataset_root: (nullable): where downloaded data sets lie
 * @warnings: (nullable): gets the warnings about the data, as texts
 *
 * Writes all examples of the document, split and in the type of the parameters, but before its preprocessing, as NumPy's arrays
 * x_train, y_train, x_test and y_test; x0_train, x1_train … where the model has several inputs. Without a test part the
 * last two are left out. What a program needs to do the same preprocessing stands under "preprocessing/0", … Errors are those of rensa_builder_prepare () and rensa_save_npz ().
 */
gboolean rensa_export_data_npz (RensaDocument *document, const char *dataset_root, const char *path,
                                GPtrArray *warnings, GError **error);

/* Writes the program and the examples that it reads: both, or nothing. G_FILE_ERROR_EXIST, naming it, where one of
 * them is there already. */
gboolean rensa_export_save (const RensaExporter *exporter, RensaDocument *document, const RensaExportTarget *target,
                            GError **error);
/* The trained parameters that are meant: those of @target, else those that the document begins with; NULL for none. */
char *rensa_export_find_weights (RensaDocument *document, const RensaExportTarget *target);
/* Proves what rensa_export_save () has written and keeps the report beside it, as moons_proof.json. FALSE with an error where the two differ,
 * which is the first line of a program from then on, or where the target has no proof. */
gboolean rensa_export_prove (const RensaExporter *exporter, RensaDocument *document, const RensaExportTarget *target,
                             GError **error);
/**
 * rensa_export_save_folder:
 * @target: its path is the folder, which is not there yet, or empty
 * @proof: (out) (optional): what became of the proof, in a sentence; NULL where the target has none
 *
 * Writes the program with all that belongs to it, so that the folder can be handed on: its examples, the trained parameters as model.npz, the
 * proof, and a README.md. Where something cannot be written there is no folder; a proof that cannot be, or that fails, is told.
 * G_FILE_ERROR_EXIST where the folder holds something.
 */
gboolean rensa_export_save_folder (const RensaExporter *exporter, RensaDocument *document,
                                   const RensaExportTarget *target, char **proof, GError **error);
/* Of a trained model that gives several values, of which the files of @exporter have the first: a sentence that names those that are left out;
 * NULL where all are there. */
char *rensa_export_describe_left_out (const RensaExporter *exporter, RensaDocument *document);
/* A sentence on the report of rensa_export_prove () in the file @path; NULL where that holds no report. */
char *rensa_export_describe_proof (const char *path, gboolean *agrees);
/* "x_train": of input @i, or of the label where @i is -1. */
char *rensa_export_dup_key (int i, int n_inputs, const char *part);

G_END_DECLS
