/* studio-confusion-cell.c: cell of a confusion matrix.
 * SPDX-License-Identifier: MIT */

#include "studio-confusion-cell.h"

#include <math.h>

#include "rensa-plot.h"
#include "studio-format.h"

/* The colors of the first and the sixth curve, blue and vermilion, which are distinguishable with
 * color blindness. */
#define RIGHT 0
#define WRONG 1

struct _StudioConfusionCell
{
  GtkToggleButton parent_instance;
  gboolean is_right;
  guint count;
  double share;
};

G_DEFINE_FINAL_TYPE (StudioConfusionCell, studio_confusion_cell, GTK_TYPE_TOGGLE_BUTTON)

static void
studio_confusion_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  StudioConfusionCell *self = STUDIO_CONFUSION_CELL (widget);
  const double *colour = rensa_plot_get_colour (self->is_right ? RIGHT : WRONG);
  const GdkRGBA rgba = { (float) colour[0], (float) colour[1], (float) colour[2], (float) (0.6 * sqrt (self->share)) };
  const graphene_rect_t bounds =
      GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget), (float) gtk_widget_get_height (widget));

  if (self->count > 0)
    gtk_snapshot_append_color (snapshot, &rgba, &bounds);
  GTK_WIDGET_CLASS (studio_confusion_cell_parent_class)->snapshot (widget, snapshot);
}

static void
studio_confusion_cell_class_init (StudioConfusionCellClass *klass)
{
  GTK_WIDGET_CLASS (klass)->snapshot = studio_confusion_cell_snapshot;
}

static void
studio_confusion_cell_init (StudioConfusionCell *self)
{
  gtk_button_set_label (GTK_BUTTON (self), "");
  gtk_widget_add_css_class (GTK_WIDGET (self), "confusion-cell");
  gtk_widget_add_css_class (GTK_WIDGET (self), "flat");
  gtk_widget_add_css_class (GTK_WIDGET (self), "numeric");
}

GtkWidget *
studio_confusion_cell_new (gboolean is_right)
{
  StudioConfusionCell *self = g_object_new (STUDIO_TYPE_CONFUSION_CELL, NULL);

  self->is_right = is_right;
  return GTK_WIDGET (self);
}

void
studio_confusion_cell_show (StudioConfusionCell *self, guint count, double share, const char *name)
{
  g_autofree char *text = count > 0 ? studio_format_count (count) : g_strdup ("");

  /* Skips unchanged cells, because each new tooltip queries the display for the pointer position, and
   * the table is refilled often. */
  if (share == self->share && g_strcmp0 (gtk_widget_get_tooltip_text (GTK_WIDGET (self)), name) == 0)
    return;

  self->count = count;
  self->share = share;
  gtk_button_set_label (GTK_BUTTON (self), text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
