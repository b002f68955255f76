/* studio-recipe-options.h: choice between the variants of a recipe.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "studio-recipe.h"

G_BEGIN_DECLS

/* A row of linked buttons for each choice of the recipe, wrapped into several lines if needed. */
#define STUDIO_TYPE_RECIPE_OPTIONS (studio_recipe_options_get_type ())
G_DECLARE_FINAL_TYPE (StudioRecipeOptions, studio_recipe_options, STUDIO, RECIPE_OPTIONS, GtkWidget)

GtkWidget *studio_recipe_options_new (const StudioRecipe *recipe);
/* Returns the index of the chosen file among those of the recipe. */
guint studio_recipe_options_get_chosen (StudioRecipeOptions *self);

G_END_DECLS
