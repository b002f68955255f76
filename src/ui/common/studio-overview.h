/* studio-overview.h: small overview of a widget's whole content.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * StudioOverview:
 * @whole: whole content, in its own units
 * @seen: visible part of it
 * @bounds: rectangle of the overview, in the widget's lower right corner
 * @scale_x, @scale_y: pixels of the overview per unit; content that is much longer than wide is
 *   widened, so that it can be clicked
 */
typedef struct
{
  graphene_rect_t whole;
  graphene_rect_t seen;
  graphene_rect_t bounds;
  double scale_x;
  double scale_y;
} StudioOverview;

/* Draws the whole content, in its units. */
typedef void (*StudioOverviewFunc) (cairo_t *cairo, gpointer data);

/* Returns FALSE if @widget needs no overview, because everything is visible, or has no room for one. */
gboolean studio_overview_init (StudioOverview *overview, GtkWidget *widget, const graphene_rect_t *whole,
                               const graphene_rect_t *seen);
/* Returns TRUE if the overview contains this point of the widget. */
gboolean studio_overview_contains (const StudioOverview *overview, double x, double y);
/* Finds the corner of the visible part when its center is at this point of the overview. */
void studio_overview_find_corner (const StudioOverview *overview, double x, double y, graphene_point_t *corner);
/* Draws the overview with a frame, and a mark around the visible part. */
void studio_overview_draw (const StudioOverview *overview, GtkWidget *widget, cairo_t *cairo, StudioOverviewFunc draw,
                           gpointer data);

G_END_DECLS
