/* studio-step-panel.c: losses and reported values of a training step.
 * SPDX-License-Identifier: MIT */

#include "studio-step-panel.h"

#include <glib/gi18n.h>

#include "rensa-document-values.h"
#include "studio-component-edits.h"
#include "studio-output-editor.h"
#include "studio-step.h"
#include "studio-widget.h"

typedef struct
{
  GtkWidget *group;
  GtkWidget *box;
  GtkWidget *button;
  GPtrArray *editors;
} Outputs;

struct _StudioStepPanel
{
  AdwBin parent_instance;

  Outputs losses;
  Outputs reports;
  StudioProject *project;
};

G_DEFINE_FINAL_TYPE (StudioStepPanel, studio_step_panel, ADW_TYPE_BIN)

static void
add_output (StudioStepPanel *self, const char *label,
            gboolean (*add) (RensaDocument *document, const char *node, GError **error))
{
  g_autoptr (RensaDocument) document = studio_project_begin (self->project);
  const char *node = studio_step_suggest_node (document);
  g_autofree char *name = g_strdup (node);
  g_autoptr (GError) error = NULL;

  if (name == NULL)
    return;
  if (add (document, name, &error))
    studio_project_commit (self->project, document, label, NULL);
  else
    studio_toast_error (GTK_WIDGET (self), error);
}

static void
add_loss (StudioStepPanel *self)
{
  add_output (self, _ ("Add Loss"), rensa_document_add_loss);
}

static void
add_report (StudioStepPanel *self)
{
  add_output (self, _ ("Add Report"), rensa_document_add_report);
}

static void
show_outputs (StudioStepPanel *self, Outputs *outputs, gboolean is_loss)
{
  RensaDocument *document = studio_project_get_document (self->project);
  const guint n = rensa_document_count_components (document, is_loss ? "losses" : "reports");

  for (guint i = outputs->editors->len; i-- > n;)
    {
      gtk_box_remove (GTK_BOX (outputs->box), outputs->editors->pdata[i]);
      g_ptr_array_remove_index (outputs->editors, i);
    }
  for (guint i = outputs->editors->len; i < n; i++)
    {
      GtkWidget *editor = studio_output_editor_new (is_loss, i);

      gtk_box_append (GTK_BOX (outputs->box), editor);
      g_ptr_array_add (outputs->editors, editor);
    }
  for (guint i = 0; i < n; i++)
    studio_output_editor_show (outputs->editors->pdata[i], self->project);
  gtk_widget_set_sensitive (outputs->button, studio_step_suggest_node (document) != NULL);
  gtk_widget_set_visible (outputs->box, n > 0);
}

void
studio_step_panel_show (StudioStepPanel *self, StudioProject *project)
{
  RensaDocument *document = studio_project_get_document (project);

  g_set_object (&self->project, project);
  show_outputs (self, &self->losses, TRUE);
  show_outputs (self, &self->reports, FALSE);
  adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (self->losses.group),
                                         rensa_document_count_components (document, "losses") > 0
                                             ? NULL
                                             : _ ("Nothing is learned yet: choose a node that outputs a single "
                                                  "number."));
}

static void
init_outputs (StudioStepPanel *self, GtkWidget *box, Outputs *outputs, const char *title, const char *button,
              GCallback clicked)
{
  outputs->editors = g_ptr_array_new ();
  outputs->group = adw_preferences_group_new ();
  outputs->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);
  outputs->button = studio_component_edits_new_button ("list-add-symbolic", button);
  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (outputs->group), title);
  adw_preferences_group_set_header_suffix (ADW_PREFERENCES_GROUP (outputs->group), outputs->button);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (outputs->group), outputs->box);
  g_signal_connect_swapped (outputs->button, "clicked", clicked, self);
  gtk_box_append (GTK_BOX (box), outputs->group);
}

static void
studio_step_panel_finalize (GObject *object)
{
  StudioStepPanel *self = STUDIO_STEP_PANEL (object);

  g_ptr_array_unref (self->losses.editors);
  g_ptr_array_unref (self->reports.editors);
  g_clear_object (&self->project);
  G_OBJECT_CLASS (studio_step_panel_parent_class)->finalize (object);
}

static void
studio_step_panel_class_init (StudioStepPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = studio_step_panel_finalize;
}

static void
studio_step_panel_init (StudioStepPanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);

  init_outputs (self, box, &self->losses, _ ("Losses"), _ ("Add Loss"), G_CALLBACK (add_loss));
  init_outputs (self, box, &self->reports, _ ("Reports"), _ ("Add Report"), G_CALLBACK (add_report));
  adw_bin_set_child (ADW_BIN (self), box);
}
