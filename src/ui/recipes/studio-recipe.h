/* studio-recipe.h: what a new project can begin as.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define STUDIO_RECIPE_MOST_CHOICES 2
#define STUDIO_RECIPE_MOST_OPTIONS 3

/* One of several, the first of them where nothing is chosen; texts are marked. */
typedef struct
{
  const char *title;
  const char *options[STUDIO_RECIPE_MOST_OPTIONS + 1];
} StudioRecipeChoice;

/* @name, @sentence: marked; @picture: of a file in data/recipes, without ".svg"; @choices: until one has no title; @files: of
 * data/examples, one for each way to choose, in which the last choice changes first; an empty project has none. */
typedef struct
{
  const char *name;
  const char *sentence;
  const char *picture;
  const char *files[STUDIO_RECIPE_MOST_OPTIONS * STUDIO_RECIPE_MOST_OPTIONS];
  StudioRecipeChoice choices[STUDIO_RECIPE_MOST_CHOICES + 1];
} StudioRecipe;

/* In the order in which they are offered; NULL behind the last one. */
const StudioRecipe *studio_recipe_get (guint i);

G_END_DECLS
