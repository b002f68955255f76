/* studio-attr-list.c: list of rows for the attributes of a component.
 * SPDX-License-Identifier: MIT */

#include "studio-attr-list.h"

#include <glib/gi18n.h>
#include <string.h>

/* With more attributes than this, rarely used ones are folded. */
#define MANY 6

/* @rows: StudioAttrRow, in the order of the component's attributes; @advanced: (nullable): unfolds
 *   the rare ones, which come last */
struct _StudioAttrList
{
  AdwBin parent_instance;

  GtkWidget *list;
  GPtrArray *rows;
  GtkWidget *advanced;
  GtkWidget *arrow;
  gboolean is_open;
  GtkSizeGroup *entries; /* aligns the starts of the entries */
  const StudioAttrTarget *target;
  gpointer owner;
  const RensaComponent *component;
};

G_DEFINE_FINAL_TYPE (StudioAttrList, studio_attr_list, ADW_TYPE_BIN)

static StudioAttrRow *
get_row (StudioAttrList *self, guint i)
{
  return self->rows->pdata[i];
}

static gboolean
folds (const RensaComponent *component)
{
  guint n_rare = 0;

  for (guint i = 0; component->n_attrs > MANY && i < component->n_attrs; i++)
    n_rare += component->attrs[i].is_rare;
  return n_rare > 1;
}

static void
set_open (StudioAttrList *self, gboolean is_open)
{
  self->is_open = is_open;
  if (self->advanced == NULL)
    return;

  gtk_image_set_from_icon_name (GTK_IMAGE (self->arrow), is_open ? "pan-down-symbolic" : "pan-end-symbolic");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->advanced), GTK_ACCESSIBLE_STATE_EXPANDED, is_open, -1);
  for (guint i = 0; i < self->component->n_attrs; i++)
    if (self->component->attrs[i].is_rare)
      gtk_widget_set_visible (self->rows->pdata[i], is_open);
}

static void
add_advanced (StudioAttrList *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (_ ("Advanced"));

  self->advanced = gtk_list_box_row_new ();
  self->arrow = gtk_image_new ();
  gtk_box_append (GTK_BOX (box), self->arrow);
  gtk_box_append (GTK_BOX (box), label);
  gtk_widget_add_css_class (self->advanced, "attr-advanced");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self->advanced), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->advanced), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Advanced"), -1);
  gtk_list_box_append (GTK_LIST_BOX (self->list), self->advanced);
}

static void
clear (StudioAttrList *self)
{
  GtkWidget *child;

  g_ptr_array_set_size (self->rows, 0);
  self->advanced = self->arrow = NULL;
  while ((child = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), child);
}

static void
add_rows (StudioAttrList *self, const RensaComponent *component)
{
  const gboolean is_folded = folds (component);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, component->name, -1);
  for (guint i = 0; i < component->n_attrs; i++)
    {
      GtkWidget *row = studio_attr_row_new (component, &component->attrs[i], self->target, self->owner);

      studio_attr_row_align (STUDIO_ATTR_ROW (row), self->entries);
      g_ptr_array_add (self->rows, row);
    }
  for (guint i = 0; i < component->n_attrs; i++)
    if (!is_folded || !component->attrs[i].is_rare)
      gtk_list_box_append (GTK_LIST_BOX (self->list), self->rows->pdata[i]);
  if (!is_folded)
    return;

  add_advanced (self);
  for (guint i = 0; i < component->n_attrs; i++)
    if (component->attrs[i].is_rare)
      gtk_list_box_append (GTK_LIST_BOX (self->list), self->rows->pdata[i]);
}

/* Returns TRUE if a folded attribute differs from its default. */
static gboolean
has_rare (RensaAttrs *attrs)
{
  const RensaComponent *component = rensa_attrs_get_component (attrs);

  for (guint i = 0; i < component->n_attrs; i++)
    {
      const RensaAttrSpec *spec = &component->attrs[i];

      if (spec->is_rare && rensa_attrs_is_set (attrs, spec) && !rensa_attrs_is_default (attrs, spec))
        return TRUE;
    }
  return FALSE;
}

static void
rebuild (StudioAttrList *self, RensaAttrs *attrs)
{
  clear (self);
  self->component = attrs != NULL ? rensa_attrs_get_component (attrs) : NULL;
  if (attrs != NULL)
    {
      add_rows (self, self->component);
      set_open (self, has_rare (attrs));
    }
  gtk_widget_set_visible (GTK_WIDGET (self), self->rows->len > 0);
}

void
studio_attr_list_show (StudioAttrList *self, RensaAttrs *attrs)
{
  const RensaComponent *component = attrs != NULL ? rensa_attrs_get_component (attrs) : NULL;

  if (component != self->component)
    rebuild (self, attrs);
  for (guint i = 0; i < self->rows->len; i++)
    studio_attr_row_show (get_row (self, i), attrs);
}

void
studio_attr_list_settle (StudioAttrList *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    studio_attr_row_settle (get_row (self, i));
}

StudioAttrRow *
studio_attr_list_get_row (StudioAttrList *self, const char *name)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (strcmp (self->component->attrs[i].name, name) == 0)
      return get_row (self, i);
  return NULL;
}

GtkWidget *
studio_attr_list_reveal (StudioAttrList *self, const char *name)
{
  StudioAttrRow *row = studio_attr_list_get_row (self, name);

  if (row == NULL)
    return NULL;

  if (!gtk_widget_get_visible (GTK_WIDGET (row)))
    set_open (self, TRUE);
  return studio_attr_row_get_control (row);
}

static void
on_row_activated (StudioAttrList *self, GtkWidget *row)
{
  if (row == self->advanced)
    set_open (self, !self->is_open);
  else
    gtk_widget_mnemonic_activate (studio_attr_row_get_control (STUDIO_ATTR_ROW (row)), FALSE);
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
  g_ptr_array_unref (STUDIO_ATTR_LIST (object)->rows);
  g_object_unref (STUDIO_ATTR_LIST (object)->entries);
  G_OBJECT_CLASS (studio_attr_list_parent_class)->finalize (object);
}

static void
studio_attr_list_class_init (StudioAttrListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = studio_attr_list_finalize;
}

static void
studio_attr_list_init (StudioAttrList *self)
{
  self->list = gtk_list_box_new ();
  self->rows = g_ptr_array_new ();
  self->entries = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (self->list, "attr-list");
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (on_row_activated), self);
  adw_bin_set_child (ADW_BIN (self), self->list);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
