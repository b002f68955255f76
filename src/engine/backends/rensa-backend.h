/* rensa-backend.h: table of operations implemented by a device.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-fused-attention.h"
#include "rensa-primitives.h"
#include "rensa-recurrence.h"

G_BEGIN_DECLS

/* Operations on square matrices; float64 for the cofactors. */
typedef enum
{
  RENSA_LINALG_INVERSE,
  RENSA_LINALG_CHOLESKY,
  RENSA_LINALG_DETERMINANT, /* into y */
  RENSA_LINALG_COFACTORS,
  RENSA_LINALG_COFACTORS_CHANGE, /* y holds the direction on entry and the derivative on return */
} RensaLinalg;

/* Each entry implements, for one device, the function of rensa-primitives.h with the same name;
 * that function has already checked shapes and dtypes, chosen and created the outputs, and handled
 * half precision and empty arrays, so that an entry is only the loop. Arrays may have any strides
 * unless the entry states otherwise.
 *
 * A device must implement the entries of the first group. Entries of the second may be NULL: the
 * host's entries are then used, with copies to the host and back, counted by rensa_count_detours
 * (). */
struct _RensaBackend
{
  /* Required */

  gboolean (*fill) (RensaArray *array, double value, GError **error);
  gboolean (*assign) (RensaArray *target, RensaArray *source, GError **error);
  gboolean (*accumulate) (RensaArray *target, RensaArray *source, GError **error);
  /* Computes in @dtype, float32 or float64; the arrays may have other dtypes. */
  gboolean (*map) (const RensaKernel *kernel, RensaDtype dtype, RensaArray *const *inputs, RensaArray *const *outputs,
                   const double *params, GError **error);
  gboolean (*run_program) (const RensaProgram *program, RensaArray *const *inputs, RensaArray *const *outputs,
                           GError **error);
  gboolean (*index_map) (const RensaKernel *kernel, RensaArray *const *inputs, RensaArray *const *outputs,
                         const double *params, GError **error);
  gboolean (*reduce) (RensaReduction reduction, RensaArray *x, guint mask, RensaArray *y, GError **error);
  /* @factor is NULL except for RENSA_SCAN_LINEAR. */
  gboolean (*scan) (RensaScan scan, RensaArray *x, RensaArray *factor, int axis, RensaArray *y, GError **error);
  /* y = op (a) op (b) + bias, broadcast along rows; bias may be NULL. Or y += op (a) op (b),
   * without a bias. */
  gboolean (*matmul) (RensaArray *a, RensaArray *b, gboolean transa, gboolean transb, RensaArray *bias,
                      gboolean accumulate, RensaArray *y, GError **error);
  /* @index is C-contiguous int64; each element is a valid row number, or @ignore. The host's entry
   *   checks this itself. */
  gboolean (*take_rows) (RensaArray *x, int axis, RensaArray *index, gint64 ignore, gboolean wrap, RensaArray *y,
                         GError **error);
  gboolean (*scatter_rows) (RensaArray *target, RensaArray *index, RensaArray *rows, gint64 ignore, gboolean wrap,
                            GError **error);
  gboolean (*fill_uniform) (RensaArray *array, RensaRandom random, double low, double high, GError **error);
  gboolean (*fill_normal) (RensaArray *array, RensaRandom random, double loc, double scale, GError **error);
  gboolean (*fill_bernoulli) (RensaArray *array, RensaRandom random, double keep, double value, GError **error);

  /* Optional */

