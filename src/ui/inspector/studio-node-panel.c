/* studio-node-panel.c: panel for a single node.
 * SPDX-License-Identifier: MIT */

#include "studio-node-panel.h"
#include "rensa-node-types.h"
#include "studio-attr-form.h"
#include "studio-choice-row.h"
#include "studio-component-view.h"
#include "studio-focus.h"
#include "studio-format.h"
#include "studio-frozen-row.h"
#include "studio-node-facts.h"
#include "studio-problem-list.h"
#include "studio-school.h"
#include "studio-settings-list.h"
#include "studio-step.h"
#include "studio-widget.h"

#include <glib/gi18n.h>

struct _StudioNodePanel
{
  AdwBin parent_instance;

  GtkWidget *name;
  GtkWidget *type;
  GtkWidget *sentence;
  GtkWidget *view;
  GtkWidget *problems;
  GtkWidget *form;
  GtkWidget *call; /* The model called by a node of a step */
  GtkWidget *called;
  GtkWidget *frozen;
  GtkWidget *chain;
  GtkWidget *chain_nodes;
  GtkWidget *settings;
  GtkWidget *facts;
  GtkWidget *output;
  GtkWidget *learn;
  GtkWidget *report;

  StudioProject *project;
  char *path;
  char *place; /* place in the document */
  char *scope;
  char *shown_name;
  const RensaComponent *component; /* NULL for Input, and if the type is unknown */
};

G_DEFINE_FINAL_TYPE (StudioNodePanel, studio_node_panel, ADW_TYPE_BIN)

