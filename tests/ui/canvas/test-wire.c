/* test-wire.c: wires that are drawn with the pointer.
 * SPDX-License-Identifier: MIT */

#include "canvas-fixture.h"
#include "rensa-init.h"

static void
told (GSimpleAction *action, GVariant *sentence, gpointer data)
{
  char **toast = data;

  g_free (*toast);
  *toast = g_variant_dup_string (sentence, NULL);
}

/* The window's action that shows a sentence for a while. */
static void
listen (CanvasFixture *fixture, char **toast)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) action = g_simple_action_new ("toast", G_VARIANT_TYPE_STRING);

  g_signal_connect (action, "activate", G_CALLBACK (told), toast);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
  gtk_widget_insert_action_group (fixture->window, "win", G_ACTION_GROUP (group));
}

/* Of the left button. */
static GtkGesture *
find_drag (CanvasFixture *fixture)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (fixture->canvas));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_DRAG (controller)
          && gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (controller)) == GDK_BUTTON_PRIMARY)
        return GTK_GESTURE (controller);
    }
  g_assert_not_reached ();
}

/* From a port to the middle of a node. */
static void
draw_wire (CanvasFixture *fixture, const char *from, gboolean is_input, const char *to)
{
  const StudioCanvasPort port = { canvas_fixture_get_node (fixture, from), is_input, 0 };
  GtkGesture *drag = find_drag (fixture);
  graphene_point_t middle;
  graphene_point_t start;
  graphene_point_t end;

  graphene_rect_get_center (studio_canvas_node_get_rect (canvas_fixture_get_node (fixture, to)), &middle);
  studio_canvas_get_port_place (&port, &start);
  studio_canvas_to_widget (fixture->canvas, &start, &start);
  studio_canvas_to_widget (fixture->canvas, &middle, &end);
  g_signal_emit_by_name (drag, "drag-begin", (double) start.x, (double) start.y);
  g_signal_emit_by_name (drag, "drag-update", (double) (end.x - start.x), (double) (end.y - start.y));
  g_signal_emit_by_name (drag, "drag-end", (double) (end.x - start.x), (double) (end.y - start.y));
}

static void
test_fits (void)
{
  g_auto (CanvasFixture) fixture = { NULL };
  g_autofree char *toast = NULL;

  canvas_fixture_init (&fixture, canvas_mlp);
  listen (&fixture, &toast);
  draw_wire (&fixture, "l1", FALSE, "l2");
  canvas_fixture_assert_wires (&fixture, "x>l1 l1>relu1 l1>l2");
  g_assert_null (toast);
  canvas_fixture_assert_undone (&fixture);
}

/* Where it does not fit, a sentence says why, and nothing changes. */
static void
assert_refused (const char *from, gboolean is_input, const char *to, const char *sentence)
{
  g_auto (CanvasFixture) fixture = { NULL };
  g_autofree char *toast = NULL;

  canvas_fixture_init (&fixture, canvas_mlp);
  listen (&fixture, &toast);
  draw_wire (&fixture, from, is_input, to);
  g_assert_cmpstr (toast, ==, sentence);
  canvas_fixture_assert_wires (&fixture, "x>l1 l1>relu1 relu1>l2");
}

static void
test_circle (void)
{
  assert_refused ("l2", FALSE, "l1", "Connecting l2 to l1 would create a cycle: l2 comes after l1.");
}

static void
test_circle_backwards (void)
{
  assert_refused ("l1", TRUE, "l2", "Connecting l2 to l1 would create a cycle: l2 comes after l1.");
}

static void
test_takes_nothing (void)
{
  assert_refused ("l2", FALSE, "x", "x has no inputs, so a connection cannot end there.");
}

/* Let go on the node that it begins at, it was not meant. */
static void
test_itself (void)
{
  assert_refused ("l2", FALSE, "l2", NULL);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  rensa_init ();
  g_test_add_func ("/ui/canvas/wire/fits", test_fits);
  g_test_add_func ("/ui/canvas/wire/circle", test_circle);
  g_test_add_func ("/ui/canvas/wire/circle-backwards", test_circle_backwards);
  g_test_add_func ("/ui/canvas/wire/takes-nothing", test_takes_nothing);
  g_test_add_func ("/ui/canvas/wire/itself", test_itself);
  return g_test_run ();
}
