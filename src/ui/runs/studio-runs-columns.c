/* studio-runs-columns.c: columns of the table of runs.
 * SPDX-License-Identifier: MIT */

#include "studio-runs-columns.h"

#include <glib/gi18n.h>

#include "studio-column.h"
#include "studio-runs-column.h"
#include "studio-widget.h"

#define STAR_WIDTH 58
/* Minimum width of a column that takes the remaining space. */
#define LEAST_CHARS 9
/* Minimum and natural width of the name, which identifies the run. */
#define LEAST_NAME_CHARS 16
#define NAME_CHARS 24

typedef struct
{
  StudioRunsColumns *owner;
  const StudioRunsColumn *column;
  char *id;
  const char *path; /* Path of the setting; NULL if the column does not show a setting */
  GtkColumnViewColumn *made;
  gboolean names_row;
  int width; /* Width set here; differs from the actual width after the user has dragged its edge */
} Shown;

struct _StudioRunsColumns
{
  GtkColumnView *view;
  StudioRunSettings *settings;
  GtkColumnViewColumn *star; /* Owned by the view */
  guint measuring;
  GPtrArray *columns; /* Shown, in order of creation */
};

/* Cells */

static Shown *
get_shown (gpointer object)
{
  return g_object_get_data (object, "shown");
}

static StudioRunsCell
get_cell (const Shown *shown, gconstpointer run)
{
  return (StudioRunsCell){ (RensaRun *) run, shown->owner->settings, shown->path };
}

static void
show (GtkListItem *item, const Shown *shown)
{
  const StudioRunsCell cell = get_cell (shown, gtk_list_item_get_item (item));
  g_autofree char *text = shown->column->format (&cell);

  gtk_inscription_set_text (GTK_INSCRIPTION (gtk_list_item_get_child (item)), text);
}

/* The accessible name belongs to the row widget, which contains the cells. */
static void
name_row (GtkListItem *item)
{
  RensaRun *run = gtk_list_item_get_item (item);
  GtkWidget *cell = gtk_widget_get_parent (gtk_list_item_get_child (item));
  GtkWidget *row = cell != NULL ? gtk_widget_get_parent (cell) : NULL;
  g_autofree char *state = studio_runs_format_state (run);
  g_autofree char *name = g_strdup_printf ("%s, %s", rensa_run_get_name (run), state);

  if (row == NULL)
    return;
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data (G_OBJECT (row), "run", run);
}

static void
run_changed (GtkListItem *item)
{
  const Shown *shown = get_shown (item);

  show (item, shown);
  if (shown->names_row)
    name_row (item);
}

/* Computes tooltips on demand: setting them would notify the X server for each cell. */
static gboolean
tooltip_asked (GtkInscription *cell, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip)
{
  GtkListItem *item = g_object_get_data (G_OBJECT (cell), "item");
  const Shown *shown = get_shown (item);
  const StudioRunsCell place = get_cell (shown, gtk_list_item_get_item (item));
  g_autofree char *whole =
      shown->column->explain != NULL ? shown->column->explain (&place) : g_strdup (gtk_inscription_get_text (cell));

  gtk_tooltip_set_text (tooltip, whole);
  return whole != NULL && whole[0] != '\0';
}

