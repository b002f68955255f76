/* studio-window-document.c: opens and saves the window's project.
 * SPDX-License-Identifier: MIT */

#include <glib/gi18n.h>
#include <string.h>

#include "rensa-document-values.h"
#include "rensa-file.h"
#include "rensa-data-kind.h"
#include "studio-data-page.h"
#include "studio-preferences.h"
#include "studio-recent.h"
#include "studio-recipe-dialog.h"
#include "studio-step.h"
#include "studio-welcome.h"
#include "studio-window-private.h"

#define EXAMPLES "/org/rensa/Studio/examples"
#define EXAMPLE_TEXTS "/org/rensa/Studio/example-texts"

static gboolean
is_taken (StudioWindow *self, const char *title)
{
  for (GList *l = gtk_application_get_windows (gtk_window_get_application (GTK_WINDOW (self))); l != NULL; l = l->next)
    if (l->data != self && STUDIO_IS_WINDOW (l->data) && g_strcmp0 (STUDIO_WINDOW (l->data)->title, title) == 0)
      return TRUE;
  return FALSE;
}

/* Returns "Moons" or "Moons (2)", so that titles of windows are unique. */
static char *
make_title (StudioWindow *self)
{
  const char *name = self->project != NULL    ? studio_project_get_title (self->project)
                     : self->leftover != NULL ? studio_leftover_get_title (self->leftover)
                                              : _ ("Rensa");
  char *title = g_strdup (name);

  for (guint n = 2; is_taken (self, title); n++)
    {
      g_free (title);
      title = g_strdup_printf ("%s (%u)", name, n);
    }
  return title;
}

/* Shows "● Moons", with a dot before the name of an unsaved project. */
static void
update_title (StudioWindow *self)
{
  const char *path = self->project != NULL ? studio_project_get_path (self->project) : NULL;
  const gboolean is_saved = self->project == NULL || studio_project_is_saved (self->project);
  g_autofree char *file = path != NULL ? rensa_file_dup_shown_basename (path) : g_strdup (_ ("Not saved yet"));
  g_autofree char *shown = NULL;

  g_free (self->title);
  self->title = make_title (self);
  shown = g_strconcat (is_saved ? "" : "● ", self->title, NULL);
  gtk_window_set_title (GTK_WINDOW (self), shown);
  adw_view_switcher_title_set_title (self->switcher_title, shown);
  adw_view_switcher_title_set_subtitle (self->switcher_title, file);
}

void
studio_window_update_document_actions (StudioWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const gboolean has_project = self->project != NULL;

  studio_window_update_undo (self);
  gtk_widget_action_set_enabled (widget, "win.save", has_project);
  gtk_widget_action_set_enabled (widget, "win.save-as", has_project);
  gtk_widget_action_set_enabled (widget, "win.show-page", has_project);
  gtk_widget_action_set_enabled (widget, "win.reload-data", has_project);
  gtk_widget_action_set_enabled (
      widget, "win.edit-step", has_project && !studio_document_has_step (studio_project_get_document (self->project)));
  update_title (self);
}

void
studio_window_drop_project (StudioWindow *self)
{
  if (self->project != NULL)
    g_signal_handlers_disconnect_by_data (self->project, self);
  g_clear_pointer (&self->autosave, studio_autosave_free);
  g_clear_object (&self->project);
}

static void
set_project (StudioWindow *self, StudioProject *project)
{
  self->project = g_object_ref (project);
  self->autosave = studio_autosave_new (self->project);
  g_signal_connect_swapped (self->project, "moved", G_CALLBACK (studio_window_tell_of_undo), self);
  studio_window_note_file (self);
  gtk_stack_set_visible_child_name (self->contents, "project");
  g_object_notify (G_OBJECT (self), "project");
  studio_window_update_document_actions (self);
  studio_window_update_run_actions (self);
  studio_window_update_store_actions (self);
  studio_window_enter_page (self);
}

StudioWindow *
studio_window_require_free (StudioWindow *self)
{
  if (self->project == NULL && self->leftover == NULL)
    return self;
  return self->maker (gtk_window_get_application (GTK_WINDOW (self)));
}

static StudioWindow *
show_document (StudioWindow *self, RensaDocument *document, const char *path)
{
  g_autoptr (StudioProject) project = studio_project_new (document, path);
  StudioWindow *window = studio_window_require_free (self);

  set_project (window, project);
  return window;
}

void
studio_window_take_document (StudioWindow *self, RensaDocument *document, const char *path)
{
  show_document (self, document, path);
  rensa_document_unref (document);
}

