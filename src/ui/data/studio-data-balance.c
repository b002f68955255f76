/* studio-data-balance.c: number of examples of each class.
 * SPDX-License-Identifier: MIT */

#include "studio-data-balance.h"

#include <glib/gi18n.h>

#include "studio-data-bar.h"
#include "studio-format.h"

/* If there are more classes, only the first are shown. */
#define MOST_CLASSES 30

struct _StudioDataBalance
{
  AdwBin parent_instance;
  GtkGrid *grid;
  GtkWidget *more;
};

G_DEFINE_FINAL_TYPE (StudioDataBalance, studio_data_balance, ADW_TYPE_BIN)

static GtkWidget *
make_bar (double value, double largest, const char *style, const char *name)
{
  GtkWidget *bar = studio_data_bar_new (name);

  gtk_level_bar_set_max_value (GTK_LEVEL_BAR (bar), MAX (largest, 1e-9));
  gtk_level_bar_set_value (GTK_LEVEL_BAR (bar), value);
  gtk_widget_add_css_class (bar, style);
  return bar;
}

static GtkWidget *
make_label (const char *text, float xalign, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 20);
  gtk_widget_add_css_class (label, style);
  return label;
}

static double
get_share (const RensaPreviewPart *part, gint64 class)
{
  return part->n > 0 ? (double) part->class_counts[class] / part->n : 0;
}

static double
find_largest (const RensaPreview *preview)
{
  double largest = 0;

  for (gint64 i = 0; i < preview->n_classes; i++)
    {
      largest = MAX (largest, get_share (&preview->train, i));
      if (preview->test.n > 0)
        largest = MAX (largest, get_share (&preview->test, i));
    }
  return largest;
}

/* Adds a column for the bar and one for the count of a part. Bars show fractions, so that parts of
 * different sizes can be compared. */
static void
attach_part (StudioDataBalance *self, const RensaPreviewPart *part, gint64 class, double largest, int column,
             const char *class_name)
{
  const gboolean is_train = column == 1;
  g_autofree char *count = studio_format_count (part->class_counts[class]);
  /* Translators: a class, and which part of the data is meant. */
  g_autofree char *name = g_strdup_printf (is_train ? _ ("%s, training") : _ ("%s, validation"), class_name);

  gtk_grid_attach (self->grid, make_bar (get_share (part, class), largest, is_train ? "train" : "validation", name),
                   column, class + 1, 1, 1);
  gtk_grid_attach (self->grid, make_label (count, 1, "numeric"), column + 1, class + 1, 1, 1);
}

static void
attach_class (StudioDataBalance *self, const RensaPreview *preview, gint64 class, double largest)
{
  g_autofree char *name = rensa_preview_get_class_name (preview, class);
  GtkWidget *label = make_label (name, 0, "data-class");

  gtk_widget_set_tooltip_text (label, name);
  gtk_grid_attach (self->grid, label, 0, class + 1, 1, 1);
  attach_part (self, &preview->train, class, largest, 1, name);
  if (preview->test.n > 0)
    attach_part (self, &preview->test, class, largest, 3, name);
}

void
studio_data_balance_show (StudioDataBalance *self, const RensaPreview *preview)
{
  const gint64 n = preview != NULL ? MIN (preview->n_classes, MOST_CLASSES) : 0;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->grid))) != NULL)
    gtk_grid_remove (self->grid, child);
  if (preview == NULL)
    return;

  gtk_grid_attach (self->grid, make_label (_ ("Training"), 0, "data-caption"), 1, 0, 2, 1);
  if (preview->test.n > 0)
    gtk_grid_attach (self->grid, make_label (_ ("Validation"), 0, "data-caption"), 3, 0, 2, 1);
  for (gint64 i = 0; i < n; i++)
    attach_class (self, preview, i, find_largest (preview));

  gtk_widget_set_visible (self->more, preview->n_classes > n);
  if (preview->n_classes > n)
    {
      g_autofree char *count = studio_format_count (preview->n_classes - n);
      g_autofree char *text = g_strdup_printf (
          ngettext ("%s more class not shown", "%s more classes not shown", (gulong) (preview->n_classes - n)), count);

      gtk_label_set_label (GTK_LABEL (self->more), text);
    }
}

static void
studio_data_balance_class_init (StudioDataBalanceClass *klass)
{
}

static void
studio_data_balance_init (StudioDataBalance *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->grid = GTK_GRID (gtk_grid_new ());
  gtk_grid_set_column_spacing (self->grid, 12);
  gtk_grid_set_row_spacing (self->grid, 6);
  self->more = make_label (NULL, 0, "dim-label");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->grid));
  gtk_box_append (GTK_BOX (box), self->more);
  gtk_widget_add_css_class (box, "card");
  gtk_widget_add_css_class (box, "data-balance");
  adw_bin_set_child (ADW_BIN (self), box);
}
