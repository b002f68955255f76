/* studio-palette.c: palette of components.
 * SPDX-License-Identifier: MIT */

#include "studio-palette.h"
#include "studio-component-view.h"
#include "studio-fits.h"
#include "studio-palette-groups.h"
#include "studio-palette-row.h"
#include "studio-picks.h"
#include "studio-preferences.h"
#include "studio-school.h"
#include "studio-search.h"
#include "studio-watch.h"

#include <glib/gi18n.h>

/* First sort position of the group rows, after the layers of Simple, the favorites and the recent components. */
#define FIRST_OF_GROUPS 30000
#define FIRST_OF(picks) (10000 * (picks))

typedef enum
{
  SCHOOL,
  FAVOURITES,
  RECENT,
  N_PICKS,
} Picks;

struct _StudioPalette
{
  AdwBin parent_instance;

  GtkWidget *search;
  GtkWidget *fitting; /* Restricts the list to components that fit */
  GtkWidget *place;
  GtkWidget *scroller;
  GtkWidget *list;
  GtkWidget *view;

  GHashTable *matches; /* StudioPaletteRow -> StudioMatch for the current search */
  StudioFits *fits;
  RensaType type; /* input type where new nodes are inserted */
  RensaDtype dtype;
  gboolean is_type_known;
  gboolean is_step;             /* TRUE if nodes are added to a training step */
  GtkWidget *headings[N_PICKS]; /* Headings of the sections before the groups */
  StudioPaletteRow *more;       /* Heading of the components that Simple does not offer first; NULL in Full */
  guint refill_source;
};

G_DEFINE_FINAL_TYPE (StudioPalette, studio_palette, ADW_TYPE_BIN)

enum
{
  ACTIVATED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static gboolean
is_searching (StudioPalette *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->search))[0] != '\0';
}

static StudioPaletteRow *
get_row (StudioPalette *self, int i)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i);

  return row != NULL ? STUDIO_PALETTE_ROW (row) : NULL;
}

static const StudioMatch *
get_match (StudioPalette *self, gpointer row)
{
  static const StudioMatch none;
  const StudioMatch *match = g_hash_table_lookup (self->matches, row);

  return match != NULL ? match : &none;
}

static int
get_order (gpointer row)
{
  return GPOINTER_TO_INT (g_object_get_data (row, "order"));
}

static gboolean
is_pick (gpointer row)
{
  return get_order (row) < FIRST_OF_GROUPS;
}

static gboolean
fits (StudioPalette *self, const RensaComponent *component)
{
  if (!studio_palette_groups_allow (component, self->is_step))
    return FALSE;
  return !gtk_check_button_get_active (GTK_CHECK_BUTTON (self->fitting)) || studio_fits_has (self->fits, component);
}

/* Simple shows the layers of a school book, followed by a single heading for everything else. */
static gboolean
is_offered (StudioPalette *self, StudioPaletteRow *row)
{
  return self->more == NULL || get_order (row) < FIRST_OF (FAVOURITES) || studio_palette_row_is_open (self->more);
}

/* A search shows each component once, in its group. */
static gboolean
filter (GtkListBoxRow *list_row, gpointer data)
{
  StudioPalette *self = data;
  StudioPaletteRow *row = STUDIO_PALETTE_ROW (list_row);
  const RensaComponent *component = studio_palette_row_get_component (row);

  if (!is_searching (self) && !is_offered (self, row))
    return FALSE;
  if (component == NULL)
    return !is_searching (self) && studio_palette_row_get_count (row) > 0;
  if (!fits (self, component))
    return FALSE;
  return is_searching (self) ? get_match (self, row)->score > 0 && !is_pick (row) : studio_palette_row_is_open (row);
}

/* Orders search results by best match; without a search, and among equal matches, rows keep their
 * original order. */
static int
compare (GtkListBoxRow *a, GtkListBoxRow *b, gpointer data)
{
  return is_searching (data) ? studio_match_compare (get_match (data, a), get_match (data, b))
                             : get_order (a) - get_order (b);
}

