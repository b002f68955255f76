/* studio-window.c: a window with one project.
 * SPDX-License-Identifier: MIT */

#include <glib/gi18n.h>

#include "studio-welcome.h"
#include "studio-watch.h"
#include "studio-window-private.h"

enum
{
  PROP_PROJECT = 1,
  PROP_RUN,
  PROP_STORE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (StudioWindow, studio_window, ADW_TYPE_APPLICATION_WINDOW)

StudioProject *
studio_window_get_project (StudioWindow *self)
{
  return self->project;
}

void
studio_window_toast (StudioWindow *self, const char *sentence)
{
  g_autofree char *markup = g_markup_escape_text (sentence, -1);

  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (markup));
}

static void
show_notice (StudioWindow *self, const char *sentence)
{
  gtk_label_set_label (self->notice_label, sentence != NULL ? sentence : "");
  gtk_revealer_set_reveal_child (self->notice, sentence != NULL);
}

void
studio_window_take_notice (StudioWindow *self, char *sentence)
{
  g_free (self->notice_text);
  self->notice_text = sentence;
  show_notice (self, sentence);
}

/* When the problem is solved, shows the notice from opening the store again. */
void
studio_window_show_trouble (StudioWindow *self, const char *sentence)
{
  show_notice (self, sentence != NULL ? sentence : self->notice_text);
}

static void
show_page_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  studio_window_show_page (STUDIO_WINDOW (widget), g_variant_get_string (parameter, NULL));
}

static void
show_setting_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  studio_window_show_setting (STUDIO_WINDOW (widget), g_variant_get_string (parameter, NULL));
}

static void
toast_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  studio_window_toast (STUDIO_WINDOW (widget), g_variant_get_string (parameter, NULL));
}

static void
close_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gtk_window_close (GTK_WINDOW (widget));
}

static void
hide_notice_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);

  g_clear_pointer (&self->notice_text, g_free);
  gtk_revealer_set_reveal_child (self->notice, FALSE);
}

static void
studio_window_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  StudioWindow *self = STUDIO_WINDOW (object);

  switch (id)
    {
    case PROP_PROJECT:
      g_value_set_object (value, self->project);
      break;
    case PROP_RUN:
      g_value_set_object (value, self->run);
      break;
    case PROP_STORE:
      g_value_set_object (value, self->store);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
studio_window_dispose (GObject *object)
{
  StudioWindow *self = STUDIO_WINDOW (object);

  studio_window_drop_run (self);
  studio_window_drop_project (self);
  g_clear_pointer (&self->leftover, studio_leftover_free);
  g_clear_weak_pointer (&self->question);
  g_clear_weak_pointer (&self->try_dialog);
  g_clear_weak_pointer (&self->recipe_dialog);
  if (self->chooser != NULL)
    gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (self->chooser));
  g_clear_object (&self->chooser);
  g_clear_object (&self->store);
  g_clear_object (&self->run_actions);
  G_OBJECT_CLASS (studio_window_parent_class)->dispose (object);
}

static void
studio_window_finalize (GObject *object)
{
  StudioWindow *self = STUDIO_WINDOW (object);

  g_free (self->title);
  g_free (self->file_state);
  g_free (self->notice_text);
  g_free (self->intent.file);
  g_free (self->parent);
  g_clear_pointer (&self->imported, rensa_imported_free);
  G_OBJECT_CLASS (studio_window_parent_class)->finalize (object);
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  properties[PROP_PROJECT] = g_param_spec_object ("project", NULL, NULL, STUDIO_TYPE_PROJECT, flags);
  properties[PROP_RUN] = g_param_spec_object ("run", NULL, NULL, STUDIO_TYPE_RUN, flags);
  properties[PROP_STORE] = g_param_spec_object ("store", NULL, NULL, RENSA_TYPE_STORE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  g_type_ensure (STUDIO_TYPE_WELCOME);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-window.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, contents);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, leftover_page);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, recover_button);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, switcher_title);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, undo_button);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, redo_button);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, notice);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, notice_label);
  gtk_widget_class_bind_template_callback (widget_class, studio_window_page_changed);
  gtk_widget_class_bind_template_callback (widget_class, studio_window_update_document_actions);
  gtk_widget_class_bind_template_callback (widget_class, studio_window_update_run_actions);
  gtk_widget_class_bind_template_callback (widget_class, studio_window_project_analysed);
  gtk_widget_class_bind_template_callback (widget_class, studio_window_run_changed);
  studio_watch_keep (widget_class, "properties_watch");
  studio_watch_keep (widget_class, "project_watch");
  studio_watch_keep (widget_class, "analysis_watch");
  studio_watch_keep (widget_class, "state_watch");
  studio_watch_keep (widget_class, "artifact_watch");
}

static void
studio_window_class_init (StudioWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = studio_window_get_property;
  object_class->dispose = studio_window_dispose;
  object_class->finalize = studio_window_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = studio_window_close_request;
  install_properties (object_class);
  bind_template (widget_class);

  gtk_widget_class_install_action (widget_class, "win.show-page", "s", show_page_activated);
  gtk_widget_class_install_action (widget_class, "win.show-setting", "s", show_setting_activated);
  gtk_widget_class_install_action (widget_class, "win.toast", "s", toast_activated);
  gtk_widget_class_install_action (widget_class, "win.close", NULL, close_activated);
  gtk_widget_class_install_action (widget_class, "win.hide-notice", NULL, hide_notice_activated);
  studio_window_install_document_actions (widget_class);
  studio_window_install_undo_actions (widget_class);
  studio_window_install_extract_actions (widget_class);
  studio_window_install_leftover_actions (widget_class);
  studio_window_install_save_actions (widget_class);
  studio_window_install_run_actions (widget_class);
  studio_window_install_store_actions (widget_class);
  studio_window_install_weights_actions (widget_class);
  studio_window_install_verdict_actions (widget_class);
}

static void
studio_window_init (StudioWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  studio_window_accept_drops (self);
  studio_window_add_run_group (self);
}

static void
add_help_overlay (StudioWindow *self)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource ("/org/rensa/Studio/ui/studio-shortcuts.ui");

  gtk_application_window_set_help_overlay (GTK_APPLICATION_WINDOW (self),
                                           GTK_SHORTCUTS_WINDOW (gtk_builder_get_object (builder, "shortcuts")));
}

StudioWindow *
studio_window_new (GtkApplication *application, RensaStore *store, StudioWindowMaker maker)
{
  StudioWindow *self = g_object_new (STUDIO_TYPE_WINDOW, "application", application, NULL);

  self->maker = maker;
  add_help_overlay (self);
  g_set_object (&self->store, store);
  studio_window_update_document_actions (self);
  studio_window_update_run_actions (self);
  studio_window_update_store_actions (self);
  return self;
}
