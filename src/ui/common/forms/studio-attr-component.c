/* studio-attr-component.c: editor for an attribute that is a component with its own attributes.
 * SPDX-License-Identifier: MIT */

#include "studio-attr-editor.h"
#include "studio-attr-list.h"

#include <glib/gi18n.h>

struct _StudioAttrComponent
{
  StudioAttrEditor parent_instance;

  GtkWidget *control;
  GtkWidget *expander;
  GtkWidget *revealer;
  GtkWidget *list;
  GtkStringList *names;
  gboolean allows_none; /* None is then the first choice */
  RensaAttrs *attrs;    /* attributes of the enclosing component */
};

G_DEFINE_FINAL_TYPE (StudioAttrComponent, studio_attr_component, STUDIO_TYPE_ATTR_EDITOR)

/* Borrowed; NULL for None. */
static RensaAttrs *
get_inner (StudioAttrComponent *self)
{
  const RensaAttrSpec *spec = studio_attr_editor_get_spec (STUDIO_ATTR_EDITOR (self));

  return *(RensaAttrs *const *) ((const char *) rensa_attrs_get_values (self->attrs) + spec->offset);
}

static gboolean
set_inner (gpointer owner, const RensaAttrSpec *spec, const char *text, GError **error)
{
  StudioAttrComponent *self = owner;
  const RensaAttrSpec *outer_spec = studio_attr_editor_get_spec (STUDIO_ATTR_EDITOR (self));
  g_autoptr (RensaAttrs) inner = rensa_attrs_copy (get_inner (self));
  g_autoptr (RensaAttrs) outer = rensa_attrs_copy (self->attrs);
  g_autoptr (RensaJson) json = NULL;
  g_autofree char *whole = NULL;

  if (!rensa_attrs_set_text (inner, spec->name, text, error))
    return FALSE;

  json = rensa_attrs_to_json (inner);
  if (!rensa_attrs_set_json (outer, outer_spec->name, json, error))
    return FALSE;

  whole = rensa_attrs_get_text (outer, outer_spec);
  studio_attr_editor_enter (STUDIO_ATTR_EDITOR (self), whole);
  return TRUE;
}

static void
inner_settled (gpointer owner, const RensaAttrSpec *spec, const char *text)
{
  studio_attr_editor_settle (STUDIO_ATTR_EDITOR (owner));
}

static const StudioAttrTarget inner_target = { set_inner, inner_settled };

static void
on_selected (StudioAttrComponent *self)
{
  const guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->control));

  if (selected == GTK_INVALID_LIST_POSITION)
    return;

  studio_attr_editor_enter (STUDIO_ATTR_EDITOR (self), self->allows_none && selected == 0
                                                           ? "None"
                                                           : gtk_string_list_get_string (self->names, selected));
  studio_attr_editor_settle (STUDIO_ATTR_EDITOR (self));
}

static void
add_expander (StudioAttrComponent *self, GtkWidget *box)
{
  const RensaAttrSpec *spec = studio_attr_editor_get_spec (STUDIO_ATTR_EDITOR (self));
  g_autofree char *label = g_strdup_printf (_ ("Attributes of %s"), spec->name);

  self->expander = gtk_toggle_button_new ();
  gtk_button_set_icon_name (GTK_BUTTON (self->expander), "pan-down-symbolic");
  gtk_widget_set_tooltip_text (self->expander, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->expander), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_box_append (GTK_BOX (box), self->expander);

  self->list = studio_attr_list_new ("attr-nested", &inner_target, self);
  self->revealer = g_object_ref_sink (gtk_revealer_new ());
  gtk_revealer_set_child (GTK_REVEALER (self->revealer), self->list);
  g_object_bind_property (self->expander, "active", self->revealer, "reveal-child", G_BINDING_SYNC_CREATE);
  /* The hidden list must not be reachable by Tab or by a screen reader. */
  g_object_bind_property (self->expander, "active", self->list, "sensitive", G_BINDING_SYNC_CREATE);
}

static void
build (StudioAttrEditor *editor)
{
  StudioAttrComponent *self = STUDIO_ATTR_COMPONENT (editor);
  const RensaAttrSpec *spec = studio_attr_editor_get_spec (editor);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  const RensaComponent *const *components;
  guint n;

  self->allows_none = spec->allow_none || spec->none;
  self->names = gtk_string_list_new (NULL);
  if (self->allows_none)
    gtk_string_list_append (self->names, _ ("None"));
  components = rensa_registry_list (spec->component_kind, &n);
  for (guint i = 0; i < n; i++)
    gtk_string_list_append (self->names, components[i]->name);

  self->control = gtk_drop_down_new (G_LIST_MODEL (self->names), NULL);
  gtk_widget_add_css_class (box, "linked");
  gtk_box_append (GTK_BOX (box), self->control);
  adw_bin_set_child (ADW_BIN (self), box);
  studio_attr_editor_set_control (editor, self->control);
  add_expander (self, box);
  g_signal_connect_swapped (self->control, "notify::selected", G_CALLBACK (on_selected), self);
}

static guint
find_name (StudioAttrComponent *self, const char *name)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->names));

  for (guint i = self->allows_none ? 1 : 0; i < n; i++)
    if (strcmp (gtk_string_list_get_string (self->names, i), name) == 0)
      return i;
  return GTK_INVALID_LIST_POSITION;
}

static void
show (StudioAttrEditor *editor, RensaAttrs *attrs)
{
  StudioAttrComponent *self = STUDIO_ATTR_COMPONENT (editor);
  RensaAttrs *inner;
  const RensaComponent *component;

  g_clear_pointer (&self->attrs, rensa_attrs_unref);
  self->attrs = rensa_attrs_ref (attrs);
  inner = get_inner (self);
  component = inner != NULL ? rensa_attrs_get_component (inner) : NULL;

  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->control), component != NULL   ? find_name (self, component->name)
                                                             : self->allows_none ? 0
                                                                                 : GTK_INVALID_LIST_POSITION);
  gtk_widget_set_visible (self->expander, component != NULL && component->n_attrs > 0);
  studio_attr_list_show (STUDIO_ATTR_LIST (self->list), inner);
}

static void
leave (StudioAttrEditor *editor)
{
  studio_attr_list_settle (STUDIO_ATTR_LIST (STUDIO_ATTR_COMPONENT (editor)->list));
}

static GtkWidget *
get_below (StudioAttrEditor *editor)
{
  return STUDIO_ATTR_COMPONENT (editor)->revealer;
}

static void
studio_attr_component_dispose (GObject *object)
{
  g_clear_object (&STUDIO_ATTR_COMPONENT (object)->revealer);
  G_OBJECT_CLASS (studio_attr_component_parent_class)->dispose (object);
}

static void
studio_attr_component_finalize (GObject *object)
{
  g_clear_pointer (&STUDIO_ATTR_COMPONENT (object)->attrs, rensa_attrs_unref);
  G_OBJECT_CLASS (studio_attr_component_parent_class)->finalize (object);
}

static void
studio_attr_component_class_init (StudioAttrComponentClass *klass)
{
  StudioAttrEditorClass *editor_class = STUDIO_ATTR_EDITOR_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_attr_component_dispose;
  G_OBJECT_CLASS (klass)->finalize = studio_attr_component_finalize;
  editor_class->build = build;
  editor_class->show = show;
  editor_class->leave = leave;
  editor_class->get_below = get_below;
}

static void
studio_attr_component_init (StudioAttrComponent *self)
{
}
