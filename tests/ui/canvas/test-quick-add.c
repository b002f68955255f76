/* test-quick-add.c: a few letters find what fits at the place of the new node.
 * SPDX-License-Identifier: MIT */

#include "canvas-fixture.h"
#include "rensa-init.h"
#include "studio-picks.h"
#include "ui-fixture.h"

/* conv1 gives pictures of four channels, flat1 a row. */
static const char pictures[] =
    "{'nodes': [{'name': 'x', 'type': 'Input', 'position': [0, 0]},"
    " {'name': 'l1', 'type': 'Linear', 'attrs': {'out_size': 32}, 'position': [0, 45]},"
    " {'name': 'shape1', 'type': 'reshape', 'attrs': {'shape': [-1, 2, 4, 4]}, 'position': [0, 90]},"
    " {'name': 'conv1', 'type': 'Convolution2D', 'attrs': {'out_channels': 4, 'ksize': 1}, 'position': [0, 180]},"
    " {'name': 'flat1', 'type': 'flatten', 'position': [0, 270]}],"
    " 'edges': [{'from': 'x', 'to': 'l1'}, {'from': 'l1', 'to': 'shape1'}, {'from': 'shape1', 'to': 'conv1'}, {'from': 'conv1', 'to': 'flat1'}],"
    " 'outputs': ['flat1']}";

static void
type_and_enter (CanvasFixture *fixture, const char *text)
{
  GtkWidget *entry = ui_find (fixture->canvas->quick_add, GTK_TYPE_SEARCH_ENTRY, NULL);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "activate");
  canvas_fixture_settle (fixture);
}

static const char *
get_type (CanvasFixture *fixture)
{
  const char *name = studio_canvas_get_selected (fixture->canvas);

  g_assert_nonnull (name);
  return studio_canvas_node_get_node (canvas_fixture_get_node (fixture, name))->type;
}

static void
test_fits (void)
{
  g_auto (CanvasFixture) fixture = { NULL };

  studio_picks_set_settings (studio_picks_get (), NULL);
  canvas_fixture_init (&fixture, pictures);
  studio_project_wait_for_analysis (fixture.project);
  studio_canvas_select (fixture.canvas, "conv1");
  canvas_fixture_do (&fixture, "canvas.quick-add");
  type_and_enter (&fixture, "relu");
  g_assert_cmpstr (get_type (&fixture), ==, "relu");

  studio_project_wait_for_analysis (fixture.project);
  canvas_fixture_do (&fixture, "canvas.quick-add");
  type_and_enter (&fixture, "max pool");
  g_assert_cmpstr (get_type (&fixture), ==, "max_pooling_2d");
  canvas_fixture_assert_undone (&fixture);
}

/* Without a text, favourites that fit come first. */
static void
test_empty (void)
{
  g_auto (CanvasFixture) fixture = { NULL };

  studio_picks_set_settings (studio_picks_get (), NULL);
  studio_picks_set_favourite (studio_picks_get (), rensa_registry_find_node ("Convolution2D"), TRUE);
  studio_picks_set_favourite (studio_picks_get (), rensa_registry_find_node ("dropout"), TRUE);
  canvas_fixture_init (&fixture, pictures);
  studio_project_wait_for_analysis (fixture.project);
  studio_canvas_select (fixture.canvas, "flat1");
  canvas_fixture_do (&fixture, "canvas.quick-add");
  type_and_enter (&fixture, "");
  g_assert_cmpstr (get_type (&fixture), ==, "dropout");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  adw_init ();
  g_test_add_func ("/ui/canvas/quick-add/fits", test_fits);
  g_test_add_func ("/ui/canvas/quick-add/empty", test_empty);
  return g_test_run ();
}
