/* rensa-librensa-private.h: components of the writer of programs for librensa.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"
#include "rensa-project.h"

G_BEGIN_DECLS

/* Maximum number of columns of a program. */
#define RENSA_LIBRENSA_WIDTH 100

/* Helpers that programs define on demand. */
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
 * @functions: functions of the model
 * @names: names of models in the program
 * @bases: name of each written model, by RensaModel
 * @helpers: helpers that these call: RensaLibrensaHelper
 * @has_sequences: connections may carry sequences
 *
 * A program being written.
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

/* Creates a set of names that contains those in @reserved, ended by NULL. */
GHashTable *rensa_librensa_names_new (const char *const *reserved);
/* Returns @name in lowercase as an identifier that is used neither in @names, to which it is added,
 * nor in C, GLib or the library. */
char *rensa_librensa_dup_name (GHashTable *names, const char *name);
/* Appends @head, @arguments (element-type utf8) with commas, and @tail; long lines are wrapped and
 * aligned with the first argument. */
void rensa_librensa_append_list (GString *text, const char *head, GPtrArray *arguments, const char *tail);
/* Appends " if (a || b)" with @conditions (element-type utf8); long lines are wrapped. */
void rensa_librensa_append_conditions (GString *text, GPtrArray *conditions);
/* Returns a string literal from which @attrs can be parsed. */
char *rensa_librensa_describe (RensaAttrs *attrs);

/* Calls */

/* A call in C: "rensa_relu (" and its arguments, except the error. */
typedef struct
{
  char *head;
  GPtrArray *arguments;
} RensaLibrensaCall;

void rensa_librensa_call_clear (RensaLibrensaCall *call);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaLibrensaCall, rensa_librensa_call_clear)

/* "(RensaVariable *[]){ a, b }": @n of @values. */
char *rensa_librensa_write_variables (const char *const *values, guint n);
/* Writes the call of a function whose first output is used, with @values, one for each source of
 * the node, NULL if omitted: by its C name if the prototype covers all arguments of the node,
 * otherwise by its text, as for all functions called with values from connections (@is_wired). */
void rensa_librensa_write_function (RensaLibrensaProgram *program, const RensaModelNode *node,
                                    const char *const *values, gboolean is_wired, RensaLibrensaCall *call);

/* Bodies */

/**
 * RensaLibrensaBody:
 * @names: identifiers in it
 * @values: for each node, the identifier of its output
 * @n_taken: for each node, the number of outputs used
 * @leaves: for "node.output", the identifier of the leaf created from it
 * @are_wired: for each node, TRUE if it is called with values from connections
 * @are_needed: (nullable): for each node, TRUE if it is called
 * @failure: return value of the function after a failed call
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

/* @reserved: (NULL-terminated): names already used in the function */
RensaLibrensaBody *rensa_librensa_body_new (RensaLibrensaProgram *program, const RensaModel *model,
                                            const char *const *reserved, const char *failure);
void rensa_librensa_body_free (RensaLibrensaBody *body);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaLibrensaBody, rensa_librensa_body_free)
/* Return TRUE if the body calls node @number; if its output is used; if its first output is the
 * only one used, and the output of the model. */
gboolean rensa_librensa_body_calls (const RensaLibrensaBody *body, int number);
gboolean rensa_librensa_body_takes (const RensaLibrensaBody *body, int number);
gboolean rensa_librensa_body_ends_with (const RensaLibrensaBody *body, int number);
/* Returns the expression for the value; NULL if omitted. */
char *rensa_librensa_body_write_value (const RensaLibrensaBody *body, const RensaModelSource *source);
/* Writes the declarations before the first statement; returns TRUE if there are any. */
gboolean rensa_librensa_body_write_declarations (RensaLibrensaBody *body);
/* Writes the call of a node of which one output is used, after @start: "return " or a declaration. */
void rensa_librensa_body_write_call (RensaLibrensaBody *body, int number, const char *start);
/* Writes all nodes but @last. */
void rensa_librensa_body_write_nodes (RensaLibrensaBody *body, int last);
/* Stores @values (element-type utf8; NULL if omitted) in @array of the program, once all of them
 * are available. */
