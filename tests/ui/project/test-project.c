/* test-project.c: the open document, as the pages see it.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>

#include "folder.h"
#include "project-fixture.h"
#include "rensa-document-values.h"
#include "studio-project.h"
#include "studio-step.h"

static StudioProject *
make_project (void)
{
  g_autoptr (RensaDocument) document = document_of (test_document);

  return studio_project_new (document, NULL);
}

static void
count (guint *n)
{
  (*n)++;
}

static void
test_changes (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StudioProject) project = make_project ();
  g_autofree char *label = NULL;
  guint n_changes = 0;
  guint n_notified = 0;

  g_signal_connect_swapped (project, "changed", G_CALLBACK (count), &n_changes);
  g_signal_connect_swapped (project, "notify::undo-label", G_CALLBACK (count), &n_notified);
  g_assert_true (studio_project_is_saved (project));
  g_assert_true (studio_project_set (project, "model.l1.out_size", "7", &error));
  g_assert_true (studio_project_set (project, "model.l1.out_size", "8", &error));
  g_assert_true (studio_project_set (project, "model.l1.out_size", "8", &error));
  g_assert_cmpuint (n_changes, ==, 2);
  g_assert_cmpuint (n_notified, ==, 2);
  g_object_get (project, "undo-label", &label, NULL);
  g_assert_cmpstr (label, ==, "Change “Units” of l1");
  g_assert_false (studio_project_is_saved (project));

  g_assert_false (studio_project_set (project, "model.l1.out_size", "-1", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_clear_error (&error);
  studio_project_undo (project);
  g_assert_cmpint (
      json_object_get_int (rensa_document_get (studio_project_get_document (project), "model.l1.out_size")), ==, 4);
  g_assert_true (studio_project_is_saved (project));
  studio_project_undo (project);
  studio_project_redo (project);
  g_assert_cmpuint (n_changes, ==, 4);
  g_assert_cmpint (
      json_object_get_int (rensa_document_get (studio_project_get_document (project), "model.l1.out_size")), ==, 8);
}

/* In the words of the forms, whatever part of the document it is. */
static void
test_labels (void)
{
  static const char *const settings[][3] = {
    { "optimizer.attrs.alpha", "0.5", "Change “Learning Rate” of Adam" },
    { "optimizer", "SGD", "Choose SGD" },
    { "optimizer.lr", "0.5", "Change “Learning Rate” of SGD" },
    { "data.split.fraction", "0.5", "Change “Training Share”" },
    { "data.iterator.attrs.batch_size", "7", "Change “Batch Size” of SerialIterator" },
    { "seed", "4", "Change “Seed”" },
    { "model.l1.attrs.out_size", "9", "Change “Units” of l1" },
    { "accuracy", "None", "Change “accuracy”" },
  };
  g_autoptr (StudioProject) project = make_project ();

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *label = NULL;

      g_assert_true (studio_project_set (project, settings[i][0], settings[i][1], &error));
      g_object_get (project, "undo-label", &label, NULL);
      g_assert_cmpstr (label, ==, settings[i][2]);
    }
}

static void
stop_when_known (StudioProject *project, GMainLoop *loop)
{
  const RensaNodeFacts *facts = rensa_analysis_get_facts (studio_project_get_analysis (project), "l1");

  if (facts->is_known && facts->n_params == 27)
    g_main_loop_quit (loop);
}

/* The analysis comes by itself, and is that of the latest state. */
static void
test_analysis (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StudioProject) project = make_project ();
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);

  g_assert_null (studio_project_get_analysis (project));
  g_signal_connect (project, "analysed", G_CALLBACK (stop_when_known), loop);
  for (int i = 1; i <= 9; i++)
    {
      g_autofree char *text = g_strdup_printf ("%d", i);

      g_assert_true (studio_project_set (project, "model.l1.out_size", text, &error));
    }
  g_main_loop_run (loop);
  g_assert_true (rensa_analysis_is_trainable (studio_project_wait_for_analysis (project)));
}

