/* rensa-librensa-private.h: the parts of the writer of programs for librensa.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"
#include "rensa-project.h"

G_BEGIN_DECLS

/* Columns of a program. */
#define RENSA_LIBRENSA_WIDTH 100

/* What programs define where they need it. */
typedef enum
{
  RENSA_LIBRENSA_APPLY = 1 << 0,
  RENSA_LIBRENSA_APPLY1 = 1 << 1,
  RENSA_LIBRENSA_VALUES = 1 << 2,
  RENSA_LIBRENSA_CALL = 1 << 3,
  RENSA_LIBRENSA_ADD = 1 << 4,
  RENSA_LIBRENSA_APPEND = 1 << 5,
  RENSA_LIBRENSA_APPEND_FUNCTION = 1 << 6,
  RENSA_LIBRENSA_REPEAT = 1 << 7,
  RENSA_LIBRENSA_FROZEN = 1 << 8,
} RensaLibrensaHelper;

/**
 * RensaLibrensaProgram:
 * @functions: those of the model
 * @names: what models are called in the program
 * @bases: the name of each model that is written, by the RensaModel
 * @helpers: what these call: RensaLibrensaHelper
 * @has_sequences: what wires carry may be sequences
 *
 * A program that is being written.
 */
typedef struct
{
  GString *functions;
  GHashTable *names;
  GHashTable *bases;
  guint helpers;
  gboolean has_sequences;
} RensaLibrensaProgram;

RensaLibrensaProgram *rensa_librensa_program_new (void);
void rensa_librensa_program_free (RensaLibrensaProgram *program);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaLibrensaProgram, rensa_librensa_program_free)

/* Words */

/* A set of names, in which those stand already that @reserved, ended by NULL, lists. */
GHashTable *rensa_librensa_names_new (const char *const *reserved);
/* @name in small letters as an identifier that nothing else is called by, neither in @names, where it stands from now on, nor in C, GLib or
 * the library. */
char *rensa_librensa_dup_name (GHashTable *names, const char *name);
/* Appends @head, @arguments (element-type utf8) with commas, and @tail; what is too long for a line goes on below the first argument. */
void rensa_librensa_append_list (GString *text, const char *head, GPtrArray *arguments, const char *tail);
/* Appends "  if (a || b)" of @conditions (element-type utf8); what is too long for a line goes on below. */
void rensa_librensa_append_conditions (GString *text, GPtrArray *conditions);
/* A literal of the text that is read back as @attrs. */
char *rensa_librensa_describe (RensaAttrs *attrs);

/* Calls */

/* A call in C: "rensa_relu (" and its arguments, without the error. */
typedef struct
{
  char *head;
  GPtrArray *arguments;
} RensaLibrensaCall;

void rensa_librensa_call_clear (RensaLibrensaCall *call);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaLibrensaCall, rensa_librensa_call_clear)

/* "(RensaVariable *[]){ a, b }": @n of @values. */
char *rensa_librensa_write_variables (const char *const *values, guint n);
/* The call of a function of whose values the first is taken, with @values, one for each source of the node and NULL for nothing: by its name in C, where its
 * prototype says all that the node has, else by its text, as for all that is called with what wires carry (@is_wired). */
void rensa_librensa_write_function (RensaLibrensaProgram *program, const RensaModelNode *node,
                                    const char *const *values, gboolean is_wired, RensaLibrensaCall *call);

/* Bodies */

/**
 * RensaLibrensaBody:
 * @names: the identifiers in it
 * @values: for each node the identifier of what it gives
 * @n_taken: for each node the most values that are taken of it
 * @leaves: for "node.output" that of the leaf with which a graph begins there
 * @are_wired: for each node whether it is called with what wires carry
 * @are_needed: (nullable): for each node whether it is called
 * @failure: what the function gives where a call has failed
 *
 * The body of a function that calls the nodes of a model or a step.
 */
typedef struct
{
  RensaLibrensaProgram *program;
  const RensaModel *model;
  GHashTable *names;
  char **values;
  int *n_taken;
  GHashTable *leaves;
  gboolean *are_wired;
  gboolean *are_needed;
  const char *failure;
  GString *text;
} RensaLibrensaBody;

/* @reserved: (NULL-terminated): names that the function has already */
RensaLibrensaBody *rensa_librensa_body_new (RensaLibrensaProgram *program, const RensaModel *model,
                                            const char *const *reserved, const char *failure);
