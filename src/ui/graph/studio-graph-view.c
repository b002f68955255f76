/* studio-graph-view.c: graph viewer widget.
 * SPDX-License-Identifier: MIT */

#include "studio-graph-view-private.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "studio-format.h"

#define LEAST_ZOOM 0.02
#define MOST_ZOOM 4.0
#define MARGIN 24.0
/* Lowest zoom at which texts are readable. */
#define READABLE 0.85

enum
{
  CHANGED,
  FOLD,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StudioGraphView, studio_graph_view, GTK_TYPE_WIDGET)

static StudioGraphLayout *
get_layout (StudioGraphView *self)
{
  return self->drawing != NULL ? studio_graph_drawing_get_layout (self->drawing) : NULL;
}

static const StudioGraphBox *
get_box (StudioGraphView *self, int i)
{
  return &g_array_index (get_layout (self)->boxes, StudioGraphBox, i);
}

/* Description */

/* "LinearFunction in predictor/l1, 2 of 5 matches" */
static char *
describe_current (StudioGraphView *self)
{
  const StudioGraphBox *box = get_box (self, self->current);
  StudioGraph *graph = get_layout (self)->graph;
  const guint number = box->kind == STUDIO_GRAPH_NODE ? studio_graph_get_node (graph, box->index)->group : box->index;
  const char *path = studio_graph_get_group (graph, number)->path;
  g_autofree char *title = NULL;
  g_autofree char *detail = NULL;
  g_autofree char *text = NULL;

  studio_graph_box_get_texts (graph, box->kind, box->index, &title, &detail);
  text = g_strjoin (title != NULL && detail != NULL ? " " : "", title != NULL ? title : "", detail, NULL);
  return path[0] != '\0' ? g_strdup_printf (_ ("%s in %s"), text, path) : g_steal_pointer (&text);
}

