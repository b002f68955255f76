/* test-code-page.c: the program of a document on its page.
 * SPDX-License-Identifier: MIT */

#include <adwaita.h>
#include <gtksourceview/gtksource.h>
#include <string.h>

#include "folder.h"
#include "rensa-builder.h"
#include "rensa-exporter.h"
#include "rensa-init.h"
#include "rensa-npz.h"
#include "studio-code-page.h"
#include "ui-fixture.h"

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
  g_autoptr (RensaDocument) document = ui_load_example ("moons.rensa");

  fixture->folder = test_folder_new ();
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
  test_folder_free (fixture->folder);
}

/* Returns TRUE if the page shows a text that contains @expected, or no text if it is NULL. */
static gboolean
shows_text (Fixture *fixture, const char *expected)
{
  g_autofree char *text = studio_code_page_dup_text (fixture->page);

  return expected != NULL ? text != NULL && strstr (text, expected) != NULL : text == NULL;
}

static void
program_is_that_of_the_exporter (Fixture *fixture, gconstpointer data)
{
  const RensaExportNames names = { "train_moons_data.npz", NULL };
  g_autofree char *expected =
      rensa_exporter_find (NULL, NULL)->write (studio_project_get_document (fixture->project), &names, NULL);
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
  WAIT_FOR (shows_text (fixture, "self.l1 = L.Linear(None, 16)"));
  g_assert_true (studio_project_set (fixture->project, "model.l1.out_size", "77", NULL));
  WAIT_FOR (shows_text (fixture, "self.l1 = L.Linear(None, 77)"));
  studio_project_undo (fixture->project);
  WAIT_FOR (shows_text (fixture, "self.l1 = L.Linear(None, 16)"));
}

static void
target_can_be_chosen (Fixture *fixture, gconstpointer data)
{
  g_autofree char *target = NULL;

  g_object_set (fixture->page, "project", fixture->project, "target", "document", NULL);
  WAIT_FOR (shows_text (fixture, "\"type\": \"moons\""));
  g_object_get (fixture->page, "target", &target, NULL);
  g_assert_cmpstr (target, ==, "document");
  g_object_set (fixture->page, "target", "chainer", NULL);
  WAIT_FOR (shows_text (fixture, "import chainer"));
}

static gboolean
show_page (GtkWidget *page, GdkFrameClock *clock, gpointer data)
{
  gtk_widget_set_child_visible (page, TRUE);
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

static void
count_frame (GdkFrameClock *clock, gpointer data)
{
  ++*(guint *) data;
}

static void
wait_for_frames (Fixture *fixture, guint n)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (fixture->page));
  guint n_seen = 0;
  gulong handler = g_signal_connect (clock, "after-paint", G_CALLBACK (count_frame), &n_seen);

  while (n_seen < n)
    {
      gtk_widget_queue_draw (fixture->window);
      g_main_context_iteration (NULL, TRUE);
    }
  g_signal_handler_disconnect (clock, handler);
}

/* Keys are read within a frame, so the page may come into sight with a new text when its frame is laid out. GTK complains
   where a scroll bar learns of the length only while it is drawn. */
static void
page_appears_within_a_frame (Fixture *fixture, gconstpointer data)
{
  g_object_set (fixture->page, "project", fixture->project, "target", "document", NULL);
  WAIT_FOR (shows_text (fixture, "\"type\": \"moons\""));
  wait_for_frames (fixture, 3);
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *description = g_strnfill (i % 2 == 0 ? 300 : 3, 'x');
      gboolean is_shown = FALSE;

      gtk_widget_set_child_visible (GTK_WIDGET (fixture->page), FALSE);
      g_assert_true (studio_project_set (fixture->project, "description", description, NULL));
      gtk_widget_add_tick_callback (GTK_WIDGET (fixture->page), show_page, &is_shown, NULL);
      while (!is_shown)
        g_main_context_iteration (NULL, TRUE);
      wait_for_frames (fixture, 3);
    }
}

static void
broken_document_is_explained (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaDocument) document = NULL;

  g_object_set (fixture->page, "project", fixture->project, NULL);
  WAIT_FOR (shows_text (fixture, "import chainer"));
  document = studio_project_begin (fixture->project);
  json_object_object_del (rensa_document_change (document), "optimizer");
  studio_project_commit (fixture->project, document, "Break", NULL);
  WAIT_FOR (shows_text (fixture, NULL));
  studio_project_undo (fixture->project);
  WAIT_FOR (shows_text (fixture, "import chainer"));
}

