/* studio-attr-form.h: rows for the attributes of a component, built from its descriptor.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

/* A list of rows, one for each attribute: a switch, a number with its range and unit, a choice, a
 * text, a component with rows of its own; each with its default, a button that resets it, and its
 * hint. A value is set in the project when the user pauses, presses Enter or leaves the row; an
 * invalid one stays in the row until the user leaves it, with an error message below, and changes
 * nothing. */
#define STUDIO_TYPE_ATTR_FORM (studio_attr_form_get_type ())
G_DECLARE_FINAL_TYPE (StudioAttrForm, studio_attr_form, STUDIO, ATTR_FORM, AdwBin)

GtkWidget *studio_attr_form_new (void);
/* @path: path of a component of the document: "optimizer", "hooks.0", "model.block.l1",
 *   "data.dataset"; NULL shows nothing. */
void studio_attr_form_bind (StudioAttrForm *form, StudioProject *project, const char *path);
/* Same for several components of one type: a value is set in all of them, as one change. The rows
 * show the values of the first. */
void studio_attr_form_bind_several (StudioAttrForm *form, StudioProject *project, const char *const *paths);
/* Same for the component's settings in the document, its name and its trigger. */
void studio_attr_form_bind_settings (StudioAttrForm *form, StudioProject *project, const char *path);
/* Commits typed text that is not yet set, or discards it if it is invalid. */
void studio_attr_form_settle (StudioAttrForm *form);
/* Sets the value that None represents in the row of the attribute @name: "auto (784)"; NULL for just None. */
void studio_attr_form_set_inferred (StudioAttrForm *form, const char *name, const char *text);
/* Returns the names that an attribute of the component can refer to, as far as they are known; NULL
 * if none are known yet. Borrowed until the next analysis. */
const RensaChoices *studio_attr_form_get_choices (StudioAttrForm *form, RensaNames names);
/* Returns the widget that takes the focus in the row of @name; NULL if there is none. */
GtkWidget *studio_attr_form_get_control (StudioAttrForm *form, const char *name);
/* Signal "entered" (const char *path, const char *text): emitted after a value was set, so that a
 * running run can follow. */

G_END_DECLS
