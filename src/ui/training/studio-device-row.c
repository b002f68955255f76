/* studio-device-row.c: row to choose the training device.
 * SPDX-License-Identifier: MIT */

#include "studio-device-row.h"

#include <glib/gi18n.h>

#include "studio-devices.h"
#include "studio-format.h"

#define CPU "cpu"

struct _StudioDeviceRow
{
  AdwActionRow parent_instance;

  GtkWidget *icon; /* shown next to a problem */
  GtkWidget *control;
  GtkStringList *labels;
  GPtrArray *names;   /* One for each label */
  GPtrArray *devices; /* StudioDevice; NULL until loaded */
  gboolean is_asked;
  gboolean is_showing;

  char *name;
  char *problem;
  char *difference;
};

G_DEFINE_FINAL_TYPE (StudioDeviceRow, studio_device_row, ADW_TYPE_ACTION_ROW)

enum
{
  CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* "cuda" means the first device of its class. */
static gboolean
is_called (const StudioDevice *device, const char *name)
{
  g_autofree char *first = g_strconcat (name, ":0", NULL);

  return device->why_not == NULL && (g_str_equal (device->name, name) || g_str_equal (device->name, first));
}

static const StudioDevice *
find_device (StudioDeviceRow *self, const char *name)
{
  for (guint i = 0; self->devices != NULL && i < self->devices->len; i++)
    if (is_called (self->devices->pdata[i], name))
      return self->devices->pdata[i];
  return NULL;
}

/* Returns the reason why there is no GPU; NULL if there is one, or while unknown. */
static const char *
find_reason (StudioDeviceRow *self)
{
  for (guint i = 0; self->devices != NULL && i < self->devices->len; i++)
    {
      const StudioDevice *device = self->devices->pdata[i];

      if (device->why_not != NULL)
        return device->why_not;
    }
  return NULL;
}

static const char *
get_model (StudioDeviceRow *self, const char *name)
{
  const StudioDevice *device = find_device (self, name);

  if (g_str_equal (name, CPU))
    return _ ("CPU");
  return device != NULL && device->model != NULL ? device->model : name;
}

/* Returns "NVIDIA H100, 78 GiB (cuda:0)", which distinguishes several devices of the same model. */
static char *
make_label (StudioDeviceRow *self, const char *name)
{
  const StudioDevice *device = find_device (self, name);
  g_autofree char *memory = device != NULL ? studio_format_bytes ((gint64) device->n_bytes) : NULL;

  if (g_str_equal (name, CPU))
    return g_strdup (_ ("CPU"));
  if (device == NULL || device->model == NULL)
    return self->problem != NULL ? g_strdup_printf (_ ("%s (not available)"), name) : g_strdup (name);
  return g_strdup_printf ("%s, %s (%s)", device->model, memory, device->name);
}

/* Returns the problem, or details of the device; and the reason why the machine has no GPU, if it
 * has none. */
static char *
make_details (StudioDeviceRow *self)
{
  const StudioDevice *device = find_device (self, self->name);
  const char *reason = find_reason (self);
  g_autofree char *memory = device != NULL ? studio_format_bytes ((gint64) device->n_bytes) : NULL;
  g_autoptr (GString) text = g_string_new (self->problem);

  if (self->problem == NULL && device != NULL && g_str_equal (self->name, CPU) && reason == NULL)
    g_string_append (text, device->model);
  if (self->problem == NULL && device != NULL && !g_str_equal (self->name, CPU))
    g_string_append_printf (text, "%s · %s", memory, device->name);
  if (reason != NULL && (self->problem != NULL || g_str_equal (self->name, CPU)))
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", reason);
  if (self->difference != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", self->difference);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
update_texts (StudioDeviceRow *self)
{
  const char *model = get_model (self, self->name);
  g_autofree char *details = make_details (self);
  g_autofree char *title = g_markup_escape_text (model, -1);
  g_autofree char *subtitle = g_markup_escape_text (details, -1);
  g_autofree char *description = g_strdup_printf ("%s\n%s", model, details);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), subtitle);
  gtk_widget_set_visible (self->icon, self->problem != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->control), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

static void
add_choice (StudioDeviceRow *self, const char *name)
{
  g_autofree char *label = make_label (self, name);

  gtk_string_list_append (self->labels, label);
  g_ptr_array_add (self->names, g_strdup (name));
}

static void
update_choices (StudioDeviceRow *self)
{
  const StudioDevice *chosen = find_device (self, self->name);
  guint selected = 0;

  self->is_showing = TRUE;
  gtk_string_list_splice (self->labels, 0, self->names->len, NULL);
  g_ptr_array_set_size (self->names, 0);
  add_choice (self, CPU);
  for (guint i = 0; self->devices != NULL && i < self->devices->len; i++)
    {
      const StudioDevice *device = self->devices->pdata[i];

      if (device->why_not == NULL && !g_str_equal (device->name, CPU) && (!device->is_hidden || device == chosen))
        add_choice (self, device->name);
    }
  if (chosen == NULL && !g_str_equal (self->name, CPU))
    add_choice (self, self->name);
  g_ptr_array_find_with_equal_func (self->names, chosen != NULL ? chosen->name : self->name, g_str_equal, &selected);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->control), selected);
  self->is_showing = FALSE;
  /* Hides the button if there is no other choice. */
  gtk_widget_set_visible (self->control, self->names->len > 1);
}

