/* studio-data-remedies.c: what a person can do where data are not there.
 * SPDX-License-Identifier: MIT */

#include "studio-data-remedies.h"

struct _StudioDataRemedies
{
  AdwBin parent_instance;
  GtkWidget *buttons;
  GtkWidget *choose;
  GtkWidget *fetch;
  GtkWidget *again;
  GtkWidget *running;
  GtkWidget *progress;
  GtkWidget *progress_text;
  GtkWidget *error;
  StudioDownload *download;
};

G_DEFINE_FINAL_TYPE (StudioDataRemedies, studio_data_remedies, ADW_TYPE_BIN)

static void
running_changed (StudioDataRemedies *self)
{
  const gboolean is_running = studio_download_is_running (self->download);

  gtk_widget_set_visible (self->buttons, !is_running);
  gtk_widget_set_visible (self->running, is_running);
}

static void
progress_changed (StudioDataRemedies *self)
{
  double fraction;
  g_autofree char *text = NULL;

  g_object_get (self->download, "fraction", &fraction, "text", &text, NULL);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), MAX (fraction, 0));
  gtk_label_set_label (GTK_LABEL (self->progress_text), text);
}

static void
error_changed (StudioDataRemedies *self)
{
  const char *error = studio_download_get_error (self->download);

  gtk_label_set_label (GTK_LABEL (self->error), error);
  gtk_widget_set_visible (self->error, error != NULL);
}

void
studio_data_remedies_set_download (StudioDataRemedies *self, StudioDownload *download)
{
  self->download = g_object_ref (download);
  g_signal_connect_object (download, "notify::running", G_CALLBACK (running_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (download, "notify::fraction", G_CALLBACK (progress_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (download, "notify::error", G_CALLBACK (error_changed), self, G_CONNECT_SWAPPED);
}

void
studio_data_remedies_show (StudioDataRemedies *self, const RensaPreview *preview)
{
  const gboolean is_file = preview->dataset != NULL && preview->dataset->endings != NULL;

  gtk_widget_set_visible (self->choose, is_file);
  gtk_widget_set_visible (self->fetch, preview->state == RENSA_PREVIEW_ABSENT);
  gtk_widget_set_visible (self->again, preview->state != RENSA_PREVIEW_INCOMPLETE);
  if (preview->state != RENSA_PREVIEW_ABSENT)
    gtk_widget_set_visible (self->error, FALSE);
}

static void
studio_data_remedies_dispose (GObject *object)
{
  g_clear_object (&STUDIO_DATA_REMEDIES (object)->download);
  G_OBJECT_CLASS (studio_data_remedies_parent_class)->dispose (object);
}

static void
studio_data_remedies_class_init (StudioDataRemediesClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = studio_data_remedies_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-data-remedies.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioDataRemedies, buttons);
  gtk_widget_class_bind_template_child (widget_class, StudioDataRemedies, choose);
  gtk_widget_class_bind_template_child (widget_class, StudioDataRemedies, fetch);
  gtk_widget_class_bind_template_child (widget_class, StudioDataRemedies, again);
  gtk_widget_class_bind_template_child (widget_class, StudioDataRemedies, running);
  gtk_widget_class_bind_template_child (widget_class, StudioDataRemedies, progress);
  gtk_widget_class_bind_template_child (widget_class, StudioDataRemedies, progress_text);
  gtk_widget_class_bind_template_child (widget_class, StudioDataRemedies, error);
}

static void
studio_data_remedies_init (StudioDataRemedies *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
