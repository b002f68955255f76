/* test-step-panel.c: losses, reports and calls of a training step, looked at and changed.
 * SPDX-License-Identifier: MIT */

#include "inspector-fixture.h"
#include "rensa-document-values.h"
#include "rensa-init.h"
#include "studio-choice-row.h"
#include "studio-output-editor.h"
#include "studio-step-panel.h"
#include "studio-step.h"
#include "ui-fixture.h"

static void
set_up (Fixture *fixture, gconstpointer data)
{
  inspector_set_up (fixture, ui_project_new_pair ());
}

static RensaDocument *
get_document (Fixture *fixture)
{
  return studio_project_get_document (fixture->project);
}

/* "first+second=loss_a, second=loss_b" */
static void
assert_losses (Fixture *fixture, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < rensa_document_count_components (get_document (fixture), "losses"); i++)
    {
      g_auto (GStrv) learning = studio_step_list_learning (get_document (fixture), i);
      g_autofree char *names = g_strjoinv ("+", learning);
      g_autofree char *path = g_strdup_printf ("losses.%u.node", i);

      g_string_append_printf (text, "%s%s=%s", i > 0 ? ", " : "", names,
                              json_object_get_string (rensa_document_get (get_document (fixture), path)));
    }
  g_assert_cmpstr (text->str, ==, expected);
}

/* The widget of @type after @n others of it, in the order in which they stand. */
static GtkWidget *
find_nth (GtkWidget *widget, GType type, guint *n)
{
  if (g_type_is_a (G_OBJECT_TYPE (widget), type) && (*n)-- == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_nth (child, type, n);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static GtkWidget *
get_nth (Fixture *fixture, GType type, guint n)
{
  GtkWidget *found = find_nth (ui_find (fixture->inspector, STUDIO_TYPE_STEP_PANEL, NULL), type, &n);

  g_assert_nonnull (found);
  return found;
}

static GtkWidget *
find_button (GtkWidget *widget, const char *tooltip)
{
  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_widget_get_tooltip_text (widget), tooltip) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, tooltip);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
press (Fixture *fixture, const char *tooltip)
{
  GtkWidget *button = find_button (ui_find (fixture->inspector, STUDIO_TYPE_STEP_PANEL, NULL), tooltip);

  g_assert_nonnull (button);
  ui_click (button);
}

static void
test_losses (Fixture *fixture, gconstpointer data)
{
  g_assert_nonnull (ui_find_text (fixture->inspector, "loss_a"));
  g_assert_nonnull (ui_find_text (fixture->inspector, "WeightDecay"));
  g_assert_null (ui_find_text (fixture->inspector, "Accuracy"));
  assert_losses (fixture, "first=loss_a, second=loss_b");

  /* The first loss learns into both, then into the second model alone. */
  gtk_check_button_set_active (GTK_CHECK_BUTTON (get_nth (fixture, GTK_TYPE_CHECK_BUTTON, 1)), TRUE);
  assert_losses (fixture, "first+second=loss_a, second=loss_b");
  gtk_check_button_set_active (GTK_CHECK_BUTTON (get_nth (fixture, GTK_TYPE_CHECK_BUTTON, 0)), FALSE);
  assert_losses (fixture, "second=loss_a, second=loss_b");
  studio_project_undo (fixture->project);
  studio_project_undo (fixture->project);
  assert_losses (fixture, "first=loss_a, second=loss_b");
  g_assert_false (gtk_check_button_get_active (GTK_CHECK_BUTTON (get_nth (fixture, GTK_TYPE_CHECK_BUTTON, 1))));

  press (fixture, "Move loss_b Up");
  assert_losses (fixture, "second=loss_b, first=loss_a");
  press (fixture, "Remove loss_b");
  assert_losses (fixture, "first=loss_a");
  press (fixture, "Add Loss");
  assert_losses (fixture, "first=loss_a, second=loss_b");
  press (fixture, "Remove loss_a");
  press (fixture, "Remove loss_b");
  assert_losses (fixture, "");
  g_assert_nonnull (ui_find_text (fixture->inspector, "Nothing is learned yet: choose a node that outputs a single "
                                                      "number."));
}

static void
test_node_of_loss (Fixture *fixture, gconstpointer data)
{
  GtkWidget *row = get_nth (fixture, STUDIO_TYPE_CHOICE_ROW, 0);
  guint n = 0;
  GtkWidget *choice = find_nth (row, GTK_TYPE_DROP_DOWN, &n);

  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (choice)), ==, 4);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (choice), 2);
  assert_losses (fixture, "first=a, second=loss_b");
  studio_project_undo (fixture->project);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (choice)), ==, 4);
}