/* Tries only components that match the text. */
static StudioMatch
rank (StudioPalette *self, StudioPaletteRow *row, const char *text)
{
  const RensaComponent *component = studio_palette_row_get_component (row);
  StudioMatch match = { .order = get_order (row) };

  if (component == NULL || !is_searching (self))
    return match;
  match.score = studio_search_score (component, text);
  match.fit =
      match.score > 0 && studio_fits_try (self->fits, self->is_type_known ? &self->type : NULL, self->dtype, component);
  match.is_picked = studio_picks_has (studio_picks_get (), component);
  return match;
}

static void
update_matches (StudioPalette *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));
  StudioPaletteRow *row;

  for (int i = 0; (row = get_row (self, i)) != NULL; i++)
    {
      const StudioMatch match = rank (self, row, text);

      g_hash_table_insert (self->matches, row, g_memdup2 (&match, sizeof match));
    }
}

static StudioPaletteRow *
get_first_shown (StudioPalette *self)
{
  StudioPaletteRow *row;

  for (int i = 0; (row = get_row (self, i)) != NULL; i++)
    if (gtk_widget_get_child_visible (GTK_WIDGET (row)))
      return row;
  return NULL;
}

/* Updates for each group the number of rows that would be shown if it were open. */
static void
update_counts (StudioPalette *self)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  guint n_in_groups = 0;
  StudioPaletteRow *row;

  for (int i = 0; (row = get_row (self, i)) != NULL; i++)
    {
      StudioPaletteRow *heading = studio_palette_row_get_heading (row);
      const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, heading));

      if (heading == NULL || !fits (self, studio_palette_row_get_component (row)))
        continue;
      g_hash_table_insert (counts, heading, GUINT_TO_POINTER (n + 1));
      n_in_groups += !is_pick (row);
    }
  if (self->more != NULL)
    g_hash_table_insert (counts, self->more, GUINT_TO_POINTER (n_in_groups));
  for (int i = 0; (row = get_row (self, i)) != NULL; i++)
    if (studio_palette_row_get_component (row) == NULL)
      studio_palette_row_set_count (row, GPOINTER_TO_UINT (g_hash_table_lookup (counts, row)));
}

static void
on_fits_found (StudioPalette *self)
{
  update_counts (self);
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
}

/* Nothing is tried unless the filter is on. */
static void
on_fitting_toggled (StudioPalette *self)
{
  const gboolean is_on = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->fitting));

  gtk_widget_set_visible (self->place, is_on && gtk_label_get_text (GTK_LABEL (self->place))[0] != '\0');
  if (is_on)
    studio_fits_ask (self->fits, self->is_type_known ? &self->type : NULL, self->dtype);
  else
    on_fits_found (self);
}

void
studio_palette_set_is_step (StudioPalette *self, gboolean is_step)
{
  if (self->is_step == is_step)
    return;
  self->is_step = is_step;
  on_fits_found (self);
}

static void
on_search_changed (StudioPalette *self)
{
  StudioPaletteRow *first;

  update_matches (self);
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
  gtk_list_box_invalidate_sort (GTK_LIST_BOX (self->list));

  first = is_searching (self) ? get_first_shown (self) : NULL;
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), GTK_LIST_BOX_ROW (first));
}

void
studio_palette_set_place (StudioPalette *self, const char *name, const RensaType *type, RensaDtype dtype)
{
  g_autofree char *place = studio_fits_describe_place (name, type);
  const gboolean is_same = self->is_type_known ? type != NULL && rensa_type_equal (&self->type, type) : type == NULL;

  gtk_label_set_label (GTK_LABEL (self->place), place);
  self->is_type_known = type != NULL;
  if (type != NULL)
    self->type = *type;
  self->dtype = dtype;
  if (is_searching (self) && !is_same)
    on_search_changed (self);
  if (gtk_check_button_get_active (GTK_CHECK_BUTTON (self->fitting)))
    on_fitting_toggled (self);
}

