/* cpu-matmul.c: matrix products, for any strides and batch axes, in tiles.
 *
 * The threads of the libraries lose much time on the products of small networks and make the result
 * depend on the number of threads. So each product is split into tiles, based only on its extents,
 * and the threads process one tile after another:
 *
 *   multiplications      tiles of about   provider
 *   up to SMALL_WORK     the whole        OpenBLAS, on this thread: starting others would take longer
 *   up to MEDIUM_WORK    MEDIUM_TILE,     float32: oneDNN; float64: OpenBLAS
 *                        at least two
 *   above                LARGE_TILE       the same
 *
 * oneDNN generates its kernels for the actual processor, while OpenBLAS uses those of an older
 * processor if it does not recognize it, which halves its speed; if it does, both are about equally
 * fast on tiles. Without AVX-512, oneDNN reads a factor in place even if its rows are multiples of
 * 2 KiB apart; these map to the same few cache lines, which also halves the speed, so OpenBLAS,
 * which always packs, handles such a factor.
 *
 * A product of a single tile that is not small, which is narrow and deep, is cut along its depth instead; the parts are added up in order.
 *
 * Both libraries run only on the calling thread (rensa_cpu_begin_alone ()), inside and outside of a
 * parallel region.
 * SPDX-License-Identifier: MIT */

#include "cpu-matmul-private.h"

#include <cblas.h>
#include <dnnl.h>
#include <omp.h>
#include <string.h>

#define SMALL_WORK 0.4e6
#define MEDIUM_WORK 8e6
#define MEDIUM_TILE 0.7e6
#define LARGE_TILE 8e6

/* Slightly more than half, since extents do not divide evenly. */
#define LARGEST_SHARE 0.6

/* Minimum tile sizes: narrower tiles would pack the same operand too often. */
#define MEDIUM_SIDE 16
#define LARGE_SIDE 128
#define MAX_TILES 32

/* Tile offsets are multiples of the number of rows and columns that the kernels keep in registers. */
#define ROW_STEP 4
#define COLUMN_STEP 16

/* Depth of a transposed first factor processed at a time: its elements for one column of the result
 * are a whole row apart, each in a separate page, and the TLB holds few pages. */
#define TRANSPOSED_DEPTH 512

/* Rows at multiples of this distance, in elements, share cache lines. */
#define CROWDED_STRIDE 512

/* Splitting along the depth. */
#define PART_WORK 1e6
#define PART_DEPTH 64
#define MAX_PARTS 16

typedef struct
{
  gint64 rows;
  gint64 columns;
  gint64 n_down;
  gint64 n_across;
  gboolean by_dnnl;
} Tiling;

static gint64
halve (gint64 extent, gint64 step)
{
  return ((extent + 1) / 2 + step - 1) / step * step;
}

/* TRUE if consecutive rows along the depth, of a transposed first factor or a non-transposed second
 * one, share cache lines. */
static gboolean
is_crowded (const RensaMatrixProduct *gemm)
{
  return (gemm->a.transposed && gemm->a.ld % CROWDED_STRIDE == 0)
         || (!gemm->b.transposed && gemm->b.ld % CROWDED_STRIDE == 0);
}

static gboolean
suits_dnnl (const RensaMatrixProduct *gemm)
{
  return gemm->dtype == RENSA_FLOAT32 && (rensa_cpu_get_isa () == RENSA_CPU_V4 || !is_crowded (gemm));
}

static Tiling
choose_tiling (const RensaMatrixProduct *gemm)
{
  const double work = (double) gemm->m * gemm->n * gemm->k;
  const gboolean large = work > MEDIUM_WORK;
  const double limit = work <= SMALL_WORK ? SMALL_WORK : large ? LARGE_TILE : MIN (MEDIUM_TILE, LARGEST_SHARE * work);
  const gint64 side = large ? LARGE_SIDE : MEDIUM_SIDE;
  gint64 rows = gemm->m;
  gint64 columns = gemm->n;

  for (int n = 1; n < MAX_TILES && (double) rows * columns * gemm->k > limit; n *= 2)
    {
      if (rows >= columns && rows >= 2 * side)
        rows = halve (rows, ROW_STEP);
      else if (columns >= 2 * side)
        columns = halve (columns, COLUMN_STEP);
      else if (rows >= 2 * side)
        rows = halve (rows, ROW_STEP);
      else
        break;
    }

  return (Tiling){ .rows = rows,
                   .columns = columns,
                   .n_down = (gemm->m + rows - 1) / rows,
                   .n_across = (gemm->n + columns - 1) / columns,
                   .by_dnnl = work > SMALL_WORK && suits_dnnl (gemm) };
}

static inline const char *
get_part (const RensaFactor *factor, gint64 offset, gsize size, gint64 row, gint64 column)
{
  const gint64 place = factor->transposed ? column * factor->ld + row : row * factor->ld + column;

  return (const char *) factor->data + offset + place * (gint64) size;
}

