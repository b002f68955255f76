/* studio-data-remedies.c: actions for the user if data are missing.
 * SPDX-License-Identifier: MIT */

#include "studio-data-remedies.h"

#include "studio-closures.h"
#include "studio-data-page-private.h"
#include "studio-wrap-layout.h"

struct _StudioDataRemedies
{
  AdwBin parent_instance;
  GtkWidget *changes;
  GtkWidget *choose;
  GtkWidget *choose_folder;
  GtkWidget *fetch;
  GtkWidget *again;
  GtkWidget *error;
  StudioDownload *download;
  RensaPreview *preview; /* keeps the changes */
};

G_DEFINE_FINAL_TYPE (StudioDataRemedies, studio_data_remedies, ADW_TYPE_BIN)

enum
{
  PROP_DOWNLOAD = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint chosen_signal;

/* For the template. */
static double
read_share (StudioDataRemedies *self, double fraction)
{
  return MAX (fraction, 0);
}

static void
change_clicked (GtkWidget *button, gpointer change)
{
  g_signal_emit (gtk_widget_get_ancestor (button, STUDIO_TYPE_DATA_REMEDIES), chosen_signal, 0, change);
}

static void
suggest (GtkWidget *button, gboolean is_suggested)
{
  if (is_suggested)
    gtk_widget_add_css_class (button, "suggested-action");
  else
    gtk_widget_remove_css_class (button, "suggested-action");
}

/* The first one is the most common choice. */
static void
show_changes (StudioDataRemedies *self, const RensaDataNote *note)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->changes)) != NULL)
    gtk_widget_unparent (child);
  for (guint i = 0; note != NULL && i < note->changes->len; i++)
    {
      const RensaDataChange *change = note->changes->pdata[i];

      child = gtk_button_new_with_label (change->label);
      gtk_widget_add_css_class (child, "pill");
      if (i == 0)
        gtk_widget_add_css_class (child, "suggested-action");
      g_signal_connect (child, "clicked", G_CALLBACK (change_clicked), (gpointer) change);
      gtk_widget_set_parent (child, self->changes);
    }
  gtk_widget_set_visible (self->changes, note != NULL && note->changes->len > 0);
  suggest (self->choose, note == NULL || note->changes->len == 0);
}

void
studio_data_remedies_show (StudioDataRemedies *self, RensaPreview *preview)
{
  const gboolean is_file = preview->dataset != NULL && preview->dataset->endings != NULL;
  RensaPreview *before = self->preview;

  self->preview = rensa_preview_ref (preview);
  show_changes (self, rensa_data_notes_find (preview->notes, RENSA_DATA_REMEDY));
  g_clear_pointer (&before, rensa_preview_unref);

  gtk_widget_set_visible (self->choose, is_file);
  gtk_widget_set_visible (self->choose_folder, preview->dataset != NULL
                                                   && studio_data_page_takes_folder (preview->dataset)
                                                   && (preview->state == RENSA_PREVIEW_ABSENT
                                                       || studio_data_page_needs_path (preview->dataset)));
  suggest (self->choose_folder, preview->state == RENSA_PREVIEW_INCOMPLETE);
  gtk_widget_set_visible (self->fetch, preview->state == RENSA_PREVIEW_ABSENT);
  gtk_widget_set_visible (self->again, preview->state != RENSA_PREVIEW_INCOMPLETE);
  if (preview->state != RENSA_PREVIEW_ABSENT)
    gtk_widget_set_visible (self->error, FALSE);
}

static void
studio_data_remedies_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_object (value, STUDIO_DATA_REMEDIES (object)->download);
}

static void
studio_data_remedies_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  g_set_object (&STUDIO_DATA_REMEDIES (object)->download, g_value_get_object (value));
}

static void
studio_data_remedies_dispose (GObject *object)
{
  StudioDataRemedies *self = STUDIO_DATA_REMEDIES (object);

  if (self->changes != NULL)
    show_changes (self, NULL);
  self->changes = NULL;
  g_clear_pointer (&self->preview, rensa_preview_unref);
  g_clear_object (&self->download);
  G_OBJECT_CLASS (studio_data_remedies_parent_class)->dispose (object);
}

static void
studio_data_remedies_class_init (StudioDataRemediesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->get_property = studio_data_remedies_get_property;
  G_OBJECT_CLASS (klass)->set_property = studio_data_remedies_set_property;
  G_OBJECT_CLASS (klass)->dispose = studio_data_remedies_dispose;
  properties[PROP_DOWNLOAD] =
      g_param_spec_object ("download", NULL, NULL, STUDIO_TYPE_DOWNLOAD, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);
  chosen_signal = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, G_TYPE_POINTER);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-data-remedies.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioDataRemedies, changes);
  gtk_widget_class_bind_template_child (widget_class, StudioDataRemedies, choose);
  gtk_widget_class_bind_template_child (widget_class, StudioDataRemedies, choose_folder);
  gtk_widget_class_bind_template_child (widget_class, StudioDataRemedies, fetch);
  gtk_widget_class_bind_template_child (widget_class, StudioDataRemedies, again);
  gtk_widget_class_bind_template_child (widget_class, StudioDataRemedies, error);
  studio_closures_bind (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, read_share);
}

static void
studio_data_remedies_init (StudioDataRemedies *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_layout_manager (self->changes, studio_wrap_layout_new (12));
}
