/* studio-canvas.c: canvas that shows and edits the model.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"
#include "studio-closures.h"
#include "studio-preferences.h"
#include "studio-step.h"
#include "studio-watch.h"
#include "studio-widget.h"

#include <glib/gi18n.h>
#include <math.h>

#define TRAIL_MARGIN 12

G_DEFINE_FINAL_TYPE (StudioCanvas, studio_canvas, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_PROJECT,
  PROP_SCOPE,
  PROP_SELECTED,
  PROP_N_SELECTED,
  PROP_ZOOM,
  PROP_TRAINING,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

void
studio_canvas_notify_zoom (StudioCanvas *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ZOOM]);
  studio_canvas_update_actions (self);
}

void
studio_canvas_notify_selection (StudioCanvas *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_SELECTED]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
}

void
studio_canvas_notify_scope (StudioCanvas *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SCOPE]);
}

void
studio_canvas_queue_wires (StudioCanvas *self)
{
  g_clear_pointer (&self->drawn_wires, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
studio_canvas_queue_layout (StudioCanvas *self)
{
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
project_analysed (StudioCanvas *self)
{
  studio_canvas_sync_analysis (self);
  studio_canvas_sync_quick_add (self);
}

void
studio_canvas_set_project (StudioCanvas *self, StudioProject *project)
{
  if (self->project == project)
    return;

  studio_canvas_clear_nodes (self);
  g_set_object (&self->project, project);
  g_free (self->scope);
  self->scope = g_strdup ("");
  self->is_placed = FALSE;
  studio_canvas_sync (self);
  studio_canvas_update_trail (self);
  studio_canvas_notify_scope (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROJECT]);
}

const char *
studio_canvas_get_scope (StudioCanvas *self)
{
  return self->scope;
}

/* Cards of another Chain may have the same names, so none is kept. */
void
studio_canvas_set_scope (StudioCanvas *self, const char *scope)
{
  GtkWidget *focus = gtk_widget_get_focus_child (GTK_WIDGET (self));
  const gboolean had_focus = focus != NULL && focus != self->find;

  if (strcmp (self->scope, scope) == 0)
    return;

  studio_canvas_clear_nodes (self);
  g_free (self->scope);
  self->scope = g_strdup (scope);
  self->is_placed = FALSE;
  studio_canvas_sync (self);
  studio_canvas_update_trail (self);
  studio_canvas_notify_scope (self);
  if (had_focus)
    gtk_widget_grab_focus (GTK_WIDGET (self));
}

gboolean
studio_canvas_is_step (StudioCanvas *self)
{
  return self->project != NULL && self->model != NULL && self->model->is_step;
}

const char *
studio_canvas_get_selected (StudioCanvas *self)
{
  StudioCanvasNode *single = studio_canvas_get_single (self);

  return single != NULL ? studio_canvas_node_get_node (single)->path : NULL;
}

void
studio_canvas_select (StudioCanvas *self, const char *path)
{
  g_autofree char *scope = path != NULL ? studio_canvas_get_parent_scope (path) : NULL;
  const char *dot = path != NULL ? strrchr (path, '.') : NULL;
  StudioCanvasNode *node;

  if (path == NULL)
    {
      studio_canvas_unselect_all (self);
      return;
    }
  if (dot == NULL && self->project != NULL
      && studio_step_find_model (studio_project_get_document (self->project), path) != NULL)
    {
      studio_canvas_set_scope (self, path);
      return;
    }

  studio_canvas_set_scope (self, scope);
  node = studio_canvas_get_node (self, dot != NULL ? dot + 1 : path);
  if (node == NULL)
    return;
  studio_canvas_select_only (self, node);
  studio_canvas_reveal (self, node);
}

void
studio_canvas_set_training (StudioCanvas *self, gboolean is_training)
{
  if (self->is_training == is_training)
    return;
  self->is_training = is_training;
  studio_canvas_update_activity (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TRAINING]);
}

static void
studio_canvas_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                       int *minimum_baseline, int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? STUDIO_CANVAS_NODE_WIDTH + 40 : 160;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 600 : 480;
}

