/* studio-model-tabs.c: tabs for the training step and its models.
 * SPDX-License-Identifier: MIT */

#include "studio-model-tabs.h"

#include <glib/gi18n.h>

#include "studio-step.h"
#include "studio-widget.h"

/* Maximum length of a name before it is truncated. */
#define MOST_CHARS 20

struct _StudioModelTabs
{
  AdwBin parent_instance;

  GtkWidget *tabs;
  GtkWidget *menu;

  StudioProject *project;
  char *model;        /* The shown model; "" for the step */
  char *shown;        /* The names of all models */
  GPtrArray *buttons; /* GtkToggleButton */
  gboolean is_showing;
};

G_DEFINE_FINAL_TYPE (StudioModelTabs, studio_model_tabs, ADW_TYPE_BIN)

enum
{
  CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static const char *
get_scope (gpointer button)
{
  return g_object_get_data (G_OBJECT (button), "scope");
}

static void
choose (StudioModelTabs *self, const char *scope)
{
  g_autofree char *chosen = g_strdup (scope);

  g_signal_emit (self, signals[CHOSEN], 0, chosen);
}

static void
on_toggled (GtkToggleButton *button, StudioModelTabs *self)
{
  if (!self->is_showing && gtk_toggle_button_get_active (button))
    choose (self, get_scope (button));
}

static void
add_button (StudioModelTabs *self, const char *title, const char *scope)
{
  GtkWidget *button = gtk_toggle_button_new ();
  GtkWidget *label = gtk_label_new (title);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (label), MIN ((int) g_utf8_strlen (title, -1), MOST_CHARS));
  gtk_label_set_max_width_chars (GTK_LABEL (label), MOST_CHARS);
  gtk_button_set_child (GTK_BUTTON (button), label);
  if (g_utf8_strlen (title, -1) > MOST_CHARS)
    gtk_widget_set_tooltip_text (button, title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_object_set_data_full (G_OBJECT (button), "scope", g_strdup (scope), g_free);
  if (self->buttons->len > 0)
    gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), self->buttons->pdata[0]);
  g_signal_connect (button, "toggled", G_CALLBACK (on_toggled), self);
  gtk_box_append (GTK_BOX (self->tabs), button);
  g_ptr_array_add (self->buttons, button);
}

static void
clear (StudioModelTabs *self)
{
  for (guint i = 0; i < self->buttons->len; i++)
    gtk_box_remove (GTK_BOX (self->tabs), self->buttons->pdata[i]);
  g_ptr_array_set_size (self->buttons, 0);
}

/* Keeps the buttons, and with them the focus, while the names of the models are unchanged. */
static void
fill (StudioModelTabs *self, GPtrArray *models)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < models->len; i++)
    g_string_append_printf (names, "%s ", ((RensaModelNode *) models->pdata[i])->name);
  if (g_strcmp0 (self->shown, names->str) == 0)
    return;
  g_free (self->shown);
  self->shown = g_strdup (names->str);
  clear (self);
  add_button (self, _ ("Step"), "");
  for (guint i = 0; i < models->len; i++)
    add_button (self, ((RensaModelNode *) models->pdata[i])->name, ((RensaModelNode *) models->pdata[i])->name);
}

static void
mark (StudioModelTabs *self)
{
  for (guint i = 0; i < self->buttons->len; i++)
    if (strcmp (get_scope (self->buttons->pdata[i]), self->model) == 0)
      gtk_toggle_button_set_active (self->buttons->pdata[i], TRUE);
}

void
studio_model_tabs_show (StudioModelTabs *self, StudioProject *project, const char *scope)
{
  RensaDocument *document = project != NULL ? studio_project_get_document (project) : NULL;
  const gboolean has_step = document != NULL && studio_document_has_step (document);
  const RensaModelNode *model = has_step ? studio_step_find_model (document, scope) : NULL;
  const gboolean is_model = model != NULL;

  g_set_object (&self->project, project);
  gtk_widget_set_visible (GTK_WIDGET (self), has_step);
  g_free (self->model);
  self->model = g_strdup (is_model ? model->name : "");
  gtk_widget_set_visible (self->menu, is_model);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tabs.extract", is_model);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tabs.rename", is_model);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tabs.remove", is_model);
  if (!has_step)
    return;
  self->is_showing = TRUE;
  fill (self, rensa_network_get_models (rensa_document_get_network (document)));
  mark (self);
  self->is_showing = FALSE;
}

