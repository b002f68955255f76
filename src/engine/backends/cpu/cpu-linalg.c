/* cpu-linalg.c: inverses, determinants and factorizations of square matrices, with LAPACK.
 *
 * LAPACK is column-major, so it operates on the transpose of each matrix. This matters only for the
 * Cholesky factor, whose triangles are swapped. Each matrix is processed by one thread, and
 * OpenBLAS uses no others inside a parallel region, so results do not depend on the number of
 * threads.
 * SPDX-License-Identifier: MIT */

#include "cpu-private.h"

#include <cblas.h>
#include <float.h>
#include <math.h>
#include <omp.h>
#include <string.h>

/* Block size of LAPACK, in columns. */
#define BLOCK 64

/* LAPACK's Fortran interface; the length of each string argument is appended at the end. */
#define DECLARE_LAPACK(type, p)                                                                                        \
  void p##getrf_ (const int *m, const int *n, type *a, const int *lda, int *pivots, int *info);                        \
  void p##getri_ (const int *n, type *a, const int *lda, const int *pivots, type *work, const int *n_work, int *info); \
  void p##potrf_ (const char *uplo, const int *n, type *a, const int *lda, int *info, gsize uplo_length)

DECLARE_LAPACK (float, s);
DECLARE_LAPACK (double, d);
void dgesvd_ (const char *jobu, const char *jobvt, const int *m, const int *n, double *a, const int *lda, double *s,
              double *u, const int *ldu, double *vt, const int *ldvt, double *work, const int *n_work, int *info,
              gsize jobu_length, gsize jobvt_length);

/* Scratch memory of one thread in addition to the matrices. */
typedef struct
{
  int *pivots;
  double *work; /* get_n_work () doubles */
} Space;

static gsize
get_n_work (RensaLinalg what, int n)
{
  /* Three matrices, two vectors, and the minimum workspace of dgesvd (). */
  return what == RENSA_LINALG_COFACTORS_CHANGE ? (gsize) n * (3 * n + 3 + BLOCK) : (gsize) n * BLOCK;
}

/* Determinant from the result of getrf (). */
#define DEFINE_REAL(type, p)                                                                 \
  static type get_determinant_##type (int n, const type *lu, const int *pivots)              \
  {                                                                                          \
    type determinant = 1;                                                                    \
                                                                                             \
    for (int i = 0; i < n; i++)                                                              \
      determinant *= pivots[i] == i + 1 ? lu[(gsize) i * n + i] : -lu[(gsize) i * n + i];    \
    return determinant;                                                                      \
  }                                                                                          \
                                                                                             \
  static gboolean invert_##type (int n, type *a, const Space *space)                         \
  {                                                                                          \
    const int n_work = n * BLOCK;                                                            \
    int info;                                                                                \
                                                                                             \
    p##getrf_ (&n, &n, a, &n, space->pivots, &info);                                         \
    if (info == 0)                                                                           \
      p##getri_ (&n, a, &n, space->pivots, (type *) (gpointer) space->work, &n_work, &info); \
    return info == 0;                                                                        \
  }                                                                                          \
                                                                                             \
  static void find_determinant_##type (int n, type *a, type *y, const Space *space)          \
  {                                                                                          \
    int info;                                                                                \
                                                                                             \
    p##getrf_ (&n, &n, a, &n, space->pivots, &info);                                         \
    *y = get_determinant_##type (n, a, space->pivots);                                       \
  }                                                                                          \
                                                                                             \
  static gboolean factor_##type (int n, type *a)                                             \
  {                                                                                          \
    int info;                                                                                \
                                                                                             \
    p##potrf_ ("U", &n, a, &n, &info, 1);                                                    \
    for (int i = 0; i < n; i++)                                                              \
      memset (a + (gsize) i * n + i + 1, 0, (gsize) (n - 1 - i) * sizeof (type));            \
    return info == 0;                                                                        \
  }

DEFINE_REAL (float, s)
DEFINE_REAL (double, d)

static void
transpose_in_place (int n, double *a)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      {
        const double other = a[(gsize) i * n + j];

        a[(gsize) i * n + j] = a[(gsize) j * n + i];
        a[(gsize) j * n + i] = other;
      }
}

/* Computes det (A) A⁻ᵀ. The cofactors are polynomials, so they are accurate however small the last
 * pivot is; a zero pivot is replaced by one of the size of its rounding error. */
static void
find_cofactors (int n, double *a, const Space *space)
{
  const int n_work = n * BLOCK;
  double largest = 0;
  double determinant;
  int info;

  for (gsize i = 0; i < (gsize) n * n; i++)
    largest = MAX (largest, fabs (a[i]));
  dgetrf_ (&n, &n, a, &n, space->pivots, &info);
  for (int i = 0; info > 0 && i < n; i++)
    if (a[(gsize) i * n + i] == 0)
      a[(gsize) i * n + i] = largest > 0 ? largest * DBL_EPSILON : DBL_MIN;

  determinant = get_determinant_double (n, a, space->pivots);
  dgetri_ (&n, a, &n, space->pivots, space->work, &n_work, &info);
  for (gsize i = 0; i < (gsize) n * n; i++)
    a[i] *= determinant;
  transpose_in_place (n, a);
}

/* Computes into @y the change of the cofactors of a diagonal matrix s under the change @e: with the
 * products of all s but two, y[i, i] = Σ e[j, j] ∏ s and y[i, j] = -e[j, i] ∏ s for j != i. @after
 * has room for n + 1 numbers. */