static void
test_repair (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StudioProject) project = make_project ();
  g_autofree char *label = NULL;
  RensaAnalysis *analysis;
  guint n_analyses = 0;

  g_signal_connect_swapped (project, "analysed", G_CALLBACK (count), &n_analyses);
  g_assert_true (studio_project_set (project, "model.l2.in_size", "9", &error));
  analysis = studio_project_wait_for_analysis (project);
  g_assert_cmpuint (n_analyses, ==, 1);
  g_assert_cmpuint (rensa_analysis_get_n_problems (analysis), ==, 1);
  g_assert_true (studio_project_repair (project, rensa_analysis_get_problem (analysis, 0), &error));
  g_object_get (project, "undo-label", &label, NULL);
  g_assert_cmpstr (label, ==, "Set in_size to 4");
  g_assert_true (rensa_analysis_is_trainable (studio_project_wait_for_analysis (project)));
}

/* A fresh project takes the loss that the labels are for, once; where something has been built, it is offered. */
static void
test_adaptation (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) fresh = rensa_document_new_empty ("Fresh");
  g_autoptr (StudioProject) project = studio_project_new (fresh, NULL);
  g_autoptr (StudioProject) built = make_project ();
  g_autofree char *label = NULL;
  RensaDocument *document;

  g_assert_true (studio_project_set (project, "data.dataset", "waves", &error));
  while (!studio_project_is_analysed (project))
    studio_project_wait_for_analysis (project);
  document = studio_project_get_document (project);
  g_assert_cmpstr (json_object_get_string (rensa_document_get (document, "loss.type")), ==, "mean_squared_error");
  g_assert_null (rensa_document_get (document, "accuracy"));
  g_object_get (project, "undo-label", &label, NULL);
  g_assert_cmpstr (label, ==, "Use mean_squared_error");

  studio_project_undo (project);
  studio_project_wait_for_analysis (project);
  document = studio_project_get_document (project);
  g_assert_cmpstr (json_object_get_string (rensa_document_get (document, "loss.type")), ==, "softmax_cross_entropy");

  g_assert_true (studio_project_set (built, "data.dataset", "waves", &error));
  studio_project_wait_for_analysis (built);
  g_assert_true (studio_project_is_analysed (built));
  document = studio_project_get_document (built);
  g_assert_cmpstr (json_object_get_string (rensa_document_get (document, "loss.type")), ==, "softmax_cross_entropy");
}

static void
test_save (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StudioProject) project = make_project ();
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "My project.rensa", NULL);
  g_autoptr (RensaDocument) loaded = NULL;

  g_assert_cmpstr (studio_project_get_title (project), ==, "Untitled");
  g_assert_true (studio_project_set (project, "seed", "5", &error));
  g_assert_true (studio_project_save (project, path, &error));
  g_assert_true (studio_project_is_saved (project));
  g_assert_cmpstr (studio_project_get_path (project), ==, path);
  g_assert_cmpstr (studio_project_get_title (project), ==, "My project");
  g_assert_cmpstr (rensa_document_get_folder (studio_project_get_document (project)), ==, folder);
  loaded = rensa_document_load (path, &error);
  g_assert_cmpint (json_object_get_int (rensa_document_get (loaded, "seed")), ==, 5);

  g_assert_true (studio_project_set (project, "name", "Demo", &error));
  g_assert_false (studio_project_is_saved (project));
  g_assert_cmpstr (studio_project_get_title (project), ==, "Demo");
  g_assert_false (studio_project_save (project, "/nowhere/x.rensa", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
  g_assert_cmpstr (studio_project_get_path (project), ==, path);
  test_folder_remove (folder);
}

static void
save_as (StudioProject *project, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (studio_project_save (project, path, &error));
  g_assert_true (studio_project_is_saved (project));
}

/* The name that a project came with, or has from its file, is that of the next file; one that a person gave stays. */
static void
test_save_names (void)
{
  g_autoptr (RensaDocument) document = rensa_document_new_empty ("iris");
  g_autoptr (StudioProject) project = studio_project_new (document, NULL);
  g_autofree char *folder = test_folder_new ();

  save_as (project, folder, "flowers.rensa");
  g_assert_cmpstr (studio_project_get_title (project), ==, "flowers");
  save_as (project, folder, "petals.rensa");
  g_assert_cmpstr (studio_project_get_title (project), ==, "petals");
  g_assert_true (studio_project_set (project, "name", "Irises", NULL));
  save_as (project, folder, "other.rensa");
  g_assert_cmpstr (studio_project_get_title (project), ==, "Irises");
  test_folder_remove (folder);
}

/* Data that appear are seen when they are looked at anew. */
static void
test_reload (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "t.csv", NULL);
  g_autofree char *dataset = g_strdup_printf ("csv(path='%s')", path);
  g_autoptr (StudioProject) project = make_project ();
  g_autoptr (GString) table = g_string_new ("a,b,t\n");

  for (int i = 0; i < 40; i++)
    g_string_append_printf (table, "%d,%d,%s\n", i, -i, i % 2 == 0 ? "even" : "odd");
  g_assert_true (studio_project_set (project, "data.dataset", dataset, &error));
  g_assert_cmpuint (rensa_analysis_get_n_problems (studio_project_wait_for_analysis (project)), ==, 1);
  g_assert_true (g_file_set_contents (path, table->str, -1, NULL));
  studio_project_reload_data (project);
  g_assert_true (rensa_analysis_is_trainable (studio_project_wait_for_analysis (project)));
  test_folder_remove (folder);
}

