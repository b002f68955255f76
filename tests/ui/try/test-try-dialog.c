/* test-try-dialog.c: a model that was trained a moment ago is asked.
 * SPDX-License-Identifier: MIT */

#include <adwaita.h>
#include <string.h>

#include "data-fixture.h"
#include "rensa-init.h"
#include "studio-attr-list.h"
#include "studio-try-dialog.h"
#include "studio-try-form.h"
#include "studio-try-pad.h"
#include "studio-try-picture.h"
#include "ui-fixture.h"

typedef struct
{
  char *folder;
  RensaStore *store;
  StudioRun *run;
  StudioTryDialog *dialog;
  StudioTryExample *example;
  guint n_answers;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = test_folder_new ();
  fixture->store = rensa_store_open (fixture->folder, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  if (fixture->dialog != NULL)
    gtk_window_destroy (GTK_WINDOW (fixture->dialog));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_clear_object (&fixture->run);
  g_clear_object (&fixture->store);
  test_folder_free (fixture->folder);
}

static void
start (Fixture *fixture, const char *name, const char *const *settings, gboolean is_paused)
{
  g_autoptr (RensaDocument) document = ui_load_example (name);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; settings[i] != NULL; i++)
    g_assert_true (rensa_document_set (document, settings[i], NULL));
  fixture->run = studio_run_start (fixture->store, document, NULL, fixture->folder, is_paused, &error);
  g_assert_no_error (error);
}

static void
count (GtkWidget *widget, guint *n)
{
  ++*n;
}

static void
open_dialog (Fixture *fixture)
{
  fixture->dialog = STUDIO_TRY_DIALOG (studio_try_dialog_new (fixture->run, fixture->folder, NULL));
  fixture->example = studio_try_dialog_get_example (fixture->dialog);
  g_signal_connect (fixture->example, "answered", G_CALLBACK (count), &fixture->n_answers);
  gtk_window_present (GTK_WINDOW (fixture->dialog));
}

static void
train (Fixture *fixture, const char *name, const char *const *settings)
{
  start (fixture, name, settings, FALSE);
  WAIT_FOR (studio_run_get_state (fixture->run) >= RENSA_WORKER_FINISHED);
  g_assert_cmpint (studio_run_get_state (fixture->run), ==, RENSA_WORKER_FINISHED);
  open_dialog (fixture);
}

static void
train_and_open (Fixture *fixture, const char *name, const char *const *settings)
{
  train (fixture, name, settings);
  WAIT_FOR (studio_try_example_get_n_examples (fixture->example) > 0);
}

/* Of the first @n examples, as a part. */
static double
measure_accuracy (Fixture *fixture, guint n)
{
  guint n_right = 0;

  for (guint i = 0; i < n; i++)
    {
      fixture->n_answers = 0;
      studio_try_example_choose (fixture->example, i);
      WAIT_FOR (fixture->n_answers > 0);
      n_right +=
          studio_try_example_get_class (fixture->example) == studio_try_example_get_true_class (fixture->example);
    }
  return (double) n_right / n;
}

static void
draw (StudioTryPad *pad, const float *points, guint n)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  RensaLine *line = g_array_new (FALSE, FALSE, sizeof (RensaPoint));

  g_array_append_vals (line, points, n);
  g_ptr_array_add (lines, line);
  studio_try_pad_take_lines (pad, lines);
}

/* In the upper left corner and small, while the data set has its digits in the middle. */
static const float one[] = { 0.242f, 0.064f, 0.228f, 0.225f, 0.218f, 0.386f };
static const float zero[] = { 0.225f, 0.064f, 0.138f, 0.103f, 0.092f, 0.208f, 0.120f, 0.337f, 0.211f,
                              0.390f, 0.312f, 0.344f, 0.354f, 0.225f, 0.316f, 0.103f, 0.225f, 0.064f };

