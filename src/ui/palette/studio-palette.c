/* studio-palette.c: what a model can be made of.
 * SPDX-License-Identifier: MIT */

#include "studio-palette.h"
#include "studio-component-view.h"
#include "studio-palette-groups.h"
#include "studio-palette-row.h"
#include "studio-search.h"

#include <glib/gi18n.h>

struct _StudioPalette
{
  AdwBin parent_instance;

  GtkWidget *search;
  GtkWidget *list;
  GtkWidget *view;

  GHashTable *scores; /* StudioPaletteRow -> score for the present search */
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

static guint
get_score (StudioPalette *self, gpointer row)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->scores, row));
}

static gboolean
filter (GtkListBoxRow *list_row, gpointer data)
{
  StudioPaletteRow *row = STUDIO_PALETTE_ROW (list_row);

  if (is_searching (data))
    return get_score (data, row) > 0;
  return studio_palette_row_get_component (row) == NULL || studio_palette_row_is_open (row);
}

/* Among results the best match comes first; else, and among equals, rows keep the order in which they were made. */
static int
compare (GtkListBoxRow *a, GtkListBoxRow *b, gpointer data)
{
  const int order_a = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (a), "order"));
  const int order_b = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (b), "order"));
  const guint score_a = is_searching (data) ? get_score (data, a) : 0;
  const guint score_b = is_searching (data) ? get_score (data, b) : 0;

  return score_a != score_b ? (score_a > score_b ? -1 : 1) : order_a - order_b;
}

static void
update_scores (StudioPalette *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));
  StudioPaletteRow *row;

  for (int i = 0; (row = get_row (self, i)) != NULL; i++)
    {
      const RensaComponent *component = studio_palette_row_get_component (row);
      const guint score = component != NULL ? studio_search_score (component, text) : 0;

      g_hash_table_insert (self->scores, row, GUINT_TO_POINTER (score));
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

static void
on_search_changed (StudioPalette *self)
{
  StudioPaletteRow *first;

  update_scores (self);
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
  gtk_list_box_invalidate_sort (GTK_LIST_BOX (self->list));

  first = is_searching (self) ? get_first_shown (self) : NULL;
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), GTK_LIST_BOX_ROW (first));
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

/* Components take two clicks, or Enter; headings open and close with one. */
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
                                    _ ("Drag a row to the canvas, or click it twice."));
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
fill (StudioPalette *self)
{
  g_autoptr (GArray) groups = studio_palette_groups_new ();
  int order = 0;

  for (guint i = 0; i < groups->len; i++)
    {
      const StudioPaletteGroup *group = &g_array_index (groups, StudioPaletteGroup, i);
      GtkWidget *heading = studio_palette_row_new_heading (group->title, group->is_open);

      add_row (self, heading, &order);
      for (guint j = 0; j < group->components->len; j++)
        add_row (self, studio_palette_row_new (group->components->pdata[j], STUDIO_PALETTE_ROW (heading)), &order);
    }
}

GtkWidget *
studio_palette_new (void)
{
  return g_object_new (STUDIO_TYPE_PALETTE, NULL);
}

/* A list that goes away unselects its row; by then there is nothing to show it in. */
static void
studio_palette_dispose (GObject *object)
{
  StudioPalette *self = STUDIO_PALETTE (object);

  if (self->list != NULL)
    g_signal_handlers_disconnect_by_func (self->list, on_row_selected, self);
  self->list = NULL;
  G_OBJECT_CLASS (studio_palette_parent_class)->dispose (object);
}

static void
studio_palette_finalize (GObject *object)
{
  g_hash_table_unref (STUDIO_PALETTE (object)->scores);
  G_OBJECT_CLASS (studio_palette_parent_class)->finalize (object);
}

static void
studio_palette_class_init (StudioPaletteClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = studio_palette_dispose;
  G_OBJECT_CLASS (class)->finalize = studio_palette_finalize;
  signals[ACTIVATED] = g_signal_new ("activated", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 1, G_TYPE_STRING);

  g_type_ensure (STUDIO_TYPE_COMPONENT_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-palette.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioPalette, search);
  gtk_widget_class_bind_template_child (widget_class, StudioPalette, list);
  gtk_widget_class_bind_template_child (widget_class, StudioPalette, view);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_search_stopped);
  gtk_widget_class_bind_template_callback (widget_class, on_search_key);
  gtk_widget_class_bind_template_callback (widget_class, on_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_row_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
}

static void
studio_palette_init (StudioPalette *self)
{
  self->scores = g_hash_table_new (NULL, NULL);
  gtk_widget_init_template (GTK_WIDGET (self));
  fill (self);
  on_row_selected (self, NULL);
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), filter, self, NULL);
  gtk_list_box_set_sort_func (GTK_LIST_BOX (self->list), compare, self, NULL);
}
