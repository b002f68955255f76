/* studio-model-panel.c: panel for the whole model.
 * SPDX-License-Identifier: MIT */

#include "studio-model-panel.h"
#include "rensa-document-values.h"
#include "studio-component-dialog.h"
#include "studio-facts.h"
#include "studio-focus.h"
#include "studio-format.h"
#include "studio-problem-list.h"
#include "studio-school.h"
#include "studio-settings-list.h"
#include "studio-step-panel.h"
#include "studio-step.h"

#include <glib/gi18n.h>

struct _StudioModelPanel
{
  AdwBin parent_instance;

  GtkWidget *name;
  GtkWidget *problems;
  GtkWidget *comparison; /* Shows loss and accuracy of a document without a step */
  GtkWidget *loss;
  GtkWidget *accuracy;
  GtkWidget *step;
  GtkWidget *settings;
  GtkWidget *facts;

  StudioProject *project;
  char *scope;
  char *shown_name; /* Content of the entry before the user typed */
};

G_DEFINE_FINAL_TYPE (StudioModelPanel, studio_model_panel, ADW_TYPE_BIN)

enum
{
  PROBLEM_ACTIVATED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
rename_project (StudioModelPanel *self)
{
  const char *name = gtk_editable_get_text (GTK_EDITABLE (self->name));
  g_autoptr (RensaDocument) document = NULL;

  /* The entry may be out of date while another panel is visible; only text that was typed
   * counts. */
  if (self->project == NULL || g_strcmp0 (name, self->shown_name) == 0)
    return;

  g_free (self->shown_name);
  self->shown_name = g_strdup (name);

  document = studio_project_begin (self->project);
  json_object_object_add (rensa_document_change (document), "name", json_object_new_string (name));
  studio_project_commit (self->project, document, _ ("Rename Project"), NULL);
}

static void
leave_name (gpointer self)
{
  rename_project (self);
}

static void
open_dialog (StudioModelPanel *self, const char *path)
{
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));

  gtk_window_present (GTK_WINDOW (studio_component_dialog_new (self->project, RENSA_COMPONENT_FUNCTION, path, window)));
}

static void
on_loss_activated (StudioModelPanel *self)
{
  open_dialog (self, "loss");
}

static void
on_accuracy_activated (StudioModelPanel *self)
{
  open_dialog (self, "accuracy");
}

static void
on_problem_activated (StudioModelPanel *self, const char *path)
{
  g_signal_emit (self, signals[PROBLEM_ACTIVATED], 0, path);
}

static void
show_function (StudioModelPanel *self, GtkWidget *row, const char *path)
{
  g_autoptr (RensaAttrs) attrs = NULL;

  if (self->project != NULL)
    attrs = rensa_document_get_attrs (studio_project_get_document (self->project), path, NULL);

  adw_action_row_set_subtitle (ADW_ACTION_ROW (row),
                               attrs != NULL ? studio_school_name (rensa_attrs_get_component (attrs)) : _ ("None"));
}

/* Returns "l3", or "a, b" for several outputs. */
static char *
list_outputs (const RensaModel *model)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < model->nodes->len; i++)
    if (rensa_model_get_node (model, (int) i)->is_output)
      g_ptr_array_add (names, rensa_model_get_node (model, (int) i)->name);
  g_ptr_array_add (names, NULL);
  return names->len > 1 ? g_strjoinv (", ", (char **) names->pdata) : g_strdup (_ ("None"));
}

/* Adds the sizes of the whole project or, if @called is one of several models of a step, of that model. */
static void
add_sizes (StudioModelPanel *self, RensaAnalysis *analysis, const RensaModelNode *called)
{
  StudioFacts *facts = STUDIO_FACTS (self->facts);
  const RensaNodeFacts *known = called != NULL ? rensa_analysis_get_facts (analysis, called->path) : NULL;
  g_autofree char *params =
      studio_format_count (known != NULL ? known->n_params : rensa_analysis_get_n_params (analysis));
  const gint64 n_frozen = called == NULL                       ? rensa_analysis_get_n_frozen (analysis)
                          : called->is_frozen && known != NULL ? known->n_params
                                                               : 0;
  g_autofree char *frozen = studio_format_count (n_frozen);
  g_autofree char *bytes = studio_format_bytes (known != NULL ? known->n_bytes : rensa_analysis_get_n_bytes (analysis));
  g_autofree char *batch = studio_format_count (rensa_analysis_get_batch_size (analysis));
  g_autofree char *memory = g_strdup_printf (_ ("%s per batch of %s"), bytes, batch);

  if (called != NULL && known == NULL)
    return;
  studio_facts_add (facts, _ ("Parameters"), params);
  if (n_frozen > 0)
    studio_facts_add (facts, _ ("Frozen"), frozen);
  studio_facts_add (facts, _ ("Memory"), memory);
}

