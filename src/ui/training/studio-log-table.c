/* studio-log-table.c: table of the LogReport entries.
 * SPDX-License-Identifier: MIT */

#include "studio-log-table.h"

#include <glib/gi18n.h>

#include <math.h>

#include "studio-column.h"
#include "studio-format.h"
#include "studio-preferences.h"
#include "studio-run.h"
#include "studio-watch.h"
#include "studio-widget.h"

/* Significant digits of the values, including the smallest of a column, unless that needs more than
 * MOST_DECIMALS. */
#define DIGITS 4
#define MOST_DECIMALS 6
/* Values outside this range are written with an exponent. */
#define LARGEST 1e9
#define SMALLEST 1e-6

/* A column for one key. Its values are aligned at the decimal point. */
typedef struct
{
  char *key;
  GtkColumnViewColumn *made; /* borrowed */
  int decimals;              /* Maximum needed by any value so far */
  GPtrArray *bound;          /* GtkListItem that currently show a value */
} Column;

struct _StudioLogTable
{
  AdwBin parent_instance;
  StudioRun *run;
  GtkStack *stack;
  GtkScrolledWindow *scroller;
  GtkColumnView *view;
  GPtrArray *columns; /* Column, in the order of the keys */
  guint n_entries;    /* of the log, which the columns have been widened for */

  gboolean is_following; /* the newest entry */
  double place;          /* Last scroll position */
  GdkFrameClock *clock;  /* NULL unless waiting for the end of a frame */
};

enum
{
  PROP_RUN = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (StudioLogTable, studio_log_table, ADW_TYPE_BIN)

static void
column_free (gpointer data)
{
  Column *column = data;

  g_ptr_array_unref (column->bound);
  g_free (column->key);
  g_free (column);
}

static gboolean
is_plain (double value)
{
  return isfinite (value) && fabs (value) < LARGEST && (value == 0 || fabs (value) >= SMALLEST);
}

static int
count_decimals (double value)
{
  if (!is_plain (value) || value == 0)
    return 0;
  return CLAMP (DIGITS - 1 - (int) floor (log10 (fabs (value))), 0, MOST_DECIMALS);
}

static char *
format_value (const Column *column, double value)
{
  if (g_str_equal (column->key, "epoch") || g_str_equal (column->key, "iteration"))
    return studio_format_count ((gint64) value);
  if (g_str_equal (column->key, "elapsed_time"))
    return studio_format_duration (value);
  return is_plain (value) ? g_strdup_printf ("%.*f", column->decimals, value) : studio_format_number (value);
}

static void
show_value (const Column *column, GtkListItem *item)
{
  StudioLogEntry *entry = gtk_list_item_get_item (item);
  g_autofree char *text = studio_log_entry_has (entry, column->key)
                              ? format_value (column, studio_log_entry_get_value (entry, column->key))
                              : g_strdup ("");

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), text);
}

static void
setup_cell (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (item, label);
}

static void
bind_cell (GtkSignalListItemFactory *factory, GtkListItem *item, Column *column)
{
  g_ptr_array_add (column->bound, item);
  show_value (column, item);
}

static void
unbind_cell (GtkSignalListItemFactory *factory, GtkListItem *item, Column *column)
{
  g_ptr_array_remove_fast (column->bound, item);
}

/* Sorts the columns with the position in the run first, regardless of when they were first
 * reported. */
static guint
find_position (StudioLogTable *self, const char *key)
{
  guint n_first = 0;

  if (g_str_equal (key, "epoch"))
    return 0;
  for (guint i = 0; i < self->columns->len; i++)
    n_first += g_str_equal (((Column *) self->columns->pdata[i])->key, "epoch");
  return g_str_equal (key, "iteration") ? n_first : self->columns->len;
}

/* In Full, returns the key, such as "validation/main/loss", which settings also use; in Simple,
 * "loss (validation)". */
static char *
word_title (const char *key)
{
  const char *end = strchr (key, '/');
  g_autofree char *part = end != NULL ? g_strndup (key, (gsize) (end - key)) : NULL;

  if (!studio_preferences_is_simple ())
    return g_strdup (key);
  if (part == NULL)
    return g_strdup (g_str_equal (key, "elapsed_time") ? _ ("time") : studio_format_metric (key));
  /* Translators: a measure, and what it is of: "loss (validation)". */
  return g_strdup_printf (_ ("%s (%s)"), studio_format_metric (strrchr (key, '/') + 1),
                          g_str_equal (part, "main") ? _ ("training") : studio_format_metric (part));
}

static void
interface_changed (gpointer data)
{
  StudioLogTable *self = data;

  for (guint i = 0; i < self->columns->len; i++)
    {
      const Column *column = self->columns->pdata[i];
      g_autofree char *title = word_title (column->key);

      gtk_column_view_column_set_title (column->made, title);
    }
}

static void
add_column (StudioLogTable *self, const char *key)
{
  g_autofree char *title = word_title (key);
  g_autoptr (GtkColumnViewColumn) made = NULL;
  Column *column = g_new0 (Column, 1);

  column->key = g_strdup (key);
  column->bound = g_ptr_array_new ();
  made = gtk_column_view_column_new (
      title, studio_factory_new (G_CALLBACK (setup_cell), G_CALLBACK (bind_cell), G_CALLBACK (unbind_cell), column));
  column->made = made;
  gtk_column_view_column_set_resizable (made, TRUE);
  gtk_column_view_insert_column (self->view, find_position (self, key), made);
  studio_column_align_title (made);
  g_ptr_array_add (self->columns, column);
}

