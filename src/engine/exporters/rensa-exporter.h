/* rensa-exporter.h: export of documents to other formats and languages.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"
#include "rensa-dtype.h"

G_BEGIN_DECLS

/**
 * RensaExportNames:
 * @data: name of the data file in the folder of the program: "strokes_mlp_data.npz"
 * @weights: (nullable): path of the initial trained parameters relative to its folder, a default
 *   that can be overridden
 *
 * References to other files in the program.
 */
typedef struct
{
  const char *data;
  const char *weights;
} RensaExportNames;

/**
 * RensaExportTarget:
 * @path: path of the file; a device or a pipe is written directly, and the examples are then saved
 *   in the current folder
 * @weights: (nullable): file of trained parameters, relative to the current folder
 * @dataset_root: (nullable): folder of downloaded data sets
 * @overwrites: TRUE if existing files may be overwritten
 * @gives_logits: the trained model ends without the softmax or sigmoid of its loss; for an exporter
 *   with @make
 * @saved: (nullable): receives the names of the files
 * @warnings: (nullable): receives a sentence for each warning about the exported data
 *
 * Destination and options of an export.
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
 * @path: destination
 * @bytes: contents
 * @text: (nullable): readable description if the contents are not text
 *
 * One of the files of a target.
 */
typedef struct
{
  char *path;
  GBytes *bytes;
  char *text;
} RensaExportFile;

/* Takes ownership of @bytes. */
RensaExportFile *rensa_export_file_new (const char *path, GBytes *bytes);
void rensa_export_file_free (gpointer file);

/**
 * RensaExportProof:
 * @report: report in JSON
 * @difference: (nullable): a sentence that describes the first difference
 *
 * The result of a verification.
 */
typedef struct
{
  char *report;
  char *difference;
} RensaExportProof;

void rensa_export_proof_clear (RensaExportProof *proof);
/* Returns the maximum error of an answer of @dtype, relative for answers above 1: 1e-5, or 16
 * roundings in half precision. */
double rensa_export_proof_get_bound (RensaDtype dtype);
/* Adds the values used by rensa_export_describe_proof (): the number of compared answers, and the
 * largest difference. Returns: their JSON object, to which a target may add further values; owned
 * by the report */
struct json_object *rensa_export_proof_add_answers (struct json_object *report, gint64 n_examples, double largest);
/* Writes @report, an object, as a report that includes the result of the verification; owned by the
 * caller. */
char *rensa_export_proof_write (struct json_object *report, const char *difference);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaExportProof, rensa_export_proof_clear)

/**
 * RensaExporter: a target, described in its folder
 * @name: name on the command line: "chainer"
 * @title: human-readable name
 * @summary: one sentence
 * @language: (nullable): GtkSourceView's name of the language: "python3"
 * @prefix: prefix of file names: a program called numpy.py or random.py would be imported instead
 *   of the module
 * @ending: file extension: ".py"
 * @is_binary: the output is not text
 * @reads_data: TRUE if it needs rensa_export_data_npz ()
 * @takes_weights: TRUE if the program starts with the parameters specified by --weights
 * @takes_all_forms: TRUE if it reads all formats of rensa_weights_load (); other programs read an
 *   NPZ file with the names of the whole model
 * @is_usual: TRUE for the default exporter
 * @usage: (nullable): a command that runs the exported program; %s is replaced by the file name
 * @write: returns the text; NULL if there is @make
 * @beside: (nullable): name of an additional file in the same folder: "Makefile"
 * @write_beside: returns its text, for a program in the file @name; NULL with an error if that name
 *   is not possible
 * @make: creates the files of a trained model, whose data are loaded for this
 * @prove: (nullable): compares the saved program with the model; FALSE with an error if that is
 *   impossible
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

/* Returns all exporters, one for each folder of targets. */
const RensaExporter *const *rensa_exporter_list (guint *n);
/* Returns the default exporter for NULL. RENSA_ERROR_NOT_FOUND, listing the existing ones. */
const RensaExporter *rensa_exporter_find (const char *name, GError **error);

/* Returns the name of value @i of the examples of a document with a step: "x0_train". */
char *rensa_export_dup_field_key (int i, const char *part);

/* Returns "train_strokes_mlp.py" for the document "Strokes, MLP": a file name that can also be
 * imported in Python. */
char *rensa_export_dup_file_name (const RensaExporter *exporter, RensaDocument *document);
/* Returns "x/strokes_mlp_data.npz" for "x/strokes_mlp.py": the path of the data file of a program. */
char *rensa_export_dup_data_path (const char *path);
/* Returns "x/moons_proof.json" for "x/moons.c". */
char *rensa_export_dup_proof_path (const char *path);

/**
 * rensa_export_data_npz:
 * @dataset_root: (nullable): folder of downloaded data sets
 * @warnings: (nullable): receives the warnings about the data, as texts
 *
 * Writes all examples of the document, split and in the type of the parameters, but without
 * preprocessing, as NumPy arrays x_train, y_train, x_test and y_test; x0_train, x1_train … if the
 * model has several inputs. Without a test part the last two are omitted. The data that a program
 * needs for the same preprocessing is stored under "preprocessing/0", … Errors are those of
 * rensa_builder_prepare () and rensa_save_npz ().
 */
gboolean rensa_export_data_npz (RensaDocument *document, const char *dataset_root, const char *path,
                                GPtrArray *warnings, GError **error);

/* Writes the program and the examples that it reads: both, or nothing. G_FILE_ERROR_EXIST, naming
 * the file, if one of them already exists. */
gboolean rensa_export_save (const RensaExporter *exporter, RensaDocument *document, const RensaExportTarget *target,
                            GError **error);
/* Returns the selected trained parameters: those of @target, otherwise the initial ones of the
 * document; NULL if there are none. */
char *rensa_export_find_weights (RensaDocument *document, const RensaExportTarget *target);
/* Verifies the output of rensa_export_save () and saves the report next to it, as moons_proof.json.
 * FALSE with an error if the two differ, which is then written into the first line of the program,
 * or if the target does not support verification. */
gboolean rensa_export_prove (const RensaExporter *exporter, RensaDocument *document, const RensaExportTarget *target,
                             GError **error);
/**
 * rensa_export_save_folder:
 * @target: its path is the folder, which must be empty or not exist
 * @proof: (out) (optional): the result of the verification, as a sentence; NULL if the target does
 *   not support it
 *
 * Writes the program with all its files, so that the folder can be passed on: its examples, the
 * trained parameters as model.npz, the verification report, and a README.md. If a file cannot be
 * written, no folder is created; a verification that is impossible or fails is reported.
 * G_FILE_ERROR_EXIST if the folder is not empty.
 */
gboolean rensa_export_save_folder (const RensaExporter *exporter, RensaDocument *document,
                                   const RensaExportTarget *target, char **proof, GError **error);
/* For a trained model with several outputs, of which the files of @exporter contain only the first:
 * returns a sentence that names the omitted ones; NULL if none is omitted. */
char *rensa_export_describe_left_out (const RensaExporter *exporter, RensaDocument *document);
/* Returns a sentence on the report of rensa_export_prove () in the file @path; NULL if that is not
 * a report. */
char *rensa_export_describe_proof (const char *path, gboolean *agrees);
/* Returns "x_train" for input @i, or the name for the label if @i is -1. */
char *rensa_export_dup_key (int i, int n_inputs, const char *part);

G_END_DECLS
