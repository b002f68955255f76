/* test-large.c: models of hundreds of nodes on the canvas.
 * SPDX-License-Identifier: MIT */

#include "canvas-fixture.h"
#include "rensa-init.h"
#include "ui-fixture.h"

#define N_NODES 515

/* A chain with names as importers make them; "inner" in the middle of it holds one more. */
static char *
make_model (void)
{
  GString *nodes = g_string_new ("{'nodes': [{'name': 'x', 'type': 'Input'}");
  GString *edges = g_string_new ("{'from': 'x', 'to': 'features_denseblock1_layer1'}");

  for (guint i = 1; i < N_NODES; i++)
    {
      if (i == N_NODES / 2)
        g_string_append_printf (nodes,
                                ", {'name': 'features_denseblock%u_layer%u', 'type': 'Chain', 'model': {'nodes':"
                                " [{'name': 'x', 'type': 'Input'}, {'name': 'hidden_norm', 'type': 'sigmoid'}],"
                                " 'edges': [{'from': 'x', 'to': 'hidden_norm'}], 'outputs': ['hidden_norm']}}",
                                i, i);
      else
        g_string_append_printf (nodes, ", {'name': 'features_denseblock%u_layer%u', 'type': '%s'}", i, i,
                                i % 2 == 0 ? "tanh" : "relu");
      if (i > 1)
        g_string_append_printf (edges,
                                ", {'from': 'features_denseblock%u_layer%u', 'to': 'features_denseblock%u_layer%u'}",
                                i - 1, i - 1, i, i);
    }
  g_string_append_printf (nodes, "], 'edges': [%s], 'outputs': ['features_denseblock%u_layer%u']}", edges->str,
                          N_NODES - 1, N_NODES - 1);
  g_string_free (edges, TRUE);
  return g_string_free (nodes, FALSE);
}

static void
set_up (CanvasFixture *fixture)
{
  g_autofree char *model = make_model ();

  canvas_fixture_init (fixture, model);
  g_assert_cmpuint (fixture->canvas->nodes->len, ==, N_NODES);
}

static gboolean
is_in_view (CanvasFixture *fixture, StudioCanvasNode *node)
{
  const graphene_rect_t view = GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (GTK_WIDGET (fixture->canvas)),
                                                   gtk_widget_get_height (GTK_WIDGET (fixture->canvas)));
  graphene_rect_t rect;

  studio_canvas_rect_to_widget (fixture->canvas, studio_canvas_node_get_rect (node), &rect);
  return graphene_rect_contains_rect (&view, &rect);
}

/* All of it, as blocks whose least extent is seen. */
static void
test_fit (void)
{
  g_auto (CanvasFixture) fixture = { NULL };

  set_up (&fixture);
  canvas_fixture_do (&fixture, "canvas.fit");
  canvas_fixture_settle (&fixture);
  g_assert_cmpfloat (fixture.canvas->zoom, <, STUDIO_CANVAS_BLOCK_ZOOM);
  for (guint i = 0; i < N_NODES; i++)
    g_assert_true (is_in_view (&fixture, fixture.canvas->nodes->pdata[i]));

  /* A block has no ports to be hit by chance. */
  g_assert_null (studio_canvas_find_port_at (fixture.canvas, 400, 300).node);
  canvas_fixture_do (&fixture, "canvas.zoom-reset");
  g_assert_cmpfloat (fixture.canvas->zoom, ==, 1);
}

static void
test_overview (void)
{
  g_auto (CanvasFixture) fixture = { NULL };
  StudioCanvasNode *last;
  StudioOverview overview;

  set_up (&fixture);
  last = fixture.canvas->nodes->pdata[N_NODES - 1];
  g_assert_true (studio_canvas_get_overview (fixture.canvas, &overview));
  g_assert_cmpfloat (overview.bounds.size.width, >, 20);
  g_assert_false (is_in_view (&fixture, last));
  studio_canvas_follow_overview (fixture.canvas, overview.bounds.origin.x + overview.bounds.size.width / 2,
                                 overview.bounds.origin.y + overview.bounds.size.height);
  canvas_fixture_settle (&fixture);
  g_assert_true (is_in_view (&fixture, last));

  canvas_fixture_do (&fixture, "canvas.fit");
  g_assert_false (studio_canvas_get_overview (fixture.canvas, &overview));
}

