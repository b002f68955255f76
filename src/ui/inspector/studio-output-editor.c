/* studio-output-editor.c: editor for a loss or a reported value of a training step.
 * SPDX-License-Identifier: MIT */

#include "studio-output-editor.h"

#include <glib/gi18n.h>

#include "rensa-document-values.h"
#include "studio-choice-row.h"
#include "studio-component-dialog.h"
#include "studio-component-edits.h"
#include "studio-learners-row.h"
#include "studio-settings-list.h"
#include "studio-step.h"
#include "studio-summary.h"
#include "studio-widget.h"

struct _StudioOutputEditor
{
  AdwBin parent_instance;

  gboolean is_loss;
  guint index;
  char *path; /* "losses.0" */
  StudioProject *project;

  GtkListBox *list;
  GtkWidget *head;
  GtkWidget *node;
  GtkWidget *learners; /* This and the next three: only for a loss */
  GtkWidget *optimizer;
  GPtrArray *hooks; /* rows */
  GtkWidget *add_hook;
  GtkWidget *settings;
  char *shown_name;
  char *shown_hooks;
};

G_DEFINE_FINAL_TYPE (StudioOutputEditor, studio_output_editor, ADW_TYPE_BIN)

static const StudioComponentSlot lists[] = { { .path = "reports" }, { .path = "losses" } };

static char *
join (StudioOutputEditor *self, const char *member)
{
  return g_strdup_printf ("%s.%s", self->path, member);
}

static void
set (StudioOutputEditor *self, const char *member, const char *text)
{
  g_autofree char *path = join (self, member);
  g_autoptr (GError) error = NULL;

  if (!studio_project_set (self->project, path, text, &error))
    studio_toast_error (GTK_WIDGET (self), error);
}

static void
node_chosen (StudioOutputEditor *self, const char *name)
{
  set (self, "node", name);
}

/* NULL means all models, so that they need not be listed. */
static void
learners_chosen (StudioOutputEditor *self, const char *names)
{
  set (self, "models", names != NULL ? names : "None");
}

static void
open_dialog (StudioOutputEditor *self, RensaComponentKind kind, const char *path)
{
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));

  gtk_window_present (GTK_WINDOW (studio_component_dialog_new (self->project, kind, path, window)));
}

static void
row_activated (StudioOutputEditor *self, GtkListBoxRow *row)
{
  g_autofree char *path = NULL;
  guint i;

  if (GTK_WIDGET (row) == self->optimizer)
    {
      path = join (self, "optimizer");
      open_dialog (self, RENSA_COMPONENT_OPTIMIZER, path);
    }
  else if (self->is_loss && g_ptr_array_find (self->hooks, row, &i))
    {
      path = g_strdup_printf ("%s.hooks.%u", self->path, i);
      open_dialog (self, RENSA_COMPONENT_OPTIMIZER_HOOK, path);
    }
}

static void
add_hook_clicked (StudioOutputEditor *self)
{
  studio_component_edits_choose (studio_component_edits_get_hooks (self->index), self->project, GTK_WIDGET (self));
}

static GtkWidget *
new_row (const char *title)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *markup = g_markup_escape_text (title, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), markup);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 2);
  return row;
}

/* The top row shows the name and has the buttons that edit the enclosing list. */
static void
show_head (StudioOutputEditor *self)
{
  RensaDocument *document = studio_project_get_document (self->project);
  g_autofree char *name =
      self->is_loss ? studio_step_title_loss (document, self->index) : studio_step_name_report (document, self->index);

  if (g_strcmp0 (name, self->shown_name) == 0)
    return;
  g_free (self->shown_name);
  self->shown_name = g_strdup (name);
  if (self->head != NULL)
    gtk_list_box_remove (self->list, self->head);
  self->head = new_row (name);
  gtk_widget_add_css_class (self->head, "output-name");
  studio_component_edits_add_buttons (&lists[self->is_loss], self->project, ADW_ACTION_ROW (self->head), name,
                                      self->index);
  gtk_list_box_prepend (self->list, self->head);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
show_summary (GtkWidget *row, RensaDocument *document, const char *path, gboolean is_title)
{
  g_autoptr (StudioSummary) summary = studio_summary_new (document, path);
  g_autofree char *title = g_markup_escape_text (summary->title, -1);
  g_autofree char *whole = g_strdup_printf ("%s · %s", summary->title, summary->details);
  g_autofree char *subtitle = g_markup_escape_text (is_title ? summary->details : whole, -1);

  if (is_title)
    adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
}

static void
add_hook_row (StudioOutputEditor *self, const StudioComponentSlot *slot, guint i)
{
  RensaDocument *document = studio_project_get_document (self->project);
  g_autofree char *path = g_strdup_printf ("%s.%u", slot->path, i);
  GtkWidget *row = new_row ("");

  show_summary (row, document, path, TRUE);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  studio_component_edits_add_buttons (slot, self->project, ADW_ACTION_ROW (row),
                                      adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), i);
  gtk_list_box_insert (self->list, row, gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (self->add_hook)));
  g_ptr_array_add (self->hooks, row);
}

