/* studio-try-table.c: table of predictions and labels for many examples.
 * SPDX-License-Identifier: MIT */

#include "studio-try-table.h"

#include <glib/gi18n.h>
#include <math.h>

#include "studio-column.h"
#include "studio-data-example.h"
#include "studio-file-chooser.h"
#include "studio-format.h"
#include "studio-widget.h"

#define MOST_ROWS 1000
/* In wider tables, the inputs are omitted and rows are identified by the number of the example alone. */
#define MOST_INPUTS 12
/* The number of decimals follows from the largest label. */
#define DIGITS 4
#define MOST_DECIMALS 6

/* A row with the prediction for example @number; @prediction: a value, or a class with the
 * confidence @share. */
#define STUDIO_TYPE_TRY_ROW (studio_try_row_get_type ())
G_DECLARE_FINAL_TYPE (StudioTryRow, studio_try_row, STUDIO, TRY_ROW, GObject)

struct _StudioTryRow
{
  GObject parent_instance;
  guint number;
  double prediction;
  double share;
};

G_DEFINE_FINAL_TYPE (StudioTryRow, studio_try_row, G_TYPE_OBJECT)

struct _StudioTryTable
{
  AdwBin parent_instance;
  GtkWidget *summary;
  GtkWidget *export;
  GtkWidget *view;
  GtkFileChooserNative *chooser;
  GListStore *rows;
  RensaPreview *preview;
  const RensaPreviewPart *part;
  int decimals; /* For labels, predictions and differences */
  double sum;   /* Sum of the differences, or number of correct predictions */
};

G_DEFINE_FINAL_TYPE (StudioTryTable, studio_try_table, ADW_TYPE_BIN)

/* The contents of a column. */
typedef enum
{
  NUMBER,
  INPUT,
  LABEL,
  PREDICTION,
  LAST, /* Confidence in the class, or error of the value */
} Kind;

typedef struct
{
  StudioTryTable *table;
  Kind kind;
  guint input;
  int decimals; /* For an input; -1 if values need an exponent */
} Column;

static void
studio_try_row_class_init (StudioTryRowClass *klass)
{
}

static void
studio_try_row_init (StudioTryRow *self)
{
}

/* Answers */

static guint
find_largest (const float *values, guint n)
{
  guint largest = 0;

  for (guint i = 1; i < n; i++)
    if (values[i] > values[largest])
      largest = i;
  return largest;
}

/* A single output with two classes is the probability of the second class. */
static guint
get_class (const float *values, guint n, double *share)
{
  guint class = n == 1 ? values[0] > 0.5 : find_largest (values, n);

  *share = n > 1 ? values[class] : class == 1 ? values[0] : 1 - values[0];
  return class;
}

static gboolean
has_classes (StudioTryTable *self)
{
  return self->preview->n_classes > 0;
}

static gboolean
is_wrong (StudioTryTable *self, const StudioTryRow *row)
{
  return has_classes (self) && row->prediction != self->part->labels[row->number];
}

/* Returns the number of decimals that shows the largest label with DIGITS digits. */
static int
choose_decimals (const RensaPreviewPart *part)
{
  double largest = 0;

  for (guint i = 0; i < part->n_shown; i++)
    if (isfinite (part->labels[i]))
      largest = MAX (largest, fabs (part->labels[i]));
  return largest > 0 ? CLAMP (DIGITS - 1 - (int) floor (log10 (largest)), 0, MOST_DECIMALS) : MOST_DECIMALS;
}

static double
get_input (const StudioTryTable *self, guint example, guint input)
{
  return self->part->inputs[example * self->preview->n_values + input];
}

/* Returns the largest number of decimals that a value of the column needs. */
static int
count_decimals (const StudioTryTable *self, guint input)
{
  int most = 0;

  for (guint i = 0; i < studio_try_table_get_n_rows (self->part); i++)
    {
      g_autofree char *text = studio_data_example_format (get_input (self, i, input));
      const char *point = strpbrk (text, ".,");

      if (strchr (text, 'e') != NULL)
        return -1;
      most = MAX (most, point != NULL ? (int) strlen (point + 1) : 0);
    }
  return most;
}

static char *
format_input (const Column *column, guint example)
{
  char **categories = column->table->preview->columns[column->input].categories;
  const double value = get_input (column->table, example, column->input);

  if (categories != NULL && value >= 0 && value < g_strv_length (categories))
    return g_strdup (categories[(guint) value]);
  return column->decimals >= 0 ? g_strdup_printf ("%.*f", column->decimals, value) : studio_data_example_format (value);
}

static char *
format_value (StudioTryTable *self, double value)
{
  return has_classes (self) ? rensa_preview_get_class_name (self->preview, (gint64) value)
                            : g_strdup_printf ("%.*f", self->decimals, value);
}

