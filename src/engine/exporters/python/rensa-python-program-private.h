/* rensa-python-program-private.h: the parts of the Python program that a document stands for, in the words of a library.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-export-model-private.h"
#include "rensa-formula.h"
#include "rensa-link.h"
#include "rensa-project.h"
#include "rensa-template-private.h"

G_BEGIN_DECLS

typedef struct _RensaPythonProgram RensaPythonProgram;

/* @value under the key @name; of what is no loss the mean alone is told. */
typedef struct
{
  char *name;
  char *value;
  gboolean is_loss;
} RensaPythonReport;

/* What a call of a step ends with: @reports (element-type RensaPythonReport), and its losses as they stand behind "return". */
typedef struct
{
  const RensaProject *project;
  GPtrArray *reports;
  const char *losses;
} RensaPythonEnd;

/* A line that programs begin with where they speak of @name; an empty one for "". */
typedef struct
{
  const char *name;
  const char *line;
} RensaPythonImport;

/**
 * RensaPythonDialect:
 * @target: of the forms: "chainer"
 * @title: for people: "Chainer"
 * @promise: what programs say of themselves, behind "Made by Rensa for "; {data} is the file of their examples
 * @names: what they import, define and call, besides the classes of components; ends with NULL
 * @imports: what they import, in its order; ends with NULL
 * @members: what a model has already, so that no link may be called so; ends with NULL
 * @module: the class that models are made from
 * @scope: what opens the place where links are made, or ""
 * @dtypes: what stands before the name of a type
 * @formulas: how formulas are written
 * @sequence: what a program defines where name_sequence () asks for it
 * @converter: what a program defines that has sequences
 * @frozen: the function of programs that makes a link one that does not learn
 * @each: the function of programs that calls another with all steps of sequences
 * @as_leaf: the function of programs that lets the graph begin at a value
 * @recording: a method of steps that take gradients, or ""
 * @name_sequence: what makes one of @n_layers, of which @n_links are links
 * @get_form: (nullable): that of the RensaTemplateWriter
 * @write_link: what makes the link of a node; @is_called_plainly: with one value, by a sequence
 * @write_attr: an attribute as a suffix asks for it that this library alone has; NULL for any other
 * @write_end: the end of a call of a step
 *
 * A library of neural networks, as the programs that are written for it see it.
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
 * @model: (nullable): of the document; links that attributes name are looked for in it
 * @error: the first of them that is not there
 * @functions: the functions that have been written
 * @written: texts of rensa_python_write_once () among them
 * @uses: names that what is written calls, and that the exporter defines where they are called
 * @classes: the classes, which call them
 * @names: the names that are taken in the program
 * @needs_sequence: classes call what the dialect defines for sequences
 * @keeps_state: what links carry goes on from batch to batch
 * @has_sequences: what wires carry may be lists of sequences
 *
 * What stands in the program above its own functions.
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

/* The form of the dialect's target with @suffix, "_class"; NULL where the component has none. */
const char *rensa_python_get_form (RensaPythonProgram *program, const RensaComponent *component, const char *suffix);
/* Whether Python or every program means something by @name; @program is a RensaPythonProgram. */
gboolean rensa_python_is_reserved (const char *name, gpointer program);
/* @name with a number behind it where it is taken; it is taken from now on. */
char *rensa_python_program_dup_name (RensaPythonProgram *program, const char *name);

/* The text that says what the program is, whose examples are in the file @data; and the modules that @body speaks of. */
void rensa_python_write_docstring (RensaPythonProgram *program, GString *text, const RensaSettings *settings,
                                   const char *data);
void rensa_python_write_imports (RensaPythonProgram *program, GString *text, const char *body);

/* A RensaTemplateWriter's, of programs.  Of suffixes it knows "list", which makes a list of names separated by commas, "columns", the same
 * or what is bound to it, "number", which leaves out a fraction of zero, "link", the link that a path names, "sequence",
 * which makes (3,) of 3, "function", the name of a function of the program, and "links", a list of links; others are the dialect's. */
char *rensa_python_write_attr (RensaTemplateWriter *writer, RensaAttrs *attrs, const RensaAttrSpec *spec,
                               const char *suffix);
/* FALSE with an error: @place asks for bfloat16, and the dialect's arrays are NumPy's. */
gboolean rensa_python_refuse_bfloat (const char *place, GError **error);
/* @formula becomes a function of the program, which is called @wanted where nothing else is; its name. */
char *rensa_python_write_formula (RensaPythonProgram *program, RensaFormula *formula, const char *wanted);
/* A function as a value: "F.relu", or a lambda where it has attributes of its own. */
char *rensa_python_write_function (RensaPythonProgram *program, RensaAttrs *function);

/* The form "_uses" of a component lists the names that its other forms call or define, "drawn reset_state", of those that the
 * exporter asks for. */
gboolean rensa_python_component_uses (RensaPythonProgram *program, const RensaComponent *component, const char *name);
/* They become uses of the program. */
void rensa_python_note_uses (RensaPythonProgram *program, const RensaComponent *component);
void rensa_python_note_use (RensaPythonProgram *program, const char *name);
gboolean rensa_python_has_use (RensaPythonProgram *program, const char *name);
/* The class or function of a component that the library does not have, where @text calls it and it does not stand among the functions yet;
 * and its uses, unless it has a class that @text does not call. */
void rensa_python_write_class (RensaPythonProgram *program, const RensaComponent *component, const char *text);
/* The same of a link, after those of its children. */
void rensa_python_write_classes (RensaPythonProgram *program, const RensaLinkClass *klass, const char *text);
/* "block.inner_part" as the name of a class that nothing else has: BlockInnerPart. */
char *rensa_python_dup_class_name (RensaPythonProgram *program, const char *path);
/* Writes a class for @model after those that it needs, and returns its name. */
char *rensa_python_write_chain (RensaPythonProgram *program, RensaModel *model, const char *wanted, GError **error);
/* The same for the step of @project, after classes for its models. */
char *rensa_python_write_step (RensaPythonProgram *program, const RensaProject *project, GError **error);
/* How many values of an example are called for. */
int rensa_python_count_fields (const RensaModel *model);
/* Whether each of several losses has an optimizer of its own. */
gboolean rensa_python_has_several_losses (const RensaProject *project);
/* The arrays of the file of examples that the fields of @part are, separated by commas. */
char *rensa_python_list_fields (RensaPythonProgram *program, const RensaProject *project, const char *part);
/* A list of the columns that a run of this document has. */
char *rensa_python_list_columns (const RensaProject *project, gboolean validates);
/* @text among the functions, where it is not there yet. */
void rensa_python_write_once (RensaPythonProgram *program, const char *text);
/* The functions that the preprocessing of @project calls, and preprocess (), which calls them; nothing where there is no preprocessing.
 * Before anything else is written its names have to be reserved. */
void rensa_python_reserve_preprocessing (RensaPythonProgram *program, RensaProject *project);
void rensa_python_write_preprocessing (RensaPythonProgram *program, RensaProject *project, GString *body);
/* Appends the method that calls the nodes in their order to the class that is written. @project: of a step, which reports and gives its
 * losses; NULL for a model. Where a step has losses that are worked out anew, the methods follow that an iteration calls: the first gives, in
 * place of each of these losses, the method that works it out. */
void rensa_python_write_forward (RensaPythonProgram *program, RensaModel *model, const RensaProject *project);

G_END_DECLS
