/* studio-graph-view-input.c: keyboard and pointer input of the graph view.
 * SPDX-License-Identifier: MIT */

#include <glib/gi18n.h>
#include <math.h>

#include "studio-focus.h"
#include "studio-format.h"
#include "studio-graph-view-private.h"
#include "studio-popover.h"

#define ZOOM_STEP 1.2
#define SCROLL_STEP 60.0

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

/* Popover */

static void
add_fact (GtkGrid *grid, int row, const char *name, const char *value)
{
  GtkWidget *key = gtk_label_new (name);
  GtkWidget *label = gtk_label_new (value);

  gtk_label_set_xalign (GTK_LABEL (key), 1);
  gtk_widget_add_css_class (key, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 40);
  gtk_grid_attach (grid, key, 0, row, 1, 1);
  gtk_grid_attach (grid, label, 1, row, 1, 1);
}

static void
add_node_facts (GtkGrid *grid, StudioGraph *graph, const StudioGraphNode *node)
{
  const char *path = studio_graph_get_group (graph, node->group)->path;
  g_autofree char *rank = g_strdup_printf ("%d", node->rank);
  g_autofree char *bytes = studio_format_bytes (node->bytes);
  int row = 1;

  if (!node->is_function)
    {
      add_fact (grid, row++, _ ("Shape"), node->shape);
      add_fact (grid, row++, _ ("Data Type"), node->dtype);
      add_fact (grid, row++, _ ("Size"), bytes);
    }
  add_fact (grid, row++, _ ("Rank"), rank);
  if (path[0] != '\0')
    add_fact (grid, row, _ ("Link"), path);
}

static void
add_group_facts (GtkGrid *grid, const StudioGraphGroup *group)
{
  g_autofree char *count = studio_format_nodes (group->n_nodes);

  add_fact (grid, 1, _ ("Link"), group->path);
  add_fact (grid, 2, _ ("Contents"), count);
}

static const char *
get_heading (StudioGraph *graph, const StudioGraphBox *box)
{
  const StudioGraphNode *node;

  if (box->kind != STUDIO_GRAPH_NODE)
    return studio_graph_get_group (graph, box->index)->name;
  node = studio_graph_get_node (graph, box->index);
  return node->name != NULL ? node->name : _ ("Variable");
}

static GtkWidget *
new_facts (StudioGraphView *self, const StudioGraphBox *box)
{
  StudioGraph *graph = get_layout (self)->graph;
  GtkWidget *grid = gtk_grid_new ();
  GtkWidget *heading = gtk_label_new (get_heading (graph, box));

  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_widget_add_css_class (grid, "graph-facts");
  gtk_widget_add_css_class (heading, "heading");
  gtk_grid_attach (GTK_GRID (grid), heading, 0, 0, 2, 1);
  if (box->kind == STUDIO_GRAPH_NODE)
    add_node_facts (GTK_GRID (grid), graph, studio_graph_get_node (graph, box->index));
  else
    add_group_facts (GTK_GRID (grid), studio_graph_get_group (graph, box->index));
  return grid;
}

static GdkRectangle
get_place (StudioGraphView *self)
{
  const StudioGraphBox *box = get_box (self, self->current);
  /* The popover of a cluster points at its name. */
  const double height = box->kind == STUDIO_GRAPH_CLUSTER ? 24 : box->height;

  return (GdkRectangle){
    (int) ((box->x - box->width / 2 - self->x) * self->zoom),
    (int) ((box->y - box->height / 2 - self->y) * self->zoom),
    (int) (box->width * self->zoom),
    (int) (height * self->zoom),
  };
}

void
studio_graph_view_show_popover (StudioGraphView *self)
{
  GdkRectangle place;

  if (self->current < 0)
    return;
  place = get_place (self);
  gtk_popover_set_child (GTK_POPOVER (self->popover), new_facts (self, get_box (self, self->current)));
  studio_popover_open (GTK_POPOVER (self->popover), &place);
}

