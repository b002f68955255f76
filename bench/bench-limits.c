/* bench-limits.c: limits of the machine, to which other rates can be compared.
 * SPDX-License-Identifier: MIT */

#include <omp.h>

#include "bench.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"

#define MATRIX_SIZE 1024
#define COPY_COUNT (16 * 1024 * 1024)
static const RensaWindow window = {
  .n = 2, .kernel = { 3, 3 }, .stride = { 1, 1 }, .pad = { 1, 1 }, .dilate = { 1, 1 }, .groups = 1
};

typedef struct
{
  RensaArray *a;
  RensaArray *b;
} Operands;

static gboolean
drop (RensaArray *result)
{
  if (result != NULL)
    rensa_array_unref (result);
  return result != NULL;
}

static gboolean
multiply (gpointer data, gint64 i, GError **error)
{
  const Operands *operands = data;

  return drop (rensa_matmul_arrays (operands->a, operands->b, FALSE, FALSE, error));
}

static gboolean
convolve (gpointer data, gint64 i, GError **error)
{
  const Operands *operands = data;

  return drop (rensa_convolve (operands->a, operands->b, NULL, &window, error));
}

static gboolean
copy (gpointer data, gint64 i, GError **error)
{
  const Operands *operands = data;

  return rensa_array_assign (operands->b, operands->a, error);
}

/* Overhead of the engine: one function of one element, forward and backward. */
static gboolean
call (gpointer data, gint64 i, GError **error)
{
  const Operands *operands = data;
  g_autoptr (RensaVariable) x = rensa_variable_new (operands->a);
  g_autoptr (RensaVariable) y = rensa_exp (x, error);

  return y != NULL && rensa_variable_backward (y, NULL, error);
}

/* @work: work of one step, in the unit. */
typedef struct
{
  const char *name;
  const char *unit;
  BenchStep step;
  RensaShape a;
  RensaShape b;
  double work;
} Limit;

static const Limit limits[] = {
  { "sgemm",
    "GFLOP/s",
    multiply,
    { 2, { MATRIX_SIZE, MATRIX_SIZE } },
    { 2, { MATRIX_SIZE, MATRIX_SIZE } },
    2e-9 * MATRIX_SIZE *MATRIX_SIZE *MATRIX_SIZE },
  { "convolution",
    "GFLOP/s",
    convolve,
    { 4, { 32, 64, 32, 32 } },
    { 4, { 64, 64, 3, 3 } },
    2e-9 * 32 * 64 * 32 * 32 * 64 * 3 * 3 },
  { "copy", "GB/s", copy, { 1, { COPY_COUNT } }, { 1, { COPY_COUNT } }, 2e-9 * COPY_COUNT * sizeof (float) },
  { "call", "1/µs", call, { 1, { 1 } }, { 1, { 1 } }, 1e-6 },
};

static void
print_limit (const Limit *limit, double rate, double spread, gboolean json)
{
  const int threads = omp_get_max_threads ();

  if (json)
    g_print ("{\"limit\": \"%s\", \"device\": \"cpu\", \"threads\": %d, \"unit\": \"%s\", \"rate\": %.2f, "
             "\"spread\": %.3f}\n",
             limit->name, threads, limit->unit, rate, spread);
  else
    g_print ("%-12s %10.1f %-8s ±%.0f %%, %d thread%s\n", limit->name, rate, limit->unit, 50 * spread, threads,
             threads == 1 ? "" : "s");
}

static gboolean
measure (const Limit *limit, double seconds, double *rate, double *spread, GError **error)
{
  g_autoptr (RensaArray) a = rensa_array_full (RENSA_FLOAT32, &limit->a, 0.5, error);
  g_autoptr (RensaArray) b = rensa_array_full (RENSA_FLOAT32, &limit->b, 0.25, error);
  Operands operands = { a, b };
  double rates[BENCH_N_BLOCKS];

  if (a == NULL || b == NULL || !bench_time (limit->step, &operands, seconds, rates, error))
    return FALSE;

  *rate = bench_summarize (rates, spread) * limit->work;
  return TRUE;
}

gboolean
bench_limits (double seconds, gboolean json, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      double rate;
      double spread;

      if (!measure (&limits[i], seconds, &rate, &spread, error))
        return FALSE;
      print_limit (&limits[i], rate, spread, json);
    }
  return TRUE;
}

gboolean
bench_limit (const char *name, double seconds, double *rate, GError **error)
{
  double spread;

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    if (g_str_equal (limits[i].name, name))
      return measure (&limits[i], seconds, rate, &spread, error);
  g_return_val_if_reached (FALSE);
}
