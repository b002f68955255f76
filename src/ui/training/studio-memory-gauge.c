/* studio-memory-gauge.c: memory usage of a run on its device.
 * SPDX-License-Identifier: MIT */

#include "studio-memory-gauge.h"

#include <glib/gi18n.h>

#include "studio-data-bar.h"
#include "studio-format.h"
#include "studio-run.h"
#include "studio-watch.h"

/* Width of the mark at the peak, in pixels. */
#define MARK_WIDTH 2

struct _StudioMemoryGauge
{
  AdwBin parent_instance;

  GtkLabel *device;
  GtkOverlay *overlay;
  GtkWidget *bar;
  GtkLabel *figures;
  StudioRun *run;
  double peak; /* As a fraction of the total */
};

G_DEFINE_FINAL_TYPE (StudioMemoryGauge, studio_memory_gauge, ADW_TYPE_BIN)

enum
{
  PROP_RUN = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* For the template. */
static gboolean
place_peak (GtkOverlay *overlay, GtkWidget *mark, GdkRectangle *place, StudioMemoryGauge *self)
{
  const int width = gtk_widget_get_width (self->bar);
  const int at = (int) (self->peak * width) - MARK_WIDTH;

  *place =
      (GdkRectangle){ CLAMP (at, 0, MAX (width - MARK_WIDTH, 0)), 0, MARK_WIDTH, gtk_widget_get_height (self->bar) };
  return TRUE;
}

static void
show_figures (StudioMemoryGauge *self, const RensaWorkerStatus *status)
{
  const double all = (double) status->device_bytes;
  g_autofree char *live = studio_format_bytes ((gint64) status->use.live_bytes);
  g_autofree char *peak = studio_format_bytes ((gint64) status->use.peak_bytes);
  g_autofree char *total = studio_format_bytes ((gint64) status->device_bytes);
  /* Translators: of memory: "1.2 GiB in use · 3.4 GiB at peak · 79.6 GiB in all" */
  g_autofree char *text = g_strdup_printf (_ ("%s in use · %s peak · %s total"), live, peak, total);

  self->peak = MIN ((double) status->use.peak_bytes / all, 1);
  gtk_level_bar_set_value (GTK_LEVEL_BAR (self->bar), MIN ((double) status->use.live_bytes / all, 1));
  gtk_widget_queue_allocate (GTK_WIDGET (self->overlay));
  gtk_label_set_label (self->figures, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

static void
update (StudioMemoryGauge *self)
{
  RensaWorkerStatus status = { 0 };
  const char *device;
  gboolean is_seen;

  if (self->run != NULL)
    studio_run_get_status (self->run, &status);
  is_seen = self->run != NULL && studio_run_is_live (self->run) && status.device_bytes > 0;
  gtk_widget_set_visible (GTK_WIDGET (self), is_seen);
  if (!is_seen)
    return;

  device = rensa_run_get_device (studio_run_get_record (self->run));
  gtk_label_set_label (self->device, device);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), device);
  show_figures (self, &status);
}

static void
studio_memory_gauge_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_object (value, STUDIO_MEMORY_GAUGE (object)->run);
}

static void
studio_memory_gauge_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  g_set_object (&STUDIO_MEMORY_GAUGE (object)->run, g_value_get_object (value));
}

static void
studio_memory_gauge_dispose (GObject *object)
{
  g_clear_object (&STUDIO_MEMORY_GAUGE (object)->run);
  G_OBJECT_CLASS (studio_memory_gauge_parent_class)->dispose (object);
}

static void
studio_memory_gauge_class_init (StudioMemoryGaugeClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = studio_memory_gauge_get_property;
  object_class->set_property = studio_memory_gauge_set_property;
  object_class->dispose = studio_memory_gauge_dispose;
  properties[PROP_RUN] =
      g_param_spec_object ("run", NULL, NULL, STUDIO_TYPE_RUN, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-memory-gauge.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioMemoryGauge, device);
  gtk_widget_class_bind_template_child (widget_class, StudioMemoryGauge, overlay);
  gtk_widget_class_bind_template_child (widget_class, StudioMemoryGauge, figures);
  gtk_widget_class_bind_template_callback (widget_class, place_peak);
  gtk_widget_class_bind_template_callback (widget_class, update);
  studio_watch_keep (widget_class, "run_watch");
}

static void
studio_memory_gauge_init (StudioMemoryGauge *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->bar = studio_data_bar_new (_ ("Device Memory"));
  gtk_overlay_set_child (self->overlay, self->bar);
  update (self);
}
