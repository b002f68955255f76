/* studio-inspector.c: shows and edits the selection.
 * SPDX-License-Identifier: MIT */

#include "studio-inspector.h"
#include "studio-model-panel.h"
#include "studio-node-panel.h"
#include "studio-preferences.h"
#include "studio-selection-panel.h"
#include "studio-watch.h"

struct _StudioInspector
{
  AdwBin parent_instance;

  GtkWidget *stack;
  GtkWidget *node_panel;
  GtkWidget *model_panel;
  GtkWidget *selection_panel;

  StudioProject *project;
  char *path;
  char *scope;
  GStrv selected;
  gboolean is_renaming;
};

G_DEFINE_FINAL_TYPE (StudioInspector, studio_inspector, ADW_TYPE_BIN)

enum
{
  PROP_PROJECT = 1,
  PROP_PATH,
  PROP_SCOPE,
  PROP_SELECTED,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

enum
{
  ACTED,
  OPENED,
  PROBLEM_ACTIVATED,
  RENAMED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
show_one (StudioInspector *self)
{
  const gboolean is_node = self->project != NULL && self->path != NULL
                           && studio_node_panel_show (STUDIO_NODE_PANEL (self->node_panel), self->project, self->path);

  if (!is_node)
    studio_model_panel_show (STUDIO_MODEL_PANEL (self->model_panel), self->project, self->scope);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), is_node ? self->node_panel : self->model_panel);
}

static gboolean
has_several (StudioInspector *self)
{
  return self->selected != NULL && g_strv_length (self->selected) > 1;
}

static gboolean
show_selection (StudioInspector *self)
{
  if (self->project == NULL || !has_several (self))
    return FALSE;
  studio_selection_panel_show (STUDIO_SELECTION_PANEL (self->selection_panel), self->project,
                               (const char *const *) self->selected);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), self->selection_panel);
  return TRUE;
}

static void
refresh (StudioInspector *self)
{
  if (!show_selection (self))
    show_one (self);
}

static void
on_analysed (StudioInspector *self)
{
  if (show_selection (self))
    return;
  if (gtk_stack_get_visible_child (GTK_STACK (self->stack)) == self->node_panel)
    studio_node_panel_show_analysis (STUDIO_NODE_PANEL (self->node_panel));
  else
    studio_model_panel_show_analysis (STUDIO_MODEL_PANEL (self->model_panel));
}

static void
set_selected (StudioInspector *self, const char *const *paths)
{
  const gboolean had_several = has_several (self);

  g_strfreev (self->selected);
  self->selected = g_strdupv ((char **) paths);
  if (had_several || has_several (self))
    refresh (self);
}

static void
set_project (StudioInspector *self, StudioProject *project)
{
  if (g_set_object (&self->project, project))
    refresh (self);
}

static void
set_path (StudioInspector *self, const char *path)
{
  if (self->is_renaming || g_strcmp0 (path, self->path) == 0)
    return;

  g_free (self->path);
  self->path = g_strdup (path);
  refresh (self);
}

static void
set_scope (StudioInspector *self, const char *scope)
{
  if (g_strcmp0 (scope, self->scope) == 0)
    return;

  g_free (self->scope);
  self->scope = g_strdup (scope != NULL ? scope : "");
  refresh (self);
}

/* Keeps showing the renamed node while the selection does not contain it yet. */
static void
on_renaming (StudioInspector *self, const char *path)
{
  g_free (self->path);
  self->path = g_strdup (path);
  self->is_renaming = TRUE;
}

static void
on_renamed (StudioInspector *self, const char *path)
{
  self->is_renaming = FALSE;
  g_signal_emit (self, signals[RENAMED], 0, path);
}

static void
on_acted (StudioInspector *self, const char *action)
{
  g_signal_emit (self, signals[ACTED], 0, action);
}

static void
on_opened (StudioInspector *self, const char *path)
{
  g_signal_emit (self, signals[OPENED], 0, path);
}

