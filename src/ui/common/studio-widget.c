/* studio-widget.c: helpers for any widget.
 * SPDX-License-Identifier: MIT */

#include "studio-widget.h"

#include <glib/gi18n.h>

#include "rensa-fault.h"

void
studio_accessible_name_table (GtkColumnView *view, const char *name)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (view)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    gtk_accessible_update_property (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    GTK_IS_LIST_VIEW (child) ? name : _ ("Columns"), -1);
}

/* The surrounding widgets, which may have margins, may not have been laid out yet. */
static gboolean
reveal (GtkWidget *child, GdkFrameClock *clock, gpointer data)
{
  GtkWidget *view = gtk_widget_get_ancestor (child, GTK_TYPE_VIEWPORT);
  GtkAdjustment *adjustment = view != NULL ? gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view)) : NULL;
  graphene_rect_t bounds;
  double start;

  if (adjustment == NULL)
    return G_SOURCE_REMOVE;
  if (!gtk_widget_compute_bounds (child, view, &bounds) || bounds.size.height == 0
      || gtk_adjustment_get_page_size (adjustment) == 0)
    return G_SOURCE_CONTINUE;

  start = gtk_adjustment_get_value (adjustment) + bounds.origin.y;
  gtk_adjustment_clamp_page (adjustment, start, start + bounds.size.height);
  return G_SOURCE_REMOVE;
}

void
studio_reveal (GtkWidget *child)
{
  gtk_widget_add_tick_callback (child, reveal, NULL, NULL);
}

/* Pixels: 11 points at 96 dots per inch. */
#define USUAL_TEXT 14.7

double
studio_text_get_scale (GtkWidget *widget)
{
  PangoContext *context = gtk_widget_get_pango_context (widget);
  const PangoFontDescription *font = pango_context_get_font_description (context);
  const double resolution = pango_cairo_context_get_resolution (context);
  const double size = pango_font_description_get_size (font) / (double) PANGO_SCALE;

  if (pango_font_description_get_size_is_absolute (font))
    return MAX (1, size / USUAL_TEXT);
  return MAX (1, size * (resolution > 0 ? resolution : 96) / 72 / USUAL_TEXT);
}

void
studio_toast_error (GtkWidget *widget, const GError *error)
{
  g_autofree char *sentence = rensa_error_to_sentence (error);

  gtk_widget_activate_action (widget, "win.toast", "s", sentence);
}

GtkListItemFactory *
studio_factory_new (GCallback setup, GCallback bind, GCallback unbind, gpointer data)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", setup, data);
  g_signal_connect (factory, "bind", bind, data);
  if (unbind != NULL)
    g_signal_connect (factory, "unbind", unbind, data);
  return factory;
}

static gboolean
close_window (gpointer window)
{
  gtk_window_destroy (window);
  return G_SOURCE_REMOVE;
}

/* The dialog is about to be shown: with a parent, GTK does not warn about it, and it is closed
 * before anything is drawn. */
static void
realized (GtkWindow *window)
{
  if (!GTK_IS_MESSAGE_DIALOG (window) || gtk_window_get_transient_for (window) != NULL)
    return;

  gtk_window_set_transient_for (window,
                                gtk_application_get_active_window (GTK_APPLICATION (g_application_get_default ())));
  g_idle_add_full (G_PRIORITY_HIGH, close_window, g_object_ref (window), g_object_unref);
}

void
studio_orphan_close (GtkWindow *window)
{
  g_signal_connect (window, "realize", G_CALLBACK (realized), NULL);
}

static gboolean
move_cursor (GtkFlowBox *box)
{
  g_signal_stop_emission_by_name (box, "move-cursor");
  return FALSE;
}

static void
activate_cursor_child (GtkFlowBox *box)
{
  g_signal_stop_emission_by_name (box, "activate-cursor-child");
}

static void
toggle_cursor_child (GtkFlowBox *box)
{
  g_signal_stop_emission_by_name (box, "toggle-cursor-child");
}

void
studio_flow_box_forgo_cursor (GtkFlowBox *box)
{
  g_signal_connect (box, "move-cursor", G_CALLBACK (move_cursor), NULL);
  g_signal_connect (box, "activate-cursor-child", G_CALLBACK (activate_cursor_child), NULL);
  g_signal_connect (box, "toggle-cursor-child", G_CALLBACK (toggle_cursor_child), NULL);
}
