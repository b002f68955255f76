/* studio-graph-page.c: page with the graph that DumpGraph recorded.
 * SPDX-License-Identifier: MIT */

#include "studio-graph-page.h"

#include <glib/gi18n.h>

#include "rensa-file.h"
#include "studio-file-chooser.h"
#include "studio-format.h"
#include "studio-graph-view.h"
#include "studio-watch.h"

/* Maximum number of nodes shown at first; inner links are folded to stay below it. */
#define COMFORTABLE 300
/* Above this number of nodes Graphviz is slow, so the user is asked first. */
#define HUGE 1500
#define ZOOM_STEP 1.25

/* @path: the JSON file; NULL if the run records no graph. @cancellable: of the running layout. */
struct _StudioGraphPage
{
  AdwBin parent_instance;

  StudioRun *run;
  char *path;
  StudioGraph *graph;
  gboolean *folded;
  gboolean is_first; /* TRUE if the pending layout is the first of this graph */
  GCancellable *cancellable;

  GtkStack *stack;
  AdwStatusPage *status;
  GtkButton *remedy;
  StudioGraphView *view;
  GtkSearchEntry *search;
  GtkLabel *matches;
  GtkLabel *zoom;
  GtkWidget *bar;
};

enum
{
  PROP_RUN = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (StudioGraphPage, studio_graph_page, ADW_TYPE_BIN)

/* States */

static void
show_page (StudioGraphPage *self, const char *name)
{
  static const char *const actions[] = { "graph.export-svg", "graph.export-png", "graph.export-pdf", "graph.export-dot",
                                         "graph.zoom-in",    "graph.zoom-out",   "graph.fit",        "graph.fold-all",
                                         "graph.unfold-all", "graph.next",       "graph.previous" };
  const gboolean is_shown = g_str_equal (name, "view");

  gtk_stack_set_visible_child_name (self->stack, name);
  gtk_widget_set_sensitive (self->bar, is_shown);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), actions[i], is_shown);
}

/* Sets the name last: GTK immediately checks whether the target fits the action, and warns if it does not. */
static void
set_remedy (StudioGraphPage *self, const char *action)
{
  GtkActionable *remedy = GTK_ACTIONABLE (self->remedy);
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  gtk_actionable_set_action_name (remedy, NULL);
  if (action == NULL || !g_action_parse_detailed_name (action, &name, &target, NULL))
    return;
  gtk_actionable_set_action_target_value (remedy, target);
  gtk_actionable_set_action_name (remedy, name);
}

/* @label is NULL if there is no remedy. */
static void
show_status (StudioGraphPage *self, const char *title, const char *sentence, const char *label, const char *action)
{
  g_autofree char *escaped = g_markup_escape_text (sentence, -1);

  adw_status_page_set_title (self->status, title);
  adw_status_page_set_description (self->status, escaped);
  gtk_widget_set_visible (GTK_WIDGET (self->remedy), label != NULL);
  set_remedy (self, action);
  if (label != NULL)
    gtk_button_set_label (self->remedy, label);
  show_page (self, "status");
}

static void
show_failure (StudioGraphPage *self, const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    show_status (self, _ ("Layout Cancelled"), _ ("The graph has been recorded but not laid out."), _ ("Lay Out"),
                 "graph.lay-out");
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    show_status (self, _ ("Graphviz Is Not Installed"),
                 _ ("The graph is laid out with the program dot from Graphviz. Install the package graphviz and "
                    "try again."),
                 _ ("Try Again"), "graph.lay-out");
  else
    show_status (self, _ ("The Graph Cannot Be Shown"), error->message, _ ("Try Again"), "graph.lay-out");
}

/* Layout */

