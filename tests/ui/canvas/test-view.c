/* test-view.c: what the canvas shows and tells.
 * SPDX-License-Identifier: MIT */

#include "canvas-fixture.h"
#include "rensa-init.h"
#include "ui-fixture.h"

/* x feeds a and b, which sum adds up. */
static const char diamond[] =
    "{'nodes': [{'name': 'x', 'type': 'Input', 'position': [110, 0]},"
    " {'name': 'a', 'type': 'Linear', 'attrs': {'out_size': 2}, 'position': [0, 90]},"
    " {'name': 'b', 'type': 'Linear', 'attrs': {'out_size': 2}, 'position': [220, 90]},"
    " {'name': 'sum', 'type': 'op_add', 'position': [110, 180]}],"
    " 'edges': [{'from': 'x', 'to': 'a'}, {'from': 'x', 'to': 'b'}, {'from': 'a', 'to': 'sum:0'},"
    " {'from': 'b', 'to': 'sum:1'}], 'outputs': ['sum']}";

static void
assert_label (gpointer widget, const char *label)
{
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label);
}

static void
assert_description (gpointer widget, const char *description)
{
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description);
}

static void
test_accessible (void)
{
  g_auto (CanvasFixture) fixture = { NULL };

  canvas_fixture_init (&fixture, canvas_mlp);
  assert_label (fixture.canvas, "Model canvas");
  assert_description (fixture.canvas, "4 nodes, 0 selected, no problems");
  assert_label (canvas_fixture_get_node (&fixture, "l1"), "l1: Linear");
  assert_label (canvas_fixture_get_node (&fixture, "x"), "x: Input");
  assert_description (canvas_fixture_get_node (&fixture, "l1"), "→ 4; output 4; 12 parameters");
  studio_canvas_select (fixture.canvas, "l1");
  assert_description (fixture.canvas, "4 nodes, 1 selected, no problems");
  canvas_fixture_do (&fixture, "canvas.delete");
  assert_description (fixture.canvas, "3 nodes, 1 selected, no problems");
}

static void
test_walk (void)
{
  g_auto (CanvasFixture) fixture = { NULL };

  canvas_fixture_init (&fixture, diamond);
  studio_canvas_select (fixture.canvas, "x");
  canvas_fixture_do_direction (&fixture, "canvas.walk", GTK_DIR_DOWN);
  canvas_fixture_assert_selected (&fixture, "a");
  canvas_fixture_do_direction (&fixture, "canvas.walk", GTK_DIR_RIGHT);
  canvas_fixture_assert_selected (&fixture, "b");
  canvas_fixture_do_direction (&fixture, "canvas.walk", GTK_DIR_DOWN);
  canvas_fixture_assert_selected (&fixture, "sum");
  g_assert_true (gtk_widget_is_focus (GTK_WIDGET (canvas_fixture_get_node (&fixture, "sum"))));
  canvas_fixture_do_direction (&fixture, "canvas.walk", GTK_DIR_UP);
  canvas_fixture_assert_selected (&fixture, "a");
  canvas_fixture_do_direction (&fixture, "canvas.extend", GTK_DIR_UP);
  canvas_fixture_assert_selected (&fixture, "x a");
}

/* The names of inputs stand where several arrive, and wires with the same source do not cross. */
static void
test_wires (void)
{
  g_auto (CanvasFixture) fixture = { NULL };
  StudioCanvasNode *sum;
  StudioCanvasWire *first;
  StudioCanvasWire *second;

  canvas_fixture_init (&fixture, diamond);
  sum = canvas_fixture_get_node (&fixture, "sum");
  first = studio_canvas_find_wire_into (fixture.canvas, sum, 0);
  second = studio_canvas_find_wire_into (fixture.canvas, sum, 1);
  g_assert_cmpstr (studio_canvas_node_get_name (first->ends.from), ==, "a");
  g_assert_cmpstr (studio_canvas_node_get_name (second->ends.from), ==, "b");
  g_assert_cmpstr (first->caption, ==, "2");
  g_assert_cmpstr (first->label, ==, "a");
  g_assert_cmpstr (second->label, ==, "b");
  g_assert_cmpfloat (first->route->points[3].x, <, second->route->points[3].x);
  g_assert_null (studio_canvas_find_wire_into (fixture.canvas, canvas_fixture_get_node (&fixture, "a"), 0)->label);
}

