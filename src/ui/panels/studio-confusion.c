/* studio-confusion.c: confusion matrix and the examples behind it.
 * SPDX-License-Identifier: MIT */

#include "studio-confusion.h"

#include <glib/gi18n.h>

#include "studio-confusion-cell.h"
#include "studio-confusion-examples.h"
#include "studio-format.h"
#include "studio-surface.h"

/* With more classes, a list of the most frequent mistakes replaces the table. */
#define MOST_CLASSES 12
#define MOST_ROWS 30
#define NONE (-1)

struct _StudioConfusion
{
  AdwBin parent_instance;
  GtkLabel *summary;
  GtkGrid *grid;
  GtkListBox *list;
  GtkStack *tables;
  StudioConfusionExamples *examples;

  RensaPreview *preview;
  const RensaPreviewPart *part;
  guint n_classes;
  int *said;     /* Predicted class of each example; NONE if the output is not a number */
  float *right;  /* the probability of the actual class */
  guint *counts; /* n_classes rows, one for each true class */
  guint *n_true; /* number of examples of each class */
  int chosen;    /* Index in counts, or NONE */
  GtkWidget *cells[MOST_CLASSES * MOST_CLASSES];
};

G_DEFINE_FINAL_TYPE (StudioConfusion, studio_confusion, ADW_TYPE_BIN)

static gboolean
has_table (StudioConfusion *self)
{
  return self->n_classes <= MOST_CLASSES;
}

static int
get_truth (StudioConfusion *self, guint i)
{
  const float label = self->part->labels[i];

  return label >= 0 && label < self->n_classes ? (int) label : NONE;
}

/* "“4” taken for “9”: 12 examples" */
static char *
describe (StudioConfusion *self, guint place)
{
  const guint truth = place / self->n_classes, said = place % self->n_classes;
  g_autofree char *count = studio_format_examples (self->counts[place]);
  g_autofree char *true_name = rensa_preview_get_class_name (self->preview, truth);
  g_autofree char *said_name = rensa_preview_get_class_name (self->preview, said);

  if (truth == said)
    /* Translators: a class, and how many of its examples the model knows. */
    return g_strdup_printf (_ ("“%s” classified correctly: %s"), true_name, count);
  /* Translators: the class of examples, the class that the model takes them for, and how many they are. */
  return g_strdup_printf (_ ("“%s” classified as “%s”: %s"), true_name, said_name, count);
}

/* Examples of the selected cell or, if none is selected, the mistakes; in the order of WorstExamples. */
static void
show_examples (StudioConfusion *self)
{
  g_autofree char *title =
      self->chosen != NONE ? describe (self, (guint) self->chosen) : g_strdup (_ ("Worst Examples"));
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (StudioConfusionExample));

  for (guint i = 0; self->said != NULL && i < self->part->n_shown; i++)
    {
      const int truth = get_truth (self, i);
      const StudioConfusionExample example = { i, self->said[i], self->right[i] };

      if (truth == NONE || self->said[i] == NONE)
        continue;
      if (self->chosen == NONE ? truth != self->said[i] : truth * (int) self->n_classes + self->said[i] == self->chosen)
        g_array_append_val (found, example);
    }
  studio_confusion_examples_show (self->examples, title, (StudioConfusionExample *) found->data, found->len);
}

static void
choose (StudioConfusion *self, int place)
{
  self->chosen = place;
  for (guint i = 0; has_table (self) && i < self->n_classes * self->n_classes; i++)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->cells[i]), (int) i == place);
  show_examples (self);
}

static void
cell_clicked (GtkToggleButton *cell, StudioConfusion *self)
{
  for (int i = 0; i < (int) (self->n_classes * self->n_classes); i++)
    if (self->cells[i] == GTK_WIDGET (cell))
      choose (self, gtk_toggle_button_get_active (cell) ? i : NONE);
}

static void
row_activated (StudioConfusion *self, GtkListBoxRow *row)
{
  choose (self, GPOINTER_TO_INT (g_object_get_data (G_OBJECT (row), "place")));
}

