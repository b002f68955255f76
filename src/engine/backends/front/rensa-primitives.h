/* rensa-primitives.h: primitive operations used by functions. They run on the device of their
 * inputs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"
#include "rensa-kernel.h"
#include "rensa-program.h"
#include "rensa-random.h"

G_BEGIN_DECLS

/* For all of these: results are new and owned by the caller; NULL or FALSE with an error on
 * failure; a NULL input array yields NULL and leaves the error unchanged, so calls can be chained.
 * Half-precision arrays, float16 and bfloat16, are computed in float32 and rounded once. Results do
 * not depend on the number of threads. */

/* Making and moving */

RensaArray *rensa_array_zeros (RensaDtype dtype, const RensaShape *shape, GError **error);
RensaArray *rensa_array_full (RensaDtype dtype, const RensaShape *shape, double value, GError **error);
gboolean rensa_array_fill (RensaArray *array, double value, GError **error);
/* Writes @source, broadcast and cast, to the elements of @target. Overlap is not allowed. */
gboolean rensa_array_assign (RensaArray *target, RensaArray *source, GError **error);
/* @target += @source; same shape or broadcast. */
gboolean rensa_array_accumulate (RensaArray *target, RensaArray *source, GError **error);
/* Returns a dense copy with the same order of axes in memory. */
RensaArray *rensa_array_copy (RensaArray *array, GError **error);
/* Returns @array itself if it is C-contiguous, else a C-contiguous copy. */
RensaArray *rensa_array_contiguous (RensaArray *array, GError **error);
/* Returns @array itself if it has this dtype, else a copy. */
RensaArray *rensa_array_cast (RensaArray *array, RensaDtype dtype, GError **error);
/* Returns a view if the strides allow it, else a copy. One extent may be -1. RENSA_ERROR_INVALID if
 * the counts differ. */
RensaArray *rensa_array_reshape (RensaArray *array, const RensaShape *shape, GError **error);
/* 0, 1, …, n - 1. */
RensaArray *rensa_array_range (RensaDtype dtype, gint64 n, GError **error);
/* Has the dtype, shape and device of @like. */
RensaArray *rensa_array_full_like (RensaArray *like, double value, GError **error);
/* Copies to another device; returns @array itself if it is already there. */
RensaArray *rensa_array_to_device (RensaArray *array, const RensaDevice *device, GError **error);

/* Elementwise: y = f (x…; params), with broadcasting. Output dtype: the promoted dtype of the
 * floating-point inputs, or float32 if there are none. Output memory keeps the inputs' order of
 * axes. */

RensaArray *rensa_map1 (const RensaKernel *kernel, RensaArray *x, const double *params, GError **error);
RensaArray *rensa_map2 (const RensaKernel *kernel, RensaArray *a, RensaArray *b, const double *params, GError **error);
RensaArray *rensa_map3 (const RensaKernel *kernel, RensaArray *a, RensaArray *b, RensaArray *c, const double *params,
                        GError **error);
/* Any number of inputs and outputs. An output that is not NULL is written in place (it may be one
 * of the inputs, but must not overlap them otherwise) and must have the broadcast shape and a
 * floating-point dtype. */
gboolean rensa_map (const RensaKernel *kernel, RensaArray *const *inputs, RensaArray **outputs, const double *params,
                    GError **error);

/* Formulas: one pass over broadcast inputs, block by block, without intermediate arrays. @outputs
 * receives new ones, all with the broadcast shape of the inputs, and dtype and order of axes as
 * above. */
gboolean rensa_run_program (const RensaProgram *program, RensaArray *const *inputs, RensaArray **outputs,
                            GError **error);

/* Index kernels: compute every element of new C-contiguous outputs with shape @shape and dtype @dtype. */
gboolean rensa_index_map (const RensaKernel *kernel, RensaDtype dtype, const RensaShape *shape,
                          RensaArray *const *inputs, RensaArray **outputs, const double *params, GError **error);
/* Same with one output. */
RensaArray *rensa_index_map1 (const RensaKernel *kernel, RensaDtype dtype, const RensaShape *shape,
                              RensaArray *const *inputs, const double *params, GError **error);

/* Reductions over the axes of @mask. NaN takes precedence in MAX, MIN and the ARG forms, as in
 * NumPy. */

typedef enum
{
  RENSA_REDUCE_SUM,        /* blocked, so that the error grows with the logarithm of the count */
  RENSA_REDUCE_SUM_SQUARE, /* sum of the squares */
  RENSA_REDUCE_PROD,
  RENSA_REDUCE_MAX, /* RENSA_ERROR_INVALID for zero elements, also for MIN and the ARG forms */
  RENSA_REDUCE_MIN,
  RENSA_REDUCE_ARGMAX, /* int64; the first of equal elements; @mask has one axis, or all of them */
  RENSA_REDUCE_ARGMIN,
  RENSA_REDUCE_N_NOT_FINITE, /* int64: number of NaN and infinite elements */
} RensaReduction;

