/* studio-recipe.h: recipes, the starting points for new projects.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define STUDIO_RECIPE_MOST_CHOICES 2
#define STUDIO_RECIPE_MOST_OPTIONS 3

/* A choice between several options, the first by default; texts are marked for translation. */
typedef struct
{
  const char *title;
  const char *options[STUDIO_RECIPE_MOST_OPTIONS + 1];
} StudioRecipeChoice;

/* @name, @sentence: marked for translation; @picture: file name in data/recipes, without ".svg";
 *   @choices: ends with one without a title; @files: from data/examples, one for each combination,
 *   in which the last choice varies fastest; none for an empty project. */
typedef struct
{
  const char *name;
  const char *sentence;
  const char *picture;
  const char *files[STUDIO_RECIPE_MOST_OPTIONS * STUDIO_RECIPE_MOST_OPTIONS];
  StudioRecipeChoice choices[STUDIO_RECIPE_MOST_CHOICES + 1];
} StudioRecipe;

/* Returns recipe @i in display order; NULL after the last one. */
const StudioRecipe *studio_recipe_get (guint i);

G_END_DECLS