/* Fills the remaining width, which would otherwise have a different color. */
static void
add_filler (StudioLogTable *self)
{
  g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (NULL, NULL);

  gtk_column_view_column_set_expand (column, TRUE);
  gtk_column_view_append_column (self->view, column);
}

static void
clear_columns (StudioLogTable *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);

  while (g_list_model_get_n_items (columns) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);

      gtk_column_view_remove_column (self->view, column);
    }
  g_ptr_array_set_size (self->columns, 0);
}

static GtkAdjustment *
get_adjustment (StudioLogTable *self)
{
  return gtk_scrolled_window_get_vadjustment (self->scroller);
}

static void
forget_clock (StudioLogTable *self)
{
  studio_source_clear (&self->clock, self);
}

static void
scroll_to_end (StudioLogTable *self)
{
  forget_clock (self);
  gtk_adjustment_set_value (get_adjustment (self), gtk_adjustment_get_upper (get_adjustment (self)));
}

/* Shows the newest entry unless the user looks at an older one. A list cannot scroll to rows that
 * are not laid out, so this waits for the end of the frame. */
static void
follow (StudioLogTable *self)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (self->view));

  if (!self->is_following || self->clock != NULL || clock == NULL)
    return;
  self->clock = g_object_ref (clock);
  g_signal_connect_swapped (clock, "after-paint", G_CALLBACK (scroll_to_end), self);
  gdk_frame_clock_request_phase (clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT);
}

static void
scrolled (StudioLogTable *self)
{
  GtkAdjustment *adjustment = get_adjustment (self);
  const double value = gtk_adjustment_get_value (adjustment);

  if (value + gtk_adjustment_get_page_size (adjustment) >= gtk_adjustment_get_upper (adjustment) - 1)
    self->is_following = TRUE;
  else if (value < self->place)
    self->is_following = FALSE;
  self->place = value;
  follow (self);
}

/* If the entry needs more decimals, updates all values of the column. */
static void
widen_column (Column *column, StudioLogEntry *entry)
{
  const int n =
      studio_log_entry_has (entry, column->key) ? count_decimals (studio_log_entry_get_value (entry, column->key)) : 0;

  if (n <= column->decimals)
    return;
  column->decimals = n;
  for (guint i = 0; i < column->bound->len; i++)
    show_value (column, column->bound->pdata[i]);
}

/* Adds the columns of the entries that were logged since the last call. */
static void
entries_changed (StudioLogTable *self)
{
  const char *const *keys = self->run != NULL ? studio_run_get_log_keys (self->run) : NULL;
  GListModel *log = self->run != NULL ? studio_run_get_log (self->run) : NULL;

  for (; keys != NULL && keys[self->columns->len] != NULL;)
    add_column (self, keys[self->columns->len]);
  for (; log != NULL && self->n_entries < g_list_model_get_n_items (log); self->n_entries++)
    {
      g_autoptr (StudioLogEntry) entry = g_list_model_get_item (log, self->n_entries);

      for (guint k = 0; k < self->columns->len; k++)
        widen_column (self->columns->pdata[k], entry);
    }
  gtk_stack_set_visible_child_name (self->stack, self->columns->len > 0 ? "table" : "empty");
}

static void
set_run (StudioLogTable *self, StudioRun *run)
{
  g_autoptr (GtkNoSelection) selection = NULL;

  if (!g_set_object (&self->run, run))
    return;

  gtk_column_view_set_model (self->view, NULL);
  clear_columns (self);
  add_filler (self);
  self->is_following = TRUE;
  self->place = 0;
  self->n_entries = 0;
  if (run != NULL)
    selection = gtk_no_selection_new (g_object_ref (studio_run_get_log (run)));
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (selection));
}

static void
studio_log_table_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_object (value, STUDIO_LOG_TABLE (object)->run);
}

static void
studio_log_table_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  set_run (STUDIO_LOG_TABLE (object), g_value_get_object (value));
}

static void
studio_log_table_dispose (GObject *object)
{
  StudioLogTable *self = STUDIO_LOG_TABLE (object);

  self->is_following = FALSE;
  forget_clock (self);
  if (self->view != NULL)
    {
      gtk_column_view_set_model (self->view, NULL);
      clear_columns (self);
      self->view = NULL;
    }
  g_clear_object (&self->run);
  G_OBJECT_CLASS (studio_log_table_parent_class)->dispose (object);
}

static void
studio_log_table_finalize (GObject *object)
{
  g_ptr_array_unref (STUDIO_LOG_TABLE (object)->columns);
  G_OBJECT_CLASS (studio_log_table_parent_class)->finalize (object);
}

static void
studio_log_table_class_init (StudioLogTableClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = studio_log_table_get_property;
  object_class->set_property = studio_log_table_set_property;
  object_class->dispose = studio_log_table_dispose;
  object_class->finalize = studio_log_table_finalize;
  properties[PROP_RUN] =
      g_param_spec_object ("run", NULL, NULL, STUDIO_TYPE_RUN, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-log-table.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioLogTable, stack);
  gtk_widget_class_bind_template_child (widget_class, StudioLogTable, scroller);
  gtk_widget_class_bind_template_child (widget_class, StudioLogTable, view);
  gtk_widget_class_bind_template_callback (widget_class, entries_changed);
  gtk_widget_class_bind_template_callback (widget_class, follow);
  gtk_widget_class_bind_template_callback (widget_class, scrolled);
  studio_watch_keep (widget_class, "log_watch");
}

static void
studio_log_table_init (StudioLogTable *self)
{
  self->columns = g_ptr_array_new_with_free_func (column_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  studio_accessible_name_table (self->view, _ ("Log"));
  studio_preferences_follow_interface (G_OBJECT (self), interface_changed);
}
