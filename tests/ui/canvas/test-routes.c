/* test-routes.c: wires pass through no card, and texts lie on nothing, in drawings of many kinds.
 * SPDX-License-Identifier: MIT */

#include "studio-routes.h"

#define WIDTH 200
#define HEIGHT 50
#define PITCH_X 230
#define PITCH_Y 90
#define N_SAMPLES 200

typedef struct
{
  GArray *cards; /* graphene_rect_t */
  GArray *wires; /* StudioRouteWire */
  StudioRoute *routes;
} Drawing;

static void
drawing_init (Drawing *self)
{
  self->cards = g_array_new (FALSE, TRUE, sizeof (graphene_rect_t));
  self->wires = g_array_new (FALSE, TRUE, sizeof (StudioRouteWire));
  self->routes = NULL;
}

static void
drawing_clear (Drawing *self)
{
  studio_routes_free (self->routes, self->wires->len);
  g_array_unref (self->cards);
  g_array_unref (self->wires);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Drawing, drawing_clear)

static graphene_rect_t
get_card (const Drawing *self, guint i)
{
  return g_array_index (self->cards, graphene_rect_t, i);
}

static guint
add_card (Drawing *self, float x, float y)
{
  const graphene_rect_t card = GRAPHENE_RECT_INIT (x, y, WIDTH, HEIGHT);

  g_array_append_val (self->cards, card);
  return self->cards->len - 1;
}

/* Into input @slot of @n_slots. */
static guint
add_wire (Drawing *self, guint from, guint to, guint slot, guint n_slots)
{
  const graphene_rect_t source = get_card (self, from);
  const graphene_rect_t target = get_card (self, to);
  const StudioRouteWire wire = {
    .from = from,
    .to = to,
    .start = GRAPHENE_POINT_INIT (source.origin.x + WIDTH / 2, source.origin.y + HEIGHT),
    .end = GRAPHENE_POINT_INIT (target.origin.x + WIDTH * (slot + 1.0f) / (n_slots + 1), target.origin.y),
    .caption = GRAPHENE_SIZE_INIT (56, 14),
    .label = GRAPHENE_SIZE_INIT (n_slots > 1 ? 14 : 0, 14),
  };

  g_array_append_val (self->wires, wire);
  return self->wires->len - 1;
}

static void
route (Drawing *self)
{
  self->routes = studio_routes_new ((const graphene_rect_t *) (gpointer) self->cards->data, self->cards->len,
                                    (const StudioRouteWire *) (gpointer) self->wires->data, self->wires->len);
}

/* A little away from the edges, where wires begin and end. */
static gboolean
is_inside (const graphene_rect_t *card, const graphene_point_t *point)
{
  graphene_rect_t inner = *card;

  graphene_rect_inset (&inner, 0.5f, 0.5f);
  return graphene_rect_contains_point (&inner, point);
}

static void
assert_ends (const Drawing *self, guint i)
{
  const StudioRouteWire *wire = &g_array_index (self->wires, StudioRouteWire, i);
  graphene_point_t point;

  studio_route_get_point (&self->routes[i], 0, &point);
  g_assert_true (graphene_point_near (&point, &wire->start, 0.01f));
  studio_route_get_point (&self->routes[i], 1, &point);
  g_assert_true (graphene_point_near (&point, &wire->end, 0.01f));
}

static void
assert_passes_none (const Drawing *self, guint i)
{
  const guint n = N_SAMPLES * self->routes[i].n_curves;

  for (guint k = 0; k <= n; k++)
    {
      graphene_point_t point;

      studio_route_get_point (&self->routes[i], (float) k / n, &point);
      for (guint c = 0; c < self->cards->len; c++)
        {
          const graphene_rect_t card = get_card (self, c);

          if (is_inside (&card, &point))
            g_error ("wire %u passes through card %u at (%g, %g)", i, c, point.x, point.y);
        }
    }
}

static void
collect_texts (const Drawing *self, GArray *texts)
{
  for (guint i = 0; i < self->wires->len; i++)
    {
      if (self->routes[i].caption.size.width > 0)
        g_array_append_val (texts, self->routes[i].caption);
      if (self->routes[i].label.size.width > 0)
        g_array_append_val (texts, self->routes[i].label);
    }
}

static void
assert_texts_apart (const Drawing *self)
{
  g_autoptr (GArray) texts = g_array_new (FALSE, FALSE, sizeof (graphene_rect_t));

  collect_texts (self, texts);
  g_array_append_vals (texts, self->cards->data, self->cards->len);
  for (guint i = 0; i < texts->len - self->cards->len; i++)
    for (guint k = i + 1; k < texts->len; k++)
      g_assert_false (graphene_rect_intersection (&g_array_index (texts, graphene_rect_t, i),
                                                  &g_array_index (texts, graphene_rect_t, k), NULL));
}

static void
assert_sound (const Drawing *self)
{
  for (guint i = 0; i < self->wires->len; i++)
    {
      assert_ends (self, i);
      assert_passes_none (self, i);
    }
  assert_texts_apart (self);
}

