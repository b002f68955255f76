/* rensa-choices.h: what there is in a document for an attribute to name.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-preview-maker.h"
#include "rensa-project.h"

G_BEGIN_DECLS

/* @title: (nullable): what it is, for people: "Learning Rate" */
typedef struct
{
  char *name;
  char *title;
} RensaChoice;

/* RensaChoice */
typedef GPtrArray RensaChoices;

/* Where names are looked up. @subject: (nullable): without it, links and words are not known; @lists: of what was asked for */
typedef struct
{
  const RensaProject *project;
  const RensaPreviewSubject *subject;
  RensaChoices *lists[RENSA_N_NAMES];
} RensaCatalog;

void rensa_catalog_clear (RensaCatalog *catalog);
/* All that @names can stand for, what most people choose first; empty where it is not known before a run. Borrowed. */
RensaChoices *rensa_catalog_list (RensaCatalog *catalog, RensaNames names);
gboolean rensa_choices_contain (const RensaChoices *choices, const char *name);

#define RENSA_WRONG_NAME_DEPTH 4

/**
 * RensaWrongName: an attribute that names nothing of the document.
 * @specs: the attribute of the component that was looked at, then of that which it holds, and so on; @depth of them, the last a string
 * @component: which has the last of them
 * @name: (nullable): what names nothing; NULL where the attribute has no value
 * @has_others: the attribute is a list that has other names
 * @choices: what there is
 * @ends_run: a run would stop when it looks for the name
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
 * @kind: of the component of @attrs
 * @wrong: gets the first; is cleared by the caller in any case
 *
 * Returns: whether @attrs have one
 */
gboolean rensa_wrong_name_find (RensaCatalog *catalog, RensaComponentKind kind, RensaAttrs *attrs,
                                RensaWrongName *wrong);
void rensa_wrong_name_clear (RensaWrongName *wrong);
/* What is wrong, with the choices. */
GError *rensa_wrong_name_explain (const RensaWrongName *wrong);
/* The choice that may have been meant; NULL where none is like the wrong name. */
const char *rensa_wrong_name_find_nearest (const RensaWrongName *wrong);
/* The value of the attribute @specs[0] of @attrs with @name in place of the wrong name, or without it where @name is NULL. */
struct json_object *rensa_wrong_name_mend (const RensaWrongName *wrong, RensaAttrs *attrs, const char *name);

/* Gives all attributes that name nothing, or have no value, the first of their choices; those that may be None stay None. */
void rensa_attrs_fill_names (RensaAttrs *attrs, RensaCatalog *catalog, RensaComponentKind kind);
/* Mistakes about attributes without a value say which there are. */
void rensa_project_explain_names (RensaProject *project);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaCatalog, rensa_catalog_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaWrongName, rensa_wrong_name_clear)

G_END_DECLS
