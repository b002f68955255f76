/* studio-model-page.h: page for editing a model.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"
#include "studio-run.h"

G_BEGIN_DECLS

/* Palette, canvas, inspector, and a status line with totals and problems. Properties: project, run,
 * node (path of the selected node). */
#define STUDIO_TYPE_MODEL_PAGE (studio_model_page_get_type ())
G_DECLARE_FINAL_TYPE (StudioModelPage, studio_model_page, STUDIO, MODEL_PAGE, AdwBin)

GtkWidget *studio_model_page_new (void);

G_END_DECLS
