/* studio-application.c: the application.
 * SPDX-License-Identifier: MIT */

#include "studio-application.h"

#include <glib/gi18n.h>

#include "rensa-init.h"
#include "rensa-start.h"
#include "studio-drag.h"
#include "studio-file-chooser.h"
#include "studio-focus.h"
#include "studio-leftover.h"
#include "studio-widget.h"
#include "studio-picks.h"
#include "studio-popover.h"
#include "studio-preferences.h"
#include "studio-preferences-dialog.h"
#include "studio-window.h"

#define RESOURCES "/org/rensa/Studio"

struct _StudioApplication
{
  AdwApplication parent_instance;
  RensaStore *store;
  /* Problem found when opening the store, shown once; NULL if there was none. */
  char *notice;
  /* Reason why the store cannot currently write, such as a full disk; NULL if it can. */
  char *trouble;
  /* NULL if the schema is not installed, as in a build run from its folder without ./dev. */
  GSettings *settings;
};

G_DEFINE_FINAL_TYPE (StudioApplication, studio_application, ADW_TYPE_APPLICATION)

static GSettings *
load_settings (void)
{
  g_autofree char *folder = rensa_find_data_folder ("data", "glib-2.0/schemas");
  GSettingsSchemaSource *usual = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchemaSource) ours = g_settings_schema_source_new_from_directory (folder, usual, FALSE, NULL);
  GSettingsSchemaSource *source = ours != NULL ? ours : usual;
  g_autoptr (GSettingsSchema) schema =
      source != NULL ? g_settings_schema_source_lookup (source, STUDIO_APPLICATION_ID, TRUE) : NULL;

  return schema != NULL ? g_settings_new_full (schema, NULL, NULL) : NULL;
}

/* Returns the most recently used window of the studio; NULL if there is none. */
static StudioWindow *
get_window (StudioApplication *self)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL; l = l->next)
    if (STUDIO_IS_WINDOW (l->data))
      return l->data;
  return NULL;
}

static void
trouble_changed (StudioApplication *self, const char *sentence)
{
  g_free (self->trouble);
  self->trouble = g_strdup (sentence);
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL; l = l->next)
    if (STUDIO_IS_WINDOW (l->data))
      studio_window_show_trouble (l->data, sentence);
}

static void
open_temporary_store (StudioApplication *self, const GError *error)
{
  g_autoptr (GError) hopeless = NULL;

  self->store = rensa_store_open_temporary (&hopeless);
  self->notice = self->store != NULL
                     ? g_strdup_printf (_ ("Runs will be lost when the program exits: %s"), error->message)
                     : g_strdup_printf (_ ("Training is not available: %s"), hopeless->message);
}

/* Opens the store on the first call. If it cannot be opened, uses a temporary one; returns NULL if
 * that fails too. */
static RensaStore *
get_store (StudioApplication *self)
{
  g_autofree char *folder = studio_preferences_dup_folder (STUDIO_PREFERENCE_RUNS);
  g_autoptr (GError) error = NULL;

  if (self->store != NULL)
    return self->store;

  g_clear_pointer (&self->notice, g_free);
  self->store = rensa_store_open (folder, &error);
  if (self->store != NULL)
    self->notice = g_strdup (rensa_store_get_notice (self->store));
  else
    open_temporary_store (self, error);
  if (self->store != NULL)
    g_signal_connect_object (self->store, "trouble", G_CALLBACK (trouble_changed), self, G_CONNECT_SWAPPED);
  return self->store;
}

static void
load_styles (void)
{
  g_auto (GStrv) names = g_resources_enumerate_children (RESOURCES "/css", G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();
      g_autofree char *path = g_build_path ("/", RESOURCES, "css", names[i], NULL);

      gtk_css_provider_load_from_resource (provider, path);
      gtk_style_context_add_provider_for_display (gdk_display_get_default (), GTK_STYLE_PROVIDER (provider),
                                                  GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
    }
}

static void
restore_size (StudioApplication *self, GtkWindow *window)
{
  int width, height;

  if (self->settings == NULL)
    return;

  g_settings_get (self->settings, "window-size", "(ii)", &width, &height);
  gtk_window_set_default_size (window, width, height);
  if (g_settings_get_boolean (self->settings, "window-maximized"))
    gtk_window_maximize (window);
}

/* Runs after the window's own handler, which may keep it open. */
static gboolean
keep_size (StudioApplication *self, GtkWindow *window)
{
  int width, height;

  if (self->settings == NULL)
    return GDK_EVENT_PROPAGATE;

  gtk_window_get_default_size (window, &width, &height);
  g_settings_set (self->settings, "window-size", "(ii)", width, height);
  g_settings_set_boolean (self->settings, "window-maximized", gtk_window_is_maximized (window));
  return GDK_EVENT_PROPAGATE;
}

static StudioWindow *
add_window (StudioApplication *self)
{
  StudioWindow *window = studio_window_new (GTK_APPLICATION (self), get_store (self), (StudioWindowMaker) add_window);

  restore_size (self, GTK_WINDOW (window));
  studio_window_take_notice (window, g_steal_pointer (&self->notice));
  studio_window_show_trouble (window, self->trouble);
  g_signal_connect_object (window, "close-request", G_CALLBACK (keep_size), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  gtk_window_present (GTK_WINDOW (window));
  return window;
}

/* Opens a window for each leftover. Returns FALSE if there are none. */
static gboolean
offer_leftovers (StudioApplication *self)
{
  g_autoptr (GPtrArray) leftovers = studio_leftover_list ();
  const guint n = leftovers->len;

  for (guint i = 0; i < n; i++)
    studio_window_offer (add_window (self), g_ptr_array_steal_index_fast (leftovers, 0));
  return n > 0;
}

static StudioWindow *
require_window (StudioApplication *self)
{
  StudioWindow *window = get_window (self);

  return window != NULL ? window : add_window (self);
}

static void
new_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  studio_window_choose_recipe (require_window (data));
}

static void
create_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  studio_window_create (require_window (data), g_variant_get_string (parameter, NULL));
}

