/* studio-canvas.c: the model, drawn and edited.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>

#define TRAIL_MARGIN 12
/* Pixels of a text of 11 points. */
#define USUAL_TEXT 14.7

G_DEFINE_TYPE (StudioCanvas, studio_canvas, GTK_TYPE_WIDGET)

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

static GParamSpec *props[N_PROPS];

void
studio_canvas_notify_zoom (StudioCanvas *canvas)
{
  g_object_notify_by_pspec (G_OBJECT (canvas), props[PROP_ZOOM]);
  studio_canvas_update_actions (canvas);
}

void
studio_canvas_notify_selection (StudioCanvas *canvas)
{
  g_object_notify_by_pspec (G_OBJECT (canvas), props[PROP_N_SELECTED]);
  g_object_notify_by_pspec (G_OBJECT (canvas), props[PROP_SELECTED]);
}

void
studio_canvas_notify_scope (StudioCanvas *canvas)
{
  g_object_notify_by_pspec (G_OBJECT (canvas), props[PROP_SCOPE]);
}

void
studio_canvas_queue_wires (StudioCanvas *canvas)
{
  g_clear_pointer (&canvas->drawn_wires, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

void
studio_canvas_queue_layout (StudioCanvas *canvas)
{
  gtk_widget_queue_allocate (GTK_WIDGET (canvas));
}

static void
project_changed (StudioProject *project, gpointer canvas)
{
  studio_canvas_sync (canvas);
}

static void
project_analysed (StudioProject *project, gpointer canvas)
{
  studio_canvas_sync_analysis (canvas);
}

static void
history_changed (StudioProject *project, GParamSpec *pspec, gpointer canvas)
{
  studio_canvas_update_actions (canvas);
}

void
studio_canvas_set_project (StudioCanvas *canvas, StudioProject *project)
{
  if (canvas->project == project)
    return;

  if (canvas->project != NULL)
    g_signal_handlers_disconnect_by_data (canvas->project, canvas);
  studio_canvas_clear_nodes (canvas);
  g_set_object (&canvas->project, project);
  if (project != NULL)
    {
      g_signal_connect (project, "changed", G_CALLBACK (project_changed), canvas);
      g_signal_connect (project, "analysed", G_CALLBACK (project_analysed), canvas);
      g_signal_connect (project, "notify::can-undo", G_CALLBACK (history_changed), canvas);
      g_signal_connect (project, "notify::can-redo", G_CALLBACK (history_changed), canvas);
    }

  g_free (canvas->scope);
  canvas->scope = g_strdup ("");
  canvas->is_placed = FALSE;
  studio_canvas_sync (canvas);
  studio_canvas_update_trail (canvas);
  studio_canvas_notify_scope (canvas);
  g_object_notify_by_pspec (G_OBJECT (canvas), props[PROP_PROJECT]);
}

const char *
studio_canvas_get_scope (StudioCanvas *canvas)
{
  return canvas->scope;
}

/* Cards of another Chain may bear the same names, so none is kept. */
void
studio_canvas_set_scope (StudioCanvas *canvas, const char *scope)
{
  const gboolean had_focus = gtk_widget_get_focus_child (GTK_WIDGET (canvas)) != NULL;

  if (strcmp (canvas->scope, scope) == 0)
    return;

  studio_canvas_clear_nodes (canvas);
  g_free (canvas->scope);
  canvas->scope = g_strdup (scope);
  canvas->is_placed = FALSE;
  studio_canvas_sync (canvas);
  studio_canvas_update_trail (canvas);
  studio_canvas_notify_scope (canvas);
  if (had_focus)
    gtk_widget_grab_focus (GTK_WIDGET (canvas));
}

const char *
studio_canvas_get_selected (StudioCanvas *canvas)
{
  StudioCanvasNode *single = studio_canvas_get_single (canvas);

  return single != NULL ? studio_canvas_node_get_path (single) : NULL;
}

void
studio_canvas_select (StudioCanvas *canvas, const char *path)
{
  g_autofree char *scope = path != NULL ? studio_canvas_get_parent_scope (path) : NULL;
  const char *dot = path != NULL ? strrchr (path, '.') : NULL;
  StudioCanvasNode *node;

  if (path == NULL)
    {
      studio_canvas_unselect_all (canvas);
      return;
    }

  studio_canvas_set_scope (canvas, scope);
  node = studio_canvas_get_node (canvas, dot != NULL ? dot + 1 : path);
  if (node == NULL)
    return;
  studio_canvas_select_only (canvas, node);
  studio_canvas_reveal (canvas, node);
}

void
studio_canvas_set_training (StudioCanvas *canvas, gboolean is_training)
{
  if (canvas->is_training == is_training)
    return;
  canvas->is_training = is_training;
  studio_canvas_update_activity (canvas);
  g_object_notify_by_pspec (G_OBJECT (canvas), props[PROP_TRAINING]);
}

static void
studio_canvas_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                       int *minimum_baseline, int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? STUDIO_CANVAS_NODE_WIDTH + 40 : 160;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 600 : 480;
}

static void
allocate_node (StudioCanvas *canvas, StudioCanvasNode *node)
{
  const graphene_rect_t *rect = studio_canvas_node_get_rect (node);
  GskTransform *transform;
  graphene_point_t corner;

  studio_canvas_to_widget (canvas, &rect->origin, &corner);
  if (canvas->zoom == 1)
    graphene_point_init (&corner, (int) corner.x, (int) corner.y);
  transform = gsk_transform_translate (NULL, &corner);
  transform = gsk_transform_scale (transform, canvas->zoom, canvas->zoom);
  gtk_widget_allocate (GTK_WIDGET (node), (int) roundf (rect->size.width * canvas->unit),
                       (int) roundf (rect->size.height * canvas->unit), -1, transform);
}

/* At its natural size; @x and @y: which part of the free space is before it. */
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

static void
keep_centered (StudioCanvas *canvas, int width)
{
  if (!canvas->is_placed)
    {
      studio_canvas_go_home (canvas);
      return;
    }
  canvas->origin.x -= (width - canvas->width) / 2 / studio_canvas_get_scale (canvas);
  canvas->width = width;
}

static void
studio_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  StudioCanvas *canvas = STUDIO_CANVAS (widget);

  for (guint i = 0; i < canvas->nodes->len; i++)
    studio_canvas_node_measure_rect (canvas->nodes->pdata[i], canvas->unit);
  keep_centered (canvas, width);
  for (guint i = 0; i < canvas->nodes->len; i++)
    allocate_node (canvas, canvas->nodes->pdata[i]);
  studio_canvas_place_wires (canvas);
  studio_canvas_queue_wires (canvas);

  allocate_aside (canvas->hint, width, height, -1, 0.8);
  allocate_aside (canvas->trail, width - 2 * TRAIL_MARGIN, height, TRAIL_MARGIN, 0);
  gtk_popover_present (GTK_POPOVER (canvas->menu));
  gtk_popover_present (GTK_POPOVER (canvas->quick_add));
}