static void
on_problem_activated (StudioInspector *self, const char *path)
{
  g_signal_emit (self, signals[PROBLEM_ACTIVATED], 0, path);
}

GtkWidget *
studio_inspector_new (void)
{
  return g_object_new (STUDIO_TYPE_INSPECTOR, NULL);
}

static void
studio_inspector_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  StudioInspector *self = STUDIO_INSPECTOR (object);

  if (id == PROP_PROJECT)
    set_project (self, g_value_get_object (value));
  else if (id == PROP_PATH)
    set_path (self, g_value_get_string (value));
  else if (id == PROP_SELECTED)
    set_selected (self, g_value_get_boxed (value));
  else
    set_scope (self, g_value_get_string (value));
}

static void
studio_inspector_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  StudioInspector *self = STUDIO_INSPECTOR (object);

  if (id == PROP_PROJECT)
    g_value_set_object (value, self->project);
  else if (id == PROP_SELECTED)
    g_value_set_boxed (value, self->selected);
  else
    g_value_set_string (value, id == PROP_PATH ? self->path : self->scope);
}

static void
studio_inspector_finalize (GObject *object)
{
  StudioInspector *self = STUDIO_INSPECTOR (object);

  g_clear_object (&self->project);
  g_free (self->path);
  g_free (self->scope);
  g_strfreev (self->selected);
  G_OBJECT_CLASS (studio_inspector_parent_class)->finalize (object);
}

static guint
add_path_signal (StudioInspectorClass *klass, const char *name)
{
  return g_signal_new (name, G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                       G_TYPE_STRING);
}

static void
studio_inspector_class_init (StudioInspectorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  object_class->set_property = studio_inspector_set_property;
  object_class->get_property = studio_inspector_get_property;
  object_class->finalize = studio_inspector_finalize;
  properties[PROP_PROJECT] = g_param_spec_object ("project", NULL, NULL, STUDIO_TYPE_PROJECT, flags);
  properties[PROP_PATH] = g_param_spec_string ("path", NULL, NULL, NULL, flags);
  properties[PROP_SCOPE] = g_param_spec_string ("scope", NULL, NULL, "", flags);
  properties[PROP_SELECTED] = g_param_spec_boxed ("selected", NULL, NULL, G_TYPE_STRV, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[ACTED] = add_path_signal (klass, "acted");
  signals[OPENED] = add_path_signal (klass, "opened");
  signals[PROBLEM_ACTIVATED] = add_path_signal (klass, "problem-activated");
  signals[RENAMED] = add_path_signal (klass, "renamed");

  g_type_ensure (STUDIO_TYPE_MODEL_PANEL);
  g_type_ensure (STUDIO_TYPE_NODE_PANEL);
  g_type_ensure (STUDIO_TYPE_SELECTION_PANEL);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-inspector.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioInspector, stack);
  gtk_widget_class_bind_template_child (widget_class, StudioInspector, node_panel);
  gtk_widget_class_bind_template_child (widget_class, StudioInspector, model_panel);
  gtk_widget_class_bind_template_child (widget_class, StudioInspector, selection_panel);
  gtk_widget_class_bind_template_callback (widget_class, on_acted);
  gtk_widget_class_bind_template_callback (widget_class, on_renamed);
  gtk_widget_class_bind_template_callback (widget_class, on_renaming);
  gtk_widget_class_bind_template_callback (widget_class, on_opened);
  gtk_widget_class_bind_template_callback (widget_class, on_problem_activated);
  gtk_widget_class_bind_template_callback (widget_class, refresh);
  gtk_widget_class_bind_template_callback (widget_class, on_analysed);
  studio_watch_keep (widget_class, "project_watch");
  studio_watch_keep (widget_class, "analysis_watch");
}

static void
studio_inspector_init (StudioInspector *self)
{
  self->scope = g_strdup ("");
  gtk_widget_init_template (GTK_WIDGET (self));
  studio_preferences_follow_interface (G_OBJECT (self), (void (*) (gpointer)) refresh);
  refresh (self);
}
