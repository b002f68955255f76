/* studio-attr-list.c: the rows of one component's attributes.
 * SPDX-License-Identifier: MIT */

#include "studio-attr-list.h"

struct _StudioAttrList
{
  AdwBin parent_instance;

  GtkWidget *list;
  GtkSizeGroup *entries; /* begin below each other */
  const StudioAttrTarget *target;
  gpointer owner;
  const RensaComponent *component;
};

G_DEFINE_FINAL_TYPE (StudioAttrList, studio_attr_list, ADW_TYPE_BIN)

static StudioAttrRow *
get_row (StudioAttrList *self, guint i)
{
  return STUDIO_ATTR_ROW (gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), (int) i));
}

static void
rebuild (StudioAttrList *self, const RensaComponent *component)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), child);

  self->component = component;
  if (component != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, component->name, -1);
  for (guint i = 0; component != NULL && i < component->n_attrs; i++)
    {
      GtkWidget *row = studio_attr_row_new (component, &component->attrs[i], self->target, self->owner);

      studio_attr_row_align (STUDIO_ATTR_ROW (row), self->entries);
      gtk_list_box_append (GTK_LIST_BOX (self->list), row);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), component != NULL && component->n_attrs > 0);
}

void
studio_attr_list_show (StudioAttrList *self, RensaAttrs *attrs)
{
  const RensaComponent *component = attrs != NULL ? rensa_attrs_get_component (attrs) : NULL;

  if (component != self->component)
    rebuild (self, component);
  for (guint i = 0; component != NULL && i < component->n_attrs; i++)
    studio_attr_row_show (get_row (self, i), attrs);
}

void
studio_attr_list_settle (StudioAttrList *self)
{
  for (guint i = 0; self->component != NULL && i < self->component->n_attrs; i++)
    studio_attr_row_settle (get_row (self, i));
}

StudioAttrRow *
studio_attr_list_get_row (StudioAttrList *self, const char *name)
{
  for (guint i = 0; self->component != NULL && i < self->component->n_attrs; i++)
    if (strcmp (self->component->attrs[i].name, name) == 0)
      return get_row (self, i);
  return NULL;
}

static void
on_row_activated (StudioAttrList *self, StudioAttrRow *row)
{
  gtk_widget_mnemonic_activate (studio_attr_row_get_control (row), FALSE);
}

GtkWidget *
studio_attr_list_new (const char *style, const StudioAttrTarget *target, gpointer owner)
{
  StudioAttrList *self = g_object_new (STUDIO_TYPE_ATTR_LIST, NULL);

  self->target = target;
  self->owner = owner;
  if (style != NULL)
    gtk_widget_add_css_class (self->list, style);
  return GTK_WIDGET (self);
}

static void
studio_attr_list_finalize (GObject *object)
{
  g_object_unref (STUDIO_ATTR_LIST (object)->entries);
  G_OBJECT_CLASS (studio_attr_list_parent_class)->finalize (object);
}

static void
studio_attr_list_class_init (StudioAttrListClass *class)
{
  G_OBJECT_CLASS (class)->finalize = studio_attr_list_finalize;
}

static void
studio_attr_list_init (StudioAttrList *self)
{
  self->list = gtk_list_box_new ();
  self->entries = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (self->list, "attr-list");
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (on_row_activated), self);
  adw_bin_set_child (ADW_BIN (self), self->list);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
