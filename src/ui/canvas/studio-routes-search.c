/* studio-routes-search.c: cheapest path around cards, along horizontal and vertical lines.
 * SPDX-License-Identifier: MIT */

#include "studio-routes-private.h"

#include <math.h>

/* Straight distance below a card before a wire turns, and above the card that it enters, where the
 * name of the input is shown. */
#define LEAVE 9
#define ENTER 22
/* Distance from the edge of a card to the wire that passes it. */
#define LANE 18
/* Distance between parallel wires. */
#define LANE_PITCH 10
#define ROW_PITCH 6
/* Costs, in pixels of path length: of a corner, of crossing a wire, and of running on top of one,
 * per pixel. */
#define CORNER 40.0
#define CROSSING 25.0
#define OVERLAP 6.0
#define AGAINST 1.0
/* Distance around its ends in which a path is searched first. */
#define REGION 260
#define MOST_PLACES 200000

/* Lines that may be used, and the cost of each of their pieces in addition to its length. */
typedef struct
{
  GArray *xs; /* float, rising */
  GArray *ys;
  float *across; /* cost from (x, y) to the next x */
  float *down;   /* cost from (x, y) to the next y */
} Grid;

typedef enum
{
  ACROSS,
  DOWN,
  N_DIRECTIONS,
} Direction;

static float
get_line (const GArray *lines, guint i)
{
  return g_array_index (lines, float, i);
}

static int
compare_floats (gconstpointer a, gconstpointer b)
{
  const float x = *(const float *) a;
  const float y = *(const float *) b;

  return (x > y) - (x < y);
}

static void
add_line (GArray *lines, float at, float low, float high)
{
  if (at >= low && at <= high)
    g_array_append_val (lines, at);
}

/* Merges lines less than a pixel apart; those of the ends, which come first in @kept, keep their
 * exact positions. */
static GArray *
sort_lines (GArray *lines, const float kept[2])
{
  GArray *result = g_array_new (FALSE, FALSE, sizeof (float));

  g_array_append_vals (lines, kept, 2);
  g_array_sort (lines, compare_floats);
  for (guint i = 0; i < lines->len; i++)
    {
      const float at = get_line (lines, i);
      const gboolean is_kept = at == kept[0] || at == kept[1];
      const float last = result->len > 0 ? get_line (result, result->len - 1) : -INFINITY;

      if (at == last)
        continue;
      if (at - last < 1 && !is_kept)
        continue;
      if (at - last < 1 && last != kept[0] && last != kept[1])
        g_array_set_size (result, result->len - 1);
      g_array_append_val (result, at);
    }
  g_array_unref (lines);
  return result;
}

static gboolean
is_across (const StudioRouteLane *lane)
{
  return lane->a.y == lane->b.y;
}

static gboolean
is_near (const StudioRouteLane *lane, const graphene_rect_t *region)
{
  const graphene_rect_t box = GRAPHENE_RECT_INIT (MIN (lane->a.x, lane->b.x) - 1, MIN (lane->a.y, lane->b.y) - 1,
                                                  ABS (lane->b.x - lane->a.x) + 2, ABS (lane->b.y - lane->a.y) + 2);

  return graphene_rect_intersection (&box, region, NULL);
}

static Grid
grid_new (const StudioRouteGround *ground, const graphene_rect_t *region, const graphene_point_t *a,
          const graphene_point_t *b)
{
  const float left = region->origin.x;
  const float right = left + region->size.width;
  const float top = region->origin.y;
  const float bottom = top + region->size.height;
  GArray *xs = g_array_new (FALSE, FALSE, sizeof (float));
  GArray *ys = g_array_new (FALSE, FALSE, sizeof (float));

  for (guint i = 0; i < ground->n_cards; i++)
    {
      const graphene_rect_t *card = &ground->cards[i];

      if (!graphene_rect_intersection (card, region, NULL))
        continue;
      add_line (xs, card->origin.x - LANE, left, right);
      add_line (xs, card->origin.x + card->size.width + LANE, left, right);
      add_line (ys, card->origin.y - ENTER, top, bottom);
      add_line (ys, card->origin.y + card->size.height + LEAVE, top, bottom);
    }
  for (guint i = 0; i < ground->lanes->len; i++)
    {
      const StudioRouteLane *lane = &g_array_index (ground->lanes, StudioRouteLane, i);

      for (int side = -1; side <= 1 && is_near (lane, region); side++)
        if (is_across (lane))
          add_line (ys, lane->a.y + side * ROW_PITCH, top, bottom);
        else
          add_line (xs, lane->a.x + side * LANE_PITCH, left, right);
    }
  xs = sort_lines (xs, (const float[]){ a->x, b->x });
  ys = sort_lines (ys, (const float[]){ a->y, b->y });
  return (Grid){ xs, ys, g_new0 (float, xs->len * ys->len), g_new0 (float, xs->len * ys->len) };
}

