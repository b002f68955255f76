/* studio-weights-dialog.h: which weights of a file a model can begin with.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

/* Compares the file with the project's model in the background, and lists what fits, what has another shape, what is missing, and
 * what is there besides. What does not fit by its name can be given a value of the file of the same shape. Load makes the file the
 * document's first weights, a step that can be undone: runs that start afterwards begin with what fits and with what was chosen. Signal "loaded" (const char *name of the file). */
#define STUDIO_TYPE_WEIGHTS_DIALOG (studio_weights_dialog_get_type ())
G_DECLARE_FINAL_TYPE (StudioWeightsDialog, studio_weights_dialog, STUDIO, WEIGHTS_DIALOG, AdwWindow)

GtkWidget *studio_weights_dialog_new (StudioProject *project, GFile *file);

G_END_DECLS
