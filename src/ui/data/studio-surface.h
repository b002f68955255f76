/* studio-surface.h: outputs of a model over a plane, or along a line.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/**
 * StudioSurface:
 * @low, @high: limits of the two axes; only one axis if @n_rows is 1
 * @n_columns, @n_rows: size of the grid; its first row is at the low end
 * @n_outputs: number of outputs of the model at each point
 * @values: outputs at each point, row by row; NULL until there are any
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
/* Returns the points as rows of inputs for a model: two numbers each, or one if there is one row. */
float *studio_surface_make_inputs (const StudioSurface *surface);
/* Returns the class given by @n values: that of the largest, or the more probable one if the
 * only value is the probability of class 1. -1 if a value is not a number. @share: receives the
 * confidence, from 0 (equal probabilities) to 1. */
int studio_surface_get_class (const float *values, guint n, double *share);
/* The probability that they give to @class. */
double studio_surface_get_probability (const float *values, guint n, guint class);
/* Fills the rectangle with the color of the class at each point, stronger at higher confidence, and
 * draws the borders. */
void studio_surface_draw (const StudioSurface *surface, cairo_t *cr, double x, double y, double width, double height);

G_END_DECLS
