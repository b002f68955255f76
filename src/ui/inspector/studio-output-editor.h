/* studio-output-editor.h: a loss of a training step, or a value that it reports, to be changed.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_OUTPUT_EDITOR (studio_output_editor_get_type ())
G_DECLARE_FINAL_TYPE (StudioOutputEditor, studio_output_editor, STUDIO, OUTPUT_EDITOR, AdwBin)

/* Element @index of "losses" or, with @is_loss FALSE, of "reports". */
GtkWidget *studio_output_editor_new (gboolean is_loss, guint index);
/* The document has that element. */
void studio_output_editor_show (StudioOutputEditor *editor, StudioProject *project);

G_END_DECLS