static void
allocate_node (StudioCanvas *self, StudioCanvasNode *node)
{
  const graphene_rect_t *rect = studio_canvas_node_get_rect (node);
  GskTransform *transform;
  graphene_point_t corner;

  studio_canvas_to_widget (self, &rect->origin, &corner);
  if (self->zoom == 1)
    graphene_point_init (&corner, (int) corner.x, (int) corner.y);
  transform = gsk_transform_translate (NULL, &corner);
  transform = gsk_transform_scale (transform, self->zoom, self->zoom);
  gtk_widget_allocate (GTK_WIDGET (node), (int) roundf (rect->size.width * self->unit),
                       (int) roundf (rect->size.height * self->unit), -1, transform);
}

/* Allocates the child at its natural size; @x: its position, or negative to center it; @y: fraction
 * of the free space above it. */
static void
allocate_aside (GtkWidget *child, int width, int height, int x, double y)
{
  GtkRequisition size;

  if (!gtk_widget_should_layout (child))
    return;
  gtk_widget_get_preferred_size (child, NULL, &size);
  size.width = MIN (size.width, width);
  x = x >= 0 ? x : (width - size.width) / 2;
  gtk_widget_allocate (child, size.width, size.height, -1,
                       gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT (x, (int) ((height - size.height) * y))));
}

/* Allocates the search bar in the corner opposite the trail. */
static void
allocate_find (StudioCanvas *self, int width, int height)
{
  GtkRequisition size;

  gtk_widget_get_preferred_size (self->find, NULL, &size);
  allocate_aside (self->find, width, height, MAX (0, width - size.width), 0);
}

static void
keep_centered (StudioCanvas *self, int width)
{
  StudioCanvasNode *single = studio_canvas_get_single (self);

  if (!self->is_placed)
    {
      studio_canvas_go_home (self);
      if (single != NULL)
        studio_canvas_bring_into_view (self, single);
      return;
    }
  self->origin.x -= (width - self->width) / 2 / studio_canvas_get_scale (self);
  self->width = width;
}

static void
studio_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  StudioCanvas *self = STUDIO_CANVAS (widget);

  for (guint i = 0; i < self->nodes->len; i++)
    studio_canvas_node_measure_rect (self->nodes->pdata[i], self->unit);
  keep_centered (self, width);
  for (guint i = 0; i < self->nodes->len; i++)
    allocate_node (self, self->nodes->pdata[i]);
  studio_canvas_place_wires (self);
  studio_canvas_queue_wires (self);

  allocate_aside (self->hint, width, height, -1, 0.8);
  allocate_aside (self->trail, width - 2 * TRAIL_MARGIN, height, TRAIL_MARGIN, 0);
  allocate_find (self, width, height);
  gtk_popover_present (GTK_POPOVER (self->menu));
  gtk_popover_present (GTK_POPOVER (self->quick_add));
}

static gboolean
is_seen (StudioCanvas *self, StudioCanvasNode *node, const graphene_rect_t *view)
{
  graphene_rect_t rect;

  studio_canvas_rect_to_widget (self, studio_canvas_node_get_rect (node), &rect);
  graphene_rect_inset (&rect, -12, -12);
  return graphene_rect_intersection (&rect, view, NULL);
}

static void
snapshot_cards (StudioCanvas *self, GtkSnapshot *snapshot)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const graphene_rect_t view = GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget));

  for (guint i = 0; i < self->nodes->len; i++)
    if (is_seen (self, self->nodes->pdata[i], &view))
      gtk_widget_snapshot_child (widget, self->nodes->pdata[i], snapshot);
}

static void
studio_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  StudioCanvas *self = STUDIO_CANVAS (widget);

  studio_canvas_draw_wires (self, snapshot);
  if (self->zoom < STUDIO_CANVAS_BLOCK_ZOOM)
    studio_canvas_draw_blocks (self, snapshot);
  else
    snapshot_cards (self, snapshot);
  studio_canvas_draw_overlay (self, snapshot);
  studio_canvas_draw_overview (self, snapshot);
  gtk_widget_snapshot_child (widget, self->hint, snapshot);
  gtk_widget_snapshot_child (widget, self->trail, snapshot);
  gtk_widget_snapshot_child (widget, self->find, snapshot);
}

static void
contrast_changed (StudioCanvas *self)
{
  if (adw_style_manager_get_high_contrast (adw_style_manager_get_default ()))
    gtk_widget_add_css_class (GTK_WIDGET (self), "strong");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "strong");
}

/* For the template. */
static GdkClipboard *
dup_clipboard (StudioCanvas *self)
{
  return g_object_ref (gtk_widget_get_clipboard (GTK_WIDGET (self)));
}

