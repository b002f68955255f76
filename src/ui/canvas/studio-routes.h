/* studio-routes.h: where the wires of a drawing run, and where their texts stand. Geometry alone.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>
#include <graphene.h>

G_BEGIN_DECLS

/* For a wire that leads to no card: what the model gives. */
#define STUDIO_ROUTE_NOWHERE G_MAXUINT
/* Free space between a wire and the cards that it passes. */
#define STUDIO_ROUTE_CLEARANCE 6

/**
 * StudioRouteWire:
 * @from, @to: numbers of cards
 * @start: at the lower edge of one card
 * @end: at the upper edge of another
 * @caption, @label: sizes of the texts beside the wire and at its end; 0 wide without one
 *
 * Wires that start at the same place carry the same, and may run together.
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
 * @points: of cubic curves, one after the other: 3 * @n_curves + 1
 * @caption, @label: where the texts stand; 0 wide where there is no room for one
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
 * Returns: a StudioRoute for each of the wires. A wire is one curve that leaves and enters at right angles, or, where
 * that would touch a card, a line around the cards with rounded corners. Texts lie on no card and on no other text.
 */
StudioRoute *studio_routes_new (const graphene_rect_t *cards, guint n_cards, const StudioRouteWire *wires,
                                guint n_wires);
void studio_routes_free (StudioRoute *routes, guint n_wires);

/* A point of the route; @t: from 0 to 1. */
void studio_route_get_point (const StudioRoute *route, float t, graphene_point_t *point);
void studio_route_get_bounds (const StudioRoute *route, graphene_rect_t *bounds);
/* The one curve of a wire that goes around nothing, also while it is being drawn: four points. */
void studio_route_get_curve (const graphene_point_t *start, const graphene_point_t *end, graphene_point_t points[4]);

G_END_DECLS