static void
update_description (StudioGraphView *self)
{
  StudioGraphLayout *layout = get_layout (self);
  g_autofree char *nodes = layout != NULL ? studio_format_nodes (studio_graph_get_n_nodes (layout->graph)) : NULL;
  g_autofree char *current = self->current >= 0 ? describe_current (self) : NULL;
  g_autofree char *text =
      g_strjoin (current != NULL ? "; " : "", current != NULL ? current : "", nodes != NULL ? nodes : "", NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
changed (StudioGraphView *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Place */

void
studio_graph_view_move_to (StudioGraphView *self, double x, double y)
{
  self->x = x;
  self->y = y;
  self->fits = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
fit (StudioGraphView *self)
{
  StudioGraphLayout *layout = get_layout (self);
  const double width = gtk_widget_get_width (GTK_WIDGET (self));
  const double height = gtk_widget_get_height (GTK_WIDGET (self));

  if (layout == NULL || width <= 0)
    return;

  self->zoom = MIN ((width - 2 * MARGIN) / layout->width, (height - 2 * MARGIN) / layout->height);
  self->zoom = CLAMP (self->zoom, LEAST_ZOOM, 1);
  self->x = (layout->width - width / self->zoom) / 2;
  self->y = (layout->height - height / self->zoom) / 2;
}

/* Shows a large graph from its top, because the whole would be too small to read. */
static void
show_first (StudioGraphView *self)
{
  StudioGraphLayout *layout = get_layout (self);
  const double width = gtk_widget_get_width (GTK_WIDGET (self));
  int top = -1;

  /* Without an allocated size, fitting has to wait. */
  self->is_new = layout != NULL && width <= 0;
  self->fits = TRUE;
  fit (self);
  if (layout == NULL || width <= 0 || self->zoom >= READABLE)
    return;

  for (int i = 0; i < (int) layout->boxes->len; i++)
    if (get_box (self, i)->kind != STUDIO_GRAPH_CLUSTER && (top < 0 || get_box (self, i)->y < get_box (self, top)->y))
      top = i;
  self->fits = FALSE;
  self->zoom = READABLE;
  self->x = layout->width * READABLE <= width ? (layout->width - width / READABLE) / 2
                                              : (top >= 0 ? get_box (self, top)->x : 0) - width / READABLE / 2;
  self->y = -MARGIN / READABLE;
}

void
studio_graph_view_fit (StudioGraphView *self)
{
  self->fits = TRUE;
  fit (self);
  studio_graph_view_hide_popover (self);
  changed (self);
}

void
studio_graph_view_zoom_at (StudioGraphView *self, double factor, double x, double y)
{
  const double zoom = CLAMP (self->zoom * factor, LEAST_ZOOM, MOST_ZOOM);

  self->x += x / self->zoom - x / zoom;
  self->y += y / self->zoom - y / zoom;
  self->zoom = zoom;
  self->fits = FALSE;
  studio_graph_view_hide_popover (self);
  changed (self);
}

void
studio_graph_view_zoom_by (StudioGraphView *self, double factor)
{
  studio_graph_view_zoom_at (self, factor, gtk_widget_get_width (GTK_WIDGET (self)) / 2.0,
                             gtk_widget_get_height (GTK_WIDGET (self)) / 2.0);
}

double
studio_graph_view_get_zoom (StudioGraphView *self)
{
  return self->zoom;
}

/* Scrolls as little as possible, so that the user does not lose the place; zooms in if the text is
 * too small to read. */
static void
bring_into_view (StudioGraphView *self, const StudioGraphBox *box)
{
  const double width = gtk_widget_get_width (GTK_WIDGET (self)) / self->zoom;
  const double height = gtk_widget_get_height (GTK_WIDGET (self)) / self->zoom;
  const double margin_x = MIN (box->width / 2 + MARGIN / self->zoom, width / 2);
  const double margin_y = MIN (box->height / 2 + MARGIN / self->zoom, height / 2);
  const double x = CLAMP (self->x, box->x + margin_x - width, box->x - margin_x);
  const double y = CLAMP (self->y, box->y + margin_y - height, box->y - margin_y);

  if (width > 0 && (x != self->x || y != self->y))
    studio_graph_view_move_to (self, x, y);
}

void
studio_graph_view_set_current (StudioGraphView *self, int box)
{
  self->current = box;
  if (box >= 0)
    bring_into_view (self, get_box (self, box));
  studio_graph_view_update_popover (self);
  update_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
box_holds (const StudioGraphBox *box, double x, double y)
{
  return fabs (x - box->x) <= box->width / 2 && fabs (y - box->y) <= box->height / 2;
}

int
studio_graph_view_pick (StudioGraphView *self, double x, double y)
{
  StudioGraphLayout *layout = get_layout (self);

  /* Searches from the end, because the contents of a cluster follow it. */
  for (int i = layout != NULL ? (int) layout->boxes->len - 1 : -1; i >= 0; i--)
    if (get_box (self, i)->kind != STUDIO_GRAPH_CLUSTER
        && box_holds (get_box (self, i), self->x + x / self->zoom, self->y + y / self->zoom))
      return i;
  for (int i = layout != NULL ? (int) layout->boxes->len - 1 : -1; i >= 0; i--)
    if (box_holds (get_box (self, i), self->x + x / self->zoom, self->y + y / self->zoom))
      return i;
  return -1;
}

void
studio_graph_view_fold (StudioGraphView *self)
{
  StudioGraph *graph = get_layout (self)->graph;
  const StudioGraphBox *box = get_box (self, self->current);
  const guint group = box->kind == STUDIO_GRAPH_NODE ? studio_graph_get_node (graph, box->index)->group : box->index;

  if (studio_graph_get_group (graph, group)->parent >= 0)
    g_signal_emit (self, signals[FOLD], 0, group);
}

/* Search */

static gboolean
box_matches (StudioGraphView *self, const StudioGraphBox *box)
{
  StudioGraph *graph = get_layout (self)->graph;

  if (box->kind == STUDIO_GRAPH_NODE)
    return studio_graph_node_matches (studio_graph_get_node (graph, box->index), self->search);
  if (box->kind == STUDIO_GRAPH_CLUSTER)
    return FALSE;
  for (guint i = 0; i < studio_graph_get_n_nodes (graph); i++)
    {
      const StudioGraphNode *node = studio_graph_get_node (graph, i);
      int group = (int) node->group;

      while (group > (int) box->index)
        group = studio_graph_get_group (graph, (guint) group)->parent;
      if (group == (int) box->index && studio_graph_node_matches (node, self->search))
        return TRUE;
    }
  return FALSE;
}

/* Orders from top to bottom, then left to right. */
static int
compare_places (gconstpointer a, gconstpointer b, gpointer data)
{
  const StudioGraphBox *x = get_box (data, *(const int *) a);
  const StudioGraphBox *y = get_box (data, *(const int *) b);

  return x->y != y->y ? (x->y < y->y ? -1 : 1) : x->x < y->x ? -1 : x->x > y->x;
}

static void
find_matches (StudioGraphView *self)
{
  StudioGraphLayout *layout = get_layout (self);
  const int n = layout != NULL ? (int) layout->boxes->len : 0;

  g_array_set_size (self->matches, 0);
  g_free (self->found);
  self->found = g_new0 (gboolean, n + 1);
  for (int i = 0; self->search[0] != '\0' && i < n; i++)
    if (box_matches (self, get_box (self, i)))
      {
        self->found[i] = TRUE;
        g_array_append_val (self->matches, i);
      }
  g_array_sort_with_data (self->matches, compare_places, self);
  self->match = 0;
}

void
studio_graph_view_search (StudioGraphView *self, const char *text)
{
  g_free (self->search);
  self->search = g_strstrip (g_strdup (text));
  find_matches (self);
  if (self->matches->len > 0)
    studio_graph_view_set_current (self, g_array_index (self->matches, int, 0));
  changed (self);
}

void
studio_graph_view_step (StudioGraphView *self, int step)
{
  if (self->matches->len == 0)
    return;

  self->match = (self->match + self->matches->len + step) % self->matches->len;
  studio_graph_view_set_current (self, g_array_index (self->matches, int, self->match));
  changed (self);
}

void
studio_graph_view_get_matches (StudioGraphView *self, guint *at, guint *n)
{
  *n = self->matches->len;
  *at = *n > 0 ? self->match + 1 : 0;
}

/* Drawing */

gboolean
studio_graph_view_get_overview (StudioGraphView *self, StudioOverview *overview)
{
  StudioGraphLayout *layout = get_layout (self);
  GtkWidget *widget = GTK_WIDGET (self);

  return layout != NULL
         && studio_overview_init (overview, widget, &GRAPHENE_RECT_INIT (0, 0, layout->width, layout->height),
                                  &GRAPHENE_RECT_INIT (self->x, self->y, gtk_widget_get_width (widget) / self->zoom,
                                                       gtk_widget_get_height (widget) / self->zoom));
}

static StudioGraphLook
get_look (StudioGraphView *self)
{
  GtkStyleContext *style = gtk_widget_get_style_context (GTK_WIDGET (self));
  StudioGraphLook look = { .current = self->current, .found = self->found };

  gtk_style_context_get_color (style, &look.foreground);
  if (!gtk_style_context_lookup_color (style, "accent_color", &look.accent))
    look.accent = look.foreground;
  look.is_strong = adw_style_manager_get_high_contrast (adw_style_manager_get_default ());
  look.is_dark = look.foreground.red + look.foreground.green + look.foreground.blue > 1.5;
  return look;
}

static void
draw_small (cairo_t *cr, gpointer data)
{
  StudioGraphView *self = data;
  const StudioGraphLook look = get_look (self);

  studio_graph_drawing_draw_small (self->drawing, cr, &look);
}

static void
snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  StudioGraphView *self = STUDIO_GRAPH_VIEW (widget);
  const StudioGraphLook look = get_look (self);
  StudioOverview overview;
  graphene_rect_t bounds;
  graphene_rect_t clip;
  cairo_t *cr;

  if (self->drawing == NULL)
    return;

  graphene_rect_init (&bounds, 0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  graphene_rect_init (&clip, self->x, self->y, bounds.size.width / self->zoom, bounds.size.height / self->zoom);
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  cairo_save (cr);
  cairo_scale (cr, self->zoom, self->zoom);
  cairo_translate (cr, -self->x, -self->y);
  studio_graph_drawing_draw (self->drawing, cr, &look, &clip, self->zoom);
  cairo_restore (cr);
  if (studio_graph_view_get_overview (self, &overview))
    studio_overview_draw (&overview, widget, cr, draw_small, self);
  cairo_destroy (cr);

  if (gtk_widget_has_visible_focus (widget))
    gtk_snapshot_render_focus (snapshot, gtk_widget_get_style_context (widget), 0, 0, bounds.size.width,
                               bounds.size.height);
}

/* Runs in an idle handler, because labels must not change during size allocation. */
static gboolean
tell_zoom (gpointer data)
{
  StudioGraphView *self = data;

  self->idle = 0;
  changed (self);
  return G_SOURCE_REMOVE;
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  StudioGraphView *self = STUDIO_GRAPH_VIEW (widget);

  if (self->is_new)
    show_first (self);
  else if (self->fits)
    fit (self);
  if (self->idle == 0)
    self->idle = g_idle_add (tell_zoom, self);
  gtk_popover_present (GTK_POPOVER (self->popover));
}

/* Layout */

/* Returns the box that shows the same node or group as @box of another layout of the same graph, or
 * the folded group that contains it. */
static int
find_again (StudioGraphView *self, StudioGraphLayout *old, int box)
{
  const StudioGraphBox *was = box >= 0 ? &g_array_index (old->boxes, StudioGraphBox, box) : NULL;
  StudioGraphLayout *layout = get_layout (self);
  int group;
  int found;

  if (was == NULL || layout == NULL || layout->graph != old->graph)
    return -1;
  found = was->kind == STUDIO_GRAPH_NODE ? studio_graph_layout_find (layout, was->kind, was->index) : -1;
  group = was->kind == STUDIO_GRAPH_NODE ? (int) studio_graph_get_node (layout->graph, was->index)->group
                                         : (int) was->index;
  for (; found < 0 && group > 0; group = studio_graph_get_group (layout->graph, (guint) group)->parent)
    {
      found = studio_graph_layout_find (layout, STUDIO_GRAPH_FOLDED, (guint) group);
      if (found < 0 && was->kind != STUDIO_GRAPH_NODE)
        found = studio_graph_layout_find (layout, STUDIO_GRAPH_CLUSTER, (guint) group);
    }
  return found;
}

void
studio_graph_view_set_layout (StudioGraphView *self, StudioGraphLayout *layout, gboolean resets)
{
  g_autoptr (StudioGraphDrawing) old = g_steal_pointer (&self->drawing);
  const int before = self->current;

  studio_graph_view_hide_popover (self);
  self->current = -1;
  if (layout != NULL)
    self->drawing = studio_graph_drawing_new (layout, gtk_widget_get_pango_context (GTK_WIDGET (self)));
  find_matches (self);
  if (resets)
    show_first (self);
  if (old != NULL)
    studio_graph_view_set_current (self, find_again (self, studio_graph_drawing_get_layout (old), before));
  update_description (self);
  changed (self);
}

StudioGraphDrawing *
studio_graph_view_get_drawing (StudioGraphView *self)
{
  return self->drawing;
}

static void
dispose (GObject *object)
{
  StudioGraphView *self = STUDIO_GRAPH_VIEW (object);

  g_clear_handle_id (&self->idle, g_source_remove);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_pointer (&self->drawing, studio_graph_drawing_free);
  g_clear_pointer (&self->matches, g_array_unref);
  g_clear_pointer (&self->search, g_free);
  g_clear_pointer (&self->found, g_free);
  G_OBJECT_CLASS (studio_graph_view_parent_class)->dispose (object);
}

static void
studio_graph_view_class_init (StudioGraphViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dispose;
  widget_class->snapshot = snapshot;
  widget_class->size_allocate = size_allocate;
  gtk_widget_class_set_css_name (widget_class, "graphview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  signals[CHANGED] =
      g_signal_new ("changed", STUDIO_TYPE_GRAPH_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FOLD] = g_signal_new ("fold", STUDIO_TYPE_GRAPH_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                G_TYPE_UINT);
  studio_graph_view_class_init_input (widget_class);
}

static void
studio_graph_view_init (StudioGraphView *self)
{
  self->zoom = 1;
  self->fits = TRUE;
  self->current = -1;
  self->search = g_strdup ("");
  self->matches = g_array_new (FALSE, FALSE, sizeof (int));
  studio_graph_view_init_input (self);
}

GtkWidget *
studio_graph_view_new (void)
{
  return g_object_new (STUDIO_TYPE_GRAPH_VIEW, NULL);
}
