/* studio-training-settings.c: how the open project is going to be trained.
 * SPDX-License-Identifier: MIT */

#include "studio-training-settings.h"

#include <glib/gi18n.h>

#include "rensa-document-values.h"
#include "studio-component-dialog.h"
#include "studio-component-edits.h"
#include "studio-run.h"
#include "studio-summary.h"
#include "studio-toast.h"

/* One component, or a list of them, to which something can be added then. @is_live: a run takes changes of its attributes while it
 * goes on. */
typedef struct
{
  StudioComponentSlot slot;
  const char *title;
  gboolean is_list;
  gboolean is_live;
} Section;

static const Section sections[] = {
  { { "optimizer", RENSA_COMPONENT_OPTIMIZER, NULL, NULL }, N_ ("Optimizer"), FALSE, TRUE },
  { { "hooks", RENSA_COMPONENT_OPTIMIZER_HOOK, N_ ("Add Hook"), N_ ("Add a Hook") }, N_ ("Hooks"), TRUE, TRUE },
  { { "stop", RENSA_COMPONENT_TRIGGER, NULL, NULL }, N_ ("Stop After"), FALSE, FALSE },
  { { "updater", RENSA_COMPONENT_UPDATER, NULL, NULL }, N_ ("Updater"), FALSE, FALSE },
  { { "extensions", RENSA_COMPONENT_EXTENSION, N_ ("Add Extension"), N_ ("Add an Extension") },
    N_ ("Extensions"),
    TRUE,
    FALSE },
};

struct _StudioTrainingSettings
{
  AdwBin parent_instance;
  StudioProject *project;
  StudioRun *run;
  GtkBox *box;
  GtkListBox *lists[G_N_ELEMENTS (sections)];
  GtkWidget *groups[G_N_ELEMENTS (sections)];
  /* What the rows show, so that a change elsewhere in the document leaves them, and the focus, alone. */
  char *shown[G_N_ELEMENTS (sections)];
};

enum
{
  PROP_PROJECT = 1,
  PROP_RUN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (StudioTrainingSettings, studio_training_settings, ADW_TYPE_BIN)

static void
toast (StudioTrainingSettings *self, const char *sentence)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", sentence);
}

static gboolean
is_running (StudioTrainingSettings *self)
{
  return self->run != NULL && studio_run_is_live (self->run);
}

/* The document has the value already; the run that goes on gets it, too. */
static void
entered (StudioComponentDialog *dialog, const char *path, const char *text, StudioTrainingSettings *self)
{
  g_autoptr (GError) error = NULL;

  if (is_running (self) && !studio_run_set (self->run, path, text, &error))
    studio_toast_error (GTK_WIDGET (self), error);
}

/* What the rows tell of: the settings of a run that goes on, which may not be those of the document any more. */
static RensaDocument *
get_shown (StudioTrainingSettings *self)
{
  return is_running (self) ? studio_run_get_settings (self->run) : studio_project_get_document (self->project);
}

/* With which they are compared; NULL where there is no run. */
static RensaDocument *
get_other (StudioTrainingSettings *self)
{
  if (self->run == NULL)
    return NULL;
  return is_running (self) ? studio_project_get_document (self->project) : studio_run_get_settings (self->run);
}

/* "This run: Learning rate 0"; takes @difference over. NULL where there is none. */
static char *
word_difference (StudioTrainingSettings *self, char *difference)
{
  g_autofree char *taken = difference;

  if (taken == NULL)
    return NULL;
  return g_strdup_printf (is_running (self) ? _ ("The project: %s") : _ ("This run: %s"), taken);
}

/* Whoever changes the run should know that it was not as the dialog shows it. */
static void
tell_of_difference (StudioTrainingSettings *self, GtkWidget *dialog, const char *path)
{
  g_autofree char *difference =
      is_running (self) ? studio_summary_compare (studio_project_get_document (self->project), get_shown (self), path)
                        : NULL;
  g_autofree char *note = NULL;

  if (difference == NULL)
    return;
  note = g_strdup_printf (_ ("This run goes on with: %s. What is entered here counts for the run and for the project."),
                          difference);
  studio_component_dialog_set_note (STUDIO_COMPONENT_DIALOG (dialog), note);
}

