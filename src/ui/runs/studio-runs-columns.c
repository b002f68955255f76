/* studio-runs-columns.c: what the table of runs tells of each.
 * SPDX-License-Identifier: MIT */

#include "studio-runs-columns.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "studio-format.h"

typedef struct
{
  const char *title;
  char *(*format) (RensaRun *run);
  int (*compare) (RensaRun *a, RensaRun *b);
  gboolean is_number;
  int width;
} Column;

static const char *const state_names[RENSA_N_RUN_STATES] = {
  N_ ("Running"), N_ ("Paused"), N_ ("Finished"), N_ ("Stopped"), N_ ("Failed"), N_ ("Interrupted"),
};

const char *
studio_runs_get_state_name (RensaRun *run)
{
  return _ (state_names[rensa_run_get_state (run)]);
}

static char *
copy (const char *text)
{
  return g_strdup (text != NULL ? text : "");
}

static char *
format_name (RensaRun *run)
{
  return copy (rensa_run_get_name (run));
}

static char *
format_state (RensaRun *run)
{
  return copy (studio_runs_get_state_name (run));
}

static char *
format_started (RensaRun *run)
{
  return studio_format_time (rensa_run_get_started (run) / G_USEC_PER_SEC);
}

static char *
format_duration (RensaRun *run)
{
  return studio_format_duration (rensa_run_get_elapsed (run));
}

static char *
format_model (RensaRun *run)
{
  g_autofree char *links = studio_format_links (rensa_run_get_n_links (run));
  g_autofree char *params = studio_format_parameters (rensa_run_get_n_params (run));

  return g_strdup_printf ("%s, %s", links, params);
}

static char *
format_dataset (RensaRun *run)
{
  return copy (rensa_run_get_dataset (run));
}

static char *
format_optimizer (RensaRun *run)
{
  return copy (rensa_run_get_optimizer (run));
}

/* Nothing rather than NaN where there is no such metric. */
static char *
format_metric (double value)
{
  return isnan (value) ? g_strdup ("") : studio_format_number (value);
}

static char *
format_best (RensaRun *run)
{
  return format_metric (rensa_run_get_best_metric (run));
}

static char *
format_last (RensaRun *run)
{
  return format_metric (rensa_run_get_last_metric (run));
}

static char *
format_loss (RensaRun *run)
{
  return format_metric (rensa_run_get_last_loss (run));
}

static char *
format_tags (RensaRun *run)
{
  return copy (rensa_run_get_tags (run));
}

static char *
format_note (RensaRun *run)
{
  return copy (rensa_run_get_note (run));
}

static int
compare_texts (const char *a, const char *b)
{
  return g_utf8_collate (a != NULL ? a : "", b != NULL ? b : "");
}