/* Returns the file that the window shows or offers to recover; NULL if there is none. */
static const char *
get_path (StudioWindow *self)
{
  if (self->project != NULL)
    return studio_project_get_path (self->project);
  return self->leftover != NULL ? studio_leftover_get_origin (self->leftover) : NULL;
}

/* Returns the window in which @file is open; NULL if there is none. */
static StudioWindow *
find_window (StudioWindow *self, GFile *file)
{
  for (GList *l = gtk_application_get_windows (gtk_window_get_application (GTK_WINDOW (self))); l != NULL; l = l->next)
    {
      const char *path = STUDIO_IS_WINDOW (l->data) ? get_path (l->data) : NULL;
      g_autoptr (GFile) other = path != NULL ? g_file_new_for_path (path) : NULL;

      if (other != NULL && g_file_equal (other, file))
        return l->data;
    }
  return NULL;
}

static RensaDocument *
load (GFile *file, GError **error)
{
  const char *path = g_file_peek_path (file);
  g_autofree char *name = g_file_get_parse_name (file);

  if (path != NULL)
    return rensa_document_load (path, error);

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_IO, _ ("%s is not on this computer; copy it here first."), name);
  return NULL;
}

/* Sets the device only if it differs from the default of documents. */
static void
set_preferred_device (RensaDocument *document)
{
  g_autofree char *device = studio_preferences_dup_device ();

  if (!g_str_equal (device, "cpu"))
    json_object_object_add (rensa_document_change (document), "device", json_object_new_string (device));
}

/* A folder may have a name that ends like that of a project. */
static gboolean
is_data (GFile *file)
{
  const char *path = g_file_peek_path (file);

  return path != NULL && !g_str_has_suffix (path, ".rensa") && g_file_query_exists (file, NULL)
         && rensa_data_kind_find (file) != NULL;
}

/* Creates a new project for a data file: "flowers" for "flowers.csv". */
static StudioWindow *
open_data (StudioWindow *self, GFile *file)
{
  g_autofree char *name = rensa_file_dup_shown_basename (g_file_peek_path (file));
  const char *dot = strrchr (name, '.');
  g_autofree char *stem = g_strndup (name, dot != NULL && dot > name ? (gsize) (dot - name) : strlen (name));
  g_autoptr (RensaDocument) document = rensa_document_new_empty (stem);
  g_autoptr (StudioProject) project = NULL;
  g_autoptr (GError) error = NULL;
  StudioWindow *window;

  set_preferred_device (document);
  project = studio_project_new (document, NULL);
  if (!studio_data_open (project, file, &error))
    {
      studio_window_tell (self, _ ("This File Cannot Be Opened"), error->message);
      return NULL;
    }
  window = studio_window_require_free (self);
  set_project (window, project);
  studio_window_show_page (window, "data");
  studio_data_page_choose_model (STUDIO_DATA_PAGE (studio_window_find_page (window, "data")));
  return window;
}

StudioWindow *
studio_window_open (StudioWindow *self, GFile *file)
{
  StudioWindow *window = find_window (self, file);
  g_autoptr (RensaDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  if (window != NULL)
    {
      gtk_window_present (GTK_WINDOW (window));
      return window;
    }
  if (studio_window_import (self, file))
    return NULL;
  if (studio_window_open_picture (self, file))
    return NULL;
  if (is_data (file))
    return open_data (self, file);

  document = load (file, &error);
  if (document == NULL)
    {
      studio_recent_forget_missing (file);
      studio_window_tell (self, _ ("This Project Cannot Be Opened"), error->message);
      return NULL;
    }
  studio_recent_add (g_file_peek_path (file));
  return show_document (self, document, g_file_peek_path (file));
}

static void
project_chosen (StudioWindow *self, GFile *file)
{
  if (file != NULL)
    studio_window_open (self, file);
}

void
studio_window_choose_project (StudioWindow *self)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      _ ("Open Project"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), _ ("_Cancel"));

  studio_window_add_filters (chooser);
  studio_window_add_model_filter (chooser);
  studio_window_choose_file (self, chooser, project_chosen);
}

static const struct
{
  const char *kind;
  const char *title;
  const char *patterns[5]; /* none for a folder */
} choices[] = {
  { "table", N_ ("Open Table"), { "*.csv", "*.tsv", "*.txt" } },
  { "pictures", N_ ("Open Folder of Images"), { NULL } },
  { "text", N_ ("Open Text"), { "*.txt", "*.text" } },
};

