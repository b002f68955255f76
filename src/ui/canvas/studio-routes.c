/* studio-routes.c: routes of the wires of a drawing.
 * SPDX-License-Identifier: MIT */

#include "studio-routes-private.h"

/* Corner radius. */
#define RADIUS 10.0f
/* Minimum pull of a curve that leads back up. */
#define LEAST_PULL 40
/* Distance of a quarter circle's control points from its ends, as a fraction of the radius. */
#define ROUND 0.5523f

void
studio_route_get_curve (const graphene_point_t *start, const graphene_point_t *end, graphene_point_t points[4])
{
  const float rise = end->y - start->y;
  const float pull = rise > 0 ? rise / 2 : MAX (LEAST_PULL, -rise / 3);

  points[0] = *start;
  points[1] = GRAPHENE_POINT_INIT (start->x, start->y + pull);
  points[2] = GRAPHENE_POINT_INIT (end->x, end->y - pull);
  points[3] = *end;
}

static void
get_curve_point (const graphene_point_t *points, float t, graphene_point_t *point)
{
  const float u = 1 - t;
  const float weights[4] = { u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t };

  *point = GRAPHENE_POINT_INIT (0, 0);
  for (guint i = 0; i < 4; i++)
    {
      point->x += weights[i] * points[i].x;
      point->y += weights[i] * points[i].y;
    }
}

void
studio_route_get_point (const StudioRoute *route, float t, graphene_point_t *point)
{
  const float along = CLAMP (t, 0, 1) * route->n_curves;
  const guint curve = MIN ((guint) along, route->n_curves - 1);

  get_curve_point (route->points + 3 * (gsize) curve, along - curve, point);
}

static void
get_bounds (const graphene_point_t *points, guint n, graphene_rect_t *bounds)
{
  graphene_point_t low = points[0];
  graphene_point_t high = points[0];

  for (guint i = 1; i < n; i++)
    {
      low = GRAPHENE_POINT_INIT (MIN (low.x, points[i].x), MIN (low.y, points[i].y));
      high = GRAPHENE_POINT_INIT (MAX (high.x, points[i].x), MAX (high.y, points[i].y));
    }
  *bounds = GRAPHENE_RECT_INIT (low.x, low.y, high.x - low.x, high.y - low.y);
}

void
studio_route_get_bounds (const StudioRoute *route, graphene_rect_t *bounds)
{
  get_bounds (route->points, 3 * route->n_curves + 1, bounds);
}

/* Clips the line to the part between two values of one coordinate; FALSE if there is none. */
static gboolean
cut (float a, float b, float low, float high, float *from, float *to)
{
  if (a == b)
    return a > low && a < high;
  *from = MAX (*from, MIN ((low - a) / (b - a), (high - a) / (b - a)));
  *to = MIN (*to, MAX ((low - a) / (b - a), (high - a) / (b - a)));
  return *from < *to;
}

gboolean
studio_routes_line_touches (const graphene_point_t *a, const graphene_point_t *b, const graphene_rect_t *rect)
{
  float from = 0;
  float to = 1;

  return cut (a->x, b->x, rect->origin.x, rect->origin.x + rect->size.width, &from, &to)
         && cut (a->y, b->y, rect->origin.y, rect->origin.y + rect->size.height, &from, &to);
}

static gboolean
curve_touches (const graphene_point_t points[4], const graphene_rect_t *rect)
{
  graphene_rect_t bounds;
  graphene_point_t last = points[0];

  get_bounds (points, 4, &bounds);
  if (bounds.origin.x > rect->origin.x + rect->size.width || rect->origin.x > bounds.origin.x + bounds.size.width
      || bounds.origin.y > rect->origin.y + rect->size.height || rect->origin.y > bounds.origin.y + bounds.size.height)
    return FALSE;
  for (guint i = 1; i <= 2 * STUDIO_ROUTE_N_PIECES; i++)
    {
      graphene_point_t next;

      get_curve_point (points, i / (2.0f * STUDIO_ROUTE_N_PIECES), &next);
      if (studio_routes_line_touches (&last, &next, rect))
        return TRUE;
      last = next;
    }
  return FALSE;
}

/* A curve that leads down stays between its own two cards; one that leads up would be drawn across them. */
static gboolean
is_free (const StudioRouteGround *ground, const StudioRouteWire *wire, const graphene_point_t points[4])
{
  if (points[3].y <= points[0].y)
    return FALSE;
  for (guint i = 0; i < ground->n_cards; i++)
    {
      graphene_rect_t rect = ground->cards[i];

      graphene_rect_inset (&rect, -STUDIO_ROUTE_CLEARANCE, -STUDIO_ROUTE_CLEARANCE);
      if (i != wire->from && i != wire->to && curve_touches (points, &rect))
        return FALSE;
    }
  return TRUE;
}

static void
add_curve (GArray *points, const graphene_point_t *a, const graphene_point_t *b, const graphene_point_t *end)
{
  g_array_append_val (points, *a);
  g_array_append_val (points, *b);
  g_array_append_val (points, *end);
}