static void
add_heading (StudioConfusion *self, guint number, int column, int row)
{
  g_autofree char *name = rensa_preview_get_class_name (self->preview, number);
  GtkWidget *label = gtk_label_new (name);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), column == 0 ? 10 : 5);
  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 1 : 0.5f);
  gtk_widget_set_margin_end (label, column == 0 ? 6 : 0);
  gtk_widget_set_tooltip_text (label, name);
  gtk_widget_add_css_class (label, "caption-heading");
  gtk_grid_attach (self->grid, label, column, row, 1, 1);
}

static void
make_table (StudioConfusion *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->grid))) != NULL)
    gtk_grid_remove (self->grid, child);
  for (guint i = 0; i < self->n_classes; i++)
    {
      add_heading (self, i, 0, (int) i + 1);
      add_heading (self, i, (int) i + 1, 0);
    }
  for (guint i = 0; i < self->n_classes * self->n_classes; i++)
    {
      const int row = (int) (i / self->n_classes), column = (int) (i % self->n_classes);

      self->cells[i] = studio_confusion_cell_new (row == column);
      gtk_widget_set_hexpand (self->cells[i], TRUE);
      g_signal_connect (self->cells[i], "clicked", G_CALLBACK (cell_clicked), self);
      gtk_grid_attach (self->grid, self->cells[i], column + 1, row + 1, 1, 1);
    }
}

static void
fill_table (StudioConfusion *self)
{
  for (guint i = 0; i < self->n_classes * self->n_classes; i++)
    {
      const guint n = self->n_true[i / self->n_classes];
      g_autofree char *name = describe (self, i);

      studio_confusion_cell_show (STUDIO_CONFUSION_CELL (self->cells[i]), self->counts[i],
                                  n > 0 ? (double) self->counts[i] / n : 0, name);
    }
}

static int
compare_counts (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint *counts = ((StudioConfusion *) data)->counts;
  const guint x = counts[*(const guint *) a], y = counts[*(const guint *) b];

  return x != y ? (x < y) - (x > y)
                : (*(const guint *) a > *(const guint *) b) - (*(const guint *) a < *(const guint *) b);
}

static void
fill_list (StudioConfusion *self)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (guint));
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, child);
  for (guint i = 0; i < self->n_classes * self->n_classes; i++)
    if (self->counts[i] > 0 && i / self->n_classes != i % self->n_classes)
      g_array_append_val (places, i);
  g_array_sort_with_data (places, compare_counts, self);
  for (guint i = 0; i < MIN (places->len, MOST_ROWS); i++)
    {
      g_autofree char *text = describe (self, g_array_index (places, guint, i));
      GtkWidget *row = adw_action_row_new ();

      adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), text);
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
      g_object_set_data (G_OBJECT (row), "place", GINT_TO_POINTER ((int) g_array_index (places, guint, i)));
      gtk_list_box_append (self->list, row);
    }
}

static void
count (StudioConfusion *self, const float *values, guint n_outputs, guint *n_right, guint *n_known)
{
  memset (self->counts, 0, self->n_classes * self->n_classes * sizeof *self->counts);
  memset (self->n_true, 0, self->n_classes * sizeof *self->n_true);
  *n_right = *n_known = 0;
  for (guint i = 0; i < self->part->n_shown; i++)
    {
      const int truth = get_truth (self, i);
      double share;

      self->said[i] = studio_surface_get_class (values + i * n_outputs, n_outputs, &share);
      self->right[i] =
          truth != NONE ? (float) studio_surface_get_probability (values + i * n_outputs, n_outputs, (guint) truth) : 0;
      if (self->said[i] >= (int) self->n_classes)
        self->said[i] = NONE;
      if (truth == NONE || self->said[i] == NONE)
        continue;
      ++*n_known;
      *n_right += truth == self->said[i];
      self->counts[truth * (int) self->n_classes + self->said[i]]++;
      self->n_true[truth]++;
    }
}

