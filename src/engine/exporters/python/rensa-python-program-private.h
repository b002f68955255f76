/* rensa-python-program-private.h: parts of the Python program that is written for a document and a
 * library.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-export-model-private.h"
#include "rensa-formula.h"
#include "rensa-link.h"
#include "rensa-project.h"
#include "rensa-template-private.h"

G_BEGIN_DECLS

typedef struct _RensaPythonProgram RensaPythonProgram;

/* Reports @value under the key @name; only the mean is reported if it is not a loss. */
typedef struct
{
  char *name;
  char *value;
  gboolean is_loss;
} RensaPythonReport;

/* Writes the end of a call of a step: @reports (element-type RensaPythonReport), and its losses
 * as they are written after "return". */
typedef struct
{
  const RensaProject *project;
  GPtrArray *reports;
  const char *losses;
} RensaPythonEnd;

/* An import line, included if the program uses @name; an empty line for "". */
typedef struct
{
  const char *name;
  const char *line;
} RensaPythonImport;

/**
 * RensaPythonDialect:
 * @target: target of the forms: "chainer"
 * @title: display name: "Chainer"
 * @promise: description in the programs, after "Made by Rensa for "; {data} is the file of their
 *   examples
 * @names: names that programs import, define and call, besides the classes of components;
 *   terminated by NULL
 * @imports: import lines, in order; terminated by NULL
 * @members: existing members of a model, which cannot be names of links; terminated by NULL
 * @module: the base class of models
 * @scope: the line that opens the block in which links are created, or ""
 * @dtypes: prefix of the name of a type
 * @formulas: syntax of formulas
 * @sequence: definition that a program needs if name_sequence () requests it
 * @converter: definition that a program needs if it has sequences
 * @frozen: the function of programs that freezes a link
 * @each: the function of programs that calls another one with all steps of sequences
 * @as_leaf: the function of programs that makes the graph start at a value
 * @recording: a method of steps that compute gradients, or ""
 * @name_sequence: returns the class for a sequence of @n_layers, of which @n_links are links
 * @get_form: (nullable): the function of the RensaTemplateWriter
 * @write_link: returns the code that creates the link of a node; @is_called_plainly: TRUE if a
 *   sequence calls it with one value
 * @write_attr: returns an attribute in the form of a suffix that only this library has; NULL for
 *   any other suffix
 * @write_end: writes the end of a call of a step
 *
 * The properties of a library of neural networks that programs written for it depend on.
 */
typedef struct
{
  const char *target;
  const char *title;
  const char *promise;
  const char *const *names;
  const RensaPythonImport *imports;
  const char *const *members;
  const char *module;
  const char *scope;
  const char *dtypes;
  const RensaFormulaWords *formulas;
  const char *sequence;
  const char *converter;
  const char *frozen;
  const char *each;
  const char *as_leaf;
  const char *recording;
  const char *(*name_sequence) (RensaPythonProgram *program, guint n_layers, guint n_links);
  const char *(*get_form) (const RensaTemplateWriter *writer, RensaAttrs *attrs, const RensaTemplateScope *scope,
                           GError **error);
  char *(*write_link) (RensaPythonProgram *program, RensaModelNode *node, gboolean is_called_plainly, GError **error);
  char *(*write_attr) (RensaPythonProgram *program, RensaAttrs *attrs, const RensaAttrSpec *spec, const char *suffix);
  void (*write_end) (RensaPythonProgram *program, const RensaPythonEnd *end);
} RensaPythonDialect;

/**
 * RensaPythonProgram:
 * @model: (nullable): model of the document, in which links named by attributes are looked up
 * @error: error for the first such link that does not exist
 * @functions: functions written so far
 * @written: texts of rensa_python_write_once () among them
 * @uses: names called by the code, which the exporter must define
 * @classes: the classes, which call these functions
 * @names: names used in the program
 * @needs_sequence: TRUE if classes require the sequence definition of the dialect
 * @keeps_state: links keep their state between batches
 * @has_sequences: connections may carry lists of sequences
 *
 * The part of the program before its own functions.
 */
struct _RensaPythonProgram
{
  RensaTemplateWriter writer;
  const RensaPythonDialect *dialect;
  RensaModel *model;
  GError *error;
  GString *functions;
  GString *classes;
  GHashTable *names;
  GHashTable *written;
  GHashTable *uses;
  gboolean needs_sequence;
  gboolean keeps_state;
  gboolean has_sequences;
};

RensaPythonProgram *rensa_python_program_new (const RensaPythonDialect *dialect, RensaModel *model);
void rensa_python_program_free (RensaPythonProgram *program);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaPythonProgram, rensa_python_program_free)

