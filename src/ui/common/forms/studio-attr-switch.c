/* studio-attr-switch.c: editor for an attribute that is true or false.
 * SPDX-License-Identifier: MIT */

#include "studio-attr-editor.h"

struct _StudioAttrSwitch
{
  StudioAttrEditor parent_instance;

  GtkWidget *control;
};

G_DEFINE_FINAL_TYPE (StudioAttrSwitch, studio_attr_switch, STUDIO_TYPE_ATTR_EDITOR)

static void
on_toggled (StudioAttrSwitch *self)
{
  studio_attr_editor_enter (STUDIO_ATTR_EDITOR (self),
                            gtk_switch_get_active (GTK_SWITCH (self->control)) ? "True" : "False");
  studio_attr_editor_settle (STUDIO_ATTR_EDITOR (self));
}

static void
build (StudioAttrEditor *editor)
{
  StudioAttrSwitch *self = STUDIO_ATTR_SWITCH (editor);

  self->control = gtk_switch_new ();
  gtk_widget_set_halign (GTK_WIDGET (self), GTK_ALIGN_END);
  adw_bin_set_child (ADW_BIN (self), self->control);
  studio_attr_editor_set_control (editor, self->control);
  g_signal_connect_swapped (self->control, "notify::active", G_CALLBACK (on_toggled), self);
}

static void
show (StudioAttrEditor *editor, RensaAttrs *attrs)
{
  StudioAttrSwitch *self = STUDIO_ATTR_SWITCH (editor);
  const RensaAttrSpec *spec = studio_attr_editor_get_spec (editor);
  g_autoptr (RensaJson) value = rensa_attrs_get_json (attrs, spec);

  gtk_switch_set_active (GTK_SWITCH (self->control), json_object_get_boolean (value));
}

static void
studio_attr_switch_class_init (StudioAttrSwitchClass *klass)
{
  StudioAttrEditorClass *editor_class = STUDIO_ATTR_EDITOR_CLASS (klass);

  editor_class->build = build;
  editor_class->show = show;
}

static void
studio_attr_switch_init (StudioAttrSwitch *self)
{
}