static void
add_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioModelTabs *self = STUDIO_MODEL_TABS (widget);
  g_autoptr (RensaDocument) document = studio_project_begin (self->project);
  g_autoptr (GError) error = NULL;
  g_autofree char *name = rensa_document_add_model (document, NULL, &error);

  if (name == NULL)
    {
      studio_toast_error (widget, error);
      return;
    }
  studio_project_commit (self->project, document, _ ("Add Model"), NULL);
  choose (self, name);
}

static void
remove_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioModelTabs *self = STUDIO_MODEL_TABS (widget);
  g_autoptr (RensaDocument) document = studio_project_begin (self->project);
  g_autofree char *label = g_strdup_printf (_ ("Remove %s"), self->model);
  g_autoptr (GError) error = NULL;

  if (!rensa_document_remove_model (document, self->model, &error))
    {
      studio_toast_error (widget, error);
      return;
    }
  choose (self, "");
  studio_project_commit (self->project, document, label, NULL);
}

static void
extract_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gtk_widget_activate_action (widget, "win.extract", "s", STUDIO_MODEL_TABS (widget)->model);
}

/* Renaming */

static const char *
get_typed (GtkEditable *entry)
{
  return gtk_editable_get_text (entry);
}

/* Shows below the entry why the name is invalid. */
static void
name_typed (GtkEditable *entry, AdwMessageDialog *dialog)
{
  StudioModelTabs *self = g_object_get_data (G_OBJECT (dialog), "tabs");
  g_autoptr (RensaDocument) document = studio_project_begin (self->project);
  g_autoptr (GError) error = NULL;
  const gboolean ok = rensa_document_rename_model (document, self->model, get_typed (entry), &error);

  adw_message_dialog_set_response_enabled (dialog, "rename", ok);
  adw_message_dialog_set_body (dialog, ok ? "" : error->message);
}

static void
rename_answered (AdwMessageDialog *dialog, const char *response, GtkEditable *entry)
{
  StudioModelTabs *self = g_object_get_data (G_OBJECT (dialog), "tabs");
  g_autoptr (RensaDocument) document = NULL;
  g_autofree char *label = NULL;
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;

  if (strcmp (response, "rename") != 0)
    return;
  document = studio_project_begin (self->project);
  name = g_strdup (get_typed (entry));
  label = g_strdup_printf (_ ("Rename %s"), self->model);
  if (!rensa_document_rename_model (document, self->model, name, &error))
    {
      studio_toast_error (GTK_WIDGET (self), error);
      return;
    }
  studio_project_commit (self->project, document, label, NULL);
  choose (self, name);
}

static void
rename_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioModelTabs *self = STUDIO_MODEL_TABS (widget);
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (widget)), _ ("Rename Model"), NULL);
  GtkWidget *entry = gtk_entry_new ();

  g_object_set_data_full (G_OBJECT (dialog), "tabs", g_object_ref (self), g_object_unref);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "rename", _ ("_Rename"),
                                    NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "rename", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "rename");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  gtk_editable_set_text (GTK_EDITABLE (entry), self->model);
  gtk_entry_set_max_length (GTK_ENTRY (entry), 64);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Name"), -1);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), entry);
  g_signal_connect (entry, "changed", G_CALLBACK (name_typed), dialog);
  g_signal_connect (dialog, "response", G_CALLBACK (rename_answered), entry);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (entry);
}

static void
studio_model_tabs_finalize (GObject *object)
{
  StudioModelTabs *self = STUDIO_MODEL_TABS (object);

  g_clear_object (&self->project);
  g_ptr_array_unref (self->buttons);
  g_free (self->model);
  g_free (self->shown);
  G_OBJECT_CLASS (studio_model_tabs_parent_class)->finalize (object);
}

static void
studio_model_tabs_class_init (StudioModelTabsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = studio_model_tabs_finalize;
  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_install_action (widget_class, "tabs.add", NULL, add_activated);
  gtk_widget_class_install_action (widget_class, "tabs.extract", NULL, extract_activated);
  gtk_widget_class_install_action (widget_class, "tabs.rename", NULL, rename_activated);
  gtk_widget_class_install_action (widget_class, "tabs.remove", NULL, remove_activated);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-model-tabs.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioModelTabs, tabs);
  gtk_widget_class_bind_template_child (widget_class, StudioModelTabs, menu);
}

static void
studio_model_tabs_init (StudioModelTabs *self)
{
  self->buttons = g_ptr_array_new ();
  self->model = g_strdup ("");
  gtk_widget_init_template (GTK_WIDGET (self));
  studio_model_tabs_show (self, NULL, "");
}
