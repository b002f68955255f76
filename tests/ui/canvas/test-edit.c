/* test-edit.c: building and changing a model on the canvas.
 * SPDX-License-Identifier: MIT */

#include "canvas-fixture.h"
#include "studio-canvas-node-private.h"
#include "rensa-init.h"
#include "wait-for.h"

/* From an empty canvas to a network, each node after the one before. */
static void
test_add (void)
{
  g_auto (CanvasFixture) fixture = { NULL };

  canvas_fixture_init (&fixture, NULL);
  canvas_fixture_assert_nodes (&fixture, "x");
  g_assert_true (gtk_widget_get_visible (fixture.canvas->hint));
  studio_canvas_add_after_selected (fixture.canvas, "Linear");
  canvas_fixture_assert_selected (&fixture, "l1");
  g_assert_false (gtk_widget_get_visible (fixture.canvas->hint));
  studio_canvas_add_after_selected (fixture.canvas, "relu");
  studio_canvas_add_after_selected (fixture.canvas, "Linear");
  canvas_fixture_assert_wires (&fixture, "x>l1 l1>relu1 relu1>l2");
  g_assert_cmpstr (studio_canvas_get_selected (fixture.canvas), ==, "l2");
  canvas_fixture_assert_undone (&fixture);
}

/* What comes after makes room, and nothing lies on anything else. */
static void
test_add_between (void)
{
  g_auto (CanvasFixture) fixture = { NULL };

  canvas_fixture_init (&fixture, canvas_mlp);
  studio_canvas_select (fixture.canvas, "l1");
  studio_canvas_add_after_selected (fixture.canvas, "dropout");
  canvas_fixture_settle (&fixture);
  canvas_fixture_assert_selected (&fixture, "dropout1");
  for (guint i = 0; i < fixture.canvas->nodes->len; i++)
    for (guint j = 0; j < i; j++)
      g_assert_false (graphene_rect_intersection (studio_canvas_node_get_rect (fixture.canvas->nodes->pdata[i]),
                                                  studio_canvas_node_get_rect (fixture.canvas->nodes->pdata[j]), NULL));
  canvas_fixture_assert_undone (&fixture);
}

static void
test_add_into_wire (void)
{
  g_auto (CanvasFixture) fixture = { NULL };
  StudioCanvasWire *wire;

  canvas_fixture_init (&fixture, canvas_mlp);
  wire = studio_canvas_find_wire_into (fixture.canvas, canvas_fixture_get_node (&fixture, "l2"), 0);
  studio_canvas_add_into_wire (fixture.canvas, "dropout", wire);
  canvas_fixture_assert_wires (&fixture, "x>l1 l1>relu1 relu1>dropout1 dropout1>l2");
  canvas_fixture_assert_undone (&fixture);
}

static void
test_delete (void)
{
  g_auto (CanvasFixture) fixture = { NULL };

  canvas_fixture_init (&fixture, canvas_mlp);
  studio_canvas_select (fixture.canvas, "relu1");
  canvas_fixture_do (&fixture, "canvas.delete");
  canvas_fixture_assert_nodes (&fixture, "x l1 l2");
  canvas_fixture_assert_wires (&fixture, "x>l1 l1>l2");
  canvas_fixture_assert_selected (&fixture, "l1");
  canvas_fixture_do (&fixture, "canvas.undo");
  canvas_fixture_assert_wires (&fixture, "x>l1 l1>relu1 relu1>l2");
  canvas_fixture_do (&fixture, "canvas.redo");
  canvas_fixture_assert_wires (&fixture, "x>l1 l1>l2");
  canvas_fixture_assert_undone (&fixture);
}

/* A wire is selected and taken away, then drawn again with the keyboard. */
static void
test_connect (void)
{
  g_auto (CanvasFixture) fixture = { NULL };

  canvas_fixture_init (&fixture, canvas_mlp);
  studio_canvas_select_wire (
      fixture.canvas, studio_canvas_find_wire_into (fixture.canvas, canvas_fixture_get_node (&fixture, "relu1"), 0));
  canvas_fixture_do (&fixture, "canvas.delete");
  canvas_fixture_assert_wires (&fixture, "x>l1 relu1>l2");

  studio_canvas_select (fixture.canvas, "l1");
  canvas_fixture_do (&fixture, "canvas.connect");
  g_assert_false (studio_canvas_fits (fixture.canvas, canvas_fixture_get_node (&fixture, "x")));
  g_assert_true (studio_canvas_fits (fixture.canvas, canvas_fixture_get_node (&fixture, "l2")));
  canvas_fixture_aim (&fixture, "re\n");
  canvas_fixture_assert_wires (&fixture, "x>l1 relu1>l2 l1>relu1");
  canvas_fixture_assert_undone (&fixture);
}

