/* studio-preferences-dialog.c: preferences for all projects.
 * SPDX-License-Identifier: MIT */

#include "studio-preferences-dialog.h"

#include <glib/gi18n.h>

#include "rensa-dataset.h"
#include "rensa-store.h"
#include "studio-device-row.h"
#include "studio-folder-row.h"
#include "studio-preferences.h"

struct _StudioPreferencesDialog
{
  AdwPreferencesWindow parent_instance;

  GSettings *settings;

  AdwComboRow *appearance;
  AdwComboRow *interface;
  AdwActionRow *threads_row;
  GtkSpinButton *threads;
  StudioDeviceRow *device;
  StudioFolderRow *runs;
  StudioFolderRow *datasets;
  GtkSwitch *autosave;
};

G_DEFINE_FINAL_TYPE (StudioPreferencesDialog, studio_preferences_dialog, ADW_TYPE_PREFERENCES_WINDOW)

/* Names in the order of the template. */
static const char *const appearances[] = { "system", "light", "dark" };

static const char *const interfaces[] = { "simple", "full" };

/* Maps the texts of a key to their indices in @texts. */
typedef struct
{
  const char *const *texts;
  guint n;
} Choice;

static const Choice appearance_choice = { appearances, G_N_ELEMENTS (appearances) };
static const Choice interface_choice = { interfaces, G_N_ELEMENTS (interfaces) };

static gboolean
get_choice (GValue *value, GVariant *variant, gpointer data)
{
  const Choice *choice = data;

  for (guint i = 0; i < choice->n; i++)
    if (g_str_equal (choice->texts[i], g_variant_get_string (variant, NULL)))
      g_value_set_uint (value, i);
  return TRUE;
}

static GVariant *
set_choice (const GValue *value, const GVariantType *type, gpointer data)
{
  const Choice *choice = data;
  const guint i = g_value_get_uint (value);

  return i < choice->n ? g_variant_new_string (choice->texts[i]) : NULL;
}

static void
bind_choice (StudioPreferencesDialog *self, const char *key, AdwComboRow *row, const Choice *choice)
{
  g_settings_bind_with_mapping (self->settings, key, row, "selected", G_SETTINGS_BIND_DEFAULT, get_choice, set_choice,
                                (gpointer) choice, NULL);
}

static void
bind_interface (StudioPreferencesDialog *self)
{
  const char *variable = studio_preferences_find_variable (STUDIO_PREFERENCE_INTERFACE);
  g_autofree char *sentence = NULL;

  bind_choice (self, STUDIO_PREFERENCE_INTERFACE, self->interface, &interface_choice);
  if (variable == NULL)
    return;
  sentence = g_strdup_printf (_ ("Set by the environment variable %s"), variable);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->interface), sentence);
  gtk_widget_set_sensitive (GTK_WIDGET (self->interface), FALSE);
}

/* Shows 0, which means no limit, as a word. */
static gboolean
show_threads (GtkSpinButton *threads)
{
  const int n = gtk_spin_button_get_value_as_int (threads);
  g_autofree char *text = n > 0 ? g_strdup_printf ("%d", n) : g_strdup (_ ("All"));

  if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (threads)), text))
    gtk_editable_set_text (GTK_EDITABLE (threads), text);
  return TRUE;
}

static int
read_threads (GtkSpinButton *threads, double *value)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (threads));

  if (g_utf8_collate (text, _ ("All")) != 0)
    return FALSE;
  *value = 0;
  return TRUE;
}

static void
bind_threads (StudioPreferencesDialog *self)
{
  const char *variable = studio_preferences_find_variable (STUDIO_PREFERENCE_THREADS);

  g_settings_bind (self->settings, STUDIO_PREFERENCE_THREADS, self->threads, "value", G_SETTINGS_BIND_DEFAULT);
  if (variable != NULL)
    {
      g_autofree char *sentence = g_strdup_printf (_ ("Set by the environment variable %s"), variable);

      adw_action_row_set_subtitle (self->threads_row, sentence);
      gtk_widget_set_sensitive (GTK_WIDGET (self->threads), FALSE);
    }
}