static void
assert_read_as (Fixture *fixture, const float *points, guint n, int class)
{
  fixture->n_answers = 0;
  draw (STUDIO_TRY_PAD (ui_find (GTK_WIDGET (fixture->dialog), STUDIO_TYPE_TRY_PAD, NULL)), points, n);
  WAIT_FOR (fixture->n_answers > 0);
  g_assert_cmpint (studio_try_example_get_class (fixture->example), ==, class);
  g_assert_cmpint (studio_try_example_get_true_class (fixture->example), ==, -1);
}

/* Whose answer it is. */
static void
assert_told (Fixture *fixture, const char *whose)
{
  GtkWidget *title = ui_find (GTK_WIDGET (fixture->dialog), ADW_TYPE_WINDOW_TITLE, NULL);

  g_assert_cmpstr (adw_window_title_get_subtitle (ADW_WINDOW_TITLE (title)), ==, whose);
}

static void
test_strokes (Fixture *fixture, gconstpointer data)
{
  const char *const settings[] = { "data.dataset.n_train=6000", "data.dataset.n_test=200", "stop.period=4", NULL };
  StudioTryPad *pad;

  train_and_open (fixture, "strokes-mlp.rensa", settings);
  g_assert_cmpuint (studio_try_example_get_n_examples (fixture->example), ==, 200);
  g_assert_cmpfloat (measure_accuracy (fixture, 200), >, 0.8);
  assert_told (fixture, "Strokes, MLP, after epoch 4");

  assert_read_as (fixture, one, 3, 1);
  assert_read_as (fixture, zero, 9, 0);

  pad = STUDIO_TRY_PAD (ui_find (GTK_WIDGET (fixture->dialog), STUDIO_TYPE_TRY_PAD, NULL));
  gtk_widget_activate_action (GTK_WIDGET (fixture->example), "try.undo", NULL);
  g_assert_cmpuint (studio_try_pad_get_lines (pad)->len, ==, 0);
  g_assert_cmpint (studio_try_example_get_class (fixture->example), ==, -1);
}

/* Two numbers, entered one by one. */
static void
test_moons (Fixture *fixture, gconstpointer data)
{
  const char *const settings[] = { "stop.period=20", NULL };
  StudioTryForm *form;
  GtkWidget *number;

  train_and_open (fixture, "moons.rensa", settings);
  g_assert_cmpfloat (measure_accuracy (fixture, 50), >, 0.8);

  form = STUDIO_TRY_FORM (ui_find (GTK_WIDGET (fixture->dialog), STUDIO_TYPE_TRY_FORM, NULL));
  studio_try_form_set_values (form, (float[]){ 0, 1 });
  fixture->n_answers = 0;
  number = ui_find (GTK_WIDGET (form), GTK_TYPE_SPIN_BUTTON, NULL);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (number), -0.8);
  WAIT_FOR (fixture->n_answers > 0);
  g_assert_cmpfloat_with_epsilon (studio_try_form_get_values (form)[0], -0.8, 1e-6);
  g_assert_cmpfloat (studio_try_form_get_values (form)[1], ==, 1);
  g_assert_cmpint (studio_try_example_get_class (fixture->example), ==, 0);
  g_assert_cmpint (studio_try_example_get_true_class (fixture->example), ==, -1);
}

/* A field enters what stands in it when the dialog is taken down; nobody answers any more. */
static void
test_closed_while_typing (Fixture *fixture, gconstpointer data)
{
  const char *const settings[] = { "stop.period=1", NULL };
  GtkWidget *number;
  GtkWidget *text;

  train_and_open (fixture, "moons.rensa", settings);
  number = ui_find (GTK_WIDGET (fixture->dialog), GTK_TYPE_SPIN_BUTTON, NULL);
  text = GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (number)));
  gtk_widget_grab_focus (text);
  gtk_editable_set_text (GTK_EDITABLE (text), "1");
  fixture->n_answers = 0;
  gtk_widget_activate_action (GTK_WIDGET (fixture->dialog), "window.close", NULL);
  fixture->dialog = NULL;
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (fixture->n_answers, ==, 0);
}

