/* rensa-chainer-private.h: the parts of the writer of Chainer programs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"
#include "rensa-project.h"
#include "rensa-template-private.h"

G_BEGIN_DECLS

/**
 * RensaChainerProgram:
 * @model: (nullable): of the document; links that attributes name are looked for in it
 * @error: the first of them that is not there
 * @functions: the functions that have been written
 * @classes: the classes, which call them
 * @names: the names that are taken in the program
 * @needs_sequence: classes call rensa_chainer_sequence
 * @keeps_state: what links carry goes on from batch to batch
 * @has_sequences: what wires carry may be lists of sequences
 *
 * What stands in the program above its own functions.
 */
typedef struct
{
  RensaTemplateWriter writer;
  RensaModel *model;
  GError *error;
  GString *functions;
  GString *classes;
  GHashTable *names;
  gboolean needs_sequence;
  gboolean keeps_state;
  gboolean has_sequences;
} RensaChainerProgram;

RensaChainerProgram *rensa_chainer_program_new (RensaModel *model);
void rensa_chainer_program_free (RensaChainerProgram *program);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaChainerProgram, rensa_chainer_program_free)

/* The text that says what the program is, whose examples are in the file @data; and the modules that @body speaks of. */
void rensa_chainer_write_docstring (GString *text, const RensaSettings *settings, const char *data);
void rensa_chainer_write_imports (GString *text, const char *body);
/* Whether Python or every program means something by @name. */
gboolean rensa_chainer_is_reserved (const char *name);
/* @name with a number behind it where it is taken; it is taken from now on. */
char *rensa_chainer_program_dup_name (RensaChainerProgram *program, const char *name);

/* Begins every program.  Of suffixes it knows "list", which makes a list of names separated by commas, "columns", the same
 * or what is bound to it, "number", which leaves out a fraction of zero, "link", the link that a path names, "sequence",
 * which makes (3,) of 3, "function", the name of a function of the program, "comparison", a function of two numbers,
 * "progress", a value of a trainer, "links", a list of links, "statistics", a dictionary of them, and "writer", a writer of
 * snapshots. */
extern const RensaTemplateWriter rensa_chainer_writer;
/* A function as a value: "F.relu", or a lambda where it has attributes of its own. */
char *rensa_chainer_write_function (RensaChainerProgram *program, RensaAttrs *function);

/* A function of the program. */
extern const char rensa_chainer_sequence[];

/* The class of a component that Chainer does not have, where it does not stand among the functions yet. */
void rensa_chainer_write_class (RensaChainerProgram *program, const RensaComponent *component);
/* The same of a link, after those of its children. */
void rensa_chainer_write_classes (RensaChainerProgram *program, const RensaLinkClass *klass);
/* Writes a class for @model after those that it needs, and returns its name. */
char *rensa_chainer_write_chain (RensaChainerProgram *program, RensaModel *model, const char *wanted, GError **error);
/* The same for the step of @project, after classes for its models. */
char *rensa_chainer_write_step (RensaChainerProgram *program, const RensaProject *project, GError **error);
/* Appends what makes the optimizers of the losses to the function that is written; "optimizer" is the only one where all learn from one
 * loss. */
gboolean rensa_chainer_write_losses (RensaChainerProgram *program, const RensaProject *project, GString *body,
                                     GError **error);
/* The call that makes the updater of several losses, whose class is written. */
char *rensa_chainer_write_step_updater (RensaChainerProgram *program, const RensaProject *project);
/* How many values of an example are called for. */
int rensa_chainer_count_fields (const RensaModel *model);
/* Whether the node takes and gives lists, as the function or link of Chainer does; and whether a node of the model does, at any depth. */
gboolean rensa_chainer_takes_lists (const RensaModelNode *node);
gboolean rensa_chainer_model_takes_lists (const RensaModel *model);
/* Whether a node that takes lists gives several values. */
gboolean rensa_chainer_gives_tuple (const RensaModelNode *node);
/* For each node whether what it takes may be lists, though it is not made for them. */
gboolean *rensa_chainer_list_stepwise (const RensaModel *model);
/* The function each () of the program, where it is not there yet; and the class of what makes its batches. */
void rensa_chainer_write_each (RensaChainerProgram *program);
extern const char rensa_chainer_converter[];
/* Whether a node of @model takes a gradient with respect to what the node @number gives, or to anything.  The function as_leaf () of the
 * program, where it is not there yet, has such values begin the graph. */
gboolean rensa_chainer_is_leaf (const RensaModel *model, int number);
gboolean rensa_chainer_has_leaves (const RensaModel *model);
void rensa_chainer_write_as_leaf (RensaChainerProgram *program);
/* Makes the model, or the link of a node. */
gboolean rensa_chainer_write_links (RensaChainerProgram *program, RensaModel *model, GString *body, GError **error);
gboolean rensa_chainer_check_link_name (RensaModelNode *node, GError **error);
/* The functions that the preprocessing of @project calls, and preprocess (), which calls them; nothing where there is no preprocessing.
 * Before anything else is written its names have to be reserved. */
void rensa_chainer_reserve_preprocessing (RensaChainerProgram *program, RensaProject *project);
gboolean rensa_chainer_write_preprocessing (RensaChainerProgram *program, RensaProject *project, GString *body,
                                            GError **error);
/* Appends the method that calls the nodes in their order to the class that is written. @project: of a step, which reports and gives its
 * losses; NULL for a model. Where a step has losses that are worked out anew, the methods follow that an iteration calls: the first gives, in
 * place of each of these losses, the method that works it out. */
void rensa_chainer_write_forward (RensaChainerProgram *program, RensaModel *model, const RensaProject *project);

/* A call of a step: of all that it has, as a validation is; that with which an iteration begins; or, by its number, that of a loss that is
 * worked out anew. */
enum
{
  RENSA_CHAINER_WHOLE = -2,
  RENSA_CHAINER_FIRST = -1,
};

/* Whether losses are worked out anew; which losses and reports a call makes, and for each node whether it needs it. */
gboolean rensa_chainer_has_passes (const RensaProject *project);
gboolean rensa_chainer_makes_loss (const RensaProject *project, int pass, guint i);
gboolean rensa_chainer_makes_report (const RensaProject *project, int pass, guint i);
gboolean *rensa_chainer_list_needed (const RensaProject *project, int pass);

G_END_DECLS
