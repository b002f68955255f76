/* cpu-softmax-row.h: softmax of rows. Included with real = float and with real = double.
 * SPDX-License-Identifier: MIT */

#define load K_REAL (load)
#define largest K_REAL (largest)
#define exp_shifted K_REAL (exp_shifted)
#define total K_REAL (total)
#define finish K_REAL (finish)
#define long_row K_REAL (long_row)
#define shift_lanes K_REAL (shift_lanes)
#define divide_lanes K_REAL (divide_lanes)
#define short_rows K_REAL (short_rows)
#define softmax K_REAL (softmax)

/* Loads @n elements of the row, padded to whole vectors with the last one: with infinity, exp ()
 * would leave its fast path. */
static void
load (real *block, const char *x, gint64 stride, gint64 n)
{
  const gint64 padded = (n + K_LANES - 1) / K_LANES * K_LANES;

  if (stride == sizeof (real))
    memcpy (block, x, n * sizeof (real));
  else
    for (gint64 i = 0; i < n; i++)
      block[i] = *(const real *) (x + i * stride);
  for (gint64 i = n; i < padded; i++)
    block[i] = block[n - 1];
}

/* NaN takes precedence. */
static real
largest (const real *block, gint64 n)
{
  real lanes[K_LANES];

  for (int lane = 0; lane < K_LANES; lane++)
    lanes[lane] = block[lane];
  for (gint64 i = K_LANES; i < n; i += K_LANES)
    for (int lane = 0; lane < K_LANES; lane++)
      lanes[lane] = k_max (lanes[lane], block[i + lane]);
  for (int width = K_LANES / 2; width > 0; width /= 2)
    for (int lane = 0; lane < width; lane++)
      lanes[lane] = k_max (lanes[lane], lanes[lane + width]);

  return lanes[0];
}

/* Not inlined, so that the compiler sees a whole number of vectors and generates only vector code. */
static __attribute__ ((noinline)) void
exp_shifted (real *y, const real *x, real shift, gint64 n)
{
  n = (n + K_LANES - 1) & -K_LANES;
#pragma omp simd
  for (gint64 i = 0; i < n; i++)
    y[i] = k_exp (x[i] - shift);
}

static double
total (const real *block, gint64 n)
{
  real lanes[K_LANES] = { 0 };
  gint64 i = 0;

  for (; i + K_LANES <= n; i += K_LANES)
    for (int lane = 0; lane < K_LANES; lane++)
      lanes[lane] += block[i + lane];
  for (int lane = 0; i < n; i++, lane++)
    lanes[lane] += block[i];
  for (int width = K_LANES / 2; width > 0; width /= 2)
    for (int lane = 0; lane < width; lane++)
      lanes[lane] += lanes[lane + width];

  return (double) lanes[0];
}

/* y = x - shift when @log, else y = exps / sum. */
static void
finish (char *y, gint64 stride, const real *x, real shift, const real *exps, real sum, gint64 n, gboolean log)
{
  if (stride != sizeof (real))
    for (gint64 i = 0; i < n; i++)
      *(real *) (y + i * stride) = log ? x[i] - shift : exps[i] / sum;
  else if (log)
    for (gint64 i = 0; i < n; i++)
      ((real *) y)[i] = x[i] - shift;
  else
    for (gint64 i = 0; i < n; i++)
      ((real *) y)[i] = exps[i] / sum;
}

