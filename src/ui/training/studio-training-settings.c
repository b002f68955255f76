/* studio-training-settings.c: training settings of the open project.
 * SPDX-License-Identifier: MIT */

#include "studio-training-settings.h"

#include <glib/gi18n.h>

#include "rensa-document-values.h"
#include "studio-component-edits.h"
#include "studio-device-group.h"
#include "studio-knobs.h"
#include "studio-live-changes.h"
#include "studio-preferences.h"
#include "studio-step.h"
#include "studio-summary.h"
#include "studio-training-edit.h"
#include "studio-training-words.h"
#include "studio-watch.h"
#include "studio-widget.h"

/* One component, or a list of them, which can then be extended. @slot: slot of a list, otherwise
 * NULL; @is_live: TRUE if a run accepts changes of its attributes during training. @shown: what the
 * rows show, compared so that other changes in the document affect neither the rows nor the focus. */
typedef struct
{
  char *path;
  char *title;
  RensaComponentKind kind;
  const StudioComponentSlot *slot;
  gboolean is_live;
  GtkListBox *list;
  GtkWidget *group;
  char *shown;
} Section;

static void
section_free (gpointer data)
{
  Section *section = data;

  g_free (section->path);
  g_free (section->title);
  g_free (section->shown);
  g_free (section);
}

static const StudioComponentSlot hooks = { "hooks", RENSA_COMPONENT_OPTIMIZER_HOOK, N_ ("Add Hook"), N_ ("Add Hook") };
static const StudioComponentSlot extensions = { "extensions", RENSA_COMPONENT_EXTENSION, N_ ("Add Extension"),
                                                N_ ("Add Extension") };

struct _StudioTrainingSettings
{
  AdwBin parent_instance;
  StudioProject *project;
  StudioRun *run;
  StudioLiveChanges *live; /* NULL unless there are a project and a run */
  GtkBox *box;
  StudioKnobs *knobs;
  StudioDeviceGroup *device_group;
  GtkToggleButton *more; /* In Simple, shows all settings while active */
  GPtrArray *sections;   /* Section */
  char *losses;          /* Losses that the sections are for; NULL before the first */
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

/* The document already has the value; sends it to the live run too. */
static void
turned (StudioTrainingSettings *self, const char *path, const char *run_path, const char *text)
{
  g_autoptr (GError) error = NULL;

  if (is_running (self) && !studio_live_changes_enter (self->live, path, run_path, text, &error))
    studio_toast_error (GTK_WIDGET (self), error);
}

static void
entered (GtkWidget *dialog, const char *path, const char *text, StudioTrainingSettings *self)
{
  g_autofree char *run_path = studio_training_edit_find_run_path (dialog, path);

  turned (self, path, run_path, text);
}

/* Returns the document shown by the rows: the settings of a live run, which may differ from the
 * project's document. */
static RensaDocument *
get_shown (StudioTrainingSettings *self)
{
  return is_running (self) ? studio_run_get_settings (self->run) : studio_project_get_document (self->project);
}

/* Returns the document to compare with; NULL if there is no run. */
static RensaDocument *
get_other (StudioTrainingSettings *self)
{
  if (self->run == NULL)
    return NULL;
  return is_running (self) ? studio_project_get_document (self->project) : studio_run_get_settings (self->run);
}

/* Returns "This run: Learning rate 0"; takes ownership of @difference. Returns NULL if that is NULL. */
static char *
word_difference (StudioTrainingSettings *self, char *difference)
{
  g_autofree char *taken = difference;

  return studio_training_word_difference (is_running (self), taken);
}

static void
row_activated (GtkListBox *list, GtkListBoxRow *row, StudioTrainingSettings *self)
{
  const Section *section = g_object_get_data (G_OBJECT (list), "section");
  const char *path = g_object_get_data (G_OBJECT (row), "path");
  const gboolean is_live = section->is_live && is_running (self);
  GtkWidget *dialog;

  if (path == NULL)
    return;
  dialog = studio_training_edit_new (self->project, is_live ? self->run : NULL, section->kind, path,
                                     GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))));
  if (dialog == NULL)
    {
      toast (self, _ ("The project no longer contains this."));
      return;
    }
  if (is_live)
    g_signal_connect_object (dialog, "entered", G_CALLBACK (entered), self, 0);
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
  if (section->slot != NULL && !is_running (self))
    studio_component_edits_add_buttons (section->slot, self->project, ADW_ACTION_ROW (row), summary->title, index);
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

/* Returns the part of the other document that corresponds to @path. */
static char *
read_other (StudioTrainingSettings *self, const char *path)
{
  RensaDocument *other = get_other (self);
  g_autofree char *place = other != NULL ? studio_step_find_path (other, path) : NULL;

  return read_text (other, place != NULL ? place : "losses");
}