enum
{
  OPENED,
  RENAMED,
  RENAMING,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* Returns the path of the enclosing Chain; "" at the top level. */
static char *
get_scope (const char *path)
{
  const char *dot = strrchr (path, '.');

  return g_strndup (path, dot != NULL ? dot - path : 0);
}

static void
show_sentence (StudioNodePanel *self, const char *sentence)
{
  gtk_label_set_label (GTK_LABEL (self->sentence), sentence != NULL ? sentence : "");
  gtk_widget_set_visible (self->sentence, sentence != NULL);
  if (sentence != NULL)
    gtk_widget_add_css_class (self->name, "error");
  else
    gtk_widget_remove_css_class (self->name, "error");
}

/* Announces the new path to all views of the node before the document changes. */
static void
finish_rename (StudioNodePanel *self, RensaDocument *document, const char *from, const char *to)
{
  g_autofree char *label = g_strdup_printf (_ ("Rename %s"), from);
  g_autofree char *path = self->scope[0] != '\0' ? g_strdup_printf ("%s.%s", self->scope, to) : g_strdup (to);

  g_signal_emit (self, signals[RENAMING], 0, path);
  studio_project_commit (self->project, document, label, NULL);
  g_signal_emit (self, signals[RENAMED], 0, path);
}

static void
rename_node (StudioNodePanel *self)
{
  const char *name = gtk_editable_get_text (GTK_EDITABLE (self->name));
  g_autofree char *from = g_strdup (self->shown_name);
  g_autofree char *to = g_strstrip (g_strdup (name));
  g_autoptr (RensaDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  if (self->project == NULL || from == NULL || strcmp (from, to) == 0)
    return;

  document = studio_project_begin (self->project);
  if (!rensa_document_rename_node (document, self->scope, from, to, &error))
    {
      show_sentence (self, error->message);
      return;
    }
  show_sentence (self, NULL);
  finish_rename (self, document, from, to);
}

/* Discards an invalid name when the entry loses focus. */
static void
leave_name (gpointer data)
{
  StudioNodePanel *self = data;

  rename_node (self);
  if (self->shown_name == NULL || !gtk_widget_has_css_class (self->name, "error"))
    return;
  gtk_editable_set_text (GTK_EDITABLE (self->name), self->shown_name);
  show_sentence (self, NULL);
}

static void
use_as_output (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioNodePanel *self = STUDIO_NODE_PANEL (widget);
  g_autoptr (RensaDocument) document = studio_project_begin (self->project);
  g_autofree char *label = g_strdup_printf (_ ("Use %s as Output"), self->shown_name);
  g_autoptr (GError) error = NULL;

  if (rensa_document_set_output (document, self->scope, self->shown_name, &error))
    studio_project_commit (self->project, document, label, NULL);
  else
    studio_toast_error (widget, error);
}

static void
add_output (StudioNodePanel *self, const char *label,
            gboolean (*add) (RensaDocument *document, const char *node, GError **error))
{
  g_autoptr (RensaDocument) document = studio_project_begin (self->project);
  g_autoptr (GError) error = NULL;

  if (add (document, self->shown_name, &error))
    studio_project_commit (self->project, document, label, NULL);
  else
    studio_toast_error (GTK_WIDGET (self), error);
}

static void
learn_from (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autofree char *label = g_strdup_printf (_ ("Use %s as Loss"), STUDIO_NODE_PANEL (widget)->shown_name);

  add_output (STUDIO_NODE_PANEL (widget), label, rensa_document_add_loss);
}

static void
report (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autofree char *label = g_strdup_printf (_ ("Report %s"), STUDIO_NODE_PANEL (widget)->shown_name);

  add_output (STUDIO_NODE_PANEL (widget), label, rensa_document_add_report);
}

static void
open_chain (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioNodePanel *self = STUDIO_NODE_PANEL (widget);
  const RensaModelNode *node =
      rensa_network_find_node (rensa_document_get_network (studio_project_get_document (self->project)), self->path);

  if (node != NULL)
    g_signal_emit (widget, signals[OPENED], 0, node->called != NULL ? node->called->path : node->path);
}

/* Shows the contents of a Chain or of the called model. */
static void
show_chain (StudioNodePanel *self, const RensaModelNode *node)
{
  const RensaModel *model = node->called != NULL ? node->called->model : node->model;
  g_autofree char *count = NULL;

  gtk_widget_set_visible (self->chain, model != NULL);
  gtk_widget_set_visible (self->settings, node->model != NULL);
  if (model == NULL)
    return;

  count = studio_format_nodes (model->nodes->len - model->n_hidden);
  gtk_label_set_label (GTK_LABEL (self->chain_nodes), count);
  if (node->model != NULL)
    studio_settings_list_show (STUDIO_SETTINGS_LIST (self->settings), self->project, &studio_chain_settings,
                               node->place);
}

static void
show_call (StudioNodePanel *self, const RensaModelNode *node)
{
  GPtrArray *models =
      rensa_network_get_models (rensa_document_get_network (studio_project_get_document (self->project)));
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const RensaModelCall *values =
      rensa_type_is_model_call (node->type) && node->attrs != NULL ? rensa_attrs_get_values (node->attrs) : NULL;

  gtk_widget_set_visible (self->call, rensa_type_is_model_call (node->type));
  for (guint i = 0; i < models->len; i++)
    g_ptr_array_add (names, ((RensaModelNode *) models->pdata[i])->name);
  g_ptr_array_add (names, NULL);
  studio_choice_row_show (STUDIO_CHOICE_ROW (self->called), (const char *const *) names->pdata,
                          values != NULL ? values->model : NULL);
}

static void
show_frozen (StudioNodePanel *self, const RensaModelNode *node)
{
  g_autoptr (GPtrArray) nodes = g_ptr_array_new ();

  g_ptr_array_add (nodes, (gpointer) node);
  studio_frozen_row_show (STUDIO_FROZEN_ROW (self->frozen), self->project, nodes);
}

static void
model_chosen (StudioNodePanel *self, const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s.attrs.model", self->place);
  g_autoptr (GError) error = NULL;

  if (!studio_project_set (self->project, path, name, &error))
    studio_toast_error (GTK_WIDGET (self), error);
}

/* Offers the roles that the node can take: output of a model, or loss or reported value of a step. */
static void
show_outputs (StudioNodePanel *self, const RensaNetwork *network, const RensaModelNode *node)
{
  const gboolean is_step = rensa_network_get_model (network)->is_step && self->scope[0] == '\0'
                           && studio_step_find_model (studio_project_get_document (self->project), node->path) == NULL;

  gtk_widget_set_visible (self->output, !is_step && !node->is_output && node->kind != RENSA_MODEL_NODE_INPUT);
  gtk_widget_set_visible (self->learn,
                          is_step && node->kind != RENSA_MODEL_NODE_INPUT && !studio_step_is_loss (network, node));
  gtk_widget_set_visible (self->report, is_step && node->kind != RENSA_MODEL_NODE_INPUT && !node->is_output);
}

static void
show_type (StudioNodePanel *self, const RensaModelNode *node)
{
  StudioComponentView *view = STUDIO_COMPONENT_VIEW (self->view);

  self->component = rensa_registry_find_node (node->type);
  gtk_label_set_label (GTK_LABEL (self->type), studio_school_name_type (node->type));
  if (self->component != NULL)
    studio_component_view_set_component (view, self->component);
  else
    studio_component_view_set_text (view, NULL);
}

static void
set_project (StudioNodePanel *self, StudioProject *project)
{
  if (project == self->project)
    return;

  if (self->project != NULL)
    g_signal_handlers_disconnect_by_func (self->project, leave_name, self);
  g_set_object (&self->project, project);
  g_signal_connect_object (project, "settle", G_CALLBACK (leave_name), self, G_CONNECT_SWAPPED);
}

static void
set_node (StudioNodePanel *self, StudioProject *project, const char *path)
{
  if (project == self->project && g_strcmp0 (path, self->path) == 0)
    return;

  set_project (self, project);
  g_free (self->path);
  g_free (self->scope);
  self->path = g_strdup (path);
  self->scope = get_scope (path);
  g_clear_pointer (&self->shown_name, g_free);
  show_sentence (self, NULL);
}

static void
show_name (StudioNodePanel *self, const char *name)
{
  if (g_strcmp0 (self->shown_name, name) == 0)
    return;

  g_free (self->shown_name);
  self->shown_name = g_strdup (name);
  gtk_editable_set_text (GTK_EDITABLE (self->name), name);
  show_sentence (self, NULL);
}

gboolean
studio_node_panel_show (StudioNodePanel *self, StudioProject *project, const char *path)
{
  const RensaNetwork *network = rensa_document_get_network (studio_project_get_document (project));
  const RensaModelNode *node = rensa_network_find_node (network, path);

  if (node == NULL)
    return FALSE;

  set_node (self, project, path);
  show_name (self, node->name);
  g_free (self->place);
  self->place = g_strdup (node->place);
  show_type (self, node);
  studio_attr_form_bind (STUDIO_ATTR_FORM (self->form), project, self->place);
  gtk_widget_set_visible (self->form, self->component != NULL && self->component->n_attrs > 0
                                          && self->component != &rensa_model_call_component);
  show_call (self, node);
  show_frozen (self, node);
  show_chain (self, node);
  show_outputs (self, network, node);
  studio_node_panel_show_analysis (self);
  return TRUE;
}

static void
show_inferred (StudioNodePanel *self, const RensaNodeFacts *facts)
{
  for (guint i = 0; self->component != NULL && i < self->component->n_attrs; i++)
    {
      const char *name = self->component->attrs[i].name;
      g_autofree char *size = facts != NULL ? studio_node_facts_infer (facts, self->component, name) : NULL;
      g_autofree char *text = size != NULL ? g_strdup_printf (_ ("auto (%s)"), size) : NULL;

      studio_attr_form_set_inferred (STUDIO_ATTR_FORM (self->form), name, text);
    }
}

/* Shows the analysis results of the node. For a node that calls a model, adds those of the model,
 * which owns the parameters. */
static void
fill_facts (StudioNodePanel *self, RensaAnalysis *analysis, const RensaNodeFacts *facts)
{
  const RensaModelNode *node = rensa_network_find_node (rensa_analysis_get_network (analysis), self->path);
  const RensaNodeFacts *called =
      node != NULL && node->called != NULL ? rensa_analysis_get_facts (analysis, node->called->path) : NULL;
  RensaNodeFacts all = *facts;

  if (called != NULL)
    {
      all.params = called->params;
      all.n_params = called->n_params;
    }
  studio_node_facts_fill (STUDIO_FACTS (self->facts), &all, rensa_analysis_get_batch_size (analysis));
}

void
studio_node_panel_show_analysis (StudioNodePanel *self)
{
  RensaAnalysis *analysis = self->project != NULL ? studio_project_get_analysis (self->project) : NULL;
  const RensaNodeFacts *facts = analysis != NULL ? rensa_analysis_get_facts (analysis, self->path) : NULL;

  studio_problem_list_show (STUDIO_PROBLEM_LIST (self->problems), self->project, self->path);
  studio_facts_clear (STUDIO_FACTS (self->facts));
  if (facts != NULL)
    fill_facts (self, analysis, facts);
  show_inferred (self, facts);
}

static void
studio_node_panel_finalize (GObject *object)
{
  StudioNodePanel *self = STUDIO_NODE_PANEL (object);

  g_clear_object (&self->project);
  g_free (self->path);
  g_free (self->place);
  g_free (self->scope);
  g_free (self->shown_name);
  G_OBJECT_CLASS (studio_node_panel_parent_class)->finalize (object);
}

static void
bind_template (GtkWidgetClass *klass)
{
  g_type_ensure (STUDIO_TYPE_ATTR_FORM);
  g_type_ensure (STUDIO_TYPE_COMPONENT_VIEW);
  g_type_ensure (STUDIO_TYPE_FACTS);
  g_type_ensure (STUDIO_TYPE_FROZEN_ROW);
  g_type_ensure (STUDIO_TYPE_PROBLEM_LIST);
  g_type_ensure (STUDIO_TYPE_SETTINGS_LIST);
  gtk_widget_class_set_template_from_resource (klass, "/org/rensa/Studio/ui/studio-inspector-node.ui");
  gtk_widget_class_bind_template_child (klass, StudioNodePanel, name);
  gtk_widget_class_bind_template_child (klass, StudioNodePanel, type);
  gtk_widget_class_bind_template_child (klass, StudioNodePanel, sentence);
  gtk_widget_class_bind_template_child (klass, StudioNodePanel, view);
  gtk_widget_class_bind_template_child (klass, StudioNodePanel, problems);
  gtk_widget_class_bind_template_child (klass, StudioNodePanel, form);
  gtk_widget_class_bind_template_child (klass, StudioNodePanel, call);
  gtk_widget_class_bind_template_child (klass, StudioNodePanel, frozen);
  gtk_widget_class_bind_template_child (klass, StudioNodePanel, chain);
  gtk_widget_class_bind_template_child (klass, StudioNodePanel, chain_nodes);
  gtk_widget_class_bind_template_child (klass, StudioNodePanel, settings);
  gtk_widget_class_bind_template_child (klass, StudioNodePanel, facts);
  gtk_widget_class_bind_template_child (klass, StudioNodePanel, output);
  gtk_widget_class_bind_template_child (klass, StudioNodePanel, learn);
  gtk_widget_class_bind_template_child (klass, StudioNodePanel, report);
  gtk_widget_class_bind_template_callback (klass, rename_node);
}

static guint
add_path_signal (StudioNodePanelClass *klass, const char *name)
{
  return g_signal_new (name, G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                       G_TYPE_STRING);
}

static void
studio_node_panel_class_init (StudioNodePanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = studio_node_panel_finalize;
  signals[OPENED] = add_path_signal (klass, "opened");
  signals[RENAMED] = add_path_signal (klass, "renamed");
  signals[RENAMING] = add_path_signal (klass, "renaming");
  bind_template (widget_class);
  gtk_widget_class_install_action (widget_class, "node.use-as-output", NULL, use_as_output);
  gtk_widget_class_install_action (widget_class, "node.open", NULL, open_chain);
  gtk_widget_class_install_action (widget_class, "node.learn", NULL, learn_from);
  gtk_widget_class_install_action (widget_class, "node.report", NULL, report);
}

static void
studio_node_panel_init (StudioNodePanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->called = studio_choice_row_new (_ ("Model"));
  g_signal_connect_swapped (self->called, "chosen", G_CALLBACK (model_chosen), self);
  gtk_list_box_append (GTK_LIST_BOX (self->call), self->called);
  studio_on_leave (self->name, leave_name, GTK_WIDGET (self));
}
