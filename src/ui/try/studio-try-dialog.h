/* studio-try-dialog.h: asks the trained model about an example of one's own.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-run.h"

G_BEGIN_DECLS

/* Signal "answered": when an answer, or why there is none, is on the screen. */
#define STUDIO_TYPE_TRY_DIALOG (studio_try_dialog_get_type ())
G_DECLARE_FINAL_TYPE (StudioTryDialog, studio_try_dialog, STUDIO, TRY_DIALOG, AdwWindow)

/* @run: (nullable); @parent: (nullable). */
GtkWidget *studio_try_dialog_new (StudioRun *run, const char *dataset_root, GtkWindow *parent);

/* How many examples can be chosen: those for validation, or of the training where there are none; 0 before the data
 * are there. */
guint studio_try_dialog_get_n_examples (StudioTryDialog *dialog);
void studio_try_dialog_choose_example (StudioTryDialog *dialog, guint number);
/* What the model takes it for; -1 where it is no class. */
int studio_try_dialog_get_class (StudioTryDialog *dialog);
/* What the example that was chosen last really is; -1 where none is shown any more, or it has no class. */
int studio_try_dialog_get_true_class (StudioTryDialog *dialog);

G_END_DECLS
