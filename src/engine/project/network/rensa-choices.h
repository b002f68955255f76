/* rensa-choices.h: names in a document that an attribute can refer to.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-preview-maker.h"
#include "rensa-project.h"

G_BEGIN_DECLS

/* @title: (nullable): display name: "Learning Rate" */
typedef struct
{
  char *name;
  char *title;
} RensaChoice;

/* RensaChoice */
typedef GPtrArray RensaChoices;

/* Provides the names to choose from. @subject: (nullable): without it, links and words are
 * unknown; @lists: cached lists */
typedef struct
{
  const RensaProject *project;
  const RensaPreviewSubject *subject;
  RensaChoices *lists[RENSA_N_NAMES];
} RensaCatalog;

void rensa_catalog_clear (RensaCatalog *catalog);
/* Lists all values of @names, the most likely choice first; empty if they are unknown before a run.
 * Borrowed. */
RensaChoices *rensa_catalog_list (RensaCatalog *catalog, RensaNames names);
gboolean rensa_choices_contain (const RensaChoices *choices, const char *name);

#define RENSA_WRONG_NAME_DEPTH 4

/**
 * RensaWrongName: an attribute that refers to nothing in the document.
 * @specs: attributes from the outer component to the nested one with the wrong name; @depth of
 *   them, the last a string
 * @component: component that has the last of them
 * @name: (nullable): the wrong name; NULL if the attribute has no value
 * @has_others: the attribute is a list with other names
 * @choices: available names
 * @ends_run: TRUE if a run would fail when it looks up the name
 */
typedef struct
{
  const RensaAttrSpec *specs[RENSA_WRONG_NAME_DEPTH];
  guint depth;
  const RensaComponent *component;
  char *name;
  gboolean has_others;
  RensaChoices *choices;
  gboolean ends_run;
} RensaWrongName;

/**
 * rensa_wrong_name_find:
 * @kind: kind of the component of @attrs
 * @wrong: receives the first wrong name; cleared by the caller in any case
 *
 * Returns: TRUE if @attrs have one
 */
gboolean rensa_wrong_name_find (RensaCatalog *catalog, RensaComponentKind kind, RensaAttrs *attrs,
                                RensaWrongName *wrong);
void rensa_wrong_name_clear (RensaWrongName *wrong);
/* Returns an error with the choices. */
GError *rensa_wrong_name_explain (const RensaWrongName *wrong);
/* Returns the choice most similar to the wrong name; NULL if none is similar. */
const char *rensa_wrong_name_find_nearest (const RensaWrongName *wrong);
/* Returns the value of the attribute @specs[0] of @attrs with @name instead of the wrong name, or
 * without it if @name is NULL. */
struct json_object *rensa_wrong_name_mend (const RensaWrongName *wrong, RensaAttrs *attrs, const char *name);

/* Sets all attributes that refer to nothing, or have no value, to the first of their choices; those
 * that may be None stay None. */
void rensa_attrs_fill_names (RensaAttrs *attrs, RensaCatalog *catalog, RensaComponentKind kind);
/* Adds the available choices to mistakes about attributes without a value. */
void rensa_project_explain_names (RensaProject *project);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaCatalog, rensa_catalog_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaWrongName, rensa_wrong_name_clear)

G_END_DECLS
