/* studio-overview.c: small overview of a widget's whole content.
 * SPDX-License-Identifier: MIT */

#include "studio-overview.h"

#include <adwaita.h>

#define MOST_WIDTH 160.0
#define MOST_HEIGHT 140.0
/* Fraction of the height of the widget, for long content. */
#define MOST_SHARE 0.4
#define LEAST_EXTENT 28.0
#define MARGIN 12.0

gboolean
studio_overview_init (StudioOverview *overview, GtkWidget *widget, const graphene_rect_t *whole,
                      const graphene_rect_t *seen)
{
  const double width = gtk_widget_get_width (widget);
  const double height = gtk_widget_get_height (widget);
  const double most_height = MAX (MOST_HEIGHT, MOST_SHARE * height);
  const double scale = MIN (MOST_WIDTH / whole->size.width, most_height / whole->size.height);

  if ((whole->size.width <= seen->size.width && whole->size.height <= seen->size.height) || width < 2 * MOST_WIDTH
      || height < most_height + 2 * MARGIN)
    return FALSE;

  overview->whole = *whole;
  overview->seen = *seen;
  overview->scale_x = MAX (scale, LEAST_EXTENT / whole->size.width);
  overview->scale_y = MAX (scale, LEAST_EXTENT / whole->size.height);
  graphene_rect_init (&overview->bounds, width - whole->size.width * overview->scale_x - MARGIN,
                      height - whole->size.height * overview->scale_y - MARGIN, whole->size.width * overview->scale_x,
                      whole->size.height * overview->scale_y);
  return TRUE;
}

gboolean
studio_overview_contains (const StudioOverview *overview, double x, double y)
{
  return graphene_rect_contains_point (&overview->bounds, &GRAPHENE_POINT_INIT (x, y));
}

void
studio_overview_find_corner (const StudioOverview *overview, double x, double y, graphene_point_t *corner)
{
  corner->x =
      overview->whole.origin.x + (x - overview->bounds.origin.x) / overview->scale_x - overview->seen.size.width / 2;
  corner->y =
      overview->whole.origin.y + (y - overview->bounds.origin.y) / overview->scale_y - overview->seen.size.height / 2;
}

/* Marks the visible part in the overview. */
static void
mark_seen (const StudioOverview *overview, GtkWidget *widget, cairo_t *cairo)
{
  const graphene_rect_t *seen = &overview->seen;
  GdkRGBA accent;

  if (!gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), "accent_color", &accent))
    gtk_style_context_get_color (gtk_widget_get_style_context (widget), &accent);
  cairo_rectangle (cairo,
                   overview->bounds.origin.x + (seen->origin.x - overview->whole.origin.x) * overview->scale_x + 0.5,
                   overview->bounds.origin.y + (seen->origin.y - overview->whole.origin.y) * overview->scale_y + 0.5,
                   seen->size.width * overview->scale_x, MAX (2, seen->size.height * overview->scale_y));
  cairo_set_source_rgba (cairo, accent.red, accent.green, accent.blue, 0.15);
  cairo_fill_preserve (cairo);
  gdk_cairo_set_source_rgba (cairo, &accent);
  cairo_set_line_width (cairo, 1);
  cairo_stroke (cairo);
}

void
studio_overview_draw (const StudioOverview *overview, GtkWidget *widget, cairo_t *cairo, StudioOverviewFunc draw,
                      gpointer data)
{
  const graphene_rect_t *bounds = &overview->bounds;
  const gboolean is_strong = adw_style_manager_get_high_contrast (adw_style_manager_get_default ());
  GdkRGBA ink;
  double ground;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &ink);
  ground = ink.red + ink.green + ink.blue > 1.5 ? 0.12 : 0.98;
  cairo_save (cairo);
  cairo_rectangle (cairo, (int) bounds->origin.x - 4.5, (int) bounds->origin.y - 4.5, (int) bounds->size.width + 9,
                   (int) bounds->size.height + 9);
  cairo_set_source_rgba (cairo, ground, ground, ground, 0.92);
  cairo_fill_preserve (cairo);
  cairo_set_source_rgba (cairo, ink.red, ink.green, ink.blue, is_strong ? 1 : 0.25);
  cairo_set_line_width (cairo, 1);
  cairo_stroke_preserve (cairo);
  cairo_clip (cairo);

  cairo_save (cairo);
  cairo_translate (cairo, bounds->origin.x, bounds->origin.y);
  cairo_scale (cairo, overview->scale_x, overview->scale_y);
  cairo_translate (cairo, -overview->whole.origin.x, -overview->whole.origin.y);
  draw (cairo, data);
  cairo_restore (cairo);
  mark_seen (overview, widget, cairo);
  cairo_restore (cairo);
}
