/* studio-recipe-card.h: a recipe among others.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "studio-recipe.h"

G_BEGIN_DECLS

/* Its picture, its name and its sentence. */
#define STUDIO_TYPE_RECIPE_CARD (studio_recipe_card_get_type ())
G_DECLARE_FINAL_TYPE (StudioRecipeCard, studio_recipe_card, STUDIO, RECIPE_CARD, GtkFlowBoxChild)

GtkWidget *studio_recipe_card_new (const StudioRecipe *recipe);
const StudioRecipe *studio_recipe_card_get_recipe (StudioRecipeCard *self);

G_END_DECLS