void
studio_graph_view_hide_popover (StudioGraphView *self)
{
  if (self->popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (self->popover));
}

void
studio_graph_view_update_popover (StudioGraphView *self)
{
  if (self->current < 0)
    studio_graph_view_hide_popover (self);
  else if (gtk_widget_get_visible (self->popover))
    studio_graph_view_show_popover (self);
}

/* Keys */

static gboolean
is_candidate (StudioGraphView *self, int i, int dx)
{
  const StudioGraphBox *box = get_box (self, i);
  const StudioGraphBox *from = get_box (self, self->current);

  return i != self->current && box->kind != STUDIO_GRAPH_CLUSTER && fabs (box->y - from->y) < from->height
         && (box->x - from->x) * dx > 0;
}

/* Moves sideways to the nearest box at the same height. */
static void
go_beside (StudioGraphView *self, int dx)
{
  const double x = get_box (self, self->current)->x;
  int nearest = -1;

  for (int i = 0; i < (int) get_layout (self)->boxes->len; i++)
    if (is_candidate (self, i, dx)
        && (nearest < 0 || fabs (get_box (self, i)->x - x) < fabs (get_box (self, nearest)->x - x)))
      nearest = i;
  if (nearest >= 0)
    studio_graph_view_set_current (self, nearest);
}

/* Follows the edge that bends least. */
static void
go_along (StudioGraphView *self, gboolean forward)
{
  StudioGraphLayout *layout = get_layout (self);
  const double x = get_box (self, self->current)->x;
  int nearest = -1;

  for (guint i = 0; i < layout->lines->len; i++)
    {
      const StudioGraphLine *line = &g_array_index (layout->lines, StudioGraphLine, i);
      const int start = (int) (forward ? line->from : line->to);
      const int end = (int) (forward ? line->to : line->from);

      if (start == self->current
          && (nearest < 0 || fabs (get_box (self, end)->x - x) < fabs (get_box (self, nearest)->x - x)))
        nearest = end;
    }
  if (nearest >= 0)
    studio_graph_view_set_current (self, nearest);
}

/* Returns the topmost box. */
static int
find_top (StudioGraphView *self)
{
  int top = -1;

  for (int i = 0; i < (int) get_layout (self)->boxes->len; i++)
    if (get_box (self, i)->kind != STUDIO_GRAPH_CLUSTER && (top < 0 || get_box (self, i)->y < get_box (self, top)->y))
      top = i;
  return top;
}

static gboolean
walk (StudioGraphView *self, guint key)
{
  if (key != GDK_KEY_Up && key != GDK_KEY_Down && key != GDK_KEY_Left && key != GDK_KEY_Right && key != GDK_KEY_Home)
    return FALSE;

  if (self->current < 0 || key == GDK_KEY_Home)
    studio_graph_view_set_current (self, find_top (self));
  else if (key == GDK_KEY_Up || key == GDK_KEY_Down)
    go_along (self, key == GDK_KEY_Down);
  else
    go_beside (self, key == GDK_KEY_Right ? 1 : -1);
  return TRUE;
}

static gboolean
key_pressed (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, StudioGraphView *self)
{
  if (self->drawing == NULL || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  if (walk (self, key))
    return TRUE;

  if (key == GDK_KEY_plus || key == GDK_KEY_KP_Add)
    studio_graph_view_zoom_by (self, ZOOM_STEP);
  else if (key == GDK_KEY_minus || key == GDK_KEY_KP_Subtract)
    studio_graph_view_zoom_by (self, 1 / ZOOM_STEP);
  else if (key == GDK_KEY_0 || key == GDK_KEY_KP_0)
    studio_graph_view_fit (self);
  else if (key == GDK_KEY_space && self->current >= 0)
    studio_graph_view_show_popover (self);
  else if (key == GDK_KEY_Escape && gtk_widget_get_visible (self->popover))
    studio_graph_view_hide_popover (self);
  else if ((key == GDK_KEY_Return || key == GDK_KEY_KP_Enter) && self->current >= 0)
    studio_graph_view_fold (self);
  else
    return FALSE;
  return TRUE;
}

/* Pointer */

static void
clicked (GtkGestureClick *gesture, int n_press, double x, double y, StudioGraphView *self)
{
  StudioOverview overview;
  int box;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->drawing == NULL
      || (studio_graph_view_get_overview (self, &overview) && studio_overview_contains (&overview, x, y)))
    return;

  box = studio_graph_view_pick (self, x, y);
  studio_graph_view_set_current (self, box);
  if (box >= 0 && n_press == 2 && get_box (self, box)->kind != STUDIO_GRAPH_NODE)
    studio_graph_view_fold (self);
  else if (box >= 0)
    studio_graph_view_show_popover (self);
}