static void
new_window_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  add_window (data);
}

static void
open_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  studio_window_choose_project (require_window (data));
}

static void
open_data_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  studio_window_choose_data (require_window (data), g_variant_get_string (parameter, NULL));
}

static void
open_file_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  studio_window_open (require_window (data), file);
}

static void
open_example_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  studio_window_open_example (require_window (data), g_variant_get_string (parameter, NULL));
}

/* Each window asks separately; the program keeps running if the user keeps one open. */
static void
quit_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (data)));

  for (GList *l = windows; l != NULL; l = l->next)
    if (STUDIO_IS_WINDOW (l->data))
      gtk_window_close (l->data);
}

static void
preferences_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  StudioApplication *self = data;
  StudioWindow *window = require_window (self);
  RensaStore *store = get_store (self);

  gtk_window_present (GTK_WINDOW (studio_preferences_dialog_new (
      GTK_WINDOW (window), self->settings, store != NULL ? rensa_store_get_folder (store) : NULL)));
}

static void
about_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  adw_show_about_window (GTK_WINDOW (require_window (data)), "application-name", _ ("Rensa"), "application-icon",
                         STUDIO_APPLICATION_ID, "version", RENSA_VERSION, "comments",
                         _ ("A training studio for neural networks"), "developer-name", _ ("The Rensa contributors"),
                         "license-type", GTK_LICENSE_MIT_X11, NULL);
}

static const GActionEntry actions[] = {
  { .name = "new", .activate = new_activated },
  { .name = "create", .activate = create_activated, .parameter_type = "s" },
  { .name = "new-window", .activate = new_window_activated },
  { .name = "open", .activate = open_activated },
  { .name = "open-data", .activate = open_data_activated, .parameter_type = "s" },
  { .name = "open-file", .activate = open_file_activated, .parameter_type = "s" },
  { .name = "open-example", .activate = open_example_activated, .parameter_type = "s" },
  { .name = "preferences", .activate = preferences_activated },
  { .name = "about", .activate = about_activated },
  { .name = "quit", .activate = quit_activated },
};

static const struct
{
  const char *action;
  const char *keys[3];
} shortcuts[] = {
  { "app.new", { "<Control>n" } },
  { "app.new-window", { "<Control><Shift>n" } },
  { "app.open", { "<Control>o" } },
  { "app.preferences", { "<Control>comma" } },
  { "app.quit", { "<Control>q" } },
  { "win.save", { "<Control>s" } },
  { "win.save-as", { "<Control><Shift>s" } },
  { "win.undo", { "<Control>z" } },
  { "win.redo", { "<Control><Shift>z", "<Control>y" } },
  { "win.close", { "<Control>w" } },
  { "win.show-help-overlay", { "<Control>question" } },
  { "win.show-page::model", { "<Alt>1" } },
  { "win.show-page::data", { "<Alt>2" } },
  { "win.show-page::training", { "<Alt>3" } },
  { "win.show-page::graph", { "<Alt>4" } },
  { "win.show-page::runs", { "<Alt>5" } },
  { "win.show-page::code", { "<Alt>6" } },
  { "run.start", { "F5" } },
  { "run.toggle-pause", { "F6" } },
  { "run.step", { "F7" } },
  { "run.stop", { "F8" } },
  { "run.snapshot", { "F9" } },
  { "win.try", { "<Control>t" } },
};

static gboolean
get_color_scheme (GValue *value, GVariant *variant, gpointer data)
{
  const char *appearance = g_variant_get_string (variant, NULL);

  if (g_str_equal (appearance, "light"))
    g_value_set_enum (value, ADW_COLOR_SCHEME_FORCE_LIGHT);
  else if (g_str_equal (appearance, "dark"))
    g_value_set_enum (value, ADW_COLOR_SCHEME_FORCE_DARK);
  else
    g_value_set_enum (value, ADW_COLOR_SCHEME_DEFAULT);
  return TRUE;
}