static void
change_diagonal (int n, const double *s, const double *e, double *y, double *after)
{
  double before = 1;

  after[n] = 1;
  for (int i = n - 1; i >= 0; i--)
    {
      after[i] = after[i + 1] * s[i];
      y[(gsize) i * n + i] = 0;
    }

  for (int i = 0; i < n; before *= s[i++])
    {
      double between = before;

      for (int j = i + 1; j < n; between *= s[j++])
        {
          const double product = between * after[j + 1];
          const gsize ij = (gsize) i * n + j;
          const gsize ji = (gsize) j * n + i;

          y[(gsize) i * n + i] += product * e[(gsize) j * n + j];
          y[(gsize) j * n + j] += product * e[(gsize) i * n + i];
          y[ij] = -product * e[ji];
          y[ji] = -product * e[ij];
        }
    }
}

static void
multiply (int n, const double *a, gboolean transa, const double *b, gboolean transb, double *c)
{
  cblas_dgemm (CblasColMajor, transa ? CblasTrans : CblasNoTrans, transb ? CblasTrans : CblasNoTrans, n, n, n, 1, a, n,
               b, n, 0, c, n);
}

/* With A = U S Vᵀ the cofactors of A are det (U Vᵀ) U cof (S) Vᵀ; their change for A + t E follows
 * from the change of cof (S) for Uᵀ E V. No inverse is needed, so A may be singular. A matrix with
 * non-finite elements has no singular values. */
static void
change_cofactors (int n, double *a, double *e, const Space *space)
{
  const gsize size = (gsize) n * n;
  double *u = space->work;
  double *vt = u + size;
  double *turned = vt + size;
  double *s = turned + size;
  double *work = s + n;
  const int n_work = n * (BLOCK + 1);
  double sign = 0;
  int info;

  for (gsize i = 0; i < size; i++)
    sign += a[i] - a[i];
  if (isnan (sign))
    {
      for (gsize i = 0; i < size; i++)
        e[i] = NAN;
      return;
    }

  dgesvd_ ("A", "A", &n, &n, a, &n, s, u, &n, vt, &n, work, &n_work, &info, 1, 1);
  multiply (n, u, TRUE, e, FALSE, a);
  multiply (n, a, FALSE, vt, TRUE, turned);
  change_diagonal (n, s, turned, a, work);
  multiply (n, u, FALSE, a, FALSE, turned);
  multiply (n, turned, FALSE, vt, FALSE, e);

  dgetrf_ (&n, &n, u, &n, space->pivots, &info);
  sign = get_determinant_double (n, u, space->pivots);
  dgetrf_ (&n, &n, vt, &n, space->pivots, &info);
  sign *= get_determinant_double (n, vt, space->pivots);
  for (gsize i = 0; i < size; i++)
    e[i] = sign < 0 ? -e[i] : e[i];
}

/* FALSE if matrix @i does not meet the requirements of the operation. */
static gboolean
run_one (RensaLinalg what, RensaArray *a, RensaArray *y, int n, gint64 i, const Space *space)
{
  const gint64 first = i * n * n;
  const gboolean is_double = a->dtype == RENSA_FLOAT64;
  float *narrow = is_double ? NULL : (float *) a->data + first;
  double *wide = is_double ? (double *) a->data + first : NULL;

  switch (what)
    {
    case RENSA_LINALG_INVERSE:
      return is_double ? invert_double (n, wide, space) : invert_float (n, narrow, space);
    case RENSA_LINALG_CHOLESKY:
      return is_double ? factor_double (n, wide) : factor_float (n, narrow);
    case RENSA_LINALG_DETERMINANT:
      if (is_double)
        find_determinant_double (n, wide, (double *) y->data + i, space);
      else
        find_determinant_float (n, narrow, (float *) y->data + i, space);
      return TRUE;
    case RENSA_LINALG_COFACTORS:
      find_cofactors (n, wide, space);
      return TRUE;
    case RENSA_LINALG_COFACTORS_CHANGE:
      change_cofactors (n, wide, (double *) y->data + first, space);
      return TRUE;
    }

  g_return_val_if_reached (FALSE);
}

gboolean
rensa_cpu_linalg (RensaLinalg what, RensaArray *a, RensaArray *y, gint64 *bad, GError **error)
{
  const int n = (int) a->shape.dims[a->shape.ndim - 1];
  const gint64 count = a->count / ((gint64) n * n);
  const double work = (double) a->count * (n + 50);
  const int n_threads = rensa_cpu_get_threads (work);
  const gsize pivots_size = rensa_cpu_round_space ((gsize) n * sizeof (int));
  const gsize space_size = pivots_size + rensa_cpu_round_space (get_n_work (what, n) * sizeof (double));
  RensaBuffer *buffer = rensa_buffer_new (&rensa_cpu_device, (gsize) n_threads * space_size, error);
  gint64 first_bad = count;

  if (buffer == NULL)
    return FALSE;

#pragma omp parallel num_threads(n_threads) reduction(min : first_bad)
  {
    char *memory = (char *) buffer->data + (gsize) omp_get_thread_num () * space_size;
    const Space space = { .pivots = (int *) (gpointer) memory, .work = (double *) (gpointer) (memory + pivots_size) };
    g_auto (RensaCpuAlone) alone = rensa_cpu_begin_alone ();

#pragma omp for schedule(static)
    for (gint64 i = 0; i < count; i++)
      if (!run_one (what, a, y, n, i, &space))
        first_bad = MIN (first_bad, i);
  }

  rensa_buffer_unref (buffer);
  *bad = first_bad < count ? first_bad : -1;
  return TRUE;
}