static void
laid_out (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (StudioGraphPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (StudioGraphLayout) layout = studio_graph_layout_finish (result, &error);

  /* A newer layout has replaced this one. */
  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;

  g_clear_object (&self->cancellable);
  if (layout == NULL)
    {
      show_failure (self, error);
      return;
    }
  show_page (self, "view");
  studio_graph_view_set_layout (self->view, layout, self->is_first);
  self->is_first = FALSE;
}

static void
stop_layout (StudioGraphPage *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
start_layout (StudioGraphPage *self)
{
  stop_layout (self);
  self->cancellable = g_cancellable_new ();
  if (self->is_first)
    show_page (self, "busy");
  studio_graph_layout_run (self->graph, self->folded, gtk_widget_get_pango_context (GTK_WIDGET (self->view)),
                           self->cancellable, laid_out, g_object_ref (self));
}

static void
lay_out_unless_huge (StudioGraphPage *self)
{
  const guint n = studio_graph_count_shown (self->graph, self->folded);
  g_autofree char *count = studio_format_nodes (n);
  g_autofree char *title = NULL;

  if (n <= HUGE)
    {
      start_layout (self);
      return;
    }
  title = g_strdup_printf (_ ("Graph of %s"), count);
  show_status (self, title, _ ("Laying out the graph may take several minutes. You can cancel it at any time."),
               _ ("Lay Out"), "graph.lay-out");
}

/* Loading */

static void
clear (StudioGraphPage *self)
{
  stop_layout (self);
  g_clear_pointer (&self->graph, studio_graph_unref);
  g_clear_pointer (&self->folded, g_free);
  g_clear_pointer (&self->path, g_free);
  studio_graph_view_set_layout (self->view, NULL, FALSE);
}

static void
load (StudioGraphPage *self)
{
  g_autoptr (GError) error = NULL;

  self->graph = studio_graph_load (self->path, &error);
  if (self->graph == NULL)
    {
      show_failure (self, error);
      return;
    }
  self->folded = studio_graph_fold (self->graph, COMFORTABLE);
  self->is_first = TRUE;
  lay_out_unless_huge (self);
}

static void
show_absence (StudioGraphPage *self)
{
  if (self->run == NULL)
    show_status (self, _ ("No Graph Yet"),
                 _ ("Train the network to record the graph of the first iteration and show it here."), _ ("Train"),
                 "run.start");
  else if (self->path == NULL)
    show_status (self, _ ("This Run Records No Graph"),
                 _ ("Add the DumpGraph extension on the Training page and train again."), _ ("Show Training"),
                 "win.show-page::training");
  else if (studio_run_is_live (self->run))
    show_status (self, _ ("Waiting for the First Iteration"), _ ("The graph is recorded after the iteration."), NULL,
                 NULL);
  else
    show_status (self, _ ("No Graph Was Recorded"), _ ("This run ended before the first iteration was complete."), NULL,
                 NULL);
}

/* Reads and lays out the graph only while the page is visible. */
static void
update (StudioGraphPage *self)
{
  if (self->graph != NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (self->path != NULL && g_file_test (self->path, G_FILE_TEST_EXISTS))
    load (self);
  else
    show_absence (self);
}

static void
set_run (StudioGraphPage *self, StudioRun *run)
{
  g_autofree char *name = NULL;

  if (!g_set_object (&self->run, run))
    return;
  clear (self);
  if (run != NULL)
    {
      name = studio_graph_find_name (studio_run_get_document (run));
      self->path = name != NULL ? g_build_filename (studio_run_get_folder (run), name, NULL) : NULL;
    }
  show_absence (self);
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUN]);
}

/* Saving */

gboolean
studio_graph_page_save (StudioGraphPage *self, const char *path, GError **error)
{
  StudioGraphDrawing *drawing = studio_graph_view_get_drawing (self->view);
  g_autofree char *dot = NULL;
  g_autoptr (GFile) from = NULL;
  g_autoptr (GFile) to = NULL;

  if (drawing == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("There is no graph to save yet."));
      return FALSE;
    }
  if (!g_str_has_suffix (path, ".dot"))
    return studio_graph_drawing_save (drawing, path, error);

  dot = g_strdup_printf ("%.*s.dot", (int) (strlen (self->path) - strlen (".json")), self->path);
  from = g_file_new_for_path (dot);
  to = g_file_new_for_path (path);
  return g_file_copy (from, to, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, error);
}

