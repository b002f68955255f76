/* studio-runs-edit.h: dialog for a run's name, tags and note.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "rensa-store.h"

G_BEGIN_DECLS

/* Opens a dialog for name, tags and note, over the window of @parent. Enter applies; in the
 * multi-line note, Ctrl+Enter. */
void studio_runs_edit (GtkWidget *parent, RensaStore *store, RensaRun *run);

G_END_DECLS
