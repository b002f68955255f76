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
} RensaLibrensaHelper;

/**
 * RensaLibrensaProgram:
 * @functions: those of the model
 * @names: what models are called in the program
 * @bases: the name of each model that is written, by the RensaModel
 * @helpers: what these call: RensaLibrensaHelper
 *
 * A program that is being written.
 */
typedef struct
{
  GString *functions;
  GHashTable *names;
  GHashTable *bases;
  guint helpers;
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
/* The call of a function of one output with @values, one for each source of the node and NULL for nothing: by its name in C, where its
 * prototype says all that the node has, else by its text. */
void rensa_librensa_write_function (RensaLibrensaProgram *program, const RensaModelNode *node,
                                    const char *const *values, RensaLibrensaCall *call);

/* Models */

gboolean rensa_librensa_is_link (const RensaModelNode *node);
/* Whether a model takes one value and gives one. */
gboolean rensa_librensa_is_simple (const RensaModel *model);
/* Writes the function that calls @model, which is no sequence, and the class of links that has it; @base is what it is called. */
void rensa_librensa_write_forward (RensaLibrensaProgram *program, const RensaModel *model, const char *base);

/* Whether a program can say what stands in @model, at any depth; the error names the node. */
gboolean rensa_librensa_check_model (const RensaModel *model, GError **error);
/* Whether a link of @model carries something from one call to the next. */
gboolean rensa_librensa_carries (const RensaModel *model);
/* Writes what makes and calls @model, after that of the models inside it; what makes it is "make_predictor". */
void rensa_librensa_write_model (RensaLibrensaProgram *program, const RensaModel *model);

/* Texts */

/* Appends the helpers that the program needs. */
void rensa_librensa_write_helpers (const RensaLibrensaProgram *program, GString *text);

/**
 * RensaLibrensaParts:
 * @has_accuracy: ACCURACY is defined
 * @has_transforms: the list transforms is
 * @has_hooks: the list hooks is
 * @has_split: FRACTION is, with SHUFFLES and SPLIT_SEED
 * @has_weights: WEIGHTS is
 * @device: (nullable): a literal with its name, where it is not the usual one
 * @dtype: (nullable): "RENSA_FLOAT64", likewise
 * @begins_anew: links carry something that each batch has to begin without
 *
 * What a document has beside its model.
 */
typedef struct
{
  gboolean has_accuracy;
  gboolean has_transforms;
  gboolean has_hooks;
  gboolean has_split;
  gboolean has_weights;
  const char *device;
  const char *dtype;
  gboolean begins_anew;
} RensaLibrensaParts;

/* Appends all that stands behind the model. */
void rensa_librensa_write_training (const RensaLibrensaParts *parts, GString *text);
/* That of the program in the file @name; NULL with an error where a Makefile cannot have such a name. */
char *rensa_librensa_write_makefile (const char *name, GError **error);

G_END_DECLS
