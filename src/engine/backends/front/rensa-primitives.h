/* rensa-primitives.h: what functions are made of.  Runs on the device of its inputs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"
#include "rensa-kernel.h"
#include "rensa-program.h"
#include "rensa-random.h"

G_BEGIN_DECLS

/* For all of these: results are new and owned by the caller; NULL or FALSE with an error on failure; a NULL input array
 * yields NULL and leaves the error as it is, so calls can be chained.  Halves, float16 and bfloat16, are computed in float32 and
 * rounded once.  Results do not depend on the number of threads. */

/* Making and moving */

RensaArray *rensa_array_zeros (RensaDtype dtype, const RensaShape *shape, GError **error);
RensaArray *rensa_array_full (RensaDtype dtype, const RensaShape *shape, double value, GError **error);
gboolean rensa_array_fill (RensaArray *array, double value, GError **error);
/* Writes @source, broadcast and cast, over the elements of @target.  Overlap is not allowed. */
gboolean rensa_array_assign (RensaArray *target, RensaArray *source, GError **error);
/* @target += @source; the same shape or broadcast. */
gboolean rensa_array_accumulate (RensaArray *target, RensaArray *source, GError **error);
/* A dense copy that keeps the order of axes in memory. */
RensaArray *rensa_array_copy (RensaArray *array, GError **error);
/* @array itself where it is C-contiguous, else a C-contiguous copy. */
RensaArray *rensa_array_contiguous (RensaArray *array, GError **error);
/* @array itself where the dtype is the same. */
RensaArray *rensa_array_cast (RensaArray *array, RensaDtype dtype, GError **error);
/* A view where the strides allow, else a copy.  One extent may be -1.  RENSA_ERROR_INVALID where the counts differ. */
RensaArray *rensa_array_reshape (RensaArray *array, const RensaShape *shape, GError **error);
/* 0, 1, …, n - 1. */
RensaArray *rensa_array_range (RensaDtype dtype, gint64 n, GError **error);
/* With dtype, shape and device of @like. */
RensaArray *rensa_array_full_like (RensaArray *like, double value, GError **error);
/* Copies to another device; @array itself where it is there already. */
RensaArray *rensa_array_to_device (RensaArray *array, const RensaDevice *device, GError **error);

/* Elementwise: y = f (x…; params), with broadcasting.  Output dtype: the promoted dtype of the floating inputs, or float32
 * where there are none.  Output memory keeps the inputs' order of axes. */

RensaArray *rensa_map1 (const RensaKernel *kernel, RensaArray *x, const double *params, GError **error);
RensaArray *rensa_map2 (const RensaKernel *kernel, RensaArray *a, RensaArray *b, const double *params, GError **error);
RensaArray *rensa_map3 (const RensaKernel *kernel, RensaArray *a, RensaArray *b, RensaArray *c, const double *params,
                        GError **error);
/* Any number of inputs and outputs.  An output that is not NULL is written in place (it may be one of the inputs, but not
 * overlap one otherwise) and must have the broadcast shape and a floating dtype. */
gboolean rensa_map (const RensaKernel *kernel, RensaArray *const *inputs, RensaArray **outputs, const double *params,
                    GError **error);

/* Formulas: one pass over broadcast inputs, block by block, without arrays between.  @outputs gets new ones, all of the shape
 * that the inputs broadcast to, with dtype and order of axes as above. */
gboolean rensa_run_program (const RensaProgram *program, RensaArray *const *inputs, RensaArray **outputs,
                            GError **error);

/* Index kernels: every element of new outputs of shape @shape and dtype @dtype, C-contiguous. */
gboolean rensa_index_map (const RensaKernel *kernel, RensaDtype dtype, const RensaShape *shape,
                          RensaArray *const *inputs, RensaArray **outputs, const double *params, GError **error);
/* With one output. */
RensaArray *rensa_index_map1 (const RensaKernel *kernel, RensaDtype dtype, const RensaShape *shape,
                              RensaArray *const *inputs, const double *params, GError **error);