/* Colors and fonts may have changed. */
static void
studio_canvas_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  StudioCanvas *self = STUDIO_CANVAS (widget);

  GTK_WIDGET_CLASS (studio_canvas_parent_class)->css_changed (widget, change);
  g_hash_table_remove_all (self->layouts);
  /* Cards are designed for the default text size. */
  self->unit = studio_text_get_scale (widget);
  studio_canvas_clear_routes (self);
  studio_canvas_queue_layout (self);
}

static gboolean
studio_canvas_focus (GtkWidget *widget, GtkDirectionType direction)
{
  return studio_canvas_move_focus (STUDIO_CANVAS (widget), direction);
}

static gboolean
studio_canvas_grab_focus (GtkWidget *widget)
{
  StudioCanvas *self = STUDIO_CANVAS (widget);

  if (self->cursor != NULL)
    return gtk_widget_grab_focus (GTK_WIDGET (self->cursor));
  return GTK_WIDGET_CLASS (studio_canvas_parent_class)->grab_focus (widget);
}

static void
studio_canvas_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (studio_canvas_parent_class)->map (widget);
  studio_canvas_update_activity (STUDIO_CANVAS (widget));
}

static void
studio_canvas_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (studio_canvas_parent_class)->unmap (widget);
  studio_canvas_update_activity (STUDIO_CANVAS (widget));
}