static void
test_hooks (Fixture *fixture, gconstpointer data)
{
  press (fixture, "Remove WeightDecay");
  g_assert_cmpuint (rensa_document_count_components (get_document (fixture), "losses.1.hooks"), ==, 0);
  g_assert_null (ui_find_text (fixture->inspector, "WeightDecay"));
  studio_project_undo (fixture->project);
  g_assert_nonnull (ui_find_text (fixture->inspector, "WeightDecay"));
}

static void
test_reports (Fixture *fixture, gconstpointer data)
{
  press (fixture, "Add Report");
  g_assert_cmpuint (rensa_document_count_components (get_document (fixture), "reports"), ==, 1);
  ui_click (find_button (get_nth (fixture, STUDIO_TYPE_OUTPUT_EDITOR, 2), "Remove loss_b"));
  g_assert_cmpuint (rensa_document_count_components (get_document (fixture), "reports"), ==, 0);
}

/* Which model a node calls, what that holds, and the way there. */
static void
test_call (Fixture *fixture, gconstpointer data)
{
  guint n = 0;
  GtkWidget *choice;

  g_object_set (fixture->inspector, "path", "a", NULL);
  g_assert_nonnull (ui_find_text (fixture->inspector, "6"));
  choice = find_nth (ui_find (fixture->inspector, STUDIO_TYPE_CHOICE_ROW, NULL), GTK_TYPE_DROP_DOWN, &n);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (choice)), ==, 0);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (choice), 1);
  g_assert_cmpstr (json_object_get_string (rensa_document_get (get_document (fixture), "step.nodes.a.attrs.model")), ==,
                   "second");
  ui_click (ui_find_text (fixture->inspector, "Open"));
  g_assert_cmpstr (fixture->signals->str, ==, "opened second;");
}

static void
test_outputs (Fixture *fixture, gconstpointer data)
{
  g_object_set (fixture->inspector, "path", "b", NULL);
  g_assert_null (ui_find_text (fixture->inspector, "Use as Output"));
  ui_click (ui_find_text (fixture->inspector, "Report This"));
  g_assert_cmpuint (rensa_document_count_components (get_document (fixture), "reports"), ==, 1);
  g_assert_null (ui_find_text (fixture->inspector, "Report This"));
  ui_click (ui_find_text (fixture->inspector, "Use as Loss"));
  assert_losses (fixture, "first=loss_a, second=loss_b, second=b");
  g_assert_null (ui_find_text (fixture->inspector, "Use as Loss"));
}

/* A model tells of itself, and its nodes of their attributes. */
static void
test_model (Fixture *fixture, gconstpointer data)
{
  g_object_set (fixture->inspector, "scope", "second", NULL);
  g_assert_null (ui_find (fixture->inspector, STUDIO_TYPE_STEP_PANEL, NULL));
  g_assert_nonnull (ui_find_text (fixture->inspector, "l"));
  g_assert_nonnull (ui_find_text (fixture->inspector, "6"));
  g_object_set (fixture->inspector, "path", "second.l", NULL);
  g_assert_nonnull (ui_find_text (fixture->inspector, "A fully connected layer"));
  g_assert_nonnull (ui_find_text (fixture->inspector, "(2, 2)"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  adw_init ();
#define ADD(name, func) g_test_add ("/ui/inspector/step-panel/" name, Fixture, NULL, set_up, func, inspector_tear_down)
  ADD ("losses", test_losses);
  ADD ("node-of-loss", test_node_of_loss);
  ADD ("hooks", test_hooks);
  ADD ("reports", test_reports);
  ADD ("call", test_call);
  ADD ("outputs", test_outputs);
  ADD ("model", test_model);
#undef ADD
  return g_test_run ();
}
