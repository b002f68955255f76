/* test-inspector.c: nodes and models, looked at and changed.
 * SPDX-License-Identifier: MIT */

#include "inspector-fixture.h"
#include "rensa-document-values.h"
#include "rensa-init.h"
#include "studio-attr-list.h"
#include "studio-facts.h"
#include "studio-frozen-row.h"
#include "studio-node-facts.h"
#include "studio-node-panel.h"
#include "studio-problem-list.h"
#include "ui-fixture.h"

static void
set_up (Fixture *fixture, gconstpointer data)
{
  inspector_set_up (fixture, ui_project_new_mlp ());
}

static void
look_at (Fixture *fixture, const char *path)
{
  g_object_set (fixture->inspector, "path", path, NULL);
}

static GtkWidget *
find (Fixture *fixture, const char *text)
{
  return ui_find_text (fixture->inspector, text);
}

static GtkWidget *
get_name_entry (Fixture *fixture)
{
  return ui_find (fixture->inspector, GTK_TYPE_ENTRY, "inspector-name");
}

static void
set_value (Fixture *fixture, const char *path, const char *text)
{
  g_autoptr (GError) error = NULL;

  studio_project_set (fixture->project, path, text, &error);
  g_assert_no_error (error);
  studio_project_wait_for_analysis (fixture->project);
}

static void
test_link (Fixture *fixture, gconstpointer data)
{
  look_at (fixture, "l1");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (get_name_entry (fixture))), ==, "l1");
  g_assert_nonnull (find (fixture, "A fully connected layer"));
  g_assert_nonnull (find (fixture, "(4, 2)"));
  g_assert_nonnull (find (fixture, "(4,)"));
  g_assert_nonnull (find (fixture, "12"));
  g_assert_nonnull (find (fixture, "4 float32"));
  g_assert_null (ui_find (fixture->inspector, STUDIO_TYPE_PROBLEM_LIST, NULL));

  look_at (fixture, "relu1");
  g_assert_nonnull (find (fixture, "y = max(x, 0)"));
  g_assert_null (find (fixture, "Parameters"));
}

/* What an empty attribute stands for follows what comes in. */
static void
test_inferred (Fixture *fixture, gconstpointer data)
{
  GtkWidget *list;
  GtkWidget *in_size;

  look_at (fixture, "l2");
  list = ui_find (fixture->inspector, STUDIO_TYPE_ATTR_LIST, NULL);
  in_size = studio_attr_row_get_control (studio_attr_list_get_row (STUDIO_ATTR_LIST (list), "in_size"));
  g_assert_cmpstr (gtk_entry_get_placeholder_text (GTK_ENTRY (in_size)), ==, "auto (4)");
  set_value (fixture, "model.l1.out_size", "7");
  g_assert_cmpstr (gtk_entry_get_placeholder_text (GTK_ENTRY (in_size)), ==, "auto (7)");
}

static void
test_learnt (void)
{
  static const struct
  {
    const char *type;
    gint64 learnt;
    const char *attr;
    const char *expected;
  } cases[] = {
    { "Linear", 784, "in_size", "784" },           { "Convolution2D", 3, "in_channels", "3" },
    { "BatchNormalization", 16, "size", "16" },    { "Linear", 784, "out_size", NULL },
    { "Linear", RENSA_INT_NONE, "in_size", NULL }, { "relu", 784, "in_size", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const RensaNodeFacts facts = { .is_known = TRUE, .learnt = cases[i].learnt };
      g_autofree char *text = studio_node_facts_infer (&facts, rensa_registry_find_node (cases[i].type), cases[i].attr);

      g_assert_cmpstr (text, ==, cases[i].expected);
    }
}

static void
test_problem (Fixture *fixture, gconstpointer data)
{
  const RensaProblem *problem;
  GtkWidget *list;

  set_value (fixture, "model.l2.in_size", "9");
  problem = rensa_analysis_find_problem (studio_project_get_analysis (fixture->project), "l2");
  g_assert_nonnull (problem->repair);

  /* For the whole, and for the node that it concerns; not for others. */
  g_assert_nonnull (find (fixture, problem->sentence));
  list = ui_find (ui_find (fixture->inspector, STUDIO_TYPE_PROBLEM_LIST, NULL), GTK_TYPE_LIST_BOX, NULL);
  g_signal_emit_by_name (list, "row-activated", gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0));
  g_assert_cmpstr (fixture->signals->str, ==, "problem l2;");
  look_at (fixture, "l1");
  g_assert_null (find (fixture, problem->sentence));
  look_at (fixture, "l2");
  g_assert_nonnull (find (fixture, problem->sentence));

  ui_click (find (fixture, problem->repair));
  studio_project_wait_for_analysis (fixture->project);
  g_assert_null (ui_find (fixture->inspector, STUDIO_TYPE_PROBLEM_LIST, NULL));
  g_assert_true (rensa_analysis_is_trainable (studio_project_get_analysis (fixture->project)));
}

