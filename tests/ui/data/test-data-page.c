/* test-data-page.c: choosing data, and what is seen of them.
 * SPDX-License-Identifier: MIT */

#include <adwaita.h>
#include <string.h>

#include "data-fixture.h"
#include "remote-dataset.h"
#include "rensa-document-values.h"
#include "rensa-init.h"
#include "studio-data-balance.h"
#include "studio-data-page.h"
#include "studio-data-pictures.h"
#include "studio-data-remedies.h"
#include "studio-data-scatter.h"
#include "studio-data-sources.h"
#include "studio-data-table.h"
#include "studio-data-text.h"
#include "studio-data-view.h"
#include "studio-preview-loader.h"
#include "ui-fixture.h"

/* Of the documents and of the data sets; made once, because threads that read the environment are there later. */
static char *folder;

typedef struct
{
  StudioProject *project;
  GtkWidget *window;
  GtkWidget *page;
} Fixture;

static const char document_text[] =
    "{\"format\": 1, \"name\": \"Test\", \"seed\": 0,"
    " \"data\": {\"dataset\": {\"type\": \"strokes\", \"attrs\": {\"n_train\": 1200, \"n_test\": 100}},"
    " \"iterator\": {\"type\": \"SerialIterator\", \"attrs\": {\"batch_size\": 4}}},"
    " \"model\": {\"nodes\": [{\"name\": \"x\", \"type\": \"Input\"},"
    " {\"name\": \"l1\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 10}}],"
    " \"edges\": [{\"from\": \"x\", \"to\": \"l1\"}]},"
    " \"loss\": {\"type\": \"softmax_cross_entropy\"}, \"optimizer\": {\"type\": \"Adam\"}}";

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *place = NULL;
  g_autoptr (RensaDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  place = g_build_filename (folder, "test.rensa", NULL);
  document = rensa_document_parse (document_text, -1, place, &error);
  g_assert_no_error (error);
  fixture->project = studio_project_new (document, place);
  fixture->page = g_object_new (STUDIO_TYPE_DATA_PAGE, "project", fixture->project, NULL);
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 900, 600);
  gtk_window_set_child (GTK_WINDOW (fixture->window), fixture->page);
  gtk_window_present (GTK_WINDOW (fixture->window));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (fixture->project);
}

/* A label that can be seen and holds the text. */
static gboolean
is_said (GtkWidget *widget, const char *text)
{
  if (!gtk_widget_get_mapped (widget))
    return FALSE;
  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (is_said (child, text))
      return TRUE;
  return FALSE;
}

#define WAIT_UNTIL_SAID(text) WAIT_FOR (is_said (fixture->page, text))
#define WAIT_UNTIL_SHOWN(TYPE) WAIT_FOR (ui_find (fixture->page, TYPE, NULL) != NULL)

static GtkWidget *
find_row (Fixture *fixture, const char *title)
{
  GtkWidget *list = ui_find (ui_find (fixture->page, STUDIO_TYPE_DATA_SOURCES, NULL), GTK_TYPE_LIST_BOX, NULL);
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), i)) != NULL; i++)
    if (g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), title))
      return GTK_WIDGET (row);
  return NULL;
}

static void
choose (Fixture *fixture, const char *title)
{
  GtkWidget *row = find_row (fixture, title);

  g_assert_nonnull (row);
  g_signal_emit_by_name (row, "activate");
}

static GtkWidget *
find_menu_button (GtkWidget *widget, const char *said)
{
  GtkWidget *found = NULL;

  if (!gtk_widget_get_mapped (widget))
    return NULL;
  if (GTK_IS_MENU_BUTTON (widget))
    return g_strcmp0 (gtk_widget_get_tooltip_text (widget), said) == 0 ? widget : NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); found == NULL && child != NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_menu_button (child, said);
  return found;
}

/* A button that can be seen, by its label; NULL where there is none. */
static GtkWidget *
find_button (GtkWidget *widget, const char *label)
{
  GtkWidget *found = NULL;

  if (!gtk_widget_get_mapped (widget))
    return NULL;
  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); found == NULL && child != NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_button (child, label);
  return found;
}

static void
press (Fixture *fixture, const char *label)
{
  WAIT_FOR (find_button (fixture->page, label) != NULL);
  if (GTK_IS_TOGGLE_BUTTON (find_button (fixture->page, label)))
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_button (fixture->page, label)), TRUE);
  else
    g_signal_emit_by_name (find_button (fixture->page, label), "clicked");
}