static gboolean
has_element (StudioTrainingSettings *self, const char *path)
{
  g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (studio_project_get_document (self->project), path, NULL);

  return attrs != NULL;
}

static void
row_activated (GtkListBox *list, GtkListBoxRow *row, StudioTrainingSettings *self)
{
  const Section *section = g_object_get_data (G_OBJECT (list), "section");
  const char *path = g_object_get_data (G_OBJECT (row), "path");
  GtkWidget *dialog;

  if (path == NULL)
    return;
  if (section->is_list && !has_element (self, path))
    {
      toast (self, _ ("The project does not have this any more."));
      return;
    }
  dialog = studio_component_dialog_new (self->project, section->slot.kind, path,
                                        GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))));
  if (section->is_live)
    {
      g_signal_connect_object (dialog, "entered", G_CALLBACK (entered), self, 0);
      tell_of_difference (self, dialog, path);
    }
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
add_clicked (GtkWidget *button, StudioTrainingSettings *self)
{
  studio_component_edits_choose (g_object_get_data (G_OBJECT (button), "slot"), self->project, GTK_WIDGET (self));
}

static GtkWidget *
make_row (StudioTrainingSettings *self, const Section *section, const char *path, guint index)
{
  RensaDocument *other = get_other (self);
  g_autoptr (StudioSummary) summary = studio_summary_new (get_shown (self), path);
  g_autofree char *difference =
      other != NULL ? word_difference (self, studio_summary_compare (get_shown (self), other, path)) : NULL;
  g_autofree char *details = g_strconcat (summary->details, difference != NULL ? "\n" : NULL, difference, NULL);
  g_autofree char *subtitle = g_markup_escape_text (details, -1);
  g_autofree char *title = g_markup_escape_text (summary->title, -1);
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), difference != NULL ? 4 : 2);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data_full (G_OBJECT (row), "path", g_strdup (path), g_free);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, details, -1);
  if (section->is_list && !is_running (self))
    studio_component_edits_add_buttons (&section->slot, self->project, ADW_ACTION_ROW (row), summary->title, index);
  return row;
}

static void
clear_list (GtkListBox *list)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (list))) != NULL)
    gtk_list_box_remove (list, row);
}

static char *
read_text (RensaDocument *document, const char *path)
{
  struct json_object *json = document != NULL ? rensa_document_get (document, path) : NULL;

  return g_strdup (json != NULL ? json_object_to_json_string_ext (json, JSON_C_TO_STRING_PLAIN) : "");
}

/* Whether what the section shows is not on the screen yet. */
static gboolean
note_shown (StudioTrainingSettings *self, guint i)
{
  g_autofree char *shown = read_text (get_shown (self), sections[i].slot.path);
  g_autofree char *other = read_text (get_other (self), sections[i].slot.path);
  const gboolean differs = self->run != NULL && !g_str_equal (shown, other);
  g_autofree char *text = g_strdup_printf (
      "%s %s %s", (differs || sections[i].is_list) && is_running (self) ? "run" : "", differs ? other : "", shown);

  if (g_strcmp0 (self->shown[i], text) == 0)
    return FALSE;
  g_free (self->shown[i]);
  self->shown[i] = g_steal_pointer (&text);
  return TRUE;
}

static void
fill_list (StudioTrainingSettings *self, guint i)
{
  const Section *section = &sections[i];
  const guint n = rensa_document_count_components (get_shown (self), section->slot.path);
  RensaDocument *other = get_other (self);
  g_autofree char *difference =
      other != NULL ? word_difference (self, studio_summary_compare_lists (get_shown (self), other, section->slot.path))
                    : NULL;

  for (guint k = 0; k < n; k++)
    {
      g_autofree char *path = g_strdup_printf ("%s.%u", section->slot.path, k);

      gtk_list_box_append (self->lists[i], make_row (self, section, path, k));
    }
  adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (self->groups[i]), difference);
  gtk_widget_set_visible (GTK_WIDGET (self->lists[i]), n > 0);
}

static void
fill_section (StudioTrainingSettings *self, guint i)
{
  if (!note_shown (self, i))
    return;
  clear_list (self->lists[i]);
  if (sections[i].is_list)
    fill_list (self, i);
  else
    gtk_list_box_append (self->lists[i], make_row (self, &sections[i], sections[i].slot.path, 0));
}

