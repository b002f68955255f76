/* studio-fit.c: predictions of numbers compared with their labels.
 * SPDX-License-Identifier: MIT */

#include "studio-fit.h"

#include <math.h>

#include <glib/gi18n.h>

#include "studio-fit-plot.h"
#include "studio-format.h"

struct _StudioFit
{
  AdwBin parent_instance;
  GtkLabel *summary;
  StudioFitPlot *plot;
  RensaPreview *preview;
  const RensaPreviewPart *part;
};

G_DEFINE_FINAL_TYPE (StudioFit, studio_fit, ADW_TYPE_BIN)

gboolean
studio_fit_takes (const RensaPreview *preview)
{
  const RensaType *label = preview->n_fields > 1 ? &preview->fields[preview->n_fields - 1] : NULL;

  return preview->n_classes == 0 && label != NULL && label->n_sequences == 0 && rensa_shape_count (&label->shape) == 1
         && preview->train.labels != NULL && preview->train.answers == NULL;
}

guint
studio_fit_measure (const float *labels, const float *predictions, guint n, double *mean_error, double *r2)
{
  double mean = 0, error = 0, squares = 0, variance = 0;
  guint count = 0;

  for (guint i = 0; i < n; i++)
    if (isfinite (labels[i]) && isfinite (predictions[i]))
      {
        const double difference = (double) predictions[i] - labels[i];

        /* Welford's algorithm, because labels may be large, such as years. */
        const double distance = labels[i] - mean;

        mean += distance / ++count;
        variance += distance * (labels[i] - mean);
        error += fabs (difference);
        squares += difference * difference;
      }
  *mean_error = count > 0 ? error / count : NAN;
  *r2 = variance > 0 ? 1 - squares / variance : NAN;
  return count;
}

/* "45 validation examples", "the first 1,000 of 2,000 training examples" */
static char *
name_examples (StudioFit *self)
{
  const gboolean is_validation = self->part == &self->preview->test;
  g_autofree char *shown = studio_format_count (self->part->n_shown);
  g_autofree char *all = studio_format_count (self->part->n);

  if ((gint64) self->part->n_shown == self->part->n)
    return g_strdup_printf (is_validation
                                ? ngettext ("%s validation example", "%s validation examples", self->part->n_shown)
                                : ngettext ("%s training example", "%s training examples", self->part->n_shown),
                            shown);
  return g_strdup_printf (
      is_validation ? _ ("First %s of %s validation examples") : _ ("First %s of %s training examples"), shown, all);
}

static char *
word_summary (StudioFit *self, const float *predictions)
{
  double mean_error, r2;
  const guint n = studio_fit_measure (self->part->labels, predictions, self->part->n_shown, &mean_error, &r2);
  g_autofree char *examples = name_examples (self);
  g_autofree char *error = studio_format_number (mean_error);
  g_autofree char *digits = isnan (r2) ? NULL : g_strdup_printf ("%.2f", r2);
  g_autofree char *share = digits != NULL ? studio_format_decimal (digits) : NULL;

  if (n == 0)
    return g_strdup (_ ("The model does not output numbers."));
  if (share == NULL)
    /* Translators: %1$s is "45 validation examples", %2$s a number. */
    return g_strdup_printf (_ ("%1$s: off by %2$s on average"), examples, error);
  /* Translators: %1$s is "45 validation examples", %2$s and %3$s are numbers; R² is the coefficient of determination. */
  return g_strdup_printf (_ ("%1$s: off by %2$s on average, R² %3$s"), examples, error, share);
}

void
studio_fit_answer (StudioFit *self, const float *values, guint n)
{
  g_autofree float *predictions = NULL;
  g_autofree char *summary = NULL;
  guint width;

  if (self->part == NULL || self->part->n_shown == 0 || n < self->part->n_shown || n % self->part->n_shown != 0)
    return;
  width = n / self->part->n_shown;
  predictions = g_new (float, self->part->n_shown);
  for (guint i = 0; i < self->part->n_shown; i++)
    predictions[i] = values[i * width];
  summary = word_summary (self, predictions);
  gtk_label_set_label (self->summary, summary);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->plot), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, summary, -1);
  studio_fit_plot_show (self->plot, self->part->labels, predictions, self->part->n_shown);
}

void
studio_fit_set_examples (StudioFit *self, RensaPreview *preview, const RensaPreviewPart *part)
{
  RensaPreview *before = self->preview;

  self->preview = rensa_preview_ref (preview);
  self->part = part;
  g_clear_pointer (&before, rensa_preview_unref);
  gtk_label_set_label (self->summary, "");
  studio_fit_plot_show (self->plot, NULL, NULL, 0);
}

static void
studio_fit_finalize (GObject *object)
{
  g_clear_pointer (&STUDIO_FIT (object)->preview, rensa_preview_unref);
  G_OBJECT_CLASS (studio_fit_parent_class)->finalize (object);
}

static void
studio_fit_class_init (StudioFitClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = studio_fit_finalize;
}

static void
studio_fit_init (StudioFit *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *frame = gtk_aspect_frame_new (0, 0, 1, FALSE);
  GtkWidget *summary = gtk_label_new (NULL);

  self->summary = GTK_LABEL (summary);
  gtk_label_set_wrap (self->summary, TRUE);
  gtk_label_set_xalign (self->summary, 0);
  gtk_widget_add_css_class (summary, "numeric");
  self->plot = STUDIO_FIT_PLOT (studio_fit_plot_new ());
  gtk_aspect_frame_set_child (GTK_ASPECT_FRAME (frame), GTK_WIDGET (self->plot));
  gtk_widget_set_vexpand (frame, TRUE);
  gtk_box_append (GTK_BOX (box), summary);
  gtk_box_append (GTK_BOX (box), frame);
  adw_bin_set_child (ADW_BIN (self), box);
}