static void
show_device (StudioPreferencesDialog *self)
{
  g_autofree char *name = studio_preferences_dup_device ();

  studio_device_row_show (self->device, name, NULL, NULL);
}

static void
device_chosen (StudioPreferencesDialog *self, const char *name)
{
  g_settings_set_string (self->settings, STUDIO_PREFERENCE_DEVICE, name);
}

static void
bind_folders (StudioPreferencesDialog *self, const char *runs)
{
  g_autofree char *usual_runs = g_build_filename (g_get_user_data_dir (), "rensa", "runs", NULL);
  g_autofree char *usual_datasets = rensa_dataset_root_new ();
  g_autofree char *chosen_datasets = studio_preferences_dup_folder (STUDIO_PREFERENCE_DATASETS);

  studio_folder_row_bind (self->runs, self->settings, STUDIO_PREFERENCE_RUNS, usual_runs,
                          runs != NULL ? runs : usual_runs, _ ("Takes effect when Rensa is restarted"));
  studio_folder_row_bind (self->datasets, self->settings, STUDIO_PREFERENCE_DATASETS, usual_datasets,
                          chosen_datasets != NULL ? chosen_datasets : usual_datasets,
                          _ ("Applies to projects opened from now on"));
}

static void
bind (StudioPreferencesDialog *self, const char *runs)
{
  bind_choice (self, "appearance", self->appearance, &appearance_choice);
  bind_interface (self);
  g_settings_bind (self->settings, STUDIO_PREFERENCE_AUTOSAVE, self->autosave, "active", G_SETTINGS_BIND_DEFAULT);
  g_signal_connect_object (self->settings, "changed::" STUDIO_PREFERENCE_DEVICE, G_CALLBACK (show_device), self,
                           G_CONNECT_SWAPPED);
  bind_threads (self);
  bind_folders (self, runs);
  show_device (self);
}

GtkWidget *
studio_preferences_dialog_new (GtkWindow *parent, GSettings *settings, const char *runs)
{
  StudioPreferencesDialog *self = g_object_new (STUDIO_TYPE_PREFERENCES_DIALOG, "transient-for", parent, NULL);

  self->settings = g_object_ref (settings);
  bind (self, runs);
  return GTK_WIDGET (self);
}

static void
studio_preferences_dialog_finalize (GObject *object)
{
  g_clear_object (&STUDIO_PREFERENCES_DIALOG (object)->settings);
  G_OBJECT_CLASS (studio_preferences_dialog_parent_class)->finalize (object);
}

static void
studio_preferences_dialog_class_init (StudioPreferencesDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = studio_preferences_dialog_finalize;
  g_type_ensure (STUDIO_TYPE_DEVICE_ROW);
  g_type_ensure (STUDIO_TYPE_FOLDER_ROW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-preferences-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioPreferencesDialog, appearance);
  gtk_widget_class_bind_template_child (widget_class, StudioPreferencesDialog, interface);
  gtk_widget_class_bind_template_child (widget_class, StudioPreferencesDialog, threads_row);
  gtk_widget_class_bind_template_child (widget_class, StudioPreferencesDialog, threads);
  gtk_widget_class_bind_template_child (widget_class, StudioPreferencesDialog, device);
  gtk_widget_class_bind_template_child (widget_class, StudioPreferencesDialog, runs);
  gtk_widget_class_bind_template_child (widget_class, StudioPreferencesDialog, datasets);
  gtk_widget_class_bind_template_child (widget_class, StudioPreferencesDialog, autosave);
  gtk_widget_class_bind_template_callback (widget_class, show_threads);
  gtk_widget_class_bind_template_callback (widget_class, read_threads);
  gtk_widget_class_bind_template_callback (widget_class, device_chosen);
}

static void
studio_preferences_dialog_init (StudioPreferencesDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