/* Before anything was trained the window says so; when the run pauses, the model can be asked. */
static void
test_untrained (Fixture *fixture, gconstpointer data)
{
  const char *const settings[] = { "stop.period=1000", NULL };

  open_dialog (fixture);
  g_assert_nonnull (ui_find (GTK_WIDGET (fixture->dialog), ADW_TYPE_STATUS_PAGE, NULL));
  g_assert_cmpuint (studio_try_example_get_n_examples (fixture->example), ==, 0);
  studio_try_example_choose (fixture->example, 0);
  gtk_widget_activate_action (GTK_WIDGET (fixture->example), "try.random", NULL);
  gtk_window_destroy (GTK_WINDOW (fixture->dialog));

  start (fixture, "moons.rensa", settings, FALSE);
  open_dialog (fixture);
  studio_run_pause (fixture->run);
  WAIT_FOR (studio_try_example_get_n_examples (fixture->example) > 0);
  studio_run_stop (fixture->run);
  WAIT_FOR (studio_run_get_state (fixture->run) >= RENSA_WORKER_FINISHED);
}

/* Previews */

static GtkDropDown *
get_chooser (Fixture *fixture)
{
  return GTK_DROP_DOWN (ui_find (GTK_WIDGET (fixture->dialog), GTK_TYPE_DROP_DOWN, NULL));
}

static void
assert_titles (Fixture *fixture, const char *const *titles)
{
  GtkStringList *list = GTK_STRING_LIST (gtk_drop_down_get_model (get_chooser (fixture)));

  for (guint i = 0; titles[i] != NULL; i++)
    g_assert_cmpstr (gtk_string_list_get_string (list, i), ==, titles[i]);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, g_strv_length ((char **) titles));
}

static StudioTryPreview *
find_page (Fixture *fixture)
{
  return (StudioTryPreview *) ui_find (GTK_WIDGET (fixture->dialog), STUDIO_TYPE_TRY_PREVIEW, NULL);
}

static gboolean
has_made (Fixture *fixture)
{
  const RensaPreviewed *made = find_page (fixture) != NULL ? studio_try_preview_get_made (find_page (fixture)) : NULL;

  return made != NULL && (made->pixels != NULL || made->text != NULL);
}

static void
put (Fixture *fixture, const char *name, const char *text)
{
  StudioAttrList *list = STUDIO_ATTR_LIST (ui_find (GTK_WIDGET (find_page (fixture)), STUDIO_TYPE_ATTR_LIST, NULL));

  gtk_editable_set_text (GTK_EDITABLE (studio_attr_row_get_control (studio_attr_list_get_row (list, name))), text);
}

/* A setting with which it takes long, until it begins to be made. */
static void
put_endless (Fixture *fixture)
{
  put (fixture, "length", "30000");
  WAIT_FOR (ui_find_text (GTK_WIDGET (find_page (fixture)), "Generating…") != NULL);
}

/* As a person types it, who then waits; until what is asked for then has been made. */
static void
type (Fixture *fixture, const char *name, const char *text)
{
  StudioTryPreview *page = find_page (fixture);
  guint n_made = 0;
  const gulong handler = g_signal_connect (page, "made", G_CALLBACK (count), &n_made);

  put (fixture, name, text);
  WAIT_FOR (n_made > 0);
  g_signal_handler_disconnect (page, handler);
}

/* The very picture that the run has left behind. */
static void
assert_as_in_file (Fixture *fixture, const char *name)
{
  const RensaPreviewed *made = studio_try_preview_get_made (find_page (fixture));
  g_autofree char *path = g_build_filename (studio_run_get_folder (fixture->run), name, NULL);
  cairo_surface_t *surface = cairo_image_surface_create_from_png (path);
  const int stride = cairo_image_surface_get_stride (surface) / (int) sizeof (guint32);
  const guint32 *points = (const guint32 *) cairo_image_surface_get_data (surface);

  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpint (cairo_image_surface_get_width (surface), ==, made->width);
  g_assert_cmpint (cairo_image_surface_get_height (surface), ==, made->height);
  for (int i = 0; i < made->width * made->height; i++)
    g_assert_cmphex (points[i / made->width * stride + i % made->width] & 0xffffff, ==, made->pixels[i]);
  cairo_surface_destroy (surface);
}

