/* studio-recipe-dialog.h: what a new project begins as.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Cards of recipes, of which one is made by the action app.create with the name of its document, or "" for the empty one. */
#define STUDIO_TYPE_RECIPE_DIALOG (studio_recipe_dialog_get_type ())
G_DECLARE_FINAL_TYPE (StudioRecipeDialog, studio_recipe_dialog, STUDIO, RECIPE_DIALOG, AdwWindow)

GtkWidget *studio_recipe_dialog_new (GtkWindow *parent);

G_END_DECLS
