/* test-convolve.c: convolution and its gradients against plain loops in double.
 * SPDX-License-Identifier: MIT */

#include "backend-fixture.h"
#include "rensa-pool.h"

typedef struct
{
  const char *name;
  RensaShape x;
  RensaShape W;
  RensaWindow window;
} Case;

#define WINDOW_2D(kh, kw, sh, sw, ph, pw, dh, dw, all, g)                                                          \
  {                                                                                                                \
    .n = 2, .kernel = { kh, kw }, .stride = { sh, sw }, .pad = { ph, pw }, .dilate = { dh, dw }, .cover_all = all, \
    .groups = g                                                                                                    \
  }
#define SHAPE(...)                                                                \
  {                                                                               \
    (int) (sizeof ((gint64[]){ __VA_ARGS__ }) / sizeof (gint64)), { __VA_ARGS__ } \
  }

static const Case cases[] = {
  { "plain", SHAPE (3, 2, 5, 6), SHAPE (4, 2, 3, 3), WINDOW_2D (3, 3, 1, 1, 0, 0, 1, 1, FALSE, 1) },
  { "wide", SHAPE (5, 32, 6, 7), SHAPE (48, 32, 3, 3), WINDOW_2D (3, 3, 1, 1, 1, 1, 1, 1, FALSE, 1) },
  { "lenet", SHAPE (9, 1, 12, 12), SHAPE (6, 1, 5, 5), WINDOW_2D (5, 5, 1, 1, 0, 0, 1, 1, FALSE, 1) },
  { "whole", SHAPE (4, 16, 4, 4), SHAPE (20, 16, 4, 4), WINDOW_2D (4, 4, 1, 1, 0, 0, 1, 1, FALSE, 1) },
  { "point", SHAPE (4, 16, 5, 5), SHAPE (32, 16, 1, 1), WINDOW_2D (1, 1, 2, 2, 0, 0, 1, 1, FALSE, 1) },
  { "uneven", SHAPE (2, 3, 8, 5), SHAPE (4, 3, 2, 3), WINDOW_2D (2, 3, 3, 2, 1, 2, 2, 1, FALSE, 1) },
  { "remainder", SHAPE (2, 3, 8, 8), SHAPE (4, 3, 3, 3), WINDOW_2D (3, 3, 2, 2, 1, 1, 1, 1, FALSE, 1) },
  { "cover-all", SHAPE (2, 3, 8, 7), SHAPE (4, 3, 3, 2), WINDOW_2D (3, 2, 2, 3, 0, 1, 1, 1, TRUE, 1) },
  { "groups", SHAPE (3, 6, 5, 5), SHAPE (4, 3, 3, 3), WINDOW_2D (3, 3, 1, 1, 1, 1, 1, 1, FALSE, 2) },
  { "depthwise", SHAPE (3, 16, 6, 6), SHAPE (16, 1, 3, 3), WINDOW_2D (3, 3, 1, 1, 1, 1, 1, 1, FALSE, 16) },
  { "dilated-groups", SHAPE (2, 4, 9, 8), SHAPE (6, 2, 3, 3), WINDOW_2D (3, 3, 2, 1, 2, 3, 3, 2, TRUE, 2) },
  { "one-example", SHAPE (1, 3, 9, 9), SHAPE (8, 3, 3, 3), WINDOW_2D (3, 3, 1, 1, 1, 1, 1, 1, FALSE, 1) },
  { "prime-batch", SHAPE (7, 3, 6, 6), SHAPE (5, 3, 3, 3), WINDOW_2D (3, 3, 1, 1, 0, 0, 1, 1, FALSE, 1) },
  { "1-d",
    SHAPE (3, 4, 11),
    SHAPE (6, 2, 3),
    { .n = 1, .kernel = { 3 }, .stride = { 2 }, .pad = { 1 }, .dilate = { 2 }, .groups = 2 } },
  { "3-d",
    SHAPE (2, 3, 4, 5, 3),
    SHAPE (4, 3, 2, 3, 2),
    { .n = 3, .kernel = { 2, 3, 2 }, .stride = { 1, 2, 1 }, .pad = { 1, 1, 0 }, .dilate = { 2, 1, 1 }, .groups = 1 } },
  { "4-d",
    SHAPE (2, 3, 4, 5, 3, 6),
    SHAPE (4, 3, 2, 3, 2, 3),
    { .n = 4,
      .kernel = { 2, 3, 2, 3 },
      .stride = { 1, 2, 1, 3 },
      .pad = { 1, 0, 1, 2 },
      .dilate = { 2, 1, 1, 2 },
      .cover_all = TRUE,
      .groups = 1 } },
  { "4-d-groups",
    SHAPE (3, 6, 3, 4, 3, 4),
    SHAPE (4, 3, 2, 2, 1, 3),
    { .n = 4,
      .kernel = { 2, 2, 1, 3 },
      .stride = { 1, 1, 2, 1 },
      .pad = { 0, 1, 0, 1 },
      .dilate = { 1, 1, 1, 1 },
      .groups = 2 } },
  { "6-d",
    SHAPE (1, 2, 2, 3, 2, 3, 2, 3),
    SHAPE (3, 2, 1, 2, 2, 1, 2, 3),
    { .n = 6,
      .kernel = { 1, 2, 2, 1, 2, 3 },
      .stride = { 1, 1, 1, 2, 1, 1 },
      .pad = { 0, 0, 1, 0, 0, 1 },
      .dilate = { 1, 2, 1, 1, 1, 1 },
      .groups = 1 } },
};

