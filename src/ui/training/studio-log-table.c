/* studio-log-table.c: the entries of LogReport.
 * SPDX-License-Identifier: MIT */

#include "studio-log-table.h"

#include <glib/gi18n.h>

#include "studio-format.h"
#include "studio-run.h"

struct _StudioLogTable
{
  AdwBin parent_instance;
  StudioRun *run;
  GtkStack *stack;
  GtkScrolledWindow *scroller;
  GtkColumnView *view;
  guint n_columns;

  gboolean is_following; /* the newest entry */
  double place;          /* where it was scrolled to last */
  GdkFrameClock *clock;  /* while the end of a frame is awaited */
};

enum
{
  PROP_RUN = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (StudioLogTable, studio_log_table, ADW_TYPE_BIN)

static char *
format_value (const char *key, double value)
{
  if (g_str_equal (key, "epoch") || g_str_equal (key, "iteration"))
    return studio_format_count ((gint64) value);
  if (g_str_equal (key, "elapsed_time"))
    return studio_format_duration (value);
  return studio_format_number (value);
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
bind_cell (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  const char *key = g_object_get_data (G_OBJECT (factory), "key");
  StudioLogEntry *entry = gtk_list_item_get_item (item);
  GtkWidget *label = gtk_list_item_get_child (item);
  g_autofree char *text =
      studio_log_entry_has (entry, key) ? format_value (key, studio_log_entry_get_value (entry, key)) : g_strdup ("");

  gtk_label_set_label (GTK_LABEL (label), text);
}

static void
add_column (StudioLogTable *self, const char *key)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = NULL;

  g_object_set_data_full (G_OBJECT (factory), "key", g_strdup (key), g_free);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), NULL);
  column = gtk_column_view_column_new (key, factory);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_insert_column (self->view, self->n_columns, column);
}

/* What no column takes would be of another colour. */
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
  self->n_columns = 0;
}

static GtkAdjustment *
get_adjustment (StudioLogTable *self)
{
  return gtk_scrolled_window_get_vadjustment (self->scroller);
}

static void
forget_clock (StudioLogTable *self)
{
  if (self->clock != NULL)
    g_signal_handlers_disconnect_by_data (self->clock, self);
  g_clear_object (&self->clock);
}

static void
scroll_to_end (StudioLogTable *self)
{
  forget_clock (self);
  gtk_adjustment_set_value (get_adjustment (self), gtk_adjustment_get_upper (get_adjustment (self)));
}

/* Shows the newest entry, unless the person looks at an older one. A list cannot be scrolled to rows that have no place
 * yet; after a frame all of them have. */
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

static void
update (StudioLogTable *self)
{
  const char *const *keys = self->run != NULL ? studio_run_get_log_keys (self->run) : NULL;

  for (; keys != NULL && keys[self->n_columns] != NULL; self->n_columns++)
    add_column (self, keys[self->n_columns]);
  gtk_stack_set_visible_child_name (self->stack, self->n_columns > 0 ? "table" : "empty");
}

static void
set_run (StudioLogTable *self, StudioRun *run)
{
  g_autoptr (GtkNoSelection) selection = NULL;

  if (self->run != NULL)
    g_signal_handlers_disconnect_by_data (studio_run_get_log (self->run), self);
  if (!g_set_object (&self->run, run))
    return;

  gtk_column_view_set_model (self->view, NULL);
  clear_columns (self);
  add_filler (self);
  self->is_following = TRUE;
  self->place = 0;
  if (run != NULL)
    {
      selection = gtk_no_selection_new (g_object_ref (studio_run_get_log (run)));
      gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (selection));
      g_signal_connect_swapped (studio_run_get_log (run), "items-changed", G_CALLBACK (update), self);
    }
  update (self);
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
  if (self->run != NULL)
    g_signal_handlers_disconnect_by_data (studio_run_get_log (self->run), self);
  g_clear_object (&self->run);
  G_OBJECT_CLASS (studio_log_table_parent_class)->dispose (object);
}

static void
studio_log_table_class_init (StudioLogTableClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = studio_log_table_set_property;
  object_class->dispose = studio_log_table_dispose;
  properties[PROP_RUN] =
      g_param_spec_object ("run", NULL, NULL, STUDIO_TYPE_RUN, G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-log-table.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioLogTable, stack);
  gtk_widget_class_bind_template_child (widget_class, StudioLogTable, scroller);
  gtk_widget_class_bind_template_child (widget_class, StudioLogTable, view);
}

static void
studio_log_table_init (StudioLogTable *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (get_adjustment (self), "changed", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (get_adjustment (self), "value-changed", G_CALLBACK (scrolled), self, G_CONNECT_SWAPPED);
}