/* No wire may lead back to where it comes from, and Escape draws none. */
static void
test_connect_refused (void)
{
  g_auto (CanvasFixture) fixture = { NULL };

  canvas_fixture_init (&fixture, canvas_mlp);
  studio_canvas_select (fixture.canvas, "l2");
  canvas_fixture_do (&fixture, "canvas.connect");
  for (guint i = 0; i < fixture.canvas->nodes->len; i++)
    g_assert_false (studio_canvas_fits (fixture.canvas, fixture.canvas->nodes->pdata[i]));
  canvas_fixture_do (&fixture, "canvas.escape");
  g_assert_cmpint (fixture.canvas->mode, ==, STUDIO_CANVAS_IDLE);
  canvas_fixture_assert_undone (&fixture);
}

static void
test_paste (void)
{
  g_auto (CanvasFixture) fixture = { NULL };

  canvas_fixture_init (&fixture, canvas_mlp);
  studio_canvas_select_names (fixture.canvas, (const char *const[]){ "l1", "relu1", NULL });
  canvas_fixture_do (&fixture, "canvas.copy");
  canvas_fixture_do (&fixture, "canvas.paste");
  WAIT_FOR (fixture.canvas->nodes->len != 4);
  canvas_fixture_assert_nodes (&fixture, "x l1 relu1 l2 l3 relu2");
  canvas_fixture_assert_selected (&fixture, "l3 relu2");
  canvas_fixture_do (&fixture, "canvas.duplicate");
  g_assert_cmpuint (fixture.canvas->nodes->len, ==, 8);
  canvas_fixture_do (&fixture, "canvas.cut");
  g_assert_cmpuint (fixture.canvas->nodes->len, ==, 6);
  canvas_fixture_assert_undone (&fixture);
}

static void
test_group (void)
{
  g_auto (CanvasFixture) fixture = { NULL };
  g_autofree char *block = NULL;

  canvas_fixture_init (&fixture, canvas_mlp);
  studio_canvas_select_names (fixture.canvas, (const char *const[]){ "l1", "relu1", NULL });
  canvas_fixture_do (&fixture, "canvas.group");
  g_assert_cmpuint (fixture.canvas->nodes->len, ==, 3);
  block = g_strdup (studio_canvas_get_selected (fixture.canvas));

  canvas_fixture_do (&fixture, "canvas.open");
  g_assert_cmpstr (studio_canvas_get_scope (fixture.canvas), ==, block);
  g_assert_true (gtk_widget_get_visible (fixture.canvas->trail));
  g_assert_cmpuint (fixture.canvas->nodes->len, ==, 3);
  canvas_fixture_do (&fixture, "canvas.escape");
  g_assert_cmpstr (studio_canvas_get_scope (fixture.canvas), ==, "");
  g_assert_cmpstr (studio_canvas_get_selected (fixture.canvas), ==, block);

  canvas_fixture_do (&fixture, "canvas.ungroup");
  canvas_fixture_assert_selected (&fixture, "l1 relu1");
  canvas_fixture_assert_undone (&fixture);
}

/* An undo that takes away the Chain that is open leads out of it. */
static void
test_lost_scope (void)
{
  g_auto (CanvasFixture) fixture = { NULL };

  canvas_fixture_init (&fixture, canvas_mlp);
  studio_canvas_select_names (fixture.canvas, (const char *const[]){ "l1", "relu1", NULL });
  canvas_fixture_do (&fixture, "canvas.group");
  canvas_fixture_do (&fixture, "canvas.open");
  canvas_fixture_do (&fixture, "canvas.undo");
  g_assert_cmpstr (studio_canvas_get_scope (fixture.canvas), ==, "");
  canvas_fixture_assert_nodes (&fixture, "x l1 relu1 l2");
}

