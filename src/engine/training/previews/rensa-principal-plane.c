/* rensa-principal-plane.c: projection of high-dimensional points onto a plane.
 * SPDX-License-Identifier: MIT */

#include "rensa-principal-plane.h"

#include <math.h>

#define MOST_SWEEPS 60
/* Largest off-diagonal part, relative to the whole matrix. */
#define TOLERANCE 1e-26
/* Coordinates with a smaller difference count as equal. */
#define SAME 1e-9

/* Computes the products of all pairs of rows after subtracting the mean row. The eigenvectors,
 * scaled to the root of their eigenvalues, are the coordinates. */
static double *
make_products (const double *rows, gint64 n, gint64 size)
{
  g_autofree double *mean = g_new0 (double, size);
  double *products = g_new0 (double, n *n);

  for (gint64 i = 0; i < n * size; i++)
    mean[i % size] += rows[i] / (double) n;
  for (gint64 i = 0; i < n; i++)
    for (gint64 j = 0; j <= i; j++)
      {
        double sum = 0;

        for (gint64 k = 0; k < size; k++)
          sum += (rows[i * size + k] - mean[k]) * (rows[j * size + k] - mean[k]);
        products[i * n + j] = products[j * n + i] = sum;
      }
  return products;
}

/* Rotates rows @p and @q (or columns: @step is the distance between two elements) by an angle. */
static void
turn (double *p, double *q, gint64 n, gint64 step, double cosine, double sine)
{
  for (gint64 i = 0; i < n * step; i += step)
    {
      const double a = p[i];
      const double b = q[i];

      p[i] = cosine * a - sine * b;
      q[i] = sine * a + cosine * b;
    }
}

/* Makes element (p, q) zero. */
static void
rotate (double *matrix, double *vectors, gint64 n, gint64 p, gint64 q)
{
  const double element = matrix[p * n + q];
  const double theta = (matrix[q * n + q] - matrix[p * n + p]) / (2 * element);
  const double tangent = (theta < 0 ? -1 : 1) / (fabs (theta) + sqrt (theta * theta + 1));
  const double cosine = 1 / sqrt (tangent * tangent + 1);

  turn (matrix + p * n, matrix + q * n, n, 1, cosine, tangent * cosine);
  turn (matrix + p, matrix + q, n, n, cosine, tangent * cosine);
  turn (vectors + p * n, vectors + q * n, n, 1, cosine, tangent * cosine);
}

static double
sum_squares (const double *matrix, gint64 n, gboolean with_diagonal)
{
  double sum = 0;

  for (gint64 i = 0; i < n * n; i++)
    if (with_diagonal || i % (n + 1) != 0)
      sum += matrix[i] * matrix[i];
  return sum;
}

/* Jacobi rotations: make @matrix diagonal, and row i of @vectors the eigenvector of element i. */
static void
diagonalize (double *matrix, double *vectors, gint64 n)
{
  const double whole = sum_squares (matrix, n, TRUE);

  for (gint64 i = 0; i < n; i++)
    vectors[i * (n + 1)] = 1;
  for (int sweep = 0; sweep < MOST_SWEEPS && sum_squares (matrix, n, FALSE) > TOLERANCE * whole; sweep++)
    for (gint64 p = 0; p < n - 1; p++)
      for (gint64 q = p + 1; q < n; q++)
        if (matrix[p * n + q] != 0)
          rotate (matrix, vectors, n, p, q);
}

/* Returns the index of the largest diagonal element except @other; -1 if there is none. */
static gint64
find_largest (const double *matrix, gint64 n, gint64 other)
{
  gint64 best = -1;

  for (gint64 i = 0; i < n; i++)
    if (i != other && (best < 0 || matrix[i * (n + 1)] > matrix[best * (n + 1)]))
      best = i;
  return best;
}

static void
give_places (const double *vector, double value, gint64 n, double (*points)[2], int axis)
{
  const double length = value > 0 ? sqrt (value) : 0;
  double farthest = 0;

  for (gint64 i = 0; i < n; i++)
    if (fabs (vector[i]) > fabs (farthest) * (1 + SAME))
      farthest = vector[i];
  for (gint64 i = 0; i < n; i++)
    points[i][axis] = length > 0 ? vector[i] * (farthest < 0 ? -length : length) : 0;
}

void
rensa_principal_plane (const double *rows, gint64 n, gint64 size, double (*points)[2], double *share)
{
  g_autofree double *products = make_products (rows, n, size);
  g_autofree double *vectors = g_new0 (double, n *n);
  gint64 number = -1;
  double whole = 0;
  double shown = 0;

  diagonalize (products, vectors, n);
  for (gint64 i = 0; i < n; i++)
    whole += fmax (products[i * (n + 1)], 0);
  for (int axis = 0; axis < 2; axis++)
    {
      double value;

      number = find_largest (products, n, number);
      value = number >= 0 ? fmax (products[number * (n + 1)], 0) : 0;
      shown += value;
      if (number >= 0)
        give_places (vectors + number * n, value, n, points, axis);
      else
        for (gint64 i = 0; i < n; i++)
          points[i][axis] = 0;
    }
  *share = whole > 0 ? fmin (shown / whole, 1) : 1;
}