/* The list creates 200 rows, visible or not; inscriptions, unlike labels, are laid out only when visible. */
static void
setup_cell (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  Shown *shown = get_shown (factory);
  const gboolean is_number = shown->column->is_number;
  const guint rest = MAX (shown->column->least_chars, LEAST_CHARS);
  const guint least = shown->names_row ? LEAST_NAME_CHARS : shown->column->takes_rest ? rest : 0;
  GtkWidget *cell = gtk_inscription_new (NULL);

  gtk_inscription_set_xalign (GTK_INSCRIPTION (cell), is_number ? 1 : 0);
  gtk_inscription_set_min_chars (GTK_INSCRIPTION (cell), least);
  if (shown->names_row)
    gtk_inscription_set_nat_chars (GTK_INSCRIPTION (cell), NAME_CHARS);
  gtk_inscription_set_text_overflow (GTK_INSCRIPTION (cell), GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  /* If stretched to the height of the row, it would wrap into two lines. */
  gtk_widget_set_valign (cell, GTK_ALIGN_CENTER);
  if (is_number)
    gtk_widget_add_css_class (cell, "numeric");
  gtk_widget_set_has_tooltip (cell, TRUE);
  g_signal_connect (cell, "query-tooltip", G_CALLBACK (tooltip_asked), NULL);
  g_object_set_data (G_OBJECT (item), "shown", shown);
  g_object_set_data (G_OBJECT (cell), "item", item);
  gtk_list_item_set_child (item, cell);
}

static void
bind_cell (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  g_signal_connect_swapped (gtk_list_item_get_item (item), "notify", G_CALLBACK (run_changed), item);
  run_changed (item);
}

static void
unbind_cell (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  g_signal_handlers_disconnect_by_data (gtk_list_item_get_item (item), item);
}

static int
compare_by_column (gconstpointer a, gconstpointer b, gpointer data)
{
  const Shown *shown = data;
  const StudioRunsCell first = get_cell (shown, a);
  const StudioRunsCell second = get_cell (shown, b);

  return shown->column->compare (&first, &second);
}

/* GTK 4.8 includes the width of invisible columns when it distributes the remaining space, and a
 * column with a fixed width gets none of it. */
static void
set_width (Shown *shown, int width)
{
  shown->width = width;
  gtk_column_view_column_set_fixed_width (shown->made, width);
}

/* Large text sizes and long translated words need more than the default width. */
static int
measure (const Shown *shown)
{
  const double scale = studio_text_get_scale (GTK_WIDGET (shown->owner->view));

  if (shown->column->takes_rest)
    return -1;
  return MAX ((int) (scale * shown->column->width), studio_column_measure_title (shown->made));
}

static void
set_shown (Shown *shown, gboolean is_shown)
{
  set_width (shown, is_shown ? measure (shown) : 0);
  gtk_column_view_column_set_visible (shown->made, is_shown);
}

/* Text sizes are known only when the view is visible. */
static void
view_mapped (StudioRunsColumns *self)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      Shown *shown = self->columns->pdata[i];

      if (gtk_column_view_column_get_visible (shown->made)
          && gtk_column_view_column_get_fixed_width (shown->made) == shown->width)
        set_width (shown, measure (shown));
    }
  gtk_column_view_column_set_fixed_width (self->star, MAX (STAR_WIDTH, studio_column_measure_title (self->star)));
}

static gboolean
measure_again (gpointer data)
{
  StudioRunsColumns *self = data;

  self->measuring = 0;
  view_mapped (self);
  return G_SOURCE_REMOVE;
}

/* The title of the sorted column gets a sort indicator in the next frame. */
static void
sorter_changed (StudioRunsColumns *self)
{
  if (self->measuring == 0)
    self->measuring = g_idle_add_full (G_PRIORITY_LOW, measure_again, self, NULL);
}

static Shown *
add_column (StudioRunsColumns *self, const StudioRunsColumn *column, const char *id, guint position)
{
  GtkListItemFactory *factory =
      studio_factory_new (G_CALLBACK (setup_cell), G_CALLBACK (bind_cell), G_CALLBACK (unbind_cell), NULL);
  Shown *shown = g_new0 (Shown, 1);
  g_autoptr (GtkCustomSorter) sorter = gtk_custom_sorter_new (compare_by_column, shown, NULL);

  *shown = (Shown){ self,          column,
                    g_strdup (id), column->id != NULL ? studio_runs_column_get_path (column) : NULL,
                    NULL,          g_strcmp0 (column->id, "name") == 0 };
  if (column->id == NULL)
    shown->path = shown->id;
  g_object_set_data (G_OBJECT (factory), "shown", shown);
  shown->made = gtk_column_view_column_new (column->title != NULL ? _ (column->title) : id, factory);
  gtk_column_view_column_set_sorter (shown->made, GTK_SORTER (sorter));
  gtk_column_view_column_set_resizable (shown->made, TRUE);
  gtk_column_view_column_set_expand (shown->made, column->takes_rest);
  gtk_column_view_insert_column (self->view, position, shown->made);
  set_shown (shown, column->is_usual);
  if (column->is_number)
    studio_column_align_title (shown->made);
  if (column->falls)
    studio_column_let_fall (shown->made);
  g_ptr_array_add (self->columns, shown);
  return shown;
}

/* The star */

static void
show_star (GtkListItem *item)
{
  RensaRun *run = gtk_list_item_get_item (item);
  GtkWidget *button = gtk_list_item_get_child (item);
  const gboolean starred = rensa_run_get_starred (run);

  gtk_button_set_icon_name (GTK_BUTTON (button), starred ? "starred-symbolic" : "non-starred-symbolic");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  starred ? _ ("Remove Star") : _ ("Add Star"), -1);
}

static void
setup_star (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *button = gtk_button_new ();

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "circular");
  /* A click on a row focuses its first focusable widget; this should be the row itself. */
  gtk_widget_set_focusable (button, FALSE);
  g_signal_connect (button, "clicked", G_CALLBACK (g_object_get_data (G_OBJECT (factory), "clicked")), data);
  gtk_list_item_set_child (item, button);
}

static void
bind_star (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  RensaRun *run = gtk_list_item_get_item (item);

  g_object_set_data (G_OBJECT (gtk_list_item_get_child (item)), "run", run);
  g_signal_connect_swapped (run, "notify::starred", G_CALLBACK (show_star), item);
  show_star (item);
}