static void
fill_rows (const RensaMatrixProduct *gemm, char *c, gint64 column, gint64 rows, gint64 columns)
{
  const gsize size = rensa_dtype_get_size (gemm->dtype);
  const gsize row_size = (gsize) columns * size;

  if (gemm->dtype == RENSA_FLOAT32)
    for (gint64 j = 0; j < columns; j++)
      ((float *) c)[j] = ((const float *) gemm->bias)[(column + j) * gemm->bias_step];
  else
    for (gint64 j = 0; j < columns; j++)
      ((double *) c)[j] = ((const double *) gemm->bias)[(column + j) * gemm->bias_step];

  for (gint64 i = 1; i < rows; i++)
    memcpy (c + i * gemm->ldc * (gint64) size, c, row_size);
}

static gboolean
multiply_with_dnnl (const RensaMatrixProduct *gemm, const char *a, const char *b, char *c, gint64 rows, gint64 columns,
                    gint64 depth, float beta)
{
  g_auto (RensaCpuQuiet) quiet = rensa_cpu_begin_quiet ();

  return dnnl_sgemm (gemm->a.transposed ? 'T' : 'N', gemm->b.transposed ? 'T' : 'N', rows, columns, depth, 1,
                     (const float *) a, gemm->a.ld, (const float *) b, gemm->b.ld, beta, (float *) c, gemm->ldc)
         == dnnl_success;
}

static void
multiply_with_blas (const RensaMatrixProduct *gemm, const char *a, const char *b, char *c, gint64 rows, gint64 columns,
                    gint64 depth, float beta)
{
  const enum CBLAS_TRANSPOSE transa = gemm->a.transposed ? CblasTrans : CblasNoTrans;
  const enum CBLAS_TRANSPOSE transb = gemm->b.transposed ? CblasTrans : CblasNoTrans;

  if (gemm->dtype == RENSA_FLOAT32)
    cblas_sgemm (CblasRowMajor, transa, transb, (int) rows, (int) columns, (int) depth, 1, (const float *) a,
                 (int) gemm->a.ld, (const float *) b, (int) gemm->b.ld, beta, (float *) c, (int) gemm->ldc);
  else
    cblas_dgemm (CblasRowMajor, transa, transb, (int) rows, (int) columns, (int) depth, 1, (const double *) a,
                 (int) gemm->a.ld, (const double *) b, (int) gemm->b.ld, beta, (double *) c, (int) gemm->ldc);
}

static void
compute_tile (const RensaMatrixProduct *gemm, const Tiling *tiling, const gint64 offsets[3], gint64 tile)
{
  const gsize size = rensa_dtype_get_size (gemm->dtype);
  const gint64 row = tile / tiling->n_across * tiling->rows;
  const gint64 column = tile % tiling->n_across * tiling->columns;
  const gint64 rows = MIN (tiling->rows, gemm->m - row);
  const gint64 columns = MIN (tiling->columns, gemm->n - column);
  const gint64 step = gemm->a.transposed ? TRANSPOSED_DEPTH : gemm->k;
  char *c = (char *) gemm->c + offsets[2] + (row * gemm->ldc + column) * (gint64) size;
  const float beta = gemm->bias != NULL || gemm->accumulate ? 1 : 0;
  g_auto (RensaCpuAlone) alone = rensa_cpu_begin_alone ();

  if (gemm->bias != NULL)
    fill_rows (gemm, c, column, rows, columns);
  for (gint64 place = 0; place < gemm->k; place += step)
    {
      const char *a = get_part (&gemm->a, offsets[0], size, row, place);
      const char *b = get_part (&gemm->b, offsets[1], size, place, column);
      const gint64 depth = MIN (step, gemm->k - place);
      const float factor = place > 0 ? 1 : beta;

      if (!tiling->by_dnnl || !multiply_with_dnnl (gemm, a, b, c, rows, columns, depth, factor))
        multiply_with_blas (gemm, a, b, c, rows, columns, depth, factor);
    }
}

static void
locate_product (const RensaMatrixProduct *gemm, gint64 product, gint64 offsets[3])
{
  offsets[0] = offsets[1] = offsets[2] = 0;
  for (int axis = gemm->batch.ndim - 1; axis >= 0; axis--)
    {
      const gint64 index = product % gemm->batch.dims[axis];

      product /= gemm->batch.dims[axis];
      offsets[0] += index * gemm->a_steps[axis];
      offsets[1] += index * gemm->b_steps[axis];
      offsets[2] += index * gemm->c_steps[axis];
    }
}

/* Depends on the extents only, like the tiling. */
static gint64
count_parts (const RensaMatrixProduct *gemm)
{
  const double work = (double) gemm->m * gemm->n * gemm->k;

  if (work <= SMALL_WORK)
    return 1;
  return MIN (CLAMP ((gint64) (work / PART_WORK), 2, MAX_PARTS), MAX (gemm->k / PART_DEPTH, 1));
}

