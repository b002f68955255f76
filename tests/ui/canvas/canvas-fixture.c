/* canvas-fixture.c: a canvas in a window, and questions to it.
 * SPDX-License-Identifier: MIT */

#include "canvas-fixture.h"

#include "wait-for.h"
#include "wires.h"

const char canvas_mlp[] =
    "{'nodes': [{'name': 'x', 'type': 'Input', 'position': [0, 0]},"
    " {'name': 'l1', 'type': 'Linear', 'attrs': {'out_size': 4}, 'position': [0, 90]},"
    " {'name': 'relu1', 'type': 'relu', 'position': [0, 180]},"
    " {'name': 'l2', 'type': 'Linear', 'attrs': {'out_size': 2}, 'position': [0, 270]}],"
    " 'edges': [{'from': 'x', 'to': 'l1'}, {'from': 'l1', 'to': 'relu1'}, {'from': 'relu1', 'to': 'l2'}],"
    " 'outputs': ['l2']}";

static const char document_form[] =
    "{\"format\": 1, \"seed\": 3,"
    " \"data\": {\"dataset\": {\"type\": \"moons\", \"attrs\": {\"n\": 60, \"n_test\": 20}},"
    " \"iterator\": {\"type\": \"SerialIterator\", \"attrs\": {\"batch_size\": 10}}},"
    " \"model\": %s, \"loss\": {\"type\": \"softmax_cross_entropy\"}, \"optimizer\": {\"type\": \"Adam\"}}";

static RensaDocument *
make_document (const char *model)
{
  g_autofree char *json = g_strdelimit (g_strdup (model), "'", '"');
  g_autofree char *text = g_strdup_printf (document_form, json);
  g_autoptr (GError) error = NULL;
  RensaDocument *document = rensa_document_parse (text, -1, "test.rensa", &error);

  g_assert_no_error (error);
  return document;
}

void
canvas_fixture_init (CanvasFixture *fixture, const char *model)
{
  g_autoptr (RensaDocument) document = model != NULL ? make_document (model) : rensa_document_new_empty ("test");

  fixture->project = studio_project_new (document, NULL);
  fixture->text = rensa_document_to_text (studio_project_get_document (fixture->project));
  fixture->canvas = STUDIO_CANVAS (studio_canvas_new ());
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 800, 600);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->canvas));
  studio_canvas_set_project (fixture->canvas, fixture->project);
  gtk_window_present (GTK_WINDOW (fixture->window));
  canvas_fixture_settle (fixture);
  /* The window gave the focus to the first node, and with it the selection. */
  studio_canvas_select (fixture->canvas, NULL);
}

void
canvas_fixture_clear (CanvasFixture *fixture)
{
  g_object_add_weak_pointer (G_OBJECT (fixture->canvas), (gpointer *) &fixture->canvas);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (fixture->canvas);
  g_clear_object (&fixture->project);
  g_clear_pointer (&fixture->text, g_free);
}

static gboolean
count_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  int *n_left = data;

  gtk_widget_queue_draw (widget);
  return --*n_left > 0;
}

void
canvas_fixture_settle (CanvasFixture *fixture)
{
  int n_left = 3;

  gtk_widget_add_tick_callback (GTK_WIDGET (fixture->canvas), count_frame, &n_left, NULL);
  WAIT_FOR (n_left == 0);
  studio_project_wait_for_analysis (fixture->project);
}

void
canvas_fixture_do (CanvasFixture *fixture, const char *action)
{
  g_assert_true (gtk_widget_activate_action_variant (GTK_WIDGET (fixture->canvas), action, NULL));
}

void
canvas_fixture_do_direction (CanvasFixture *fixture, const char *action, GtkDirectionType direction)
{
  g_assert_true (
      gtk_widget_activate_action_variant (GTK_WIDGET (fixture->canvas), action, g_variant_new_int32 (direction)));
}

void
canvas_fixture_aim (CanvasFixture *fixture, const char *keys)
{
  for (guint i = 0; keys[i] != '\0'; i++)
    g_assert_true (
        studio_canvas_aim_key (fixture->canvas, keys[i] == '\n' ? GDK_KEY_Return : gdk_unicode_to_keyval (keys[i]), 0));
}

StudioCanvasNode *
canvas_fixture_get_node (CanvasFixture *fixture, const char *name)
{
  StudioCanvasNode *node = studio_canvas_get_node (fixture->canvas, name);

  g_assert_nonnull (node);
  return node;
}

/* Both what the document has and what the canvas shows. */
void
canvas_fixture_assert_wires (CanvasFixture *fixture, const char *wires)
{
  g_autofree char *text =
      wires_to_text (studio_project_get_document (fixture->project), studio_canvas_get_scope (fixture->canvas));
  g_auto (GStrv) texts = g_strsplit (text, " ", -1);

  g_assert_cmpstr (text, ==, wires);
  g_assert_cmpuint (fixture->canvas->wires->len, ==, g_strv_length (texts));
}

void
canvas_fixture_assert_nodes (CanvasFixture *fixture, const char *names)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < fixture->canvas->nodes->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            studio_canvas_node_get_name (fixture->canvas->nodes->pdata[i]));
  g_assert_cmpstr (text->str, ==, names);
}

void
canvas_fixture_assert_selected (CanvasFixture *fixture, const char *names)
{
  g_auto (GStrv) selected = studio_canvas_list_selected (fixture->canvas);
  g_autofree char *text = g_strjoinv (" ", selected);

  g_assert_cmpstr (text, ==, names);
  g_assert_cmpuint (g_strv_length (selected), ==, fixture->canvas->n_selected);
}

void
canvas_fixture_assert_undone (CanvasFixture *fixture)
{
  g_autofree char *text = NULL;
  gboolean can_undo = TRUE;

  for (g_object_get (fixture->project, "can-undo", &can_undo, NULL); can_undo;
       g_object_get (fixture->project, "can-undo", &can_undo, NULL))
    canvas_fixture_do (fixture, "canvas.undo");
  text = rensa_document_to_text (studio_project_get_document (fixture->project));
  g_assert_cmpstr (text, ==, fixture->text);
}