static RensaShape
get_output_shape (const Case *c)
{
  RensaShape shape = c->x;

  shape.dims[1] = c->W.dims[0];
  for (int i = 0; i < c->window.n; i++)
    shape.dims[2 + i] = rensa_window_get_output_size (&c->window, i, c->x.dims[2 + i]);

  return shape;
}

/* The place of @index in C order, or -1 outside of @shape. */
static gint64
find_place (const RensaShape *shape, const gint64 *index)
{
  gint64 place = 0;

  for (int axis = 0; axis < shape->ndim; axis++)
    {
      if (index[axis] < 0 || index[axis] >= shape->dims[axis])
        return -1;
      place = place * shape->dims[axis] + index[axis];
    }

  return place;
}

static void
find_index (const RensaShape *shape, gint64 place, gint64 *index)
{
  for (int axis = shape->ndim - 1; axis >= 0; axis--)
    {
      index[axis] = place % shape->dims[axis];
      place /= shape->dims[axis];
    }
}

/* All that a convolution is: y[i] += W[j] x[k] for certain triples, and its gradients likewise. */
typedef void (*Visit) (double *x, double *W, double *y);

static void
visit_all (const Case *c, Visit visit, double *x, double *W, double *y)
{
  const RensaShape y_shape = get_output_shape (c);
  const gint64 maps = c->W.dims[0] / c->window.groups;
  const gint64 taps = rensa_shape_count (&c->W) / c->W.dims[0];

  for (gint64 i = 0; i < rensa_shape_count (&y_shape); i++)
    for (gint64 t = 0; t < taps; t++)
      {
        gint64 at[RENSA_MAX_NDIM], tap[RENSA_MAX_NDIM], from[RENSA_MAX_NDIM];

        find_index (&y_shape, i, at);
        /* An output map has the taps of its own filter only. */
        const gint64 j = at[1] * taps + t;
        find_index (&c->W, j, tap);
        from[0] = at[0];
        from[1] = at[1] / maps * c->W.dims[1] + tap[1];
        for (int axis = 0; axis < c->window.n; axis++)
          from[2 + axis] =
              at[2 + axis] * c->window.stride[axis] - c->window.pad[axis] + tap[2 + axis] * c->window.dilate[axis];

        const gint64 k = find_place (&c->x, from);
        if (k >= 0)
          visit (x + k, W + j, y + i);
      }
}

static void
visit_forward (double *x, double *W, double *y)
{
  *y += *W * *x;
}

static void
visit_backward_x (double *gx, double *W, double *gy)
{
  *gx += *W * *gy;
}

static void
visit_backward_W (double *x, double *gW, double *gy)
{
  *gW += *x * *gy;
}

static const Rearrange layouts[] = { unchanged, with_channels_last, spread_out, reordered };

