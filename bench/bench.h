/* bench.h: the parts of rensa-bench.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"
#include "rensa-link.h"
#include "rensa-optimizer.h"
#include "rensa-random.h"

G_BEGIN_DECLS

/**
 * BenchWorkload:
 * @unit: unit of the rate
 * @n_work: units of work in one update
 * @update: forward, backward and a step of each optimizer
 *
 * A network with its data in memory; the struct of each workload begins with it.
 */
typedef struct _BenchWorkload BenchWorkload;
struct _BenchWorkload
{
  const char *unit;
  int n_work;
  gboolean (*update) (BenchWorkload *workload, gint64 i, GError **error);
  void (*free) (BenchWorkload *workload);
};

/* Names of all workloads, NULL-terminated. */
extern const char *const bench_workload_names[];

/* @name: one of bench_workload_names. */
BenchWorkload *bench_workload_new (const char *name, GError **error);
void bench_workload_free (BenchWorkload *workload);
/* Performs update number @i. */
gboolean bench_workload_update (BenchWorkload *workload, gint64 i, GError **error);

/* The kinds. */
BenchWorkload *bench_classifier_new (const char *name, GError **error);
BenchWorkload *bench_lstm_lm_new (const char *name, GError **error);
BenchWorkload *bench_seq2seq_new (const char *name, GError **error);
BenchWorkload *bench_word2vec_new (const char *name, GError **error);
BenchWorkload *bench_dcgan_new (const char *name, GError **error);

/* Components of the workloads. */

RensaAttrs *bench_parse_function (const char *text, GError **error);
/* @layers: links, which begin with a capital letter, and functions, separated by ";". */
gboolean bench_append_layers (RensaLink *sequential, const char *layers, GError **error);
/* @text: an optimizer; it trains @model, which may be NULL after an error. */
RensaOptimizer *bench_make_optimizer (const char *text, RensaLink *model, GError **error);
/* Create normally distributed float32 numbers, and integers from 0 to @high - 1. */
RensaVariable *bench_draw_normal (const RensaShape *shape, RensaRandom *random, GError **error);
RensaVariable *bench_draw_ids (const RensaShape *shape, int high, RensaRandom *random, GError **error);

/* Times @step in five blocks of about @seconds, after warming up. @rates receives the
 * repetitions per second of each block. */
#define BENCH_N_BLOCKS 5
typedef gboolean (*BenchStep) (gpointer data, gint64 i, GError **error);
gboolean bench_time (BenchStep step, gpointer data, double seconds, double rates[BENCH_N_BLOCKS], GError **error);
/* Prints the number of GPU operations of one update; the current device is a mock GPU. */
gboolean bench_count (const char *name, BenchWorkload *workload, gboolean json, GError **error);
/* Returns the median, and the difference of the extremes as a fraction of it. */
double bench_summarize (double rates[BENCH_N_BLOCKS], double *spread);

/* Prints the limits of the machine, one line each. */
gboolean bench_limits (double seconds, gboolean json, GError **error);
/* Measures one of them, in its unit ("copy": GB/s). */
gboolean bench_limit (const char *name, double seconds, double *rate, GError **error);

/* Prints one line for each function of @names, NULL-terminated; for all functions if it is
 * empty. */
gboolean bench_functions (const char *const *names, double seconds, gboolean json, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (BenchWorkload, bench_workload_free)

G_END_DECLS