static gboolean
is_seen (StudioCanvas *canvas, StudioCanvasNode *node, const graphene_rect_t *view)
{
  graphene_rect_t rect;

  studio_canvas_rect_to_widget (canvas, studio_canvas_node_get_rect (node), &rect);
  graphene_rect_inset (&rect, -12, -12);
  return graphene_rect_intersection (&rect, view, NULL);
}

static void
studio_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  StudioCanvas *canvas = STUDIO_CANVAS (widget);
  const graphene_rect_t view = GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget));

  studio_canvas_draw_wires (canvas, snapshot);
  for (guint i = 0; i < canvas->nodes->len; i++)
    if (is_seen (canvas, canvas->nodes->pdata[i], &view))
      gtk_widget_snapshot_child (widget, canvas->nodes->pdata[i], snapshot);
  studio_canvas_draw_overlay (canvas, snapshot);
  gtk_widget_snapshot_child (widget, canvas->hint, snapshot);
  gtk_widget_snapshot_child (widget, canvas->trail, snapshot);
}

/* Cards are made for texts of the usual size, and grow with larger ones. */
static double
measure_unit (StudioCanvas *canvas)
{
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (canvas));
  const PangoFontDescription *font = pango_context_get_font_description (context);
  const double resolution = pango_cairo_context_get_resolution (context);
  const double size = pango_font_description_get_size (font) / (double) PANGO_SCALE;

  if (pango_font_description_get_size_is_absolute (font))
    return MAX (1, size / USUAL_TEXT);
  return MAX (1, size * (resolution > 0 ? resolution : 96) / 72 / USUAL_TEXT);
}

