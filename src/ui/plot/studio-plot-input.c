/* studio-plot-input.c: pointer, keyboard and actions of the plot.
 * SPDX-License-Identifier: MIT */

#include "studio-plot-private.h"

#include <math.h>

#define WHEEL_FACTOR 1.2
#define KEY_FACTOR 1.5
/* Fraction of the plot by which an arrow key pans. */
#define KEY_STEP 0.1
/* Pixels by which a step of a horizontal wheel pans. */
#define WHEEL_STEP 40.0

/* Actions and keys */

static void
zoom_by_key (StudioPlot *self, double factor)
{
  const RensaPlotLayout *layout = &self->layout;
  const double middle = layout->x.start + layout->x.length / 2;

  studio_plot_zoom (self, self->has_hover ? rensa_plot_axis_place (&layout->x, self->hover) : middle,
                    layout->left.start + layout->left.length / 2, factor, FALSE);
}

static void
zoom_in (GtkWidget *widget, const char *name, GVariant *parameter)
{
  zoom_by_key (STUDIO_PLOT (widget), 1 / KEY_FACTOR);
}

static void
zoom_out (GtkWidget *widget, const char *name, GVariant *parameter)
{
  zoom_by_key (STUDIO_PLOT (widget), KEY_FACTOR);
}

static void
reset (GtkWidget *widget, const char *name, GVariant *parameter)
{
  studio_plot_reset (STUDIO_PLOT (widget));
}

static void
save_as (GtkWidget *widget, const char *name, GVariant *parameter)
{
  studio_plot_save_as (STUDIO_PLOT (widget));
}

static void
open_menu (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_menu_button_popup (STUDIO_PLOT (widget)->menu_button);
}

static void
end_reading (GtkWidget *widget, const char *name, GVariant *parameter)
{
  studio_plot_end_reading (STUDIO_PLOT (widget));
}

/* The plot moves opposite to the arrow, so that the right arrow shows what is further right. */
static gboolean
pan_by_key (GtkWidget *widget, GVariant *direction, gpointer data)
{
  StudioPlot *self = STUDIO_PLOT (widget);
  const RensaPlotLayout layout = self->layout;
  int dx;
  int dy;

  g_variant_get (direction, "(ii)", &dx, &dy);
  studio_plot_pan (self, &layout, -dx * KEY_STEP * layout.x.length, -dy * KEY_STEP * fabs (layout.left.length));
  return TRUE;
}

static gboolean
read_by_key (GtkWidget *widget, GVariant *direction, gpointer data)
{
  studio_plot_move_reading (STUDIO_PLOT (widget), (RensaPlotSide) g_variant_get_int32 (direction));
  return TRUE;
}

