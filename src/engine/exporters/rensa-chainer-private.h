/* rensa-chainer-private.h: the parts of the writer of Chainer programs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-exporter.h"
#include "rensa-project-private.h"

G_BEGIN_DECLS

/* What stands for {name} in a template; @text NULL is None. */
typedef struct
{
  const char *name;
  const char *text;
} RensaBinding;

/**
 * RensaChainerProgram:
 * @functions: the functions that have been written
 * @classes: the classes, which call them
 * @names: the names that are taken in the program
 * @needs_sequence: classes call rensa_chainer_sequence
 *
 * What stands in the program above its own functions.
 */
typedef struct
{
  GString *functions;
  GString *classes;
  GHashTable *names;
  gboolean needs_sequence;
} RensaChainerProgram;

RensaChainerProgram *rensa_chainer_program_new (void);
void rensa_chainer_program_free (RensaChainerProgram *program);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaChainerProgram, rensa_chainer_program_free)

/* Whether Python or every program means something by @name. */
gboolean rensa_chainer_is_reserved (const char *name);
/* @name with a number behind it where it is taken; it is taken from now on. */
char *rensa_chainer_program_dup_name (RensaChainerProgram *program, const char *name);

/**
 * RensaTemplateScope:
 * @program: gets the functions that calls need
 * @bindings: what stands for names that are no attributes
 * @gives_tuple: set to TRUE where the call gives a tuple, else left as it is
 */
typedef struct
{
  RensaChainerProgram *program;
  const RensaBinding *bindings;
  guint n_bindings;
  gboolean gives_tuple;
} RensaTemplateScope;

/* How Chainer writes a component of this kind; NULL where its descriptor does not tell. */
const char *rensa_chainer_get_template (RensaComponentKind kind, const RensaComponent *component);
/**
 * rensa_chainer_fill:
 *
 * @template with values for what stands in braces: bindings, then attributes. Keyword arguments that have their default,
 * and those that nothing is bound to, are left out. A suffix after a colon changes the form: "list" makes a list of names
 * separated by commas, "columns" the same or what is bound to it, "number" leaves out a fraction of zero, "link" makes
 * the link that a path names, "tuple" tells that the call gives a tuple where the attribute is True, "sequence" makes
 * (3,) of 3, "always" stands there though it is the default, "function" is the name of a function of the program.
 */
char *rensa_chainer_fill (const char *template, RensaAttrs *attrs, RensaTemplateScope *scope);
/* The component as Chainer writes it. RENSA_ERROR_NOT_FOUND where it has no form there. */
char *rensa_chainer_write (RensaComponentKind kind, RensaAttrs *attrs, RensaTemplateScope *scope, GError **error);
/* Whether Chainer has the function; else FALSE with RENSA_ERROR_NOT_FOUND, naming @place. */
gboolean rensa_chainer_check_function (RensaAttrs *function, const char *place, GError **error);
/* Whether the links that @attrs name, such as main/predictor/l1, are links of the program; else FALSE with
 * RENSA_ERROR_NOT_FOUND. */
gboolean rensa_chainer_check_links (const char *template, RensaAttrs *attrs, RensaModel *model, GError **error);
/* A function as a value: "F.relu", or a lambda where it has attributes of its own. */
char *rensa_chainer_write_function (RensaChainerProgram *program, RensaAttrs *function);

/* A function of the program. */
extern const char rensa_chainer_sequence[];

/* Writes a class for @model after those that it needs, and returns its name. */
char *rensa_chainer_write_chain (RensaChainerProgram *program, RensaModel *model, const char *wanted, GError **error);
/* Appends the method that calls the nodes in their order to the class that is written. */
void rensa_chainer_write_forward (RensaChainerProgram *program, RensaModel *model);

G_END_DECLS