/* Centers the view on the pointer's position in the overview. */
static void
follow_overview (StudioGraphView *self, double x, double y)
{
  StudioOverview overview;
  graphene_point_t corner;

  if (!studio_graph_view_get_overview (self, &overview))
    return;
  studio_overview_find_corner (&overview, x, y, &corner);
  studio_graph_view_move_to (self, corner.x, corner.y);
}

static void
drag_begun (GtkGestureDrag *gesture, double x, double y, StudioGraphView *self)
{
  StudioOverview overview;

  self->drag_x = self->x;
  self->drag_y = self->y;
  self->drags_overview = studio_graph_view_get_overview (self, &overview) && studio_overview_contains (&overview, x, y);
  if (self->drags_overview)
    follow_overview (self, x, y);
}

static void
dragged (GtkGestureDrag *gesture, double dx, double dy, StudioGraphView *self)
{
  double x;
  double y;

  if (fabs (dx) + fabs (dy) > 4)
    studio_graph_view_hide_popover (self);
  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  if (self->drags_overview)
    follow_overview (self, x + dx, y + dy);
  else
    studio_graph_view_move_to (self, self->drag_x - dx / self->zoom, self->drag_y - dy / self->zoom);
}

static gboolean
scrolled (GtkEventControllerScroll *controller, double dx, double dy, StudioGraphView *self)
{
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));

  studio_graph_view_hide_popover (self);
  if ((state & GDK_CONTROL_MASK) != 0)
    studio_graph_view_zoom_at (self, pow (ZOOM_STEP, -dy), self->pointer_x, self->pointer_y);
  else if ((state & GDK_SHIFT_MASK) != 0)
    studio_graph_view_move_to (self, self->x + (dx + dy) * SCROLL_STEP / self->zoom, self->y);
  else
    studio_graph_view_move_to (self, self->x + dx * SCROLL_STEP / self->zoom, self->y + dy * SCROLL_STEP / self->zoom);
  return TRUE;
}

static void
pointer_moved (GtkEventControllerMotion *controller, double x, double y, StudioGraphView *self)
{
  self->pointer_x = x;
  self->pointer_y = y;
}

static void
focus_left (gpointer self)
{
  studio_graph_view_hide_popover (self);
}

void
studio_graph_view_class_init_input (GtkWidgetClass *klass)
{
  gtk_widget_class_set_template_from_resource (klass, "/org/rensa/Studio/ui/studio-graph-view.ui");
  gtk_widget_class_bind_template_child (klass, StudioGraphView, popover);
  gtk_widget_class_bind_template_callback (klass, key_pressed);
  gtk_widget_class_bind_template_callback (klass, pointer_moved);
  gtk_widget_class_bind_template_callback (klass, scrolled);
  gtk_widget_class_bind_template_callback (klass, clicked);
  gtk_widget_class_bind_template_callback (klass, drag_begun);
  gtk_widget_class_bind_template_callback (klass, dragged);
}

void
studio_graph_view_init_input (StudioGraphView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  studio_on_leave (GTK_WIDGET (self), focus_left, GTK_WIDGET (self));
}