static char *
format_cell (const Column *column, const StudioTryRow *row)
{
  StudioTryTable *self = column->table;
  const double label = self->part->labels[row->number];

  switch (column->kind)
    {
    case NUMBER:
      return g_strdup_printf ("%u", row->number);
    case INPUT:
      return format_input (column, row->number);
    case LABEL:
      return format_value (self, label);
    case PREDICTION:
      return format_value (self, row->prediction);
    case LAST:
    default:
      /* Translators: a share in per cent. */
      return has_classes (self) ? g_strdup_printf (_ ("%.1f %%"), 100 * row->share)
                                : g_strdup_printf ("%+.*f", self->decimals, row->prediction - label);
    }
}

static void
show_summary (StudioTryTable *self)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->rows));
  g_autofree char *count = studio_format_examples (n);
  g_autofree char *mean = studio_format_number (self->sum / MAX (n, 1));
  g_autofree char *text = NULL;

  if (has_classes (self))
    /* Translators: how many answers of a model are right, and of how many examples ("120 examples"). */
    text = g_strdup_printf (_ ("%u correct of %s"), (guint) self->sum, count);
  else
    /* Translators: a count of examples ("120 examples"), and how far predictions are off on average. */
    text = g_strdup_printf (_ ("%s, mean absolute error %s"), count, mean);
  gtk_label_set_label (GTK_LABEL (self->summary), text);
}

guint
studio_try_table_get_n_rows (const RensaPreviewPart *part)
{
  return part->labels != NULL ? MIN (part->n_shown, MOST_ROWS) : 0;
}

void
studio_try_table_add (StudioTryTable *self, const float *values, guint n)
{
  const guint number = g_list_model_get_n_items (G_LIST_MODEL (self->rows));
  g_autoptr (StudioTryRow) row = NULL;

  if (number >= studio_try_table_get_n_rows (self->part) || n == 0)
    return;

  row = g_object_new (STUDIO_TYPE_TRY_ROW, NULL);
  row->number = number;
  row->prediction = has_classes (self) ? get_class (values, n, &row->share) : values[0];
  self->sum += has_classes (self) ? !is_wrong (self, row) : fabs (row->prediction - self->part->labels[number]);
  g_list_store_append (self->rows, row);
  gtk_widget_set_sensitive (self->export, TRUE);
  show_summary (self);
}

void
studio_try_table_show_error (StudioTryTable *self, const char *sentence)
{
  gtk_label_set_label (GTK_LABEL (self->summary), sentence);
}

/* Columns */

static void
set_up_cell (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (item, label);
}

static void
bind_cell (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  const Column *column = data;
  const StudioTryRow *row = gtk_list_item_get_item (item);
  GtkWidget *label = gtk_list_item_get_child (item);
  g_autofree char *text = format_cell (column, row);

  gtk_label_set_label (GTK_LABEL (label), text);
  if (is_wrong (column->table, row))
    gtk_widget_add_css_class (label, "error");
  else
    gtk_widget_remove_css_class (label, "error");
}

static void
add_column (StudioTryTable *self, Kind kind, guint input, const char *title)
{
  g_autoptr (GtkColumnViewColumn) made = NULL;
  Column *column = g_new (Column, 1);

  *column = (Column){ self, kind, input, kind == INPUT ? count_decimals (self, input) : 0 };
  made = gtk_column_view_column_new (
      title, studio_factory_new (G_CALLBACK (set_up_cell), G_CALLBACK (bind_cell), NULL, column));
  g_object_set_data_full (G_OBJECT (made), "column", column, g_free);
  gtk_column_view_column_set_expand (made, kind != NUMBER);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), made);
  studio_column_align_title (made);
}

static void
add_columns (StudioTryTable *self)
{
  const RensaDataNote *note = rensa_data_notes_find (self->preview->notes, RENSA_DATA_LABEL);

  add_column (self, NUMBER, 0, _ ("Example"));
  if (self->preview->columns != NULL && self->preview->n_values <= MOST_INPUTS)
    for (guint i = 0; i < self->preview->n_values; i++)
      add_column (self, INPUT, i, self->preview->columns[i].name);
  add_column (self, LABEL, 0, note != NULL ? note->text : _ ("Label"));
  add_column (self, PREDICTION, 0, _ ("Prediction"));
  add_column (self, LAST, 0, has_classes (self) ? _ ("Confidence") : _ ("Difference"));
}

static void
remove_columns (StudioTryTable *self)
{
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->view));

  while (g_list_model_get_n_items (columns) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);

      gtk_column_view_remove_column (GTK_COLUMN_VIEW (self->view), column);
    }
}

void
studio_try_table_begin (StudioTryTable *self, RensaPreview *preview, const RensaPreviewPart *part)
{
  RensaPreview *before = self->preview;

  g_list_store_remove_all (self->rows);
  self->preview = rensa_preview_ref (preview);
  self->part = part;
  self->decimals = choose_decimals (part);
  self->sum = 0;
  gtk_label_set_label (GTK_LABEL (self->summary), NULL);
  gtk_widget_set_sensitive (self->export, FALSE);
  if (before != preview)
    {
      remove_columns (self);
      add_columns (self);
    }
  g_clear_pointer (&before, rensa_preview_unref);
}

