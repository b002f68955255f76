/* studio-runs-page.c: page with the table of all runs and their comparison.
 * SPDX-License-Identifier: MIT */

#include "studio-runs-page-private.h"

#include <glib/gi18n.h>

#include "studio-format.h"
#include "studio-popover.h"
#include "studio-run.h"
#include "studio-runs-column.h"
#include "studio-watch.h"
#include "studio-widget.h"

/* About as many as are visible. */
#define ROWS_AT_ONCE 40
/* Maximum number of row widgets that GTK creates. */
#define MOST_ROWS 200
/* Time slice for reading documents, in microseconds. */
#define READING_SLICE 4000

enum
{
  PROP_STORE = 1,
  PROP_COMPARING,
  PROP_COLUMNS,
  PROP_UNDO_LABEL,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (StudioRunsPage, studio_runs_page, ADW_TYPE_BIN)

/* Selection */

GPtrArray *
studio_runs_page_get_selected (StudioRunsPage *self)
{
  GPtrArray *runs = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GtkBitset) bits = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  GtkBitsetIter iter;
  guint position;

  for (gboolean ok = gtk_bitset_iter_init_first (&iter, bits, &position); ok;
       ok = gtk_bitset_iter_next (&iter, &position))
    g_ptr_array_add (runs, g_list_model_get_item (G_LIST_MODEL (self->selection), position));
  return runs;
}

static guint
count_selected (StudioRunsPage *self)
{
  g_autoptr (GtkBitset) bits = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));

  return (guint) gtk_bitset_get_size (bits);
}

/* NULL unless exactly one is selected. */
RensaRun *
studio_runs_page_get_only_selected (StudioRunsPage *self)
{
  g_autoptr (GPtrArray) runs = studio_runs_page_get_selected (self);

  return runs->len == 1 ? g_object_ref (runs->pdata[0]) : NULL;
}

static void
set_comparing (StudioRunsPage *self, gboolean is_comparing)
{
  if (self->is_comparing == is_comparing)
    return;
  self->is_comparing = is_comparing;
  gtk_widget_set_visible (GTK_WIDGET (self->stack), !is_comparing);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_COMPARING]);
}

/* Shows the curves of a single run, or compares several. The comparison may replace the table. */
static void
update_comparison (StudioRunsPage *self)
{
  g_autoptr (GPtrArray) runs = studio_runs_page_get_selected (self);

  if (runs->len > 0)
    studio_runs_compare_show (self->compare, self->store, runs);
  gtk_widget_set_visible (GTK_WIDGET (self->compare), runs->len > 0);
  if (runs->len < 2)
    set_comparing (self, FALSE);
}

static void
selection_changed (StudioRunsPage *self)
{
  studio_runs_page_update_actions (self);
  update_comparison (self);
}

static guint
find_run (StudioRunsPage *self, RensaRun *run)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (RensaRun) item = g_list_model_get_item (G_LIST_MODEL (self->selection), i);

      if (item == run)
        return i;
    }
  return GTK_INVALID_LIST_POSITION;
}

void
studio_runs_page_select (StudioRunsPage *self, RensaRun *run)
{
  const guint position = find_run (self, run);

  if (position != GTK_INVALID_LIST_POSITION)
    gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), position, TRUE);
}

static void
toggle_run (StudioRunsPage *self, RensaRun *run)
{
  GtkSelectionModel *selection = GTK_SELECTION_MODEL (self->selection);
  const guint position = find_run (self, run);

  if (position == GTK_INVALID_LIST_POSITION)
    return;
  if (gtk_selection_model_is_selected (selection, position))
    gtk_selection_model_unselect_item (selection, position);
  else
    gtk_selection_model_select_item (selection, position, FALSE);
}

/* Filter */

static gboolean
is_wanted (gpointer item, gpointer data)
{
  StudioRunsPage *self = data;

  if (gtk_toggle_button_get_active (self->starred_only) && !rensa_run_get_starred (item))
    return FALSE;
  return self->words == NULL || studio_runs_match (item, self->settings, (const char *const *) self->words);
}

static void
update_count (StudioRunsPage *self)
{
  const guint n_shown = g_list_model_get_n_items (G_LIST_MODEL (self->filtered));
  const guint n = self->store != NULL ? g_list_model_get_n_items (rensa_store_get_runs (self->store)) : 0;
  g_autofree char *all = studio_format_runs (n);
  g_autofree char *shown = studio_format_count (n_shown);
  const gint64 bytes = self->store != NULL ? rensa_store_get_size (self->store) : -1;
  g_autofree char *size = bytes >= 0 ? studio_format_bytes (bytes) : NULL;
  g_autofree char *runs = n_shown == n ? g_strdup (all) : g_strdup_printf (_ ("%s of %s"), shown, all);
  g_autofree char *text = size != NULL ? g_strdup_printf ("%s · %s", runs, size) : g_strdup (runs);

  gtk_label_set_label (self->count, text);
  gtk_stack_set_visible_child_name (self->stack, n == 0 ? "empty" : n_shown == 0 ? "nothing-found" : "table");
}