static void
test_rename (Fixture *fixture, gconstpointer data)
{
  GtkWidget *entry;

  look_at (fixture, "l1");
  entry = get_name_entry (fixture);
  gtk_editable_set_text (GTK_EDITABLE (entry), "relu1");
  g_signal_emit_by_name (entry, "activate");
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  g_assert_cmpstr (fixture->signals->str, ==, "");

  gtk_editable_set_text (GTK_EDITABLE (entry), "hidden");
  g_signal_emit_by_name (entry, "activate");
  g_assert_false (gtk_widget_has_css_class (entry, "error"));
  g_assert_cmpstr (fixture->signals->str, ==, "renamed hidden;");
  g_assert_true (entry == get_name_entry (fixture));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "hidden");

  /* Where the node is gone there is the model to look at. */
  studio_project_undo (fixture->project);
  g_assert_null (ui_find (fixture->inspector, STUDIO_TYPE_NODE_PANEL, NULL));
  look_at (fixture, "l1");
  g_assert_nonnull (ui_find (fixture->inspector, STUDIO_TYPE_NODE_PANEL, NULL));
}

static void
test_output (Fixture *fixture, gconstpointer data)
{
  look_at (fixture, "l2");
  g_assert_null (find (fixture, "Use as Output"));
  look_at (fixture, "relu1");
  gtk_widget_activate_action (find (fixture, "Use as Output"), "node.use-as-output", NULL);
  g_assert_null (find (fixture, "Use as Output"));
  studio_project_undo (fixture->project);
  g_assert_nonnull (find (fixture, "Use as Output"));
}

static void
test_chain (Fixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "relu1", "l2", NULL };
  g_autoptr (RensaDocument) document = studio_project_begin (fixture->project);
  g_autofree char *chain = rensa_document_group_nodes (document, "", names, NULL);
  g_autofree char *path = g_strconcat ("model.", chain, NULL);
  g_autofree char *opened = g_strdup_printf ("opened %s;", chain);
  GtkWidget *repeat;
  GtkWidget *list;

  studio_project_commit (fixture->project, document, "Group", NULL);
  look_at (fixture, chain);
  g_assert_nonnull (find (fixture, "3 nodes"));
  list = ui_find (fixture->inspector, STUDIO_TYPE_ATTR_LIST, NULL);
  repeat = studio_attr_row_get_control (studio_attr_list_get_row (STUDIO_ATTR_LIST (list), "repeat"));
  gtk_editable_set_text (GTK_EDITABLE (repeat), "3");
  studio_project_settle (fixture->project);
  g_assert_cmpint (json_object_get_int (json_object_object_get (
                       rensa_document_get (studio_project_get_document (fixture->project), path), "repeat")),
                   ==, 3);
  gtk_widget_activate_action (find (fixture, "Open"), "node.open", NULL);
  g_assert_cmpstr (fixture->signals->str, ==, opened);
}