/* What a run cannot change stays as it is as long as it goes on, the number of its hooks among it. */
static void
update_locks (StudioTrainingSettings *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    {
      const char *reason = is_running (self) ? _ ("Cannot be changed while a run is training") : NULL;
      GtkWidget *header = adw_preferences_group_get_header_suffix (ADW_PREFERENCES_GROUP (self->groups[i]));

      gtk_widget_set_sensitive (self->groups[i], self->project != NULL && (sections[i].is_live || !is_running (self)));
      gtk_widget_set_tooltip_text (self->groups[i], sections[i].is_live ? NULL : reason);
      if (header != NULL)
        gtk_widget_set_sensitive (header, !is_running (self));
    }
}

static void
fill (StudioTrainingSettings *self)
{
  for (guint i = 0; self->project != NULL && i < G_N_ELEMENTS (sections); i++)
    fill_section (self, i);
  update_locks (self);
}

static void
set_project (StudioTrainingSettings *self, StudioProject *project)
{
  if (self->project != NULL)
    g_signal_handlers_disconnect_by_data (self->project, self);
  g_set_object (&self->project, project);
  if (project != NULL)
    g_signal_connect_swapped (project, "changed", G_CALLBACK (fill), self);
  fill (self);
}

static void
disconnect_run (StudioTrainingSettings *self)
{
  if (self->run == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->run, self);
  g_signal_handlers_disconnect_by_data (studio_run_get_events (self->run), self);
}

static void
set_run (StudioTrainingSettings *self, StudioRun *run)
{
  disconnect_run (self);
  g_set_object (&self->run, run);
  if (run != NULL)
    {
      g_signal_connect_swapped (run, "notify::is-live", G_CALLBACK (fill), self);
      g_signal_connect_swapped (studio_run_get_events (run), "items-changed", G_CALLBACK (fill), self);
    }
  fill (self);
}

static void
studio_training_settings_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_PROJECT)
    set_project (STUDIO_TRAINING_SETTINGS (object), g_value_get_object (value));
  else
    set_run (STUDIO_TRAINING_SETTINGS (object), g_value_get_object (value));
}

static void
studio_training_settings_dispose (GObject *object)
{
  StudioTrainingSettings *self = STUDIO_TRAINING_SETTINGS (object);

  if (self->project != NULL)
    g_signal_handlers_disconnect_by_data (self->project, self);
  disconnect_run (self);
  g_clear_object (&self->project);
  g_clear_object (&self->run);
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    g_clear_pointer (&self->shown[i], g_free);
  G_OBJECT_CLASS (studio_training_settings_parent_class)->dispose (object);
}

static void
studio_training_settings_class_init (StudioTrainingSettingsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;

  object_class->set_property = studio_training_settings_set_property;
  object_class->dispose = studio_training_settings_dispose;
  properties[PROP_PROJECT] = g_param_spec_object ("project", NULL, NULL, STUDIO_TYPE_PROJECT, flags);
  properties[PROP_RUN] = g_param_spec_object ("run", NULL, NULL, STUDIO_TYPE_RUN, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-training-settings.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioTrainingSettings, box);
}

static void
add_section (StudioTrainingSettings *self, guint i)
{
  const Section *section = &sections[i];
  GtkWidget *group = adw_preferences_group_new ();
  GtkWidget *list = gtk_list_box_new ();

  self->groups[i] = group;
  self->lists[i] = GTK_LIST_BOX (list);
  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), _ (section->title));
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ (section->title), -1);
  g_object_set_data (G_OBJECT (list), "section", (gpointer) section);
  g_signal_connect (list, "row-activated", G_CALLBACK (row_activated), self);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), list);
  if (section->is_list)
    {
      GtkWidget *button = studio_component_edits_new_button ("list-add-symbolic", _ (section->slot.add_label));

      g_object_set_data (G_OBJECT (button), "slot", (gpointer) &section->slot);
      g_signal_connect (button, "clicked", G_CALLBACK (add_clicked), self);
      adw_preferences_group_set_header_suffix (ADW_PREFERENCES_GROUP (group), button);
    }
  gtk_box_append (self->box, group);
}

static void
studio_training_settings_init (StudioTrainingSettings *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    add_section (self, i);
  update_locks (self);
}