static void
assert_can_take (Fixture *fixture, gboolean can_take)
{
  g_assert_cmpint (gtk_widget_get_sensitive (ui_find_text (GTK_WIDGET (find_page (fixture)), "Copy")), ==, can_take);
  g_assert_cmpint (gtk_widget_get_sensitive (ui_find_text (GTK_WIDGET (find_page (fixture)), "Save As…")), ==,
                   can_take);
}

/* A step: its previews, as they stand in the document, then with other settings; tiles of 28 by 28 points are made twice as large,
 * with 2 points between them. */
static void
test_pictures (Fixture *fixture, gconstpointer data)
{
  const char *const settings[] = { "data.dataset.n_train=200", "data.dataset.n_test=50", "stop.period=2", NULL };
  const char *const titles[] = {
    "Reconstructions", "Generated Images (pictures)", "Generated Images (ways)", "Activations", "Filters", NULL
  };
  const RensaPreviewed *made;

  train (fixture, "strokes-vae.rensa", settings);
  WAIT_FOR (has_made (fixture));
  assert_titles (fixture, titles);
  assert_as_in_file (fixture, "rebuilt_iter_4.png");
  g_assert_cmpuint (studio_try_example_get_n_examples (fixture->example), ==, 0);

  gtk_drop_down_set_selected (get_chooser (fixture), 1);
  WAIT_FOR (has_made (fixture));
  assert_as_in_file (fixture, "pictures_iter_4.png");
  assert_can_take (fixture, TRUE);
  type (fixture, "rows", "2");
  made = studio_try_preview_get_made (find_page (fixture));
  g_assert_cmpint (made->width, ==, 8 * 58 + 2);
  g_assert_cmpint (made->height, ==, 2 * 58 + 2);

  type (fixture, "model", "nobody");
  g_assert_nonnull (ui_find_text (GTK_WIDGET (fixture->dialog), "GeneratedPictures: the model has no link “nobody”."));
  assert_can_take (fixture, FALSE);
  gtk_drop_down_set_selected (get_chooser (fixture), 2);
  WAIT_FOR (has_made (fixture));
  assert_as_in_file (fixture, "ways_iter_4.png");
}

/* As large as a whole number of times allows, and smaller where there is no room. */
static void
test_zoom (Fixture *fixture, gconstpointer data)
{
  const char *const settings[] = { "data.dataset.n_train=200", "data.dataset.n_test=50", "stop.period=1", NULL };
  StudioTryPicture *picture;

  train (fixture, "strokes-vae.rensa", settings);
  WAIT_FOR (has_made (fixture));
  type (fixture, "n", "1");
  picture = STUDIO_TRY_PICTURE (ui_find (GTK_WIDGET (fixture->dialog), STUDIO_TYPE_TRY_PICTURE, NULL));
  WAIT_FOR (studio_try_picture_get_zoom (picture) > 2);
  g_assert_cmpfloat (studio_try_picture_get_zoom (picture), ==, (int) studio_try_picture_get_zoom (picture));
  type (fixture, "columns", "64");
  type (fixture, "n", "50");
  WAIT_FOR (studio_try_picture_get_zoom (picture) < 1);
}

