/* cpu-private.h: the entries of the CPU's table, and what its files share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array-private.h"
#include "rensa-backend.h"

G_BEGIN_DECLS

extern const RensaDevice rensa_cpu_device;
extern const RensaBackend rensa_cpu_backend;

/* Instruction sets for which loops are compiled; the numbers index RensaKernel.cpu. */
typedef enum
{
  RENSA_CPU_BASE, /* whatever the compiler takes for granted */
  RENSA_CPU_V3,   /* AVX2 and FMA */
  RENSA_CPU_V4,   /* AVX-512 F, BW, DQ and VL */
} RensaCpuIsa;

/* The best of this machine, or what the environment variable RENSA_ISA (base, v3, v4) asks for where the machine has
 * it. */
RensaCpuIsa rensa_cpu_get_isa (void);

/* Where buffers begin, in bytes: at a line of the cache. */
#define RENSA_CPU_LINE 64

/* The usual grain of parallel work, in elements. */
#define RENSA_CPU_CHUNK 4096

/* How many threads @work deserves: 1 where starting them would cost more than they save.  Its unit is one addition
 * of two vectors' elements in the first cache, about 0.1 ns; an addition that is not part of a vector counts as ten. */
int rensa_cpu_get_threads (double work);
/* Until the end, libraries that this thread calls start no threads of their own, on whose number results would depend.  Each call of
 * OpenBLAS and each product of oneDNN stands between the two. */
typedef struct G_GNUC_UNUSED
{
  int n_threads;
} RensaCpuAlone;

RensaCpuAlone rensa_cpu_begin_alone (void);
void rensa_cpu_end_alone (RensaCpuAlone *before);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaCpuAlone, rensa_cpu_end_alone)

/* Room for @size bytes such that what follows begins at a cache line, as the first of all threads does: OpenBLAS adds up in another
 * order where its operands lie otherwise, so results would depend on which thread computes them. */
static inline gsize
rensa_cpu_round_space (gsize size)
{
  return (size + RENSA_CPU_LINE - 1) / RENSA_CPU_LINE * RENSA_CPU_LINE;
}

/* Within a parallel region: the part of @count elements that this thread does, cut at multiples of @grain; may be
 * none. */
void rensa_cpu_get_share (gint64 count, gint64 grain, gint64 *first, gint64 *n);

/* The table's entries; what each does stands in rensa-backend.h. */

gboolean rensa_cpu_fill (RensaArray *array, double value, GError **error);
gboolean rensa_cpu_assign (RensaArray *target, RensaArray *source, GError **error);
gboolean rensa_cpu_accumulate (RensaArray *target, RensaArray *source, GError **error);
gboolean rensa_cpu_map (const RensaKernel *kernel, RensaDtype dtype, RensaArray *const *inputs,
                        RensaArray *const *outputs, const double *params, GError **error);
gboolean rensa_cpu_run_program (const RensaProgram *program, RensaArray *const *inputs, RensaArray *const *outputs,
                                GError **error);
gboolean rensa_cpu_index_map (const RensaKernel *kernel, RensaArray *const *inputs, RensaArray *const *outputs,
                              const double *params, GError **error);
gboolean rensa_cpu_reduce (RensaReduction reduction, RensaArray *x, guint mask, RensaArray *y, GError **error);
gboolean rensa_cpu_scan (RensaScan scan, RensaArray *x, RensaArray *factor, int axis, RensaArray *y, GError **error);
gboolean rensa_cpu_linalg (RensaLinalg what, RensaArray *a, RensaArray *y, gint64 *bad, GError **error);
gboolean rensa_cpu_decompose_symmetric (RensaArray *a, RensaArray *values, GError **error);
gboolean rensa_cpu_multiply_sparse (RensaArray *data, RensaArray *row, RensaArray *col, RensaArray *b, RensaArray *y,
                                    GError **error);
gboolean rensa_cpu_fft (RensaArray *re, RensaArray *im, gboolean inverse, RensaArray *y_re, RensaArray *y_im,
                        GError **error);