static void
assert_match (CanvasFixture *fixture, const char *text, const char *path)
{
  StudioCanvasNode *node;

  canvas_fixture_settle (fixture);
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (fixture->canvas->find_matches)), ==, text);
  g_assert_cmpstr (studio_canvas_get_selected (fixture->canvas), ==, path);
  node = studio_canvas_get_single (fixture->canvas);
  g_assert_cmpfloat (fixture->canvas->zoom, >=, STUDIO_CANVAS_BLOCK_ZOOM);
  g_assert_true (node != NULL && is_in_view (fixture, node));
  g_assert_nonnull (
      gtk_widget_get_ancestor (gtk_window_get_focus (GTK_WINDOW (fixture->window)), GTK_TYPE_SEARCH_ENTRY));
}

/* By name, by type, and inside a Chain; each match is brought to where it can be read. */
static void
test_find (void)
{
  g_auto (CanvasFixture) fixture = { NULL };
  GtkEditable *entry;

  set_up (&fixture);
  canvas_fixture_do (&fixture, "canvas.fit");
  canvas_fixture_do (&fixture, "canvas.find");
  entry = GTK_EDITABLE (fixture.canvas->find_entry);
  gtk_editable_set_text (entry, "LAYER51");
  assert_match (&fixture, "1 of 6", "features_denseblock51_layer51");
  canvas_fixture_do (&fixture, "canvas.find-next");
  assert_match (&fixture, "2 of 6", "features_denseblock510_layer510");
  canvas_fixture_do (&fixture, "canvas.find-previous");
  canvas_fixture_do (&fixture, "canvas.find-previous");
  assert_match (&fixture, "6 of 6", "features_denseblock514_layer514");

  gtk_editable_set_text (entry, "sigmoid");
  assert_match (&fixture, "1 of 1", "features_denseblock257_layer257.hidden_norm");
  gtk_editable_set_text (entry, "nowhere");
  canvas_fixture_settle (&fixture);
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (fixture.canvas->find_matches)), ==, "no matches");
  canvas_fixture_do (&fixture, "canvas.find-stop");
  g_assert_false (gtk_widget_get_visible (fixture.canvas->find));
  g_assert_true (gtk_widget_is_focus (GTK_WIDGET (canvas_fixture_get_node (&fixture, "hidden_norm"))));
}

static gboolean
is_cut (GtkWidget *label)
{
  return pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label)));
}

/* A long name keeps both ends, and its type is read in the line below. */
static void
test_names (void)
{
  g_auto (CanvasFixture) fixture = { NULL };
  GtkWidget *node;
  GtkWidget *name;
  GtkWidget *type;

  set_up (&fixture);
  node = GTK_WIDGET (canvas_fixture_get_node (&fixture, "features_denseblock2_layer2"));
  name = ui_find_text (node, "features_denseblock2_layer2");
  type = ui_find_text (node, "tanh");
  g_assert_true (name != NULL && type != NULL);
  g_assert_cmpint (gtk_label_get_ellipsize (GTK_LABEL (name)), ==, PANGO_ELLIPSIZE_MIDDLE);
  g_assert_false (is_cut (type));
  g_assert_true (gtk_widget_get_parent (name) != gtk_widget_get_parent (type));
  g_assert_true (
      gtk_widget_get_parent (ui_find_text (GTK_WIDGET (canvas_fixture_get_node (&fixture, "x")), "x"))
      == gtk_widget_get_parent (ui_find_text (GTK_WIDGET (canvas_fixture_get_node (&fixture, "x")), "moons")));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  rensa_init ();
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  g_test_add_func ("/ui/canvas/many/fit", test_fit);
  g_test_add_func ("/ui/canvas/many/overview", test_overview);
  g_test_add_func ("/ui/canvas/many/find", test_find);
  g_test_add_func ("/ui/canvas/many/names", test_names);
  return g_test_run ();
}
