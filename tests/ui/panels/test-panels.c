/* test-panels.c: what a model says about the data, beside its curves.
 * SPDX-License-Identifier: MIT */

#include <adwaita.h>
#include <math.h>

#include "panels-fixture.h"
#include "rensa-init.h"
#include "studio-confusion-cell.h"
#include "studio-confusion.h"
#include "studio-data-scatter.h"
#include "studio-panels.h"
#include "ui-fixture.h"

static void
set_up (Desk *desk, gconstpointer example)
{
  const char *const settings[] = { "stop.period=3", NULL };

  desk_set_up (desk, example, settings);
  desk_show (desk, g_object_new (STUDIO_TYPE_PANELS, "project", desk->project, NULL));
}

/* The first descendant of @type whose tooltip begins with @tooltip, which may be NULL. */
static GtkWidget *
find (GtkWidget *root, GType type, const char *tooltip)
{
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      const char *own = gtk_widget_get_tooltip_text (child);
      GtkWidget *found;

      if (G_TYPE_CHECK_INSTANCE_TYPE (child, type)
          && (tooltip == NULL || (own != NULL && g_str_has_prefix (own, tooltip))))
        return child;
      found = find (child, type, tooltip);
      if (found != NULL)
        return found;
    }
  return NULL;
}

static const StudioSurface *
get_surface (Desk *desk)
{
  return studio_data_scatter_get_surface (STUDIO_DATA_SCATTER (find (desk->panel, STUDIO_TYPE_DATA_SCATTER, NULL)));
}

/* Live: while training is paused before the first iteration the model answers, and answers otherwise after one. */
static void
test_surface (Desk *desk, gconstpointer example)
{
  g_autofree float *before = NULL;
  const StudioSurface *surface;
  gsize size;

  g_assert_false (desk_is_available (desk));
  desk_train (desk, TRUE);
  WAIT_FOR (desk_is_available (desk) && get_surface (desk)->values != NULL);
  surface = get_surface (desk);
  g_assert_cmpuint (surface->n_outputs, ==, 2);
  size = surface->n_columns * surface->n_rows * surface->n_outputs * sizeof (float);
  before = g_memdup2 (surface->values, size);
  for (guint i = 0; i < surface->n_columns * surface->n_rows; i++)
    g_assert_cmpfloat_with_epsilon (before[2 * i] + before[2 * i + 1], 1, 1e-5);

  studio_run_step (desk->run);
  WAIT_FOR (memcmp (get_surface (desk)->values, before, size) != 0);
  studio_run_stop (desk->run);
  WAIT_FOR (!studio_run_is_live (desk->run));
}

/* A run that is over answers from its saved model, with the same numbers. */
static void
test_saved (Desk *desk, gconstpointer example)
{
  g_autofree float *last = NULL;
  g_autoptr (StudioRun) opened = NULL;
  g_autoptr (GError) error = NULL;
  gsize size;

  desk_train (desk, FALSE);
  WAIT_FOR (!studio_run_is_live (desk->run));
  WAIT_FOR (desk_is_available (desk) && get_surface (desk)->values != NULL);
  /* There is time for more places than while training. */
  WAIT_FOR (get_surface (desk)->n_columns >= 200 && get_surface (desk)->n_rows >= 200);
  size = get_surface (desk)->n_columns * get_surface (desk)->n_rows * sizeof (float);
  last = g_memdup2 (get_surface (desk)->values, size);

  opened = studio_run_open (desk->store, studio_run_get_record (desk->run), &error);
  g_assert_no_error (error);
  g_object_set (desk->panel, "run", NULL, NULL);
  g_assert_false (desk_is_available (desk));
  g_object_set (desk->panel, "run", opened, NULL);
  WAIT_FOR (desk_is_available (desk) && get_surface (desk)->values != NULL);
  g_assert_cmpuint (get_surface (desk)->n_columns, >=, 200);
  g_assert_cmpmem (get_surface (desk)->values, size, last, size);
}

/* A number and a value: a line of one output for each place. */
static void
test_curve (Desk *desk, gconstpointer example)
{
  desk_train (desk, TRUE);
  WAIT_FOR (desk_is_available (desk) && get_surface (desk)->values != NULL);
  g_assert_cmpuint (get_surface (desk)->n_rows, ==, 1);
  g_assert_cmpuint (get_surface (desk)->n_outputs, ==, 1);
  studio_run_stop (desk->run);
  WAIT_FOR (!studio_run_is_live (desk->run));
}

static RensaPreview *
load_preview (const char *example)
{
  g_autoptr (RensaDocument) document = ui_load_example (example);
  RensaPreview *preview = rensa_preview_new (document, NULL, NULL, NULL, NULL);

  g_assert_cmpint (preview->state, ==, RENSA_PREVIEW_READY);
  g_assert_cmpuint (preview->train.n_shown, >, 30);
  return preview;
}

/* Every example is taken for what it is, but the first one, and the second, of which nothing is known. */
static float *
answer (const RensaPreview *preview, const RensaPreviewPart *part, int *truth)
{
  const guint n = (guint) preview->n_classes;
  float *values = g_new0 (float, n * part->n_shown);

  for (guint i = 0; i < part->n_shown; i++)
    values[i * n + (guint) part->labels[i]] = 1;
  *truth = (int) part->labels[0];
  values[*truth] = 0.25f;
  values[((guint) *truth + 1) % n] = 0.75f;
  values[n] = NAN;
  return values;
}