static void
contrast_changed (AdwStyleManager *manager, GParamSpec *pspec, GtkWidget *canvas)
{
  if (adw_style_manager_get_high_contrast (manager))
    gtk_widget_add_css_class (canvas, "strong");
  else
    gtk_widget_remove_css_class (canvas, "strong");
}

/* Colours and fonts may be others now. */
static void
studio_canvas_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  StudioCanvas *canvas = STUDIO_CANVAS (widget);

  GTK_WIDGET_CLASS (studio_canvas_parent_class)->css_changed (widget, change);
  g_hash_table_remove_all (canvas->layouts);
  canvas->unit = measure_unit (canvas);
  studio_canvas_clear_routes (canvas);
  studio_canvas_queue_layout (canvas);
}

static gboolean
studio_canvas_focus (GtkWidget *widget, GtkDirectionType direction)
{
  return studio_canvas_move_focus (STUDIO_CANVAS (widget), direction);
}

static gboolean
studio_canvas_grab_focus (GtkWidget *widget)
{
  StudioCanvas *canvas = STUDIO_CANVAS (widget);

  if (canvas->cursor != NULL)
    return gtk_widget_grab_focus (GTK_WIDGET (canvas->cursor));
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
  StudioCanvas *canvas = STUDIO_CANVAS (object);

  switch (id)
    {
    case PROP_PROJECT:
      g_value_set_object (value, canvas->project);
      break;
    case PROP_SCOPE:
      g_value_set_string (value, canvas->scope);
      break;
    case PROP_SELECTED:
      g_value_set_string (value, studio_canvas_get_selected (canvas));
      break;
    case PROP_N_SELECTED:
      g_value_set_uint (value, canvas->n_selected);
      break;
    case PROP_ZOOM:
      g_value_set_double (value, canvas->zoom);
      break;
    case PROP_TRAINING:
      g_value_set_boolean (value, canvas->is_training);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
studio_canvas_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  StudioCanvas *canvas = STUDIO_CANVAS (object);

  switch (id)
    {
    case PROP_PROJECT:
      studio_canvas_set_project (canvas, g_value_get_object (value));
      break;
    case PROP_SCOPE:
      studio_canvas_set_scope (canvas, g_value_get_string (value) != NULL ? g_value_get_string (value) : "");
      break;
    case PROP_SELECTED:
      studio_canvas_select (canvas, g_value_get_string (value));
      break;
    case PROP_ZOOM:
      studio_canvas_zoom_to (canvas, g_value_get_double (value));
      break;
    case PROP_TRAINING:
      studio_canvas_set_training (canvas, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
studio_canvas_dispose (GObject *object)
{
  StudioCanvas *canvas = STUDIO_CANVAS (object);

  studio_canvas_set_training (canvas, FALSE);
  if (canvas->project != NULL)
    g_signal_handlers_disconnect_by_data (canvas->project, canvas);
  g_clear_object (&canvas->project);
  if (canvas->trail != NULL)
    studio_canvas_clear_nodes (canvas);
  g_clear_pointer (&canvas->menu, gtk_widget_unparent);
  g_clear_pointer (&canvas->quick_add, gtk_widget_unparent);
  g_clear_pointer (&canvas->hint, gtk_widget_unparent);
  g_clear_pointer (&canvas->trail, gtk_widget_unparent);
  G_OBJECT_CLASS (studio_canvas_parent_class)->dispose (object);
}

static void
studio_canvas_finalize (GObject *object)
{
  StudioCanvas *canvas = STUDIO_CANVAS (object);

  g_clear_pointer (&canvas->drawn_wires, gsk_render_node_unref);
  g_ptr_array_unref (canvas->nodes);
  studio_canvas_clear_routes (canvas);
  g_array_unref (canvas->cards);
  g_array_unref (canvas->ends);
  g_ptr_array_unref (canvas->wires);
  g_hash_table_unref (canvas->by_name);
  g_hash_table_unref (canvas->layouts);
  g_string_free (canvas->typed, TRUE);
  g_free (canvas->pending_port);
  g_free (canvas->wire_from);
  g_free (canvas->wire_to);
  g_free (canvas->scope);
  g_free (canvas->description);
  G_OBJECT_CLASS (studio_canvas_parent_class)->finalize (object);
}

static void
install_properties (GObjectClass *class)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  props[PROP_PROJECT] = g_param_spec_object ("project", NULL, NULL, STUDIO_TYPE_PROJECT, flags);
  props[PROP_SCOPE] = g_param_spec_string ("scope", NULL, NULL, "", flags);
  props[PROP_SELECTED] = g_param_spec_string ("selected", NULL, NULL, NULL, flags);
  props[PROP_N_SELECTED] =
      g_param_spec_uint ("n-selected", NULL, NULL, 0, G_MAXUINT, 0, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  props[PROP_ZOOM] = g_param_spec_double ("zoom", NULL, NULL, STUDIO_CANVAS_MIN_ZOOM, STUDIO_CANVAS_MAX_ZOOM, 1, flags);
  props[PROP_TRAINING] = g_param_spec_boolean ("training", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (class, N_PROPS, props);
}

static void
studio_canvas_class_init (StudioCanvasClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

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
  studio_canvas_class_init_keys (widget_class);
  g_type_ensure (STUDIO_TYPE_QUICK_ADD);
  gtk_widget_class_set_css_name (widget_class, "canvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-canvas.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioCanvas, trail);
  gtk_widget_class_bind_template_child (widget_class, StudioCanvas, hint);
  gtk_widget_class_bind_template_child (widget_class, StudioCanvas, menu);
  gtk_widget_class_bind_template_child (widget_class, StudioCanvas, quick_add);
  gtk_widget_class_bind_template_callback (widget_class, studio_canvas_quick_add_chosen);
}

static void
studio_canvas_init (StudioCanvas *canvas)
{
  canvas->scope = g_strdup ("");
  canvas->zoom = 1;
  canvas->unit = 1;
  canvas->cards = g_array_new (FALSE, TRUE, sizeof (graphene_rect_t));
  canvas->ends = g_array_new (FALSE, TRUE, sizeof (StudioRouteWire));
  canvas->nodes = g_ptr_array_new ();
  canvas->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  canvas->wires = g_ptr_array_new_with_free_func (studio_canvas_wire_free);
  canvas->layouts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  canvas->typed = g_string_new (NULL);

  gtk_widget_init_template (GTK_WIDGET (canvas));
  studio_canvas_init_pointer (canvas);
  studio_canvas_init_drop (canvas);
  studio_canvas_init_keys (canvas);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::high-contrast", G_CALLBACK (contrast_changed),
                           canvas, 0);
  contrast_changed (adw_style_manager_get_default (), NULL, GTK_WIDGET (canvas));
  g_signal_connect_object (gtk_widget_get_clipboard (GTK_WIDGET (canvas)), "changed",
                           G_CALLBACK (studio_canvas_update_actions), canvas, G_CONNECT_SWAPPED);
  studio_canvas_update_description (canvas);
  studio_canvas_update_actions (canvas);
}

GtkWidget *
studio_canvas_new (void)
{
  return g_object_new (STUDIO_TYPE_CANVAS, NULL);
}