/* The arrays of a case: random, in the given layout, and in double. */
typedef struct
{
  RensaArray *x;
  RensaArray *W;
  RensaArray *b;
  RensaArray *gy;
  double *x_values;
  double *W_values;
  double *b_values;
  double *gy_values;
} Arrays;

static RensaArray *
make (RensaDtype dtype, RensaShape shape, guint seed, Rearrange rearrange, double **values)
{
  g_autoptr (RensaArray) array = noise (dtype, shape, seed);

  *values = get_values (array);
  return rearrange (array);
}

static void
arrays_init (Arrays *arrays, const Case *c, RensaDtype dtype, Rearrange rearrange)
{
  arrays->x = make (dtype, c->x, 1, rearrange, &arrays->x_values);
  arrays->W = make (dtype, c->W, 2, rearrange, &arrays->W_values);
  arrays->b = make (dtype, RENSA_SHAPE (c->W.dims[0]), 3, spread_out, &arrays->b_values);
  arrays->gy = make (dtype, get_output_shape (c), 4, rearrange, &arrays->gy_values);
}

static void
arrays_clear (Arrays *arrays)
{
  rensa_array_unref (arrays->x);
  rensa_array_unref (arrays->W);
  rensa_array_unref (arrays->b);
  rensa_array_unref (arrays->gy);
  g_free (arrays->x_values);
  g_free (arrays->W_values);
  g_free (arrays->b_values);
  g_free (arrays->gy_values);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Arrays, arrays_clear)

static double
get_tolerance (RensaDtype dtype)
{
  return dtype == RENSA_FLOAT64 ? 1e-11 : 2e-4;
}

static void
check_forward (const Case *c, RensaDtype dtype, Arrays *arrays)
{
  g_autoptr (GError) error = NULL;
  const RensaShape shape = get_output_shape (c);
  const gint64 n_positions = rensa_shape_count (&shape) / shape.dims[0] / shape.dims[1];
  g_autofree double *expected = g_new0 (double, rensa_shape_count (&shape));
  g_autoptr (RensaArray) bare = rensa_convolve (arrays->x, arrays->W, NULL, &c->window, &error);

  g_assert_no_error (error);
  visit_all (c, visit_forward, arrays->x_values, arrays->W_values, expected);
  assert_values_of (bare, dtype, shape, get_tolerance (dtype), expected);

  g_autoptr (RensaArray) y = rensa_convolve (arrays->x, arrays->W, arrays->b, &c->window, &error);
  g_assert_no_error (error);
  for (gint64 i = 0; i < rensa_shape_count (&shape); i++)
    expected[i] += arrays->b_values[i / n_positions % shape.dims[1]];
  assert_values_of (y, dtype, shape, get_tolerance (dtype), expected);
}

static void
check_backward (const Case *c, RensaDtype dtype, Arrays *arrays)
{
  g_autoptr (GError) error = NULL;
  g_autofree double *expected_gx = g_new0 (double, rensa_shape_count (&c->x));
  g_autofree double *expected_gW = g_new0 (double, rensa_shape_count (&c->W));
  g_autoptr (RensaArray) gx = rensa_convolve_backward_x (arrays->gy, arrays->W, &c->window, &c->x, &error);
  g_assert_no_error (error);
  g_autoptr (RensaArray) gW = rensa_convolve_backward_W (arrays->x, arrays->gy, &c->window, &c->W, &error);
  g_assert_no_error (error);

  visit_all (c, visit_backward_x, expected_gx, arrays->W_values, arrays->gy_values);
  visit_all (c, visit_backward_W, arrays->x_values, expected_gW, arrays->gy_values);
  assert_values_of (gx, dtype, c->x, get_tolerance (dtype), expected_gx);
  assert_values_of (gW, dtype, c->W, get_tolerance (dtype), expected_gW);
}

static void
test_case (gconstpointer data)
{
  static const RensaDtype dtypes[] = { RENSA_FLOAT32, RENSA_FLOAT64 };
  const Case *c = data;

  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    for (guint j = 0; j < G_N_ELEMENTS (layouts); j++)
      {
        g_auto (Arrays) arrays = { NULL };

        arrays_init (&arrays, c, dtypes[i], layouts[j]);
        check_forward (c, dtypes[i], &arrays);
        check_backward (c, dtypes[i], &arrays);
      }
}