static void
long_row (gint64 n, const char *x, gint64 x_stride, char *y, gint64 y_stride, gboolean log)
{
  real block[BLOCK], exps[BLOCK];
  real max = -K_INFINITY;
  double sum = 0;

  for (gint64 first = 0; first < n; first += BLOCK)
    {
      load (block, x + first * x_stride, x_stride, MIN (BLOCK, n - first));
      max = k_max (max, largest (block, MIN (BLOCK, n - first)));
    }

  /* A row of one block is already loaded. */
  for (gint64 first = 0; first < n; first += BLOCK)
    {
      if (n > BLOCK)
        load (block, x + first * x_stride, x_stride, MIN (BLOCK, n - first));
      exp_shifted (exps, block, max, MIN (BLOCK, n - first));
      sum += total (exps, MIN (BLOCK, n - first));
    }

  const real shift = log ? max + (real) k_log_double (sum) : max;

  for (gint64 first = 0; first < n; first += BLOCK)
    {
      if (n > BLOCK)
        {
          load (block, x + first * x_stride, x_stride, MIN (BLOCK, n - first));
          exp_shifted (exps, block, max, log ? 0 : MIN (BLOCK, n - first));
        }
      finish (y + first * y_stride, y_stride, block, shift, exps, (real) sum, MIN (BLOCK, n - first), log);
    }
}

/* Subtracts the maximum of each column and computes the sums of the exps. */
static __attribute__ ((noinline)) void
shift_lanes (gint64 n, real (*x)[K_LANES], real (*exps)[K_LANES], real *sums)
{
  real max[K_LANES];

  for (int lane = 0; lane < K_LANES; lane++)
    {
      max[lane] = x[0][lane];
      sums[lane] = 0;
    }
  for (gint64 i = 1; i < n; i++)
    for (int lane = 0; lane < K_LANES; lane++)
      max[lane] = k_max (max[lane], x[i][lane]);
  for (gint64 i = 0; i < n; i++)
    for (int lane = 0; lane < K_LANES; lane++)
      x[i][lane] -= max[lane];

  exp_shifted (exps[0], x[0], 0, n * K_LANES);
  for (gint64 i = 0; i < n; i++)
    for (int lane = 0; lane < K_LANES; lane++)
      sums[lane] += exps[i][lane];
}

static __attribute__ ((noinline)) void
divide_lanes (gint64 n, real (*x)[K_LANES], real (*exps)[K_LANES], const real *sums, gboolean log)
{
  real logs[K_LANES];

#pragma omp simd
  for (int lane = 0; lane < K_LANES; lane++)
    logs[lane] = k_log (sums[lane]);
  for (gint64 i = 0; i < n; i++)
    for (int lane = 0; lane < K_LANES; lane++)
      x[i][lane] = log ? x[i][lane] - logs[lane] : exps[i][lane] / sums[lane];
}

/* Computes up to K_LANES rows in parallel, one per lane: the result of a row does not depend on the
 * others. */
static void
short_rows (gint64 n_rows, gint64 n, const char *x, const gint64 *x_strides, char *y, const gint64 *y_strides,
            gboolean log)
{
  real block[SHORT][K_LANES] __attribute__ ((aligned (64)));
  real exps[SHORT][K_LANES] __attribute__ ((aligned (64)));
  real sums[K_LANES];

  for (int lane = 0; lane < K_LANES; lane++)
    for (gint64 i = 0; i < n; i++)
      block[i][lane] = *(const real *) (x + MIN (lane, n_rows - 1) * x_strides[0] + i * x_strides[1]);

  shift_lanes (n, block, exps, sums);
  divide_lanes (n, block, exps, sums, log);

  for (int lane = 0; lane < n_rows; lane++)
    for (gint64 i = 0; i < n; i++)
      *(real *) (y + lane * y_strides[0] + i * y_strides[1]) = block[i][lane];
}

static void
softmax (gint64 n_rows, gint64 n, const char *x, const gint64 *x_strides, char *y, const gint64 *y_strides,
         gboolean log)
{
  const gint64 step = n <= SHORT ? K_LANES : 1;

  for (gint64 row = 0; row < n_rows; row += step, x += step * x_strides[0], y += step * y_strides[0])
    if (n <= SHORT)
      short_rows (MIN (step, n_rows - row), n, x, x_strides, y, y_strides, log);
    else
      long_row (n, x, x_strides[1], y, y_strides[1], log);
}

#undef load
#undef largest
#undef exp_shifted
#undef total
#undef finish
#undef long_row
#undef shift_lanes
#undef divide_lanes
#undef short_rows
#undef softmax
