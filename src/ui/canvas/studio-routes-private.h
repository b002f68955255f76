/* studio-routes-private.h: declarations shared by routing, text placement and the search for a
 * path.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "studio-routes.h"

G_BEGIN_DECLS

/* Number of straight lines that approximate a curve. */
#define STUDIO_ROUTE_N_PIECES 12

/* A horizontal or vertical piece of a finished route. */
typedef struct
{
  graphene_point_t start; /* start of the wire that it belongs to */
  graphene_point_t a;
  graphene_point_t b;
} StudioRouteLane;

/* Cards and lanes to go around and keep a distance from. */
typedef struct
{
  const graphene_rect_t *cards;
  guint n_cards;
  const GArray *lanes; /* StudioRouteLane */
} StudioRouteGround;

/* Returns the corners of the cheapest path around all cards, including both ends: graphene_point_t.
 * NULL if there is none. */
GArray *studio_routes_find_way (const StudioRouteGround *ground, const graphene_point_t *start,
                                const graphene_point_t *end);
/* Sets the positions of the texts in @routes. */
void studio_routes_place_texts (StudioRoute *routes, const graphene_rect_t *cards, guint n_cards,
                                const StudioRouteWire *wires, guint n_wires);
gboolean studio_routes_line_touches (const graphene_point_t *a, const graphene_point_t *b, const graphene_rect_t *rect);

G_END_DECLS