gboolean rensa_cpu_softmax (RensaArray *x, int axis, gboolean log, RensaArray *y, GError **error);
gboolean rensa_cpu_matmul (RensaArray *a, RensaArray *b, gboolean transa, gboolean transb, RensaArray *bias,
                           gboolean accumulate, RensaArray *y, GError **error);
gboolean rensa_cpu_take_rows (RensaArray *x, int axis, RensaArray *index, gint64 ignore, gboolean wrap, RensaArray *y,
                              GError **error);
gboolean rensa_cpu_scatter_rows (RensaArray *target, RensaArray *index, RensaArray *rows, gint64 ignore, gboolean wrap,
                                 GError **error);
RensaArray *rensa_cpu_convolve (RensaArray *x, RensaArray *W, RensaArray *b, const RensaWindow *window, GError **error);
RensaArray *rensa_cpu_convolve_backward_x (RensaArray *gy, RensaArray *W, const RensaWindow *window,
                                           const RensaShape *x_shape, GError **error);
RensaArray *rensa_cpu_convolve_backward_W (RensaArray *x, RensaArray *gy, const RensaWindow *window,
                                           const RensaShape *W_shape, GError **error);
RensaArray *rensa_cpu_pool_max (RensaArray *x, const RensaWindow *window, RensaArray **index, GError **error);
RensaArray *rensa_cpu_pool_max_scatter (RensaArray *gy, RensaArray *index, const RensaWindow *window,
                                        const RensaShape *x_shape, GError **error);
RensaArray *rensa_cpu_pool_max_gather (RensaArray *x, RensaArray *index, const RensaWindow *window, GError **error);
RensaArray *rensa_cpu_pool_sum (RensaArray *x, const RensaWindow *window, double scale, GError **error);
RensaArray *rensa_cpu_pool_sum_backward (RensaArray *gy, const RensaWindow *window, double scale,
                                         const RensaShape *x_shape, GError **error);
gboolean rensa_cpu_sum_patches (RensaArray *x, const RensaPatches *patches, RensaArray *y, GError **error);
gboolean rensa_cpu_read_taps (RensaArray *x, const RensaTaps *taps, RensaArray *y, GError **error);
gboolean rensa_cpu_spread_taps (RensaArray *gy, const RensaTaps *taps, RensaArray *gx, GError **error);
gboolean rensa_cpu_match_taps (RensaArray *x, RensaArray *gy, RensaArray *index, RensaArray *gweight, GError **error);
RensaArray *rensa_cpu_normalize_forward (RensaArray *x, RensaArray *gamma, RensaArray *beta, guint mask, double eps,
                                         RensaArray **mean, RensaArray **var, RensaArray **inv_std, GError **error);
gboolean rensa_cpu_normalize_backward (RensaArray *x, RensaArray *gamma, RensaArray *gy, RensaArray *mean,
                                       RensaArray *inv_std, guint mask, RensaArray **gx, RensaArray **ggamma,
                                       RensaArray **gbeta, GError **error);
gboolean rensa_cpu_normalize_rows (RensaArray *x, RensaArray *gamma, RensaArray *beta, double eps, gboolean centred,
                                   RensaArray *y, RensaArray *mean, RensaArray *inv_std, GError **error);
gboolean rensa_cpu_normalize_rows_backward (RensaArray *x, RensaArray *gamma, RensaArray *gy, RensaArray *mean,
                                            RensaArray *inv_std, gboolean centred, RensaArray *gx, RensaArray *ggamma,
                                            RensaArray *gbeta, GError **error);
gboolean rensa_cpu_fill_uniform (RensaArray *array, RensaRandom random, double low, double high, GError **error);
gboolean rensa_cpu_fill_normal (RensaArray *array, RensaRandom random, double loc, double scale, GError **error);
gboolean rensa_cpu_fill_bernoulli (RensaArray *array, RensaRandom random, double keep, double value, GError **error);

G_END_DECLS