static void
studio_canvas_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  StudioCanvas *self = STUDIO_CANVAS (object);

  switch (id)
    {
    case PROP_PROJECT:
      g_value_set_object (value, self->project);
      break;
    case PROP_SCOPE:
      g_value_set_string (value, self->scope);
      break;
    case PROP_SELECTED:
      g_value_set_string (value, studio_canvas_get_selected (self));
      break;
    case PROP_N_SELECTED:
      g_value_set_uint (value, self->n_selected);
      break;
    case PROP_ZOOM:
      g_value_set_double (value, self->zoom);
      break;
    case PROP_TRAINING:
      g_value_set_boolean (value, self->is_training);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
studio_canvas_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  StudioCanvas *self = STUDIO_CANVAS (object);

  switch (id)
    {
    case PROP_PROJECT:
      studio_canvas_set_project (self, g_value_get_object (value));
      break;
    case PROP_SCOPE:
      studio_canvas_set_scope (self, g_value_get_string (value) != NULL ? g_value_get_string (value) : "");
      break;
    case PROP_SELECTED:
      studio_canvas_select (self, g_value_get_string (value));
      break;
    case PROP_ZOOM:
      studio_canvas_zoom_to (self, g_value_get_double (value));
      break;
    case PROP_TRAINING:
      studio_canvas_set_training (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
studio_canvas_dispose (GObject *object)
{
  StudioCanvas *self = STUDIO_CANVAS (object);

  studio_canvas_set_training (self, FALSE);
  g_clear_object (&self->project);
  if (self->trail != NULL)
    studio_canvas_clear_nodes (self);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->quick_add, gtk_widget_unparent);
  g_clear_pointer (&self->hint, gtk_widget_unparent);
  g_clear_pointer (&self->find, gtk_widget_unparent);
  g_clear_pointer (&self->trail, gtk_widget_unparent);
  G_OBJECT_CLASS (studio_canvas_parent_class)->dispose (object);
}

static void
studio_canvas_finalize (GObject *object)
{
  StudioCanvas *self = STUDIO_CANVAS (object);

  g_clear_pointer (&self->drawn_wires, gsk_render_node_unref);
  g_ptr_array_unref (self->nodes);
  g_ptr_array_unref (self->matches);
  studio_canvas_clear_routes (self);
  g_array_unref (self->cards);
  g_array_unref (self->ends);
  g_ptr_array_unref (self->wires);
  g_hash_table_unref (self->by_name);
  g_hash_table_unref (self->layouts);
  g_string_free (self->typed, TRUE);
  g_free (self->pending_port);
  g_free (self->pending_path);
  g_clear_pointer (&self->network, rensa_network_unref);
  g_free (self->scope);
  g_free (self->description);
  G_OBJECT_CLASS (studio_canvas_parent_class)->finalize (object);
}

static void
install_properties (GObjectClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  properties[PROP_PROJECT] = g_param_spec_object ("project", NULL, NULL, STUDIO_TYPE_PROJECT, flags);
  properties[PROP_SCOPE] = g_param_spec_string ("scope", NULL, NULL, "", flags);
  properties[PROP_SELECTED] = g_param_spec_string ("selected", NULL, NULL, NULL, flags);
  properties[PROP_N_SELECTED] =
      g_param_spec_uint ("n-selected", NULL, NULL, 0, G_MAXUINT, 0, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_ZOOM] =
      g_param_spec_double ("zoom", NULL, NULL, STUDIO_CANVAS_MIN_ZOOM, STUDIO_CANVAS_MAX_ZOOM, 1, flags);
  properties[PROP_TRAINING] = g_param_spec_boolean ("training", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (klass, N_PROPS, properties);
}

static void
studio_canvas_class_init (StudioCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = studio_canvas_get_property;
  object_class->set_property = studio_canvas_set_property;
  object_class->dispose = studio_canvas_dispose;
  object_class->finalize = studio_canvas_finalize;
  widget_class->measure = studio_canvas_measure;
  widget_class->size_allocate = studio_canvas_size_allocate;
  widget_class->snapshot = studio_canvas_snapshot;
  widget_class->css_changed = studio_canvas_css_changed;
  widget_class->focus = studio_canvas_focus;
  widget_class->grab_focus = studio_canvas_grab_focus;
  widget_class->map = studio_canvas_map;
  widget_class->unmap = studio_canvas_unmap;

  install_properties (object_class);
  studio_canvas_class_init_actions (widget_class);
  g_type_ensure (STUDIO_TYPE_QUICK_ADD);
  gtk_widget_class_set_css_name (widget_class, "canvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-canvas.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioCanvas, trail);
  gtk_widget_class_bind_template_child (widget_class, StudioCanvas, hint);
  gtk_widget_class_bind_template_child (widget_class, StudioCanvas, find);
  gtk_widget_class_bind_template_child (widget_class, StudioCanvas, find_entry);
  gtk_widget_class_bind_template_child (widget_class, StudioCanvas, find_matches);
  gtk_widget_class_bind_template_child (widget_class, StudioCanvas, menu);
  gtk_widget_class_bind_template_child (widget_class, StudioCanvas, quick_add);
  gtk_widget_class_bind_template_callback (widget_class, studio_canvas_quick_add_chosen);
  gtk_widget_class_bind_template_callback (widget_class, studio_canvas_find_changed);
  gtk_widget_class_bind_template_callback (widget_class, studio_canvas_sync);
  gtk_widget_class_bind_template_callback (widget_class, project_analysed);
  gtk_widget_class_bind_template_callback (widget_class, studio_canvas_update_actions);
  gtk_widget_class_bind_template_callback (widget_class, contrast_changed);
  gtk_widget_class_bind_template_callback (widget_class, dup_clipboard);
  studio_watch_keep (widget_class, "style_watch");
  studio_watch_keep (widget_class, "clipboard_watch");
  studio_watch_keep (widget_class, "project_watch");
  studio_watch_keep (widget_class, "analysis_watch");
  studio_watch_keep (widget_class, "history_watch");
  studio_closures_bind (widget_class);
  studio_canvas_class_init_pointer (widget_class);
  studio_canvas_class_init_drop (widget_class);
  studio_canvas_class_init_keys (widget_class);
}

static void
studio_canvas_init (StudioCanvas *self)
{
  self->scope = g_strdup ("");
  self->zoom = 1;
  self->unit = 1;
  self->cards = g_array_new (FALSE, TRUE, sizeof (graphene_rect_t));
  self->ends = g_array_new (FALSE, TRUE, sizeof (StudioRouteWire));
  self->nodes = g_ptr_array_new ();
  self->matches = g_ptr_array_new_with_free_func (g_free);
  self->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->wires = g_ptr_array_new_with_free_func (g_free);
  self->layouts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  self->typed = g_string_new (NULL);

  gtk_widget_init_template (GTK_WIDGET (self));
  studio_canvas_init_pointer (self);
  studio_canvas_init_drop (self);
  studio_canvas_init_keys (self);
  contrast_changed (self);
  studio_preferences_follow_interface (G_OBJECT (self), (void (*) (gpointer)) studio_canvas_sync);
  studio_canvas_update_description (self);
  studio_canvas_update_actions (self);
}

GtkWidget *
studio_canvas_new (void)
{
  return g_object_new (STUDIO_TYPE_CANVAS, NULL);
}
