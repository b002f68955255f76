/* test-edit-step.c: changes of a training step and of what learns from it.
 * SPDX-License-Identifier: MIT */

#include <json-c/json.h>

#include "project-fixture.h"
#include "rensa-document-values.h"
#include "rensa-edit.h"

/* What stands at @path of @document, as JSON. */
static void
assert_at (RensaDocument *document, const char *path, const char *expected)
{
  struct json_object *json = rensa_document_get (document, path);

  g_assert_cmpstr (json != NULL ? json_object_to_json_string_ext (json, JSON_C_TO_STRING_PLAIN) : NULL, ==, expected);
}

/* The first node that the node @name takes. */
static int
get_source (const RensaModel *step, const char *name)
{
  return rensa_model_node_get_source (rensa_model_get_node (step, rensa_model_find_node (step, name)), 0)->node;
}

/* Whether it can be trained, once nothing is half done. */
static void
assert_builds (RensaDocument *document)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, NULL, &error);

  g_assert_no_error (error);
  rensa_builder_prepare (builder, &error);
  g_assert_no_error (error);
}

static void
test_models (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of (test_step);
  g_autofree char *name = rensa_document_add_model (document, "extra", &error);

  g_assert_no_error (error);
  g_assert_cmpstr (name, ==, "extra");
  g_assert_nonnull (rensa_document_get (document, "models.extra"));
  g_assert_null (rensa_document_add_model (document, "gen", &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_null (rensa_document_add_model (document, "x_fake", &error));
  g_assert_nonnull (error);
  g_clear_error (&error);

  g_assert_true (rensa_document_remove_model (document, "extra", &error));
  g_assert_null (rensa_document_get (document, "models.extra"));
  assert_builds (document);
}

static void
test_rename_model (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of (test_step);

  g_assert_true (rensa_document_rename_model (document, "gen", "painter", &error));
  g_assert_null (rensa_document_get (document, "models.gen"));
  g_assert_nonnull (rensa_document_get (document, "models.painter"));
  assert_at (document, "step.x_fake.model", "\"painter\"");
  assert_at (document, "losses.1.models", "\"painter\"");
  assert_builds (document);
  g_assert_false (rensa_document_rename_model (document, "painter", "dis", &error));
  g_assert_nonnull (error);
}

/* With the generator goes its call; what it gave is missing. */
static void
test_remove_model (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of (test_step);

  g_assert_true (rensa_document_remove_model (document, "gen", &error));
  g_assert_null (rensa_document_get (document, "models.gen"));
  g_assert_null (rensa_document_get (document, "step.x_fake"));
  g_assert_false (rensa_document_remove_model (document, "gen", &error));
  g_assert_nonnull (error);
}

static void
test_outputs (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of (test_step);

  g_assert_true (rensa_document_add_report (document, "real", &error));
  assert_at (document, "reports.1", "{\"node\":\"real\"}");
  assert_builds (document);
  g_assert_true (rensa_document_add_loss (document, "fake", &error));
  assert_at (document, "losses.2.node", "\"fake\"");
  g_assert_true (rensa_document_remove_component (document, "losses", 2, &error));
  g_assert_null (rensa_document_get (document, "losses.2"));
  g_assert_true (rensa_document_remove_component (document, "reports", 1, &error));
  assert_builds (document);
  g_assert_false (rensa_document_add_loss (document, "nobody", &error));
  g_assert_nonnull (error);
}

/* Losses and reports follow their nodes. */
static void
test_rename_node (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of (test_step);

  g_assert_true (rensa_document_rename_node (document, "", "loss_gen", "fooled", &error));
  g_assert_true (rensa_document_rename_node (document, "", "y_fake", "opinion", &error));
  g_assert_no_error (error);
  assert_at (document, "losses.1.node", "\"fooled\"");
  assert_at (document, "reports.0.node", "\"opinion\"");
  assert_builds (document);
  g_assert_false (rensa_document_rename_node (document, "", "opinion", "gen", &error));
  g_assert_nonnull (error);
}

/* What is inserted behind a loss, or behind what is reported, takes it; it is learned from and reported as before, until somebody wants it otherwise. */
static void
test_insert (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of (test_step);
  g_autofree char *behind_loss = rensa_document_insert_after (document, "", "loss_gen", "exp", 0, 0, &error);
  g_autofree char *behind_report = rensa_document_insert_after (document, "", "y_fake", "tanh", 0, 0, &error);
  g_autofree char *chosen = NULL;
  const RensaModel *step;

  g_assert_no_error (error);
  assert_at (document, "losses.1.node", "\"loss_gen\"");
  assert_at (document, "reports.0.node", "\"y_fake\"");
  step = rensa_network_get_model (rensa_document_get_network (document));
  g_assert_cmpint (get_source (step, behind_loss), ==, rensa_model_find_node (step, "loss_gen"));
  g_assert_cmpint (get_source (step, behind_report), ==, rensa_model_find_node (step, "y_fake"));
  g_assert_cmpint (get_source (step, "fake"), ==, rensa_model_find_node (step, behind_report));
  chosen = g_strconcat ("losses.1.node=", behind_loss, NULL);
  g_assert_true (rensa_document_set (document, chosen, &error));
  assert_builds (document);
}

/* Where the first loss teaches all, each is left to those that it reaches; "real" does not reach the generator. */
static void
test_second_loss (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = step_text_with ("'node': 'loss_dis', 'models': 'dis',", "'node': 'real',");
  g_autoptr (RensaDocument) document = document_of (text);

  g_assert_true (rensa_document_remove_component (document, "losses", 1, &error));
  g_assert_true (rensa_document_add_loss (document, "loss_gen", &error));
  g_assert_true (rensa_document_add_report (document, "loss_dis", &error));
  g_assert_no_error (error);
  assert_at (document, "losses.0.models", "\"dis\"");
  assert_at (document, "losses.1.models", "\"gen\"");
  assert_builds (document);
}

/* Where all are taught, those that it reaches are proposed; the first of a document teaches all. */
static void
test_third_loss (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of (test_step);

  g_assert_true (rensa_document_add_loss (document, "real", &error));
  assert_at (document, "losses.0.models", "\"dis\"");
  assert_at (document, "losses.1.models", "\"gen\"");
  assert_at (document, "losses.2.models", "\"dis\"");
  for (int i = 0; i < 3; i++)
    g_assert_true (rensa_document_remove_component (document, "losses", 0, &error));
  g_assert_true (rensa_document_add_loss (document, "real", &error));
  g_assert_no_error (error);
  assert_at (document, "losses.0.models", NULL);
}

/* What was set for a loss is kept when its node goes and another one takes its place; so are those that learn from it, unless the node does not reach them. */
static void
test_lost_loss (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of (test_step);

  g_assert_true (rensa_document_remove_nodes (document, "", (const char *const[]){ "loss_dis", NULL }, &error));
  g_assert_true (rensa_document_add_loss (document, "fake", &error));
  g_assert_true (rensa_document_add_report (document, "real", &error));
  g_assert_no_error (error);
  assert_at (document, "losses.0.node", "\"fake\"");
  assert_at (document, "losses.0.models", "\"dis\"");
  g_assert_nonnull (rensa_document_get (document, "losses.0.hooks.WeightDecay"));
  g_assert_null (rensa_document_get (document, "losses.2"));
  assert_builds (document);

  g_assert_true (rensa_document_set (document, "losses.0.models=gen", &error));
  g_assert_true (rensa_document_set (document, "losses.1.models=gen", &error));
  g_assert_true (rensa_document_set (document, "losses.0.node=nobody", &error));
  g_assert_true (rensa_document_add_loss (document, "real", &error));
  g_assert_no_error (error);
  assert_at (document, "losses.0.models", "\"dis\"");
  assert_at (document, "losses.1.models", "\"gen\"");
  assert_builds (document);
}

static void
test_remove_node (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of (test_step);

  g_assert_true (rensa_document_remove_nodes (document, "", (const char *const[]){ "loss_gen", NULL }, &error));
  g_assert_no_error (error);
  g_assert_null (rensa_document_get (document, "step.loss_gen"));
  assert_at (document, "losses.0.node", "\"loss_dis\"");
  /* The loss that it gave is now what it took. */
  assert_at (document, "losses.1.node", "\"fake\"");
}

static void
test_simple (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of (test_document);

  g_assert_false (rensa_document_add_loss (document, "l2", &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_true (rensa_document_open_step (document, &error));
  assert_at (document, "format", "2");
  g_assert_null (rensa_document_get (document, "model"));
  g_assert_nonnull (rensa_document_get (document, "models.predictor.l1"));
  assert_builds (document);
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  g_test_add_func ("/project/edit/edit-step/models", test_models);
  g_test_add_func ("/project/edit/edit-step/rename-model", test_rename_model);
  g_test_add_func ("/project/edit/edit-step/remove-model", test_remove_model);
  g_test_add_func ("/project/edit/edit-step/outputs", test_outputs);
  g_test_add_func ("/project/edit/edit-step/rename-node", test_rename_node);
  g_test_add_func ("/project/edit/edit-step/insert", test_insert);
  g_test_add_func ("/project/edit/edit-step/second-loss", test_second_loss);
  g_test_add_func ("/project/edit/edit-step/third-loss", test_third_loss);
  g_test_add_func ("/project/edit/edit-step/lost-loss", test_lost_loss);
  g_test_add_func ("/project/edit/edit-step/remove-node", test_remove_node);
  g_test_add_func ("/project/edit/edit-step/simple", test_simple);
  return g_test_run ();
}