static void
add_keys (GtkWidgetClass *klass)
{
  /* Menus show the last key of an action. */
  static const struct
  {
    guint key;
    const char *action;
  } keys[] = {
    { GDK_KEY_equal, "plot.zoom-in" },
    { GDK_KEY_KP_Add, "plot.zoom-in" },
    { GDK_KEY_plus, "plot.zoom-in" },
    { GDK_KEY_KP_Subtract, "plot.zoom-out" },
    { GDK_KEY_minus, "plot.zoom-out" },
    { GDK_KEY_KP_0, "plot.reset" },
    { GDK_KEY_0, "plot.reset" },
    { GDK_KEY_Home, "plot.reset" },
    { GDK_KEY_Escape, "plot.end-reading" },
    { GDK_KEY_Menu, "plot.open-menu" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (klass, keys[i].key, 0, keys[i].action, NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_F10, GDK_SHIFT_MASK, "plot.open-menu", NULL);
}

static void
add_arrows (GtkWidgetClass *klass)
{
  static const struct
  {
    guint keys[2];
    int dx;
    int dy;
  } arrows[] = {
    { { GDK_KEY_Left, GDK_KEY_KP_Left }, -1, 0 },
    { { GDK_KEY_Right, GDK_KEY_KP_Right }, 1, 0 },
    { { GDK_KEY_Up, GDK_KEY_KP_Up }, 0, -1 },
    { { GDK_KEY_Down, GDK_KEY_KP_Down }, 0, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (arrows); i++)
    for (guint j = 0; j < G_N_ELEMENTS (arrows[i].keys); j++)
      {
        gtk_widget_class_add_binding (klass, arrows[i].keys[j], 0, pan_by_key, "(ii)", arrows[i].dx, arrows[i].dy);
        if (arrows[i].dx != 0)
          gtk_widget_class_add_binding (klass, arrows[i].keys[j], GDK_CONTROL_MASK, read_by_key, "i", arrows[i].dx);
      }
}

/* Pointer */

static void
pointer_moved (GtkEventControllerMotion *controller, double x, double y, StudioPlot *self)
{
  self->pointer[0] = x;
  self->pointer[1] = y;
  if (self->mode == STUDIO_PLOT_IDLE)
    studio_plot_read_at (self, x);
}

static void
pointer_left (GtkEventControllerMotion *controller, StudioPlot *self)
{
  studio_plot_end_reading (self);
}

static gboolean
scrolled (GtkEventControllerScroll *controller, double dx, double dy, StudioPlot *self)
{
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  const RensaPlotLayout layout = self->layout;

  if (dx != 0)
    studio_plot_pan (self, &layout, -dx * WHEEL_STEP, 0);
  if (dy != 0)
    studio_plot_zoom (self, self->pointer[0], self->pointer[1], pow (WHEEL_FACTOR, dy),
                      (state & GDK_CONTROL_MASK) != 0);
  return TRUE;
}

static void
drag_begun (GtkGestureDrag *gesture, double x, double y, StudioPlot *self)
{
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  const guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));

  if (button != GDK_BUTTON_PRIMARY && button != GDK_BUTTON_MIDDLE)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->mode = button == GDK_BUTTON_MIDDLE || (state & GDK_SHIFT_MASK) != 0 ? STUDIO_PLOT_PANNING : STUDIO_PLOT_ZOOMING;
  self->drag_layout = self->layout;
  self->drag_start[0] = self->drag_end[0] = x;
  self->drag_start[1] = self->drag_end[1] = y;
  gtk_widget_queue_draw (self->area);
}

static void
drag_updated (GtkGestureDrag *gesture, double dx, double dy, StudioPlot *self)
{
  self->drag_end[0] = self->drag_start[0] + dx;
  self->drag_end[1] = self->drag_start[1] + dy;
  if (self->mode == STUDIO_PLOT_PANNING)
    studio_plot_pan (self, &self->drag_layout, dx, dy);
  gtk_widget_queue_draw (self->area);
}

static void
drag_ended (GtkGestureDrag *gesture, double dx, double dy, StudioPlot *self)
{
  if (self->mode == STUDIO_PLOT_ZOOMING)
    studio_plot_zoom_to (self, self->drag_start, self->drag_end);
  self->mode = STUDIO_PLOT_IDLE;
  /* The reading position has moved. */
  studio_plot_end_reading (self);
  gtk_widget_queue_draw (self->area);
}

static void
drag_cancelled (GtkGesture *gesture, GdkEventSequence *sequence, StudioPlot *self)
{
  self->mode = STUDIO_PLOT_IDLE;
  gtk_widget_queue_draw (self->area);
}

static void
pressed (GtkGestureClick *gesture, int n_press, double x, double y, StudioPlot *self)
{
  const guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));

  if (button == GDK_BUTTON_SECONDARY)
    gtk_menu_button_popup (self->menu_button);
  else if (button == GDK_BUTTON_PRIMARY && n_press == 2)
    studio_plot_reset (self);
}

void
studio_plot_class_init_input (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "plot.zoom-in", NULL, zoom_in);
  gtk_widget_class_install_action (klass, "plot.zoom-out", NULL, zoom_out);
  gtk_widget_class_install_action (klass, "plot.reset", NULL, reset);
  gtk_widget_class_install_action (klass, "plot.save-as", NULL, save_as);
  gtk_widget_class_install_action (klass, "plot.open-menu", NULL, open_menu);
  gtk_widget_class_install_action (klass, "plot.end-reading", NULL, end_reading);
  add_keys (klass);
  add_arrows (klass);
  gtk_widget_class_bind_template_callback (klass, pointer_moved);
  gtk_widget_class_bind_template_callback (klass, pointer_left);
  gtk_widget_class_bind_template_callback (klass, scrolled);
  gtk_widget_class_bind_template_callback (klass, drag_begun);
  gtk_widget_class_bind_template_callback (klass, drag_updated);
  gtk_widget_class_bind_template_callback (klass, drag_ended);
  gtk_widget_class_bind_template_callback (klass, drag_cancelled);
  gtk_widget_class_bind_template_callback (klass, pressed);
}
