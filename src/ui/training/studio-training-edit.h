/* studio-training-edit.h: the dialog for a component of the training settings.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-component.h"
#include "studio-project.h"
#include "studio-run.h"

G_BEGIN_DECLS

/* A StudioComponentDialog. @run: (nullable): a live run that is shown, which has the component at @path and takes changes of it. NULL
 * where the project does not have what the run has. */
GtkWidget *studio_training_edit_new (StudioProject *project, StudioRun *run, RensaComponentKind kind, const char *path,
                                     GtkWindow *parent);
/* Where the run has what the dialog has entered at @path of the project. */
char *studio_training_edit_find_run_path (GtkWidget *dialog, const char *path);

G_END_DECLS