void rensa_librensa_body_free (RensaLibrensaBody *body);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaLibrensaBody, rensa_librensa_body_free)
/* Whether it calls the node @number; whether something takes what that gives; whether that is the first value alone and all that the model gives. */
gboolean rensa_librensa_body_calls (const RensaLibrensaBody *body, int number);
gboolean rensa_librensa_body_takes (const RensaLibrensaBody *body, int number);
gboolean rensa_librensa_body_ends_with (const RensaLibrensaBody *body, int number);
/* What stands for the value; NULL for nothing. */
char *rensa_librensa_body_write_value (const RensaLibrensaBody *body, const RensaModelSource *source);
/* What is declared before the first statement; whether there is anything. */
gboolean rensa_librensa_body_write_declarations (RensaLibrensaBody *body);
/* The call of a node of which one value is taken, behind @start: "return " or a declaration. */
void rensa_librensa_body_write_call (RensaLibrensaBody *body, int number, const char *start);
/* All nodes but @last. */
void rensa_librensa_body_write_nodes (RensaLibrensaBody *body, int last);
/* Puts @values (element-type utf8; NULL for nothing) into @array of the program, at their places, where all are there. */
void rensa_librensa_body_write_outputs (RensaLibrensaBody *body, const char *array, GPtrArray *values);

/* Models */

/* Whether it calls a link, a nested model or a model of the step. */
gboolean rensa_librensa_is_link (const RensaModelNode *node);
/* Of a link or function, as its class has them. */
const char *const *rensa_librensa_get_inputs (const RensaModelNode *node);
/* Whether a model takes one value and gives one. */
gboolean rensa_librensa_is_simple (const RensaModel *model);
/* Writes the function that calls @model, which is no sequence, and the class of links that has it; @base is what it is called. */
void rensa_librensa_write_forward (RensaLibrensaProgram *program, const RensaModel *model, const char *base);

/* Whether a link of @model carries something from one call to the next. */
gboolean rensa_librensa_carries (const RensaModel *model);
/* Writes what makes and calls @model, after that of the models inside it; what makes it is "make_predictor". */
void rensa_librensa_write_model (RensaLibrensaProgram *program, const RensaModel *model);
/* The same for the models that are nodes of @step. */
void rensa_librensa_write_nested (RensaLibrensaProgram *program, const RensaModel *step);
/* A condition that holds where the node is in @chain. */
char *rensa_librensa_write_addition (RensaLibrensaProgram *program, const RensaModel *model, const RensaModelNode *node,
                                     const char *chain);

/* @making, which makes the link of the node, frozen where the node is. */
char *rensa_librensa_write_frozen (RensaLibrensaProgram *program, const RensaModelNode *node, const char *making);

/* Steps */

/* Writes what makes and calls the models of the step, then the step, which "make_step" makes. */
void rensa_librensa_write_step (RensaLibrensaProgram *program, const RensaProject *project);
/* Appends the list of losses, where they do not learn as a whole: losses. */
void rensa_librensa_write_losses (const RensaProject *project, GString *text);
gboolean rensa_librensa_losses_have_hooks (const RensaProject *project);
/* The lines by which an updater gets the models and links of a step that nothing learns from. */
char *rensa_librensa_write_others (const RensaProject *project);

/* Texts */

/* Appends the helpers that the program needs. */
void rensa_librensa_write_helpers (const RensaLibrensaProgram *program, GString *text);

/**
 * RensaLibrensaParts:
 * @has_step: there is a training step, which make_step makes, in place of a predictor with LOSS
 * @learns_apart: losses is defined, in place of OPTIMIZER and hooks
 * @others: of such a step: what rensa_librensa_write_others () gives
 * @has_accuracy: ACCURACY is defined
 * @has_transforms: the list transforms is
 * @has_hooks: the list hooks is, or losses have hooks
 * @has_split: FRACTION is, with SHUFFLES and SPLIT_SEED; @has_division: EACH_CLASS, N_PARTS and PART, too
 * @has_weights: WEIGHTS is
 * @device: (nullable): a literal with its name, where it is not the usual one
 * @tf32: a GPU may round to TF32
 * @dtype: (nullable): "RENSA_FLOAT64", likewise
 * @begins_anew: links carry something that each batch has to begin without
 *
 * What a document has beside its model.
 */
typedef struct
{
  gboolean has_step;
  gboolean learns_apart;
  const char *others;
  gboolean has_accuracy;
  gboolean has_transforms;
  gboolean has_hooks;
  gboolean has_split;
  gboolean has_division;
  gboolean has_weights;
  const char *device;
  gboolean tf32;
  const char *dtype;
  gboolean begins_anew;
} RensaLibrensaParts;

/* Appends what loads the data; what makes the model with its loss; what trains it; and what runs all, with main (). */
void rensa_librensa_write_data (const RensaLibrensaParts *parts, GString *text);
void rensa_librensa_write_target (const RensaLibrensaParts *parts, GString *text);
void rensa_librensa_write_trainer (const RensaLibrensaParts *parts, GString *text);
void rensa_librensa_write_main (const RensaLibrensaParts *parts, GString *text);
/* That of the program in the file @name; NULL with an error where a Makefile cannot have such a name. */
char *rensa_librensa_write_makefile (const char *name, GError **error);

G_END_DECLS
