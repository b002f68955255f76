/* test-taps.c: sums of weighted rows against plain loops in double.
 * SPDX-License-Identifier: MIT */

#include "backend-fixture.h"

#include <math.h>

typedef struct
{
  const char *name;
  gint64 n;
  gint64 channels;
  gint64 size;
  gint64 inner;
  gint64 n_taps;
  gint64 n_places;
} Case;

static const Case cases[] = {
  { "elements", 3, 11, 7, 1, 4, 700 }, { "rows", 2, 9, 5, 17, 3, 40 },    { "long-rows", 1, 2, 3, 1100, 2, 4 },
  { "one-tap", 1, 20, 30, 1, 1, 13 },  { "one-place", 4, 3, 6, 2, 5, 1 },
};

static const RensaDtype dtypes[] = { RENSA_FLOAT32, RENSA_FLOAT64 };

static RensaShape
get_taps_shape (const Case *c)
{
  return RENSA_SHAPE (c->n, c->n_taps, c->n_places);
}

static RensaShape
get_x_shape (const Case *c)
{
  return RENSA_SHAPE (c->n, c->channels, c->size, c->inner);
}

static RensaShape
get_y_shape (const Case *c)
{
  return RENSA_SHAPE (c->n, c->channels, c->n_places, c->inner);
}

/* Every row and -1 in turn. */
static gint64
get_row (const Case *c, gint64 i)
{
  return (i * 5 + i / 3) % (c->size + 1) - 1;
}

static RensaArray *
make_index (const Case *c)
{
  const gint64 n = c->n * c->n_taps * c->n_places;
  g_autofree double *values = g_new (double, n);

  for (gint64 i = 0; i < n; i++)
    values[i] = (double) get_row (c, i);

  return array_of (RENSA_INT32, get_taps_shape (c), values);
}

/* Calls @visit for all elements that meet. */
typedef void (*Visit) (double *x, double *y, double *weight);

static void
visit_all (const Case *c, double *x, double *y, double *weight, Visit visit)
{
  for (gint64 plane = 0; plane < c->n * c->channels; plane++)
    for (gint64 i = 0; i < c->n_taps * c->n_places; i++)
      {
        const gint64 tap = plane / c->channels * c->n_taps * c->n_places + i;
        const gint64 row = get_row (c, tap);
        const gint64 place = plane * c->n_places + i % c->n_places;

        for (gint64 k = 0; k < c->inner && row >= 0; k++)
          visit (&x[(plane * c->size + row) * c->inner + k], &y[place * c->inner + k], &weight[tap]);
      }
}

static void
visit_read (double *x, double *y, double *weight)
{
  *y += *weight * *x;
}

static void
visit_spread (double *x, double *y, double *weight)
{
  *x += *weight * *y;
}

static void
visit_match (double *x, double *y, double *weight)
{
  *weight += *x * *y;
}

/* The inputs of a case, in memory as @rearrange has it. */
typedef struct
{
  RensaArray *x;
  RensaArray *y;
  RensaTaps taps;
} Inputs;

static RensaArray *
make_noise (RensaDtype dtype, RensaShape shape, guint seed, Rearrange rearrange)
{
  g_autoptr (RensaArray) array = noise (dtype, shape, seed);

  return rearrange (array);
}

static void
inputs_init (Inputs *inputs, const Case *c, RensaDtype dtype, Rearrange rearrange)
{
  g_autoptr (RensaArray) index = make_index (c);

  inputs->x = make_noise (dtype, get_x_shape (c), 1, rearrange);
  inputs->y = make_noise (dtype, get_y_shape (c), 2, rearrange);
  inputs->taps.index = rearrange (index);
  inputs->taps.weight = make_noise (dtype, get_taps_shape (c), 3, rearrange);
}

static void
inputs_clear (Inputs *inputs)
{
  g_clear_pointer (&inputs->x, rensa_array_unref);
  g_clear_pointer (&inputs->y, rensa_array_unref);
  rensa_taps_clear (&inputs->taps);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Inputs, inputs_clear)

static void
check (const Case *c, RensaDtype dtype, Rearrange rearrange)
{
  const double tolerance = dtype == RENSA_FLOAT32 ? 1e-4 : 1e-12;
  g_autoptr (GError) error = NULL;
  g_auto (Inputs) in = { 0 };

  inputs_init (&in, c, dtype, rearrange);
  g_autofree double *x = get_values (in.x);
  g_autofree double *y = get_values (in.y);
  g_autofree double *weight = get_values (in.taps.weight);
  g_autofree double *zeros = g_new0 (double, c->n * c->channels * c->n_places * c->inner);
  g_autofree double *gx = g_new0 (double, c->n * c->channels * c->size * c->inner);
  g_autofree double *gweight = g_new0 (double, c->n * c->n_taps * c->n_places);

  g_autoptr (RensaArray) found = rensa_read_taps (in.x, &in.taps, &error);
  visit_all (c, x, zeros, weight, visit_read);
  assert_values_of (found, dtype, get_y_shape (c), tolerance, zeros);

  g_autoptr (RensaArray) back = rensa_spread_taps (in.y, &in.taps, c->size, &error);
  visit_all (c, gx, y, weight, visit_spread);
  assert_values_of (back, dtype, get_x_shape (c), tolerance, gx);

  g_autoptr (RensaArray) matched = rensa_match_taps (in.x, in.y, in.taps.index, &error);
  visit_all (c, x, y, gweight, visit_match);
  assert_values_of (matched, dtype, get_taps_shape (c), tolerance, gweight);
  assert_numbers_right ();
}