static RensaArray *
make_forward (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, c->x, 1);
  g_autoptr (RensaArray) W = noise (RENSA_FLOAT32, c->W, 2);

  return rensa_convolve (x, W, NULL, &c->window, NULL);
}

static RensaArray *
make_backward_x (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (RensaArray) W = noise (RENSA_FLOAT32, c->W, 2);
  g_autoptr (RensaArray) gy = noise (RENSA_FLOAT32, get_output_shape (c), 4);

  return rensa_convolve_backward_x (gy, W, &c->window, &c->x, NULL);
}

static RensaArray *
make_backward_W (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, c->x, 1);
  g_autoptr (RensaArray) gy = noise (RENSA_FLOAT32, get_output_shape (c), 4);

  return rensa_convolve_backward_W (x, gy, &c->window, &c->W, NULL);
}

static RensaArray *
make_double_W (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT64, c->x, 1);
  g_autoptr (RensaArray) gy = noise (RENSA_FLOAT64, get_output_shape (c), 4);

  return rensa_convolve_backward_W (x, gy, &c->window, &c->W, NULL);
}

static void
test_threads (gconstpointer data)
{
  assert_same_for_any_threads (make_forward, data);
  assert_same_for_any_threads (make_backward_x, data);
  assert_same_for_any_threads (make_backward_W, data);
  assert_same_for_any_threads (make_double_W, data);
}

/* Worked out by PyTorch in float64. */
static void
test_literal (void)
{
  static const RensaWindow window = WINDOW_2D (2, 2, 2, 1, 1, 0, 2, 1, FALSE, 2);
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT64, RENSA_SHAPE (1, 4, 5, 4), 1);
  g_autoptr (RensaArray) W = noise (RENSA_FLOAT64, RENSA_SHAPE (2, 2, 2, 2), 2);
  g_autoptr (RensaArray) b = noise (RENSA_FLOAT64, RENSA_SHAPE (2), 3);
  g_autoptr (RensaArray) gy = noise (RENSA_FLOAT64, RENSA_SHAPE (1, 2, 3, 3), 4);
  g_autoptr (RensaArray) y = rensa_convolve (x, W, b, &window, NULL);
  g_autoptr (RensaArray) gW = rensa_convolve_backward_W (x, gy, &window, &RENSA_SHAPE (2, 2, 2, 2), NULL);

  assert_values (y, RENSA_FLOAT64, RENSA_SHAPE (1, 2, 3, 3), 1e-11, 1.94818098105, 3.39763859211, -0.809879147667,
                 -1.54827917769, -1.23841155428, 4.14928694674, 1.82978549192, 1.20935798811, 3.82021025391,
                 6.47682250159, 0.622993317093, 3.21032200269, -6.48645384305, 0.316721361759, -1.08088088221,
                 -0.498564184324, -0.751443968731, -3.73695047838);
  assert_values (gW, RENSA_FLOAT64, RENSA_SHAPE (2, 2, 2, 2), 1e-11, 6.70818657678, 2.99104229031, 4.94887118005,
                 1.61811781913, 4.1815375214, 0.954514227015, 0.380739094865, 2.22129653303, 0.747111884213,
                 -0.708395264812, 0.0735024633107, -3.10067506814, 5.61001585349, -3.03252152055, 1.63753658771,
                 -4.76082137011);
}

/* conv_transpose1d (x, W, stride=2, padding=1) of PyTorch. */
static void
test_deconvolution (void)
{
  static const RensaWindow window = {
    .n = 1, .kernel = { 3 }, .stride = { 2 }, .pad = { 1 }, .dilate = { 1 }, .groups = 1
  };
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (2, 3, 4), 5);
  g_autoptr (RensaArray) W = noise (RENSA_FLOAT32, RENSA_SHAPE (3, 2, 3), 6);
  g_autoptr (RensaArray) y = rensa_convolve_backward_x (x, W, &window, &RENSA_SHAPE (2, 2, 7), NULL);

  assert_values (y, RENSA_FLOAT32, RENSA_SHAPE (2, 2, 7), 1e-5, -1.57430857863, -0.698016234436, -2.48754257067,
                 0.348937559911, -1.64513904167, 1.49990624658, 1.13163565141, -0.474675874136, -3.31494935992,
                 2.42855007746, -2.81379530699, 2.35238248091, 0.547252498209, -0.478872761172, 1.85886356905,
                 -0.0172441617001, -0.673764467596, -1.24821515151, -3.52461358816, 1.68042557742, 0.425558149915,
                 2.66702689728, 1.72731626528, -1.51560976067, -1.11678059213, 0.437546503649, -0.973265511889,
                 0.909755081268);
}

