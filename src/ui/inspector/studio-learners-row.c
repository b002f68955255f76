/* studio-learners-row.c: row to choose the models that learn.
 * SPDX-License-Identifier: MIT */

#include "studio-learners-row.h"

#include <glib/gi18n.h>

struct _StudioLearnersRow
{
  AdwPreferencesRow parent_instance;

  GtkWidget *box;
  GPtrArray *checks;
  gboolean is_showing;
};

G_DEFINE_FINAL_TYPE (StudioLearnersRow, studio_learners_row, ADW_TYPE_PREFERENCES_ROW)

enum
{
  CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static const char *
get_name (gpointer check)
{
  return g_object_get_data (G_OBJECT (check), "name");
}

static void
on_toggled (StudioLearnersRow *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) chosen = NULL;
  g_autofree char *names = NULL;

  if (self->is_showing)
    return;
  for (guint i = 0; i < self->checks->len; i++)
    if (gtk_check_button_get_active (self->checks->pdata[i]))
      g_strv_builder_add (builder, get_name (self->checks->pdata[i]));
  chosen = g_strv_builder_end (builder);
  names = g_strv_length (chosen) < self->checks->len ? g_strjoinv (", ", chosen) : NULL;
  g_signal_emit (self, signals[CHOSEN], 0, names);
}

static void
add_check (StudioLearnersRow *self, const char *name)
{
  GtkWidget *check = gtk_check_button_new ();
  GtkWidget *label = gtk_label_new (name);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_check_button_set_child (GTK_CHECK_BUTTON (check), label);
  g_object_set_data_full (G_OBJECT (check), "name", g_strdup (name), g_free);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect_swapped (check, "toggled", G_CALLBACK (on_toggled), self);
  gtk_box_append (GTK_BOX (self->box), check);
  g_ptr_array_add (self->checks, check);
}

static gboolean
has_names (StudioLearnersRow *self, const char *const *names)
{
  if (g_strv_length ((char **) names) != self->checks->len)
    return FALSE;
  for (guint i = 0; names[i] != NULL; i++)
    if (strcmp (get_name (self->checks->pdata[i]), names[i]) != 0)
      return FALSE;
  return TRUE;
}

static void
fill (StudioLearnersRow *self, const char *const *names)
{
  for (guint i = 0; i < self->checks->len; i++)
    gtk_box_remove (GTK_BOX (self->box), self->checks->pdata[i]);
  g_ptr_array_set_size (self->checks, 0);
  for (guint i = 0; names[i] != NULL; i++)
    add_check (self, names[i]);
}

void
studio_learners_row_show (StudioLearnersRow *self, const char *const *names, const char *const *chosen)
{
  self->is_showing = TRUE;
  if (!has_names (self, names))
    fill (self, names);
  for (guint i = 0; i < self->checks->len; i++)
    gtk_check_button_set_active (self->checks->pdata[i], g_strv_contains (chosen, get_name (self->checks->pdata[i])));
  self->is_showing = FALSE;
}

GtkWidget *
studio_learners_row_new (void)
{
  return g_object_new (STUDIO_TYPE_LEARNERS_ROW, NULL);
}

static void
studio_learners_row_finalize (GObject *object)
{
  g_ptr_array_unref (STUDIO_LEARNERS_ROW (object)->checks);
  G_OBJECT_CLASS (studio_learners_row_parent_class)->finalize (object);
}

static void
studio_learners_row_class_init (StudioLearnersRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = studio_learners_row_finalize;
  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
studio_learners_row_init (StudioLearnersRow *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *title = gtk_label_new (_ ("Models to Train"));

  self->checks = g_ptr_array_new ();
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_set_valign (title, GTK_ALIGN_START);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_add_css_class (row, "learners");
  gtk_box_append (GTK_BOX (row), title);
  gtk_box_append (GTK_BOX (row), self->box);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), row);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->box), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Models to Train"), -1);
}