static void
file_chosen (GtkNativeDialog *dialog, int response, gpointer data)
{
  StudioGraphPage *self = data;
  g_autoptr (GFile) file = studio_file_chooser_dup_file (dialog, response);
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  g_autofree char *sentence = NULL;

  if (file != NULL && g_file_peek_path (file) != NULL)
    {
      name = rensa_file_dup_shown_basename (g_file_peek_path (file));
      sentence = studio_graph_page_save (self, g_file_peek_path (file), &error)
                     ? g_strdup_printf (_ ("Graph saved as %s."), name)
                     : g_strdup (error->message);
      gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", sentence);
    }
  g_object_unref (dialog);
}

/* @ending: follows "graph.export-" */
static void
export_graph (GtkWidget *widget, const char *action, GVariant *parameter)
{
  const char *ending = action + strlen ("graph.export-");
  g_autofree char *name = g_strconcat ("graph.", ending, NULL);
  GtkFileChooserNative *dialog =
      gtk_file_chooser_native_new (_ ("Export Graph"), GTK_WINDOW (gtk_widget_get_root (widget)),
                                   GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"), _ ("_Cancel"));

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  studio_file_chooser_show (dialog, G_CALLBACK (file_chosen), widget);
}

/* Actions */

static void
zoom_in (GtkWidget *widget, const char *action, GVariant *parameter)
{
  studio_graph_view_zoom_by (STUDIO_GRAPH_PAGE (widget)->view, ZOOM_STEP);
}

static void
zoom_out (GtkWidget *widget, const char *action, GVariant *parameter)
{
  studio_graph_view_zoom_by (STUDIO_GRAPH_PAGE (widget)->view, 1 / ZOOM_STEP);
}

static void
fit (GtkWidget *widget, const char *action, GVariant *parameter)
{
  studio_graph_view_fit (STUDIO_GRAPH_PAGE (widget)->view);
}

static void
step (GtkWidget *widget, const char *action, GVariant *parameter)
{
  studio_graph_view_step (STUDIO_GRAPH_PAGE (widget)->view, g_str_has_suffix (action, "next") ? 1 : -1);
}

static void
find (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gtk_widget_grab_focus (GTK_WIDGET (STUDIO_GRAPH_PAGE (widget)->search));
}

/* When folding, folds only the links without child links, so that the structure stays visible. */
static void
fold_all (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioGraphPage *self = STUDIO_GRAPH_PAGE (widget);
  const gboolean fold = g_str_equal (action, "graph.fold-all");
  const guint n = studio_graph_get_n_groups (self->graph);

  for (guint i = 0; i < n; i++)
    self->folded[i] = fold && studio_graph_get_group (self->graph, i)->depth > 0;
  for (guint i = 0; i < n; i++)
    {
      const int parent = studio_graph_get_group (self->graph, i)->parent;

      if (parent >= 0)
        self->folded[parent] = FALSE;
    }
  self->is_first = TRUE;
  lay_out_unless_huge (self);
}

static void
fold_one (StudioGraphView *view, guint group, StudioGraphPage *self)
{
  self->folded[group] = !self->folded[group];
  start_layout (self);
}

static void
lay_out (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioGraphPage *self = STUDIO_GRAPH_PAGE (widget);

  if (self->graph == NULL)
    update (self);
  else
    start_layout (self);
}

static void
cancel (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioGraphPage *self = STUDIO_GRAPH_PAGE (widget);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
}

/* Search */

static void
search_changed (GtkSearchEntry *entry, StudioGraphPage *self)
{
  studio_graph_view_search (self->view, gtk_editable_get_text (GTK_EDITABLE (entry)));
}

static void
search_stopped (GtkSearchEntry *entry, StudioGraphPage *self)
{
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

static void
view_changed (StudioGraphView *view, StudioGraphPage *self)
{
  const gboolean searches = gtk_editable_get_text (GTK_EDITABLE (self->search))[0] != '\0';
  g_autofree char *zoom = g_strdup_printf (_ ("%.0f %%"), 100 * studio_graph_view_get_zoom (view));
  g_autofree char *matches = NULL;
  guint at;
  guint n;

  studio_graph_view_get_matches (view, &at, &n);
  matches = n > 0 ? g_strdup_printf (_ ("%u of %u"), at, n) : g_strdup (searches ? _ ("no matches") : "");
  gtk_label_set_label (self->matches, matches);
  gtk_label_set_label (self->zoom, zoom);
}

/* Class */

static void
map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (studio_graph_page_parent_class)->map (widget);
  update (STUDIO_GRAPH_PAGE (widget));
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  if (id == PROP_RUN)
    g_value_set_object (value, STUDIO_GRAPH_PAGE (object)->run);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  if (id == PROP_RUN)
    set_run (STUDIO_GRAPH_PAGE (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
dispose (GObject *object)
{
  StudioGraphPage *self = STUDIO_GRAPH_PAGE (object);

  stop_layout (self);
  g_clear_object (&self->run);
  g_clear_pointer (&self->graph, studio_graph_unref);
  g_clear_pointer (&self->folded, g_free);
  g_clear_pointer (&self->path, g_free);
  G_OBJECT_CLASS (studio_graph_page_parent_class)->dispose (object);
}

static void
install_actions (GtkWidgetClass *klass)
{
  static const struct
  {
    const char *name;
    GtkWidgetActionActivateFunc func;
  } actions[] = {
    { "graph.export-svg", export_graph },
    { "graph.export-png", export_graph },
    { "graph.export-pdf", export_graph },
    { "graph.export-dot", export_graph },
    { "graph.zoom-in", zoom_in },
    { "graph.zoom-out", zoom_out },
    { "graph.fit", fit },
    { "graph.find", find },
    { "graph.next", step },
    { "graph.previous", step },
    { "graph.fold-all", fold_all },
    { "graph.unfold-all", fold_all },
    { "graph.lay-out", lay_out },
    { "graph.cancel", cancel },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (klass, actions[i].name, NULL, actions[i].func);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_f, GDK_CONTROL_MASK, "graph.find", NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_g, GDK_CONTROL_MASK, "graph.next", NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_g, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "graph.previous", NULL);
}

static void
studio_graph_page_class_init (StudioGraphPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = get_property;
  object_class->set_property = set_property;
  object_class->dispose = dispose;
  widget_class->map = map;
  properties[PROP_RUN] = g_param_spec_object ("run", NULL, NULL, STUDIO_TYPE_RUN,
                                              G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (STUDIO_TYPE_GRAPH_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-graph-page.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioGraphPage, stack);
  gtk_widget_class_bind_template_child (widget_class, StudioGraphPage, status);
  gtk_widget_class_bind_template_child (widget_class, StudioGraphPage, remedy);
  gtk_widget_class_bind_template_child (widget_class, StudioGraphPage, view);
  gtk_widget_class_bind_template_child (widget_class, StudioGraphPage, search);
  gtk_widget_class_bind_template_child (widget_class, StudioGraphPage, matches);
  gtk_widget_class_bind_template_child (widget_class, StudioGraphPage, zoom);
  gtk_widget_class_bind_template_child (widget_class, StudioGraphPage, bar);
  gtk_widget_class_bind_template_callback (widget_class, search_changed);
  gtk_widget_class_bind_template_callback (widget_class, search_stopped);
  gtk_widget_class_bind_template_callback (widget_class, view_changed);
  gtk_widget_class_bind_template_callback (widget_class, fold_one);
  gtk_widget_class_bind_template_callback (widget_class, update);
  studio_watch_keep (widget_class, "run_watch");
  install_actions (widget_class);
}

static void
studio_graph_page_init (StudioGraphPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  show_absence (self);
}

GtkWidget *
studio_graph_page_new (void)
{
  return g_object_new (STUDIO_TYPE_GRAPH_PAGE, NULL);
}