RensaArray *rensa_reduce (RensaReduction reduction, RensaArray *x, guint mask, gboolean keepdims, GError **error);
/* Sums over broadcast axes to the shape @shape, which broadcasts to that of @x. */
RensaArray *rensa_reduce_to (RensaArray *x, const RensaShape *shape, GError **error);

/* Scans: y has the shape of @x, y[0] = x[0] along @axis, and */

typedef enum
{
  RENSA_SCAN_SUM,    /* y[i] = y[i - 1] + x[i] */
  RENSA_SCAN_PROD,   /* y[i] = y[i - 1] x[i] */
  RENSA_SCAN_LINEAR, /* y[i] = factor[i] y[i - 1] + x[i] */
} RensaScan;

/* A sum or a product. */
RensaArray *rensa_scan (RensaScan scan, RensaArray *x, int axis, GError **error);
/* @factor has the dtype and shape of @x; its first elements are not used. */
RensaArray *rensa_scan_linear (RensaArray *x, RensaArray *factor, int axis, GError **error);

/* y = x - log Σ exp (x) along @axis if @log, else the exponential of that. */
RensaArray *rensa_softmax_rows (RensaArray *x, int axis, gboolean log, GError **error);

/* Linear algebra */

/* NumPy's matmul of op (a) and op (b), where op swaps the last two axes if the flag is set; leading
 * axes broadcast. Both have at least two axes. Transposed views are not copied. */
RensaArray *rensa_matmul_arrays (RensaArray *a, RensaArray *b, gboolean transa, gboolean transb, GError **error);
/* The same into @y, which may be a view and must not overlap the factors: op (a) op (b), plus
 * @bias, of one axis, for each row unless it is NULL; or, if @accumulate, plus the contents of @y,
 * and then without @bias. */
gboolean rensa_matmul_into (RensaArray *y, RensaArray *a, RensaArray *b, gboolean transa, gboolean transb,
                            RensaArray *bias, gboolean accumulate, GError **error);
/* y = x Wᵀ + b: x (n, k), W (m, k), b (m) or NULL. */
RensaArray *rensa_linear_forward (RensaArray *x, RensaArray *W, RensaArray *b, GError **error);

/* Inverts square matrices in the last two axes. "matrix 3 is singular" with RENSA_ERROR_INVALID if
 * one has no inverse. */
RensaArray *rensa_invert_matrices (RensaArray *a, GError **error);
/* Computes the lower triangular L with L Lᵀ = a, whose upper triangle is not read. "matrix 3 is not
 * positive definite". */
RensaArray *rensa_factor_cholesky (RensaArray *a, GError **error);
/* Returns one number for each matrix. */
RensaArray *rensa_get_determinants (RensaArray *a, GError **error);
/* Computes det (a) a⁻ᵀ, also for singular a; and its derivative in the direction @change. */
RensaArray *rensa_get_cofactors (RensaArray *a, GError **error);
RensaArray *rensa_get_cofactors_change (RensaArray *a, RensaArray *change, GError **error);

/* For symmetric matrices a (…, n, n), whose lower triangle is not read, computes @values (…, n),
 * ascending, and @vectors, row i of which is the unit vector of value i; both float64. All are NaN
 * for a matrix with non-finite elements. */
gboolean rensa_decompose_symmetric (RensaArray *a, RensaArray **values, RensaArray **vectors, GError **error);

/* y (…, n_rows, m) = A b for b (…, k, m), where A (…, n_rows, k) is the sum of data[…, i] at
 * (row[…, i], col[…, i]); an entry whose row or column is -1 is ignored. RENSA_ERROR_INVALID if one
 * is out of range. */
RensaArray *rensa_multiply_sparse (RensaArray *data, RensaArray *row, RensaArray *col, RensaArray *b, gint64 n_rows,
                                   GError **error);

/* y[…, i] = Σ left[…, row[…, i], k] right[…, col[…, i], k] over k: selected elements of the product
 * left rightᵀ, which is also the gradient of multiply_sparse with respect to data; for left (…, n,
 * k) and right (…, m, k). */
RensaArray *rensa_sample_product (RensaArray *left, RensaArray *right, RensaArray *row, RensaArray *col,
                                  GError **error);

/* Computes the discrete Fourier transform of complex numbers along the last axis, or its inverse,
 * which divides by the extent. */
