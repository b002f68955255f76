/* cpu-private.h: the entries of the CPU's table, and what its files share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-cpu-loops.h"
#include "rensa-primitives-private.h"

#include <signal.h>

G_BEGIN_DECLS

extern const RensaDevice rensa_cpu_device;
extern const RensaBackend rensa_cpu_backend;

/* Instruction sets for which loops are compiled; the numbers index RensaCpuKernel.loops. */
typedef enum
{
  RENSA_CPU_BASE, /* whatever the compiler takes for granted */
  RENSA_CPU_V3,   /* AVX2 and FMA */
  RENSA_CPU_V4,   /* AVX-512 F, BW, DQ and VL */
} RensaCpuIsa;

/* The best of this machine, or what the environment variable RENSA_ISA (base, v3, v4) asks for where the machine has
 * it. */
RensaCpuIsa rensa_cpu_get_isa (void);
/* Those of @kernel for that instruction set. */
const RensaCpuLoops *rensa_cpu_get_loops (const RensaKernel *kernel);

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

/* Until the end, no signal handler runs on this thread, apart from those of faults of its own. The products of oneDNN 2.6 use the stack
 * pointer as one more register for data: the frame of a handler without a stack of its own would overwrite the matrices and the heap
 * around them. Each call of oneDNN that computes stands between the two. */
typedef struct G_GNUC_UNUSED
{
  sigset_t mask;
} RensaCpuQuiet;

RensaCpuQuiet rensa_cpu_begin_quiet (void);
void rensa_cpu_end_quiet (RensaCpuQuiet *before);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaCpuQuiet, rensa_cpu_end_quiet)

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

/* The entries of the table, rensa_cpu_fill () and so on; what each does stands in rensa-backend.h. */
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
