/* bench-counts.c: counts the GPU operations of an update.
 * SPDX-License-Identifier: MIT */

#include <stdio.h>

#include "bench.h"
#include "rensa-detours.h"
#include "rensa-mock.h"

/* The first updates create objects that later ones reuse. */
#define N_WARM_UP 3
#define N_COUNTED 4

static gboolean
update (BenchWorkload *workload, gint64 first, gint64 n, GError **error)
{
  for (gint64 i = first; i < first + n; i++)
    if (!bench_workload_update (workload, i, error))
      return FALSE;

  return rensa_device_synchronize (rensa_device_get_current (), error);
}

static double
per_update (guint64 before, guint64 after)
{
  return (double) (after - before) / N_COUNTED;
}

gboolean
bench_count (const char *name, BenchWorkload *workload, gboolean json, GError **error)
{
  RensaMockCounts before, after;
  guint64 detours;

  if (!update (workload, 0, N_WARM_UP, error))
    return FALSE;
  detours = rensa_count_detours ();
  rensa_mock_get_counts (&before);
  if (!update (workload, N_WARM_UP, N_COUNTED, error))
    return FALSE;
  rensa_mock_get_counts (&after);
  /* The last synchronization is caused by the count itself. */
  after.n_synchronizations--;

  const struct
  {
    const char *what;
    double n;
  } rows[] = {
    { "graphs", per_update (before.n_graphs, after.n_graphs) },
    { "in_graphs", per_update (before.n_in_graphs, after.n_in_graphs) },
    { "launches", per_update (before.n_launches, after.n_launches) },
    { "library_calls", per_update (before.n_blas_calls + before.n_dnn_calls, after.n_blas_calls + after.n_dnn_calls) },
    { "copies_within", per_update (before.n_copies_within, after.n_copies_within) },
    { "copies_in", per_update (before.n_copies_in, after.n_copies_in) },
    { "copies_out", per_update (before.n_copies_out, after.n_copies_out) },
    { "synchronizations", per_update (before.n_synchronizations, after.n_synchronizations) },
    { "allocations", per_update (before.n_allocations, after.n_allocations) },
    { "detours", per_update (detours, rensa_count_detours ()) },
  };
  g_print (json ? "{\"workload\": \"%s\"" : "%-16s", name);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (json)
      g_print (", \"%s\": %g", rows[i].what, rows[i].n);
    else
      g_print ("  %s %g", rows[i].what, rows[i].n);
  g_print (json ? "}\n" : "\n");
  fflush (stdout);
  return TRUE;
}