void rensa_librensa_body_write_outputs (RensaLibrensaBody *body, const char *array, GPtrArray *values);

/* Models */

/* Returns TRUE if the node calls a link, a nested model or a model of the step. */
gboolean rensa_librensa_is_link (const RensaModelNode *node);
/* Returns the inputs of a link or function, as specified in its class. */
const char *const *rensa_librensa_get_inputs (const RensaModelNode *node);
/* Returns TRUE if a model has one input and one output. */
gboolean rensa_librensa_is_simple (const RensaModel *model);
/* Writes the function that calls @model, which is not a sequence, and the link class that uses it;
 * @base: their base name. */
void rensa_librensa_write_forward (RensaLibrensaProgram *program, const RensaModel *model, const char *base);

/* Returns TRUE if @model contains a stateful link. */
gboolean rensa_librensa_carries (const RensaModel *model);
/* Writes the functions that create and call @model, after those of the models inside it; the one
 * that creates it is "make_predictor". */
void rensa_librensa_write_model (RensaLibrensaProgram *program, const RensaModel *model);
/* The same for the models that are nodes of @step. */
void rensa_librensa_write_nested (RensaLibrensaProgram *program, const RensaModel *step);
/* Returns a condition that is TRUE once the node has been added to @chain. */
char *rensa_librensa_write_addition (RensaLibrensaProgram *program, const RensaModel *model, const RensaModelNode *node,
                                     const char *chain);

/* Returns @making, the call that creates the link of the node, extended to freeze the link if
 * the node is frozen. */
char *rensa_librensa_write_frozen (RensaLibrensaProgram *program, const RensaModelNode *node, const char *making);

/* Steps */

/* Writes the functions that create and call the models of the step, then those of the step,
 * including "make_step". */
void rensa_librensa_write_step (RensaLibrensaProgram *program, const RensaProject *project);
/* Appends the list of losses, named losses, if they have separate optimizers. */
void rensa_librensa_write_losses (const RensaProject *project, GString *text);
gboolean rensa_librensa_losses_have_hooks (const RensaProject *project);
/* Returns the code that adds the models and links without optimizer in a step to an updater. */
char *rensa_librensa_write_others (const RensaProject *project);

/* Texts */

/* Appends the helpers required by the program. */
void rensa_librensa_write_helpers (const RensaLibrensaProgram *program, GString *text);

/**
 * RensaLibrensaParts:
 * @has_step: there is a training step, created by make_step, instead of a predictor with LOSS
 * @learns_apart: losses is defined, instead of OPTIMIZER and hooks
 * @others: result of rensa_librensa_write_others () for such a step
 * @has_accuracy: ACCURACY is defined
 * @has_transforms: the list transforms is defined
 * @has_hooks: the list hooks is defined, or losses have hooks
 * @has_split: FRACTION, SHUFFLES and SPLIT_SEED are defined; @has_division: so are EACH_CLASS,
 *   N_PARTS and PART
 * @has_weights: WEIGHTS is defined
 * @device: (nullable): a literal with its name, if it is not the default
 * @tf32: a GPU may round to TF32
 * @dtype: (nullable): "RENSA_FLOAT64", if it is not the default
 * @begins_anew: stateful links must be reset before each batch
 *
 * The parts of a document apart from its model.
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

/* Append the code that loads the data; that creates the model with its loss; that trains it; and
 * that runs everything, with main (). */
void rensa_librensa_write_data (const RensaLibrensaParts *parts, GString *text);
void rensa_librensa_write_target (const RensaLibrensaParts *parts, GString *text);
void rensa_librensa_write_trainer (const RensaLibrensaParts *parts, GString *text);
void rensa_librensa_write_main (const RensaLibrensaParts *parts, GString *text);
/* Returns the Makefile for the program in the file @name; NULL with an error if the name is not
 * allowed in Makefiles. */
char *rensa_librensa_write_makefile (const char *name, GError **error);

G_END_DECLS
