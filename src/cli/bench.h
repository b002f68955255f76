/* bench.h: the parts of rensa bench.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cli.h"
#include "rensa-optimizer.h"

G_BEGIN_DECLS

#define BENCH_MAX_BATCHES 64

/* A network with its optimizer and batches in memory. @n_work: units of work in one update. */
typedef struct
{
  RensaOptimizer *optimizer;
  RensaVariable *inputs[BENCH_MAX_BATCHES];
  RensaVariable *labels[BENCH_MAX_BATCHES];
  int n_batches;
  int n_work;
  const char *unit;
} BenchWorkload;

/* The names of all workloads, NULL-terminated; not all of them can be made yet. */
extern const char *const bench_workload_names[];

/* @name: one of bench_workload_names. */
gboolean bench_workload_init (BenchWorkload *workload, const char *name, GError **error);
void bench_workload_clear (BenchWorkload *workload);
/* Update number @i: forward, backward and a step. */
gboolean bench_workload_update (BenchWorkload *workload, gint64 i, GError **error);

/* Times @step in five blocks of about @seconds, after warming up. @rates gets the repetitions a second of each
 * block. */
#define BENCH_N_BLOCKS 5
typedef gboolean (*BenchStep) (gpointer data, gint64 i, GError **error);
gboolean bench_time (BenchStep step, gpointer data, double seconds, double rates[BENCH_N_BLOCKS], GError **error);
/* The median, and the distance of the extremes as a share of it. */
double bench_summarize (double rates[BENCH_N_BLOCKS], double *spread);

/* What the machine can do: one line for each limit. */
gboolean bench_limits (double seconds, gboolean json, GError **error);
/* One of them, in its unit ("copy": GB/s). */
gboolean bench_limit (const char *name, double seconds, double *rate, GError **error);

/* One line for each function of @names, NULL-terminated; all of them where it is empty. */
gboolean bench_functions (const char *const *names, double seconds, gboolean json, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (BenchWorkload, bench_workload_clear)

G_END_DECLS
