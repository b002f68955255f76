/* studio-try-dialog.h: dialog to try the trained model of a run.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-run.h"
#include "studio-try-example.h"
#include "studio-try-preview.h"

G_BEGIN_DECLS

/* One page for the user's own examples, if the model takes any, and one for each preview that the
 * document has or that fits the model. */
#define STUDIO_TYPE_TRY_DIALOG (studio_try_dialog_get_type ())
G_DECLARE_FINAL_TYPE (StudioTryDialog, studio_try_dialog, STUDIO, TRY_DIALOG, AdwWindow)

/* @run: (nullable); @parent: (nullable). */
GtkWidget *studio_try_dialog_new (StudioRun *run, const char *dataset_root, GtkWindow *parent);
/* Borrowed; has no examples if its page is not shown. */
StudioTryExample *studio_try_dialog_get_example (StudioTryDialog *dialog);

G_END_DECLS