/* Chosen in the menu of what is said. */
static void
choose_change (Fixture *fixture, const char *said, const char *label)
{
  GtkWidget *button = NULL;

  WAIT_FOR ((button = find_menu_button (fixture->page, said)) != NULL);
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  WAIT_FOR (find_button (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button))), label) != NULL);
  g_signal_emit_by_name (find_button (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button))), label),
                         "clicked");
}

static void
assert_chosen (Fixture *fixture, const char *title, const char *type)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaAttrs) attrs =
      rensa_document_get_attrs (studio_project_get_document (fixture->project), "data.dataset", &error);

  g_assert_no_error (error);
  g_assert_cmpstr (rensa_attrs_get_component (attrs)->name, ==, type);
  g_assert_true (gtk_widget_has_css_class (find_row (fixture, title), "chosen"));
}

static void
open_file (Fixture *fixture, const char *name, const char *bytes)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  test_file_write (folder, name, bytes, -1);
  studio_data_page_open_file (STUDIO_DATA_PAGE (fixture->page), file, &error);
  g_assert_no_error (error);
}

/* Whether all of the row lies within what is seen of the list. */
static gboolean
is_in_sight (GtkWidget *row)
{
  GtkWidget *scroller = gtk_widget_get_ancestor (row, GTK_TYPE_SCROLLED_WINDOW);
  graphene_rect_t bounds;

  return gtk_widget_compute_bounds (row, scroller, &bounds) && bounds.size.height > 0 && bounds.origin.y >= 0
         && bounds.origin.y + bounds.size.height <= gtk_widget_get_height (scroller);
}

/* Words, and below them what they are to become. */
static void
test_sequences (Fixture *fixture, gconstpointer data)
{
  WAIT_UNTIL_SHOWN (STUDIO_TYPE_DATA_PICTURES);
  choose (fixture, "Number Words");
  WAIT_UNTIL_SHOWN (STUDIO_TYPE_DATA_TEXT);
  WAIT_UNTIL_SAID ("5,000 for training");
  WAIT_UNTIL_SAID ("label: a sequence");
  WAIT_UNTIL_SAID ("hundred");
  WAIT_UNTIL_SAID ("<eos>");
}

/* The sources are more than the window shows. */
static void
test_chosen_in_sight (Fixture *fixture, gconstpointer data)
{
  WAIT_FOR (is_in_sight (find_row (fixture, "Strokes")));
  choose (fixture, "Waves");
  WAIT_FOR (is_in_sight (find_row (fixture, "Waves")));
  g_assert_false (is_in_sight (find_row (fixture, "CSV File")));
  studio_project_undo (fixture->project);
  WAIT_FOR (is_in_sight (find_row (fixture, "Strokes")));
}

/* A click on another source changes the document, and undo brings back what was there. */
static void
test_sources (Fixture *fixture, gconstpointer data)
{
  WAIT_UNTIL_SHOWN (STUDIO_TYPE_DATA_PICTURES);
  WAIT_UNTIL_SAID ("The first 1,000 of 1,200 examples");
  WAIT_UNTIL_SAID ("100 for validation");
  g_assert_nonnull (ui_find (fixture->page, STUDIO_TYPE_DATA_BALANCE, NULL));
  assert_chosen (fixture, "Strokes", "strokes");

  choose (fixture, "Moons");
  assert_chosen (fixture, "Moons", "moons");
  g_assert_false (gtk_widget_has_css_class (find_row (fixture, "Strokes"), "chosen"));
  WAIT_UNTIL_SHOWN (STUDIO_TYPE_DATA_SCATTER);
  g_assert_null (ui_find (fixture->page, STUDIO_TYPE_DATA_PICTURES, NULL));

  choose (fixture, "Waves");
  WAIT_UNTIL_SAID ("label: a value");
  g_assert_null (ui_find (fixture->page, STUDIO_TYPE_DATA_BALANCE, NULL));

  studio_project_undo (fixture->project);
  studio_project_undo (fixture->project);
  assert_chosen (fixture, "Strokes", "strokes");
  WAIT_UNTIL_SAID ("The first 1,000 of 1,200 examples");
}

