/* studio-surface.h: what a model says all over a plane, or along a line.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/**
 * StudioSurface:
 * @low, @high: the ends of the two axes; of one axis where @n_rows is 1
 * @n_columns, @n_rows: of the grid; its first row lies at the low end
 * @n_outputs: how many values the model gives for each place
 * @values: of each place, row by row; NULL until there are any
 */
typedef struct
{
  double low[2];
  double high[2];
  guint n_columns;
  guint n_rows;
  guint n_outputs;
  float *values;
} StudioSurface;

void studio_surface_clear (StudioSurface *surface);
/* The places as rows of inputs for a model: two numbers each, one where there is one row. */
float *studio_surface_make_inputs (const StudioSurface *surface);
/* The class that @n values stand for: the largest or, where there is one, the probability of class 1. -1 where one is
 * not a number. @share: gets how sure it is, from 0 (no more than chance) to 1. */
int studio_surface_get_class (const float *values, guint n, double *share);
/* The probability that they give to @class. */
double studio_surface_get_probability (const float *values, guint n, guint class);
/* Fills the rectangle with the colour of the class at each place, the stronger the surer, and draws the borders. */
void studio_surface_draw (const StudioSurface *surface, cairo_t *cr, double x, double y, double width, double height);

G_END_DECLS
