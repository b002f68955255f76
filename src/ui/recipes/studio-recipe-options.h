/* studio-recipe-options.h: which of its kinds a recipe is made as.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "studio-recipe.h"

G_BEGIN_DECLS

/* A row of linked buttons for each choice of the recipe, in as many lines as they need. */
#define STUDIO_TYPE_RECIPE_OPTIONS (studio_recipe_options_get_type ())
G_DECLARE_FINAL_TYPE (StudioRecipeOptions, studio_recipe_options, STUDIO, RECIPE_OPTIONS, GtkWidget)

GtkWidget *studio_recipe_options_new (const StudioRecipe *recipe);
/* Among the files of the recipe, the one that is chosen. */
guint studio_recipe_options_get_chosen (StudioRecipeOptions *self);

G_END_DECLS