#define DEFINE_TEXT_COMPARE(name)                                              \
  static int compare_##name (RensaRun *a, RensaRun *b)                         \
  {                                                                            \
    return compare_texts (rensa_run_get_##name (a), rensa_run_get_##name (b)); \
  }

/* Runs without a value come last when the largest is first, as they do when the smallest is. */
#define DEFINE_NUMBER_COMPARE(name)                                              \
  static int compare_##name (RensaRun *a, RensaRun *b)                           \
  {                                                                              \
    const double x = (double) rensa_run_get_##name (a);                          \
    const double y = (double) rensa_run_get_##name (b);                          \
                                                                                 \
    return isnan (x) || isnan (y) ? !isnan (x) - !isnan (y) : (x > y) - (x < y); \
  }

DEFINE_TEXT_COMPARE (name)
DEFINE_TEXT_COMPARE (dataset)
DEFINE_TEXT_COMPARE (optimizer)
DEFINE_TEXT_COMPARE (tags)
DEFINE_TEXT_COMPARE (note)
DEFINE_NUMBER_COMPARE (state)
DEFINE_NUMBER_COMPARE (started)
DEFINE_NUMBER_COMPARE (elapsed)
DEFINE_NUMBER_COMPARE (n_params)
DEFINE_NUMBER_COMPARE (best_metric)
DEFINE_NUMBER_COMPARE (last_metric)
DEFINE_NUMBER_COMPARE (last_loss)

static const Column columns[] = {
  { N_ ("Name"), format_name, compare_name, FALSE, 160 },
  { N_ ("State"), format_state, compare_state, FALSE, 100 },
  { N_ ("Started"), format_started, compare_started, FALSE, 130 },
  { N_ ("Duration"), format_duration, compare_elapsed, TRUE, 100 },
  { N_ ("Data"), format_dataset, compare_dataset, FALSE, 90 },
  { N_ ("Optimizer"), format_optimizer, compare_optimizer, FALSE, 110 },
  { N_ ("Best Accuracy"), format_best, compare_best_metric, TRUE, 140 },
  { N_ ("Last Accuracy"), format_last, compare_last_metric, TRUE, 140 },
  { N_ ("Last Loss"), format_loss, compare_last_loss, TRUE, 110 },
  { N_ ("Model"), format_model, compare_n_params, FALSE, 190 },
  { N_ ("Tags"), format_tags, compare_tags, FALSE, 100 },
  { N_ ("Note"), format_note, compare_note, FALSE, 160 },
};

#define STARTED_COLUMN 2

/* Cells */

static const Column *
get_column (GObject *factory)
{
  return g_object_get_data (factory, "column");
}

static void
show (GtkListItem *item, const Column *column)
{
  g_autofree char *text = column->format (gtk_list_item_get_item (item));

  gtk_inscription_set_text (GTK_INSCRIPTION (gtk_list_item_get_child (item)), text);
}

/* A list view asks for a row's name at the row, which holds the cells. */
static void
name_row (GtkListItem *item)
{
  RensaRun *run = gtk_list_item_get_item (item);
  GtkWidget *cell = gtk_widget_get_parent (gtk_list_item_get_child (item));
  GtkWidget *row = cell != NULL ? gtk_widget_get_parent (cell) : NULL;
  g_autofree char *name = g_strdup_printf ("%s, %s", rensa_run_get_name (run), studio_runs_get_state_name (run));

  if (row != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
run_changed (GtkListItem *item)
{
  const Column *column = g_object_get_data (G_OBJECT (item), "column");

  show (item, column);
  if (column == &columns[0])
    name_row (item);
}

/* A tooltip that is set tells X about each cell; one that is asked for costs nothing. */
static gboolean
tooltip_asked (GtkInscription *cell, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip)
{
  const char *text = gtk_inscription_get_text (cell);

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL && text[0] != '\0';
}

/* The list makes 200 rows, whatever is seen of them; inscriptions, unlike labels, are not laid out before they are. */
static void
setup_cell (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  const Column *column = get_column (G_OBJECT (factory));
  GtkWidget *cell = gtk_inscription_new (NULL);

  gtk_inscription_set_xalign (GTK_INSCRIPTION (cell), column->is_number ? 1 : 0);
  gtk_inscription_set_text_overflow (GTK_INSCRIPTION (cell), GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  /* With the height of a row it would take two lines. */
  gtk_widget_set_valign (cell, GTK_ALIGN_CENTER);
  if (column->is_number)
    gtk_widget_add_css_class (cell, "numeric");
  gtk_widget_set_has_tooltip (cell, TRUE);
  g_signal_connect (cell, "query-tooltip", G_CALLBACK (tooltip_asked), NULL);
  g_object_set_data (G_OBJECT (item), "column", (gpointer) column);
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
  const Column *column = data;

  return column->compare ((RensaRun *) a, (RensaRun *) b);
}

static GtkColumnViewColumn *
make_column (const Column *column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkCustomSorter) sorter = gtk_custom_sorter_new (compare_by_column, (gpointer) column, NULL);
  GtkColumnViewColumn *made;

  g_object_set_data (G_OBJECT (factory), "column", (gpointer) column);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cell), NULL);
  made = gtk_column_view_column_new (_ (column->title), factory);
  gtk_column_view_column_set_sorter (made, GTK_SORTER (sorter));
  gtk_column_view_column_set_resizable (made, TRUE);
  gtk_column_view_column_set_fixed_width (made, column->width);
  return made;
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
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkCustomSorter) sorter = gtk_custom_sorter_new (compare_stars, NULL, NULL);
  GtkColumnViewColumn *column;

  g_object_set_data (G_OBJECT (factory), "clicked", clicked);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_star), data);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_star), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cell), NULL);
  column = gtk_column_view_column_new (_ ("Star"), factory);
  gtk_column_view_column_set_sorter (column, GTK_SORTER (sorter));
  return column;
}

void
studio_runs_add_columns (GtkColumnView *view, GCallback star_clicked, gpointer data)
{
  g_autoptr (GtkColumnViewColumn) star = make_star_column (star_clicked, data);

  gtk_column_view_append_column (view, star);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = make_column (&columns[i]);

      gtk_column_view_append_column (view, column);
      if (i == STARTED_COLUMN)
        gtk_column_view_sort_by_column (view, column, GTK_SORT_DESCENDING);
    }
}

/* Filter */

/* Most texts are plain, and 10,000 runs are to be looked through between two keys. */
static gboolean
contains (const char *text, const char *word)
{
  g_autofree char *folded = NULL;

  if (text == NULL)
    return FALSE;
  if (g_str_is_ascii (text))
    return strcasestr (text, word) != NULL;

  folded = g_utf8_casefold (text, -1);
  return strstr (folded, word) != NULL;
}

gboolean
studio_runs_match (RensaRun *run, const char *const *words)
{
  const char *const texts[] = {
    rensa_run_get_name (run),      studio_runs_get_state_name (run), rensa_run_get_dataset (run),
    rensa_run_get_optimizer (run), rensa_run_get_tags (run),         rensa_run_get_note (run),
  };

  for (; *words != NULL; words++)
    {
      gboolean is_found = FALSE;

      for (guint i = 0; i < G_N_ELEMENTS (texts) && !is_found; i++)
        is_found = contains (texts[i], *words);
      if (!is_found)
        return FALSE;
    }
  return TRUE;
}
