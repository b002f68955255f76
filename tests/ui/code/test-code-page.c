/* test-code-page.c: the program of a document on its page.
 * SPDX-License-Identifier: MIT */

#include <adwaita.h>
#include <glib/gstdio.h>
#include <string.h>

#include "rensa-exporter.h"
#include "rensa-init.h"
#include "studio-code-page.h"

#define PATIENCE_S 30

typedef struct
{
  char *folder;
  StudioProject *project;
  GtkWidget *window;
  StudioCodePage *page;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GBytes) bytes =
      g_resources_lookup_data ("/org/rensa/Studio/examples/moons.rensa", G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autoptr (RensaDocument) document =
      rensa_document_parse (g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), "moons.rensa", NULL);

  fixture->folder = g_dir_make_tmp ("rensa-code-XXXXXX", NULL);
  fixture->project = studio_project_new (document, NULL);
  fixture->page = STUDIO_CODE_PAGE (studio_code_page_new ());
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 900, 600);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->page));
  gtk_window_present (GTK_WINDOW (fixture->window));
  while (!gtk_widget_get_mapped (GTK_WIDGET (fixture->page)))
    g_main_context_iteration (NULL, TRUE);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_object_unref (fixture->project);
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
}

/* Waits until the page shows a text that holds @expected. */
static void
wait_for_text (Fixture *fixture, const char *expected)
{
  const gint64 end = g_get_monotonic_time () + PATIENCE_S * G_USEC_PER_SEC;

  while (TRUE)
    {
      g_autofree char *text = studio_code_page_dup_text (fixture->page);

      if (text != NULL && strstr (text, expected) != NULL)
        return;
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, FALSE);
    }
}

static void
program_is_that_of_the_exporter (Fixture *fixture, gconstpointer data)
{
  const RensaExportNames names = { "train_moons_data.npz", NULL };
  g_autofree char *expected =
      rensa_exporter_chainer.write (studio_project_get_document (fixture->project), &names, NULL);
  g_autofree char *text = NULL;

  g_assert_null (studio_code_page_dup_text (fixture->page));
  g_object_set (fixture->page, "project", fixture->project, NULL);
  text = studio_code_page_dup_text (fixture->page);
  g_assert_cmpstr (text, ==, expected);
}

static void
program_follows_the_document (Fixture *fixture, gconstpointer data)
{
  g_object_set (fixture->page, "project", fixture->project, NULL);
  wait_for_text (fixture, "self.l1 = L.Linear(None, 16)");
  g_assert_true (studio_project_set (fixture->project, "model.l1.out_size", "77", NULL));
  wait_for_text (fixture, "self.l1 = L.Linear(None, 77)");
  studio_project_undo (fixture->project);
  wait_for_text (fixture, "self.l1 = L.Linear(None, 16)");
}

static void
target_can_be_chosen (Fixture *fixture, gconstpointer data)
{
  g_autofree char *target = NULL;

  g_object_set (fixture->page, "project", fixture->project, "target", "document", NULL);
  wait_for_text (fixture, "\"type\": \"moons\"");
  g_object_get (fixture->page, "target", &target, NULL);
  g_assert_cmpstr (target, ==, "document");
  g_object_set (fixture->page, "target", "chainer", NULL);
  wait_for_text (fixture, "import chainer");
}

static void
broken_document_is_explained (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaDocument) document = NULL;

  g_object_set (fixture->page, "project", fixture->project, NULL);
  wait_for_text (fixture, "import chainer");
  document = studio_project_begin (fixture->project);
  json_object_object_del (rensa_document_get_json (document), "optimizer");
  studio_project_commit (fixture->project, document, "Break", NULL);
  for (gint64 end = g_get_monotonic_time () + PATIENCE_S * G_USEC_PER_SEC; TRUE;)
    {
      g_autofree char *text = studio_code_page_dup_text (fixture->page);

      if (text == NULL)
        break;
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, FALSE);
    }
  studio_project_undo (fixture->project);
  wait_for_text (fixture, "import chainer");
}

typedef struct
{
  char *sentence;
  GError *error;
  gboolean is_done;
} Answer;

static void
saved (GObject *page, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->sentence = studio_code_page_save_finish (STUDIO_CODE_PAGE (page), result, &answer->error);
  answer->is_done = TRUE;
}

static void
save (Fixture *fixture, const char *path, Answer *answer)
{
  studio_code_page_save (fixture->page, path, saved, answer);
  while (!answer->is_done)
    g_main_context_iteration (NULL, TRUE);
}

static void
data_are_saved_too (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "learn.py", NULL);
  g_autofree char *data_path = g_build_filename (fixture->folder, "learn_data.npz", NULL);
  g_autofree char *text = NULL;
  Answer answer = { 0 };

  g_object_set (fixture->page, "project", fixture->project, NULL);
  save (fixture, path, &answer);
  g_assert_no_error (answer.error);
  g_assert_cmpstr (answer.sentence, ==, "Saved learn.py and its examples, learn_data.npz.");
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "with_name('learn_data.npz')"));
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_remove (data_path), ==, 0);
  g_free (answer.sentence);
}

static void
failure_is_told (Fixture *fixture, gconstpointer data)
{
  Answer answer = { 0 };

  g_object_set (fixture->page, "project", fixture->project, NULL);
  save (fixture, "/nowhere/learn.py", &answer);
  g_assert_nonnull (answer.error);
  g_assert_null (answer.sentence);
  g_error_free (answer.error);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  rensa_init ();
  g_test_add ("/ui/code/page/text", Fixture, NULL, set_up, program_is_that_of_the_exporter, tear_down);
  g_test_add ("/ui/code/page/follows", Fixture, NULL, set_up, program_follows_the_document, tear_down);
  g_test_add ("/ui/code/page/target", Fixture, NULL, set_up, target_can_be_chosen, tear_down);
  g_test_add ("/ui/code/page/broken", Fixture, NULL, set_up, broken_document_is_explained, tear_down);
  g_test_add ("/ui/code/page/save", Fixture, NULL, set_up, data_are_saved_too, tear_down);
  g_test_add ("/ui/code/page/failure", Fixture, NULL, set_up, failure_is_told, tear_down);
  return g_test_run ();
}