static void
compute_part (const RensaMatrixProduct *gemm, const gint64 offsets[3], gint64 part, gint64 n_parts, char *c)
{
  const gsize size = rensa_dtype_get_size (gemm->dtype);
  const gint64 first = gemm->k * part / n_parts;
  RensaMatrixProduct piece = *gemm;
  const Tiling whole = {
    .rows = gemm->m, .columns = gemm->n, .n_down = 1, .n_across = 1, .by_dnnl = suits_dnnl (gemm)
  };
  const gint64 none[3] = { 0 };

  piece.k = gemm->k * (part + 1) / n_parts - first;
  piece.a.data = get_part (&gemm->a, offsets[0], size, 0, first);
  piece.b.data = get_part (&gemm->b, offsets[1], size, first, 0);
  piece.c = c;
  piece.ldc = gemm->n;
  piece.bias = NULL;
  piece.accumulate = FALSE;
  compute_tile (&piece, &whole, none, 0);
}

#define DEFINE_ADD_PARTS(type)                                                                              \
  static void add_parts_##type (const RensaMatrixProduct *gemm, type *c, const type *parts, gint64 n_parts) \
  {                                                                                                         \
    for (gint64 i = 0; i < gemm->m; i++)                                                                    \
      for (gint64 j = 0; j < gemm->n; j++)                                                                  \
        {                                                                                                   \
          const gboolean begins_anew = gemm->bias == NULL && !gemm->accumulate;                             \
          type sum = begins_anew ? 0 : c[i * gemm->ldc + j];                                                \
                                                                                                            \
          for (gint64 part = 0; part < n_parts; part++)                                                     \
            sum += parts[(part * gemm->m + i) * gemm->n + j];                                               \
          c[i * gemm->ldc + j] = sum;                                                                       \
        }                                                                                                   \
  }

DEFINE_ADD_PARTS (float)
DEFINE_ADD_PARTS (double)

/* Computes a single product, split along its depth; FALSE if there is no memory for the parts. */
static gboolean
compute_in_parts (const RensaMatrixProduct *gemm, gint64 n_parts)
{
  const gsize size = rensa_dtype_get_size (gemm->dtype);
  const RensaShape shape = RENSA_SHAPE (n_parts, gemm->m, gemm->n);
  g_autoptr (RensaArray) parts = rensa_array_new_on (&rensa_cpu_device, gemm->dtype, &shape, NULL);
  gint64 offsets[3];
  char *c;

  if (parts == NULL)
    return FALSE;
  locate_product (gemm, 0, offsets);
  c = (char *) gemm->c + offsets[2];
#pragma omp parallel for schedule(dynamic)
  for (gint64 part = 0; part < n_parts; part++)
    compute_part (gemm, offsets, part, n_parts, (char *) parts->data + part * gemm->m * gemm->n * (gint64) size);

  if (gemm->bias != NULL)
    fill_rows (gemm, c, 0, gemm->m, gemm->n);
  if (gemm->dtype == RENSA_FLOAT32)
    add_parts_float (gemm, (float *) c, parts->data, n_parts);
  else
    add_parts_double (gemm, (double *) c, parts->data, n_parts);
  return TRUE;
}

void
rensa_cpu_gemm (const RensaMatrixProduct *gemm)
{
  const gint64 n_products = rensa_shape_count (&gemm->batch);
  const Tiling tiling = choose_tiling (gemm);
  const gint64 n_tiles = tiling.n_down * tiling.n_across;
  const gint64 n_tasks = n_products * n_tiles;
  const double work = (double) gemm->m * gemm->n * gemm->k * n_products;
  const int n_threads = n_tasks == 1 || work <= SMALL_WORK ? 1 : omp_get_max_threads ();
  /* Tiny products are distributed in bundles. */
  const int bundle = (int) CLAMP (SMALL_WORK / 4 * n_tasks / work, 1, MAX (n_tasks / (2 * n_threads), 1));
  const gint64 n_parts = n_tasks == 1 ? count_parts (gemm) : 1;

  if (n_parts > 1 && compute_in_parts (gemm, n_parts))
    return;

#pragma omp parallel for schedule(dynamic, bundle) num_threads(n_threads)
  for (gint64 task = 0; task < n_tasks; task++)
    {
      gint64 offsets[3];

      locate_product (gemm, task / n_tiles, offsets);
      compute_tile (gemm, &tiling, offsets, task % n_tiles);
    }
}

static gboolean
multiply (const RensaMatrixProduct *product, RensaArray *y, RensaArray *bias, GError **error)
{
  rensa_cpu_gemm (product);
  return TRUE;
}

gboolean
rensa_cpu_matmul (RensaArray *a, RensaArray *b, gboolean transa, gboolean transb, RensaArray *bias, gboolean accumulate,
                  RensaArray *y, GError **error)
{
  return rensa_product_run (multiply, a, b, transa, transb, bias, accumulate, y, error);
}