static void
test_confusion (Desk *desk, gconstpointer example)
{
  GtkWidget *confusion = g_object_ref_sink (g_object_new (STUDIO_TYPE_CONFUSION, NULL));
  g_autoptr (RensaPreview) preview = load_preview (example);
  const guint n = (guint) preview->n_classes;
  int truth;
  g_autofree float *values = answer (preview, &preview->train, &truth);
  g_autofree char *wrong = g_strdup_printf ("“%d” classified as “%u”: 1 example", truth, ((guint) truth + 1) % n);
  g_autofree char *right = g_strdup_printf ("“%d” classified correctly: ", truth);
  g_autofree char *mistake = g_strdup_printf ("Example 0 is “%d”, predicted “%u”", truth, ((guint) truth + 1) % n);
  GtkWidget *cell;

  studio_confusion_set_examples (STUDIO_CONFUSION (confusion), preview, &preview->train);
  studio_confusion_answer (STUDIO_CONFUSION (confusion), values, n * preview->train.n_shown);
  cell = find (confusion, STUDIO_TYPE_CONFUSION_CELL, wrong);
  g_assert_nonnull (cell);
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (cell)), ==, "1");
  g_assert_nonnull (find (confusion, GTK_TYPE_BOX, mistake));

  /* The examples behind a cell. */
  cell = find (confusion, STUDIO_TYPE_CONFUSION_CELL, right);
  g_assert_nonnull (cell);
  g_signal_emit_by_name (cell, "clicked");
  g_assert_null (find (confusion, GTK_TYPE_BOX, mistake));
  g_assert_nonnull (find (confusion, GTK_TYPE_BOX, "Example "));
  g_signal_emit_by_name (cell, "clicked");
  g_assert_nonnull (find (confusion, GTK_TYPE_BOX, mistake));

  /* An answer of another size is no answer. */
  studio_confusion_answer (STUDIO_CONFUSION (confusion), values, preview->train.n_shown - 1);
  g_assert_nonnull (find (confusion, GTK_TYPE_BOX, mistake));
  g_object_unref (confusion);
}

#define ADD(name, example, func) g_test_add ("/ui/panels/" name, Desk, example, set_up, func, desk_tear_down)

static void
count (GObject *object, GParamSpec *spec, guint *n)
{
  ++*n;
}

/* Each new tooltip asks the display something. */
static void
test_same_again (void)
{
  g_autoptr (GtkWidget) cell = g_object_ref_sink (studio_confusion_cell_new (TRUE));
  guint n = 0;

  g_signal_connect (cell, "notify::tooltip-text", G_CALLBACK (count), &n);
  for (int i = 0; i < 3; i++)
    studio_confusion_cell_show (STUDIO_CONFUSION_CELL (cell), 7, 0.5, "7 of 14");
  g_assert_cmpuint (n, ==, 1);
  studio_confusion_cell_show (STUDIO_CONFUSION_CELL (cell), 8, 0.5, "8 of 16");
  g_assert_cmpuint (n, ==, 2);
}

static guint n_looked;

static void
count_look (void)
{
  n_looked++;
}

/* The run goes on without the panels. */
static void
assert_unavailable (Desk *desk)
{
  g_signal_connect_swapped (desk->panel, "notify::available", G_CALLBACK (count_look), NULL);
  desk_train (desk, FALSE);
  n_looked = 0;
  WAIT_FOR (n_looked > 0);
  g_assert_false (desk_is_available (desk));
  WAIT_FOR (studio_run_can_answer (desk->run));
}

/* Classes of tokens are no class of the example, which could be counted. */
static void
test_positions (Desk *desk, gconstpointer example)
{
  assert_unavailable (desk);
  g_assert_true (studio_run_takes_examples (desk->run));
}

/* What goes on from example to example is not asked for one by itself. */
static void
test_sequence (Desk *desk, gconstpointer example)
{
  g_assert_true (studio_project_set (desk->project, "updater", "BPTTUpdater", NULL));
  assert_unavailable (desk);
  g_assert_true (studio_run_takes_examples (desk->run));
}

/* The words around each word are no example. */
static void
test_words (Desk *desk, gconstpointer example)
{
  g_assert_true (studio_project_set (desk->project, "data.iterator", "WindowIterator(window=2)", NULL));
  g_assert_true (studio_project_set (desk->project, "updater", "StandardUpdater", NULL));
  assert_unavailable (desk);
  g_assert_false (studio_run_takes_examples (desk->run));
}

static gboolean
says (GtkWidget *root, const char *text)
{
  if (GTK_IS_LABEL (root) && strstr (gtk_label_get_label (GTK_LABEL (root)), text) != NULL)
    return gtk_widget_get_visible (root);
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (says (child, text))
      return TRUE;
  return FALSE;
}

static void
test_not_finite (Desk *desk, gconstpointer example)
{
  g_assert_true (studio_project_set (desk->project, "optimizer", "SGD(lr=1e30)", NULL));
  g_assert_true (studio_project_set (desk->project, "stop_at_nan", "false", NULL));
  desk_train (desk, FALSE);
  WAIT_FOR (!studio_run_is_live (desk->run));
  WAIT_FOR (desk_is_available (desk) && says (desk->panel, "No prediction: all outputs of the model are NaN"));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv);
  adw_init ();
  rensa_init ();
  ADD ("surface", "moons.rensa", test_surface);
  ADD ("saved", "moons.rensa", test_saved);
  ADD ("curve", "waves.rensa", test_curve);
  ADD ("confusion", "strokes-mlp.rensa", test_confusion);
  ADD ("not-finite", "moons.rensa", test_not_finite);
  ADD ("positions", "little-sentences-transformer.rensa", test_positions);
  ADD ("sequence", "strokes-mlp.rensa", test_sequence);
  ADD ("words", "little-sentences.rensa", test_words);
  g_test_add_func ("/ui/panels/same-again", test_same_again);
  return g_test_run ();
}