/* Blocks the signal, because appending rows does not change the selection. */
static void
make_rows (StudioRunsPage *self, guint n)
{
  g_signal_handlers_block_by_func (self->selection, selection_changed, self);
  gtk_slice_list_model_set_size (self->rows, n);
  g_signal_handlers_unblock_by_func (self->selection, selection_changed, self);
}

/* The list also creates up to MOST_ROWS rows that are not visible; they are added after the visible
 * ones are shown. */
static gboolean
grow (gpointer data)
{
  StudioRunsPage *self = data;
  const guint size = gtk_slice_list_model_get_size (self->rows) + ROWS_AT_ONCE;
  const gboolean is_last = size > MOST_ROWS;

  make_rows (self, is_last ? G_MAXUINT : size);
  if (is_last)
    self->growing = 0;
  return is_last ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

/* Adds all rows immediately, because keys such as Ctrl+A and End apply to all of them. */
static gboolean
key_pressed (StudioRunsPage *self)
{
  if (self->growing != 0)
    make_rows (self, G_MAXUINT);
  g_clear_handle_id (&self->growing, g_source_remove);
  return GDK_EVENT_PROPAGATE;
}

static void
show_first_rows (StudioRunsPage *self)
{
  gtk_slice_list_model_set_size (self->rows, ROWS_AT_ONCE);
  if (self->growing == 0)
    self->growing = g_idle_add_full (G_PRIORITY_LOW, grow, self, NULL);
}

/* New rows have no height before layout, and GTK 4.8 warns about scrolling before that. */
static void
lay_out (GtkWidget *list)
{
  GtkAllocation place;

  if (!gtk_widget_get_mapped (list))
    return;
  gtk_widget_get_allocation (list, &place);
  gtk_widget_measure (list, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_measure (list, GTK_ORIENTATION_VERTICAL, place.width, NULL, NULL, NULL, NULL);
  gtk_widget_size_allocate (list, &place, -1);
}

/* A list keeps the previous top row in view; after a change of order or filter, the first rows
 * should be shown instead. */
static void
show_top (StudioRunsPage *self)
{
  GtkWidget *list = gtk_widget_get_last_child (GTK_WIDGET (self->view));

  if (g_list_model_get_n_items (G_LIST_MODEL (self->rows)) == 0)
    return;
  gtk_widget_activate_action (list, "list.scroll-to-item", "u", 0);
  lay_out (list);
}

static void
change_filter (StudioRunsPage *self, GtkFilterChange change)
{
  show_first_rows (self);
  gtk_filter_changed (GTK_FILTER (self->filter), change);
  show_top (self);
}

static void
filter_changed (StudioRunsPage *self)
{
  change_filter (self, GTK_FILTER_CHANGE_DIFFERENT);
}

static gboolean
apply_text (gpointer data)
{
  StudioRunsPage *self = data;
  g_autofree char *text = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);
  g_autofree char *before = self->words != NULL ? g_strjoinv (" ", self->words) : g_strdup ("");

  self->filtering = 0;
  g_strfreev (self->words);
  self->words = g_strsplit (text, " ", -1);
  /* A longer text matches a subset of the runs. */
  change_filter (self, g_str_has_prefix (text, before)   ? GTK_FILTER_CHANGE_MORE_STRICT
                       : g_str_has_prefix (before, text) ? GTK_FILTER_CHANGE_LESS_STRICT
                                                         : GTK_FILTER_CHANGE_DIFFERENT);
  return G_SOURCE_REMOVE;
}

/* Deferred, because replacing text emits two changes. */
static void
text_changed (StudioRunsPage *self)
{
  if (self->filtering == 0)
    self->filtering = g_idle_add_full (G_PRIORITY_HIGH_IDLE, apply_text, self, NULL);
}

/* Escape. */
static void
search_stopped (StudioRunsPage *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
}

/* The table */

/* Reads documents while idle, to find the settings that differ and to make sorting by a setting immediate. */
static gboolean
read_settings (gpointer data)
{
  StudioRunsPage *self = data;

  if (studio_run_settings_read_some (self->settings, g_get_monotonic_time () + READING_SLICE))
    return G_SOURCE_CONTINUE;
  self->reading = 0;
  studio_runs_columns_tell_read (self->columns);
  studio_runs_page_show_differing (self);
  return G_SOURCE_REMOVE;
}

static void
start_reading (StudioRunsPage *self)
{
  if (self->reading == 0 && self->settings != NULL && gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->reading = g_idle_add_full (G_PRIORITY_LOW, read_settings, self, NULL);
}

static void
row_activated (GtkColumnView *view, guint position, StudioRunsPage *self)
{
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), position, TRUE);
  gtk_widget_activate_action (GTK_WIDGET (self), "runs.show", NULL);
}

