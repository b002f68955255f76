/* test-graph-page.c: the graph of a run on its page.
 * SPDX-License-Identifier: MIT */

#include <adwaita.h>
#include <string.h>

#include "folder.h"
#include "graph-fixture.h"
#include "rensa-init.h"
#include "studio-graph-page.h"
#include "studio-graph-view.h"
#include "ui-fixture.h"

typedef struct
{
  char *folder;
  RensaStore *store;
  StudioRun *run;
  GtkWidget *window;
  GtkWidget *page;
} Fixture;

static RensaDocument *
load_example (const char *extensions)
{
  RensaDocument *document = ui_load_example ("moons.rensa");

  g_assert_true (rensa_document_set (document, "stop.period=1", NULL));
  if (extensions != NULL)
    json_object_object_add (rensa_document_change (document), "extensions", json_tokener_parse (extensions));
  return document;
}

/* What the page offers to do is done by its window; GTK complains of a button that does not fit its action. */
static void
add_actions (GtkWidget *window)
{
  g_autoptr (GSimpleActionGroup) pages = g_simple_action_group_new ();
  g_autoptr (GSimpleActionGroup) runs = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) show_page = g_simple_action_new ("show-page", G_VARIANT_TYPE_STRING);
  g_autoptr (GSimpleAction) start = g_simple_action_new ("start", NULL);

  g_action_map_add_action (G_ACTION_MAP (pages), G_ACTION (show_page));
  g_action_map_add_action (G_ACTION_MAP (runs), G_ACTION (start));
  gtk_widget_insert_action_group (window, "win", G_ACTION_GROUP (pages));
  gtk_widget_insert_action_group (window, "run", G_ACTION_GROUP (runs));
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = test_folder_new ();
  fixture->store = rensa_store_open (fixture->folder, NULL);
  fixture->page = studio_graph_page_new ();
  fixture->window = gtk_window_new ();
  add_actions (fixture->window);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 900, 600);
  gtk_window_set_child (GTK_WINDOW (fixture->window), fixture->page);
  gtk_window_present (GTK_WINDOW (fixture->window));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_clear_object (&fixture->run);
  g_object_unref (fixture->store);
  test_folder_free (fixture->folder);
}

