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
 * RensaTemplateScope:
 * @bindings: what stands for names that are no attributes
 * @gives_tuple: set to TRUE where the call gives a tuple, else left as it is
 */
typedef struct
{
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
 * the link that a path names, "tuple" tells that the call gives a tuple where the attribute is True.
 */
char *rensa_chainer_fill (const char *template, RensaAttrs *attrs, RensaTemplateScope *scope);
/* The component as Chainer writes it. RENSA_ERROR_NOT_FOUND where it has no form there. */
char *rensa_chainer_write (RensaComponentKind kind, RensaAttrs *attrs, RensaTemplateScope *scope, GError **error);
/* Whether Chainer has the function; else FALSE with RENSA_ERROR_NOT_FOUND, naming @place. */
gboolean rensa_chainer_check_function (RensaAttrs *function, const char *place, GError **error);
/* A function as a value: "F.relu", or a lambda where it has attributes of its own. */
char *rensa_chainer_write_function (RensaAttrs *function);

/**
 * RensaChainerModel:
 * @classes: the classes that have been written
 * @names: the names that are taken in the program
 * @needs_sequence: they call rensa_chainer_sequence
 */
typedef struct
{
  GString *classes;
  GHashTable *names;
  gboolean needs_sequence;
} RensaChainerModel;

/* A function of the program. */
extern const char rensa_chainer_sequence[];

/* Writes a class for @model after those that it needs, and returns its name. */
char *rensa_chainer_write_chain (RensaChainerModel *writer, RensaModel *model, const char *wanted, GError **error);
/* Appends the method that calls the nodes in their order. */
void rensa_chainer_write_forward (GString *out, RensaModel *model);

G_END_DECLS