static void
activate (StudioPalette *self, StudioPaletteRow *row)
{
  const RensaComponent *component = studio_palette_row_get_component (row);

  if (component != NULL)
    g_signal_emit (self, signals[ACTIVATED], 0, component->name);
  else
    {
      studio_palette_row_set_open (row, !studio_palette_row_is_open (row));
      gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
    }
}

static void
on_search_activated (StudioPalette *self)
{
  StudioPaletteRow *row = is_searching (self) ? get_first_shown (self) : NULL;

  if (row != NULL)
    activate (self, row);
}

static void
on_search_stopped (StudioPalette *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
}

static gboolean
on_search_key (StudioPalette *self, guint key)
{
  StudioPaletteRow *row = key == GDK_KEY_Down ? get_first_shown (self) : NULL;

  return row != NULL && gtk_widget_grab_focus (GTK_WIDGET (row));
}

/* Components need a double click or Enter; headings toggle with a single click. */
static void
on_clicked (StudioPalette *self, int n_press, double x, double y)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_y (GTK_LIST_BOX (self->list), (int) y);

  if (row != NULL && n_press == 1 && studio_palette_row_get_component (STUDIO_PALETTE_ROW (row)) == NULL)
    activate (self, STUDIO_PALETTE_ROW (row));
}

static void
on_row_selected (StudioPalette *self, GtkListBoxRow *row)
{
  const RensaComponent *component = row != NULL ? studio_palette_row_get_component (STUDIO_PALETTE_ROW (row)) : NULL;

  if (component != NULL)
    studio_component_view_set_component (STUDIO_COMPONENT_VIEW (self->view), component);
  else
    studio_component_view_set_text (STUDIO_COMPONENT_VIEW (self->view),
                                    _ ("Drag a row to the canvas or double-click it."));
}

static void
on_row_activated (StudioPalette *self, GtkListBoxRow *row)
{
  activate (self, STUDIO_PALETTE_ROW (row));
}

static void
add_row (StudioPalette *self, GtkWidget *row, int *order)
{
  g_object_set_data (G_OBJECT (row), "order", GINT_TO_POINTER (++*order));
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

static void
add_components (StudioPalette *self, GtkWidget *heading, GPtrArray *components, int *order)
{
  for (guint i = 0; i < components->len; i++)
    add_row (self, studio_palette_row_new (components->pdata[i], STUDIO_PALETTE_ROW (heading)), order);
}

static GtkWidget *
add_heading (StudioPalette *self, const char *title, gboolean is_open, int *order)
{
  GtkWidget *heading = studio_palette_row_new_heading (title, is_open);

  add_row (self, heading, order);
  return heading;
}

static void
remove_row (StudioPalette *self, StudioPaletteRow *row)
{
  g_hash_table_remove (self->matches, row);
  gtk_list_box_remove (GTK_LIST_BOX (self->list), GTK_WIDGET (row));
}

static void
fill_picks (StudioPalette *self)
{
  g_autoptr (GPtrArray) favourites = studio_picks_list_favourites (studio_picks_get ());
  g_autoptr (GPtrArray) recent = studio_picks_list_recent (studio_picks_get ());

  add_components (self, self->headings[FAVOURITES], favourites, &(int){ FIRST_OF (FAVOURITES) + 1 });
  add_components (self, self->headings[RECENT], recent, &(int){ FIRST_OF (RECENT) + 1 });
  update_counts (self);
}

static void
remove_picks (StudioPalette *self)
{
  StudioPaletteRow *row;

  for (int i = 0; (row = get_row (self, i)) != NULL && is_pick (row);)
    if (studio_palette_row_get_component (row) == NULL || get_order (row) < FIRST_OF (FAVOURITES))
      i++;
    else
      remove_row (self, row);
}

static int
measure_picks (StudioPalette *self)
{
  StudioPaletteRow *row;
  int height = 0;
  int natural;

  for (int i = 0; (row = get_row (self, i)) != NULL && is_pick (row); i++)
    if (gtk_widget_get_child_visible (GTK_WIDGET (row)))
      {
        gtk_widget_measure (GTK_WIDGET (row), GTK_ORIENTATION_VERTICAL, -1, NULL, &natural, NULL, NULL);
        height += natural;
      }
  return height;
}

/* Keeps the content under the pointer in place. */
static void
scroll_by (StudioPalette *self, int height)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));

  gtk_adjustment_set_upper (adjustment, gtk_adjustment_get_upper (adjustment) + MAX (height, 0));
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + height);
}

