/* studio-routes-texts.c: places the texts of wires so that none overlaps a card or another text.
 * SPDX-License-Identifier: MIT */

#include "studio-routes-private.h"

/* Distance from a wire to its text, and from a slanted wire, which would otherwise touch it. */
#define SPACE 6
#define WIDE_SPACE 16
/* Height above a card of the texts at its inputs. */
#define HEIGHT 9
/* Maximum sideways offset of a wire that counts as straight. */
#define STRAIGHT 6
/* Distance between two texts. */
#define APART 2

typedef struct
{
  StudioRoute *routes;
  const graphene_rect_t *cards;
  guint n_cards;
  const StudioRouteWire *wires;
  guint n_wires;
  graphene_rect_t *bounds; /* bounds of the routes */
  GArray *texts;           /* graphene_rect_t, occupied rectangles */
} Placing;

static gboolean
overlaps (const graphene_rect_t *a, const graphene_rect_t *b, float margin)
{
  return a->origin.x < b->origin.x + b->size.width + margin && b->origin.x < a->origin.x + a->size.width + margin
         && a->origin.y < b->origin.y + b->size.height + margin && b->origin.y < a->origin.y + a->size.height + margin;
}

static gboolean
route_touches (const StudioRoute *route, const graphene_rect_t *rect)
{
  const guint n = route->n_curves * STUDIO_ROUTE_N_PIECES;
  graphene_point_t last = route->points[0];

  for (guint i = 1; i <= n; i++)
    {
      graphene_point_t next;

      studio_route_get_point (route, (float) i / n, &next);
      if (studio_routes_line_touches (&last, &next, rect))
        return TRUE;
      last = next;
    }
  return FALSE;
}

static gboolean
is_on_wire (const Placing *self, const graphene_rect_t *rect)
{
  for (guint i = 0; i < self->n_wires; i++)
    if (overlaps (&self->bounds[i], rect, 1) && route_touches (&self->routes[i], rect))
      return TRUE;
  return FALSE;
}

static gboolean
is_taken (const Placing *self, const graphene_rect_t *rect)
{
  for (guint i = 0; i < self->n_cards; i++)
    if (overlaps (&self->cards[i], rect, 0))
      return TRUE;
  for (guint i = 0; i < self->texts->len; i++)
    if (overlaps (&g_array_index (self->texts, graphene_rect_t, i), rect, APART))
      return TRUE;
  return FALSE;
}

/* Returns a rectangle to the right of a point, or to its left. */
static graphene_rect_t
put_beside (const graphene_point_t *place, const graphene_size_t *size, float space, gboolean at_left)
{
  return GRAPHENE_RECT_INIT (place->x + (at_left ? -space - size->width : space), place->y - size->height / 2,
                             size->width, size->height);
}

/* Uses the first offer that is free and crosses no wire, else the first one that is free, if any. */
static void
choose (Placing *self, const graphene_rect_t *offers, guint n, graphene_rect_t *result)
{
  const graphene_rect_t *chosen = NULL;

  for (guint i = 0; i < n; i++)
    {
      if (is_taken (self, &offers[i]))
        continue;
      if (!is_on_wire (self, &offers[i]))
        {
          chosen = &offers[i];
          break;
        }
      chosen = chosen == NULL ? &offers[i] : chosen;
    }
  if (chosen == NULL)
    return;
  *result = *chosen;
  g_array_append_val (self->texts, *chosen);
}

static void
place_label (Placing *self, guint i)
{
  const graphene_point_t place = GRAPHENE_POINT_INIT (self->wires[i].end.x, self->wires[i].end.y - HEIGHT);
  const graphene_rect_t offers[] = { put_beside (&place, &self->wires[i].label, SPACE, TRUE),
                                     put_beside (&place, &self->wires[i].label, SPACE, FALSE) };

  choose (self, offers, G_N_ELEMENTS (offers), &self->routes[i].label);
}

static gboolean
is_straight (const StudioRouteWire *wire, const StudioRoute *route)
{
  return route->n_curves == 1 && ABS (wire->end.x - wire->start.x) <= STRAIGHT;
}

/* Finds the middle of the longest vertical piece. */
static void
find_long_piece (const StudioRoute *route, graphene_point_t *place)
{
  float longest = 0;

  for (guint i = 0; i < route->n_curves; i++)
    {
      const graphene_point_t *a = &route->points[3 * i];
      const graphene_point_t *b = &route->points[3 * i + 3];

      if (ABS (b->x - a->x) > 1 || ABS (b->y - a->y) <= longest)
        continue;
      longest = ABS (b->y - a->y);
      graphene_point_interpolate (a, b, 0.5, place);
    }
}

static guint
offer_both_sides (const Placing *self, guint at, const graphene_point_t *place, float space, graphene_rect_t *offers)
{
  offers[0] = put_beside (place, &self->wires[at].caption, space, FALSE);
  offers[1] = put_beside (place, &self->wires[at].caption, space, TRUE);
  return 2;
}

/* Offers the middle of a straight wire, the end of a curved one, or the long piece of one that goes
 * around cards; then any place with room along it. */
static void
place_caption (Placing *self, guint at)
{
  static const float parts[] = { 0.5f, 0.4f, 0.6f, 0.3f, 0.7f, 0.2f, 0.8f, 0.9f };
  static const float spaces[] = { SPACE, WIDE_SPACE };
  const StudioRouteWire *wire = &self->wires[at];
  const StudioRoute *route = &self->routes[at];
  graphene_rect_t offers[2 * G_N_ELEMENTS (spaces) * G_N_ELEMENTS (parts) + 2];
  graphene_point_t place = GRAPHENE_POINT_INIT (wire->end.x, wire->end.y - HEIGHT);
  guint n = 0;

  if (route->n_curves > 1)
    find_long_piece (route, &place);
  if (!is_straight (wire, route))
    n += offer_both_sides (self, at, &place, SPACE, offers);
  for (guint k = 0; k < G_N_ELEMENTS (spaces); k++)
    for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
      {
        studio_route_get_point (route, parts[i], &place);
        n += offer_both_sides (self, at, &place, spaces[k], offers + n);
      }
  choose (self, offers, n, &self->routes[at].caption);
}

void
studio_routes_place_texts (StudioRoute *routes, const graphene_rect_t *cards, guint n_cards,
                           const StudioRouteWire *wires, guint n_wires)
{
  g_autofree graphene_rect_t *bounds = g_new (graphene_rect_t, n_wires);
  g_autoptr (GArray) texts = g_array_new (FALSE, FALSE, sizeof (graphene_rect_t));
  Placing self = { routes, cards, n_cards, wires, n_wires, bounds, texts };

  for (guint i = 0; i < n_wires; i++)
    studio_route_get_bounds (&routes[i], &bounds[i]);
  for (guint i = 0; i < n_wires; i++)
    if (wires[i].label.width > 0)
      place_label (&self, i);
  for (guint i = 0; i < n_wires; i++)
    if (wires[i].caption.width > 0)
      place_caption (&self, i);
}