static void
show_hooks (StudioOutputEditor *self)
{
  RensaDocument *document = studio_project_get_document (self->project);
  const StudioComponentSlot *slot = studio_component_edits_get_hooks (self->index);
  struct json_object *json = rensa_document_get (document, slot->path);
  const char *text = json != NULL ? json_object_to_json_string (json) : "";
  const guint n = rensa_document_count_components (document, slot->path);

  if (g_strcmp0 (self->shown_hooks, text) == 0)
    return;
  g_free (self->shown_hooks);
  self->shown_hooks = g_strdup (text);
  for (guint i = 0; i < self->hooks->len; i++)
    gtk_list_box_remove (self->list, self->hooks->pdata[i]);
  g_ptr_array_set_size (self->hooks, 0);
  for (guint i = 0; i < n; i++)
    add_hook_row (self, slot, i);
}

static void
show_node (StudioOutputEditor *self)
{
  RensaDocument *document = studio_project_get_document (self->project);
  g_auto (GStrv) names = studio_step_list_nodes (document);
  g_autofree char *path = join (self, "node");
  struct json_object *node = rensa_document_get (document, path);

  studio_choice_row_show (STUDIO_CHOICE_ROW (self->node), (const char *const *) names,
                          json_object_is_type (node, json_type_string) ? json_object_get_string (node) : NULL);
}

void
studio_output_editor_show (StudioOutputEditor *self, StudioProject *project)
{
  RensaDocument *document = studio_project_get_document (project);

  g_set_object (&self->project, project);
  show_head (self);
  show_node (self);
  studio_settings_list_show (STUDIO_SETTINGS_LIST (self->settings), project,
                             self->is_loss ? &studio_loss_settings : &studio_report_settings, self->path);
  if (self->is_loss)
    {
      g_auto (GStrv) learners = rensa_network_list_learners (rensa_document_get_network (document));
      g_auto (GStrv) learning = studio_step_list_learning (document, self->index);
      g_autofree char *path = join (self, "optimizer");

      studio_learners_row_show (STUDIO_LEARNERS_ROW (self->learners), (const char *const *) learners,
                                (const char *const *) learning);
      show_summary (self->optimizer, document, path, FALSE);
      show_hooks (self);
    }
}

static void
add_row (StudioOutputEditor *self, GtkWidget *row)
{
  gtk_list_box_append (self->list, row);
}

static void
add_loss_rows (StudioOutputEditor *self)
{
  GtkWidget *button = studio_component_edits_new_button ("list-add-symbolic", _ ("Add Hook"));

  self->learners = studio_learners_row_new ();
  g_signal_connect_swapped (self->learners, "chosen", G_CALLBACK (learners_chosen), self);
  add_row (self, self->learners);

  self->optimizer = new_row (_ ("Optimizer"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self->optimizer), TRUE);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self->optimizer), gtk_image_new_from_icon_name ("go-next-symbolic"));
  add_row (self, self->optimizer);

  self->add_hook = new_row (_ ("Hooks"));
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (add_hook_clicked), self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self->add_hook), button);
  add_row (self, self->add_hook);
}

GtkWidget *
studio_output_editor_new (gboolean is_loss, guint index)
{
  StudioOutputEditor *self = g_object_new (STUDIO_TYPE_OUTPUT_EDITOR, NULL);

  self->is_loss = is_loss;
  self->index = index;
  self->path = g_strdup_printf ("%s.%u", lists[is_loss].path, index);
  if (is_loss)
    add_loss_rows (self);
  return GTK_WIDGET (self);
}

static void
studio_output_editor_finalize (GObject *object)
{
  StudioOutputEditor *self = STUDIO_OUTPUT_EDITOR (object);

  g_clear_object (&self->project);
  g_ptr_array_unref (self->hooks);
  g_free (self->path);
  g_free (self->shown_name);
  g_free (self->shown_hooks);
  G_OBJECT_CLASS (studio_output_editor_parent_class)->finalize (object);
}

static void
studio_output_editor_class_init (StudioOutputEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = studio_output_editor_finalize;
}

static void
studio_output_editor_init (StudioOutputEditor *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *list = gtk_list_box_new ();

  self->hooks = g_ptr_array_new ();
  self->list = GTK_LIST_BOX (list);
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  g_signal_connect_swapped (list, "row-activated", G_CALLBACK (row_activated), self);

  self->node = studio_choice_row_new (_ ("Node"));
  g_signal_connect_swapped (self->node, "chosen", G_CALLBACK (node_chosen), self);
  add_row (self, self->node);
  self->settings = g_object_new (STUDIO_TYPE_SETTINGS_LIST, NULL);
  gtk_box_append (GTK_BOX (box), list);
  gtk_box_append (GTK_BOX (box), self->settings);
  adw_bin_set_child (ADW_BIN (self), box);
}