/* If the selected row is no longer among the picks, selects its successor. */
static void
refill_picks (StudioPalette *self)
{
  GtkListBoxRow *selected = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));
  const int at = selected != NULL && is_pick (selected) ? gtk_list_box_row_get_index (selected) : -1;
  const gboolean had_focus = gtk_widget_get_focus_child (self->list) != NULL;
  const int height = measure_picks (self);
  StudioPaletteRow *row;

  remove_picks (self);
  fill_picks (self);
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
  if (!is_searching (self))
    scroll_by (self, measure_picks (self) - height);
  row = at >= 0 ? get_row (self, at) : NULL;
  if (row != NULL && studio_palette_row_get_component (row) != NULL)
    gtk_list_box_select_row (GTK_LIST_BOX (self->list), GTK_LIST_BOX_ROW (row));
  if (row != NULL && had_focus)
    gtk_widget_grab_focus (GTK_WIDGET (row));
}

static gboolean
on_refill (gpointer data)
{
  StudioPalette *self = data;

  self->refill_source = 0;
  refill_picks (self);
  return G_SOURCE_REMOVE;
}

/* Deferred, because the row whose star was clicked may be removed. */
static void
on_picks_changed (StudioPalette *self)
{
  StudioPaletteRow *row;

  for (int i = 0; (row = get_row (self, i)) != NULL; i++)
    if (studio_palette_row_get_component (row) != NULL)
      studio_palette_row_update_star (row);
  if (self->refill_source == 0)
    self->refill_source = g_idle_add (on_refill, self);
}

static void
toggle_favourite (GtkWidget *widget, const char *action, GVariant *parameter)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (STUDIO_PALETTE (widget)->list));
  const RensaComponent *component = row != NULL ? studio_palette_row_get_component (STUDIO_PALETTE_ROW (row)) : NULL;

  if (component != NULL)
    studio_picks_set_favourite (studio_picks_get (), component,
                                !studio_picks_is_favourite (studio_picks_get (), component));
}

static void
fill_school (StudioPalette *self)
{
  g_autoptr (GPtrArray) layers = studio_school_list_layers ();
  int order = FIRST_OF (SCHOOL);

  self->headings[SCHOOL] = add_heading (self, _ ("Layers"), TRUE, &order);
  add_components (self, self->headings[SCHOOL], layers, &order);
  self->more = STUDIO_PALETTE_ROW (add_heading (self, _ ("More"), FALSE, &order));
}

static void
remove_school (StudioPalette *self)
{
  for (StudioPaletteRow *row; (row = get_row (self, 0)) != NULL && get_order (row) < FIRST_OF (FAVOURITES);)
    remove_row (self, row);
  self->headings[SCHOOL] = NULL;
  self->more = NULL;
}

/* Full has none of these rows. */
static void
update_school (StudioPalette *self)
{
  if (studio_preferences_is_simple () == (self->more != NULL))
    return;
  if (self->more != NULL)
    remove_school (self);
  else
    fill_school (self);
}

static void
on_interface_changed (gpointer data)
{
  StudioPalette *self = data;
  StudioPaletteRow *row;

  update_school (self);
  update_counts (self);
  for (int i = 0; (row = get_row (self, i)) != NULL; i++)
    if (studio_palette_row_get_component (row) != NULL)
      studio_palette_row_update_name (row);
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
}