/* Returns the form with @suffix, "_class", for the target of the dialect; NULL if the component has none. */
const char *rensa_python_get_form (RensaPythonProgram *program, const RensaComponent *component, const char *suffix);
/* Returns TRUE if @name has a meaning in Python or in every program; @program is a RensaPythonProgram. */
gboolean rensa_python_is_reserved (const char *name, gpointer program);
/* Returns @name, with a number appended if it is already used, and reserves it. */
char *rensa_python_program_dup_name (RensaPythonProgram *program, const char *name);

/* Write the docstring that describes the program with the data file @data; and the imports for the
 * modules used by @body. */
void rensa_python_write_docstring (RensaPythonProgram *program, GString *text, const RensaSettings *settings,
                                   const char *data);
void rensa_python_write_imports (RensaPythonProgram *program, GString *text, const char *body);

/* Implementation of a RensaTemplateWriter for programs. It supports the suffixes "list", which
 * makes a list of comma-separated names, "columns", the same or the text bound to it, "number",
 * which omits a fraction of zero, "link", the link specified by a path, "sequence", which makes
 * (3,) of 3, "function", the name of a function of the program, and "links", a list of links;
 * others are passed to the dialect. */
char *rensa_python_write_attr (RensaTemplateWriter *writer, RensaAttrs *attrs, const RensaAttrSpec *spec,
                               const char *suffix);
/* Returns FALSE with an error: @place requires bfloat16, but the arrays of the dialect are NumPy's. */
gboolean rensa_python_refuse_bfloat (const char *place, GError **error);
/* Writes @formula as a function of the program, named @wanted if possible; returns its name. */
char *rensa_python_write_formula (RensaPythonProgram *program, RensaFormula *formula, const char *wanted);
/* Writes a function as a value: "F.relu", or a lambda if it has attributes. */
char *rensa_python_write_function (RensaPythonProgram *program, RensaAttrs *function);

/* The form "_uses" of a component lists names that its other forms call or define, "drawn
 * reset_state", among those queried by the exporter. */
gboolean rensa_python_component_uses (RensaPythonProgram *program, const RensaComponent *component, const char *name);
/* Adds them to the uses of the program. */
void rensa_python_note_uses (RensaPythonProgram *program, const RensaComponent *component);
void rensa_python_note_use (RensaPythonProgram *program, const char *name);
gboolean rensa_python_has_use (RensaPythonProgram *program, const char *name);
/* Writes the class or function of a component that the library lacks, if @text calls it and it has
 * not been written yet; and adds its uses, unless it has a class that @text does not call. */
void rensa_python_write_class (RensaPythonProgram *program, const RensaComponent *component, const char *text);
/* The same for a link, after those of its children. */
void rensa_python_write_classes (RensaPythonProgram *program, const RensaLinkClass *klass, const char *text);
/* Converts "block.inner_part" to an unused class name: BlockInnerPart. */
char *rensa_python_dup_class_name (RensaPythonProgram *program, const char *path);
/* Writes a class for @model after those that it requires, and returns its name. */
char *rensa_python_write_chain (RensaPythonProgram *program, RensaModel *model, const char *wanted, GError **error);
/* The same for the step of @project, after classes for its models. */
char *rensa_python_write_step (RensaPythonProgram *program, const RensaProject *project, GError **error);
/* Returns the number of values required of an example. */
int rensa_python_count_fields (const RensaModel *model);
/* Returns TRUE if there are several losses, each with its own optimizer. */
gboolean rensa_python_has_several_losses (const RensaProject *project);
/* Returns the arrays in the data file for the fields of @part, separated by commas. */
char *rensa_python_list_fields (RensaPythonProgram *program, const RensaProject *project, const char *part);
/* Returns a list of the columns reported in a run of this document. */
char *rensa_python_list_columns (const RensaProject *project, gboolean validates);
/* Adds @text to the functions, unless it has already been written. */
void rensa_python_write_once (RensaPythonProgram *program, const char *text);
/* Writes the functions used for the preprocessing of @project, and preprocess (), which calls them;
 * nothing if there is no preprocessing. Their names must be reserved before anything else is
 * written. */
void rensa_python_reserve_preprocessing (RensaPythonProgram *program, RensaProject *project);
void rensa_python_write_preprocessing (RensaPythonProgram *program, RensaProject *project, GString *body);
/* Appends the method that calls the nodes in order to the current class. @project: for a step,
 * which reports and returns its losses; NULL for a model. If some losses of a step are recomputed,
 * the methods called in an iteration follow: the first returns, in place of each of these losses,
 * the method that computes it. */
void rensa_python_write_forward (RensaPythonProgram *program, RensaModel *model, const RensaProject *project);

G_END_DECLS
