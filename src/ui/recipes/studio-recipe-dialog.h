/* studio-recipe-dialog.h: choice of a recipe for a new project.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Cards of recipes. Creates the chosen one with the action app.create and the name of its document,
 * or "" for the empty project. */
#define STUDIO_TYPE_RECIPE_DIALOG (studio_recipe_dialog_get_type ())
G_DECLARE_FINAL_TYPE (StudioRecipeDialog, studio_recipe_dialog, STUDIO, RECIPE_DIALOG, AdwWindow)

GtkWidget *studio_recipe_dialog_new (GtkWindow *parent);

G_END_DECLS
