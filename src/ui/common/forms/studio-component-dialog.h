/* studio-component-dialog.h: dialog that chooses a component and its attributes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

/* A dialog with the components of one kind at the left (search, summary, formula) and, for the
 * chosen one, a StudioAttrForm at the right. @path: path of the component in the document
 * ("optimizer", "extensions.2", "stop"); choosing another type sets it there. For extensions the
 * trigger is shown as a second group. */
#define STUDIO_TYPE_COMPONENT_DIALOG (studio_component_dialog_get_type ())
G_DECLARE_FINAL_TYPE (StudioComponentDialog, studio_component_dialog, STUDIO, COMPONENT_DIALOG, AdwWindow)

GtkWidget *studio_component_dialog_new (StudioProject *project, RensaComponentKind kind, const char *path,
                                        GtkWindow *parent);
/* Shows a message above the attributes. */
void studio_component_dialog_set_note (StudioComponentDialog *dialog, const char *note);
/* Signal "entered" (const char *path, const char *text), as in StudioAttrForm. */

/* Title of a kind of components: "Optimizer", "Data Set". */
const char *studio_component_kind_get_title (RensaComponentKind kind);

/* A dialog that only chooses: calls @func with the name of the component ("WeightDecay"), or not at
 * all. @analysis: (nullable): determines which components do not fit the project; these come last. */
typedef void (*StudioComponentFunc) (const char *name, gpointer data);
GtkWidget *studio_component_chooser_new (RensaComponentKind kind, const char *title, RensaAnalysis *analysis,
                                         StudioComponentFunc func, gpointer data, GtkWindow *parent);

G_END_DECLS
