/* studio-window-save.c: saves or discards the window's project.
 * SPDX-License-Identifier: MIT */

#include <glib/gi18n.h>

#include "rensa-file.h"
#include "studio-recent.h"
#include "studio-window-private.h"

#define SUFFIX ".rensa"

/* Returns a value that changes with every write; NULL if there is no file. */
static char *
get_file_state (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_ETAG_VALUE "," G_FILE_ATTRIBUTE_STANDARD_SIZE,
                                                  G_FILE_QUERY_INFO_NONE, NULL, NULL);

  return info != NULL
             ? g_strdup_printf ("%s %" G_GOFFSET_FORMAT, g_file_info_get_etag (info), g_file_info_get_size (info))
             : NULL;
}

void
studio_window_note_file (StudioWindow *self)
{
  const char *path = self->project != NULL ? studio_project_get_path (self->project) : NULL;

  g_free (self->file_state);
  self->file_state = path != NULL ? get_file_state (path) : NULL;
}

static void
finish_saving (StudioWindow *self)
{
  void (*after) (StudioWindow *) = g_steal_pointer (&self->intent.next);

  if (after != NULL)
    after (self);
}

static void choose_place (StudioWindow *self);

static void
failure_answered (AdwMessageDialog *dialog, const char *response, StudioWindow *self)
{
  if (g_str_equal (response, "save-as"))
    choose_place (self);
  else
    self->intent.next = NULL;
}

/* Offers another location, because the user's work must be saved somewhere. */
static void
tell_failure (StudioWindow *self, const char *sentence)
{
  AdwMessageDialog *dialog =
      studio_window_ask (self, _ ("Project Not Saved"), sentence, _ ("_Close"), G_CALLBACK (failure_answered));

  adw_message_dialog_add_response (dialog, "save-as", _ ("Save _As…"));
  adw_message_dialog_set_response_appearance (dialog, "save-as", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "save-as");
}

static void
save_to (StudioWindow *self, const char *path)
{
  g_autofree char *kept = g_strdup (path);
  g_autofree char *name = rensa_file_dup_shown_basename (path);
  g_autofree char *told = g_strdup_printf (_ ("Saved as “%s”"), name);
  g_autoptr (GError) error = NULL;

  if (!studio_project_save (self->project, kept, &error))
    {
      tell_failure (self, error->message);
      return;
    }
  studio_window_note_file (self);
  studio_recent_add (kept);
  studio_window_toast (self, told);
  finish_saving (self);
}

static void
place_chosen (StudioWindow *self, GFile *file)
{
  if (file != NULL)
    studio_window_save_as (self, file);
  else
    self->intent.next = NULL;
}

static void
choose_place (StudioWindow *self)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      _ ("Save Project"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), _ ("_Cancel"));
  const char *path = studio_project_get_path (self->project);
  g_autoptr (GFile) file = path != NULL ? g_file_new_for_path (path) : NULL;
  g_autofree char *name = path != NULL ? rensa_file_dup_shown_basename (path)
                                       : g_strconcat (studio_project_get_title (self->project), SUFFIX, NULL);

  studio_window_add_filters (chooser);
  if (file != NULL)
    gtk_file_chooser_set_file (GTK_FILE_CHOOSER (chooser), file, NULL);
  /* The chooser ignores the name of a file that no longer exists, so sets it explicitly. */
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), g_strdelimit (name, G_DIR_SEPARATOR_S, '-'));
  studio_window_choose_file (self, chooser, place_chosen);
}

static void
replacing_answered (AdwMessageDialog *dialog, const char *response, StudioWindow *self)
{
  if (g_str_equal (response, "replace"))
    save_to (self, self->intent.file);
  else if (g_str_equal (response, "save-as"))
    choose_place (self);
  else
    self->intent.next = NULL;
}

static void
ask_to_replace (StudioWindow *self, const char *path, const char *heading, const char *sentence)
{
  AdwMessageDialog *dialog =
      studio_window_ask (self, heading, sentence, _ ("_Cancel"), G_CALLBACK (replacing_answered));

  g_free (self->intent.file);
  self->intent.file = g_strdup (path);
  adw_message_dialog_add_responses (dialog, "save-as", _ ("Save _As…"), "replace", _ ("_Replace"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "replace", ADW_RESPONSE_DESTRUCTIVE);
}

static void
ask_to_replace_other (StudioWindow *self, const char *path)
{
  g_autofree char *name = rensa_file_dup_shown_basename (path);
  g_autofree char *sentence =
      g_strdup_printf (_ ("A file named “%s” already exists. Replacing it will overwrite its contents."), name);

  ask_to_replace (self, path, _ ("Replace File?"), sentence);
}

static void
ask_to_replace_changed (StudioWindow *self, const char *path)
{
  g_autofree char *name = rensa_file_dup_shown_basename (path);
  g_autofree char *sentence = g_strdup_printf (
      _ ("Another program has changed “%s” since you opened it. Replacing it will overwrite those changes."), name);

  ask_to_replace (self, path, _ ("Replace Changed File?"), sentence);
}

/* The dialog has asked about the typed name, not about the name with the extension. */
void
studio_window_save_as (StudioWindow *self, GFile *file)
{
  const char *typed = g_file_peek_path (file);
  const gboolean has_suffix = typed != NULL && g_str_has_suffix (typed, SUFFIX);
  g_autofree char *path = typed != NULL ? g_strconcat (typed, has_suffix ? NULL : SUFFIX, NULL) : NULL;

  if (path == NULL)
    {
      self->intent.next = NULL;
      studio_window_tell (self, _ ("Project Not Saved"), _ ("Choose a folder on this computer."));
    }
  else if (!has_suffix && g_file_test (path, G_FILE_TEST_EXISTS))
    ask_to_replace_other (self, path);
  else
    save_to (self, path);
}

/* A deleted file may be written again. */
static gboolean
was_changed_elsewhere (StudioWindow *self)
{
  g_autofree char *state = get_file_state (studio_project_get_path (self->project));

  return state != NULL && g_strcmp0 (state, self->file_state) != 0;
}

static void
save (StudioWindow *self)
{
  const char *path = studio_project_get_path (self->project);

  if (path == NULL)
    choose_place (self);
  else if (was_changed_elsewhere (self))
    ask_to_replace_changed (self, path);
  else
    save_to (self, path);
}

static void
save_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  studio_project_settle (STUDIO_WINDOW (widget)->project);
  save (STUDIO_WINDOW (widget));
}

static void
save_as_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  studio_project_settle (STUDIO_WINDOW (widget)->project);
  choose_place (STUDIO_WINDOW (widget));
}

/* Letting go */

static void
answered (AdwMessageDialog *dialog, const char *response, StudioWindow *self)
{
  if (g_str_equal (response, "save"))
    save (self);
  else if (g_str_equal (response, "discard"))
    finish_saving (self);
  else
    self->intent.next = NULL;
}

void
studio_window_let_go (StudioWindow *self, void (*after) (StudioWindow *self))
{
  g_autofree char *sentence = g_strdup_printf (_ ("Unsaved changes to “%s” will be lost unless you save them."),
                                               studio_project_get_title (self->project));
  AdwMessageDialog *dialog =
      studio_window_ask (self, _ ("Save Changes?"), sentence, _ ("_Cancel"), G_CALLBACK (answered));

  self->intent.next = after;
  adw_message_dialog_add_responses (dialog, "discard", _ ("_Discard"), "save", _ ("_Save"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (dialog, "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "save");
}

void
studio_window_install_save_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.save", NULL, save_activated);
  gtk_widget_class_install_action (widget_class, "win.save-as", NULL, save_as_activated);
}
