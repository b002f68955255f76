/* studio-component-chooser.c: dialog that only chooses a component.
 * SPDX-License-Identifier: MIT */

#include "rensa-transform.h"
#include "studio-component-dialog.h"
#include "studio-component-list.h"
#include "studio-component-view.h"
#include "studio-picks.h"

#define WIDTH 400
/* The dialog is as high as its parent window, within these limits. */
#define LEAST_HEIGHT 520
#define MOST_HEIGHT 760

#define STUDIO_TYPE_COMPONENT_CHOOSER (studio_component_chooser_get_type ())
G_DECLARE_FINAL_TYPE (StudioComponentChooser, studio_component_chooser, STUDIO, COMPONENT_CHOOSER, AdwWindow)

struct _StudioComponentChooser
{
  AdwWindow parent_instance;

  GtkWidget *list;
  GtkWidget *view;

  StudioComponentFunc func;
  gpointer data;
};

G_DEFINE_FINAL_TYPE (StudioComponentChooser, studio_component_chooser, ADW_TYPE_WINDOW)

static void
on_selected (StudioComponentChooser *self)
{
  const RensaComponent *component;
  const gboolean is_selected = studio_component_list_get_selected (STUDIO_COMPONENT_LIST (self->list), &component);

  studio_component_view_set_component (STUDIO_COMPONENT_VIEW (self->view), component);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "chooser.choose", is_selected);
}

static void
choose (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioComponentChooser *self = STUDIO_COMPONENT_CHOOSER (widget);
  const RensaComponent *component;

  if (!studio_component_list_get_selected (STUDIO_COMPONENT_LIST (self->list), &component))
    return;

  studio_picks_choose (studio_picks_get (), component->name);
  self->func (component->name, self->data);
  gtk_window_close (GTK_WINDOW (self));
}

static void
on_activated (StudioComponentChooser *self)
{
  choose (GTK_WIDGET (self), NULL, NULL);
}

/* Sorts augmentation after preprocessing. */
static int
get_rank (RensaComponentKind kind, const RensaComponent *component)
{
  return kind == RENSA_COMPONENT_TRANSFORM && ((const RensaTransformClass *) component)->in_training_only ? -1 : 0;
}

static void
add (StudioComponentList *list, RensaComponentKind kind, const RensaComponent *component, RensaAnalysis *analysis)
{
  const char *misfit = analysis != NULL ? rensa_analysis_get_misfit (analysis, component) : NULL;

  if (misfit != NULL)
    studio_component_list_add_misfit (list, component, misfit);
  else
    studio_component_list_add (list, component, get_rank (kind, component));
}

GtkWidget *
studio_component_chooser_new (RensaComponentKind kind, const char *title, RensaAnalysis *analysis,
                              StudioComponentFunc func, gpointer data, GtkWindow *parent)
{
  StudioComponentChooser *self =
      g_object_new (STUDIO_TYPE_COMPONENT_CHOOSER, "transient-for", parent, "title", title, NULL);
  StudioComponentList *list = STUDIO_COMPONENT_LIST (self->list);
  const RensaComponent *const *components;
  guint n;

  self->func = func;
  self->data = data;
  components = rensa_registry_list (kind, &n);
  for (guint i = 0; i < n; i++)
    add (list, kind, components[i], analysis);
  if (parent != NULL)
    gtk_window_set_default_size (GTK_WINDOW (self), WIDTH,
                                 CLAMP (gtk_widget_get_height (GTK_WIDGET (parent)), LEAST_HEIGHT, MOST_HEIGHT));
  studio_component_list_set_label (list, studio_component_kind_get_title (kind));
  on_selected (self);
  return GTK_WIDGET (self);
}

static void
studio_component_chooser_class_init (StudioComponentChooserClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (STUDIO_TYPE_COMPONENT_LIST);
  g_type_ensure (STUDIO_TYPE_COMPONENT_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-component-chooser.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioComponentChooser, list);
  gtk_widget_class_bind_template_child (widget_class, StudioComponentChooser, view);
  gtk_widget_class_bind_template_callback (widget_class, on_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_activated);
  gtk_widget_class_install_action (widget_class, "chooser.choose", NULL, choose);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
studio_component_chooser_init (StudioComponentChooser *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_grab_focus (self->list);
}
