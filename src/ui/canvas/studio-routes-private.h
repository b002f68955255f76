/* studio-routes-private.h: what routing shares with the placing of texts and the search for a way.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "studio-routes.h"

G_BEGIN_DECLS

/* Of straight lines each curve is taken for. */
#define STUDIO_ROUTE_N_PIECES 12

/* A horizontal or vertical piece of a route that is taken. */
typedef struct
{
  graphene_point_t start; /* of the wire that it belongs to */
  graphene_point_t a;
  graphene_point_t b;
} StudioRouteLane;

/* Cards and lanes to go around, and to keep apart from. */
typedef struct
{
  const graphene_rect_t *cards;
  guint n_cards;
  const GArray *lanes; /* StudioRouteLane */
} StudioRouteGround;

/* The corners of the cheapest way around all cards, both ends included: graphene_point_t. NULL where there is none. */
GArray *studio_routes_find_way (const StudioRouteGround *ground, const graphene_point_t *start,
                                const graphene_point_t *end);
/* Fills in the texts of @routes. */
void studio_routes_place_texts (StudioRoute *routes, const graphene_rect_t *cards, guint n_cards,
                                const StudioRouteWire *wires, guint n_wires);
gboolean studio_routes_line_touches (const graphene_point_t *a, const graphene_point_t *b, const graphene_rect_t *rect);

G_END_DECLS
