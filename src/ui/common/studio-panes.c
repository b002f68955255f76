/* studio-panes.c: container with a middle and a pane on either side.
 * SPDX-License-Identifier: MIT */

#include "studio-panes.h"

/* One of the two panes. */
typedef struct
{
  GtkWidget *child;
  GtkWidget *paned;    /* contains the child next to the middle */
  GtkWidget *revealer; /* contains the child as a sheet */
  int threshold;
  gboolean is_shown;
  gboolean is_sheet;
} Pane;

/* Share of the width that an enlarged end takes, in percent. */
#define LARGE_SHARE 60

struct _StudioPanes
{
  GtkWidget parent_instance;

  GtkWidget *overlay;
  GtkWidget *outer; /* the inner paned and the end */
  GtkWidget *inner; /* the start and the middle */
  Pane start;
  Pane end;
  int end_share;
  gboolean end_is_large;
  gboolean end_was_moved;
  int width; /* width for which the end was placed */
  gboolean had_end;
  guint update;
};

G_DEFINE_FINAL_TYPE (StudioPanes, studio_panes, GTK_TYPE_WIDGET)

enum
{
  PROP_START = 1,
  PROP_MIDDLE,
  PROP_END,
  PROP_SHOW_START,
  PROP_SHOW_END,
  PROP_START_THRESHOLD,
  PROP_END_THRESHOLD,
  PROP_START_IS_SHEET,
  PROP_END_IS_SHEET,
  PROP_END_SHARE,
  PROP_END_IS_LARGE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
set_child_of_paned (StudioPanes *self, Pane *pane, GtkWidget *child)
{
  if (pane == &self->start)
    gtk_paned_set_start_child (GTK_PANED (pane->paned), child);
  else
    gtk_paned_set_end_child (GTK_PANED (pane->paned), child);
}

static void
show_pane (Pane *pane)
{
  if (pane->child == NULL)
    return;

  /* A revealer animates, and keeps hidden content out of reach. */
  gtk_widget_set_visible (pane->child, pane->is_sheet || pane->is_shown);
  gtk_revealer_set_reveal_child (GTK_REVEALER (pane->revealer), pane->is_sheet && pane->is_shown);
  gtk_widget_set_visible (pane->revealer, pane->is_sheet && pane->is_shown);
}

static void
place_pane (StudioPanes *self, Pane *pane)
{
  if (pane->child == NULL)
    return;

  if (pane->is_sheet)
    {
      set_child_of_paned (self, pane, NULL);
      gtk_revealer_set_child (GTK_REVEALER (pane->revealer), pane->child);
    }
  else
    {
      gtk_revealer_set_child (GTK_REVEALER (pane->revealer), NULL);
      set_child_of_paned (self, pane, pane->child);
    }
  show_pane (pane);
}

static gboolean
is_too_narrow (StudioPanes *self, Pane *pane)
{
  return gtk_widget_get_width (GTK_WIDGET (self)) < pane->threshold;
}

static void
update_pane (StudioPanes *self, Pane *pane, guint show_prop, guint sheet_prop)
{
  if (is_too_narrow (self, pane) == pane->is_sheet)
    return;

  pane->is_sheet = !pane->is_sheet;
  pane->is_shown = !pane->is_sheet;
  place_pane (self, pane);
  g_object_notify_by_pspec (G_OBJECT (self), properties[show_prop]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[sheet_prop]);
}

/* A pane without visible content takes no space. */
static gboolean
has_end (StudioPanes *self)
{
  int least = 0;

  if (self->end.child != NULL && gtk_widget_get_visible (self->end.child))
    gtk_widget_measure (self->end.child, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  return least > 0;
}

/* Uses the minimum width of the child. */
static void
place_end (StudioPanes *self)
{
  const int share = self->end_is_large ? LARGE_SHARE : self->end_share;
  const int width = gtk_widget_get_width (GTK_WIDGET (self));

  if (share == 0 || width == 0)
    return;
  self->width = width;
  self->had_end = has_end (self);
  if (!self->had_end)
    {
      g_object_set (self->outer, "position-set", FALSE, NULL);
      return;
    }
  gtk_widget_set_size_request (self->end.revealer, self->end_is_large ? width * 85 / 100 : -1, -1);
  if (self->end_is_large || !self->end_was_moved)
    gtk_paned_set_position (GTK_PANED (self->outer), width - width * share / 100);
}

/* The border also moves without the user. */
static void
border_moved (StudioPanes *self)
{
  GdkSurface *surface = gtk_native_get_surface (gtk_widget_get_native (GTK_WIDGET (self)));
  GdkDevice *pointer = gdk_seat_get_pointer (gdk_display_get_default_seat (gdk_surface_get_display (surface)));
  GdkModifierType state = 0;

  if (pointer != NULL)
    gdk_surface_get_device_position (surface, pointer, NULL, NULL, &state);
  if ((state & GDK_BUTTON1_MASK) != 0)
    self->end_was_moved = TRUE;
}

static gboolean
border_stepped (StudioPanes *self)
{
  self->end_was_moved = TRUE;
  return FALSE;
}

static gboolean
update (gpointer data)
{
  StudioPanes *self = data;

  self->update = 0;
  place_end (self);
  update_pane (self, &self->start, PROP_SHOW_START, PROP_START_IS_SHEET);
  update_pane (self, &self->end, PROP_SHOW_END, PROP_END_IS_SHEET);
  return G_SOURCE_REMOVE;
}

static gboolean
must_place_end (StudioPanes *self, int width)
{
  return self->end_share > 0 && (width != self->width || has_end (self) != self->had_end);
}

static void
studio_panes_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  StudioPanes *self = STUDIO_PANES (widget);

  gtk_widget_allocate (self->overlay, width, height, baseline, NULL);
  /* Children cannot be moved during allocation. */
  if (self->update == 0
      && (is_too_narrow (self, &self->start) != self->start.is_sheet
          || is_too_narrow (self, &self->end) != self->end.is_sheet || must_place_end (self, width)))
    self->update = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update, self, NULL);
}

