/* studio-try-answer.c: prediction of a model for one example.
 * SPDX-License-Identifier: MIT */

#include "studio-try-answer.h"

#include <glib/gi18n.h>

#include "studio-data-bar.h"
#include "studio-format.h"

/* With more classes, the most probable ones would be hard to find. */
#define MOST_BARS 30

struct _StudioTryAnswer
{
  AdwBin parent_instance;
  GtkWidget *top;
  GtkWidget *detail;
  GtkGrid *grid;
  RensaPreview *preview;
  guint n_bars;
  GtkWidget *bars[MOST_BARS];
  GtkWidget *shares[MOST_BARS];
  int class;
};

G_DEFINE_FINAL_TYPE (StudioTryAnswer, studio_try_answer, ADW_TYPE_BIN)

static void
add_class (StudioTryAnswer *self, guint class)
{
  g_autofree char *name = rensa_preview_get_class_name (self->preview, class);
  GtkWidget *label = gtk_label_new (name);
  GtkWidget *share = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 20);
  gtk_label_set_xalign (GTK_LABEL (share), 1);
  gtk_label_set_width_chars (GTK_LABEL (share), 7);
  gtk_widget_add_css_class (share, "numeric");
  self->bars[class] = studio_data_bar_new (name);
  self->shares[class] = share;
  gtk_grid_attach (self->grid, label, 0, class, 1, 1);
  gtk_grid_attach (self->grid, self->bars[class], 1, class, 1, 1);
  gtk_grid_attach (self->grid, share, 2, class, 1, 1);
}

void
studio_try_answer_set_classes (StudioTryAnswer *self, RensaPreview *preview)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->grid))) != NULL)
    gtk_grid_remove (self->grid, child);
  g_clear_pointer (&self->preview, rensa_preview_unref);
  self->preview = rensa_preview_ref (preview);
  self->n_bars = MIN (preview->n_classes, MOST_BARS);
  for (guint i = 0; i < self->n_bars; i++)
    add_class (self, i);
  studio_try_answer_clear (self);
}

static void
show_share (StudioTryAnswer *self, guint class, double share)
{
  /* Translators: a share in per cent. */
  g_autofree char *text = g_strdup_printf (_ ("%.1f %%"), 100 * share);

  gtk_level_bar_set_value (GTK_LEVEL_BAR (self->bars[class]), CLAMP (share, 0, 1));
  gtk_label_set_label (GTK_LABEL (self->shares[class]), text);
}

static void
show_classes (StudioTryAnswer *self, const float *values, guint n)
{
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;

  self->class = 0;
  for (guint i = 0; i < n; i++)
    if (values[i] > values[self->class])
      self->class = i;
  for (guint i = 0; i < self->n_bars; i++)
    show_share (self, i, i < n ? values[i] : 0);

  name = rensa_preview_get_class_name (self->preview, self->class);
  text = g_strdup_printf (_ ("%.1f %% certain"), 100 * values[self->class]);
  gtk_label_set_label (GTK_LABEL (self->top), name);
  gtk_label_set_label (GTK_LABEL (self->detail), text);
}

static void
show_numbers (StudioTryAnswer *self, const float *values, guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  self->class = -1;
  for (guint i = 0; i < MIN (n, 8); i++)
    {
      g_autofree char *number = studio_format_number (values[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? "  " : "", number);
    }
  gtk_label_set_label (GTK_LABEL (self->top), text->str);
  gtk_label_set_label (GTK_LABEL (self->detail), _ ("predicted"));
}

void
studio_try_answer_show (StudioTryAnswer *self, const float *values, guint n)
{
  if (self->preview->n_classes == 2 && n == 1)
    show_classes (self, (float[]){ 1 - values[0], values[0] }, 2);
  else if (rensa_preview_has_class_of_each (self->preview) && n > 0)
    show_classes (self, values, n);
  else
    show_numbers (self, values, n);
  gtk_widget_remove_css_class (self->detail, "error");
  gtk_widget_set_visible (GTK_WIDGET (self->grid), self->class >= 0);
}

void
studio_try_answer_clear (StudioTryAnswer *self)
{
  self->class = -1;
  for (guint i = 0; i < self->n_bars; i++)
    show_share (self, i, 0);
  gtk_label_set_label (GTK_LABEL (self->top), "–");
  gtk_label_set_label (GTK_LABEL (self->detail), _ ("Draw something or choose an example"));
  gtk_widget_remove_css_class (self->detail, "error");
  gtk_widget_set_visible (GTK_WIDGET (self->grid), self->n_bars > 0);
}

void
studio_try_answer_show_error (StudioTryAnswer *self, const char *sentence)
{
  self->class = -1;
  gtk_label_set_label (GTK_LABEL (self->top), "–");
  gtk_label_set_label (GTK_LABEL (self->detail), sentence);
  gtk_widget_add_css_class (self->detail, "error");
  gtk_widget_set_visible (GTK_WIDGET (self->grid), FALSE);
}

int
studio_try_answer_get_class (StudioTryAnswer *self)
{
  return self->class;
}

static void
studio_try_answer_finalize (GObject *object)
{
  g_clear_pointer (&STUDIO_TRY_ANSWER (object)->preview, rensa_preview_unref);
  G_OBJECT_CLASS (studio_try_answer_parent_class)->finalize (object);
}

static void
studio_try_answer_class_init (StudioTryAnswerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = studio_try_answer_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-try-answer.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioTryAnswer, top);
  gtk_widget_class_bind_template_child (widget_class, StudioTryAnswer, detail);
  gtk_widget_class_bind_template_child (widget_class, StudioTryAnswer, grid);
}

static void
studio_try_answer_init (StudioTryAnswer *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