static void
test_case (gconstpointer data)
{
  const Rearrange ways[] = { unchanged, spread_out, reordered };

  for (gsize i = 0; i < G_N_ELEMENTS (dtypes); i++)
    for (gsize way = 0; way < G_N_ELEMENTS (ways); way++)
      check (data, dtypes[i], ways[way]);
}

static RensaArray *
make_read (gconstpointer data)
{
  const Inputs *in = data;

  return rensa_read_taps (in->x, &in->taps, NULL);
}

static RensaArray *
make_spread (gconstpointer data)
{
  const Inputs *in = data;

  return rensa_spread_taps (in->y, &in->taps, rensa_array_get_dim (in->x, 2), NULL);
}

static RensaArray *
make_match (gconstpointer data)
{
  const Inputs *in = data;

  return rensa_match_taps (in->x, in->y, in->taps.index, NULL);
}

static void
test_threads (void)
{
  const Case c = { "threads", 2, 13, 90, 1, 4, 3000 };
  g_auto (Inputs) in = { 0 };

  inputs_init (&in, &c, RENSA_FLOAT32, unchanged);
  assert_same_for_any_threads (make_read, &in);
  assert_same_for_any_threads (make_spread, &in);
  assert_same_for_any_threads (make_match, &in);
}

static void
test_half (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = ARRAY (RENSA_FLOAT16, RENSA_SHAPE (1, 1, 3, 1), 1, 2048, 3);
  g_autoptr (RensaArray) index = ARRAY (RENSA_INT64, RENSA_SHAPE (1, 3, 1), 0, 1, 2);
  g_autoptr (RensaArray) weight = ARRAY (RENSA_FLOAT16, RENSA_SHAPE (1, 3, 1), 1, 1, -1);
  g_autoptr (RensaArray) y = rensa_read_taps (x, &(RensaTaps){ .index = index, .weight = weight }, &error);

  /* With sums in float16, 1 would be lost. */
  assert_values (y, RENSA_FLOAT16, RENSA_SHAPE (1, 1, 1, 1), 0, 2046);
  assert_numbers_right ();
}

/* Row -1 is zero, so that only a weight that is not a number shows; and it takes nothing. */
static void
test_outside (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (1, 1, 2, 1), INFINITY, 1);
  g_autoptr (RensaArray) index = ARRAY (RENSA_INT64, RENSA_SHAPE (1, 1, 3), -1, -1, 1);
  g_autoptr (RensaArray) weight = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (1, 1, 3), 2, NAN, 3);
  const RensaTaps taps = { .index = index, .weight = weight };
  g_autoptr (RensaArray) y = rensa_read_taps (x, &taps, &error);
  g_autoptr (RensaArray) gx = rensa_spread_taps (y, &taps, 2, &error);

  assert_values (y, RENSA_FLOAT32, RENSA_SHAPE (1, 1, 3, 1), 0, 0, NAN, 3);
  assert_values (gx, RENSA_FLOAT32, RENSA_SHAPE (1, 1, 2, 1), 0, 0, 9);
  assert_numbers_right ();
}

static void
test_empty (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (1, 2, 0, 1), 0);
  g_autoptr (RensaArray) index = ARRAY (RENSA_INT64, RENSA_SHAPE (1, 1, 1), -1);
  g_autoptr (RensaArray) weight = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (1, 1, 1), 2);
  const RensaTaps taps = { .index = index, .weight = weight };
  g_autoptr (RensaArray) y = rensa_read_taps (x, &taps, &error);
  g_autoptr (RensaArray) gx = rensa_spread_taps (y, &taps, 0, &error);
  g_autoptr (RensaArray) gweight = rensa_match_taps (x, y, index, &error);

  assert_values (y, RENSA_FLOAT32, RENSA_SHAPE (1, 2, 1, 1), 0, 0, 0);
  g_assert_cmpint (rensa_array_get_count (gx), ==, 0);
  assert_values (gweight, RENSA_FLOAT32, RENSA_SHAPE (1, 1, 1), 0, 0);
}

static void
test_bad (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (1, 2, 3, 1), 1);
  g_autoptr (RensaArray) index = ARRAY (RENSA_INT64, RENSA_SHAPE (1, 1, 2), 0, 3);
  g_autoptr (RensaArray) weight = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (1, 1, 2), 1, 1);
  g_autoptr (RensaArray) short_weight = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (1, 1, 1), 1);

  assert_number_refused (rensa_read_taps (x, &(RensaTaps){ .index = index, .weight = weight }, &error), &error,
                         "taps: indices must be from -1 to 2, but 3 was found");
  g_assert_null (rensa_read_taps (x, &(RensaTaps){ .index = index, .weight = short_weight }, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "taps expects weight to have shape (1, 1, 2): found (1, 1, 1)");
  g_assert_null (rensa_read_taps (x, &(RensaTaps){ .index = weight, .weight = weight }, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "taps expects integers as index: found float32");
  g_assert_null (rensa_spread_taps (x, &(RensaTaps){ .index = index, .weight = weight }, 4, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "taps expects gy to have shape (1, 2, 2, 1): found (1, 2, 3, 1)");
  g_assert_null (rensa_match_taps (x, x, index, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "taps expects gy to have shape (1, 2, 2, 1): found (1, 2, 3, 1)");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/backends/taps/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/backends/taps/threads", test_threads);
  g_test_add_func ("/backends/taps/half", test_half);
  g_test_add_func ("/backends/taps/outside", test_outside);
  g_test_add_func ("/backends/taps/empty", test_empty);
  g_test_add_func ("/backends/taps/bad", test_bad);
  return run_tests ();
}