/* A wire is found in the middle of its curve, and nothing far from all of them. */
static void
test_find_wire (void)
{
  g_auto (CanvasFixture) fixture = { NULL };
  StudioCanvasWire *wire;
  graphene_point_t point;

  canvas_fixture_init (&fixture, diamond);
  wire = studio_canvas_find_wire_into (fixture.canvas, canvas_fixture_get_node (&fixture, "b"), 0);
  studio_route_get_point (wire->route, 0.5, &point);
  studio_canvas_to_widget (fixture.canvas, &point, &point);
  g_assert_true (studio_canvas_find_wire_at (fixture.canvas, point.x + 2, point.y) == wire);
  g_assert_null (studio_canvas_find_wire_at (fixture.canvas, point.x + 60, point.y));
}

/* The sentence is at the wire and at the node, and the repair that it names takes it away. */
static void
test_problem (void)
{
  g_auto (CanvasFixture) fixture = { NULL };
  StudioCanvasNode *node;
  StudioCanvasWire *wire;

  canvas_fixture_init (&fixture, canvas_mlp);
  g_assert_true (studio_project_set (fixture.project, "model.l2.in_size", "7", NULL));
  canvas_fixture_settle (&fixture);
  node = canvas_fixture_get_node (&fixture, "l2");
  wire = studio_canvas_find_wire_into (fixture.canvas, node, 0);
  g_assert_true (wire->is_wrong);
  g_assert_true (gtk_widget_has_css_class (GTK_WIDGET (node), "problem"));
  g_assert_false (
      studio_canvas_find_wire_into (fixture.canvas, canvas_fixture_get_node (&fixture, "relu1"), 0)->is_wrong);
  assert_description (fixture.canvas, "4 nodes, 0 selected, 1 problem");

  g_assert_true (gtk_widget_activate_action_variant (GTK_WIDGET (node), "node.repair", NULL));
  canvas_fixture_settle (&fixture);
  g_assert_false (gtk_widget_has_css_class (GTK_WIDGET (node), "problem"));
  g_assert_false (studio_canvas_find_wire_into (fixture.canvas, canvas_fixture_get_node (&fixture, "l2"), 0)->is_wrong);
  canvas_fixture_assert_undone (&fixture);
}

/* What dropout need not be given has no place on its card until it is. */
static void
test_optional_input (void)
{
  g_auto (CanvasFixture) fixture = { NULL };
  StudioCanvasNode *node;
  StudioCanvasWire *wire;
  graphene_point_t place;
  graphene_point_t middle;

  canvas_fixture_init (&fixture, "{'nodes': [{'name': 'x', 'type': 'Input', 'position': [0, 0]},"
                                 " {'name': 'd', 'type': 'dropout', 'position': [0, 90]}],"
                                 " 'edges': [{'from': 'x', 'to': 'd'}], 'outputs': ['d']}");
  node = canvas_fixture_get_node (&fixture, "d");
  wire = studio_canvas_find_wire_into (fixture.canvas, node, 0);
  studio_canvas_node_get_input (node, 0, &place);
  graphene_rect_get_center (studio_canvas_node_get_rect (node), &middle);
  g_assert_cmpfloat (place.x, ==, middle.x);
  g_assert_null (wire->label);
  g_assert_cmpint (studio_canvas_count_shown_ports (node, TRUE), ==, 1);

  studio_canvas_connect (fixture.canvas, &(StudioCanvasPort){ canvas_fixture_get_node (&fixture, "x"), FALSE, 0 },
                         &(StudioCanvasPort){ node, TRUE, 1 });
  canvas_fixture_settle (&fixture);
  node = canvas_fixture_get_node (&fixture, "d");
  g_assert_cmpint (studio_canvas_count_shown_ports (node, TRUE), ==, 2);
  g_assert_cmpstr (studio_canvas_find_wire_into (fixture.canvas, node, 1)->label, ==, "mask");
}

static StudioCanvasWire *
find_wire (CanvasFixture *fixture, const char *to)
{
  return studio_canvas_find_wire_into (fixture->canvas, canvas_fixture_get_node (fixture, to), 0);
}

