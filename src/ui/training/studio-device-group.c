/* studio-device-group.c: settings of the training device.
 * SPDX-License-Identifier: MIT */

#include "studio-device-group.h"

#include <glib/gi18n.h>

#include "studio-device-row.h"
#include "studio-training-words.h"

struct _StudioDeviceGroup
{
  AdwPreferencesGroup parent_instance;
  StudioDeviceRow *device;
  AdwActionRow *tf32_row;
  GtkSwitch *tf32;
  gboolean shows_tf32; /* The document's setting */
};

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StudioDeviceGroup, studio_device_group, ADW_TYPE_PREFERENCES_GROUP)

static void
show_device (StudioDeviceGroup *self, RensaDocument *shown, RensaDocument *other, gboolean is_running,
             const char *problem)
{
  const char *name = studio_device_read (shown);
  const char *there = other != NULL ? studio_device_read (other) : name;
  g_autofree char *device = g_str_equal (name, there) ? NULL : g_strdup_printf (_ ("Device %s"), there);
  g_autofree char *difference = studio_training_word_difference (is_running, device);

  studio_device_row_show (self->device, name, problem, difference);
}

/* The switch is shown only for a GPU, or if it is on. */
static void
show_tf32 (StudioDeviceGroup *self, RensaDocument *shown, RensaDocument *other, gboolean is_running)
{
  const gboolean is_on = studio_device_read_tf32 (shown);
  const gboolean differs = other != NULL && studio_device_read_tf32 (other) != is_on;
  const char *hint = _ ("Rounds the factors of float32 products to 10 bits: faster, but less accurate");
  g_autofree char *difference = studio_training_word_difference (is_running, !differs ? NULL
                                                                             : is_on  ? _ ("TF32 off")
                                                                                      : _ ("TF32 on"));
  g_autofree char *text = g_strconcat (hint, difference != NULL ? "\n" : NULL, difference, NULL);

  gtk_widget_set_visible (GTK_WIDGET (self->tf32_row), is_on || !g_str_equal (studio_device_read (shown), "cpu"));
  adw_action_row_set_subtitle (self->tf32_row, text);
  self->shows_tf32 = is_on;
  gtk_switch_set_active (self->tf32, is_on);
}

void
studio_device_group_show (StudioDeviceGroup *self, RensaDocument *shown, RensaDocument *other, gboolean is_running,
                          const char *problem)
{
  show_device (self, shown, other, is_running, problem);
  show_tf32 (self, shown, other, is_running);
}

GtkWidget *
studio_device_group_find_row (StudioDeviceGroup *self, const char *place)
{
  return g_str_has_prefix (place, "tf32") ? GTK_WIDGET (self->tf32_row) : GTK_WIDGET (self->device);
}

static void
device_chosen (StudioDeviceGroup *self, const char *name)
{
  g_signal_emit (self, signals[CHOSEN], 0, "device", name);
}

static void
tf32_chosen (StudioDeviceGroup *self)
{
  const gboolean is_on = gtk_switch_get_active (self->tf32);

  if (is_on != self->shows_tf32)
    g_signal_emit (self, signals[CHOSEN], 0, "tf32", is_on ? "true" : "false");
}

static void
studio_device_group_class_init (StudioDeviceGroupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
  g_type_ensure (STUDIO_TYPE_DEVICE_ROW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-device-group.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioDeviceGroup, device);
  gtk_widget_class_bind_template_child (widget_class, StudioDeviceGroup, tf32_row);
  gtk_widget_class_bind_template_child (widget_class, StudioDeviceGroup, tf32);
  gtk_widget_class_bind_template_callback (widget_class, device_chosen);
  gtk_widget_class_bind_template_callback (widget_class, tf32_chosen);
}

static void
studio_device_group_init (StudioDeviceGroup *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