static void
studio_panes_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                      int *minimum_baseline, int *natural_baseline)
{
  gtk_widget_measure (STUDIO_PANES (widget)->overlay, orientation, for_size, minimum, natural, minimum_baseline,
                      natural_baseline);
}

static gboolean
hide_sheet (StudioPanes *self, Pane *pane, guint show_prop)
{
  if (!pane->is_sheet || !pane->is_shown)
    return FALSE;

  pane->is_shown = FALSE;
  show_pane (pane);
  g_object_notify_by_pspec (G_OBJECT (self), properties[show_prop]);
  return TRUE;
}

static gboolean
hide_sheets (GtkWidget *widget, GVariant *args, gpointer data)
{
  StudioPanes *self = STUDIO_PANES (widget);

  const gboolean had_start = hide_sheet (self, &self->start, PROP_SHOW_START);
  const gboolean had_end = hide_sheet (self, &self->end, PROP_SHOW_END);

  return had_start || had_end;
}

static void
set_child (StudioPanes *self, Pane *pane, GtkWidget *child)
{
  pane->child = g_object_ref_sink (child);
  place_pane (self, pane);
}

static void
set_shown (Pane *pane, gboolean is_shown)
{
  pane->is_shown = is_shown;
  show_pane (pane);
}

static void
studio_panes_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  StudioPanes *self = STUDIO_PANES (object);

  switch (id)
    {
    case PROP_START:
      set_child (self, &self->start, g_value_get_object (value));
      break;
    case PROP_MIDDLE:
      gtk_paned_set_end_child (GTK_PANED (self->inner), g_value_get_object (value));
      break;
    case PROP_END:
      set_child (self, &self->end, g_value_get_object (value));
      break;
    case PROP_SHOW_START:
      set_shown (&self->start, g_value_get_boolean (value));
      break;
    case PROP_SHOW_END:
      set_shown (&self->end, g_value_get_boolean (value));
      break;
    case PROP_START_THRESHOLD:
      self->start.threshold = g_value_get_int (value);
      break;
    case PROP_END_THRESHOLD:
      self->end.threshold = g_value_get_int (value);
      break;
    case PROP_END_SHARE:
      self->end_share = g_value_get_int (value);
      break;
    case PROP_END_IS_LARGE:
      self->end_is_large = g_value_get_boolean (value);
      self->end_was_moved = FALSE;
      place_end (self);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
studio_panes_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  StudioPanes *self = STUDIO_PANES (object);

  switch (id)
    {
    case PROP_START:
      g_value_set_object (value, self->start.child);
      break;
    case PROP_MIDDLE:
      g_value_set_object (value, gtk_paned_get_end_child (GTK_PANED (self->inner)));
      break;
    case PROP_END:
      g_value_set_object (value, self->end.child);
      break;
    case PROP_SHOW_START:
      g_value_set_boolean (value, self->start.is_shown);
      break;
    case PROP_SHOW_END:
      g_value_set_boolean (value, self->end.is_shown);
      break;
    case PROP_START_THRESHOLD:
      g_value_set_int (value, self->start.threshold);
      break;
    case PROP_END_THRESHOLD:
      g_value_set_int (value, self->end.threshold);
      break;
    case PROP_START_IS_SHEET:
      g_value_set_boolean (value, self->start.is_sheet);
      break;
    case PROP_END_IS_SHEET:
      g_value_set_boolean (value, self->end.is_sheet);
      break;
    case PROP_END_SHARE:
      g_value_set_int (value, self->end_share);
      break;
    case PROP_END_IS_LARGE:
      g_value_set_boolean (value, self->end_is_large);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
studio_panes_dispose (GObject *object)
{
  StudioPanes *self = STUDIO_PANES (object);

  g_clear_handle_id (&self->update, g_source_remove);
  g_clear_pointer (&self->overlay, gtk_widget_unparent);
  g_clear_object (&self->start.child);
  g_clear_object (&self->end.child);
  G_OBJECT_CLASS (studio_panes_parent_class)->dispose (object);
}

static void
install_properties (GObjectClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  properties[PROP_START] = g_param_spec_object ("start", NULL, NULL, GTK_TYPE_WIDGET, flags);
  properties[PROP_MIDDLE] = g_param_spec_object ("middle", NULL, NULL, GTK_TYPE_WIDGET, flags);
  properties[PROP_END] = g_param_spec_object ("end", NULL, NULL, GTK_TYPE_WIDGET, flags);
  properties[PROP_SHOW_START] = g_param_spec_boolean ("show-start", NULL, NULL, TRUE, flags);
  properties[PROP_SHOW_END] = g_param_spec_boolean ("show-end", NULL, NULL, TRUE, flags);
  properties[PROP_START_THRESHOLD] = g_param_spec_int ("start-threshold", NULL, NULL, 0, G_MAXINT, 0, flags);
  properties[PROP_END_THRESHOLD] = g_param_spec_int ("end-threshold", NULL, NULL, 0, G_MAXINT, 0, flags);
  properties[PROP_START_IS_SHEET] = g_param_spec_boolean ("start-is-sheet", NULL, NULL, FALSE, readable);
  properties[PROP_END_IS_SHEET] = g_param_spec_boolean ("end-is-sheet", NULL, NULL, FALSE, readable);
  properties[PROP_END_SHARE] = g_param_spec_int ("end-share", NULL, NULL, 0, 100, 0, flags);
  properties[PROP_END_IS_LARGE] = g_param_spec_boolean ("end-is-large", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (klass, N_PROPS, properties);
}

static void
studio_panes_class_init (StudioPanesClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = studio_panes_set_property;
  object_class->get_property = studio_panes_get_property;
  object_class->dispose = studio_panes_dispose;
  install_properties (object_class);
  widget_class->measure = studio_panes_measure;
  widget_class->size_allocate = studio_panes_size_allocate;
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, hide_sheets, NULL);
}

static GtkWidget *
add_paned (void)
{
  GtkWidget *paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);

  gtk_paned_set_shrink_start_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (paned), FALSE);
  return paned;
}