/* Export */

/* NAN if the cell is a word. */
static double
get_number (const Column *column, const StudioTryRow *row)
{
  const StudioTryTable *self = column->table;
  const RensaPreview *preview = self->preview;
  const gboolean has_classes = preview->n_classes > 0;

  switch (column->kind)
    {
    case INPUT:
      return preview->columns[column->input].categories != NULL ? NAN : get_input (self, row->number, column->input);
    case LABEL:
      return has_classes ? NAN : self->part->labels[row->number];
    case PREDICTION:
      return has_classes ? NAN : row->prediction;
    case LAST:
      return has_classes ? row->share : row->prediction - self->part->labels[row->number];
    case NUMBER:
    default:
      return row->number;
    }
}

/* Writes numbers independently of the locale, with full precision. */
static void
append_cell (GString *csv, const Column *column, const StudioTryRow *row)
{
  const double number = get_number (column, row);
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *word = isfinite (number) ? NULL : format_cell (column, row);

  studio_csv_append (csv, word != NULL ? word : g_ascii_formatd (digits, sizeof digits, "%.9g", number));
}

static void
append_line (GString *csv, GListModel *columns, const StudioTryRow *row)
{
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (i > 0)
        g_string_append_c (csv, ',');
      if (row != NULL)
        append_cell (csv, g_object_get_data (G_OBJECT (column), "column"), row);
      else
        studio_csv_append (csv, gtk_column_view_column_get_title (column));
    }
  g_string_append (csv, "\r\n");
}

char *
studio_try_table_make_csv (StudioTryTable *self)
{
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->view));
  GString *csv = g_string_new (NULL);

  append_line (csv, columns, NULL);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->rows)); i++)
    {
      g_autoptr (StudioTryRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), i);

      append_line (csv, columns, row);
    }
  return g_string_free (csv, FALSE);
}

static void
file_chosen (GtkNativeDialog *chooser, int response, StudioTryTable *self)
{
  g_autoptr (GFile) file = studio_file_chooser_dup_file (chooser, response);
  g_autofree char *csv = file != NULL ? studio_try_table_make_csv (self) : NULL;
  g_autoptr (GError) error = NULL;

  if (file != NULL
      && !g_file_replace_contents (file, csv, strlen (csv), NULL, FALSE, G_FILE_CREATE_NONE, NULL, NULL, &error))
    studio_try_table_show_error (self, error->message);
  g_clear_object (&self->chooser);
}

static void
export_clicked (StudioTryTable *self)
{
  g_clear_object (&self->chooser);
  self->chooser =
      gtk_file_chooser_native_new (_ ("Export Predictions"), GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                   GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"), _ ("_Cancel"));
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), "predictions.csv");
  studio_file_chooser_show (self->chooser, G_CALLBACK (file_chosen), self);
}

static void
studio_try_table_dispose (GObject *object)
{
  StudioTryTable *self = STUDIO_TRY_TABLE (object);

  g_clear_object (&self->chooser);
  g_clear_object (&self->rows);
  g_clear_pointer (&self->preview, rensa_preview_unref);
  G_OBJECT_CLASS (studio_try_table_parent_class)->dispose (object);
}

static void
studio_try_table_class_init (StudioTryTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_try_table_dispose;
}

static void
studio_try_table_init (StudioTryTable *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkSelectionModel *model;

  self->rows = g_list_store_new (STUDIO_TYPE_TRY_ROW);
  model = GTK_SELECTION_MODEL (gtk_no_selection_new (g_object_ref (G_LIST_MODEL (self->rows))));
  self->view = gtk_column_view_new (model);
  gtk_widget_add_css_class (self->view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Predictions"), -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->view);
  gtk_widget_add_css_class (scroller, "data-scroller");
  gtk_widget_set_vexpand (scroller, TRUE);

  self->summary = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->summary), TRUE);
  gtk_widget_add_css_class (self->summary, "try-summary");
  gtk_widget_set_hexpand (self->summary, TRUE);
  self->export = gtk_button_new_with_label (_ ("Export CSV…"));
  gtk_widget_set_valign (self->export, GTK_ALIGN_CENTER);
  gtk_widget_set_sensitive (self->export, FALSE);
  g_signal_connect_swapped (self->export, "clicked", G_CALLBACK (export_clicked), self);
  gtk_widget_add_css_class (head, "try-table-head");
  gtk_box_append (GTK_BOX (head), self->summary);
  gtk_box_append (GTK_BOX (head), self->export);
  gtk_box_append (GTK_BOX (box), head);
  gtk_box_append (GTK_BOX (box), scroller);
  adw_bin_set_child (ADW_BIN (self), box);
}