static void
test_model (Fixture *fixture, gconstpointer data)
{
  GtkWidget *list = ui_find (fixture->inspector, STUDIO_TYPE_ATTR_LIST, NULL);
  GtkWidget *seed = studio_attr_row_get_control (studio_attr_list_get_row (STUDIO_ATTR_LIST (list), "seed"));

  g_assert_nonnull (find (fixture, "MLP"));
  g_assert_nonnull (find (fixture, "22"));
  g_assert_nonnull (find (fixture, "softmax_cross_entropy"));
  gtk_editable_set_text (GTK_EDITABLE (seed), "7");
  studio_project_settle (fixture->project);
  g_assert_cmpint (json_object_get_int (rensa_document_get (studio_project_get_document (fixture->project), "seed")),
                   ==, 7);
  studio_project_undo (fixture->project);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (seed)), ==, "0");
  set_value (fixture, "loss", "mean_squared_error");
  g_assert_nonnull (find (fixture, "mean_squared_error"));
  g_object_set (fixture->inspector, "project", NULL, NULL);
  g_assert_null (find (fixture, "mean_squared_error"));
}

static gboolean
is_frozen (Fixture *fixture, const char *path)
{
  RensaNetwork *network = rensa_document_get_network (studio_project_get_document (fixture->project));

  return rensa_network_find_node (network, path)->is_frozen;
}

static GtkSwitch *
get_frozen_switch (Fixture *fixture)
{
  return GTK_SWITCH (ui_find (ui_find (fixture->inspector, STUDIO_TYPE_FROZEN_ROW, NULL), GTK_TYPE_SWITCH, NULL));
}

/* One switch freezes the node that is looked at, or all links among several, as one change. */
static void
test_frozen (Fixture *fixture, gconstpointer data)
{
  look_at (fixture, "relu1");
  g_assert_null (ui_find (fixture->inspector, STUDIO_TYPE_FROZEN_ROW, NULL));
  look_at (fixture, "l1");
  gtk_switch_set_active (get_frozen_switch (fixture), TRUE);
  g_assert_true (is_frozen (fixture, "l1"));
  studio_project_undo (fixture->project);
  g_assert_false (is_frozen (fixture, "l1"));
  g_assert_false (gtk_switch_get_active (get_frozen_switch (fixture)));

  g_object_set (fixture->inspector, "selected", (const char *const[]){ "l1", "relu1", "l2", NULL }, NULL);
  gtk_switch_set_active (get_frozen_switch (fixture), TRUE);
  g_assert_true (is_frozen (fixture, "l1") && is_frozen (fixture, "l2"));
  gtk_switch_set_active (get_frozen_switch (fixture), FALSE);
  studio_project_undo (fixture->project);
  g_assert_true (is_frozen (fixture, "l1") && is_frozen (fixture, "l2"));
}

/* What is typed is entered when somebody else is about to use the document; what is merely shown, and out of date where
 * another panel is in front, is not. */
static void
test_settle (Fixture *fixture, gconstpointer data)
{
  gtk_editable_set_text (GTK_EDITABLE (get_name_entry (fixture)), "Other");
  studio_project_settle (fixture->project);
  g_assert_cmpstr (studio_project_get_title (fixture->project), ==, "Other");
  look_at (fixture, "l1");
  studio_project_undo (fixture->project);
  studio_project_settle (fixture->project);
  g_assert_cmpstr (studio_project_get_title (fixture->project), ==, "MLP");

  gtk_editable_set_text (GTK_EDITABLE (get_name_entry (fixture)), "relu1");
  studio_project_settle (fixture->project);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (get_name_entry (fixture))), ==, "l1");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  adw_init ();
  g_test_add_func ("/ui/inspector/learnt", test_learnt);
#define ADD(name, func) g_test_add ("/ui/inspector/" name, Fixture, NULL, set_up, func, inspector_tear_down)
  ADD ("link", test_link);
  ADD ("inferred", test_inferred);
  ADD ("problem", test_problem);
  ADD ("rename", test_rename);
  ADD ("output", test_output);
  ADD ("chain", test_chain);
  ADD ("frozen", test_frozen);
  ADD ("model", test_model);
  ADD ("settle", test_settle);
#undef ADD
  return g_test_run ();
}