/* A skip is seen beside the cards that it skips, with its shape beside it and the name of its input at its end. */
static void
test_skip (void)
{
  g_auto (Drawing) drawing;
  const StudioRoute *skip;
  graphene_point_t middle;
  graphene_rect_t card;

  drawing_init (&drawing);
  for (guint i = 0; i < 5; i++)
    add_card (&drawing, 0, i * PITCH_Y);
  for (guint i = 0; i < 3; i++)
    add_wire (&drawing, i, i + 1, 0, 1);
  add_wire (&drawing, 3, 4, 0, 2);
  skip = NULL;
  add_wire (&drawing, 0, 4, 1, 2);
  route (&drawing);
  assert_sound (&drawing);

  skip = &drawing.routes[4];
  card = get_card (&drawing, 2);
  studio_route_get_point (skip, 0.5, &middle);
  g_assert_cmpfloat (middle.x, >, card.origin.x + WIDTH + STUDIO_ROUTE_CLEARANCE);
  g_assert_cmpfloat (middle.x, <, card.origin.x + WIDTH + 40);
  for (guint i = 0; i < 5; i++)
    g_assert_cmpfloat (drawing.routes[i].caption.size.width, >, 0);
  g_assert_cmpfloat (skip->label.size.width, >, 0);
}

/* What goes around nothing is the one curve that people know. */
static void
test_direct (void)
{
  g_auto (Drawing) drawing;

  drawing_init (&drawing);
  add_card (&drawing, 0, 0);
  add_card (&drawing, PITCH_X, PITCH_Y);
  add_wire (&drawing, 0, 1, 0, 1);
  route (&drawing);
  assert_sound (&drawing);
  g_assert_cmpuint (drawing.routes[0].n_curves, ==, 1);
}

/* Two wires of different sources that pass the same cards do not run on top of one another. */
static void
test_lanes (void)
{
  g_auto (Drawing) drawing;
  graphene_point_t inner;
  graphene_point_t outer;

  drawing_init (&drawing);
  for (guint i = 0; i < 8; i++)
    add_card (&drawing, 0, i * PITCH_Y);
  for (guint i = 0; i < 7; i++)
    add_wire (&drawing, i, i + 1, 0, i + 1 > 5 ? 2 : 1);
  add_wire (&drawing, 1, 6, 1, 2);
  add_wire (&drawing, 0, 7, 1, 2);
  route (&drawing);
  assert_sound (&drawing);
  studio_route_get_point (&drawing.routes[7], 0.5, &inner);
  studio_route_get_point (&drawing.routes[8], 0.5, &outer);
  g_assert_cmpfloat (ABS (outer.x - inner.x), >, 5);
}

/* @n residual blocks of @depth cards, one below the other. */
static void
make_residual (Drawing *self, guint n, guint depth)
{
  guint last = add_card (self, 0, 0);

  for (guint block = 0; block < n; block++)
    {
      const guint start = last;

      for (guint i = 0; i < depth; i++)
        {
          const guint next = add_card (self, 0, self->cards->len * PITCH_Y);

          add_wire (self, last, next, 0, i + 1 == depth ? 2 : 1);
          last = next;
        }
      add_wire (self, start, last, 1, 2);
    }
}

static void
test_residual (void)
{
  g_auto (Drawing) drawing;

  drawing_init (&drawing);
  make_residual (&drawing, 16, 6);
  route (&drawing);
  assert_sound (&drawing);
  for (guint i = 0; i < drawing.wires->len; i++)
    g_assert_cmpfloat (drawing.routes[i].caption.size.width, >, 0);
}

/* Cards in rows, some places empty, a little out of line, and wires between any two of them, also back up. */
static void
make_random (Drawing *self, GRand *rand)
{
  const guint n_columns = g_rand_int_range (rand, 1, 6);
  const guint n_rows = g_rand_int_range (rand, 2, 9);
  guint n_wires = g_rand_int_range (rand, 1, 12);

  for (guint row = 0; row < n_rows; row++)
    for (guint column = 0; column < n_columns; column++)
      if (g_rand_double (rand) < 0.7)
        add_card (self, column * (WIDTH + 30 + g_rand_int_range (rand, 0, 20)) + column * 20,
                  (float) row * PITCH_Y - (float) g_rand_int_range (rand, 0, 8));
  for (; n_wires > 0 && self->cards->len > 1; n_wires--)
    {
      const guint from = g_rand_int_range (rand, 0, (gint) self->cards->len);
      const guint to = g_rand_int_range (rand, 0, (gint) self->cards->len);
      const guint n_slots = g_rand_int_range (rand, 1, 4);

      if (from != to)
        add_wire (self, from, to, g_rand_int_range (rand, 0, (gint) n_slots), n_slots);
    }
}

static void
test_random (void)
{
  for (guint32 seed = 1; seed <= 400; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_auto (Drawing) drawing;

      drawing_init (&drawing);
      make_random (&drawing, rand);
      g_test_message ("seed %u", seed);
      route (&drawing);
      assert_sound (&drawing);
    }
}

/* Where cards lie on one another, or there are none, wires are drawn all the same. */
static void
test_degenerate (void)
{
  g_auto (Drawing) drawing;

  drawing_init (&drawing);
  for (guint i = 0; i < 6; i++)
    add_card (&drawing, i * 3, i * 5);
  for (guint i = 1; i < 6; i++)
    add_wire (&drawing, i - 1, i, 0, 1);
  add_wire (&drawing, 2, 2, 0, 1);
  route (&drawing);
  for (guint i = 0; i < drawing.wires->len; i++)
    assert_ends (&drawing, i);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/canvas/routes/direct", test_direct);
  g_test_add_func ("/ui/canvas/routes/skip", test_skip);
  g_test_add_func ("/ui/canvas/routes/lanes", test_lanes);
  g_test_add_func ("/ui/canvas/routes/residual", test_residual);
  g_test_add_func ("/ui/canvas/routes/random", test_random);
  g_test_add_func ("/ui/canvas/routes/degenerate", test_degenerate);
  return g_test_run ();
}