/* Saved into another folder, a document still finds the table beside which it lay. */
static void
test_save_elsewhere (void)
{
  static const char text[] =
      "{ \"format\": 1, \"data\": { \"dataset\": { \"type\": \"csv\", \"attrs\": { \"path\": \"t.csv\" } } } }";
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = test_folder_new ();
  g_autofree char *table = g_build_filename (folder, "t.csv", NULL);
  g_autofree char *first = g_build_filename (folder, "a.rensa", NULL);
  g_autofree char *inner = g_build_filename (folder, "inner", NULL);
  g_autofree char *second = g_build_filename (inner, "b.rensa", NULL);
  g_autoptr (RensaDocument) document = rensa_document_parse (text, -1, first, &error);
  g_autoptr (StudioProject) project = studio_project_new (document, first);

  g_assert_true (g_file_set_contents (table, "x,t\n1,2\n", -1, NULL));
  g_assert_cmpint (g_mkdir (inner, 0700), ==, 0);
  g_assert_true (studio_project_save (project, second, &error));
  g_assert_cmpstr (
      json_object_get_string (rensa_document_get (studio_project_get_document (project), "data.dataset.path")), ==,
      table);
  g_assert_true (studio_project_is_saved (project));

  test_folder_remove (folder);
}

/* What one optimizer trains is named whole; a loss has the name of its node unless it has one of its own. */
static void
test_titles (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "..", "data", "examples", "strokes-autoencoder.rensa", NULL);
  g_autoptr (RensaDocument) document = rensa_document_load (path, &error);
  g_autofree char *learning = NULL;
  g_autofree char *loss = NULL;
  g_autofree char *named = NULL;

  g_assert_no_error (error);
  learning = studio_step_title_learning (document, 0);
  loss = studio_step_title_loss (document, 0);
  g_assert_cmpstr (learning, ==, "encoder, decoder");
  g_assert_cmpstr (loss, ==, "per_digit");
  g_assert_true (rensa_document_set (document, "losses.0.name=rebuilding", &error));
  named = studio_step_title_loss (document, 0);
  g_assert_cmpstr (named, ==, "rebuilding");
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  g_test_add_func ("/ui/project/changes", test_changes);
  g_test_add_func ("/ui/project/labels", test_labels);
  g_test_add_func ("/ui/project/analysis", test_analysis);
  g_test_add_func ("/ui/project/repair", test_repair);
  g_test_add_func ("/ui/project/adaptation", test_adaptation);
  g_test_add_func ("/ui/project/save", test_save);
  g_test_add_func ("/ui/project/save-names", test_save_names);
  g_test_add_func ("/ui/project/reload", test_reload);
  g_test_add_func ("/ui/project/save-elsewhere", test_save_elsewhere);
  g_test_add_func ("/ui/project/titles", test_titles);
  return g_test_run ();
}