/* Until an edit is analysed, its wires have other numbers than those that the analysis tells of. */
static void
test_problem_of_before (void)
{
  g_auto (CanvasFixture) fixture = { NULL };
  g_autoptr (RensaDocument) document = NULL;

  canvas_fixture_init (&fixture, canvas_mlp);
  g_assert_true (studio_project_set (fixture.project, "model.l2.in_size", "7", NULL));
  canvas_fixture_settle (&fixture);
  g_assert_true (find_wire (&fixture, "l2")->is_wrong);

  /* The same wire has another number: the first one is gone. */
  document = studio_project_begin (fixture.project);
  g_assert_true (rensa_document_disconnect (document, 0, NULL));
  studio_project_commit (fixture.project, document, "Disconnect", NULL);
  g_assert_false (studio_project_is_analysed (fixture.project));
  g_assert_cmpint (find_wire (&fixture, "l2")->id, ==, 1);
  g_assert_true (find_wire (&fixture, "l2")->is_wrong);
  canvas_fixture_do (&fixture, "canvas.undo");
  canvas_fixture_settle (&fixture);

  /* Another wire has the same number. */
  studio_canvas_add_into_wire (fixture.canvas, "tanh", find_wire (&fixture, "relu1"));
  g_assert_false (studio_project_is_analysed (fixture.project));
  g_assert_cmpint (find_wire (&fixture, "relu1")->id, ==, 2);
  g_assert_false (find_wire (&fixture, "relu1")->is_wrong);
  g_assert_true (find_wire (&fixture, "l2")->is_wrong);
  canvas_fixture_assert_undone (&fixture);
}

/* An edit elsewhere keeps every card that it does not take away. */
static void
test_reuse (void)
{
  g_auto (CanvasFixture) fixture = { NULL };
  StudioCanvasNode *node;

  canvas_fixture_init (&fixture, canvas_mlp);
  node = canvas_fixture_get_node (&fixture, "l1");
  studio_canvas_select (fixture.canvas, "l1");
  g_assert_true (studio_project_set (fixture.project, "model.l1.out_size", "50", NULL));
  canvas_fixture_settle (&fixture);
  g_assert_true (canvas_fixture_get_node (&fixture, "l1") == node);
  canvas_fixture_assert_selected (&fixture, "l1");
  assert_description (node, "→ 50; output 50; 150 parameters");
}

/* What is large is told in short beside what the node is set to. */
static void
test_large (void)
{
  g_auto (CanvasFixture) fixture = { NULL };
  StudioCanvasNode *node;

  canvas_fixture_init (&fixture, canvas_mlp);
  node = canvas_fixture_get_node (&fixture, "l1");
  g_assert_nonnull (ui_find_text (GTK_WIDGET (node), "12 params"));
  g_assert_true (studio_project_set (fixture.project, "model.l1.out_size", "333333", NULL));
  canvas_fixture_settle (&fixture);
  g_assert_nonnull (ui_find_text (GTK_WIDGET (node), "999,999 params"));
  g_assert_true (studio_project_set (fixture.project, "model.l1.out_size", "1500000", NULL));
  canvas_fixture_settle (&fixture);
  g_assert_nonnull (ui_find_text (GTK_WIDGET (node), "4.5 M params"));
  assert_description (node, "→ 1500000; output 1500000; 4,500,000 parameters");
}

static void
test_zoom (void)
{
  g_auto (CanvasFixture) fixture = { NULL };
  double zoom;
  graphene_point_t before;
  graphene_point_t after;

  canvas_fixture_init (&fixture, canvas_mlp);
  canvas_fixture_do (&fixture, "canvas.zoom-in");
  g_object_get (fixture.canvas, "zoom", &zoom, NULL);
  g_assert_cmpfloat_with_epsilon (zoom, 1.25, 1e-9);
  studio_canvas_to_model (fixture.canvas, 123, 45, &before);
  studio_canvas_zoom_at (fixture.canvas, 2, 123, 45);
  studio_canvas_to_model (fixture.canvas, 123, 45, &after);
  g_assert_true (graphene_point_near (&before, &after, 0.01f));
  canvas_fixture_do (&fixture, "canvas.zoom-reset");
  g_object_get (fixture.canvas, "zoom", &zoom, NULL);
  g_assert_cmpfloat (zoom, ==, 1);
}

static char *
make_long_model (int n)
{
  GString *nodes = g_string_new ("{'nodes': [{'name': 'x', 'type': 'Input', 'position': [0, 0]}");
  g_autoptr (GString) edges = g_string_new ("{'from': 'x', 'to': 'n1'}");

  for (int i = 1; i < n; i++)
    g_string_append_printf (nodes, ", {'name': 'n%d', 'type': '%s', 'position': [%d, %d]}", i,
                            i % 2 != 0 ? "Linear" : "relu", i % 10 * 220, i / 10 * 90 + 90);
  for (int i = 2; i < n; i++)
    g_string_append_printf (edges, ", {'from': 'n%d', 'to': 'n%d'}", i - 1, i);
  g_string_append_printf (nodes, "], 'edges': [%s]}", edges->str);
  return g_string_free (nodes, FALSE);
}