/* "935 of 1,000 validation examples correct (93.5 %)"; with more examples than are shown, "of the
 * first 1,000 of 2,000". */
static void
show_summary (StudioConfusion *self, guint n_right, guint n_known)
{
  const gboolean is_validation = self->part == &self->preview->test;
  const gboolean is_whole = (gint64) self->part->n_shown == self->part->n;
  g_autofree char *right = studio_format_count (n_right);
  g_autofree char *known = studio_format_count (n_known);
  g_autofree char *all = studio_format_count (self->part->n);
  const double share = n_known > 0 ? 100.0 * n_right / n_known : 0;
  g_autofree char *text = NULL;

  if (n_known == 0)
    text = g_strdup (_ ("The model does not output numbers."));
  else if (is_whole)
    text = g_strdup_printf (is_validation ? _ ("%s of %s validation examples correct (%.1f %%)")
                                          : _ ("%s of %s training examples correct (%.1f %%)"),
                            right, known, share);
  else
    text = g_strdup_printf (is_validation ? _ ("%s of the first %s of %s validation examples correct (%.1f %%)")
                                          : _ ("%s of the first %s of %s training examples correct (%.1f %%)"),
                            right, known, all, share);
  gtk_label_set_label (self->summary, text);
}

void
studio_confusion_answer (StudioConfusion *self, const float *values, guint n)
{
  guint n_right, n_known;

  if (self->part == NULL || n < self->part->n_shown || n % self->part->n_shown != 0)
    return;

  if (self->said == NULL)
    {
      self->said = g_new (int, self->part->n_shown);
      self->right = g_new (float, self->part->n_shown);
    }
  count (self, values, n / self->part->n_shown, &n_right, &n_known);
  show_summary (self, n_right, n_known);
  if (has_table (self))
    fill_table (self);
  else
    fill_list (self);
  show_examples (self);
}

static void
forget (StudioConfusion *self)
{
  g_clear_pointer (&self->said, g_free);
  g_clear_pointer (&self->right, g_free);
  g_clear_pointer (&self->counts, g_free);
  g_clear_pointer (&self->n_true, g_free);
  g_clear_pointer (&self->preview, rensa_preview_unref);
  self->part = NULL;
  self->chosen = NONE;
}

void
studio_confusion_set_examples (StudioConfusion *self, RensaPreview *preview, const RensaPreviewPart *part)
{
  forget (self);
  self->preview = rensa_preview_ref (preview);
  self->part = part;
  self->n_classes = (guint) preview->n_classes;
  self->counts = g_new0 (guint, self->n_classes * self->n_classes);
  self->n_true = g_new0 (guint, self->n_classes);
  gtk_label_set_label (self->summary, "");
  gtk_stack_set_visible_child_name (self->tables, has_table (self) ? "table" : "list");
  studio_confusion_examples_set_preview (self->examples, preview, part);
  if (has_table (self))
    make_table (self);
}

static void
studio_confusion_finalize (GObject *object)
{
  forget (STUDIO_CONFUSION (object));
  G_OBJECT_CLASS (studio_confusion_parent_class)->finalize (object);
}

static void
studio_confusion_class_init (StudioConfusionClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = studio_confusion_finalize;
  g_type_ensure (STUDIO_TYPE_CONFUSION_EXAMPLES);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-confusion.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioConfusion, summary);
  gtk_widget_class_bind_template_child (widget_class, StudioConfusion, grid);
  gtk_widget_class_bind_template_child (widget_class, StudioConfusion, list);
  gtk_widget_class_bind_template_child (widget_class, StudioConfusion, tables);
  gtk_widget_class_bind_template_child (widget_class, StudioConfusion, examples);
  gtk_widget_class_bind_template_callback (widget_class, row_activated);
}

static void
studio_confusion_init (StudioConfusion *self)
{
  self->chosen = NONE;
  gtk_widget_init_template (GTK_WIDGET (self));
}