/* Returns TRUE if the section's content has changed since it was last shown. */
static gboolean
note_shown (StudioTrainingSettings *self, Section *section)
{
  g_autofree char *shown = read_text (get_shown (self), section->path);
  g_autofree char *other = read_other (self, section->path);
  const gboolean differs = self->run != NULL && !g_str_equal (shown, other);
  g_autofree char *text = g_strdup_printf (
      "%s %s %s", (differs || section->slot != NULL) && is_running (self) ? "run" : "", differs ? other : "", shown);

  if (g_strcmp0 (section->shown, text) == 0)
    return FALSE;
  g_free (section->shown);
  section->shown = g_steal_pointer (&text);
  return TRUE;
}

static void
fill_list (StudioTrainingSettings *self, Section *section)
{
  const guint n = rensa_document_count_components (get_shown (self), section->path);
  RensaDocument *other = get_other (self);
  g_autofree char *difference =
      other != NULL ? word_difference (self, studio_summary_compare_lists (get_shown (self), other, section->path))
                    : NULL;

  for (guint k = 0; k < n; k++)
    {
      g_autofree char *path = g_strdup_printf ("%s.%u", section->path, k);

      gtk_list_box_append (section->list, make_row (self, section, path, k));
    }
  adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (section->group), difference);
  gtk_widget_set_visible (GTK_WIDGET (section->list), n > 0);
}

static void
fill_section (StudioTrainingSettings *self, Section *section)
{
  if (!note_shown (self, section))
    return;
  clear_list (section->list);
  if (section->slot != NULL)
    fill_list (self, section);
  else
    gtk_list_box_append (section->list, make_row (self, section, section->path, 0));
}

static void
add_group (StudioTrainingSettings *self, Section *section)
{
  GtkWidget *group = adw_preferences_group_new ();
  GtkWidget *list = gtk_list_box_new ();
  g_autofree char *markup = g_markup_escape_text (section->title, -1);

  section->group = group;
  section->list = GTK_LIST_BOX (list);
  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), markup);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, section->title, -1);
  g_object_set_data (G_OBJECT (list), "section", section);
  g_signal_connect (list, "row-activated", G_CALLBACK (row_activated), self);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), list);
  if (section->slot != NULL)
    {
      GtkWidget *button = studio_component_edits_new_button ("list-add-symbolic", _ (section->slot->add_label));

      g_object_set_data (G_OBJECT (button), "slot", (gpointer) section->slot);
      g_signal_connect (button, "clicked", G_CALLBACK (add_clicked), self);
      adw_preferences_group_set_header_suffix (ADW_PREFERENCES_GROUP (group), button);
    }
  gtk_box_append (self->box, group);
}

/* Takes ownership of @path and @title. */
static void
add_section (StudioTrainingSettings *self, char *path, char *title, RensaComponentKind kind,
             const StudioComponentSlot *slot, gboolean is_live)
{
  Section *section = g_new0 (Section, 1);

  *section = (Section){ .path = path, .title = title, .kind = kind, .slot = slot, .is_live = is_live };
  g_ptr_array_add (self->sections, section);
  add_group (self, section);
}

/* Adds the settings of the models that learn from loss @i. */
static void
add_loss (StudioTrainingSettings *self, RensaDocument *document, guint i)
{
  g_autofree char *learning = studio_step_title_learning (document, i);
  g_autofree char *path = studio_step_get_loss_path (document, i);

  add_section (self, g_strconcat (path, ".optimizer", NULL), g_strdup_printf (_ ("Optimizer (%s)"), learning),
               RENSA_COMPONENT_OPTIMIZER, NULL, TRUE);
  add_section (self, g_strconcat (path, ".hooks", NULL), g_strdup_printf (_ ("Hooks (%s)"), learning),
               RENSA_COMPONENT_OPTIMIZER_HOOK, studio_component_edits_get_hooks (i), TRUE);
}