/* Reductions over the axes of @mask.  NaN wins in MAX, MIN and the ARG forms, as in NumPy. */

typedef enum
{
  RENSA_REDUCE_SUM,        /* blocked, so that the error grows with the logarithm of the count */
  RENSA_REDUCE_SUM_SQUARE, /* of the squares */
  RENSA_REDUCE_PROD,
  RENSA_REDUCE_MAX, /* RENSA_ERROR_INVALID over zero elements, as for MIN and the ARG forms */
  RENSA_REDUCE_MIN,
  RENSA_REDUCE_ARGMAX, /* int64; the first of equals; @mask has one axis, or all of them */
  RENSA_REDUCE_ARGMIN,
  RENSA_REDUCE_N_NOT_FINITE, /* int64: how many NaN and infinities */
} RensaReduction;

RensaArray *rensa_reduce (RensaReduction reduction, RensaArray *x, guint mask, gboolean keepdims, GError **error);
/* Sums over broadcast axes until the shape is @shape, which broadcasts to that of @x. */
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
/* @factor has dtype and shape of @x; its first elements are not used. */
RensaArray *rensa_scan_linear (RensaArray *x, RensaArray *factor, int axis, GError **error);

/* y = x - log Σ exp (x) along @axis when @log, else y = exp of that. */
RensaArray *rensa_softmax_rows (RensaArray *x, int axis, gboolean log, GError **error);

/* Linear algebra */

/* NumPy's matmul of op (a) and op (b), where op swaps the last two axes when the flag is set; leading axes broadcast.  Both
 * have at least two axes.  Transposed views are taken as they are. */
RensaArray *rensa_matmul_arrays (RensaArray *a, RensaArray *b, gboolean transa, gboolean transb, GError **error);
/* The same into @y, a view for instance, which overlaps neither: op (a) op (b), to which @bias, of one axis, is added to each row
 * unless it is NULL; or, where @accumulate, what @y holds, and then without @bias. */
gboolean rensa_matmul_into (RensaArray *y, RensaArray *a, RensaArray *b, gboolean transa, gboolean transb,
                            RensaArray *bias, gboolean accumulate, GError **error);
/* y = x Wᵀ + b: x (n, k), W (m, k), b (m) or NULL. */
RensaArray *rensa_linear_forward (RensaArray *x, RensaArray *W, RensaArray *b, GError **error);

/* Of square matrices in the last two axes.  "matrix 3 is singular" with RENSA_ERROR_INVALID where one has no inverse. */
RensaArray *rensa_invert_matrices (RensaArray *a, GError **error);
/* The lower triangular L with L Lᵀ = a, of which the upper triangle is not read.  "matrix 3 is not positive definite". */
RensaArray *rensa_factor_cholesky (RensaArray *a, GError **error);
/* One number a matrix. */
RensaArray *rensa_get_determinants (RensaArray *a, GError **error);
/* det (a) a⁻ᵀ, also where a is singular; and its derivative in the direction @change. */
RensaArray *rensa_get_cofactors (RensaArray *a, GError **error);
RensaArray *rensa_get_cofactors_change (RensaArray *a, RensaArray *change, GError **error);

/* Of symmetric matrices a (…, n, n), of which the lower triangle is not read: @values (…, n), rising, and @vectors, row i of which is
 * the unit vector of value i; both float64.  All are NaN for a matrix that has elements that are not finite. */
gboolean rensa_decompose_symmetric (RensaArray *a, RensaArray **values, RensaArray **vectors, GError **error);

/* y (…, n_rows, m) = A b of b (…, k, m), where A (…, n_rows, k) is the sum of data[…, i] at (row[…, i], col[…, i]); an entry
 * whose row or column is -1 does not count.  RENSA_ERROR_INVALID where one lies outside. */
RensaArray *rensa_multiply_sparse (RensaArray *data, RensaArray *row, RensaArray *col, RensaArray *b, gint64 n_rows,
                                   GError **error);

/* y[…, i] = Σ left[…, row[…, i], k] right[…, col[…, i], k] over k: the product left rightᵀ at some places alone, and what
 * multiply_sparse has for the gradient of data; likewise for left (…, n, k) and right (…, m, k). */