static void
update (StudioDeviceRow *self)
{
  update_choices (self);
  update_texts (self);
}

void
studio_device_row_show (StudioDeviceRow *self, const char *name, const char *problem, const char *difference)
{
  if (g_str_equal (self->name, name) && g_strcmp0 (self->problem, problem) == 0
      && g_strcmp0 (self->difference, difference) == 0)
    return;

  g_free (self->name);
  g_free (self->problem);
  g_free (self->difference);
  self->name = g_strdup (name);
  self->problem = g_strdup (problem);
  self->difference = g_strdup (difference);
  update (self);
}

static void
on_selected (StudioDeviceRow *self)
{
  const guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->control));
  g_autofree char *name = NULL;

  if (self->is_showing || selected == GTK_INVALID_LIST_POSITION)
    return;
  name = g_strdup (self->names->pdata[selected]);
  g_signal_emit (self, signals[CHOSEN], 0, name);
}

static void
on_loaded (GObject *object, GAsyncResult *result, gpointer data)
{
  StudioDeviceRow *self = STUDIO_DEVICE_ROW (object);

  self->devices = studio_devices_finish (result);
  update (self);
}

/* Loads the devices when the row is first shown, because GPU drivers are slow. */
static void
studio_device_row_map (GtkWidget *widget)
{
  StudioDeviceRow *self = STUDIO_DEVICE_ROW (widget);

  GTK_WIDGET_CLASS (studio_device_row_parent_class)->map (widget);
  if (!self->is_asked)
    studio_devices_load (G_OBJECT (self), on_loaded, NULL);
  self->is_asked = TRUE;
}

static void
studio_device_row_finalize (GObject *object)
{
  StudioDeviceRow *self = STUDIO_DEVICE_ROW (object);

  g_ptr_array_unref (self->names);
  g_clear_pointer (&self->devices, g_ptr_array_unref);
  g_free (self->name);
  g_free (self->problem);
  g_free (self->difference);
  G_OBJECT_CLASS (studio_device_row_parent_class)->finalize (object);
}

static void
studio_device_row_class_init (StudioDeviceRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = studio_device_row_finalize;
  widget_class->map = studio_device_row_map;
  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-device-row.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioDeviceRow, icon);
  gtk_widget_class_bind_template_child (widget_class, StudioDeviceRow, control);
  gtk_widget_class_bind_template_child (widget_class, StudioDeviceRow, labels);
  gtk_widget_class_bind_template_callback (widget_class, on_selected);
}

static void
studio_device_row_init (StudioDeviceRow *self)
{
  self->name = g_strdup (CPU);
  self->names = g_ptr_array_new_with_free_func (g_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_add_css_class (gtk_widget_get_first_child (self->control), "flat");
  update (self);
}