typedef struct
{
  char *sentence;
  GError *error;
  gboolean is_done;
} Answer;

static void
exported (GObject *page, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->sentence = studio_code_page_export_finish (STUDIO_CODE_PAGE (page), result, &answer->error);
  answer->is_done = TRUE;
}

static void export(Fixture *fixture, const char *path, Answer *answer)
{
  studio_code_page_export (fixture->page, path, exported, answer);
  while (!answer->is_done)
    g_main_context_iteration (NULL, TRUE);
}

static void
folder_holds_all (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "learn", NULL);
  g_autofree char *program = g_build_filename (path, "train_moons.py", NULL);
  g_autofree char *data_path = g_build_filename (path, "train_moons_data.npz", NULL);
  g_autofree char *shown = NULL;
  g_autofree char *text = NULL;
  Answer answer = { 0 };

  g_object_set (fixture->page, "project", fixture->project, NULL);
  export(fixture, path, &answer);
  g_assert_no_error (answer.error);
  g_assert_cmpstr (answer.sentence, ==, "Saved to folder learn.");
  g_assert_true (g_file_get_contents (program, &text, NULL, NULL));
  shown = studio_code_page_dup_text (fixture->page);
  g_assert_cmpstr (text, ==, shown);
  g_assert_true (g_file_test (data_path, G_FILE_TEST_IS_REGULAR));
  g_free (answer.sentence);
}

static void
failure_is_told (Fixture *fixture, gconstpointer data)
{
  Answer answer = { 0 };

  g_object_set (fixture->page, "project", fixture->project, NULL);
  export(fixture, "/nowhere/learn", &answer);
  g_assert_nonnull (answer.error);
  g_assert_null (answer.sentence);
  g_error_free (answer.error);
}

/* Trained models */

static void
load_weights (Fixture *fixture)
{
  RensaDocument *document = studio_project_get_document (fixture->project);
  g_autofree char *path = g_build_filename (fixture->folder, "model.npz", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, NULL, &error);
  g_autoptr (RensaLink) model = rensa_builder_make_model (builder, &error);
  g_autoptr (RensaDocument) changed = NULL;

  g_assert_no_error (error);
  rensa_save_npz (path, rensa_link_serialize, model, FALSE, &error);
  g_assert_no_error (error);
  changed = studio_project_begin (fixture->project);
  json_object_object_add (rensa_document_change (changed), "weights", json_object_new_string (path));
  studio_project_commit (fixture->project, changed, "Load Weights", NULL);
}

/* The target that a model has to be trained for says so, and shows it as soon as there is one. */
static void
trained_model_is_shown (Fixture *fixture, gconstpointer data)
{
  g_object_set (fixture->page, "project", fixture->project, NULL);
  WAIT_FOR (shows_text (fixture, "import chainer"));
  g_object_set (fixture->page, "target", "c", NULL);
  g_assert_null (studio_code_page_dup_text (fixture->page));
  load_weights (fixture);
  WAIT_FOR (shows_text (fixture, "#include \"net_moons.h\""));
  g_assert_true (studio_project_set (fixture->project, "model.l1.out_size", "5", NULL));
  WAIT_FOR (shows_text (fixture, NULL));
  studio_project_undo (fixture->project);
  WAIT_FOR (shows_text (fixture, "#include \"net_moons.h\""));
  g_object_set (fixture->page, "target", "document", NULL);
  WAIT_FOR (shows_text (fixture, "\"type\": \"moons\""));
}

