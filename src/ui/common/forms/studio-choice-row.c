/* studio-choice-row.c: row with a choice of names.
 * SPDX-License-Identifier: MIT */

#include "studio-choice-row.h"

#include "studio-widget.h"

/* Names may be much wider than the row and its list. */
#define MOST_CHARS 14
#define MOST_LISTED_CHARS 40

struct _StudioChoiceRow
{
  AdwActionRow parent_instance;

  GtkWidget *control;
  GtkStringList *names;
  int max_chars;
  gboolean is_showing;
};

G_DEFINE_FINAL_TYPE (StudioChoiceRow, studio_choice_row, ADW_TYPE_ACTION_ROW)

enum
{
  CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
on_selected (StudioChoiceRow *self)
{
  const guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->control));
  g_autofree char *name = NULL;

  if (self->is_showing || selected == GTK_INVALID_LIST_POSITION)
    return;
  name = g_strdup (gtk_string_list_get_string (self->names, selected));
  g_signal_emit (self, signals[CHOSEN], 0, name);
}

static gboolean
has_names (StudioChoiceRow *self, const char *const *names, guint n)
{
  if (g_list_model_get_n_items (G_LIST_MODEL (self->names)) != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (strcmp (gtk_string_list_get_string (self->names, i), names[i]) != 0)
      return FALSE;
  return TRUE;
}

void
studio_choice_row_show (StudioChoiceRow *self, const char *const *names, const char *chosen)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  guint selected = GTK_INVALID_LIST_POSITION;

  for (guint i = 0; names[i] != NULL; i++)
    g_ptr_array_add (all, (gpointer) names[i]);
  if (chosen != NULL && !g_strv_contains (names, chosen))
    g_ptr_array_add (all, (gpointer) chosen);
  for (guint i = 0; i < all->len; i++)
    if (g_strcmp0 (all->pdata[i], chosen) == 0)
      selected = i;
  g_ptr_array_add (all, NULL);

  self->is_showing = TRUE;
  if (!has_names (self, (const char *const *) all->pdata, all->len - 1))
    gtk_string_list_splice (self->names, 0, g_list_model_get_n_items (G_LIST_MODEL (self->names)),
                            (const char *const *) all->pdata);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->control), selected);
  self->is_showing = FALSE;
}

static void
set_up_item (GtkListItemFactory *factory, GtkListItem *item, StudioChoiceRow *self)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_list_item_set_child (item, label);
}

static GtkLabel *
show_name (GtkListItem *item, const char *name)
{
  GtkWidget *label = gtk_list_item_get_child (item);

  gtk_label_set_label (GTK_LABEL (label), name);
  gtk_widget_set_tooltip_text (label, name);
  return GTK_LABEL (label);
}

static void
bind_chosen (GtkListItemFactory *factory, GtkListItem *item, StudioChoiceRow *self)
{
  const char *name = gtk_string_object_get_string (gtk_list_item_get_item (item));

  gtk_label_set_max_width_chars (show_name (item, name), self->max_chars);
}

/* The list is as wide as the button unless its labels need more. */
static void
bind_listed (GtkListItemFactory *factory, GtkListItem *item, StudioChoiceRow *self)
{
  const char *name = gtk_string_object_get_string (gtk_list_item_get_item (item));

  gtk_label_set_width_chars (show_name (item, name), (int) MIN (g_utf8_strlen (name, -1), MOST_LISTED_CHARS));
}

void
studio_choice_row_set_max_chars (StudioChoiceRow *self, int max_chars)
{
  self->max_chars = max_chars;
}

GtkWidget *
studio_choice_row_new (const char *title)
{
  return g_object_new (STUDIO_TYPE_CHOICE_ROW, "title", title, NULL);
}

static void
studio_choice_row_class_init (StudioChoiceRowClass *klass)
{
  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
studio_choice_row_init (StudioChoiceRow *self)
{
  g_autoptr (GtkListItemFactory) factory =
      studio_factory_new (G_CALLBACK (set_up_item), G_CALLBACK (bind_chosen), NULL, self);
  g_autoptr (GtkListItemFactory) list_factory =
      studio_factory_new (G_CALLBACK (set_up_item), G_CALLBACK (bind_listed), NULL, self);

  self->max_chars = MOST_CHARS;
  self->names = gtk_string_list_new (NULL);
  self->control = gtk_drop_down_new (G_LIST_MODEL (self->names), NULL);
  gtk_drop_down_set_factory (GTK_DROP_DOWN (self->control), factory);
  gtk_drop_down_set_list_factory (GTK_DROP_DOWN (self->control), list_factory);
  gtk_widget_set_valign (self->control, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (self->control, "notify::selected", G_CALLBACK (on_selected), self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), self->control);
  /* This also makes the title the control's name. */
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (self), self->control);
}
