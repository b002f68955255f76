/* cpu-isa.c: capabilities of this machine.
 * SPDX-License-Identifier: MIT */

#include "cpu-private.h"

#include <omp.h>

/* About 30 microseconds of additions; starting a team of threads and waiting for the last one
 * takes a few microseconds. */
#define LEAST_PARALLEL_WORK 300000.0

static RensaCpuIsa isa;

static RensaCpuIsa
detect (void)
{
#ifdef __x86_64__
  __builtin_cpu_init ();
  if (__builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512bw") && __builtin_cpu_supports ("avx512dq")
      && __builtin_cpu_supports ("avx512vl") && __builtin_cpu_supports ("fma"))
    return RENSA_CPU_V4;
  if (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma"))
    return RENSA_CPU_V3;
#endif
  return RENSA_CPU_BASE;
}

static __attribute__ ((constructor)) void
choose_isa (void)
{
  static const char *const names[] = { "base", "v3", "v4" };
  const char *wanted = g_getenv ("RENSA_ISA");

  isa = detect ();
  for (guint i = 0; i < isa && wanted != NULL; i++)
    if (g_str_equal (wanted, names[i]))
      isa = (RensaCpuIsa) i;
}

RensaCpuIsa
rensa_cpu_get_isa (void)
{
  return isa;
}

/* One thread or all: OpenMP ends and restarts threads whenever the size of the team changes. */
int
rensa_cpu_get_threads (double work)
{
  if (work < LEAST_PARALLEL_WORK || omp_in_parallel ())
    return 1;

  return omp_get_max_threads ();
}

/* OpenBLAS and oneDNN query OpenMP for the number of threads that they may use. */
RensaCpuAlone
rensa_cpu_begin_alone (void)
{
  const RensaCpuAlone before = { .n_threads = omp_get_max_threads () };

  omp_set_num_threads (1);
  return before;
}

void
rensa_cpu_end_alone (RensaCpuAlone *before)
{
  omp_set_num_threads (before->n_threads);
}

RensaCpuQuiet
rensa_cpu_begin_quiet (void)
{
  static const int faults[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT };
  RensaCpuQuiet before;
  sigset_t others;

  sigfillset (&others);
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    sigdelset (&others, faults[i]);
  pthread_sigmask (SIG_BLOCK, &others, &before.mask);
  return before;
}

void
rensa_cpu_end_quiet (RensaCpuQuiet *before)
{
  pthread_sigmask (SIG_SETMASK, &before->mask, NULL);
}

void
rensa_cpu_get_share (gint64 count, gint64 grain, gint64 *first, gint64 *n)
{
  const gint64 n_grains = (count + grain - 1) / grain;
  const gint64 thread = omp_get_thread_num ();
  const gint64 n_threads = omp_get_num_threads ();
  const gint64 end = MIN (count, n_grains * (thread + 1) / n_threads * grain);

  *first = n_grains * thread / n_threads * grain;
  *n = end - *first;
}