/* A language model without previews of its own: those that fit it, and no token to be entered by its number. */
static void
test_text (Fixture *fixture, gconstpointer data)
{
  g_autofree char *file = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", "little-sentences.txt", NULL);
  g_autofree char *place = g_strconcat ("data.dataset.path=", file, NULL);
  const char *const settings[] = { place, "stop.period=1", NULL };
  const char *const titles[] = { "Generated Text", "Nearest Words", "Word Map", "Activations", NULL };
  g_autofree char *path = g_build_filename (fixture->folder, "text.txt", NULL);
  g_autofree char *first = NULL;
  g_autofree char *saved = NULL;
  g_autoptr (GError) error = NULL;

  train (fixture, "little-sentences.rensa", settings);
  WAIT_FOR (has_made (fixture));
  assert_titles (fixture, titles);
  g_assert_cmpuint (strlen (studio_try_preview_get_made (find_page (fixture))->text), ==, 1 + 200 + 1);

  type (fixture, "length", "20");
  type (fixture, "prompt", "the ");
  first = g_strdup (studio_try_preview_get_made (find_page (fixture))->text);
  g_assert_true (g_str_has_prefix (first, "the "));
  g_assert_cmpuint (strlen (first), ==, 4 + 20 + 1);
  type (fixture, "seed", "1");
  g_assert_cmpstr (studio_try_preview_get_made (find_page (fixture))->text, !=, first);
  type (fixture, "seed", "0");
  g_assert_cmpstr (studio_try_preview_get_made (find_page (fixture))->text, ==, first);

  g_assert_true (studio_try_preview_save (find_page (fixture), path, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &saved, NULL, NULL));
  g_assert_cmpstr (saved, ==, first);
  gtk_widget_activate_action (GTK_WIDGET (find_page (fixture)), "preview.copy", NULL);
  g_assert_nonnull (ui_find_text (GTK_WIDGET (fixture->dialog), "Copied"));
}

/* What was made before stays to be seen; nothing begins again by itself. */
static void
test_cancelled (Fixture *fixture, gconstpointer data)
{
  g_autofree char *file = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", "little-sentences.txt", NULL);
  g_autofree char *place = g_strconcat ("data.dataset.path=", file, NULL);
  const char *const settings[] = { place, "stop.period=1", NULL };
  GtkWidget *page;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  train (fixture, "little-sentences.rensa", settings);
  WAIT_FOR (has_made (fixture));
  page = GTK_WIDGET (find_page (fixture));
  before = g_strdup (studio_try_preview_get_made (find_page (fixture))->text);
  g_assert_null (ui_find_text (page, "Cancel"));

  put_endless (fixture);
  g_assert_nonnull (ui_find_text (page, "Cancel"));
  gtk_widget_activate_action (page, "preview.cancel", NULL);
  g_assert_nonnull (ui_find_text (page, "Cancelled"));
  g_assert_cmpstr (studio_try_preview_get_made (find_page (fixture))->text, ==, before);

  type (fixture, "length", "10");
  after = g_strdup (studio_try_preview_get_made (find_page (fixture))->text);
  g_assert_cmpuint (strlen (after), ==, 1 + 10 + 1);
  put_endless (fixture);
  gtk_widget_activate_action (page, "preview.cancel", NULL);
  gtk_widget_activate_action (page, "preview.again", NULL);
  WAIT_FOR (strlen (studio_try_preview_get_made (find_page (fixture))->text) == 1 + 30000 + 1);
}

/* A model that compares takes no example by hand; what it makes of those of the data is looked at. */
static void
test_comparison (Fixture *fixture, gconstpointer data)
{
  const char *const settings[] = { "data.dataset.n_train=128", "data.dataset.n_test=128", "stop.period=1", NULL };
  const char *const titles[] = { "Activations", "Filters", NULL };

  train (fixture, "strokes-siamese.rensa", settings);
  WAIT_FOR (has_made (fixture));
  assert_titles (fixture, titles);
}

#define ADD(path, func) g_test_add ("/ui/try/try-dialog/" path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  adw_init ();
  ADD ("strokes", test_strokes);
  ADD ("moons", test_moons);
  ADD ("closed-while-typing", test_closed_while_typing);
  ADD ("untrained", test_untrained);
  ADD ("pictures", test_pictures);
  ADD ("zoom", test_zoom);
  ADD ("text", test_text);
  ADD ("cancelled", test_cancelled);
  ADD ("comparison", test_comparison);
  return g_test_run ();
}