/* A snowflake on each card that does not learn, also within. */
static void
test_freeze (void)
{
  g_auto (CanvasFixture) fixture = { NULL };

  canvas_fixture_init (&fixture, canvas_mlp);
  studio_canvas_select_names (fixture.canvas, (const char *const[]){ "l1", "relu1", NULL });
  canvas_fixture_do (&fixture, "canvas.group");
  canvas_fixture_do (&fixture, "canvas.freeze");
  g_assert_true (
      gtk_widget_get_visible (canvas_fixture_get_node (&fixture, studio_canvas_get_selected (fixture.canvas))->frozen));
  g_assert_false (gtk_widget_get_visible (canvas_fixture_get_node (&fixture, "l2")->frozen));
  canvas_fixture_do (&fixture, "canvas.open");
  g_assert_true (gtk_widget_get_visible (canvas_fixture_get_node (&fixture, "l1")->frozen));
  g_assert_false (gtk_widget_get_visible (canvas_fixture_get_node (&fixture, "relu1")->frozen));
  canvas_fixture_do (&fixture, "canvas.leave");
  canvas_fixture_do (&fixture, "canvas.unfreeze");
  g_assert_false (
      gtk_widget_get_visible (canvas_fixture_get_node (&fixture, studio_canvas_get_selected (fixture.canvas))->frozen));
  canvas_fixture_assert_undone (&fixture);
}

static void
test_rename (void)
{
  g_auto (CanvasFixture) fixture = { NULL };
  StudioCanvasNode *node;
  GtkWidget *focus;

  canvas_fixture_init (&fixture, canvas_mlp);
  studio_canvas_select (fixture.canvas, "l1");
  canvas_fixture_do (&fixture, "canvas.rename");
  node = canvas_fixture_get_node (&fixture, "l1");
  g_assert_true (studio_canvas_node_is_renaming (node));
  focus = gtk_window_get_focus (GTK_WINDOW (fixture.window));
  g_assert_true (GTK_IS_TEXT (focus));
  gtk_editable_set_text (GTK_EDITABLE (focus), "hidden");
  g_signal_emit_by_name (focus, "activate");
  canvas_fixture_assert_wires (&fixture, "x>hidden hidden>relu1 relu1>l2");
  canvas_fixture_assert_selected (&fixture, "hidden");
  canvas_fixture_assert_undone (&fixture);
}

/* However often the key is pressed, one undo takes it back. */
static void
test_nudge (void)
{
  g_auto (CanvasFixture) fixture = { NULL };

  canvas_fixture_init (&fixture, canvas_mlp);
  studio_canvas_select (fixture.canvas, "l1");
  for (int i = 0; i < 3; i++)
    canvas_fixture_do_direction (&fixture, "canvas.nudge", GTK_DIR_RIGHT);
  g_assert_cmpfloat (studio_canvas_node_get_rect (canvas_fixture_get_node (&fixture, "l1"))->origin.x, ==, 30);
  g_assert_cmpfloat (studio_canvas_node_get_rect (canvas_fixture_get_node (&fixture, "relu1"))->origin.x, ==, 0);
  canvas_fixture_do (&fixture, "canvas.undo");
  g_assert_cmpfloat (studio_canvas_node_get_rect (canvas_fixture_get_node (&fixture, "l1"))->origin.x, ==, 0);
  canvas_fixture_assert_undone (&fixture);
}

static void
test_output (void)
{
  g_auto (CanvasFixture) fixture = { NULL };

  canvas_fixture_init (&fixture, canvas_mlp);
  studio_canvas_select (fixture.canvas, "relu1");
  canvas_fixture_do (&fixture, "canvas.make-output");
  g_assert_true (studio_canvas_node_get_node (canvas_fixture_get_node (&fixture, "relu1"))->is_output);
  g_assert_false (studio_canvas_node_get_node (canvas_fixture_get_node (&fixture, "l2"))->is_output);
  canvas_fixture_assert_undone (&fixture);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  rensa_init ();
  g_test_add_func ("/ui/canvas/add", test_add);
  g_test_add_func ("/ui/canvas/add-between", test_add_between);
  g_test_add_func ("/ui/canvas/add-into-wire", test_add_into_wire);
  g_test_add_func ("/ui/canvas/delete", test_delete);
  g_test_add_func ("/ui/canvas/connect", test_connect);
  g_test_add_func ("/ui/canvas/connect-refused", test_connect_refused);
  g_test_add_func ("/ui/canvas/paste", test_paste);
  g_test_add_func ("/ui/canvas/group", test_group);
  g_test_add_func ("/ui/canvas/freeze", test_freeze);
  g_test_add_func ("/ui/canvas/lost-scope", test_lost_scope);
  g_test_add_func ("/ui/canvas/rename", test_rename);
  g_test_add_func ("/ui/canvas/nudge", test_nudge);
  g_test_add_func ("/ui/canvas/output", test_output);
  return g_test_run ();
}