static void
add_sections (StudioTrainingSettings *self, RensaDocument *document)
{
  const gboolean has_step = document != NULL && studio_document_has_step (document);
  const guint n_losses = has_step ? rensa_document_count_components (document, "losses") : 0;

  for (guint i = 0; i < n_losses; i++)
    add_loss (self, document, i);
  if (!has_step)
    {
      add_section (self, g_strdup ("optimizer"), g_strdup (_ ("Optimizer")), RENSA_COMPONENT_OPTIMIZER, NULL, TRUE);
      add_section (self, g_strdup (hooks.path), g_strdup (_ ("Hooks")), hooks.kind, &hooks, TRUE);
    }
  add_section (self, g_strdup ("stop"), g_strdup (_ ("Stop After")), RENSA_COMPONENT_TRIGGER, NULL, FALSE);
  add_section (self, g_strdup ("updater"), g_strdup (_ ("Updater")), RENSA_COMPONENT_UPDATER, NULL, FALSE);
  gtk_box_reorder_child_after (self->box, GTK_WIDGET (self->device_group),
                               gtk_widget_get_last_child (GTK_WIDGET (self->box)));
  add_section (self, g_strdup (extensions.path), g_strdup (_ ("Extensions")), extensions.kind, &extensions, FALSE);
}

static void
remove_sections (StudioTrainingSettings *self)
{
  for (guint i = 0; i < self->sections->len; i++)
    gtk_box_remove (self->box, ((Section *) self->sections->pdata[i])->group);
  g_ptr_array_set_size (self->sections, 0);
}

/* Rebuilds the sections if the losses have changed: one set for all, or one for each loss of a step. */
static void
update_sections (StudioTrainingSettings *self)
{
  RensaDocument *document = self->project != NULL ? get_shown (self) : NULL;
  g_autofree char *losses = studio_training_describe_losses (document);

  if (g_strcmp0 (losses, self->losses) == 0)
    return;
  g_free (self->losses);
  self->losses = g_steal_pointer (&losses);
  remove_sections (self);
  add_sections (self, document);
}

static void
fill_device (StudioTrainingSettings *self)
{
  const gboolean is_known = self->project != NULL && !is_running (self) && studio_project_is_analysed (self->project);

  if (self->project == NULL)
    return;
  studio_device_group_show (self->device_group, get_shown (self), get_other (self), is_running (self),
                            is_known ? studio_device_find_problem (self->project) : NULL);
}

static void
device_chosen (StudioTrainingSettings *self, const char *path, const char *text)
{
  g_autoptr (GError) error = NULL;

  if (self->project != NULL && !studio_project_set (self->project, path, text, &error))
    studio_toast_error (GTK_WIDGET (self), error);
}

/* @is_live: TRUE if a live run accepts changes. */
static void
lock (StudioTrainingSettings *self, GtkWidget *group, gboolean is_live)
{
  const gboolean is_locked = is_running (self) && !is_live;

  gtk_widget_set_sensitive (group, self->project != NULL && !is_locked);
  gtk_widget_set_tooltip_text (group, is_locked ? _ ("Cannot be changed while a run is training") : NULL);
}

/* Locks everything that a live run cannot change, including its number of hooks. */
static void
update_locks (StudioTrainingSettings *self)
{
  lock (self, GTK_WIDGET (self->device_group), FALSE);
  for (guint i = 0; i < self->sections->len; i++)
    {
      const Section *section = self->sections->pdata[i];
      GtkWidget *header = adw_preferences_group_get_header_suffix (ADW_PREFERENCES_GROUP (section->group));

      lock (self, section->group, section->is_live);
      if (header != NULL)
        gtk_widget_set_sensitive (header, !is_running (self));
    }
}

/* In Simple, only the optimizer is shown by default and, unless a knob covers it, the stop trigger. */
static gboolean
is_main (StudioTrainingSettings *self, const Section *section)
{
  return section->kind == RENSA_COMPONENT_OPTIMIZER
         || (g_str_equal (section->path, "stop") && !studio_knobs_has_length (self->knobs));
}

static void
update_interface (StudioTrainingSettings *self)
{
  const gboolean is_simple = studio_preferences_is_simple ();
  const gboolean is_all = !is_simple || gtk_toggle_button_get_active (self->more);

  gtk_widget_set_visible (GTK_WIDGET (self->more), is_simple);
  gtk_button_set_label (GTK_BUTTON (self->more), is_all ? _ ("Fewer Settings") : _ ("More Settings"));
  gtk_widget_set_visible (GTK_WIDGET (self->device_group), is_all);
  for (guint i = 0; i < self->sections->len; i++)
    gtk_widget_set_visible (((Section *) self->sections->pdata[i])->group,
                            is_all || is_main (self, self->sections->pdata[i]));
}

static void
fill (StudioTrainingSettings *self)
{
  update_sections (self);
  for (guint i = 0; self->project != NULL && i < self->sections->len; i++)
    fill_section (self, self->sections->pdata[i]);
  fill_device (self);
  studio_knobs_show (self->knobs, self->project, self->run);
  update_interface (self);
  update_locks (self);
}

