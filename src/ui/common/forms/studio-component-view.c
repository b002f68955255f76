/* studio-component-view.c: description of a component.
 * SPDX-License-Identifier: MIT */

#include "studio-component-view.h"

#include <glib/gi18n.h>

struct _StudioComponentView
{
  AdwBin parent_instance;

  GtkWidget *title;
  GtkWidget *summary;
  GtkWidget *formula;
  GtkWidget *reference;
  gboolean shows_title;
};

G_DEFINE_FINAL_TYPE (StudioComponentView, studio_component_view, ADW_TYPE_BIN)

enum
{
  PROP_SHOWS_TITLE = 1,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
set_text (GtkWidget *label, const char *text)
{
  gtk_label_set_label (GTK_LABEL (label), text != NULL ? text : "");
  gtk_widget_set_visible (label, text != NULL && text[0] != '\0');
}

static const char *
translate (const char *text)
{
  return text != NULL ? _ (text) : NULL;
}

void
studio_component_view_set_component (StudioComponentView *self, const RensaComponent *component)
{
  static const RensaComponent nothing = { 0 };

  if (component == NULL)
    component = &nothing;

  set_text (self->title, self->shows_title ? translate (component->title) : NULL);
  set_text (self->summary, translate (component->summary));
  set_text (self->formula, component->formula);
  set_text (self->reference, component->reference);
}

void
studio_component_view_set_text (StudioComponentView *self, const char *text)
{
  studio_component_view_set_component (self, NULL);
  set_text (self->summary, text);
}

static void
studio_component_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  if (id == PROP_SHOWS_TITLE)
    STUDIO_COMPONENT_VIEW (object)->shows_title = g_value_get_boolean (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
studio_component_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  if (id == PROP_SHOWS_TITLE)
    g_value_set_boolean (value, STUDIO_COMPONENT_VIEW (object)->shows_title);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
studio_component_view_class_init (StudioComponentViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->set_property = studio_component_view_set_property;
  G_OBJECT_CLASS (klass)->get_property = studio_component_view_get_property;
  properties[PROP_SHOWS_TITLE] = g_param_spec_boolean ("shows-title", NULL, NULL, TRUE,
                                                       G_PARAM_READWRITE | G_PARAM_CONSTRUCT | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-component-view.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioComponentView, title);
  gtk_widget_class_bind_template_child (widget_class, StudioComponentView, summary);
  gtk_widget_class_bind_template_child (widget_class, StudioComponentView, formula);
  gtk_widget_class_bind_template_child (widget_class, StudioComponentView, reference);
}

static void
studio_component_view_init (StudioComponentView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