void
studio_window_choose_data (StudioWindow *self, const char *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    if (g_str_equal (choices[i].kind, kind))
      {
        const gboolean is_folder = choices[i].patterns[0] == NULL;
        GtkFileChooserNative *chooser = gtk_file_chooser_native_new (_ (choices[i].title), GTK_WINDOW (self),
                                                                     is_folder ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER
                                                                               : GTK_FILE_CHOOSER_ACTION_OPEN,
                                                                     _ ("_Open"), _ ("_Cancel"));
        g_autoptr (GtkFileFilter) filter = is_folder ? NULL : gtk_file_filter_new ();

        for (guint k = 0; choices[i].patterns[k] != NULL; k++)
          gtk_file_filter_add_pattern (filter, choices[i].patterns[k]);
        if (filter != NULL)
          gtk_file_chooser_set_filter (GTK_FILE_CHOOSER (chooser), filter);
        studio_window_choose_file (self, chooser, project_chosen);
      }
}

/* If the example contains a text to learn from, copies it to the user's data folder, where a saved
 * copy of the project also finds it. */
static gboolean
lay_text (RensaDocument *document, GError **error)
{
  struct json_object *attrs = rensa_document_get (document, "data.dataset.attrs");
  const char *name = json_object_get_string (json_object_object_get (attrs, "path"));
  g_autofree char *resource = g_build_path ("/", EXAMPLE_TEXTS, name, NULL);
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "rensa", "examples", name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GBytes) bytes =
      name != NULL ? g_resources_lookup_data (resource, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL) : NULL;

  if (bytes == NULL)
    return TRUE;
  g_mkdir_with_parents (folder, 0700);
  rensa_document_change (document);
  json_object_object_add (attrs, "path", json_object_new_string (path));
  return g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), error);
}

/* Shows a message and returns NULL on failure. */
static RensaDocument *
load_example (StudioWindow *self, const char *name)
{
  g_autofree char *path = g_build_path ("/", EXAMPLES, name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  g_autoptr (RensaDocument) document = NULL;

  if (bytes != NULL)
    document = rensa_document_parse (g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), name, &error);
  if (document != NULL && lay_text (document, &error))
    return g_steal_pointer (&document);
  studio_window_tell (self, _ ("This Project Cannot Be Opened"), error->message);
  return NULL;
}

static void
set_name (RensaDocument *document, const char *name)
{
  json_object_object_add (rensa_document_change (document), "name", json_object_new_string (name));
}

void
studio_window_open_example (StudioWindow *self, const char *name)
{
  RensaDocument *document = load_example (self, name);

  if (document == NULL)
    return;
  /* Uses the translated title from the welcome page. */
  if (studio_welcome_get_title (name) != NULL)
    set_name (document, studio_welcome_get_title (name));
  studio_window_take_document (self, document, NULL);
}

void
studio_window_create (StudioWindow *self, const char *name)
{
  RensaDocument *document = *name != '\0' ? load_example (self, name) : rensa_document_new_empty ("");

  if (document == NULL)
    return;
  set_name (document, _ ("Untitled"));
  /* The description is that of the example, of which little may remain. */
  json_object_object_del (rensa_document_change (document), "description");
  set_preferred_device (document);
  studio_window_take_document (self, document, NULL);
}

void
studio_window_choose_recipe (StudioWindow *self)
{
  if (self->recipe_dialog == NULL)
    g_set_weak_pointer (&self->recipe_dialog, studio_recipe_dialog_new (GTK_WINDOW (self)));
  gtk_window_present (GTK_WINDOW (self->recipe_dialog));
}

void
studio_window_take_recovered (StudioWindow *self, RensaDocument *document, const char *path)
{
  StudioWindow *window = studio_window_require_free (self);
  g_autoptr (RensaDocument) recovered = document;
  g_autoptr (RensaDocument) saved = path != NULL ? rensa_document_load (path, NULL) : NULL;
  g_autoptr (StudioProject) project = NULL;

  if (saved == NULL)
    saved = rensa_document_new_empty (_ ("Untitled"));
  project = studio_project_new (saved, path);
  studio_project_commit (project, recovered, _ ("Recovered Changes"), NULL);
  set_project (window, project);
  studio_window_toast (window, _ ("Unsaved changes have been recovered."));
}

static void
reload_data_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  studio_project_reload_data (STUDIO_WINDOW (widget)->project);
}

static void
edit_step_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  g_autoptr (RensaDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  studio_project_settle (self->project);
  document = studio_project_begin (self->project);
  if (rensa_document_open_step (document, &error))
    studio_project_commit (self->project, document, _ ("Edit Step"), NULL);
  else
    studio_window_toast (self, error->message);
  studio_window_show_page (self, "model");
}

void
studio_window_install_document_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.reload-data", NULL, reload_data_activated);
  gtk_widget_class_install_action (widget_class, "win.edit-step", NULL, edit_step_activated);
}