static GtkToggleButton *
find_toggle (GtkWidget *widget, const char *label)
{
  GtkToggleButton *found = NULL;

  if (GTK_IS_TOGGLE_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0)
    return GTK_TOGGLE_BUTTON (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_toggle (child, label);
  return found;
}

/* With or without the softmax at the end, as the button says; a program has no such button. */
static void
logits_can_be_chosen (Fixture *fixture, gconstpointer data)
{
  GtkToggleButton *logits = find_toggle (GTK_WIDGET (fixture->page), "Logits");

  load_weights (fixture);
  g_object_set (fixture->page, "project", fixture->project, "target", "c", NULL);
  WAIT_FOR (shows_text (fixture, "from prediction to answer"));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (logits)));
  gtk_toggle_button_set_active (logits, TRUE);
  WAIT_FOR (shows_text (fixture, NULL));
  WAIT_FOR (shows_text (fixture, "to answer"));
  g_autofree char *text = studio_code_page_dup_text (fixture->page);
  g_assert_null (strstr (text, "from prediction"));
  g_object_set (fixture->page, "target", "chainer", NULL);
  WAIT_FOR (shows_text (fixture, "import chainer"));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (logits)));
}

static void
model_is_proved (Fixture *fixture, gconstpointer data)
{
  g_autofree char *compiler = g_find_program_in_path ("cc");
  Answer answer = { 0 };

  if (compiler == NULL)
    {
      g_test_skip ("There is no compiler of C here (cc).");
      return;
    }
  load_weights (fixture);
  g_object_set (fixture->page, "project", fixture->project, "target", "c", NULL);
  WAIT_FOR (shows_text (fixture, "#include \"net_moons.h\""));
  export(fixture, NULL, &answer);
  g_assert_no_error (answer.error);
  g_assert_true (g_str_has_prefix (answer.sentence, "Verified: "));
  g_free (answer.sentence);
}

static StudioRun *
train (Fixture *fixture, RensaStore *store)
{
  g_autoptr (GError) error = NULL;
  StudioRun *run;

  g_assert_true (studio_project_set (fixture->project, "stop.period", "1", NULL));
  run = studio_run_start (store, studio_project_get_document (fixture->project), NULL, NULL, FALSE, &error);
  g_assert_no_error (error);
  WAIT_FOR (studio_run_get_state (run) == RENSA_WORKER_FINISHED);
  return run;
}

/* The list of runs tells it, too. */
static void
run_keeps_the_proof (Fixture *fixture, gconstpointer data)
{
  g_autofree char *compiler = g_find_program_in_path ("cc");
  g_autoptr (RensaStore) store = rensa_store_open (fixture->folder, NULL);
  g_autoptr (StudioRun) run = NULL;
  g_auto (GStrv) proofs = NULL;
  Answer answer = { 0 };

  if (compiler == NULL)
    {
      g_test_skip ("There is no compiler of C here (cc).");
      return;
    }
  run = train (fixture, store);
  g_object_set (fixture->page, "project", fixture->project, "run", run, "target", "c", NULL);
  WAIT_FOR (shows_text (fixture, "#include \"net_moons.h\""));
  export(fixture, NULL, &answer);
  g_assert_no_error (answer.error);
  g_free (answer.sentence);
  proofs = rensa_run_list_proofs (studio_run_get_record (run), TRUE);
  g_assert_cmpuint (g_strv_length (proofs), ==, 1);
  g_assert_cmpstr (proofs[0], ==, "c");
  g_object_set (fixture->page, "run", NULL, NULL);
}

/* Of the only text view in @widget. */
static GtkTextBuffer *
find_buffer (GtkWidget *widget)
{
  GtkTextBuffer *buffer = GTK_IS_TEXT_VIEW (widget) ? gtk_text_view_get_buffer (GTK_TEXT_VIEW (widget)) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && buffer == NULL;
       child = gtk_widget_get_next_sibling (child))
    buffer = find_buffer (child);
  return buffer;
}

/* A program that nothing was learned for is nothing to compare. */
static void
nothing_is_proved (Fixture *fixture, gconstpointer data)
{
  Answer answer = { 0 };

  g_object_set (fixture->page, "project", fixture->project, NULL);
  WAIT_FOR (shows_text (fixture, "import chainer"));
  export(fixture, NULL, &answer);
  g_assert_null (answer.sentence);
  g_assert_cmpstr (answer.error->message, ==, "There is no trained model to compare with.");
  g_error_free (answer.error);
}

