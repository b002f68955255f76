/* studio-try-dialog.h: what the trained model of a run can do.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-run.h"
#include "studio-try-example.h"
#include "studio-try-preview.h"

G_BEGIN_DECLS

/* A page for examples of one's own, where the model takes any, and one for each preview that the document has or that fits the model. */
#define STUDIO_TYPE_TRY_DIALOG (studio_try_dialog_get_type ())
G_DECLARE_FINAL_TYPE (StudioTryDialog, studio_try_dialog, STUDIO, TRY_DIALOG, AdwWindow)

/* @run: (nullable); @parent: (nullable). */
GtkWidget *studio_try_dialog_new (StudioRun *run, const char *dataset_root, GtkWindow *parent);
/* Borrowed; it has no examples where there is no page of it. */
StudioTryExample *studio_try_dialog_get_example (StudioTryDialog *dialog);

G_END_DECLS