/* The displayed names of components change too. */
static void
interface_changed (gpointer data)
{
  StudioTrainingSettings *self = data;

  for (guint i = 0; i < self->sections->len; i++)
    g_clear_pointer (&((Section *) self->sections->pdata[i])->shown, g_free);
  fill (self);
}

/* In a list, selects the row by the index that follows in @place. */
static GtkWidget *
find_row (StudioTrainingSettings *self, const char *place)
{
  if (g_str_has_prefix (place, "device") || g_str_has_prefix (place, "tf32"))
    return studio_device_group_find_row (self->device_group, place);
  for (guint i = 0; i < self->sections->len; i++)
    {
      const Section *section = self->sections->pdata[i];
      const gsize length = strlen (section->path);

      if (strncmp (place, section->path, length) == 0 && (place[length] == '.' || place[length] == '\0'))
        return GTK_WIDGET (
            gtk_list_box_get_row_at_index (section->list, place[length] != '\0' ? atoi (place + length + 1) : 0));
    }
  return NULL;
}

void
studio_training_settings_show_setting (StudioTrainingSettings *self, const char *place)
{
  GtkWidget *row = find_row (self, place);

  if (row == NULL)
    return;
  gtk_toggle_button_set_active (self->more, TRUE);
  gtk_widget_grab_focus (row);
  /* After pointer input, the focus would otherwise not be visible. */
  gtk_window_set_focus_visible (GTK_WINDOW (gtk_widget_get_root (row)), TRUE);
}

static void
follow_changes (StudioTrainingSettings *self)
{
  g_clear_pointer (&self->live, studio_live_changes_free);
  if (self->project != NULL && self->run != NULL)
    self->live = studio_live_changes_new (self->project, self->run);
}

static void
studio_training_settings_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  StudioTrainingSettings *self = STUDIO_TRAINING_SETTINGS (object);

  if (id == PROP_PROJECT)
    g_value_set_object (value, self->project);
  else
    g_value_set_object (value, self->run);
}

static void
studio_training_settings_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  StudioTrainingSettings *self = STUDIO_TRAINING_SETTINGS (object);

  if (id == PROP_PROJECT)
    g_set_object (&self->project, g_value_get_object (value));
  else
    g_set_object (&self->run, g_value_get_object (value));
  follow_changes (self);
}

static void
studio_training_settings_dispose (GObject *object)
{
  StudioTrainingSettings *self = STUDIO_TRAINING_SETTINGS (object);

  g_clear_pointer (&self->live, studio_live_changes_free);
  g_clear_object (&self->project);
  g_clear_object (&self->run);
  G_OBJECT_CLASS (studio_training_settings_parent_class)->dispose (object);
}

static void
studio_training_settings_finalize (GObject *object)
{
  g_ptr_array_unref (STUDIO_TRAINING_SETTINGS (object)->sections);
  g_free (STUDIO_TRAINING_SETTINGS (object)->losses);
  G_OBJECT_CLASS (studio_training_settings_parent_class)->finalize (object);
}

static void
studio_training_settings_class_init (StudioTrainingSettingsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = studio_training_settings_get_property;
  object_class->set_property = studio_training_settings_set_property;
  object_class->dispose = studio_training_settings_dispose;
  object_class->finalize = studio_training_settings_finalize;
  properties[PROP_PROJECT] = g_param_spec_object ("project", NULL, NULL, STUDIO_TYPE_PROJECT, flags);
  properties[PROP_RUN] = g_param_spec_object ("run", NULL, NULL, STUDIO_TYPE_RUN, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (STUDIO_TYPE_KNOBS);
  g_type_ensure (STUDIO_TYPE_DEVICE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-training-settings.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioTrainingSettings, box);
  gtk_widget_class_bind_template_child (widget_class, StudioTrainingSettings, knobs);
  gtk_widget_class_bind_template_child (widget_class, StudioTrainingSettings, device_group);
  gtk_widget_class_bind_template_callback (widget_class, device_chosen);
  gtk_widget_class_bind_template_child (widget_class, StudioTrainingSettings, more);
  gtk_widget_class_bind_template_callback (widget_class, turned);
  gtk_widget_class_bind_template_callback (widget_class, update_interface);
  gtk_widget_class_bind_template_callback (widget_class, fill);
  gtk_widget_class_bind_template_callback (widget_class, fill_device);
  studio_watch_keep (widget_class, "project_watch");
  studio_watch_keep (widget_class, "analysis_watch");
  studio_watch_keep (widget_class, "run_watch");
}

static void
studio_training_settings_init (StudioTrainingSettings *self)
{
  self->sections = g_ptr_array_new_with_free_func (section_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  studio_preferences_follow_interface (G_OBJECT (self), interface_changed);
  fill (self);
}