  gboolean (*softmax) (RensaArray *x, int axis, gboolean log, RensaArray *y, GError **error);
  /* @a is C-contiguous, not shared, and overwritten: the result replaces it, or is stored in @y if
   *   that is not NULL. *@bad is the first matrix that does not meet the requirements, or -1. */
  gboolean (*linalg) (RensaLinalg what, RensaArray *a, RensaArray *y, gint64 *bad, GError **error);
  /* All are float64 and C-contiguous; the eigenvectors overwrite @a, row by row. */
  gboolean (*decompose_symmetric) (RensaArray *a, RensaArray *values, GError **error);
  /* All are C-contiguous, indices are int64, and @y of multiply_sparse is zero on entry. */
  gboolean (*multiply_sparse) (RensaArray *data, RensaArray *row, RensaArray *col, RensaArray *b, RensaArray *y,
                               GError **error);
  gboolean (*sample_product) (RensaArray *left, RensaArray *right, RensaArray *row, RensaArray *col, RensaArray *y,
                              GError **error);
  gboolean (*fft) (RensaArray *re, RensaArray *im, gboolean inverse, RensaArray *y_real, RensaArray *y_imag,
                   GError **error);
  /* @y and @gx have their channels last in memory; @gW is C-contiguous. */
  gboolean (*convolve) (RensaArray *x, RensaArray *W, RensaArray *b, const RensaWindow *window, RensaArray *y,
                        GError **error);
  gboolean (*convolve_backward_x) (RensaArray *gy, RensaArray *W, const RensaWindow *window, RensaArray *gx,
                                   GError **error);
  gboolean (*convolve_backward_W) (RensaArray *x, RensaArray *gy, const RensaWindow *window, RensaArray *gW,
                                   GError **error);
  /* @index may be NULL. */
  gboolean (*pool_max) (RensaArray *x, const RensaWindow *window, RensaArray *y, RensaArray *index, GError **error);
  gboolean (*pool_max_scatter) (RensaArray *gy, RensaArray *index, const RensaWindow *window, RensaArray *gx,
                                GError **error);
  gboolean (*pool_max_gather) (RensaArray *x, RensaArray *index, const RensaWindow *window, RensaArray *y,
                               GError **error);
  gboolean (*pool_sum) (RensaArray *x, const RensaWindow *window, double scale, RensaArray *y, GError **error);
  gboolean (*pool_sum_backward) (RensaArray *gy, const RensaWindow *window, double scale, RensaArray *gx,
                                 GError **error);
  /* All are C-contiguous, indices are int64, and @y is zero on entry. */
  gboolean (*sum_patches) (RensaArray *x, const RensaPatches *patches, RensaArray *y, GError **error);
  /* All are C-contiguous and the index is int64; @x is not empty. */
  gboolean (*read_taps) (RensaArray *x, const RensaTaps *taps, RensaArray *y, GError **error);
  gboolean (*spread_taps) (RensaArray *gy, const RensaTaps *taps, RensaArray *gx, GError **error);
  gboolean (*match_taps) (RensaArray *x, RensaArray *gy, RensaArray *index, RensaArray *gweight, GError **error);
  /* The statistics, gamma and beta have the working dtype; x and y may be half precision. */
  gboolean (*normalize_forward) (RensaArray *x, RensaArray *gamma, RensaArray *beta, guint mask, double eps,
                                 RensaArray *y, RensaArray *mean, RensaArray *var, RensaArray *inv_std, GError **error);
  gboolean (*normalize_backward) (RensaArray *x, RensaArray *gamma, RensaArray *gy, RensaArray *mean,
                                  RensaArray *inv_std, guint mask, RensaArray *gx, RensaArray *ggamma,
                                  RensaArray *gbeta, GError **error);
  /* All are C-contiguous, with x (N, G, K, S), gamma and beta (G, K); the statistics (N, G) and the gradients of gamma and beta are
   * float64. */
  gboolean (*normalize_rows) (RensaArray *x, RensaArray *gamma, RensaArray *beta, double eps, gboolean centred,
                              RensaArray *y, RensaArray *mean, RensaArray *inv_std, GError **error);
  gboolean (*normalize_rows_backward) (RensaArray *x, RensaArray *gamma, RensaArray *gy, RensaArray *mean,
                                       RensaArray *inv_std, gboolean centred, RensaArray *gx, RensaArray *ggamma,
                                       RensaArray *gbeta, GError **error);

  /* Optional, without a fallback on the host (rensa-collectives.h) */

  gboolean (*has_collectives) (const RensaDevice *device);
  gboolean (*reduce_peers) (RensaArray *const *arrays, guint n_rows, guint n_devices, GError **error);
  gboolean (*broadcast_peers) (RensaArray *const *arrays, guint n_rows, guint n_devices, GError **error);

  /* Optional as well (rensa-recurrence.h) */

  /* *@n_reserve is 0 if the device does not support it. */
  gboolean (*measure_recurrence) (const RensaDevice *device, const RensaRecurrence *recurrence, gint64 *n_reserve,
                                  GError **error);
  gboolean (*recur) (const RensaRecurrence *recurrence, const RensaRecurrenceArrays *arrays, GError **error);
  gboolean (*recur_backward) (const RensaRecurrence *recurrence, const RensaRecurrenceArrays *arrays,
                              const RensaRecurrenceArrays *grads, GError **error);

  /* Also without a fallback (rensa-fused-attention.h). No array is empty; outputs stay NULL if the
   * device does not support it. */

  gboolean (*attend) (const RensaFusedAttention *attention, RensaArray **y, RensaArray **totals, GError **error);
  gboolean (*attend_backward) (const RensaFusedAttention *attention, RensaArray *y, RensaArray *totals, RensaArray *gy,
                               RensaArray *grads[3], GError **error);

  /* TRUE if accumulate, reduce, matmul, softmax, convolve…, pool_… and normalize_… accept half
   * precision: they then sum in float32 or wider, and round once. Otherwise they receive float32
   * instead, as do all other entries except map and those that copy. */
  gboolean takes_halves;
};

G_END_DECLS
