/* studio-runs-edit.h: what a person says about a run.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "rensa-store.h"

G_BEGIN_DECLS

/* A dialog for name, tags and note, over the window of @parent. Enter applies; in the note, which has lines, with Ctrl. */
void studio_runs_edit (GtkWidget *parent, RensaStore *store, RensaRun *run);

G_END_DECLS
