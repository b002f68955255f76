/* rensa-template-private.h: components as their forms say that a target writes them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"

G_BEGIN_DECLS

/* What stands for {name} in a template; @text NULL is None. */
typedef struct
{
  const char *name;
  const char *text;
} RensaBinding;

/**
 * RensaTemplateWriter:
 * @target: of the forms: "chainer"
 * @title: for people: "Chainer"
 * @get_form: (nullable): the form of the component of @attrs where it depends on them, and on what is bound in @scope (nullable); NULL with
 * an error, or where there is none
 * @write_attr: the value of an attribute as @suffix asks for it; NULL for None
 *
 * What fills in the templates of a target; a target's own struct begins with it.
 */
typedef struct _RensaTemplateWriter RensaTemplateWriter;
typedef struct _RensaTemplateScope RensaTemplateScope;

struct _RensaTemplateWriter
{
  const char *target;
  const char *title;
  const char *(*get_form) (const RensaTemplateWriter *writer, RensaAttrs *attrs, const RensaTemplateScope *scope,
                           GError **error);
  char *(*write_attr) (RensaTemplateWriter *writer, RensaAttrs *attrs, const RensaAttrSpec *spec, const char *suffix);
};

/**
 * RensaTemplateScope:
 * @bindings: what stands for names that are no attributes
 * @gives_tuple: set to TRUE where the call gives a tuple, else left as it is
 */
struct _RensaTemplateScope
{
  RensaTemplateWriter *writer;
  const RensaBinding *bindings;
  guint n_bindings;
  gboolean gives_tuple;
};

/**
 * rensa_template_fill:
 *
 * @template with values for what stands in braces: bindings, then attributes. Keyword arguments that have their default,
 * and those that nothing is bound to, are left out. A suffix after a colon changes the form: "always" stands there though
 * it is the default, "tuple" tells that the call gives a tuple where the attribute is True; all others are the writer's.
 * Where an attribute is None, what is bound to its suffix stands for it.
 */
char *rensa_template_fill (const char *template, RensaAttrs *attrs, RensaTemplateScope *scope);
/* The form of the component. RENSA_ERROR_NOT_FOUND, which begins with @place unless that is NULL, where it has none. */
const char *rensa_template_get_form (const RensaTemplateWriter *writer, RensaAttrs *attrs, const char *place,
                                     GError **error);
/* Whether @form (nullable) has a place for @name, with @suffix; NULL stands for any. */
gboolean rensa_template_has_place (const char *form, const char *name, const char *suffix);
/* The form, filled in. */
char *rensa_template_write (RensaAttrs *attrs, RensaTemplateScope *scope, GError **error);

G_END_DECLS