gboolean rensa_transform_fourier (RensaArray *re, RensaArray *im, gboolean inverse, RensaArray **y_real,
                                  RensaArray **y_imag, GError **error);

/* Rows */

/* y[i…] = x[index[i…]]: @index is any integer array, rows are x[j]; an index equal to @ignore
 * (G_MININT64: none) gives a row of zeros; a negative one counts from the end if @wrap.
 * RENSA_ERROR_INVALID, with the value and the extent, if one is out of range: immediately on the
 * host, elsewhere as a late check (rensa-late-check.h). */
RensaArray *rensa_take_rows (RensaArray *x, RensaArray *index, gint64 ignore, gboolean wrap, GError **error);
/* The same along another axis: y[…, i…, …] = x[…, index[i…], …], with @axis replaced by the axes of
 * @index. */
RensaArray *rensa_take_along (RensaArray *x, int axis, RensaArray *index, gboolean wrap, GError **error);
/* Returns a new array of shape @shape with target[index[i…]] += rows[i…]; additions are in the order of i. */
RensaArray *rensa_scatter_rows (const RensaShape *shape, RensaArray *index, RensaArray *rows, gint64 ignore,
                                gboolean wrap, GError **error);
/* @target[index[i…]] += rows[i…] in place; @target is C-contiguous. */
gboolean rensa_add_rows (RensaArray *target, RensaArray *index, RensaArray *rows, gint64 ignore, gboolean wrap,
                         GError **error);

/* Windows */

/* All axes of an array except N and C may be spatial. */
#define RENSA_WINDOW_MAX_AXES (RENSA_MAX_NDIM - 2)

/* Geometry of convolution and pooling over n spatial axes (the last n of x). */
typedef struct
{
  int n;
  gint64 kernel[RENSA_WINDOW_MAX_AXES];
  gint64 stride[RENSA_WINDOW_MAX_AXES];
  gint64 pad[RENSA_WINDOW_MAX_AXES];
  gint64 dilate[RENSA_WINDOW_MAX_AXES];
  gboolean cover_all;
  gint64 groups;
} RensaWindow;

/* Returns the output extent of axis @i for input extent @size
 * (chainer.utils.conv.get_conv_outsize); may be <= 0. */
gint64 rensa_window_get_output_size (const RensaWindow *window, int i, gint64 size);

/* x (N, C, d…), W (O, C / groups, k…), b (O) or NULL -> (N, O, …). Channels-last arrays are not
 * copied, and results may be channels-last. */
RensaArray *rensa_convolve (RensaArray *x, RensaArray *W, RensaArray *b, const RensaWindow *window, GError **error);
/* Computes the gradient with respect to x, whose shape is @x_shape: also the forward pass of a
 * deconvolution. */
RensaArray *rensa_convolve_backward_x (RensaArray *gy, RensaArray *W, const RensaWindow *window,
                                       const RensaShape *x_shape, GError **error);
/* Computes the gradient with respect to W, whose shape is @W_shape. */
RensaArray *rensa_convolve_backward_W (RensaArray *x, RensaArray *gy, const RensaWindow *window,
                                       const RensaShape *W_shape, GError **error);

/* Computes the maximum of each window; @index, if not NULL, receives its place within the window
 * (int64; padding never wins). NaN takes precedence. */
RensaArray *rensa_pool_max (RensaArray *x, const RensaWindow *window, RensaArray **index, GError **error);
/* Adds each gy to the element at its place in @index. */
RensaArray *rensa_pool_max_scatter (RensaArray *gy, RensaArray *index, const RensaWindow *window,
                                    const RensaShape *x_shape, GError **error);
/* Reads x at the places in @index. */
RensaArray *rensa_pool_max_gather (RensaArray *x, RensaArray *index, const RensaWindow *window, GError **error);
/* Computes @scale times the sum of each window. */
RensaArray *rensa_pool_sum (RensaArray *x, const RensaWindow *window, double scale, GError **error);
/* Adds @scale times each gy to all places of its window. */
RensaArray *rensa_pool_sum_backward (RensaArray *gy, const RensaWindow *window, double scale, const RensaShape *x_shape,
                                     GError **error);
/* The same for the sum divided by the full size of a window: padding counts. */
RensaArray *rensa_pool_average (RensaArray *x, const RensaWindow *window, GError **error);
RensaArray *rensa_pool_average_backward (RensaArray *gy, const RensaWindow *window, const RensaShape *x_shape,
                                         GError **error);

/* Patches */

