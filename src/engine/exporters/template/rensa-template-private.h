/* rensa-template-private.h: writing of components with the forms of a target.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"

G_BEGIN_DECLS

/* Replacement of {name} in a template; @text NULL is None. */
typedef struct
{
  const char *name;
  const char *text;
} RensaBinding;

/**
 * RensaTemplateWriter:
 * @target: prefix of the forms: "chainer"
 * @title: human-readable name: "Chainer"
 * @get_form: (nullable): returns the form of the component of @attrs if it depends on them, and on
 *   the bindings of @scope (nullable); NULL with an error, or if there is none
 * @write_attr: writes the value of an attribute in the format specified by @suffix; NULL for None
 *
 * Fills in the templates of a target; a target's own struct begins with it.
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
 * @bindings: replacements of names that are not attributes
 * @gives_tuple: set to TRUE if the call returns a tuple, otherwise unchanged
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
 * Returns @template with the names in braces replaced: by bindings or by attributes. Keyword
 * arguments with default values, and those without a binding, are omitted. A suffix after a colon
 * changes the form: "always" includes a default value, "tuple" means that the call returns a tuple
 * if the attribute is True; all others are handled by the writer. An attribute of None is replaced
 * by the binding for its suffix, if there is one.
 */
char *rensa_template_fill (const char *template, RensaAttrs *attrs, RensaTemplateScope *scope);
/* Returns the form of the component. If it has none, RENSA_ERROR_NOT_FOUND, which begins with
 * @place unless that is NULL. */
const char *rensa_template_get_form (const RensaTemplateWriter *writer, RensaAttrs *attrs, const char *place,
                                     GError **error);
/* Returns TRUE if @form (nullable) has a place for @name, with @suffix; NULL matches any. */
gboolean rensa_template_has_place (const char *form, const char *name, const char *suffix);
/* Returns the form, filled in. */
char *rensa_template_write (RensaAttrs *attrs, RensaTemplateScope *scope, GError **error);

G_END_DECLS
