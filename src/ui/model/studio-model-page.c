/* studio-model-page.c: page for editing a model.
 * SPDX-License-Identifier: MIT */

#include "studio-model-page.h"
#include "rensa-document-values.h"
#include "studio-canvas.h"
#include "studio-first-steps.h"
#include "studio-format.h"
#include "studio-inspector.h"
#include "studio-model-tabs.h"
#include "studio-palette.h"
#include "studio-panes.h"
#include "studio-problem-list.h"
#include "studio-watch.h"

#include <glib/gi18n.h>
#include <math.h>

struct _StudioModelPage
{
  AdwBin parent_instance;

  GtkWidget *palette;
  GtkWidget *tabs;
  GtkWidget *steps;
  GtkWidget *canvas;
  GtkWidget *inspector;
  GtkWidget *totals;
  GtkWidget *problems;
  GtkWidget *problem_popover;
  GtkWidget *problem_list;
  GtkWidget *zoom;

  StudioProject *project;
  StudioRun *run;
};

G_DEFINE_FINAL_TYPE (StudioModelPage, studio_model_page, ADW_TYPE_BIN)

enum
{
  PROP_PROJECT = 1,
  PROP_RUN,
  PROP_NODE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static char *
describe_totals (RensaAnalysis *analysis)
{
  const gint64 n_frozen = rensa_analysis_get_n_frozen (analysis);
  g_autofree char *params = studio_format_parameters (rensa_analysis_get_n_params (analysis));
  g_autofree char *frozen = studio_format_count (n_frozen);
  g_autofree char *bytes = studio_format_bytes (rensa_analysis_get_n_bytes (analysis));
  g_autofree char *batch = studio_format_count (rensa_analysis_get_batch_size (analysis));

  if (n_frozen == 0)
    return g_strdup_printf (_ ("%s · %s per batch of %s"), params, bytes, batch);
  /* Translators: "89,610 parameters, 88,320 frozen · 1.1 MiB per batch of 100" */
  return g_strdup_printf (_ ("%s, %s frozen · %s per batch of %s"), params, frozen, bytes, batch);
}

static void
update_status (StudioModelPage *self)
{
  RensaAnalysis *analysis = self->project != NULL ? studio_project_get_analysis (self->project) : NULL;
  const guint n_problems = analysis != NULL ? rensa_analysis_get_n_problems (analysis) : 0;
  const guint n_mistakes = analysis != NULL ? rensa_analysis_count_mistakes (analysis) : 0;
  g_autofree char *totals = analysis != NULL ? describe_totals (analysis) : g_strdup ("");
  const guint n_hints = analysis != NULL ? rensa_analysis_get_n_hints (analysis) : 0;
  g_autofree char *problems = n_problems == 0 && n_hints > 0
                                  ? studio_format_hints (n_hints)
                                  : studio_format_state (n_mistakes, n_problems - n_mistakes);

  gtk_label_set_label (GTK_LABEL (self->totals), totals);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->problems), problems);
  gtk_widget_set_visible (self->problems, analysis != NULL);
  gtk_widget_set_sensitive (self->problems, n_problems + n_hints > 0);
  if (n_mistakes > 0)
    gtk_widget_add_css_class (self->problems, "error");
  else
    gtk_widget_remove_css_class (self->problems, "error");
  if (n_problems + n_hints == 0)
    gtk_popover_popdown (GTK_POPOVER (self->problem_popover));
  studio_problem_list_show (STUDIO_PROBLEM_LIST (self->problem_list), self->project, NULL);
}

static void
on_zoom_changed (StudioModelPage *self)
{
  g_autofree char *label = NULL;
  double zoom;

  g_object_get (self->canvas, "zoom", &zoom, NULL);
  label = g_strdup_printf (_ ("%d %%"), (int) lround (100 * zoom));
  gtk_button_set_label (GTK_BUTTON (self->zoom), label);
}

/* Updates the palette with the position at which new nodes are inserted. */
static void
update_place (StudioModelPage *self)
{
  int output;
  const char *path = self->project != NULL ? studio_canvas_get_place (STUDIO_CANVAS (self->canvas), &output) : NULL;

  studio_palette_set_place (STUDIO_PALETTE (self->palette), path,
                            path != NULL ? studio_canvas_find_type (STUDIO_CANVAS (self->canvas), path, output) : NULL,
                            self->project != NULL ? studio_project_get_dtype (self->project) : RENSA_FLOAT32);
}