static void
fill (StudioPalette *self)
{
  g_autoptr (GArray) groups = studio_palette_groups_new ();
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  int order = FIRST_OF_GROUPS;

  update_school (self);
  self->headings[FAVOURITES] = add_heading (self, _ ("Favorites"), TRUE, &(int){ FIRST_OF (FAVOURITES) });
  self->headings[RECENT] = add_heading (self, _ ("Recently Used"), TRUE, &(int){ FIRST_OF (RECENT) });
  for (guint i = 0; i < groups->len; i++)
    {
      const StudioPaletteGroup *group = &g_array_index (groups, StudioPaletteGroup, i);

      add_components (self, add_heading (self, group->title, group->is_open, &order), group->components, &order);
      g_ptr_array_extend (all, group->components, NULL, NULL);
    }
  self->fits = studio_fits_new (all);
  g_signal_connect_swapped (self->fits, "found", G_CALLBACK (on_fits_found), self);
  fill_picks (self);
}

GtkWidget *
studio_palette_new (void)
{
  return g_object_new (STUDIO_TYPE_PALETTE, NULL);
}

/* A list unselects its row when it is destroyed; by then nothing can show the change. */
static void
studio_palette_dispose (GObject *object)
{
  StudioPalette *self = STUDIO_PALETTE (object);

  if (self->list != NULL)
    g_signal_handlers_disconnect_by_func (self->list, on_row_selected, self);
  self->list = NULL;
  g_clear_handle_id (&self->refill_source, g_source_remove);
  studio_source_clear (&self->fits, self);
  g_signal_handlers_disconnect_by_data (studio_picks_get (), self);
  G_OBJECT_CLASS (studio_palette_parent_class)->dispose (object);
}

static void
studio_palette_finalize (GObject *object)
{
  g_hash_table_unref (STUDIO_PALETTE (object)->matches);
  G_OBJECT_CLASS (studio_palette_parent_class)->finalize (object);
}

static void
studio_palette_class_init (StudioPaletteClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_palette_dispose;
  G_OBJECT_CLASS (klass)->finalize = studio_palette_finalize;
  signals[ACTIVATED] = g_signal_new ("activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 1, G_TYPE_STRING);

  g_type_ensure (STUDIO_TYPE_COMPONENT_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-palette.ui");
  gtk_widget_class_install_action (widget_class, "palette.favourite", NULL, toggle_favourite);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_d, GDK_CONTROL_MASK, "palette.favourite", NULL);
  gtk_widget_class_bind_template_child (widget_class, StudioPalette, search);
  gtk_widget_class_bind_template_child (widget_class, StudioPalette, fitting);
  gtk_widget_class_bind_template_child (widget_class, StudioPalette, place);
  gtk_widget_class_bind_template_child (widget_class, StudioPalette, scroller);
  gtk_widget_class_bind_template_child (widget_class, StudioPalette, list);
  gtk_widget_class_bind_template_child (widget_class, StudioPalette, view);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_search_stopped);
  gtk_widget_class_bind_template_callback (widget_class, on_search_key);
  gtk_widget_class_bind_template_callback (widget_class, on_fitting_toggled);
  gtk_widget_class_bind_template_callback (widget_class, on_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_row_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
}

static void
studio_palette_init (StudioPalette *self)
{
  self->matches = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  fill (self);
  on_row_selected (self, NULL);
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), filter, self, NULL);
  gtk_list_box_set_sort_func (GTK_LIST_BOX (self->list), compare, self, NULL);
  g_signal_connect_swapped (studio_picks_get (), "favourites-changed", G_CALLBACK (on_picks_changed), self);
  g_signal_connect_swapped (studio_picks_get (), "recent-changed", G_CALLBACK (on_picks_changed), self);
  studio_preferences_follow_interface (G_OBJECT (self), on_interface_changed);
}