static void
test_csv (Fixture *fixture, gconstpointer data)
{
  GtkWidget *label;

  choose (fixture, "CSV File");
  WAIT_UNTIL_SAID ("Choose a File");
  assert_chosen (fixture, "CSV File", "csv");

  open_file (fixture, "colours.csv", "size,colour,kind\n1,red,a\n2,blue,b\n3,red,a\n4,green,b\n5,red,a\n");
  WAIT_UNTIL_SHOWN (STUDIO_TYPE_DATA_TABLE);
  WAIT_UNTIL_SAID ("colours.csv");
  WAIT_UNTIL_SAID ("3 for training · 2 for validation");
  label = ui_find (fixture->page, GTK_TYPE_MENU_BUTTON, "label");
  g_assert_nonnull (label);
  gtk_menu_button_popup (GTK_MENU_BUTTON (label));
  g_assert_true (is_said (label, "“kind” contains words, so a class is predicted. Predicting a value requires "
                                 "numbers."));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (label));
  g_assert_false (is_said (fixture->page, "Split"));
  press (fixture, "Settings");
  WAIT_UNTIL_SAID ("Split");
  g_assert_true (studio_project_set (fixture->project, "data.split.fraction", "0.2", NULL));
  WAIT_UNTIL_SAID ("2 for training · 3 for validation");

  studio_project_undo (fixture->project);
  studio_project_undo (fixture->project);
  WAIT_UNTIL_SAID ("Choose a File");
}

/* The sentence names the row; when the file is mended and read again, it is shown. */
static gsize
count_nodes (Fixture *fixture)
{
  struct json_object *json = rensa_document_get_json (studio_project_get_document (fixture->project));

  return json_object_array_length (json_object_object_get (json_object_object_get (json, "model"), "nodes"));
}

/* Where the model has no layers, one is offered; why it is as it is stays until it is closed or undone. */
static void
test_plan (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaDocument) empty = rensa_document_new_empty ("plants");
  g_autofree char *path = g_build_filename (folder, "plants.csv", NULL);
  g_autofree char *assignment = g_strdup_printf ("data.dataset=csv(path='%s')", path);
  g_autoptr (GString) text = g_string_new ("a,b,kind\n");
  const char *const step = "Choose a Model for This Data";

  for (int i = 0; i < 60; i++)
    g_string_append_printf (text, "%d,%d,%s\n", 100 * i, i * 37 % 11, i < 30 ? "low" : "high");
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  g_assert_true (rensa_document_set (empty, assignment, NULL));
  g_assert_null (find_button (fixture->page, step));
  studio_project_commit (fixture->project, empty, "Empty", NULL);
  WAIT_FOR (find_button (fixture->page, step) != NULL);
  g_signal_emit_by_name (find_button (fixture->page, step), "clicked");
  WAIT_UNTIL_SAID ("Chosen for This Data");
  g_assert_true (is_said (fixture->page, "2 outputs, one for each class"));
  g_assert_cmpint (count_nodes (fixture), >, 1);
  g_assert_null (find_button (fixture->page, step));

  studio_project_undo (fixture->project);
  g_assert_cmpint (count_nodes (fixture), ==, 1);
  WAIT_FOR (find_button (fixture->page, step) != NULL);
  g_assert_false (is_said (fixture->page, "Chosen for This Data"));
}

/* The project takes another loss for values as soon as it has seen them, while a model is being chosen. */
static void
test_plan_of_values (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaDocument) empty = rensa_document_new_empty ("prices");
  g_autofree char *path = g_build_filename (folder, "prices.csv", NULL);
  g_autofree char *assignment = g_strdup_printf ("data.dataset=csv(path='%s')", path);
  g_autoptr (GString) text = g_string_new ("a,b,price\n");

  for (int i = 0; i < 400; i++)
    g_string_append_printf (text, "%d,%d,%d.5\n", i, i * 37 % 11, 1000 + 3 * i);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  g_assert_true (rensa_document_set (empty, assignment, NULL));
  studio_project_commit (fixture->project, empty, "Empty", NULL);
  studio_data_page_choose_model (STUDIO_DATA_PAGE (fixture->page));
  WAIT_UNTIL_SAID ("One output and the mean squared error");
  g_assert_cmpint (count_nodes (fixture), >, 1);
}

static void
test_bad_csv (Fixture *fixture, gconstpointer data)
{
  open_file (fixture, "bad.csv", "a,t\n1,0\n2,1\nthree,0\n4,1\n");
  WAIT_UNTIL_SAID ("This Data Cannot Be Used");
  g_assert_true (is_said (fixture->page, "line 4, column “a”: expected a number, but found “three”"));
  g_assert_null (ui_find (fixture->page, STUDIO_TYPE_DATA_VIEW, NULL));

  test_file_write (folder, "bad.csv", "a,t\n1,0\n2,1\n3,0\n4,1\n", -1);
  gtk_widget_activate_action (fixture->page, "data.reload", NULL);
  WAIT_UNTIL_SHOWN (STUDIO_TYPE_DATA_TABLE);
}