static void
on_analysed (StudioModelPage *self)
{
  update_status (self);
  update_place (self);
}

static void
update_steps (StudioModelPage *self)
{
  studio_first_steps_show (STUDIO_FIRST_STEPS (self->steps), self->project, self->run != NULL);
}

static void
go_to_step (StudioModelPage *self, int step)
{
  switch (step)
    {
    case STUDIO_FIRST_STEP_DATA:
      gtk_widget_activate_action (GTK_WIDGET (self), "win.show-page", "s", "data");
      break;
    case STUDIO_FIRST_STEP_LAYERS:
      gtk_widget_activate_action (self->canvas, "canvas.quick-add", NULL);
      break;
    default:
      gtk_widget_activate_action (GTK_WIDGET (self), "run.start", NULL);
    }
}

static void
on_selected_changed (StudioModelPage *self)
{
  g_auto (GStrv) paths = studio_canvas_list_selected_paths (STUDIO_CANVAS (self->canvas));

  update_place (self);
  g_object_set (self->inspector, "selected", paths, "path", studio_canvas_get_selected (STUDIO_CANVAS (self->canvas)),
                NULL);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NODE]);
}

/* Another level is shown, or its kind has changed. */
static void
on_level_changed (StudioModelPage *self)
{
  const char *scope = studio_canvas_get_scope (STUDIO_CANVAS (self->canvas));

  studio_model_tabs_show (STUDIO_MODEL_TABS (self->tabs), self->project, scope);
  studio_palette_set_is_step (STUDIO_PALETTE (self->palette), studio_canvas_is_step (STUDIO_CANVAS (self->canvas)));
  g_object_set (self->inspector, "scope", scope, NULL);
  update_steps (self);
}

static void
on_palette_activated (StudioModelPage *self, const char *name)
{
  studio_canvas_add_after_selected (STUDIO_CANVAS (self->canvas), name);
}

static void
select_node (StudioModelPage *self, const char *path)
{
  gtk_popover_popdown (GTK_POPOVER (self->problem_popover));
  studio_canvas_select (STUDIO_CANVAS (self->canvas), path);
}

static void
open_chain (StudioModelPage *self, const char *path)
{
  studio_canvas_set_scope (STUDIO_CANVAS (self->canvas), path);
}

/* Runs the inspector's actions for several nodes on the canvas, which has the selection. */
static void
act_on_selection (StudioModelPage *self, const char *action)
{
  gtk_widget_activate_action (self->canvas, action, NULL);
  gtk_widget_grab_focus (self->canvas);
}

static void
zoom_to_fit (StudioModelPage *self)
{
  gtk_widget_activate_action (self->canvas, "canvas.fit", NULL);
}

/* Works from anywhere on the page. */
static void
find_node (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gtk_widget_activate_action (STUDIO_MODEL_PAGE (widget)->canvas, "canvas.find", NULL);
}

static void
reset_zoom (StudioModelPage *self)
{
  gtk_widget_activate_action (self->canvas, "canvas.zoom-reset", NULL);
}

static void
update_training (StudioModelPage *self)
{
  const gboolean is_training =
      self->run != NULL && studio_run_is_live (self->run) && studio_run_get_state (self->run) == RENSA_WORKER_RUNNING;

  studio_canvas_set_training (STUDIO_CANVAS (self->canvas), is_training);
}

/* Runs before the watches connect, so that the canvas first leaves a level that no longer exists. */
static void
set_project (StudioModelPage *self, StudioProject *project)
{
  if (!g_set_object (&self->project, project))
    return;
  studio_canvas_set_project (STUDIO_CANVAS (self->canvas), project);
  g_object_set (self->inspector, "project", project, NULL);
  on_level_changed (self);
  on_analysed (self);
}

static void
set_run (StudioModelPage *self, StudioRun *run)
{
  if (!g_set_object (&self->run, run))
    return;
  update_training (self);
  update_steps (self);
}

GtkWidget *
studio_model_page_new (void)
{
  return g_object_new (STUDIO_TYPE_MODEL_PAGE, NULL);
}

static void
studio_model_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  StudioModelPage *self = STUDIO_MODEL_PAGE (object);

  if (id == PROP_PROJECT)
    set_project (self, g_value_get_object (value));
  else
    set_run (self, g_value_get_object (value));
}

