/* cpu-private.h: entries of the CPU's backend table, and declarations shared by its files.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-cpu-loops.h"
#include "rensa-primitives-private.h"

#include <signal.h>

G_BEGIN_DECLS

extern const RensaDevice rensa_cpu_device;

/* Instruction sets for which loops are compiled; indices of RensaCpuKernel.loops. */
typedef enum
{
  RENSA_CPU_BASE, /* compiler default */
  RENSA_CPU_V3,   /* AVX2 and FMA */
  RENSA_CPU_V4,   /* AVX-512 F, BW, DQ and VL */
} RensaCpuIsa;

/* Returns the best instruction set of this machine, or the one in the environment variable
 * RENSA_ISA (base, v3, v4) if the machine supports it. */
RensaCpuIsa rensa_cpu_get_isa (void);
/* Returns the loops of @kernel for that instruction set. */
const RensaCpuLoops *rensa_cpu_get_loops (const RensaKernel *kernel);

/* Alignment of buffers in bytes: a cache line. */
#define RENSA_CPU_LINE 64

/* Default grain of parallel work, in elements. */
#define RENSA_CPU_CHUNK 4096

/* Returns the number of threads for @work: 1 if starting them would cost more than it saves. The
 * unit is one addition of two vectors' elements in the first-level cache, about 0.1 ns; a
 * non-vectorized addition counts as ten. */
int rensa_cpu_get_threads (double work);
/* Until the matching end, libraries called by this thread start no additional threads, since
 * results would depend on their number. Each call of OpenBLAS and each product of oneDNN is
 * enclosed in this pair. */
typedef struct G_GNUC_UNUSED
{
  int n_threads;
} RensaCpuAlone;

RensaCpuAlone rensa_cpu_begin_alone (void);
void rensa_cpu_end_alone (RensaCpuAlone *before);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaCpuAlone, rensa_cpu_end_alone)

/* Until the matching end, no signal handler runs on this thread, except for its own faults. The
 * products of oneDNN 2.6 use the stack pointer as an additional data register: the frame of a
 * handler without its own stack would overwrite the matrices and the heap around them. Each
 * computing call of oneDNN is enclosed in this pair. */
typedef struct G_GNUC_UNUSED
{
  sigset_t mask;
} RensaCpuQuiet;

RensaCpuQuiet rensa_cpu_begin_quiet (void);
void rensa_cpu_end_quiet (RensaCpuQuiet *before);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaCpuQuiet, rensa_cpu_end_quiet)

/* Rounds @size bytes up to full cache lines, so that the next buffer begins at a cache line, like
 * that of the first thread: OpenBLAS adds in a different order for other alignments, so results
 * would depend on which thread computes them. */
static inline gsize
rensa_cpu_round_space (gsize size)
{
  return (size + RENSA_CPU_LINE - 1) / RENSA_CPU_LINE * RENSA_CPU_LINE;
}

/* Within a parallel region: returns this thread's share of @count elements, split at multiples of
 * @grain; may be empty. */
void rensa_cpu_get_share (gint64 count, gint64 grain, gint64 *first, gint64 *n);

/* Entries of the table, rensa_cpu_fill () and so on; documented in rensa-backend.h. */
/* clang-format off */
#define RENSA_CPU_ENTRIES(E)                                                                                \
  E (fill) E (assign) E (accumulate) E (map) E (run_program) E (index_map) E (reduce) E (scan) E (matmul)   \
  E (take_rows) E (scatter_rows) E (fill_uniform) E (fill_normal) E (fill_bernoulli) E (softmax) E (linalg) \
  E (decompose_symmetric) E (multiply_sparse) E (sample_product) E (fft) E (convolve) E (convolve_backward_x)                  \
  E (convolve_backward_W) E (pool_max) E (pool_max_scatter) E (pool_max_gather) E (pool_sum)                \
  E (pool_sum_backward) E (sum_patches) E (read_taps) E (spread_taps) E (match_taps) E (normalize_forward)  \
  E (normalize_backward) E (normalize_rows) E (normalize_rows_backward)
/* clang-format on */

#define RENSA_CPU_DECLARE(entry) extern __typeof__ (*((RensaBackend *) NULL)->entry) rensa_cpu_##entry;
RENSA_CPU_ENTRIES (RENSA_CPU_DECLARE)
#undef RENSA_CPU_DECLARE

G_END_DECLS
