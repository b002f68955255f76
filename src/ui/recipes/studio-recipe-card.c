/* studio-recipe-card.c: a recipe among others.
 * SPDX-License-Identifier: MIT */

#include "studio-recipe-card.h"

#include <glib/gi18n.h>

#define PICTURES "/org/rensa/Studio/recipes/"

struct _StudioRecipeCard
{
  GtkFlowBoxChild parent_instance;
  const StudioRecipe *recipe;

  GtkPicture *picture;
  GtkLabel *name;
  GtkLabel *sentence;
};

G_DEFINE_FINAL_TYPE (StudioRecipeCard, studio_recipe_card, GTK_TYPE_FLOW_BOX_CHILD)

const StudioRecipe *
studio_recipe_card_get_recipe (StudioRecipeCard *self)
{
  return self->recipe;
}

GtkWidget *
studio_recipe_card_new (const StudioRecipe *recipe)
{
  StudioRecipeCard *self = g_object_new (STUDIO_TYPE_RECIPE_CARD, NULL);
  g_autofree char *picture = g_strconcat (PICTURES, recipe->picture, ".svg", NULL);

  self->recipe = recipe;
  gtk_picture_set_resource (self->picture, picture);
  gtk_label_set_label (self->name, _ (recipe->name));
  gtk_label_set_label (self->sentence, _ (recipe->sentence));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ (recipe->name),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _ (recipe->sentence), -1);
  return GTK_WIDGET (self);
}

static void
studio_recipe_card_class_init (StudioRecipeCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST_ITEM);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-recipe-card.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioRecipeCard, picture);
  gtk_widget_class_bind_template_child (widget_class, StudioRecipeCard, name);
  gtk_widget_class_bind_template_child (widget_class, StudioRecipeCard, sentence);
}

static void
studio_recipe_card_init (StudioRecipeCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