/* How many lines of the text look unlike what they are. */
static guint
count_lines_that_stand_out (Fixture *fixture, const char *word)
{
  GtkTextBuffer *buffer = find_buffer (GTK_WIDGET (fixture->page));
  guint n = 0;

  for (int line = 0; line < gtk_text_buffer_get_line_count (buffer); line++)
    {
      GtkTextIter start;
      GtkTextIter end;
      g_autofree char *content = NULL;
      g_autoptr (GSList) tags = NULL;
      gboolean stands_out = FALSE;

      gtk_text_buffer_get_iter_at_line (buffer, &start, line);
      end = start;
      gtk_text_iter_forward_to_line_end (&end);
      content = gtk_text_iter_get_text (&start, &end);
      tags = gtk_text_iter_get_tags (&start);
      for (GSList *l = tags; l != NULL; l = l->next)
        {
          gboolean has_background;

          g_object_get (l->data, "paragraph-background-set", &has_background, NULL);
          stands_out = stands_out || has_background;
        }
      g_assert_true (!stands_out || strstr (content, word) != NULL);
      n += stands_out;
    }
  return n;
}

static void
selected_node_stands_out (Fixture *fixture, gconstpointer data)
{
  g_object_set (fixture->page, "project", fixture->project, "node", "l1", NULL);
  WAIT_FOR (shows_text (fixture, "self.l1"));
  WAIT_FOR (count_lines_that_stand_out (fixture, "l1") >= 2);
  g_object_set (fixture->page, "node", NULL, NULL);
  WAIT_FOR (count_lines_that_stand_out (fixture, "l1") == 0);
}

/* A file that is no text is shown as one, with the colours of its language and the lines of the node. */
static void
onnx_is_readable (Fixture *fixture, gconstpointer data)
{
  if (rensa_exporter_find ("onnx", NULL) == NULL)
    {
      g_test_skip ("There is no ONNX in this build.");
      return;
    }
  load_weights (fixture);
  g_object_set (fixture->page, "project", fixture->project, "target", "onnx", "node", "l1", NULL);
  WAIT_FOR (
      shows_text (fixture, "[\"/l1/Gemm\"] \"/l1/Gemm_output_0\" = Gemm <transB: int = 1> (x, \"l1/W\", \"l1/b\")\n"));
  GtkSourceLanguage *language =
      gtk_source_buffer_get_language (GTK_SOURCE_BUFFER (find_buffer (GTK_WIDGET (fixture->page))));
  g_assert_nonnull (language);
  g_assert_cmpstr (gtk_source_language_get_id (language), ==, "onnx");
  /* W, b, what the node gives, the node, and who takes it. */
  g_assert_cmpuint (count_lines_that_stand_out (fixture, "l1"), ==, 5);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  rensa_init ();
  /* Scroll bars that are always drawn, and so complain. */
  g_object_set (gtk_settings_get_default (), "gtk-overlay-scrolling", FALSE, NULL);
  g_test_add ("/ui/code/page/text", Fixture, NULL, set_up, program_is_that_of_the_exporter, tear_down);
  g_test_add ("/ui/code/page/follows", Fixture, NULL, set_up, program_follows_the_document, tear_down);
  g_test_add ("/ui/code/page/target", Fixture, NULL, set_up, target_can_be_chosen, tear_down);
  g_test_add ("/ui/code/page/frame", Fixture, NULL, set_up, page_appears_within_a_frame, tear_down);
  g_test_add ("/ui/code/page/broken", Fixture, NULL, set_up, broken_document_is_explained, tear_down);
  g_test_add ("/ui/code/page/folder", Fixture, NULL, set_up, folder_holds_all, tear_down);
  g_test_add ("/ui/code/page/trained", Fixture, NULL, set_up, trained_model_is_shown, tear_down);
  g_test_add ("/ui/code/page/logits", Fixture, NULL, set_up, logits_can_be_chosen, tear_down);
  g_test_add ("/ui/code/page/proof", Fixture, NULL, set_up, model_is_proved, tear_down);
  g_test_add ("/ui/code/page/run-keeps-proof", Fixture, NULL, set_up, run_keeps_the_proof, tear_down);
  g_test_add ("/ui/code/page/no-proof", Fixture, NULL, set_up, nothing_is_proved, tear_down);
  g_test_add ("/ui/code/page/node", Fixture, NULL, set_up, selected_node_stands_out, tear_down);
  g_test_add ("/ui/code/page/onnx", Fixture, NULL, set_up, onnx_is_readable, tear_down);
  g_test_add ("/ui/code/page/failure", Fixture, NULL, set_up, failure_is_told, tear_down);
  return g_test_run ();
}
