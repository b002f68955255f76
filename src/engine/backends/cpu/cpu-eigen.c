/* cpu-eigen.c: eigenvalues and eigenvectors of symmetric matrices, by LAPACK.
 * SPDX-License-Identifier: MIT */

#include "cpu-private.h"

#include <math.h>
#include <omp.h>

/* Up to this extent OpenBLAS starts no threads of its own, wherever it is called. */
#define SMALL 48

/* Fortran: the matrix by columns, in whose place its vectors come by columns, which are rows to us. */
void dsyevd_ (const char *jobz, const char *uplo, const int *n, double *a, const int *lda, double *w, double *work,
              const int *n_work, int *int_work, const int *n_int_work, int *info, gsize jobz_length, gsize uplo_length);

static gboolean
is_finite (const double *a, gint64 count)
{
  double sum = 0;

  for (gint64 i = 0; i < count; i++)
    sum += a[i] - a[i];
  return sum == 0;
}

static void
fill_with_nan (double *array, gint64 count)
{
  for (gint64 i = 0; i < count; i++)
    array[i] = NAN;
}

static void
decompose (int n, double *a, double *w, double *work, int n_work, int *int_work, int n_int_work)
{
  int info = 1;

  if (is_finite (a, (gint64) n * n))
    dsyevd_ ("V", "L", &n, a, &n, w, work, &n_work, int_work, &n_int_work, &info, 1, 1);
  if (info == 0)
    return;

  fill_with_nan (a, (gint64) n * n);
  fill_with_nan (w, n);
}

/* Each matrix is the work of one thread, and OpenBLAS keeps to it inside a parallel region. */
gboolean
rensa_cpu_decompose_symmetric (RensaArray *a, RensaArray *values, GError **error)
{
  const int n = (int) a->shape.dims[a->shape.ndim - 1];
  const gint64 size = (gint64) n * n;
  const gint64 n_matrices = a->count / size;
  const int n_work = 1 + 6 * n + 2 * n * n;
  const int n_int_work = 3 + 5 * n;
  const double costs = (double) a->count * n * 100;
  const int n_threads = n > SMALL && !omp_in_parallel () ? omp_get_max_threads () : rensa_cpu_get_threads (costs);

#pragma omp parallel num_threads(n_threads)
  {
    g_autofree double *work = g_new (double, n_work);
    g_autofree int *int_work = g_new (int, n_int_work);

#pragma omp for schedule(static)
    for (gint64 i = 0; i < n_matrices; i++)
      decompose (n, (double *) a->data + i * size, (double *) values->data + i * n, work, n_work, int_work, n_int_work);
  }

  return TRUE;
}
