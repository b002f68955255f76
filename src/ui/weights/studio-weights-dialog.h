/* studio-weights-dialog.h: dialog to choose initial weights from a file.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

/* Compares the file with the project's model in the background, and lists values that match, have
 * another shape, are missing, or are extra. A parameter without a match by name can be assigned a
 * value of the same shape. Load makes the file the document's initial weights, as an undoable step:
 * later runs start with the matching and the assigned values. Signal "loaded" (const char *name of
 * the file). */
#define STUDIO_TYPE_WEIGHTS_DIALOG (studio_weights_dialog_get_type ())
G_DECLARE_FINAL_TYPE (StudioWeightsDialog, studio_weights_dialog, STUDIO, WEIGHTS_DIALOG, AdwWindow)

GtkWidget *studio_weights_dialog_new (StudioProject *project, GFile *file);

G_END_DECLS
