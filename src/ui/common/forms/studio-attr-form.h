/* studio-attr-form.h: rows for the attributes of one component, made from its descriptor.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

/* A list of rows, one for each attribute: a switch, a number with its range and unit, a choice, a text, a component
 * with rows of its own; each with its default, a button that resets it, and its hint. What is entered is set in the
 * project when the person pauses, presses Enter or turns away; what is refused stays in the row until they turn away, with
 * the sentence below it, and changes nothing. */
#define STUDIO_TYPE_ATTR_FORM (studio_attr_form_get_type ())
G_DECLARE_FINAL_TYPE (StudioAttrForm, studio_attr_form, STUDIO, ATTR_FORM, AdwBin)

GtkWidget *studio_attr_form_new (void);
/* @path: of a component of the document: "optimizer", "hooks.0", "model.block.l1", "data.dataset"; NULL shows nothing. */
void studio_attr_form_bind (StudioAttrForm *form, StudioProject *project, const char *path);
/* The same for several components of one type: what is entered is set in all of them, as one change. The rows show the values of the first. */
void studio_attr_form_bind_several (StudioAttrForm *form, StudioProject *project, const char *const *paths);
/* The same for what stands beside the component, its name and when it is called. */
void studio_attr_form_bind_settings (StudioAttrForm *form, StudioProject *project, const char *path);
/* Enters what is typed and not yet entered, or gives it up where it is wrong. */
void studio_attr_form_settle (StudioAttrForm *form);
/* What None stands for in the row of the attribute @name: "auto (784)"; NULL for nothing more than None. */
void studio_attr_form_set_inferred (StudioAttrForm *form, const char *name, const char *text);
/* What an attribute of the component can name, as far as it is known; NULL where nothing is known yet. Borrowed until the next analysis. */
const RensaChoices *studio_attr_form_get_choices (StudioAttrForm *form, RensaNames names);
/* The widget that takes the focus in the row of @name; NULL where there is none. */
GtkWidget *studio_attr_form_get_control (StudioAttrForm *form, const char *name);
/* Signal "entered" (const char *path, const char *text): after a value was set; for a run that is to follow. */

G_END_DECLS