/* A chain of convolutions never reorders. */
static void
test_channels_last (void)
{
  const Case *c = &cases[1];
  g_autoptr (RensaArray) y = make_forward (c);
  g_autoptr (RensaArray) gx = make_backward_x (c);

  g_assert_cmpint (rensa_array_get_strides (y)[1], ==, sizeof (float));
  g_assert_cmpint (rensa_array_get_strides (gx)[1], ==, sizeof (float));
  g_assert_true (rensa_array_is_dense (y));
}

/* The second time, memory and compiled kernels are there. */
static void
test_steady_state (void)
{
  RensaPoolFigures before = { 0 };
  RensaPoolFigures after;

  for (int i = 0; i < 3; i++)
    {
      g_autoptr (RensaArray) y = make_forward (&cases[1]);
      g_autoptr (RensaArray) gW = make_backward_W (&cases[1]);

      g_assert_true (y != NULL && gW != NULL);
      if (i == 1)
        rensa_pool_get_figures (&before);
    }
  rensa_pool_get_figures (&after);
  /* Under a sanitizer the pool keeps nothing. */
  if (after.cached_bytes > 0)
    g_assert_cmpuint (after.n_system_allocations, ==, before.n_system_allocations);
}

static void
test_empty (void)
{
  static const RensaWindow window = WINDOW_2D (3, 3, 1, 1, 0, 0, 1, 1, FALSE, 1);
  g_autoptr (RensaArray) x = rensa_array_zeros (RENSA_FLOAT32, &RENSA_SHAPE (0, 1, 4, 4), NULL);
  g_autoptr (RensaArray) W = noise (RENSA_FLOAT32, RENSA_SHAPE (1, 1, 3, 3), 1);
  g_autoptr (RensaArray) gy = rensa_array_zeros (RENSA_FLOAT32, &RENSA_SHAPE (0, 1, 2, 2), NULL);
  g_autoptr (RensaArray) y = rensa_convolve (x, W, NULL, &window, NULL);
  g_autoptr (RensaArray) gx = rensa_convolve_backward_x (gy, W, &window, &RENSA_SHAPE (0, 1, 4, 4), NULL);
  g_autoptr (RensaArray) gW = rensa_convolve_backward_W (x, gy, &window, &RENSA_SHAPE (1, 1, 3, 3), NULL);

  assert_values_of (y, RENSA_FLOAT32, RENSA_SHAPE (0, 1, 2, 2), 0, NULL);
  assert_values_of (gx, RENSA_FLOAT32, RENSA_SHAPE (0, 1, 4, 4), 0, NULL);
  assert_values (gW, RENSA_FLOAT32, RENSA_SHAPE (1, 1, 3, 3), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}

static gpointer
convolve_in_thread (gpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RensaArray) y = make_forward (&cases[i]);
      g_assert_nonnull (y);
    }

  rensa_pool_trim ();
  return NULL;
}

/* Each thread has its own primitives and gives them back when it ends. */
static void
test_many_threads (void)
{
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("convolve", convolve_in_thread, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/backends/convolve/loops/", cases[i].name, NULL);
      g_autofree char *threads = g_strconcat ("/backends/convolve/threads/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
      g_test_add_data_func (threads, &cases[i], test_threads);
    }
  g_test_add_func ("/backends/convolve/literal", test_literal);
  g_test_add_func ("/backends/convolve/deconvolution", test_deconvolution);
  g_test_add_func ("/backends/convolve/channels-last", test_channels_last);
  g_test_add_func ("/backends/convolve/steady-state", test_steady_state);
  g_test_add_func ("/backends/convolve/empty", test_empty);
  g_test_add_func ("/backends/convolve/many-threads", test_many_threads);

  return run_tests ();
}
