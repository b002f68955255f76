/* studio-attr-choice.c: editor for an attribute that is one of several words.
 * SPDX-License-Identifier: MIT */

#include "studio-attr-editor.h"

struct _StudioAttrChoice
{
  StudioAttrEditor parent_instance;

  GtkWidget *control;
  GtkStringList *words;
};

G_DEFINE_FINAL_TYPE (StudioAttrChoice, studio_attr_choice, STUDIO_TYPE_ATTR_EDITOR)

static void
on_selected (StudioAttrChoice *self)
{
  const guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->control));

  if (selected == GTK_INVALID_LIST_POSITION)
    return;

  studio_attr_editor_enter (STUDIO_ATTR_EDITOR (self), gtk_string_list_get_string (self->words, selected));
  studio_attr_editor_settle (STUDIO_ATTR_EDITOR (self));
}

static void
build (StudioAttrEditor *editor)
{
  StudioAttrChoice *self = STUDIO_ATTR_CHOICE (editor);
  const RensaAttrSpec *spec = studio_attr_editor_get_spec (editor);

  self->words = gtk_string_list_new (spec->choices);
  if (spec->type == RENSA_ATTR_TYPE_DTYPE)
    for (RensaDtype dtype = 0; dtype < RENSA_N_DTYPES; dtype++)
      gtk_string_list_append (self->words, rensa_dtype_get_name (dtype));

  self->control = gtk_drop_down_new (G_LIST_MODEL (self->words), NULL);
  adw_bin_set_child (ADW_BIN (self), self->control);
  studio_attr_editor_set_control (editor, self->control);
  g_signal_connect_swapped (self->control, "notify::selected", G_CALLBACK (on_selected), self);
}

static void
show (StudioAttrEditor *editor, RensaAttrs *attrs)
{
  StudioAttrChoice *self = STUDIO_ATTR_CHOICE (editor);
  g_autoptr (RensaJson) value = rensa_attrs_get_json (attrs, studio_attr_editor_get_spec (editor));
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->words));
  guint selected = GTK_INVALID_LIST_POSITION;

  for (guint i = 0; value != NULL && i < n; i++)
    if (strcmp (gtk_string_list_get_string (self->words, i), json_object_get_string (value)) == 0)
      selected = i;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->control), selected);
}

static void
studio_attr_choice_class_init (StudioAttrChoiceClass *klass)
{
  StudioAttrEditorClass *editor_class = STUDIO_ATTR_EDITOR_CLASS (klass);

  editor_class->build = build;
  editor_class->show = show;
}

static void
studio_attr_choice_init (StudioAttrChoice *self)
{
}