static GtkWidget *
add_sheet (StudioPanes *self, GtkAlign side, GtkRevealerTransitionType transition)
{
  GtkWidget *revealer = gtk_revealer_new ();

  gtk_revealer_set_transition_type (GTK_REVEALER (revealer), transition);
  gtk_widget_set_halign (revealer, side);
  gtk_widget_set_visible (revealer, FALSE);
  gtk_widget_add_css_class (revealer, "pane-sheet");
  gtk_widget_add_css_class (revealer, side == GTK_ALIGN_START ? "start" : "end");
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), revealer);
  return revealer;
}

static void
studio_panes_init (StudioPanes *self)
{
  self->overlay = gtk_overlay_new ();
  self->inner = add_paned ();
  self->outer = add_paned ();
  gtk_paned_set_resize_start_child (GTK_PANED (self->inner), FALSE);
  gtk_paned_set_resize_end_child (GTK_PANED (self->outer), FALSE);
  gtk_paned_set_start_child (GTK_PANED (self->outer), self->inner);
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), self->outer);
  gtk_widget_set_parent (self->overlay, GTK_WIDGET (self));
  g_signal_connect_swapped (self->outer, "notify::position", G_CALLBACK (border_moved), self);
  g_signal_connect_swapped (self->outer, "move-handle", G_CALLBACK (border_stepped), self);

  self->start = (Pane){ .paned = self->inner, .is_shown = TRUE };
  self->end = (Pane){ .paned = self->outer, .is_shown = TRUE };
  self->start.revealer = add_sheet (self, GTK_ALIGN_START, GTK_REVEALER_TRANSITION_TYPE_SLIDE_RIGHT);
  self->end.revealer = add_sheet (self, GTK_ALIGN_END, GTK_REVEALER_TRANSITION_TYPE_SLIDE_LEFT);
}
