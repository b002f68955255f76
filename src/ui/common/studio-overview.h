/* studio-overview.h: a small picture of all that a widget shows a part of.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * StudioOverview:
 * @whole: all that there is, in units of its own
 * @seen: what of it is in view
 * @bounds: where the picture lies in the widget, in its lower right corner
 * @scale_x, @scale_y: pixels of the picture for one unit; what is much longer than wide is widened, so that it can be hit
 */
typedef struct
{
  graphene_rect_t whole;
  graphene_rect_t seen;
  graphene_rect_t bounds;
  double scale_x;
  double scale_y;
} StudioOverview;

/* Draws all that there is, in its units. */
typedef void (*StudioOverviewFunc) (cairo_t *cairo, gpointer data);

/* FALSE where @widget needs no picture, because all is in view, or has no room for one. */
gboolean studio_overview_init (StudioOverview *overview, GtkWidget *widget, const graphene_rect_t *whole,
                               const graphene_rect_t *seen);
/* Whether the picture is at this place of the widget. */
gboolean studio_overview_contains (const StudioOverview *overview, double x, double y);
/* The corner of what is in view where its middle is at this place of the picture. */
void studio_overview_find_corner (const StudioOverview *overview, double x, double y, graphene_point_t *corner);
/* With a frame, and a mark around what is in view. */
void studio_overview_draw (const StudioOverview *overview, GtkWidget *widget, cairo_t *cairo, StudioOverviewFunc draw,
                           gpointer data);

G_END_DECLS