static int
compare_stars (gconstpointer a, gconstpointer b, gpointer data)
{
  return rensa_run_get_starred ((RensaRun *) a) - rensa_run_get_starred ((RensaRun *) b);
}

static GtkColumnViewColumn *
make_star_column (GCallback clicked, gpointer data)
{
  GtkListItemFactory *factory =
      studio_factory_new (G_CALLBACK (setup_star), G_CALLBACK (bind_star), G_CALLBACK (unbind_cell), data);
  g_autoptr (GtkCustomSorter) sorter = gtk_custom_sorter_new (compare_stars, NULL, NULL);
  GtkColumnViewColumn *column;

  g_object_set_data (G_OBJECT (factory), "clicked", clicked);
  column = gtk_column_view_column_new (_ ("Star"), factory);
  gtk_column_view_column_set_sorter (column, GTK_SORTER (sorter));
  gtk_column_view_column_set_fixed_width (column, STAR_WIDTH);
  return column;
}

static void
shown_free (gpointer data)
{
  Shown *shown = data;

  g_object_unref (shown->made);
  g_free (shown->id);
  g_free (shown);
}

StudioRunsColumns *
studio_runs_columns_new (GtkColumnView *view, GCallback star_clicked, gpointer data)
{
  StudioRunsColumns *self = g_new0 (StudioRunsColumns, 1);
  g_autoptr (GtkColumnViewColumn) star = make_star_column (star_clicked, data);
  guint n;
  const StudioRunsColumn *columns = studio_runs_list_columns (&n);

  self->view = view;
  self->star = star;
  g_signal_connect_swapped (view, "map", G_CALLBACK (view_mapped), self);
  g_signal_connect_swapped (gtk_column_view_get_sorter (view), "changed", G_CALLBACK (sorter_changed), self);
  self->columns = g_ptr_array_new_with_free_func (shown_free);
  gtk_column_view_append_column (view, star);
  for (guint i = 0; i < n; i++)
    {
      const gboolean is_number = g_str_equal (columns[i].id, STUDIO_RUN_NUMBER);
      Shown *shown = add_column (self, &columns[i], columns[i].id, is_number ? 1 : i + 1);

      if (g_str_equal (columns[i].id, "started"))
        gtk_column_view_sort_by_column (view, shown->made, GTK_SORT_DESCENDING);
    }
  return self;
}

/* Removes the columns from the view first, because their cells refer to this object. */
void
studio_runs_columns_free (StudioRunsColumns *self)
{
  g_clear_handle_id (&self->measuring, g_source_remove);
  g_signal_handlers_disconnect_by_data (gtk_column_view_get_sorter (self->view), self);
  g_signal_handlers_disconnect_by_data (self->view, self);
  for (guint i = 0; i < self->columns->len; i++)
    gtk_column_view_remove_column (self->view, ((Shown *) self->columns->pdata[i])->made);
  g_ptr_array_unref (self->columns);
  g_free (self);
}

void
studio_runs_columns_set_settings (StudioRunsColumns *self, StudioRunSettings *settings)
{
  self->settings = settings;
}

/* Sorts again, because more settings have been read. */
void
studio_runs_columns_tell_read (StudioRunsColumns *self)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      const Shown *shown = self->columns->pdata[i];

      if (shown->path != NULL)
        gtk_sorter_changed (gtk_column_view_column_get_sorter (shown->made), GTK_SORTER_CHANGE_DIFFERENT);
    }
}

static Shown *
find_shown (StudioRunsColumns *self, const char *id)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      Shown *shown = self->columns->pdata[i];

      if (g_str_equal (shown->id, id))
        return shown;
    }
  return NULL;
}

gboolean
studio_runs_columns_is_shown (StudioRunsColumns *self, const char *id)
{
  const Shown *shown = find_shown (self, id);

  return shown != NULL && gtk_column_view_column_get_visible (shown->made);
}

/* Inserts a new column before tags and note, which are the last ones. */
void
studio_runs_columns_show (StudioRunsColumns *self, const char *id, gboolean is_shown)
{
  Shown *shown = find_shown (self, id);
  const guint n = g_list_model_get_n_items (gtk_column_view_get_columns (self->view));

  if (shown == NULL && is_shown)
    shown = add_column (self, studio_runs_get_setting_column (), id, n - 2);
  if (shown != NULL)
    set_shown (shown, is_shown);
}

char **
studio_runs_columns_list_shown (StudioRunsColumns *self)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();

  for (guint i = 0; i < self->columns->len; i++)
    {
      const Shown *shown = self->columns->pdata[i];

      if (gtk_column_view_column_get_visible (shown->made))
        g_ptr_array_add (ids, g_strdup (shown->id));
    }
  g_ptr_array_add (ids, NULL);
  return (char **) g_ptr_array_steal (ids, NULL);
}