static void
add_line (GArray *points, const graphene_point_t *end)
{
  const graphene_point_t start = g_array_index (points, graphene_point_t, points->len - 1);
  graphene_point_t a;
  graphene_point_t b;

  graphene_point_interpolate (&start, end, 1 / 3.0, &a);
  graphene_point_interpolate (&start, end, 2 / 3.0, &b);
  if (!graphene_point_equal (&start, end))
    add_curve (points, &a, &b, end);
}

/* Returns the point one radius from the corner towards another point; at most half the line, which
 * two corners share. */
static graphene_point_t
leave_corner (const graphene_point_t *corner, const graphene_point_t *to, float part)
{
  const float length = graphene_point_distance (corner, to, NULL, NULL);
  graphene_point_t point;

  graphene_point_interpolate (corner, to, length > 0 ? MIN (RADIUS, length / 2) * part / length : 0, &point);
  return point;
}

static void
add_corner (GArray *points, const graphene_point_t *before, const graphene_point_t *corner,
            const graphene_point_t *after)
{
  const graphene_point_t start = leave_corner (corner, before, 1);
  const graphene_point_t a = leave_corner (corner, before, 1 - ROUND);
  const graphene_point_t b = leave_corner (corner, after, 1 - ROUND);
  const graphene_point_t end = leave_corner (corner, after, 1);

  add_line (points, &start);
  add_curve (points, &a, &b, &end);
}

static void
take_points (StudioRoute *route, GArray *points)
{
  route->n_curves = (points->len - 1) / 3;
  route->points = (graphene_point_t *) (gpointer) g_array_free (points, FALSE);
}

static void
make_way (StudioRoute *route, const GArray *corners)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (graphene_point_t));
  const graphene_point_t *at = (const graphene_point_t *) (gconstpointer) corners->data;

  g_array_append_val (points, at[0]);
  for (guint i = 1; i + 1 < corners->len; i++)
    add_corner (points, &at[i - 1], &at[i], &at[i + 1]);
  add_line (points, &at[corners->len - 1]);
  take_points (route, points);
}

static void
make_curve (StudioRoute *route, const StudioRouteWire *wire)
{
  route->n_curves = 1;
  route->points = g_new (graphene_point_t, 4);
  studio_route_get_curve (&wire->start, &wire->end, route->points);
}

static void
add_lanes (GArray *lanes, const StudioRouteWire *wire, const graphene_point_t *corners, guint n)
{
  for (guint i = 1; i < n; i++)
    if (corners[i - 1].x == corners[i].x || corners[i - 1].y == corners[i].y)
      {
        const StudioRouteLane lane = { wire->start, corners[i - 1], corners[i] };

        g_array_append_val (lanes, lane);
      }
}

/* Shorter paths first, so that longer ones go around them. */
static int
compare_lengths (gconstpointer a, gconstpointer b, gpointer data)
{
  const StudioRouteWire *wires = data;
  const StudioRouteWire *first = &wires[*(const guint *) a];
  const StudioRouteWire *second = &wires[*(const guint *) b];
  const float length = graphene_point_distance (&first->start, &first->end, NULL, NULL);
  const float other = graphene_point_distance (&second->start, &second->end, NULL, NULL);

  return (length > other) - (length < other);
}

static void
go_around (StudioRoute *routes, StudioRouteGround *ground, const StudioRouteWire *wires, GArray *blocked, GArray *lanes)
{
  g_array_sort_with_data (blocked, compare_lengths, (gpointer) wires);
  for (guint i = 0; i < blocked->len; i++)
    {
      const guint at = g_array_index (blocked, guint, i);
      g_autoptr (GArray) corners = studio_routes_find_way (ground, &wires[at].start, &wires[at].end);

      if (corners != NULL)
        {
          make_way (&routes[at], corners);
          add_lanes (lanes, &wires[at], (const graphene_point_t *) (gconstpointer) corners->data, corners->len);
        }
      else
        make_curve (&routes[at], &wires[at]);
    }
}

StudioRoute *
studio_routes_new (const graphene_rect_t *cards, guint n_cards, const StudioRouteWire *wires, guint n_wires)
{
  StudioRoute *routes = g_new0 (StudioRoute, n_wires);
  g_autoptr (GArray) blocked = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (StudioRouteLane));
  StudioRouteGround ground = { cards, n_cards, lanes };

  for (guint i = 0; i < n_wires; i++)
    {
      graphene_point_t points[4];

      studio_route_get_curve (&wires[i].start, &wires[i].end, points);
      if (wires[i].to != STUDIO_ROUTE_NOWHERE && !is_free (&ground, &wires[i], points))
        {
          g_array_append_val (blocked, i);
          continue;
        }
      make_curve (&routes[i], &wires[i]);
      add_lanes (lanes, &wires[i], (const graphene_point_t[]){ wires[i].start, wires[i].end }, 2);
    }
  go_around (routes, &ground, wires, blocked, lanes);
  studio_routes_place_texts (routes, cards, n_cards, wires, n_wires);
  return routes;
}

void
studio_routes_free (StudioRoute *routes, guint n_wires)
{
  for (guint i = 0; i < n_wires; i++)
    g_free (routes[i].points);
  g_free (routes);
}