static void
grid_clear (Grid *grid)
{
  g_array_unref (grid->xs);
  g_array_unref (grid->ys);
  g_free (grid->across);
  g_free (grid->down);
}

/* Returns the index of the first line beyond @at. */
static guint
find_line (const GArray *lines, float at)
{
  guint low = 0;
  guint high = lines->len;

  while (low < high)
    {
      const guint middle = (low + high) / 2;

      if (get_line (lines, middle) > at)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

/* Blocks all pieces that touch the inside of the card. */
static void
block (Grid *grid, const graphene_rect_t *card, float margin)
{
  const float left = card->origin.x - margin;
  const float right = card->origin.x + card->size.width + margin;
  const float top = card->origin.y - margin;
  const float bottom = card->origin.y + card->size.height + margin;
  const guint n_x = grid->xs->len;
  const guint first_x = find_line (grid->xs, left);
  const guint first_y = find_line (grid->ys, top);

  for (guint y = first_y; y < grid->ys->len && get_line (grid->ys, y) < bottom; y++)
    for (guint x = first_x > 0 ? first_x - 1 : 0; x + 1 < n_x && get_line (grid->xs, x) < right; x++)
      if (get_line (grid->xs, x + 1) > left)
        grid->across[y * n_x + x] = INFINITY;
  for (guint x = first_x; x < n_x && get_line (grid->xs, x) < right; x++)
    for (guint y = first_y > 0 ? first_y - 1 : 0; y + 1 < grid->ys->len && get_line (grid->ys, y) < bottom; y++)
      if (get_line (grid->ys, y + 1) > top)
        grid->down[y * n_x + x] = INFINITY;
}

/* Returns the index of the point at line @i in a direction and line @j of the other. */
static guint
get_index (const Grid *grid, gboolean across, guint i, guint j)
{
  return across ? j * grid->xs->len + i : i * grid->xs->len + j;
}

/* Makes running along the lane cost many times its length, and crossing it a little. */
static void
charge (Grid *grid, const StudioRouteLane *lane)
{
  const gboolean across = is_across (lane);
  const GArray *along = across ? grid->xs : grid->ys;
  const GArray *beside = across ? grid->ys : grid->xs;
  const float at = across ? lane->a.y : lane->a.x;
  const float low = across ? MIN (lane->a.x, lane->b.x) : MIN (lane->a.y, lane->b.y);
  const float high = across ? MAX (lane->a.x, lane->b.x) : MAX (lane->a.y, lane->b.y);
  const float near = (across ? ROW_PITCH : LANE_PITCH) - 1;

  const guint first = find_line (along, low);
  const guint crossed = find_line (beside, at); /* the line after the lane */

  for (guint i = first > 0 ? first - 1 : 0; i < along->len && get_line (along, i) < high; i++)
    {
      const float piece = i + 1 < along->len ? MIN (high, get_line (along, i + 1)) - MAX (low, get_line (along, i)) : 0;

      for (guint j = find_line (beside, at - near); j < beside->len && get_line (beside, j) < at + near; j++)
        if (piece > 0)
          (across ? grid->across : grid->down)[get_index (grid, across, i, j)] += OVERLAP * piece;
      if (crossed > 0 && crossed < beside->len && get_line (along, i) > low)
        (across ? grid->down : grid->across)[get_index (grid, across, i, crossed - 1)] += CROSSING;
    }
}

/* A state that was reached, with its cost at that time. */
typedef struct
{
  float cost;
  int state;
} Reached;

typedef struct
{
  Grid grid;
  float *costs;    /* cost of each point for each direction from which it was reached */
  int *before;     /* previous state; -1 at the start */
  GArray *waiting; /* Reached: a heap, cheapest first; entries superseded by cheaper ones remain in it */
} Search;

static gboolean
is_cheaper (const Reached *a, const Reached *b)
{
  return a->cost < b->cost || (a->cost == b->cost && a->state < b->state);
}

static void
push (GArray *heap, Reached reached)
{
  guint at = heap->len;

  g_array_set_size (heap, at + 1);
  for (guint parent; at > 0; at = parent)
    {
      parent = (at - 1) / 2;
      if (!is_cheaper (&reached, &g_array_index (heap, Reached, parent)))
        break;
      g_array_index (heap, Reached, at) = g_array_index (heap, Reached, parent);
    }
  g_array_index (heap, Reached, at) = reached;
}

static Reached
pop (GArray *heap)
{
  const Reached first = g_array_index (heap, Reached, 0);
  const Reached last = g_array_index (heap, Reached, heap->len - 1);
  const guint n = heap->len - 1;
  guint at = 0;

  for (guint child; (child = 2 * at + 1) < n; at = child)
    {
      if (child + 1 < n
          && is_cheaper (&g_array_index (heap, Reached, child + 1), &g_array_index (heap, Reached, child)))
        child++;
      if (!is_cheaper (&g_array_index (heap, Reached, child), &last))
        break;
      g_array_index (heap, Reached, at) = g_array_index (heap, Reached, child);
    }
  g_array_index (heap, Reached, at) = last;
  g_array_set_size (heap, n);
  return first;
}

static void
reach (Search *search, int from, int to, float cost)
{
  if (cost >= search->costs[to])
    return;
  search->costs[to] = cost;
  search->before[to] = from;
  push (search->waiting, (Reached){ cost, to });
}

/* Moves one piece from a state to the adjacent point. */
static void
go (Search *search, int state, Direction direction, int step)
{
  const Grid *grid = &search->grid;
  const int n_x = (int) grid->xs->len;
  const int place = state / N_DIRECTIONS;
  const int x = place % n_x + (direction == ACROSS ? step : 0);
  const int y = place / n_x + (direction == DOWN ? step : 0);
  const GArray *lines = direction == ACROSS ? grid->xs : grid->ys;
  const int at = direction == ACROSS ? x : y;
  float cost = search->costs[state] + ((int) direction != state % N_DIRECTIONS ? CORNER : 0);
  float length;

  if (at < 0 || at >= (int) lines->len)
    return;
  length = fabsf (get_line (lines, at) - get_line (lines, at - step));
  cost += (direction == ACROSS ? grid->across : grid->down)[step > 0 ? place : y * n_x + x];
  cost += length * (direction == DOWN && step < 0 ? 1 + AGAINST : 1);
  reach (search, state, (y * n_x + x) * N_DIRECTIONS + (int) direction, cost);
}

/* Searches from the start to all points that cost less than the end (Dijkstra, "A Note on Two
 * Problems in Connexion with Graphs", 1959). */
static void
run (Search *search, int start, int end)
{
  const guint n = search->grid.xs->len * search->grid.ys->len * N_DIRECTIONS;

  for (guint i = 0; i < n; i++)
    search->costs[i] = INFINITY;
  reach (search, -1, start, 0);
  while (search->waiting->len > 0)
    {
      const Reached reached = pop (search->waiting);

      if (reached.cost > search->costs[end])
        return;
      if (reached.cost > search->costs[reached.state])
        continue;
      for (int step = -1; step <= 1; step += 2)
        {
          go (search, reached.state, ACROSS, step);
          go (search, reached.state, DOWN, step);
        }
    }
}

static graphene_point_t
get_place (const Search *search, int state)
{
  const int place = state / N_DIRECTIONS;
  const int n_x = (int) search->grid.xs->len;

  return GRAPHENE_POINT_INIT (get_line (search->grid.xs, place % n_x), get_line (search->grid.ys, place / n_x));
}

/* Returns the corners from start to end, without points on straight lines, plus the ends of the wire. */
static GArray *
list_corners (const Search *search, int state, const graphene_point_t *start, const graphene_point_t *end)
{
  GArray *corners = g_array_new (FALSE, FALSE, sizeof (graphene_point_t));

  g_array_append_val (corners, *end);
  if (state % N_DIRECTIONS == ACROSS)
    {
      const graphene_point_t turn = get_place (search, state);

      g_array_append_val (corners, turn);
    }
  for (int last = -1; state >= 0; last = state, state = search->before[state])
    {
      const graphene_point_t point = get_place (search, state);

      if (last >= 0 && last % N_DIRECTIONS != state % N_DIRECTIONS)
        g_array_append_val (corners, point);
    }
  g_array_append_val (corners, *start);
  for (guint i = 0; i < corners->len / 2; i++)
    {
      graphene_point_t *a = &g_array_index (corners, graphene_point_t, i);
      graphene_point_t *b = &g_array_index (corners, graphene_point_t, corners->len - 1 - i);
      const graphene_point_t swapped = *a;

      *a = *b;
      *b = swapped;
    }
  return corners;
}

static guint
find_place (const Grid *grid, const graphene_point_t *point)
{
  return (find_line (grid->ys, point->y) - 1) * grid->xs->len + find_line (grid->xs, point->x) - 1;
}

static void
fill_costs (Grid *grid, const StudioRouteGround *ground, const graphene_rect_t *region, const graphene_point_t *start)
{
  for (guint i = 0; i < ground->n_cards; i++)
    block (grid, &ground->cards[i], STUDIO_ROUTE_CLEARANCE);
  for (guint i = 0; i < ground->lanes->len; i++)
    {
      const StudioRouteLane *lane = &g_array_index (ground->lanes, StudioRouteLane, i);

      if (!graphene_point_equal (&lane->start, start) && is_near (lane, region))
        charge (grid, lane);
    }
}

/* A wire enters from above. */
static int
find_last_state (Search *search, int end)
{
  const int across = end - DOWN + ACROSS;

  return search->costs[across] + CORNER < search->costs[end] ? across : end;
}

static GArray *
search_region (const StudioRouteGround *ground, const graphene_rect_t *region, const graphene_point_t *start,
               const graphene_point_t *end)
{
  const float gap = end->y - start->y;
  const gboolean is_tight = gap > 0 && gap < LEAVE + ENTER;
  const graphene_point_t a = GRAPHENE_POINT_INIT (start->x, start->y + (is_tight ? gap / 2 : LEAVE));
  const graphene_point_t b = GRAPHENE_POINT_INIT (end->x, is_tight ? a.y : end->y - ENTER);
  Search search = { .grid = grid_new (ground, region, &a, &b) };
  const guint n_places = search.grid.xs->len * search.grid.ys->len;
  const int down = (int) find_place (&search.grid, &b) * N_DIRECTIONS + DOWN;
  GArray *corners = NULL;
  int last;

  if (n_places <= MOST_PLACES)
    {
      search.costs = g_new (float, n_places *N_DIRECTIONS);
      search.before = g_new (int, n_places *N_DIRECTIONS);
      search.waiting = g_array_new (FALSE, FALSE, sizeof (Reached));
      fill_costs (&search.grid, ground, region, start);
      run (&search, (int) find_place (&search.grid, &a) * N_DIRECTIONS + DOWN, down);
      last = find_last_state (&search, down);
      if (isfinite (search.costs[last]))
        corners = list_corners (&search, last, start, end);
    }
  g_free (search.costs);
  g_free (search.before);
  g_clear_pointer (&search.waiting, g_array_unref);
  grid_clear (&search.grid);
  return corners;
}

GArray *
studio_routes_find_way (const StudioRouteGround *ground, const graphene_point_t *start, const graphene_point_t *end)
{
  graphene_rect_t region = GRAPHENE_RECT_INIT (MIN (start->x, end->x), MIN (start->y, end->y), ABS (end->x - start->x),
                                               ABS (end->y - start->y));
  GArray *corners;

  graphene_rect_inset (&region, -REGION, -REGION / 3);
  corners = search_region (ground, &region, start, end);
  if (corners != NULL)
    return corners;

  for (guint i = 0; i < ground->n_cards; i++)
    graphene_rect_union (&region, &ground->cards[i], &region);
  graphene_rect_inset (&region, -REGION, -REGION);
  return search_region (ground, &region, start, end);
}
