/* cpu-eigen.c: eigenvalues and eigenvectors of symmetric matrices, with LAPACK.
 * SPDX-License-Identifier: MIT */

#include "cpu-private.h"

#include <math.h>
#include <omp.h>

/* Fortran interface: the matrix is column-major and is overwritten by its eigenvectors as columns,
 * which are rows in C order. */
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

/* Each matrix is processed by one thread. */
gboolean
rensa_cpu_decompose_symmetric (RensaArray *a, RensaArray *values, GError **error)
{
  const int n = (int) a->shape.dims[a->shape.ndim - 1];
  const gint64 size = (gint64) n * n;
  const gint64 n_matrices = a->count / size;
  const int n_work = 1 + 6 * n + 2 * n * n;
  const int n_int_work = 3 + 5 * n;
  const double costs = (double) a->count * n * 100;
  const int n_threads = rensa_cpu_get_threads (costs);
  const gsize work_size = rensa_cpu_round_space ((gsize) n_work * sizeof (double));
  const gsize space_size = work_size + rensa_cpu_round_space ((gsize) n_int_work * sizeof (int));
  RensaBuffer *buffer = rensa_buffer_new (&rensa_cpu_device, (gsize) n_threads * space_size, error);

  if (buffer == NULL)
    return FALSE;

#pragma omp parallel num_threads(n_threads)
  {
    char *memory = (char *) buffer->data + (gsize) omp_get_thread_num () * space_size;
    double *work = (double *) (gpointer) memory;
    int *int_work = (int *) (gpointer) (memory + work_size);
    g_auto (RensaCpuAlone) alone = rensa_cpu_begin_alone ();

#pragma omp for schedule(static)
    for (gint64 i = 0; i < n_matrices; i++)
      decompose (n, (double *) a->data + i * size, (double *) values->data + i * n, work, n_work, int_work, n_int_work);
  }

  rensa_buffer_unref (buffer);
  return TRUE;
}