/**
 * RensaPatches:
 * @rows: weights, shape (K, H', H)
 * @columns: weights, shape (K, W', W)
 * @from: integers, shape (K,): the image from which each patch is read
 * @to: integers, shape (K,): the image to which each patch is added
 *
 * K patches, each a linear map of one image (H, W) to another (H', W') that acts separately on rows
 * and columns.
 */
typedef struct
{
  RensaArray *rows;
  RensaArray *columns;
  RensaArray *from;
  RensaArray *to;
} RensaPatches;

/* y[to[k]] += rows[k] x[from[k]] columns[k]ᵀ for each k and each channel, in the order of k, where
 * x has shape (N, C, H, W) and y is initially zero and has shape @shape, (N', C, H', W'). Zero
 * weights are skipped, so they cost nothing and do not propagate NaN or infinity.
 * RENSA_ERROR_INVALID if an image is out of range. */
RensaArray *rensa_sum_patches (RensaArray *x, const RensaPatches *patches, const RensaShape *shape, GError **error);

/* Taps */

/**
 * RensaTaps:
 * @index: integers, shape (N, T, P): the row, of S rows, read by each of T taps of P places, or -1
 *   for a row of zeros
 * @weight: array of the same shape
 *
 * For each of N images the same linear map of S rows to P rows for all channels.
 */
typedef struct
{
  RensaArray *index;
  RensaArray *weight;
} RensaTaps;

void rensa_taps_clear (RensaTaps *taps);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaTaps, rensa_taps_clear)

/* y[n, c, p] = Σ over t of weight[n, t, p] x[n, c, index[n, t, p]], where x has shape (N, C, S, K):
 * y (N, C, P, K). RENSA_ERROR_INVALID if an index is out of range, here and below. */
RensaArray *rensa_read_taps (RensaArray *x, const RensaTaps *taps, GError **error);
/* Computes the gradient with respect to x, which has @size rows; contributions to row -1 are discarded. */
RensaArray *rensa_spread_taps (RensaArray *gy, const RensaTaps *taps, gint64 size, GError **error);
/* Computes the gradient with respect to the weights: Σ over c and k of gy[n, c, p, k] x[n, c,
 * index[n, t, p], k]. */
RensaArray *rensa_match_taps (RensaArray *x, RensaArray *gy, RensaArray *index, GError **error);

/* Normalization over the axes of @mask; gamma, beta, mean, inv_std have the extents of the remaining axes. */

/* y = gamma (x - mean) inv_std + beta with the mean and (population) variance of @x itself, which
 * are returned as new arrays: @mean, @var, @inv_std = 1 / sqrt (var + eps). */
RensaArray *rensa_normalize_forward (RensaArray *x, RensaArray *gamma, RensaArray *beta, guint mask, double eps,
                                     RensaArray **mean, RensaArray **var, RensaArray **inv_std, GError **error);
/* Gradients of the above; each out array is new. */
gboolean rensa_normalize_backward (RensaArray *x, RensaArray *gamma, RensaArray *gy, RensaArray *mean,
                                   RensaArray *inv_std, guint mask, RensaArray **gx, RensaArray **ggamma,
                                   RensaArray **gbeta, GError **error);

/* Normalizes each row, that is K S elements, of @x (N, G, K, S): y = gamma (x - mean) inv_std +
 * beta with the row's own statistics, and with @gamma and @beta (G, K), or 1 and 0 if NULL. If rows
 * are not @centred, mean is 0 and inv_std = 1 / sqrt (Σ x² / (K S) + eps). @mean and @inv_std
 * receive new float64 arrays (N, G). */
RensaArray *rensa_normalize_rows (RensaArray *x, RensaArray *gamma, RensaArray *beta, double eps, gboolean centred,
                                  RensaArray **mean, RensaArray **inv_std, GError **error);
/* Gradients of the above; each out array is new, and those of gamma and beta have the dtype of
 * @gamma, or of @x if that is NULL. */
gboolean rensa_normalize_rows_backward (RensaArray *x, RensaArray *gamma, RensaArray *gy, RensaArray *mean,
                                        RensaArray *inv_std, gboolean centred, RensaArray **gx, RensaArray **ggamma,
                                        RensaArray **gbeta, GError **error);

/* Random numbers, assigned in C order; @random advances by one number per element (two for normal,
 * and for uniform float64). */

gboolean rensa_fill_uniform (RensaArray *array, RensaRandom *random, double low, double high, GError **error);
gboolean rensa_fill_normal (RensaArray *array, RensaRandom *random, double loc, double scale, GError **error);
/* @value with probability @keep, else 0. */
gboolean rensa_fill_bernoulli (RensaArray *array, RensaRandom *random, double keep, double value, GError **error);

G_END_DECLS