static void
studio_model_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  StudioModelPage *self = STUDIO_MODEL_PAGE (object);

  if (id == PROP_PROJECT)
    g_value_set_object (value, self->project);
  else if (id == PROP_RUN)
    g_value_set_object (value, self->run);
  else
    g_value_set_string (value, studio_canvas_get_selected (STUDIO_CANVAS (self->canvas)));
}

static void
studio_model_page_finalize (GObject *object)
{
  StudioModelPage *self = STUDIO_MODEL_PAGE (object);

  g_clear_object (&self->project);
  g_clear_object (&self->run);
  G_OBJECT_CLASS (studio_model_page_parent_class)->finalize (object);
}

/* Focuses the canvas, so that its keys work immediately. */
static gboolean
studio_model_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (STUDIO_MODEL_PAGE (widget)->canvas);
}

static void
bind_template (GtkWidgetClass *klass)
{
  g_type_ensure (STUDIO_TYPE_CANVAS);
  g_type_ensure (STUDIO_TYPE_FIRST_STEPS);
  g_type_ensure (STUDIO_TYPE_INSPECTOR);
  g_type_ensure (STUDIO_TYPE_MODEL_TABS);
  g_type_ensure (STUDIO_TYPE_PALETTE);
  g_type_ensure (STUDIO_TYPE_PANES);
  g_type_ensure (STUDIO_TYPE_PROBLEM_LIST);
  gtk_widget_class_set_template_from_resource (klass, "/org/rensa/Studio/ui/studio-model-page.ui");
  gtk_widget_class_bind_template_child (klass, StudioModelPage, palette);
  gtk_widget_class_bind_template_child (klass, StudioModelPage, tabs);
  gtk_widget_class_bind_template_child (klass, StudioModelPage, canvas);
  gtk_widget_class_bind_template_child (klass, StudioModelPage, steps);
  gtk_widget_class_bind_template_child (klass, StudioModelPage, inspector);
  gtk_widget_class_bind_template_child (klass, StudioModelPage, totals);
  gtk_widget_class_bind_template_child (klass, StudioModelPage, problems);
  gtk_widget_class_bind_template_child (klass, StudioModelPage, problem_popover);
  gtk_widget_class_bind_template_child (klass, StudioModelPage, problem_list);
  gtk_widget_class_bind_template_child (klass, StudioModelPage, zoom);
  gtk_widget_class_bind_template_callback (klass, on_palette_activated);
  gtk_widget_class_bind_template_callback (klass, on_selected_changed);
  gtk_widget_class_bind_template_callback (klass, on_level_changed);
  gtk_widget_class_bind_template_callback (klass, go_to_step);
  gtk_widget_class_bind_template_callback (klass, on_zoom_changed);
  gtk_widget_class_bind_template_callback (klass, select_node);
  gtk_widget_class_bind_template_callback (klass, open_chain);
  gtk_widget_class_bind_template_callback (klass, act_on_selection);
  gtk_widget_class_bind_template_callback (klass, zoom_to_fit);
  gtk_widget_class_bind_template_callback (klass, reset_zoom);
  gtk_widget_class_bind_template_callback (klass, on_analysed);
  gtk_widget_class_bind_template_callback (klass, update_training);
  studio_watch_keep (klass, "project_watch");
  studio_watch_keep (klass, "analysis_watch");
  studio_watch_keep (klass, "run_watch");
}

static void
studio_model_page_class_init (StudioModelPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  object_class->set_property = studio_model_page_set_property;
  object_class->get_property = studio_model_page_get_property;
  object_class->finalize = studio_model_page_finalize;
  GTK_WIDGET_CLASS (klass)->grab_focus = studio_model_page_grab_focus;
  properties[PROP_PROJECT] = g_param_spec_object ("project", NULL, NULL, STUDIO_TYPE_PROJECT, flags);
  properties[PROP_RUN] = g_param_spec_object ("run", NULL, NULL, STUDIO_TYPE_RUN, flags);
  properties[PROP_NODE] = g_param_spec_string ("node", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "page.find", NULL, find_node);
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_f, GDK_CONTROL_MASK, "page.find", NULL);
  bind_template (GTK_WIDGET_CLASS (klass));
}

static void
studio_model_page_init (StudioModelPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  on_zoom_changed (self);
  update_status (self);
}