static void
add_appearance (StudioApplication *self)
{
  g_autoptr (GAction) appearance = g_settings_create_action (self->settings, "appearance");
  g_autoptr (GAction) interface = g_settings_create_action (self->settings, STUDIO_PREFERENCE_INTERFACE);

  g_action_map_add_action (G_ACTION_MAP (self), appearance);
  studio_preferences_choose_interface (self->settings);
  if (studio_preferences_find_variable (STUDIO_PREFERENCE_INTERFACE) == NULL)
    g_action_map_add_action (G_ACTION_MAP (self), interface);
  g_settings_bind_with_mapping (self->settings, "appearance",
                                adw_application_get_style_manager (ADW_APPLICATION (self)), "color-scheme",
                                G_SETTINGS_BIND_GET, get_color_scheme, NULL, NULL, NULL);
}

/* Includes the windows that GTK itself opens. */
static void
windows_changed (GListModel *windows, guint at, guint n_removed, guint n_added)
{
  for (guint i = at; i < at + n_added; i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      studio_focus_keep_seen (GTK_WINDOW (window));
      studio_drag_refuse_rest (window);
      studio_orphan_close (GTK_WINDOW (window));
      studio_file_chooser_forget_changes (GTK_WINDOW (window));
    }
}

/* Installs workarounds for GTK 4.8. */
static void
complete_gtk (void)
{
  studio_popover_close_unseen ();
  studio_drag_unmark_drops ();
  studio_drag_skip_blanks ();
  g_signal_connect (gtk_window_get_toplevels (), "items-changed", G_CALLBACK (windows_changed), NULL);
}

static void
studio_application_startup (GApplication *application)
{
  StudioApplication *self = STUDIO_APPLICATION (application);

  G_APPLICATION_CLASS (studio_application_parent_class)->startup (application);
  rensa_init_side_thread ();
  complete_gtk ();
  load_styles ();
  self->settings = load_settings ();
  studio_picks_set_settings (studio_picks_get (), self->settings);
  studio_preferences_set_settings (self->settings);
  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  if (self->settings != NULL)
    add_appearance (self);
  else
    g_action_map_remove_action (G_ACTION_MAP (self), "preferences");
  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (self), shortcuts[i].action,
                                           (const char *const *) shortcuts[i].keys);
}

static void
studio_application_activate (GApplication *application)
{
  StudioApplication *self = STUDIO_APPLICATION (application);
  StudioWindow *window = get_window (self);

  if (window != NULL)
    gtk_window_present (GTK_WINDOW (window));
  else if (!offer_leftovers (self))
    add_window (self);
}

static void
studio_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  StudioApplication *self = STUDIO_APPLICATION (application);

  if (get_window (self) == NULL)
    offer_leftovers (self);
  for (int i = 0; i < n_files; i++)
    studio_window_open (require_window (self), files[i]);
}

static int
studio_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  if (!g_variant_dict_contains (options, "version"))
    return -1;

  g_print ("rensa-studio %s\n", RENSA_VERSION);
  return 0;
}

static void
studio_application_shutdown (GApplication *application)
{
  StudioApplication *self = STUDIO_APPLICATION (application);

  G_APPLICATION_CLASS (studio_application_parent_class)->shutdown (application);
  g_clear_object (&self->store);
  studio_preferences_set_settings (NULL);
  g_clear_object (&self->settings);
  g_clear_pointer (&self->notice, g_free);
  g_clear_pointer (&self->trouble, g_free);
}

static void
studio_application_class_init (StudioApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  application_class->startup = studio_application_startup;
  application_class->activate = studio_application_activate;
  application_class->open = studio_application_open;
  application_class->shutdown = studio_application_shutdown;
  application_class->handle_local_options = studio_application_handle_local_options;
}

static void
studio_application_init (StudioApplication *self)
{
  static const GOptionEntry options[] = {
    { "version", 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE, NULL, N_ ("Show the version and exit"), NULL },
    { NULL },
  };
  GApplication *application = G_APPLICATION (self);

  g_application_add_main_option_entries (application, options);
  g_application_set_option_context_parameter_string (application, _ ("[FILE…]"));
  g_application_set_option_context_summary (application, _ ("Build neural networks and watch them learn."));
}

/* Creates a non-unique application: several instances may run at once. */
StudioApplication *
studio_application_new (void)
{
  return g_object_new (STUDIO_TYPE_APPLICATION, "application-id", STUDIO_APPLICATION_ID, "flags",
                       G_APPLICATION_HANDLES_OPEN | G_APPLICATION_NON_UNIQUE, "resource-base-path", RESOURCES, NULL);
}
