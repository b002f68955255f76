/* studio-data-table.c: first rows of a table, with descriptions of its columns.
 * SPDX-License-Identifier: MIT */

#include "studio-data-table.h"

#include <glib/gi18n.h>

#include "studio-data-example.h"
#include "studio-data-scroller.h"
#include "studio-column.h"
#include "studio-format.h"
#include "studio-widget.h"

/* A column view has widgets for all of its columns, including invisible ones. */
#define MOST_COLUMNS 40
/* Represents the column of labels. */
#define LABEL G_MAXUINT

struct _StudioDataTable
{
  AdwBin parent_instance;
  GtkWidget *view;
  GtkWidget *note;
};

G_DEFINE_FINAL_TYPE (StudioDataTable, studio_data_table, ADW_TYPE_BIN)

static void
set_up_cell (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer is_number)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), is_number != NULL ? 1 : 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 16);
  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (item, label);
}

static void
bind_cell (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  const guint column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), "column"));
  StudioDataExample *example = gtk_list_item_get_item (item);
  g_autofree char *text =
      column == LABEL ? studio_data_example_get_label (example) : studio_data_example_get_value (example, column);

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), text);
}

static void
add_column (StudioDataTable *self, guint number, const char *name, const char *kind, gboolean is_number)
{
  GtkListItemFactory *factory =
      studio_factory_new (G_CALLBACK (set_up_cell), G_CALLBACK (bind_cell), NULL, GINT_TO_POINTER (is_number));
  g_autofree char *title = g_strdup_printf ("%s\n%s", name, kind);
  g_autoptr (GtkColumnViewColumn) column = NULL;

  g_object_set_data (G_OBJECT (factory), "column", GUINT_TO_POINTER (number));
  column = gtk_column_view_column_new (title, factory);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), column);
  if (is_number)
    studio_column_align_title (column);
}

static char *
describe_kind (const RensaPreviewColumn *column)
{
  g_autofree char *low = studio_data_example_format (column->low);
  g_autofree char *high = studio_data_example_format (column->high);

  if (column->categories != NULL)
    {
      const guint n = g_strv_length (column->categories);

      return g_strdup_printf (ngettext ("%u word", "%u words", n), n);
    }
  /* Translators: the range of the numbers in a column, whole or not. */
  return g_strdup_printf (column->is_whole ? _ ("integers, %s to %s") : _ ("%s to %s"), low, high);
}

static char *
describe_label (const RensaPreview *preview)
{
  g_autofree char *count = NULL;

  if (preview->n_classes == 0)
    return describe_kind (&preview->label);
  count = studio_format_count (preview->n_classes);
  return g_strdup_printf (ngettext ("%s class", "%s classes", (gulong) preview->n_classes), count);
}

static void
show_columns (StudioDataTable *self, const RensaPreview *preview)
{
  const gsize n = preview->columns != NULL ? MIN (preview->n_values, MOST_COLUMNS) : 0;

  if (preview->n_fields > 1)
    {
      const RensaDataNote *note = rensa_data_notes_find (preview->notes, RENSA_DATA_LABEL);
      g_autofree char *kind = describe_label (preview);
      /* Translators: the column of a table that is to be predicted. */
      g_autofree char *title = note != NULL ? g_strdup_printf (_ ("%s (label)"), note->text) : g_strdup (_ ("Label"));

      add_column (self, LABEL, title, kind, preview->n_classes == 0);
    }
  for (gsize i = 0; i < n; i++)
    {
      const RensaPreviewColumn *column = &preview->columns[i];
      g_autofree char *kind = describe_kind (column);

      add_column (self, i, column->name, kind, column->categories == NULL);
    }

  gtk_widget_set_visible (self->note, n < preview->n_values);
  if (n < preview->n_values)
    {
      g_autofree char *more = studio_format_count (preview->n_values - n);
      g_autofree char *text = g_strdup_printf (
          ngettext ("%s more column not shown", "%s more columns not shown", (gulong) (preview->n_values - n)), more);

      gtk_label_set_label (GTK_LABEL (self->note), text);
    }
}

static void
clear (StudioDataTable *self)
{
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->view));

  gtk_column_view_set_model (GTK_COLUMN_VIEW (self->view), NULL);
  while (g_list_model_get_n_items (columns) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);

      gtk_column_view_remove_column (GTK_COLUMN_VIEW (self->view), column);
    }
}

void
studio_data_table_show (StudioDataTable *self, RensaPreview *preview, const RensaPreviewPart *part)
{
  g_autoptr (GtkNoSelection) model = NULL;

  clear (self);
  if (preview == NULL)
    return;

  show_columns (self, preview);
  model = gtk_no_selection_new (studio_data_example_list (preview, part));
  gtk_column_view_set_model (GTK_COLUMN_VIEW (self->view), GTK_SELECTION_MODEL (model));
}

static void
studio_data_table_class_init (StudioDataTableClass *klass)
{
}

static void
studio_data_table_init (StudioDataTable *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->view = gtk_column_view_new (NULL);
  gtk_column_view_set_show_column_separators (GTK_COLUMN_VIEW (self->view), TRUE);
  gtk_widget_add_css_class (self->view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("First rows"), -1);
  studio_accessible_name_table (GTK_COLUMN_VIEW (self->view), _ ("First rows"));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->view);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_widget_add_css_class (scroller, "data-scroller");
  studio_data_scroller_let_wheel_pass (scroller);

  self->note = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->note, "dim-label");
  gtk_widget_add_css_class (self->note, "caption");
  gtk_widget_add_css_class (self->note, "data-note");
  gtk_box_append (GTK_BOX (box), scroller);
  gtk_box_append (GTK_BOX (box), self->note);
  adw_bin_set_child (ADW_BIN (self), box);
}