/* The first widget of @type below @root, in depth. */
static GtkWidget *
find (GtkWidget *root, GType type)
{
  if (g_type_is_a (G_OBJECT_TYPE (root), type))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static StudioGraphView *
get_view (Fixture *fixture)
{
  return STUDIO_GRAPH_VIEW (find (fixture->page, STUDIO_TYPE_GRAPH_VIEW));
}

static const char *
get_state (Fixture *fixture)
{
  GtkWidget *status = find (fixture->page, ADW_TYPE_STATUS_PAGE);

  return gtk_stack_get_visible_child_name (GTK_STACK (gtk_widget_get_ancestor (status, GTK_TYPE_STACK)));
}

static const char *
get_title (Fixture *fixture)
{
  return adw_status_page_get_title (ADW_STATUS_PAGE (find (fixture->page, ADW_TYPE_STATUS_PAGE)));
}

static void
start (Fixture *fixture, const char *extensions)
{
  g_autoptr (RensaDocument) document = load_example (extensions);
  g_autoptr (GError) error = NULL;

  fixture->run = studio_run_start (fixture->store, document, NULL, NULL, FALSE, &error);
  g_assert_no_error (error);
  g_object_set (fixture->page, "run", fixture->run, NULL);
}

static void
wait_for_state (Fixture *fixture, const char *state)
{
  WAIT_FOR (g_str_equal (get_state (fixture), state));
}

static void
wait_for_end (Fixture *fixture)
{
  WAIT_FOR (!studio_run_is_live (fixture->run));
}

static void
graph_comes_while_it_runs (Fixture *fixture, gconstpointer data)
{
  StudioGraphLayout *layout;

  g_assert_cmpstr (get_title (fixture), ==, "No Graph Yet");
  start (fixture, NULL);
  wait_for_state (fixture, "view");
  layout = studio_graph_drawing_get_layout (studio_graph_view_get_drawing (get_view (fixture)));
  /* Three Linear with W and b, two relu and a loss: 6 functions, 6 parameters, 2 inputs, 6 results. */
  g_assert_cmpuint (studio_graph_get_n_nodes (layout->graph), ==, 20);
  wait_for_end (fixture);

  g_object_set (fixture->page, "run", NULL, NULL);
  g_assert_cmpstr (get_title (fixture), ==, "No Graph Yet");
  g_object_set (fixture->page, "run", fixture->run, NULL);
  wait_for_state (fixture, "view");
}

static void
run_without_graph (Fixture *fixture, gconstpointer data)
{
  start (fixture, "[\"LogReport\"]");
  g_assert_cmpstr (get_state (fixture), ==, "status");
  g_assert_cmpstr (get_title (fixture), ==, "This Run Records No Graph");
  wait_for_end (fixture);
  g_object_set (fixture->page, "run", NULL, NULL);
  g_assert_cmpstr (get_title (fixture), ==, "No Graph Yet");
}

static void
graphviz_is_missing (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_strdup (g_getenv ("PATH"));

  g_setenv ("PATH", "/nowhere", TRUE);
  start (fixture, NULL);
  wait_for_end (fixture);
  WAIT_FOR (g_str_equal (get_title (fixture), "Graphviz Is Not Installed"));
  g_setenv ("PATH", path, TRUE);
  gtk_widget_activate_action (fixture->page, "graph.lay-out", NULL);
  wait_for_state (fixture, "view");
}

static void
wait_for_matches (Fixture *fixture, guint expected)
{
  guint at;
  guint n;

  WAIT_FOR ((studio_graph_view_get_matches (get_view (fixture), &at, &n), n == expected));
}

static void
search_steps_through (Fixture *fixture, gconstpointer data)
{
  GtkWidget *entry = find (fixture->page, GTK_TYPE_SEARCH_ENTRY);
  guint at;
  guint n;

  start (fixture, NULL);
  wait_for_state (fixture, "view");
  gtk_editable_set_text (GTK_EDITABLE (entry), "linear");
  wait_for_matches (fixture, 3);
  studio_graph_view_get_matches (get_view (fixture), &at, &n);
  g_assert_cmpuint (at, ==, 1);
  gtk_widget_activate_action (fixture->page, "graph.next", NULL);
  studio_graph_view_get_matches (get_view (fixture), &at, &n);
  g_assert_cmpuint (at, ==, 2);
  gtk_widget_activate_action (fixture->page, "graph.previous", NULL);
  gtk_widget_activate_action (fixture->page, "graph.previous", NULL);
  studio_graph_view_get_matches (get_view (fixture), &at, &n);
  g_assert_cmpuint (at, ==, 3);
  gtk_editable_set_text (GTK_EDITABLE (entry), "nothing like it");
  wait_for_matches (fixture, 0);
  wait_for_end (fixture);
}

/* Waits until the layout has another number of boxes than @n, and returns it. */
static guint
wait_for_other_layout (Fixture *fixture, guint n)
{
  StudioGraphView *view = get_view (fixture);

  WAIT_FOR (studio_graph_drawing_get_layout (studio_graph_view_get_drawing (view))->boxes->len != n);
  return studio_graph_drawing_get_layout (studio_graph_view_get_drawing (view))->boxes->len;
}

static void
links_fold (Fixture *fixture, gconstpointer data)
{
  guint n;

  start (fixture, NULL);
  wait_for_state (fixture, "view");
  n = studio_graph_drawing_get_layout (studio_graph_view_get_drawing (get_view (fixture)))->boxes->len;
  /* 20 nodes, predictor and three links */
  g_assert_cmpuint (n, ==, 24);
  gtk_widget_activate_action (fixture->page, "graph.fold-all", NULL);
  /* predictor; l1, l2, l3; relu1, relu2, what they give; x, t, the loss and its function */
  g_assert_cmpuint (wait_for_other_layout (fixture, n), ==, 12);
  gtk_widget_activate_action (fixture->page, "graph.unfold-all", NULL);
  g_assert_cmpuint (wait_for_other_layout (fixture, 12), ==, n);
  wait_for_end (fixture);
}

static void
pictures_are_saved (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *name;
    const char *start;
  } files[] = { { "a.svg", "<?xml" }, { "a.pdf", "%PDF" }, { "a.png", "\x89PNG" }, { "a.dot", "digraph graphname" } };
  g_autoptr (GError) error = NULL;

  g_assert_false (studio_graph_page_save (STUDIO_GRAPH_PAGE (fixture->page), "/nowhere/a.svg", &error));
  g_clear_error (&error);
  start (fixture, NULL);
  wait_for_state (fixture, "view");
  wait_for_end (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, files[i].name, NULL);
      g_autofree char *text = NULL;

      g_assert_true (studio_graph_page_save (STUDIO_GRAPH_PAGE (fixture->page), path, &error));
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      g_assert_true (g_str_has_prefix (text, files[i].start));
    }
  g_assert_false (studio_graph_page_save (STUDIO_GRAPH_PAGE (fixture->page), "/nowhere/a.svg", &error));
  g_assert_nonnull (error);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  rensa_init ();
  g_test_add ("/ui/graph/page/live", Fixture, NULL, set_up, graph_comes_while_it_runs, tear_down);
  g_test_add ("/ui/graph/page/no-graph", Fixture, NULL, set_up, run_without_graph, tear_down);
  g_test_add ("/ui/graph/page/graphviz-is-missing", Fixture, NULL, set_up, graphviz_is_missing, tear_down);
  g_test_add ("/ui/graph/page/search", Fixture, NULL, set_up, search_steps_through, tear_down);
  g_test_add ("/ui/graph/page/fold", Fixture, NULL, set_up, links_fold, tear_down);
  g_test_add ("/ui/graph/page/save", Fixture, NULL, set_up, pictures_are_saved, tear_down);
  return g_test_run ();
}
