/* studio-recipe-options.c: choice between the variants of a recipe.
 * SPDX-License-Identifier: MIT */

#include "studio-recipe-options.h"

#include <glib/gi18n.h>

#include "studio-wrap-layout.h"

#define SPACING 9

struct _StudioRecipeOptions
{
  GtkWidget parent_instance;
  /* Indexed by choice and option; unused entries are NULL. */
  GtkToggleButton *buttons[STUDIO_RECIPE_MOST_CHOICES][STUDIO_RECIPE_MOST_OPTIONS];
};

G_DEFINE_FINAL_TYPE (StudioRecipeOptions, studio_recipe_options, GTK_TYPE_WIDGET)

static GtkWidget *
make_buttons (const StudioRecipeChoice *choice, GtkToggleButton **buttons)
{
  GtkWidget *row = g_object_new (GTK_TYPE_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP, NULL);

  gtk_widget_add_css_class (row, "linked");
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, _ (choice->title), -1);
  for (guint i = 0; choice->options[i] != NULL; i++)
    {
      GtkWidget *button = gtk_toggle_button_new_with_label (_ (choice->options[i]));

      buttons[i] = GTK_TOGGLE_BUTTON (button);
      gtk_toggle_button_set_group (buttons[i], i > 0 ? buttons[0] : NULL);
      gtk_box_append (GTK_BOX (row), button);
    }
  gtk_toggle_button_set_active (buttons[0], TRUE);
  return row;
}

static void
add_choice (StudioRecipeOptions *self, const StudioRecipeChoice *choice, GtkToggleButton **buttons)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, SPACING);
  GtkWidget *title = gtk_label_new (_ (choice->title));

  gtk_widget_add_css_class (title, "dim-label");
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), make_buttons (choice, buttons));
  gtk_widget_set_parent (box, GTK_WIDGET (self));
}

static guint
count_options (GtkToggleButton *const *buttons)
{
  guint n = 0;

  while (n < STUDIO_RECIPE_MOST_OPTIONS && buttons[n] != NULL)
    n++;
  return n;
}

static guint
get_active (GtkToggleButton *const *buttons)
{
  guint i = 0;

  while (i + 1 < count_options (buttons) && !gtk_toggle_button_get_active (buttons[i]))
    i++;
  return i;
}

guint
studio_recipe_options_get_chosen (StudioRecipeOptions *self)
{
  guint chosen = 0;

  for (guint i = 0; i < STUDIO_RECIPE_MOST_CHOICES && self->buttons[i][0] != NULL; i++)
    chosen = chosen * count_options (self->buttons[i]) + get_active (self->buttons[i]);
  return chosen;
}

GtkWidget *
studio_recipe_options_new (const StudioRecipe *recipe)
{
  StudioRecipeOptions *self = g_object_new (STUDIO_TYPE_RECIPE_OPTIONS, NULL);

  for (guint i = 0; recipe->choices[i].title != NULL; i++)
    add_choice (self, &recipe->choices[i], self->buttons[i]);
  return GTK_WIDGET (self);
}

static void
studio_recipe_options_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (studio_recipe_options_parent_class)->dispose (object);
}

static void
studio_recipe_options_class_init (StudioRecipeOptionsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_recipe_options_dispose;
}

static void
studio_recipe_options_init (StudioRecipeOptions *self)
{
  gtk_widget_set_layout_manager (GTK_WIDGET (self), studio_wrap_layout_new (2 * SPACING));
}