/* One frame of panning, without what the display server does. */
static double
time_frame (StudioCanvas *canvas, double step)
{
  GtkWidget *widget = GTK_WIDGET (canvas);
  const gint64 start = g_get_monotonic_time ();
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderNode *node;

  studio_canvas_pan (canvas, step, step);
  gtk_widget_allocate (widget, gtk_widget_get_width (widget), gtk_widget_get_height (widget), -1, NULL);
  GTK_WIDGET_GET_CLASS (widget)->snapshot (widget, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  g_assert_nonnull (node);
  gsk_render_node_unref (node);
  return (g_get_monotonic_time () - start) / 1000.0;
}

static void
test_many (void)
{
  g_auto (CanvasFixture) fixture = { NULL };
  g_autofree char *model = make_long_model (500);
  double worst = 0;

  canvas_fixture_init (&fixture, model);
  g_assert_cmpuint (fixture.canvas->nodes->len, ==, 500);
  g_assert_cmpuint (fixture.canvas->wires->len, ==, 499);
  for (int i = 0; i < 60; i++)
    worst = MAX (worst, time_frame (fixture.canvas, i < 30 ? 40 : -40));
  g_test_minimized_result (worst, "worst frame of panning over 500 nodes: %.2f ms", worst);
  canvas_fixture_settle (&fixture);
}

static void
test_training (void)
{
  g_auto (CanvasFixture) fixture = { NULL };

  canvas_fixture_init (&fixture, canvas_mlp);
  studio_canvas_set_training (fixture.canvas, TRUE);
  canvas_fixture_settle (&fixture);
  g_assert_cmpfloat (fixture.canvas->activity, ==, 4);
  studio_canvas_set_training (fixture.canvas, FALSE);
  g_assert_cmpfloat (fixture.canvas->activity, ==, 0);
}

/* A node that is out of sight has its menu at the edge of the canvas, not on a monitor that is not there. */
static void
test_menu_out_of_sight (void)
{
  static const float places[] = { -40000, 40000 };
  g_auto (CanvasFixture) fixture = { NULL };

  canvas_fixture_init (&fixture, canvas_mlp);
  studio_canvas_select (fixture.canvas, "l1");
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      GtkWidget *canvas = GTK_WIDGET (fixture.canvas);
      GtkPopover *menu = GTK_POPOVER (fixture.canvas->menu);
      GdkRectangle place;

      fixture.canvas->origin = GRAPHENE_POINT_INIT (places[i], places[i]);
      gtk_widget_activate_action (canvas, "canvas.menu", NULL);
      g_assert_true (gtk_popover_get_pointing_to (menu, &place));
      g_assert_cmpint (place.x, >=, 0);
      g_assert_cmpint (place.y, >=, 0);
      g_assert_cmpint (place.x + place.width, <=, gtk_widget_get_width (canvas));
      g_assert_cmpint (place.y + place.height, <=, gtk_widget_get_height (canvas));
      gtk_popover_popdown (menu);
    }
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  rensa_init ();
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  g_test_add_func ("/ui/canvas/accessible", test_accessible);
  g_test_add_func ("/ui/canvas/walk", test_walk);
  g_test_add_func ("/ui/canvas/wires", test_wires);
  g_test_add_func ("/ui/canvas/find-wire", test_find_wire);
  g_test_add_func ("/ui/canvas/optional-input", test_optional_input);
  g_test_add_func ("/ui/canvas/problem", test_problem);
  g_test_add_func ("/ui/canvas/problem-of-before", test_problem_of_before);
  g_test_add_func ("/ui/canvas/reuse", test_reuse);
  g_test_add_func ("/ui/canvas/large", test_large);
  g_test_add_func ("/ui/canvas/zoom", test_zoom);
  g_test_add_func ("/ui/canvas/many", test_many);
  g_test_add_func ("/ui/canvas/menu-out-of-sight", test_menu_out_of_sight);
  g_test_add_func ("/ui/canvas/training", test_training);
  return g_test_run ();
}
