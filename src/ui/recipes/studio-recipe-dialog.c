/* studio-recipe-dialog.c: choice of a recipe for a new project.
 * SPDX-License-Identifier: MIT */

#include "studio-recipe-dialog.h"

#include <glib/gi18n.h>

#include "studio-picture-card.h"
#include "studio-recipe-options.h"
#include "studio-widget.h"

struct _StudioRecipeDialog
{
  AdwWindow parent_instance;

  GtkFlowBox *cards;
  GtkRevealer *bar;
  /* One page for each recipe with variants, named after its picture. */
  GtkStack *options;
};

G_DEFINE_FINAL_TYPE (StudioRecipeDialog, studio_recipe_dialog, ADW_TYPE_WINDOW)

/* There is always exactly one: the first is selected initially, and selecting another unselects it. */
static GtkFlowBoxChild *
get_chosen (StudioRecipeDialog *self)
{
  g_autoptr (GList) chosen = gtk_flow_box_get_selected_children (self->cards);

  return chosen->data;
}

static const StudioRecipe *
get_recipe (StudioRecipeDialog *self)
{
  return studio_recipe_get (gtk_flow_box_child_get_index (get_chosen (self)));
}

/* Returns NULL if the recipe has no variants. */
static StudioRecipeOptions *
get_options (StudioRecipeDialog *self, const StudioRecipe *recipe)
{
  GtkWidget *options = gtk_stack_get_child_by_name (self->options, recipe->picture);

  return options != NULL ? STUDIO_RECIPE_OPTIONS (options) : NULL;
}

static const char *
get_file (StudioRecipeDialog *self)
{
  const StudioRecipe *recipe = get_recipe (self);
  StudioRecipeOptions *options = get_options (self, recipe);
  const char *file = recipe->files[options != NULL ? studio_recipe_options_get_chosen (options) : 0];

  return file != NULL ? file : "";
}

/* Closes the dialog first, because the project's window takes the keyboard focus. */
static void
create (StudioRecipeDialog *self)
{
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));
  const char *file = get_file (self);

  gtk_window_destroy (GTK_WINDOW (self));
  gtk_widget_activate_action (GTK_WIDGET (parent), "app.create", "s", file);
}

static void
card_activated (StudioRecipeDialog *self, GtkFlowBoxChild *card)
{
  gtk_flow_box_select_child (self->cards, card);
  create (self);
}

static void
selection_changed (StudioRecipeDialog *self)
{
  StudioRecipeOptions *options = get_options (self, get_recipe (self));

  if (options != NULL)
    gtk_stack_set_visible_child (self->options, GTK_WIDGET (options));
  gtk_revealer_set_reveal_child (self->bar, options != NULL);
}

/* Keeps the selected card visible when its options take space from the cards. */
static void
room_changed (StudioRecipeDialog *self)
{
  studio_reveal (GTK_WIDGET (get_chosen (self)));
}

static void
add_recipes (StudioRecipeDialog *self)
{
  const StudioRecipe *recipe;

  for (guint i = 0; (recipe = studio_recipe_get (i)) != NULL; i++)
    {
      gtk_flow_box_append (self->cards, studio_picture_card_new (recipe->picture, _ (recipe->name),
                                                                 _ (recipe->sentence), recipe->picture));
      if (recipe->choices[0].title != NULL)
        {
          GtkWidget *options = studio_recipe_options_new (recipe);

          gtk_widget_set_halign (options, GTK_ALIGN_CENTER);
          gtk_stack_add_named (self->options, options, recipe->picture);
        }
    }
}

/* Limits the size to that of the parent window. */
static void
fit (GtkWindow *self, GtkWindow *parent)
{
  const int parent_width = gtk_widget_get_width (GTK_WIDGET (parent));
  const int parent_height = gtk_widget_get_height (GTK_WIDGET (parent));
  int width, height;

  gtk_window_get_default_size (self, &width, &height);
  gtk_window_set_default_size (self, parent_width > 0 ? MIN (width, parent_width) : width,
                               parent_height > 0 ? MIN (height, parent_height) : height);
}

GtkWidget *
studio_recipe_dialog_new (GtkWindow *parent)
{
  StudioRecipeDialog *self = g_object_new (STUDIO_TYPE_RECIPE_DIALOG, "transient-for", parent, NULL);

  fit (GTK_WINDOW (self), parent);
  return GTK_WIDGET (self);
}

static void
studio_recipe_dialog_class_init (StudioRecipeDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-recipe-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioRecipeDialog, cards);
  gtk_widget_class_bind_template_child (widget_class, StudioRecipeDialog, bar);
  gtk_widget_class_bind_template_child (widget_class, StudioRecipeDialog, options);
  gtk_widget_class_bind_template_callback (widget_class, create);
  gtk_widget_class_bind_template_callback (widget_class, card_activated);
  gtk_widget_class_bind_template_callback (widget_class, selection_changed);
  gtk_widget_class_bind_template_callback (widget_class, room_changed);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
studio_recipe_dialog_init (StudioRecipeDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  add_recipes (self);
  gtk_flow_box_select_child (self->cards, gtk_flow_box_get_child_at_index (self->cards, 0));
  /* Unlike gtk_widget_grab_focus (), this also sets the starting point for arrow keys. */
  gtk_widget_child_focus (GTK_WIDGET (self->cards), GTK_DIR_TAB_FORWARD);
}
