/* studio-output-editor.h: editor for a loss or a reported value of a training step.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_OUTPUT_EDITOR (studio_output_editor_get_type ())
G_DECLARE_FINAL_TYPE (StudioOutputEditor, studio_output_editor, STUDIO, OUTPUT_EDITOR, AdwBin)

/* Edits element @index of "losses" or, if @is_loss is FALSE, of "reports". */
GtkWidget *studio_output_editor_new (gboolean is_loss, guint index);
/* The document must have that element. */
void studio_output_editor_show (StudioOutputEditor *editor, StudioProject *project);

G_END_DECLS
