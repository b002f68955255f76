/* studio-training-edit.h: dialog for a component of the training settings.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-component.h"
#include "studio-project.h"
#include "studio-run.h"

G_BEGIN_DECLS

/* Returns a StudioComponentDialog. @run: (nullable): the live run shown, which has the component at
 * @path and accepts changes to it. Returns NULL if the project does not have the run's component. */
GtkWidget *studio_training_edit_new (StudioProject *project, StudioRun *run, RensaComponentKind kind, const char *path,
                                     GtkWindow *parent);
/* Converts @path, where the dialog changed the project, to the corresponding path in the run. */
char *studio_training_edit_find_run_path (GtkWidget *dialog, const char *path);

G_END_DECLS
