/* test-try-dialog.c: a model that was trained a moment ago is asked.
 * SPDX-License-Identifier: MIT */

#include <adwaita.h>
#include <string.h>

#include "data-fixture.h"
#include "rensa-init.h"
#include "studio-try-dialog.h"
#include "studio-try-form.h"
#include "studio-try-pad.h"
#include "ui-fixture.h"

#define PATIENCE_S 100

#define WAIT_FOR(condition)                                                   \
  G_STMT_START                                                                \
  {                                                                           \
    const gint64 end = g_get_monotonic_time () + PATIENCE_S * G_USEC_PER_SEC; \
    while (!(condition) && g_get_monotonic_time () < end)                     \
      {                                                                       \
        if (!g_main_context_iteration (NULL, FALSE))                          \
          g_usleep (500);                                                     \
      }                                                                       \
    g_assert_true (condition);                                                \
  }                                                                           \
  G_STMT_END

typedef struct
{
  char *folder;
  RensaStore *store;
  StudioRun *run;
  StudioTryDialog *dialog;
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
count (StudioTryDialog *dialog, guint *n)
{
  ++*n;
}

static void
open_dialog (Fixture *fixture)
{
  fixture->dialog = STUDIO_TRY_DIALOG (studio_try_dialog_new (fixture->run, fixture->folder, NULL));
  g_signal_connect (fixture->dialog, "answered", G_CALLBACK (count), &fixture->n_answers);
  gtk_window_present (GTK_WINDOW (fixture->dialog));
}

static void
train_and_open (Fixture *fixture, const char *name, const char *const *settings)
{
  start (fixture, name, settings, FALSE);
  WAIT_FOR (studio_run_get_state (fixture->run) >= RENSA_WORKER_FINISHED);
  g_assert_cmpint (studio_run_get_state (fixture->run), ==, RENSA_WORKER_FINISHED);
  open_dialog (fixture);
  WAIT_FOR (studio_try_dialog_get_n_examples (fixture->dialog) > 0);
}

/* Of the first @n examples, as a part. */
static double
measure_accuracy (Fixture *fixture, guint n)
{
  guint n_right = 0;

  for (guint i = 0; i < n; i++)
    {
      fixture->n_answers = 0;
      studio_try_dialog_choose_example (fixture->dialog, i);
      WAIT_FOR (fixture->n_answers > 0);
      n_right += studio_try_dialog_get_class (fixture->dialog) == studio_try_dialog_get_true_class (fixture->dialog);
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
  g_assert_cmpint (studio_try_dialog_get_class (fixture->dialog), ==, class);
  g_assert_cmpint (studio_try_dialog_get_true_class (fixture->dialog), ==, -1);
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
  g_assert_cmpuint (studio_try_dialog_get_n_examples (fixture->dialog), ==, 200);
  g_assert_cmpfloat (measure_accuracy (fixture, 200), >, 0.8);
  assert_told (fixture, "Strokes, MLP, after 4.0 epochs");

  assert_read_as (fixture, one, 3, 1);
  assert_read_as (fixture, zero, 9, 0);

  pad = STUDIO_TRY_PAD (ui_find (GTK_WIDGET (fixture->dialog), STUDIO_TYPE_TRY_PAD, NULL));
  gtk_widget_activate_action (GTK_WIDGET (fixture->dialog), "try.undo", NULL);
  g_assert_cmpuint (studio_try_pad_get_lines (pad)->len, ==, 0);
  g_assert_cmpint (studio_try_dialog_get_class (fixture->dialog), ==, -1);
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
  g_assert_cmpint (studio_try_dialog_get_class (fixture->dialog), ==, 0);
  g_assert_cmpint (studio_try_dialog_get_true_class (fixture->dialog), ==, -1);
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
  g_assert_cmpuint (studio_try_dialog_get_n_examples (fixture->dialog), ==, 0);
  studio_try_dialog_choose_example (fixture->dialog, 0);
  gtk_widget_activate_action (GTK_WIDGET (fixture->dialog), "try.random", NULL);
  gtk_window_destroy (GTK_WINDOW (fixture->dialog));

  start (fixture, "moons.rensa", settings, FALSE);
  open_dialog (fixture);
  studio_run_pause (fixture->run);
  WAIT_FOR (studio_try_dialog_get_n_examples (fixture->dialog) > 0);
  studio_run_stop (fixture->run);
  WAIT_FOR (studio_run_get_state (fixture->run) >= RENSA_WORKER_FINISHED);
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
  return g_test_run ();
}