void
studio_model_panel_show_analysis (StudioModelPanel *self)
{
  StudioFacts *facts = STUDIO_FACTS (self->facts);
  RensaAnalysis *analysis = self->project != NULL ? studio_project_get_analysis (self->project) : NULL;
  const RensaModelNode *called;
  const RensaModel *model;
  g_autofree char *n_nodes = NULL;
  g_autofree char *outputs = NULL;

  studio_problem_list_show (STUDIO_PROBLEM_LIST (self->problems), self->project, NULL);
  studio_facts_clear (facts);
  if (self->project == NULL)
    return;

  called = studio_step_find_model (studio_project_get_document (self->project), self->scope);
  model = called != NULL
              ? called->model
              : rensa_network_get_model (rensa_document_get_network (studio_project_get_document (self->project)));
  n_nodes = studio_format_count (model->nodes->len);
  outputs = list_outputs (model);
  studio_facts_add (facts, _ ("Nodes"), n_nodes);
  if (!model->is_step)
    studio_facts_add (facts, _ ("Output"), outputs);
  if (analysis != NULL)
    add_sizes (self, analysis, called);
}

static void
set_project (StudioModelPanel *self, StudioProject *project)
{
  if (project == self->project)
    return;

  if (self->project != NULL)
    g_signal_handlers_disconnect_by_func (self->project, rename_project, self);
  g_set_object (&self->project, project);
  if (project != NULL)
    g_signal_connect_object (project, "settle", G_CALLBACK (rename_project), self, G_CONNECT_SWAPPED);
}

static void
show_name (StudioModelPanel *self, const char *name)
{
  if (g_strcmp0 (name, self->shown_name) == 0)
    return;

  g_free (self->shown_name);
  self->shown_name = g_strdup (name);
  gtk_editable_set_text (GTK_EDITABLE (self->name), name);
}

/* The project's loss is shown with its step, or with its only model. */
static void
show_losses (StudioModelPanel *self)
{
  RensaDocument *document = self->project != NULL ? studio_project_get_document (self->project) : NULL;
  const gboolean has_step = document != NULL && studio_document_has_step (document);
  const gboolean is_step = has_step && studio_step_find_model (document, self->scope) == NULL;

  gtk_widget_set_visible (self->comparison, !has_step);
  gtk_widget_set_visible (self->step, is_step);
  if (is_step)
    studio_step_panel_show (STUDIO_STEP_PANEL (self->step), self->project);
  if (has_step)
    return;
  show_function (self, self->loss, "loss");
  show_function (self, self->accuracy, "accuracy");
}

void
studio_model_panel_show (StudioModelPanel *self, StudioProject *project, const char *scope)
{
  const char *name = project != NULL ? studio_project_get_title (project) : "";

  set_project (self, project);
  g_free (self->scope);
  self->scope = g_strdup (scope);
  gtk_widget_set_sensitive (GTK_WIDGET (self), project != NULL);
  show_name (self, name);
  show_losses (self);
  studio_settings_list_show (STUDIO_SETTINGS_LIST (self->settings), project, &studio_document_settings, "");
  studio_model_panel_show_analysis (self);
}

static void
studio_model_panel_finalize (GObject *object)
{
  g_clear_object (&STUDIO_MODEL_PANEL (object)->project);
  g_free (STUDIO_MODEL_PANEL (object)->scope);
  g_free (STUDIO_MODEL_PANEL (object)->shown_name);
  G_OBJECT_CLASS (studio_model_panel_parent_class)->finalize (object);
}

static void
studio_model_panel_class_init (StudioModelPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = studio_model_panel_finalize;
  signals[PROBLEM_ACTIVATED] = g_signal_new ("problem-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                             NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  g_type_ensure (STUDIO_TYPE_FACTS);
  g_type_ensure (STUDIO_TYPE_PROBLEM_LIST);
  g_type_ensure (STUDIO_TYPE_SETTINGS_LIST);
  g_type_ensure (STUDIO_TYPE_STEP_PANEL);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-inspector-model.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioModelPanel, name);
  gtk_widget_class_bind_template_child (widget_class, StudioModelPanel, problems);
  gtk_widget_class_bind_template_child (widget_class, StudioModelPanel, comparison);
  gtk_widget_class_bind_template_child (widget_class, StudioModelPanel, step);
  gtk_widget_class_bind_template_child (widget_class, StudioModelPanel, loss);
  gtk_widget_class_bind_template_child (widget_class, StudioModelPanel, accuracy);
  gtk_widget_class_bind_template_child (widget_class, StudioModelPanel, settings);
  gtk_widget_class_bind_template_child (widget_class, StudioModelPanel, facts);
  gtk_widget_class_bind_template_callback (widget_class, rename_project);
  gtk_widget_class_bind_template_callback (widget_class, on_problem_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_loss_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_accuracy_activated);
}

static void
studio_model_panel_init (StudioModelPanel *self)
{
  self->scope = g_strdup ("");
  gtk_widget_init_template (GTK_WIDGET (self));
  studio_on_leave (self->name, leave_name, GTK_WIDGET (self));
}
