/* studio-folder-row.c: row to choose a folder.
 * SPDX-License-Identifier: MIT */

#include "studio-folder-row.h"

#include <glib/gi18n.h>

#include "rensa-file.h"
#include "studio-file-chooser.h"
#include "studio-preferences.h"

struct _StudioFolderRow
{
  AdwActionRow parent_instance;

  GSettings *settings;
  char *key;
  char *usual;
  char *used;
  char *later;

  GtkWidget *choose;
  GtkWidget *reset;
  GtkFileChooserNative *chooser; /* NULL unless it is open */
};

G_DEFINE_FINAL_TYPE (StudioFolderRow, studio_folder_row, ADW_TYPE_ACTION_ROW)

static void
show (StudioFolderRow *self, const char *path, const char *sentence)
{
  g_autofree char *shown = rensa_file_dup_shown_name (path);
  g_autofree char *text = g_strconcat (shown, sentence != NULL ? "\n" : NULL, sentence, NULL);
  g_autofree char *markup = g_markup_escape_text (text, -1);

  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), markup);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->choose), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
update (StudioFolderRow *self)
{
  const char *variable = studio_preferences_find_variable (self->key);
  g_autofree char *chosen = studio_preferences_dup_folder (self->key);
  const char *path = variable != NULL ? self->used : chosen != NULL ? chosen : self->usual;
  g_autofree char *overridden =
      variable != NULL ? g_strdup_printf (_ ("Set by the environment variable %s"), variable) : NULL;

  show (self, path, overridden != NULL ? overridden : g_str_equal (path, self->used) ? NULL : self->later);
  gtk_widget_set_sensitive (self->choose, variable == NULL);
  gtk_widget_set_visible (self->reset, chosen != NULL);
}

gboolean
studio_folder_row_choose (StudioFolderRow *self, const char *path, GError **error)
{
  if (!studio_preferences_check_folder (path, error))
    return FALSE;
  g_settings_set_string (self->settings, self->key, path);
  return TRUE;
}

static void
chosen (GtkNativeDialog *dialog, int response, StudioFolderRow *self)
{
  g_autoptr (GFile) folder = studio_file_chooser_dup_file (dialog, response);
  const char *path = folder != NULL ? g_file_peek_path (folder) : NULL;
  g_autoptr (GError) error = NULL;

  if (path != NULL && !studio_folder_row_choose (self, path, &error))
    {
      g_autofree char *markup = g_markup_escape_text (error->message, -1);

      adw_preferences_window_add_toast (ADW_PREFERENCES_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                        adw_toast_new (markup));
    }
  g_clear_object (&self->chooser);
}

static void
choose_clicked (StudioFolderRow *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  g_clear_object (&self->chooser);
  self->chooser = gtk_file_chooser_native_new (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (self)),
                                               GTK_WINDOW (root), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, NULL, NULL);
  studio_file_chooser_show (self->chooser, G_CALLBACK (chosen), self);
}

static void
reset_clicked (StudioFolderRow *self)
{
  g_settings_reset (self->settings, self->key);
  gtk_widget_grab_focus (self->choose);
}

void
studio_folder_row_bind (StudioFolderRow *self, GSettings *settings, const char *key, const char *usual,
                        const char *used, const char *later)
{
  g_autofree char *changed = g_strconcat ("changed::", key, NULL);

  self->settings = g_object_ref (settings);
  self->key = g_strdup (key);
  self->usual = g_strdup (usual);
  self->used = g_strdup (used);
  self->later = g_strdup (later);
  g_signal_connect_object (settings, changed, G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

static void
studio_folder_row_dispose (GObject *object)
{
  StudioFolderRow *self = STUDIO_FOLDER_ROW (object);

  if (self->chooser != NULL)
    gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (self->chooser));
  g_clear_object (&self->chooser);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (studio_folder_row_parent_class)->dispose (object);
}

static void
studio_folder_row_finalize (GObject *object)
{
  StudioFolderRow *self = STUDIO_FOLDER_ROW (object);

  g_free (self->key);
  g_free (self->usual);
  g_free (self->used);
  g_free (self->later);
  G_OBJECT_CLASS (studio_folder_row_parent_class)->finalize (object);
}

static void
studio_folder_row_class_init (StudioFolderRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_folder_row_dispose;
  G_OBJECT_CLASS (klass)->finalize = studio_folder_row_finalize;
}

static GtkWidget *
add_button (StudioFolderRow *self, const char *icon, const char *label, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, label);
  g_signal_connect_swapped (button, "clicked", clicked, self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), button);
  return button;
}

static void
studio_folder_row_init (StudioFolderRow *self)
{
  self->reset = add_button (self, "edit-undo-symbolic", _ ("Use the Default Folder"), G_CALLBACK (reset_clicked));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->reset), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Use the Default Folder"), -1);
  /* The row's name labels this button. */
  self->choose = add_button (self, "folder-open-symbolic", _ ("Choose Folder"), G_CALLBACK (choose_clicked));
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (self), 0);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (self), self->choose);
}