RensaArray *rensa_sample_product (RensaArray *left, RensaArray *right, RensaArray *row, RensaArray *col,
                                  GError **error);

/* The discrete Fourier transform of complex numbers along the last axis, and its inverse, which divides by the extent. */
gboolean rensa_transform_fourier (RensaArray *re, RensaArray *im, gboolean inverse, RensaArray **y_real,
                                  RensaArray **y_imag, GError **error);

/* Rows */

/* y[i…] = x[index[i…]]: @index any integer array, rows are x[j]; an index equal to @ignore (G_MININT64: none) gives a row of
 * zeros; a negative one counts from the end when @wrap.  RENSA_ERROR_INVALID, telling the value and the extent, when one is out
 * of range: at once on the host, elsewhere as a late check (rensa-late-check.h). */
RensaArray *rensa_take_rows (RensaArray *x, RensaArray *index, gint64 ignore, gboolean wrap, GError **error);
/* The same along another axis: y[…, i…, …] = x[…, index[i…], …], with the axes of @index in the place of @axis. */
RensaArray *rensa_take_along (RensaArray *x, int axis, RensaArray *index, gboolean wrap, GError **error);
/* A new array of shape @shape with target[index[i…]] += rows[i…]; the order of addition is that of i. */
RensaArray *rensa_scatter_rows (const RensaShape *shape, RensaArray *index, RensaArray *rows, gint64 ignore,
                                gboolean wrap, GError **error);
/* @target[index[i…]] += rows[i…] in place; @target is C-contiguous. */
gboolean rensa_add_rows (RensaArray *target, RensaArray *index, RensaArray *rows, gint64 ignore, gboolean wrap,
                         GError **error);

/* Windows */

/* All axes of an array but N and C may be spatial. */
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

/* Output extent of axis @i for input extent @size (chainer.utils.conv.get_conv_outsize); may be <= 0. */
gint64 rensa_window_get_output_size (const RensaWindow *window, int i, gint64 size);

/* x (N, C, d…), W (O, C / groups, k…), b (O) or NULL -> (N, O, …).  Channels-last arrays are taken and given as they come. */
RensaArray *rensa_convolve (RensaArray *x, RensaArray *W, RensaArray *b, const RensaWindow *window, GError **error);
/* The gradient with respect to x, whose shape is @x_shape: also the forward pass of a deconvolution. */
RensaArray *rensa_convolve_backward_x (RensaArray *gy, RensaArray *W, const RensaWindow *window,
                                       const RensaShape *x_shape, GError **error);
/* The gradient with respect to W, whose shape is @W_shape. */
RensaArray *rensa_convolve_backward_W (RensaArray *x, RensaArray *gy, const RensaWindow *window,
                                       const RensaShape *W_shape, GError **error);

/* The largest of each window; @index gets, where it is not NULL, its place within the window (int64; padding never wins).
 * NaN wins. */
RensaArray *rensa_pool_max (RensaArray *x, const RensaWindow *window, RensaArray **index, GError **error);
/* Adds each gy to the place that @index names. */
RensaArray *rensa_pool_max_scatter (RensaArray *gy, RensaArray *index, const RensaWindow *window,
                                    const RensaShape *x_shape, GError **error);
/* Reads x at the places that @index names. */
RensaArray *rensa_pool_max_gather (RensaArray *x, RensaArray *index, const RensaWindow *window, GError **error);
/* @scale times the sum of each window. */
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
 * @from: integers, shape (K,): the image that each patch is read from
 * @to: integers, shape (K,): the image that each patch is added to
 *
 * K patches, each of them a linear map of one image (H, W) to another (H', W') that treats rows and columns apart.
 */
typedef struct
{
  RensaArray *rows;
  RensaArray *columns;
  RensaArray *from;
  RensaArray *to;
} RensaPatches;

