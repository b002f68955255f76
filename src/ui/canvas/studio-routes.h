/* studio-routes.h: routes of the wires of a drawing, and positions of their texts. Only geometry.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>
#include <graphene.h>

G_BEGIN_DECLS

/* For a wire that leads to no card, an output of the model. */
#define STUDIO_ROUTE_NOWHERE G_MAXUINT
/* Free space between a wire and the cards that it passes. */
#define STUDIO_ROUTE_CLEARANCE 6

/**
 * StudioRouteWire:
 * @from, @to: indices of cards
 * @start: point at the lower edge of one card
 * @end: point at the upper edge of another card
 * @caption, @label: sizes of the texts next to the wire and at its end; width 0 without one
 *
 * Wires that start at the same point carry the same array, and may run together.
 */
typedef struct
{
  guint from;
  guint to;
  graphene_point_t start;
  graphene_point_t end;
  graphene_size_t caption;
  graphene_size_t label;
} StudioRouteWire;

/**
 * StudioRoute:
 * @points: points of consecutive cubic curves: 3 * @n_curves + 1
 * @caption, @label: rectangles of the texts; width 0 if there is no room for one
 */
typedef struct
{
  guint n_curves;
  graphene_point_t *points;
  graphene_rect_t caption;
  graphene_rect_t label;
} StudioRoute;

/**
 * studio_routes_new:
 *
 * Returns: a StudioRoute for each of the wires. A wire is one curve that leaves and enters at right
 * angles, or, if that would touch a card, a line around the cards with rounded corners. Texts
 * overlap no card and no other text.
 */
StudioRoute *studio_routes_new (const graphene_rect_t *cards, guint n_cards, const StudioRouteWire *wires,
                                guint n_wires);
void studio_routes_free (StudioRoute *routes, guint n_wires);

/* Gets a point of the route; @t: from 0 to 1. */
void studio_route_get_point (const StudioRoute *route, float t, graphene_point_t *point);
void studio_route_get_bounds (const StudioRoute *route, graphene_rect_t *bounds);
/* Gets the single curve of a wire that goes around nothing, also while it is being drawn: four points. */
void studio_route_get_curve (const graphene_point_t *start, const graphene_point_t *end, graphene_point_t points[4]);

G_END_DECLS