static char *
get_attr (Fixture *fixture, const char *name)
{
  g_autoptr (RensaAttrs) attrs =
      rensa_document_get_attrs (studio_project_get_document (fixture->project), "data.dataset", NULL);

  return rensa_attrs_get_text (attrs, rensa_component_find_attr (rensa_attrs_get_component (attrs), name));
}

#define ASSERT_ATTR(name, text)                        \
  G_STMT_START                                         \
  {                                                    \
    g_autofree char *found = get_attr (fixture, name); \
    g_assert_cmpstr (found, ==, text);                 \
  }                                                    \
  G_STMT_END

/* What is wrong can be put right with a button; what was found out is shown, and changed with another. */
static void
test_remedies (Fixture *fixture, gconstpointer data)
{
  open_file (fixture, "gaps.csv", "a;b;t\n1,5;2;1\n;3;2,5\n2,5;4;3\n3;5;4\n");
  WAIT_UNTIL_SAID ("line 3, column “a”: the value is missing");
  press (fixture, "Drop These Rows");
  WAIT_UNTIL_SAID ("2 for training · 1 for validation");
  ASSERT_ATTR ("missing", "'drop'");
  g_assert_nonnull (find_menu_button (fixture->page, "decimal comma"));

  choose_change (fixture, "1 incomplete row dropped", "Fill with the Mean");
  WAIT_UNTIL_SAID ("2 for training · 2 for validation");
  choose_change (fixture, "b", "Exclude b");
  WAIT_UNTIL_SAID ("1 number");
  ASSERT_ATTR ("leave_out", "'b'");
  choose_change (fixture, "b: ignored", "Use b");
  WAIT_UNTIL_SAID ("2 columns");
  choose_change (fixture, "b", "Predict b");
  WAIT_FOR (find_menu_button (fixture->page, "b: prediction target") != NULL);
  ASSERT_ATTR ("label", "'b'");

  choose_change (fixture, "separated by “;”", "Separate by “,”");
  WAIT_UNTIL_SAID ("This Data Cannot Be Used");
  press (fixture, "Separate by “;”");
  WAIT_FOR (find_menu_button (fixture->page, "separated by “;”") != NULL);
}

static void
test_warning (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("name,x,t\n");

  for (int i = 0; i < 30; i++)
    g_string_append_printf (text, "n%d,%d.5,%d.25\n", i, i % 7, i % 5);
  open_file (fixture, "names.csv", text->str);
  WAIT_UNTIL_SAID ("name has 30 distinct words in 30 rows. Exclude it?");
  press (fixture, "Exclude name");
  WAIT_UNTIL_SAID ("1 number");
  g_assert_false (is_said (fixture->page, "different words"));
}

/* A warning whose remedy is a step of the preprocessing. */
static void
test_large_inputs (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaAttrs) step = NULL;

  open_file (fixture, "years.csv", "year,t\n1900,1.5\n1950,2\n2000,3\n2010,2.5\n");
  WAIT_UNTIL_SAID ("networks learn best from inputs around 1");
  press (fixture, "Normalize");
  WAIT_FOR (!is_said (fixture->page, "a network learns best"));
  step = rensa_document_get_attrs (studio_project_get_document (fixture->project), "data.preprocessing.0", NULL);
  g_assert_nonnull (step);
  g_assert_cmpstr (rensa_attrs_get_component (step)->name, ==, "Normalize");
}

/* Each character is an example; what is seen is the text. */
static void
test_running_text (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (folder, "hills.txt", NULL);
  g_autofree char *dataset = g_strdup_printf ("text(path='%s', length=None)", path);
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i < 40; i++)
    g_string_append (text, "the old owl walks over the hill.\n");
  test_file_write (folder, "hills.txt", text->str, -1);
  g_assert_true (studio_project_set (fixture->project, "data.dataset", dataset, NULL));
  WAIT_UNTIL_SHOWN (STUDIO_TYPE_DATA_TEXT);
  WAIT_UNTIL_SAID ("the old owl walks over the hill.");
  g_assert_false (is_said (fixture->page, "→"));
}

static void
test_unknown_file (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_path ("/nowhere/cat.jpeg");
  g_autoptr (GError) error = NULL;

  g_assert_false (studio_data_page_open_file (STUDIO_DATA_PAGE (fixture->page), file, &error));
  g_assert_nonnull (strstr (error->message, "“cat.jpeg”"));
  assert_chosen (fixture, "Strokes", "strokes");
}

