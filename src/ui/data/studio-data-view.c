/* studio-data-view.c: shows the examples of a preview.
 * SPDX-License-Identifier: MIT */

#include "studio-data-view.h"

#include <glib/gi18n.h>

#include "studio-data-pictures.h"
#include "studio-data-scatter.h"
#include "studio-data-table.h"
#include "studio-data-text.h"
#include "studio-format.h"

struct _StudioDataView
{
  AdwBin parent_instance;
  GtkWidget *shown;
  GtkWidget *stages;
  GtkWidget *original;
  GtkWidget *validation;
  GtkWidget *training;
  GtkStack *forms;
  StudioDataPictures *pictures;
  StudioDataScatter *scatter;
  StudioDataTable *table;
  StudioDataText *text;
  RensaPreview *preview; /* preview of the examples before the preprocessing */
};

G_DEFINE_FINAL_TYPE (StudioDataView, studio_data_view, ADW_TYPE_BIN)

/* Only the form of the preview shows examples; the others show nothing. */
static void
show_form (StudioDataView *self, RensaPreview *preview, const RensaPreviewPart *part)
{
  const RensaPreviewForm form = preview != NULL ? preview->form : RENSA_PREVIEW_TABLE;
  GtkWidget *shown = GTK_WIDGET (self->scatter);

  if (form == RENSA_PREVIEW_PICTURES)
    shown = GTK_WIDGET (self->pictures);
  else if (form == RENSA_PREVIEW_TEXT)
    shown = GTK_WIDGET (self->text);
  else if (form == RENSA_PREVIEW_TABLE)
    shown = GTK_WIDGET (self->table);

  studio_data_pictures_show (self->pictures, shown == GTK_WIDGET (self->pictures) ? preview : NULL, part);
  studio_data_text_show (self->text, shown == GTK_WIDGET (self->text) ? preview : NULL, part);
  studio_data_table_show (self->table, shown == GTK_WIDGET (self->table) ? preview : NULL, part);
  studio_data_scatter_show (self->scatter, shown == GTK_WIDGET (self->scatter) ? preview : NULL, part);
  gtk_stack_set_visible_child (self->forms, shown);
}

static gboolean
has_prepared (StudioDataView *self)
{
  return self->preview->prepared != NULL && self->preview->prepared->state == RENSA_PREVIEW_READY;
}

static void
show_part (StudioDataView *self)
{
  const gboolean is_original = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->original));
  const gboolean is_validation = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->validation));
  RensaPreview *preview = has_prepared (self) && !is_original ? self->preview->prepared : self->preview;
  const RensaPreviewPart *part = is_validation ? &preview->test : &preview->train;
  g_autofree char *shown = studio_format_count (part->n_shown);
  g_autofree char *all = studio_format_count (part->n);
  g_autofree char *text = NULL;

  if (part->n_shown < part->n)
    /* Translators: how many examples are shown, and how many there are. */
    text = g_strdup_printf (_ ("The first %s of %s examples"), shown, all);
  else
    text = studio_format_examples (part->n);
  gtk_label_set_label (GTK_LABEL (self->shown), text);
  show_form (self, preview, part);
}

static void
part_toggled (StudioDataView *self)
{
  if (self->preview != NULL)
    show_part (self);
}

void
studio_data_view_show (StudioDataView *self, RensaPreview *preview)
{
  RensaPreview *before = self->preview;

  self->preview = preview != NULL ? rensa_preview_ref (preview) : NULL;
  if (preview == NULL)
    show_form (self, NULL, NULL);
  else
    {
      gtk_widget_set_visible (self->stages, has_prepared (self));
      gtk_widget_set_sensitive (self->validation, preview->test.n > 0);
      if (preview->test.n == 0)
        gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->training), TRUE);
      show_part (self);
    }
  g_clear_pointer (&before, rensa_preview_unref);
}

static void
studio_data_view_dispose (GObject *object)
{
  g_clear_pointer (&STUDIO_DATA_VIEW (object)->preview, rensa_preview_unref);
  G_OBJECT_CLASS (studio_data_view_parent_class)->dispose (object);
}

static void
studio_data_view_class_init (StudioDataViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_data_view_dispose;
  g_type_ensure (STUDIO_TYPE_DATA_PICTURES);
  g_type_ensure (STUDIO_TYPE_DATA_SCATTER);
  g_type_ensure (STUDIO_TYPE_DATA_TABLE);
  g_type_ensure (STUDIO_TYPE_DATA_TEXT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-data-view.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioDataView, shown);
  gtk_widget_class_bind_template_child (widget_class, StudioDataView, stages);
  gtk_widget_class_bind_template_child (widget_class, StudioDataView, original);
  gtk_widget_class_bind_template_child (widget_class, StudioDataView, training);
  gtk_widget_class_bind_template_child (widget_class, StudioDataView, validation);
  gtk_widget_class_bind_template_child (widget_class, StudioDataView, forms);
  gtk_widget_class_bind_template_child (widget_class, StudioDataView, pictures);
  gtk_widget_class_bind_template_child (widget_class, StudioDataView, scatter);
  gtk_widget_class_bind_template_child (widget_class, StudioDataView, table);
  gtk_widget_class_bind_template_child (widget_class, StudioDataView, text);
  gtk_widget_class_bind_template_callback (widget_class, part_toggled);
}

static void
studio_data_view_init (StudioDataView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
