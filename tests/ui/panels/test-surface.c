/* test-surface.c: classes, places and colours of what a model says all over a plane.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "studio-surface.h"

static void
test_class (void)
{
  double share;

  g_assert_cmpint (studio_surface_get_class ((const float[]){ 0.1f, 0.7f, 0.2f }, 3, &share), ==, 1);
  g_assert_cmpfloat_with_epsilon (share, (0.7 - 1.0 / 3) / (2.0 / 3), 1e-6);
  g_assert_cmpint (studio_surface_get_class ((const float[]){ 0.5f, 0.5f }, 2, &share), ==, 0);
  g_assert_cmpfloat_with_epsilon (share, 0, 1e-6);
  /* One value is the probability of class 1. */
  g_assert_cmpint (studio_surface_get_class ((const float[]){ 0.25f }, 1, &share), ==, 0);
  g_assert_cmpfloat_with_epsilon (share, 0.5, 1e-6);
  g_assert_cmpint (studio_surface_get_class ((const float[]){ 1 }, 1, &share), ==, 1);
  g_assert_cmpfloat_with_epsilon (share, 1, 1e-6);
  /* Outputs that are no probabilities are not surer than sure. */
  g_assert_cmpint (studio_surface_get_class ((const float[]){ 40, -3 }, 2, &share), ==, 0);
  g_assert_cmpfloat (share, ==, 1);
  g_assert_cmpint (studio_surface_get_class ((const float[]){ NAN, 1 }, 2, &share), ==, -1);
  g_assert_cmpint (studio_surface_get_class ((const float[]){ INFINITY }, 1, &share), ==, -1);
}

/* The worst examples are those of which the actual class is least probable, not those with the surest answer. */
static void
test_probability (void)
{
  g_assert_cmpfloat_with_epsilon (studio_surface_get_probability ((const float[]){ 0.1f, 0.7f, 0.2f }, 3, 2), 0.2,
                                  1e-6);
  g_assert_cmpfloat (studio_surface_get_probability ((const float[]){ 0.5f, 0.5f }, 2, 2), ==, 0);
  g_assert_cmpfloat (studio_surface_get_probability ((const float[]){ 0.25f }, 1, 1), ==, 0.25);
  g_assert_cmpfloat (studio_surface_get_probability ((const float[]){ 0.25f }, 1, 0), ==, 0.75);
}

static void
test_inputs (void)
{
  const StudioSurface plane = { .low = { 0, 10 }, .high = { 4, 30 }, .n_columns = 4, .n_rows = 2 };
  const StudioSurface line = { .low = { -1, 0 }, .high = { 1, 1 }, .n_columns = 2, .n_rows = 1 };
  g_autofree float *places = studio_surface_make_inputs (&plane);
  g_autofree float *steps = studio_surface_make_inputs (&line);
  const float expected[] = { 0.5f, 15, 1.5f, 15, 2.5f, 15, 3.5f, 15, 0.5f, 25, 1.5f, 25, 2.5f, 25, 3.5f, 25 };

  g_assert_cmpmem (places, sizeof expected, expected, sizeof expected);
  g_assert_cmpfloat (steps[0], ==, -0.5);
  g_assert_cmpfloat (steps[1], ==, 0.5);
}

/* Colour and alpha of a pixel of the drawing. */
static guint32
get_pixel (cairo_surface_t *image, int x, int y)
{
  cairo_surface_flush (image);
  return ((const guint32 *) (cairo_image_surface_get_data (image) + y * cairo_image_surface_get_stride (image)))[x];
}

/* The first row of the grid is the lowest of the drawing; a place without a number has no colour. */
static void
test_draw (void)
{
  float values[] = { 1, 0, 0, 1, NAN, NAN, 0.5f, 0.5f };
  const StudioSurface surface = { .n_columns = 2, .n_rows = 2, .n_outputs = 2, .values = values };
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 40, 40);
  cairo_t *cr = cairo_create (image);

  cairo_set_source_rgba (cr, 0, 0, 0, 0);
  studio_surface_draw (&surface, cr, 0, 0, 40, 40);
  g_assert_cmphex (get_pixel (image, 5, 35), !=, get_pixel (image, 35, 35));
  g_assert_cmpuint (get_pixel (image, 5, 35) >> 24, ==, get_pixel (image, 35, 35) >> 24);
  g_assert_cmphex (get_pixel (image, 5, 5), ==, 0);
  g_assert_cmpuint (get_pixel (image, 35, 5) >> 24, >, 0);
  g_assert_cmpuint (get_pixel (image, 35, 5) >> 24, <, get_pixel (image, 5, 35) >> 24);
  cairo_destroy (cr);
  cairo_surface_destroy (image);
}

/* A straight border that leans is drawn in steps of a pixel or two, not in those of the grid. */
static void
test_border (void)
{
  float values[2 * 8 * 8];
  const StudioSurface surface = { .n_columns = 8, .n_rows = 8, .n_outputs = 2, .values = values };
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 32, 32);
  cairo_t *cr = cairo_create (image);
  int before = -1;

  for (int i = 0; i < 64; i++)
    {
      values[2 * i] = 0.5f + 0.05f * (float) (i % 8 - i / 8);
      values[2 * i + 1] = 1 - values[2 * i];
    }
  cairo_set_source_rgba (cr, 0, 0, 0, 0);
  studio_surface_draw (&surface, cr, 0, 0, 32, 32);
  for (int y = 4; y < 28; y++)
    {
      int x = 0;

      /* Of class 0 there is more orange than blue, of class 1 the other way round: the larger part tells them apart. */
      while (x < 31
             && ((get_pixel (image, x, y) & 0xff) > (get_pixel (image, x, y) >> 16 & 0xff))
                    == ((get_pixel (image, 0, y) & 0xff) > (get_pixel (image, 0, y) >> 16 & 0xff)))
        x++;
      if (before >= 0)
        g_assert_cmpint (ABS (x - before), <=, 2);
      before = x;
    }
  cairo_destroy (cr);
  cairo_surface_destroy (image);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/panels/surface/class", test_class);
  g_test_add_func ("/ui/panels/surface/probability", test_probability);
  g_test_add_func ("/ui/panels/surface/inputs", test_inputs);
  g_test_add_func ("/ui/panels/surface/draw", test_draw);
  g_test_add_func ("/ui/panels/surface/border", test_border);
  return g_test_run ();
}