/* A loss that does not suit the labels is reported on this page, with what can be done. */
static void
test_problem (Fixture *fixture, gconstpointer data)
{
  RensaAnalysis *analysis;

  choose (fixture, "Waves");
  WAIT_UNTIL_SAID ("label: a value");
  analysis = studio_project_wait_for_analysis (fixture->project);
  g_assert_cmpuint (rensa_analysis_get_n_problems (analysis), >, 0);
  WAIT_UNTIL_SAID (rensa_analysis_get_problem (analysis, 0)->sentence);
}

/* Cancel brings back the button, without a complaint. */
static void
test_cancelled_download (Fixture *fixture, gconstpointer data)
{
  choose (fixture, "Remote");
  WAIT_UNTIL_SAID ("Remote Is Not on This Computer Yet");
  remote_dataset_set_outcome (REMOTE_WAITS);
  gtk_widget_activate_action (fixture->page, "data.download", NULL);
  WAIT_UNTIL_SAID ("MiB of 4.0");
  g_assert_nonnull (ui_find (fixture->page, GTK_TYPE_PROGRESS_BAR, NULL));

  gtk_widget_activate_action (fixture->page, "data.cancel-download", NULL);
  WAIT_FOR (ui_find (fixture->page, GTK_TYPE_PROGRESS_BAR, NULL) == NULL);
  g_assert_true (is_said (fixture->page, "Download"));
  g_assert_false (is_said (fixture->page, "cancelled"));
}

static void
test_download (Fixture *fixture, gconstpointer data)
{
  choose (fixture, "Remote");
  WAIT_UNTIL_SAID ("Remote Is Not on This Computer Yet");
  remote_dataset_set_outcome (REMOTE_FAILS);
  gtk_widget_activate_action (fixture->page, "data.download", NULL);
  WAIT_UNTIL_SAID ("could not be downloaded: no net");

  remote_dataset_set_outcome (REMOTE_ARRIVES);
  gtk_widget_activate_action (fixture->page, "data.download", NULL);
  WAIT_UNTIL_SHOWN (STUDIO_TYPE_DATA_SCATTER);
}

static void
count (StudioPreviewLoader *loader, guint *n)
{
  ++*n;
}

/* However often something else is asked for meanwhile, the last is what comes, and it alone. */
static void
test_outdated (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StudioPreviewLoader) loader = studio_preview_loader_new ();
  RensaDocument *document = studio_project_get_document (fixture->project);
  guint n = 0;

  g_signal_connect (loader, "loaded", G_CALLBACK (count), &n);
  for (guint i = 1; i <= 20; i++)
    {
      g_autofree char *assignment = g_strdup_printf ("data.dataset=moons(n=%u)", i);
      g_autoptr (RensaDocument) changed = rensa_document_copy (document);

      g_assert_true (rensa_document_set (changed, assignment, NULL));
      studio_preview_loader_load (loader, changed, folder, FALSE);
      g_assert_null (studio_preview_loader_get_preview (loader));
      studio_preview_loader_load (loader, changed, folder, FALSE);
    }
  WAIT_FOR (n > 0);
  g_assert_cmpint (studio_preview_loader_get_preview (loader)->train.n, ==, 20);
  g_assert_false (studio_preview_loader_is_loading (loader));
  g_assert_cmpuint (n, ==, 1);
}

#define ADD(path, func) g_test_add ("/ui/data/data-page/" path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = test_folder_new ();
  g_setenv ("RENSA_DATASET_ROOT", folder, TRUE);
  rensa_init ();
  remote_dataset_register ();
  adw_init ();
  ADD ("sources", test_sources);
  ADD ("sources/chosen-in-sight", test_chosen_in_sight);
  ADD ("sequences", test_sequences);
  ADD ("csv", test_csv);
  ADD ("plan", test_plan);
  ADD ("plan/of-values", test_plan_of_values);
  ADD ("bad-csv", test_bad_csv);
  ADD ("remedies", test_remedies);
  ADD ("warning", test_warning);
  ADD ("large-inputs", test_large_inputs);
  ADD ("running-text", test_running_text);
  ADD ("unknown-file", test_unknown_file);
  ADD ("problem", test_problem);
  ADD ("cancelled-download", test_cancelled_download);
  ADD ("download", test_download);
  ADD ("outdated", test_outdated);
  status = g_test_run ();
  test_folder_free (folder);
  return status;
}