void
studio_runs_page_open_menu (StudioRunsPage *self, double x, double y)
{
  studio_popover_open (GTK_POPOVER (self->menu), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
}

static void
pressed (GtkGestureClick *gesture, int n_press, double x, double y, StudioRunsPage *self)
{
  studio_runs_page_open_menu (self, x, y);
}

/* Adds the row to the selection on Ctrl+click, which GTK 4.8 does not do. */
static void
row_pressed (GtkGestureClick *gesture, int n_press, double x, double y, StudioRunsPage *self)
{
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  GtkWidget *row = gtk_widget_pick (GTK_WIDGET (self->view), x, y, GTK_PICK_DEFAULT);
  RensaRun *run = NULL;

  for (; row != NULL && row != GTK_WIDGET (self->view) && run == NULL; row = gtk_widget_get_parent (row))
    run = g_object_get_data (G_OBJECT (row), "run");
  if ((state & GDK_CONTROL_MASK) == 0 || (state & GDK_SHIFT_MASK) != 0 || run == NULL)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  toggle_run (self, run);
}

static void
drop_settings (StudioRunsPage *self)
{
  g_clear_handle_id (&self->reading, g_source_remove);
  studio_runs_columns_set_settings (self->columns, NULL);
  g_clear_pointer (&self->settings, studio_run_settings_free);
}

static void
set_store (StudioRunsPage *self, RensaStore *store)
{
  if (!g_set_object (&self->store, store))
    return;
  gtk_widget_set_visible (self->read_only, store != NULL && rensa_store_is_read_only (store));
  drop_settings (self);
  self->settings = store != NULL ? studio_run_settings_new (store) : NULL;
  studio_runs_columns_set_settings (self->columns, self->settings);
  show_first_rows (self);
  gtk_filter_list_model_set_model (self->filtered, store != NULL ? rensa_store_get_runs (store) : NULL);
  update_count (self);
  start_reading (self);
}

static void
star_clicked (GtkWidget *button, gpointer data)
{
  StudioRunsPage *self = data;
  RensaRun *run = g_object_get_data (G_OBJECT (button), "run");

  rensa_store_set_starred (self->store, run, !rensa_run_get_starred (run));
}

static char *
make_undo_label (StudioRunsPage *self)
{
  g_autofree char *runs = studio_format_runs (self->deleted->len);

  return self->deleted->len > 0 ? g_strdup_printf (_ ("Delete %s"), runs) : NULL;
}

static void
studio_runs_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  StudioRunsPage *self = STUDIO_RUNS_PAGE (object);

  switch (id)
    {
    case PROP_STORE:
      g_value_set_object (value, self->store);
      break;
    case PROP_COMPARING:
      g_value_set_boolean (value, self->is_comparing);
      break;
    case PROP_COLUMNS:
      g_value_take_string (value, studio_runs_page_join_columns (self));
      break;
    case PROP_UNDO_LABEL:
      g_value_take_string (value, make_undo_label (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
studio_runs_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  StudioRunsPage *self = STUDIO_RUNS_PAGE (object);

  switch (id)
    {
    case PROP_STORE:
      set_store (self, g_value_get_object (value));
      break;
    case PROP_COMPARING:
      set_comparing (self, g_value_get_boolean (value) && count_selected (self) >= 2);
      break;
    case PROP_COLUMNS:
      studio_runs_page_set_columns (self, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
studio_runs_page_map (GtkWidget *widget)
{
  StudioRunsPage *self = STUDIO_RUNS_PAGE (widget);

  GTK_WIDGET_CLASS (studio_runs_page_parent_class)->map (widget);
  start_reading (self);
  if (self->store != NULL)
    rensa_store_measure (self->store);
}

static void
studio_runs_page_dispose (GObject *object)
{
  StudioRunsPage *self = STUDIO_RUNS_PAGE (object);

  g_clear_handle_id (&self->filtering, g_source_remove);
  g_clear_handle_id (&self->growing, g_source_remove);
  if (self->columns != NULL)
    drop_settings (self);
  g_clear_pointer (&self->columns, studio_runs_columns_free);
  if (self->menu != NULL)
    gtk_widget_unparent (GTK_WIDGET (g_steal_pointer (&self->menu)));
  if (self->filtered != NULL)
    gtk_filter_list_model_set_filter (self->filtered, NULL);
  g_clear_weak_pointer (&self->toast);
  g_clear_object (&self->store);
  G_OBJECT_CLASS (studio_runs_page_parent_class)->dispose (object);
}

static void
studio_runs_page_finalize (GObject *object)
{
  StudioRunsPage *self = STUDIO_RUNS_PAGE (object);

  g_ptr_array_unref (self->deleted);
  g_strfreev (self->words);
  G_OBJECT_CLASS (studio_runs_page_parent_class)->finalize (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  g_type_ensure (STUDIO_TYPE_RUNS_COMPARE);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-runs-page.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioRunsPage, stack);
  gtk_widget_class_bind_template_child (widget_class, StudioRunsPage, toasts);
  gtk_widget_class_bind_template_child (widget_class, StudioRunsPage, search);
  gtk_widget_class_bind_template_child (widget_class, StudioRunsPage, starred_only);
  gtk_widget_class_bind_template_child (widget_class, StudioRunsPage, view);
  gtk_widget_class_bind_template_child (widget_class, StudioRunsPage, count);
  gtk_widget_class_bind_template_child (widget_class, StudioRunsPage, choices);
  gtk_widget_class_bind_template_child (widget_class, StudioRunsPage, read_only);
  gtk_widget_class_bind_template_child (widget_class, StudioRunsPage, compare);
  gtk_widget_class_bind_template_child (widget_class, StudioRunsPage, menu);
  gtk_widget_class_bind_template_child (widget_class, StudioRunsPage, continue_button);
  gtk_widget_class_bind_template_child (widget_class, StudioRunsPage, filtered);
  gtk_widget_class_bind_template_child (widget_class, StudioRunsPage, filter);
  gtk_widget_class_bind_template_child (widget_class, StudioRunsPage, rows);
  gtk_widget_class_bind_template_child (widget_class, StudioRunsPage, selection);
  gtk_widget_class_bind_template_callback (widget_class, selection_changed);
  gtk_widget_class_bind_template_callback (widget_class, update_count);
  studio_watch_keep (widget_class, "store_watch");
  gtk_widget_class_bind_template_callback (widget_class, filter_changed);
  gtk_widget_class_bind_template_callback (widget_class, text_changed);
  gtk_widget_class_bind_template_callback (widget_class, pressed);
  gtk_widget_class_bind_template_callback (widget_class, row_pressed);
  gtk_widget_class_bind_template_callback (widget_class, key_pressed);
  gtk_widget_class_bind_template_callback_full (widget_class, "choices_shown",
                                                G_CALLBACK (studio_runs_page_show_choices));
  gtk_widget_class_bind_template_callback (widget_class, search_stopped);
  gtk_widget_class_bind_template_callback (widget_class, row_activated);
}

static void
studio_runs_page_class_init (StudioRunsPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = studio_runs_page_get_property;
  object_class->set_property = studio_runs_page_set_property;
  object_class->dispose = studio_runs_page_dispose;
  object_class->finalize = studio_runs_page_finalize;
  properties[PROP_STORE] =
      g_param_spec_object ("store", NULL, NULL, RENSA_TYPE_STORE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_COMPARING] = g_param_spec_boolean (
      "comparing", NULL, NULL, FALSE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_COLUMNS] =
      g_param_spec_string ("columns", NULL, NULL, NULL, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_UNDO_LABEL] =
      g_param_spec_string ("undo-label", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  widget_class->map = studio_runs_page_map;
  bind_template (widget_class);
  studio_runs_page_install_actions (widget_class);
}

static void
studio_runs_page_init (StudioRunsPage *self)
{
  self->deleted = g_ptr_array_new_with_free_func (g_object_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_parent (GTK_WIDGET (self->menu), GTK_WIDGET (self));
  self->columns = studio_runs_columns_new (self->view, G_CALLBACK (star_clicked), self);
  studio_accessible_name_table (self->view, _ ("Runs"));
  gtk_custom_filter_set_filter_func (self->filter, is_wanted, self, NULL);
  /* Runs after the rows have been sorted. */
  g_signal_connect_object (gtk_column_view_get_sorter (self->view), "changed", G_CALLBACK (show_top), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  update_count (self);
  studio_runs_page_update_actions (self);
}
