/* studio-attr-editor.c: base class of the editors for the value of an attribute.
 * SPDX-License-Identifier: MIT */

#include "studio-attr-editor.h"

typedef struct
{
  const RensaComponent *component;
  const RensaAttrSpec *spec;
  GtkWidget *control;
  gboolean is_showing;
} StudioAttrEditorPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (StudioAttrEditor, studio_attr_editor, ADW_TYPE_BIN)

enum
{
  ENTERED,
  SETTLED,
  LEFT,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static GType (*const types[]) (void) = {
  [RENSA_ATTR_TYPE_BOOL] = studio_attr_switch_get_type,   [RENSA_ATTR_TYPE_INT] = studio_attr_entry_get_type,
  [RENSA_ATTR_TYPE_FLOAT] = studio_attr_entry_get_type,   [RENSA_ATTR_TYPE_STRING] = studio_attr_entry_get_type,
  [RENSA_ATTR_TYPE_CHOICE] = studio_attr_choice_get_type, [RENSA_ATTR_TYPE_INTS] = studio_attr_entry_get_type,
  [RENSA_ATTR_TYPE_DTYPE] = studio_attr_choice_get_type,  [RENSA_ATTR_TYPE_INDEX] = studio_attr_entry_get_type,
  [RENSA_ATTR_TYPE_ARRAY] = studio_attr_entry_get_type,   [RENSA_ATTR_TYPE_COMPONENT] = studio_attr_component_get_type,
};

static void
studio_attr_editor_class_init (StudioAttrEditorClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  signals[ENTERED] =
      g_signal_new ("entered", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SETTLED] = g_signal_new ("settled", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[LEFT] = g_signal_new ("left", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
studio_attr_editor_init (StudioAttrEditor *self)
{
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
}

StudioAttrEditor *
studio_attr_editor_new (const RensaComponent *component, const RensaAttrSpec *spec)
{
  StudioAttrEditor *self = g_object_new (types[spec->type](), NULL);
  StudioAttrEditorPrivate *priv = studio_attr_editor_get_instance_private (self);

  priv->component = component;
  priv->spec = spec;
  STUDIO_ATTR_EDITOR_GET_CLASS (self)->build (self);
  return self;
}

void
studio_attr_editor_show (StudioAttrEditor *self, RensaAttrs *attrs)
{
  StudioAttrEditorPrivate *priv = studio_attr_editor_get_instance_private (self);

  priv->is_showing = TRUE;
  STUDIO_ATTR_EDITOR_GET_CLASS (self)->show (self, attrs);
  priv->is_showing = FALSE;
}

void
studio_attr_editor_set_placeholder (StudioAttrEditor *self, const char *text)
{
  StudioAttrEditorClass *klass = STUDIO_ATTR_EDITOR_GET_CLASS (self);

  if (klass->set_placeholder != NULL)
    klass->set_placeholder (self, text);
}

void
studio_attr_editor_leave (StudioAttrEditor *self)
{
  StudioAttrEditorClass *klass = STUDIO_ATTR_EDITOR_GET_CLASS (self);

  if (klass->leave != NULL)
    klass->leave (self);
}

void
studio_attr_editor_set_refused (StudioAttrEditor *self, gboolean is_refused)
{
  StudioAttrEditorPrivate *priv = studio_attr_editor_get_instance_private (self);

  if (is_refused)
    gtk_widget_add_css_class (priv->control, "error");
  else
    gtk_widget_remove_css_class (priv->control, "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (priv->control), GTK_ACCESSIBLE_STATE_INVALID,
                               is_refused ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

GtkWidget *
studio_attr_editor_get_below (StudioAttrEditor *self)
{
  StudioAttrEditorClass *klass = STUDIO_ATTR_EDITOR_GET_CLASS (self);

  return klass->get_below != NULL ? klass->get_below (self) : NULL;
}

GtkWidget *
studio_attr_editor_get_control (StudioAttrEditor *self)
{
  StudioAttrEditorPrivate *priv = studio_attr_editor_get_instance_private (self);

  return priv->control;
}

const RensaComponent *
studio_attr_editor_get_component (StudioAttrEditor *self)
{
  StudioAttrEditorPrivate *priv = studio_attr_editor_get_instance_private (self);

  return priv->component;
}

const RensaAttrSpec *
studio_attr_editor_get_spec (StudioAttrEditor *self)
{
  StudioAttrEditorPrivate *priv = studio_attr_editor_get_instance_private (self);

  return priv->spec;
}

void
studio_attr_editor_set_control (StudioAttrEditor *self, GtkWidget *control)
{
  StudioAttrEditorPrivate *priv = studio_attr_editor_get_instance_private (self);

  priv->control = control;
  gtk_accessible_update_property (GTK_ACCESSIBLE (control), GTK_ACCESSIBLE_PROPERTY_LABEL, priv->spec->name, -1);
}

void
studio_attr_editor_enter (StudioAttrEditor *self, const char *text)
{
  StudioAttrEditorPrivate *priv = studio_attr_editor_get_instance_private (self);

  if (!priv->is_showing)
    g_signal_emit (self, signals[ENTERED], 0, text);
}

void
studio_attr_editor_settle (StudioAttrEditor *self)
{
  StudioAttrEditorPrivate *priv = studio_attr_editor_get_instance_private (self);

  if (!priv->is_showing)
    g_signal_emit (self, signals[SETTLED], 0);
}

void
studio_attr_editor_tell_left (StudioAttrEditor *self)
{
  g_signal_emit (self, signals[LEFT], 0);
}