/* y[to[k]] += rows[k] x[from[k]] columns[k]ᵀ for each k and each channel, in the order of k, where x has shape (N, C, H, W) and y is
 * zero at first and has shape @shape, (N', C, H', W').  Only the weights that are not zero make work, and zeros keep even NaN and
 * infinity away.  RENSA_ERROR_INVALID where an image is out of range. */
RensaArray *rensa_sum_patches (RensaArray *x, const RensaPatches *patches, const RensaShape *shape, GError **error);

/* Taps */

/**
 * RensaTaps:
 * @index: integers, shape (N, T, P): which of S rows each of T taps of P places reads, or -1 for a row of zeros
 * @weight: of the same shape
 *
 * For each of N images the same linear map of S rows to P for all channels.
 */
typedef struct
{
  RensaArray *index;
  RensaArray *weight;
} RensaTaps;

void rensa_taps_clear (RensaTaps *taps);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaTaps, rensa_taps_clear)

/* y[n, c, p] = Σ over t of weight[n, t, p] x[n, c, index[n, t, p]], where x has shape (N, C, S, K): y (N, C, P, K).
 * RENSA_ERROR_INVALID where an index is out of range, here and below. */
RensaArray *rensa_read_taps (RensaArray *x, const RensaTaps *taps, GError **error);
/* The gradient with respect to x, which has @size rows; what goes to row -1 is lost. */
RensaArray *rensa_spread_taps (RensaArray *gy, const RensaTaps *taps, gint64 size, GError **error);
/* The gradient with respect to the weights: Σ over c and k of gy[n, c, p, k] x[n, c, index[n, t, p], k]. */
RensaArray *rensa_match_taps (RensaArray *x, RensaArray *gy, RensaArray *index, GError **error);

/* Normalization over the axes of @mask; gamma, beta, mean, inv_std have the extents of the axes that remain. */

/* y = gamma (x - mean) inv_std + beta with the mean and (population) variance of @x itself, which are given back, all of them
 * new: @mean, @var, @inv_std = 1 / sqrt (var + eps). */
RensaArray *rensa_normalize_forward (RensaArray *x, RensaArray *gamma, RensaArray *beta, guint mask, double eps,
                                     RensaArray **mean, RensaArray **var, RensaArray **inv_std, GError **error);
/* Gradients of the above; each out array is new. */
gboolean rensa_normalize_backward (RensaArray *x, RensaArray *gamma, RensaArray *gy, RensaArray *mean,
                                   RensaArray *inv_std, guint mask, RensaArray **gx, RensaArray **ggamma,
                                   RensaArray **gbeta, GError **error);

/* Of each row, that is K S elements, of @x (N, G, K, S): y = gamma (x - mean) inv_std + beta with the row's own statistics, and with
 * @gamma and @beta (G, K), NULL standing for 1 and 0.  Where rows are not @centred, mean is 0 and inv_std = 1 / sqrt (Σ x² / (K S) +
 * eps).  @mean and @inv_std get new float64 arrays (N, G). */
RensaArray *rensa_normalize_rows (RensaArray *x, RensaArray *gamma, RensaArray *beta, double eps, gboolean centred,
                                  RensaArray **mean, RensaArray **inv_std, GError **error);
/* Gradients of the above; each out array is new, and those of gamma and beta have the dtype of @gamma, or of @x where that is
 * NULL. */
gboolean rensa_normalize_rows_backward (RensaArray *x, RensaArray *gamma, RensaArray *gy, RensaArray *mean,
                                        RensaArray *inv_std, gboolean centred, RensaArray **gx, RensaArray **ggamma,
                                        RensaArray **gbeta, GError **error);

/* Random numbers, given out in C order; @random is advanced by one number an element (two for normal, and for uniform float64). */

gboolean rensa_fill_uniform (RensaArray *array, RensaRandom *random, double low, double high, GError **error);
gboolean rensa_fill_normal (RensaArray *array, RensaRandom *random, double loc, double scale, GError **error);
/* @value with probability @keep, else 0. */
gboolean rensa_fill_bernoulli (RensaArray *array, RensaRandom *random, double keep, double value, GError **error);

G_END_DECLS
