/* studio-try-table.c: what a model says about many examples, beside what they are.
 * SPDX-License-Identifier: MIT */

#include "studio-try-table.h"

#include <glib/gi18n.h>
#include <math.h>

#include "studio-data-example.h"
#include "studio-format.h"

#define MOST_ROWS 200

/* One row. @is_wrong: of a class */
#define STUDIO_TYPE_TRY_ROW (studio_try_row_get_type ())
G_DECLARE_FINAL_TYPE (StudioTryRow, studio_try_row, STUDIO, TRY_ROW, GObject)

struct _StudioTryRow
{
  GObject parent_instance;
  char *cells[4];
  gboolean is_wrong;
};

G_DEFINE_FINAL_TYPE (StudioTryRow, studio_try_row, G_TYPE_OBJECT)

struct _StudioTryTable
{
  AdwBin parent_instance;
  GtkWidget *summary;
  GtkWidget *view;
  GListStore *rows;
  RensaPreview *preview;
  const RensaPreviewPart *part;
  double sum; /* of the differences, or of the right answers */
};

G_DEFINE_FINAL_TYPE (StudioTryTable, studio_try_table, ADW_TYPE_BIN)

static void
studio_try_row_finalize (GObject *object)
{
  StudioTryRow *self = STUDIO_TRY_ROW (object);

  for (guint i = 0; i < G_N_ELEMENTS (self->cells); i++)
    g_free (self->cells[i]);
  G_OBJECT_CLASS (studio_try_row_parent_class)->finalize (object);
}

static void
studio_try_row_class_init (StudioTryRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = studio_try_row_finalize;
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

/* One output for two classes is the probability of the second. */
static guint
get_class (const float *values, guint n, double *share)
{
  guint class = n == 1 ? values[0] > 0.5 : find_largest (values, n);

  *share = n > 1 ? values[class] : class == 1 ? values[0] : 1 - values[0];
  return class;
}

static void
fill_class (StudioTryTable *self, StudioTryRow *row, double label, const float *values, guint n)
{
  double share;
  const guint class = get_class (values, n, &share);

  row->cells[1] = rensa_preview_get_class_name (self->preview, (gint64) label);
  row->cells[2] = rensa_preview_get_class_name (self->preview, class);
  /* Translators: a share in per cent. */
  row->cells[3] = g_strdup_printf (_ ("%.1f %%"), 100 * share);
  row->is_wrong = class != (guint) label;
  self->sum += !row->is_wrong;
}

static void
fill_value (StudioTryTable *self, StudioTryRow *row, double label, double value)
{
  row->cells[1] = studio_data_example_format (label);
  row->cells[2] = studio_data_example_format (value);
  row->cells[3] = g_strdup_printf ("%+.3g", value - label);
  self->sum += fabs (value - label);
}

static void
show_summary (StudioTryTable *self)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->rows));
  g_autofree char *count = studio_format_examples (n);
  g_autofree char *mean = studio_format_number (self->sum / MAX (n, 1));
  g_autofree char *text = NULL;

  if (self->preview->n_classes > 0)
    /* Translators: how many answers of a model are right, and of how many examples ("120 examples"). */
    text = g_strdup_printf (_ ("%u right of %s"), (guint) self->sum, count);
  else
    /* Translators: a count of examples ("120 examples"), and how far predictions are off on average. */
    text = g_strdup_printf (_ ("%s, off by %s on average"), count, mean);
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
  row->cells[0] = g_strdup_printf ("%u", number);
  if (self->preview->n_classes > 0)
    fill_class (self, row, self->part->labels[number], values, n);
  else
    fill_value (self, row, self->part->labels[number], values[0]);
  g_list_store_append (self->rows, row);
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
bind_cell (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer number)
{
  const StudioTryRow *row = gtk_list_item_get_item (item);
  GtkWidget *label = gtk_list_item_get_child (item);

  gtk_label_set_label (GTK_LABEL (label), row->cells[GPOINTER_TO_UINT (number)]);
  if (row->is_wrong)
    gtk_widget_add_css_class (label, "error");
  else
    gtk_widget_remove_css_class (label, "error");
}

static void
add_column (StudioTryTable *self, guint number, const char *title)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = NULL;

  g_signal_connect (factory, "setup", G_CALLBACK (set_up_cell), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), GUINT_TO_POINTER (number));
  column = gtk_column_view_column_new (title, factory);
  gtk_column_view_column_set_expand (column, number > 0);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), column);
}

void
studio_try_table_begin (StudioTryTable *self, RensaPreview *preview, const RensaPreviewPart *part)
{
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->view));
  RensaPreview *before = self->preview;

  self->preview = rensa_preview_ref (preview);
  self->part = part;
  self->sum = 0;
  g_list_store_remove_all (self->rows);
  gtk_label_set_label (GTK_LABEL (self->summary), NULL);
  if (before != preview)
    {
      const RensaDataNote *note = rensa_data_notes_find (preview->notes, RENSA_DATA_LABEL);

      while (g_list_model_get_n_items (columns) > 0)
        {
          g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);

          gtk_column_view_remove_column (GTK_COLUMN_VIEW (self->view), column);
        }
      add_column (self, 0, _ ("Example"));
      add_column (self, 1, note != NULL ? note->text : _ ("Label"));
      add_column (self, 2, _ ("Prediction"));
      add_column (self, 3, preview->n_classes > 0 ? _ ("Certain") : _ ("Difference"));
    }
  g_clear_pointer (&before, rensa_preview_unref);
}

static void
studio_try_table_dispose (GObject *object)
{
  StudioTryTable *self = STUDIO_TRY_TABLE (object);

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
  gtk_box_append (GTK_BOX (box), self->summary);
  gtk_box_append (GTK_BOX (box), scroller);
  adw_bin_set_child (ADW_BIN (self), box);
}
